import type { Instant } from '../../kubelet/time.ts';
import { type Caller, type CallerTable, NO_CALLER } from '../klog/caller.ts';
import type { StampKind } from '../time/clock.ts';
import { KIND_OTHER, MOST_STATED, ROW_PATTERN, ROW_STATED, ROW_VALUES, ROW_WORDS } from './kernel/layout.ts';
import type { LineKernel } from './kernel/lineKernel.ts';
import { RunSpan } from './kernel/runSpan.ts';
import type { Origin } from '../envelope/origin.ts';
import type { PlainReader, PlainReaderParts } from './plainReader.ts';
import type { PlainRun } from './plainRun.ts';
import type { Severity } from '../record.ts';
import type { Keywords } from './keywords.ts';

/** A klog line of a run: what its header and envelope say, and where its body stands. One object for all lines of a reader, overwritten by the next line. */
export class PlainLine {
  readonly source: number;
  line = 0;
  /** Time of the event. */
  time = Number.NaN as Instant;
  /** Time of arrival, `NaN` without a stamp. */
  stamp = Number.NaN;
  stampKind: StampKind = 'none';
  origin: Origin | undefined = undefined;
  severity: Severity = 'I';
  pid = -1;
  caller: Caller;
  bytes: Uint8Array = new Uint8Array(0);
  /** The same bytes, for reading several at a time. */
  view: DataView = new DataView(this.bytes.buffer);
  /** Where the physical line begins, envelope and header included. */
  lineStart = 0;
  bodyStart = 0;
  bodyEnd = 0;
  /** The value of digits, two a byte, in `DIGITS_WORDS` words from `digitsAt` on. */
  digits: Int32Array = new Int32Array(0);
  digitsAt = 0;

  constructor(source: number, caller: Caller) {
    this.source = source;
    this.caller = caller;
  }
}

/** Plain lines in a row, one line of the file each, of one origin and pid; others of the same host, which tell nothing, may stand between. Columns are overwritten by the next run. */
export class PlainLines {
  readonly source: number;
  /** Line of the first one; the others follow. */
  firstLine = 0;
  count = 0;
  /** Times of event and of arrival (`NaN`: no stamp), and what the line says: severity (0 information, 1 warning, 2 error), + `KIND_FLAG` where its pattern says so of lines that state what is known; `KIND_OTHER` for a line of others, which came when it was stamped. */
  times: Float64Array = new Float64Array(0);
  stamps: Float64Array = new Float64Array(0);
  kinds: Uint8Array = new Uint8Array(0);
  stampKind: StampKind = 'none';
  /** What the lines have in common, their times and stamps as they are now. */
  span: RunSpan = new RunSpan(new Float64Array(0));
  origin: Origin | undefined = undefined;
  pid = -1;
  /** Those that were read by a pattern, in order. */
  readonly rows: PlainRows;

  constructor(source: number, run: PlainRun) {
    this.source = source;
    this.rows = new PlainRows(this, run);
  }

  /** How many are not of others. */
  get ownCount(): number {
    return this.count - this.span.others;
  }

  /** The index of the first one that is not of others, if there is one. */
  get firstOwn(): number {
    let first = 0;
    while (this.kinds[first] === KIND_OTHER && first < this.count - 1) first++;
    return first;
  }

  /** The index of the last one that is not of others, if there is one. */
  get lastOwn(): number {
    let last = this.count - 1;
    while (last > 0 && this.kinds[last] === KIND_OTHER) last--;
    return last;
  }
}

/** Plain lines of a run whose values the kernel has found. */
export class PlainRows {
  /** The line that `read` was last asked for. */
  readonly line: PlainLine;
  readonly #lines: PlainLines;
  readonly #run: PlainRun;
  #rows: Int32Array = new Int32Array(0);
  count = 0;
  /** How many runs came, and by number the run whose rows it was last given to: rows of that run that have it were read before, and mean what it stood for then. */
  #runs = 0;
  readonly #givenIn = new Int32Array(MOST_STATED);

  constructor(lines: PlainLines, run: PlainRun) {
    this.line = new PlainLine(lines.source, NO_CALLER);
    this.#lines = lines;
    this.#run = run;
  }

  /** The rows of the run that was taken last, before times were put on the clock. */
  take({ rowCount, rows }: LineKernel): void {
    this.count = rowCount;
    this.#rows = rows;
    this.#runs += 1;
  }

  /** Makes `line` the line of this row. Returns its index among the plain lines. */
  read(row: number): number {
    const { line } = this;
    const lines = this.#lines;
    const index = this.#run.readRow(row, line);
    line.line = lines.firstLine + index;
    line.time = lines.times[index] as Instant;
    line.stamp = lines.stamps[index] ?? Number.NaN;
    line.stampKind = lines.stampKind;
    line.pid = lines.pid;
    if (line.origin !== lines.origin) line.origin = lines.origin;
    return index;
  }

  /** The number of the pattern that read this row. */
  pattern(row: number): number {
    return this.#rows[row * ROW_WORDS + ROW_PATTERN] ?? 0;
  }

  /** The number that `intern` gave for a line with the same values; −1: it gave none, or it stands for others since this run was read. */
  stated(row: number): number {
    const number = this.#rows[row * ROW_WORDS + ROW_STATED] ?? -1;
    return this.#givenIn[number] === this.#runs ? -1 : number;
  }

  /** Where the row's values stand in the bytes of `line`; `escaped` is 1 for those with a backslash. */
  values(row: number, count: number, starts: Int32Array, ends: Int32Array, escaped: Uint8Array): void {
    const rows = this.#rows;
    let at = row * ROW_WORDS + ROW_VALUES;
    for (let value = 0; value < count; value++, at += 2) {
      const end = rows[at + 1] ?? 0;
      starts[value] = rows[at] ?? 0;
      ends[value] = end & 0x7fff_ffff;
      escaped[value] = end >>> 31;
    }
  }

  /** Keeps what this row states as known. Gives the number that rows with the same values will have (`stated`), if they will be rows, less than `MOST_STATED`; one that stood for others before no longer does. −1: they cannot be kept. */
  intern(row: number): number {
    const number = this.#run.intern(row);
    if (number >= 0) this.#givenIn[number] = this.#runs;
    return number;
  }
}

/** Takes runs of lines for which no record has to be made: most lines of a large log. Any other line comes as a record. Lines and records come in file order. */
export interface RunSink {
  /** Begins the reading of runs for it. It comes from who takes runs, so that a program which takes none does not hold the kernel. */
  readonly readerOf: (parts: PlainReaderParts) => PlainReader;
  /** The callers by which it has learned how lines are read. */
  readonly callers: CallerTable;
  /** Words of which a line of somebody else without a klog header holds one, if it is not to be left out of sight; `undefined`: any line may be one of these. */
  keywords?(origin: Origin): Keywords | undefined;
  /** The process run of a kubelet that lines of this origin and pid belong to, if they may be taken when a record of that process run was like them. */
  processRun(origin: Origin | undefined, pid: number): object | undefined;
  /** Whether lines of these times may be taken, all of them; their zone may still move the times within the two. */
  takes(from: number, to: number): boolean;
  /** Takes lines of a `processRun`, each like a record before, with those of others between them that hold none of their `keywords`. */
  takeAll(lines: PlainLines): void;
}
