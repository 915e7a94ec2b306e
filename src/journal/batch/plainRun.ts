import { CLOSE_BRACKET, encodeText, OPEN_BRACKET } from '../bytes/bytes.ts';
import { type Caller, CallerTable, NO_CALLER } from '../klog/caller.ts';
import type { CommonLine, LearnedBeginning } from './commonLine.ts';
import { GO_TROUBLE } from '../order/continuation.ts';
import * as layout from './kernel/layout.ts';
import { LineKernel } from './kernel/lineKernel.ts';
import type { LinePattern } from './kernel/linePattern.ts';
import type { Origin } from '../envelope/origin.ts';
import type { PlainLine } from './plainLine.ts';
import type { ReadRecord } from '../klog/readRecord.ts';
import type { Severity } from '../record.ts';
import type { Keywords } from './keywords.ts';

const SEVERITIES: readonly Severity[] = ['I', 'W', 'E'];
/** The site of a caller that has not been asked for, and of one that finds no room. */
const UNKNOWN = -1;
const NO_ROOM = -2;

/** Another writer that the kernel knows, perhaps with any pid. */
interface Neighbour {
  readonly origin: Origin;
  readonly anyPid: boolean;
}

const TROUBLE = GO_TROUBLE.map(encodeText);

/**
 * Lets the kernel take runs of plain lines, and keeps it in step: with the beginning that lines share, with the process run of the kubelet that they
 * belong to (a meaning that depends on earlier lines holds for one process run), and with how records were written.
 */
export class PlainRun {
  /** Those that its reader meets. */
  readonly callers = new CallerTable();
  /** By their number in the kernel. */
  readonly #callersOfSites: Caller[] = [];
  /** Where the kernel keeps patterns; 0: it has no room for it. */
  readonly #patterns = new Map<LinePattern, number>();
  #kernel: LineKernel | undefined;
  #unable = false;
  #learned: LearnedBeginning | undefined;
  #learnedFields: Uint8Array | undefined;
  /** Others whose origin the kernel knows beside that beginning; a new one takes the place of the one that came first. */
  readonly #neighbours: Neighbour[] = [];
  #nextNeighbour = 0;
  /** Groups of words that the kernel has, each a bit by its place. */
  readonly #groups: Keywords[] = [];
  #processRun: object | undefined;
  #epoch = 0;
  /** The line whose header the kernel has read already: where it begins in which chunk. */
  #aheadIn: Uint8Array | undefined;
  #aheadAt = -1;

  /**
   * Takes what can be taken of the lines from `start` on; `undefined` when there is no kernel. What it took is not counted yet, and may be dropped by `drop`.
   * `fields`: the lines are entries of the journal with these (`encodeEntry`), and their messages are common lines. `ownFirst`: the first line must not be of others.
   */
  take(
    { beginning }: CommonLine,
    fields: Uint8Array | undefined,
    chunk: Uint8Array,
    start: number,
    end: number,
    newlines: number,
    processRun: object,
    ownFirst: boolean,
  ): LineKernel | undefined {
    if (beginning === undefined || this.#unable) return undefined;
    const kernel = (this.#kernel ??= createKernel());
    if (kernel === undefined) {
      this.#unable = true;
      return undefined;
    }
    if (beginning !== this.#learned || fields !== this.#learnedFields) {
      this.#learned = beginning;
      this.#learnedFields = fields;
      this.#neighbours.length = 0;
      this.#nextNeighbour = 0;
      kernel.setBeginning(beginning);
      if (fields !== undefined) kernel.setEntry(fields);
    }
    this.#enter(processRun);
    kernel.run(chunk, start, end, newlines, this.#epoch, ownFirst);
    this.#aheadIn = chunk;
    this.#aheadAt = kernel.readNext && fields === undefined ? kernel.at : -1;
    return kernel;
  }

  /** The kernel's own input, once there is a kernel. */
  get room(): Uint8Array | undefined {
    return this.#kernel?.room;
  }

  /** Whether a chunk holds NUL bytes or escape sequences; `undefined`: there is no kernel yet, or the chunk is too long for it. */
  isOdd(chunk: Uint8Array): boolean | undefined {
    return this.#kernel?.isOdd(chunk);
  }

  /** What the last `take` found does not count. */
  drop(): void {
    this.#aheadAt = -1;
  }

  /** The chunk of the last `take` may be overwritten. */
  forgetChunk(): void {
    this.#aheadAt = -1;
    this.#kernel?.forgetChunk();
  }

  /** Whether the kernel stopped at this line; then the common line's fields are set to what it read. */
  readAhead(common: CommonLine, chunk: Uint8Array, start: number): boolean {
    if (start !== this.#aheadAt || chunk !== this.#aheadIn || this.#kernel === undefined) return false;
    const { time, stamp, severity, site, bodyStart } = this.#kernel;
    common.take(time, stamp, SEVERITIES[severity] ?? 'I', this.#callersOfSites[site] ?? NO_CALLER, bodyStart);
    return !common.isFar;
  }

  /**
   * Makes known what stands between stamp and message of a line of somebody else. Such a line completes the line before; it belongs to the run where it has none of the
   * words by which those are known that tell something (`undefined`: any may), else it ends the run.
   */
  learnNeighbour(
    common: CommonLine,
    origin: Origin,
    keywords: Keywords | undefined,
    bytes: Uint8Array,
    view: DataView,
    start: number,
    bodyStart: number,
  ): void {
    const kernel = this.#kernel;
    if (
      kernel === undefined ||
      common.beginning !== this.#learned ||
      this.#learnedFields !== undefined ||
      this.#neighbours.some((known) => isOf(known, origin))
    )
      return;
    const at = common.afterStamp(bytes, view, start, bodyStart);
    if (at < 0) return;
    // Logins and jobs have a pid each, which makes no difference where all that counts is the words. Syslog's newer form has it elsewhere.
    const open = bytes.subarray(at, bodyStart).lastIndexOf(OPEN_BRACKET);
    const anyPid =
      keywords !== undefined && origin.pid !== undefined && open >= 0 && bytes[bodyStart - 3] === CLOSE_BRACKET;
    const to = anyPid ? at + open + 1 : bodyStart;
    // A line of dmesg has nothing but a blank there, as any other has.
    if (common.begins(bytes, at, to)) return;
    kernel.setNeighbour(
      this.#nextNeighbour,
      bytes,
      at,
      to,
      keywords === undefined ? 0 : this.#groupOf(keywords, kernel),
      keywords?.anywhere === true,
      anyPid,
    );
    this.#neighbours[this.#nextNeighbour] = { origin, anyPid };
    this.#nextNeighbour = (this.#nextNeighbour + 1) % layout.MOST_NEIGHBOURS;
  }

  /** The bit of these words; 0: there is none left. */
  #groupOf(keywords: Keywords, kernel: LineKernel): number {
    const known = this.#groups.indexOf(keywords);
    if (known >= 0) return 1 << known;
    const group = 1 << this.#groups.length;
    if (this.#groups.length >= layout.MOST_KEYWORD_GROUPS || !kernel.addKeywords(keywords.words, group)) return 0;
    this.#groups.push(keywords);
    return group;
  }

  /** Makes the caller of the common line known to the kernel, so that it can read its headers. */
  addCaller({ caller, callerStart, callerEnd }: CommonLine, bytes: Uint8Array): void {
    const kernel = this.#kernel;
    if (caller.kernelSite !== UNKNOWN || kernel === undefined || caller === NO_CALLER) return;
    const site = kernel.siteOf(bytes, callerStart, callerEnd);
    caller.kernelSite = site < 0 ? NO_ROOM : site;
    if (site >= 0) this.#callersOfSites[site] = caller;
  }

  /** Lets the kernel take lines like that of a record. `processRun`: of the kubelet that wrote it. */
  learn(record: ReadRecord, pattern: LinePattern, processRun: object): void {
    const kernel = this.#kernel;
    const { kernelSite } = record.caller;
    if (kernel === undefined || kernelSite < 0) return;
    let at = this.#patterns.get(pattern);
    if (at === undefined) {
      const groups = pattern.unless === undefined ? 0 : this.#groupOf(pattern.unless, kernel);
      at = pattern.unless !== undefined && groups === 0 ? 0 : kernel.addPattern(kernelSite, pattern, groups);
      this.#patterns.set(pattern, at);
    }
    if (at === 0 || pattern.isLasting) return;
    this.#enter(processRun);
    kernel.confirmPattern(at, this.#epoch);
  }

  /** Whether what rows of the last `take` state counts as known in this process run: nothing was learned of another one since. */
  isIn(processRun: object): boolean {
    return processRun === this.#processRun;
  }

  /** Puts a line that the last `take` read by a pattern into `line`, but its time. Returns its index among the lines taken. */
  readRow(row: number, line: PlainLine): number {
    const kernel = this.#kernel as LineKernel;
    const { rows, input, inputView } = kernel;
    const at = row * layout.ROW_WORDS;
    if (line.bytes !== input) {
      line.bytes = input;
      line.view = inputView;
      line.digits = rows;
    }
    line.digitsAt = at + layout.ROW_DIGITS;
    line.caller = this.#callersOfSites[rows[at + layout.ROW_SITE] ?? 0] ?? NO_CALLER;
    line.lineStart = rows[at + layout.ROW_LINE] ?? 0;
    line.bodyStart = rows[at + layout.ROW_BODY] ?? 0;
    line.bodyEnd = rows[at + layout.ROW_BODY_END] ?? 0;
    const index = rows[at + layout.ROW_INDEX] ?? 0;
    line.severity = SEVERITIES[(kernel.kinds[index] ?? 0) & 3] ?? 'I';
    return index;
  }

  /** Keeps what the line of a row states as known in this process run; see `LineKernel.intern`. */
  intern(row: number): number {
    return this.#kernel?.intern(row, this.#epoch) ?? -1;
  }

  #enter(processRun: object): void {
    if (processRun === this.#processRun) return;
    this.#processRun = processRun;
    this.#epoch += 1;
  }
}

function isOf({ origin: { host, identifier }, origin, anyPid }: Neighbour, other: Origin): boolean {
  return (
    other === origin || (anyPid && other.pid !== undefined && other.identifier === identifier && other.host === host)
  );
}

function createKernel(): LineKernel | undefined {
  const kernel = LineKernel.create();
  kernel?.addKeywords(TROUBLE, layout.TROUBLE);
  return kernel;
}
