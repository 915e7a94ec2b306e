import { isBinary, withoutEscapes } from '../bytes/binary.ts';
import { BLANK, CLOSE_BRACE, ESCAPE, LESS, OPEN_BRACE, TAB, decodeText, isDigit, skipBlanks } from '../bytes/bytes.ts';
import { Caller } from '../klog/caller.ts';
import type { RecordClock } from '../time/clock.ts';
import type { RecordJoiner } from '../order/joiner.ts';
import { readCutJsonLine, readJsonLine } from '../entries/jsonLine.ts';
import { type KlogHeaderReader, severityOf } from '../klog/klogHeader.ts';
import { findHeader, readRemains } from '../klog/lostHeader.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import type { KlogJson } from '../klog/klogJson.ts';
import type { LineFrom, Origin } from './origin.ts';
import { type JsonClock, ReadRecord } from '../klog/readRecord.ts';
import type { RecordOutlet } from '../order/recordOutlet.ts';
import type { SourceCounts } from '../sourceCounts.ts';
import { namesWriter } from './envelopeParts.ts';
import { WRAPPER, wrappedKlog } from './wrappedKlog.ts';

/** The head of a message of syslog (RFC 5424): host 255 bytes at most, the rest short. */
const LONGEST_HEAD = 400;

/** What the parts of one source's reader share. */
export interface ReaderParts {
  readonly source: number;
  readonly headers: KlogHeaderReader;
  readonly clock: RecordClock;
  readonly joiner: RecordJoiner;
  readonly outlet: RecordOutlet;
  readonly counts: SourceCounts;
  readonly isExcerpt: boolean;
}

/** Makes records of what stands behind an envelope, or of a line without one: klog text, klog JSON, or a text without header. */
export class BodyReader {
  readonly #parts: ReaderParts;
  /** First line and number of lines of the entry that is being read. */
  line = 0;
  lines = 1;
  #binaryLines = 0;
  /** A record of klog JSON was read: the times of such a log are UTC. */
  #hasKlogJson = false;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Reads an entry that stands in `lines` lines from `line` on, before or while another is read. */
  ofLines(line: number, lines: number, read: (body: this) => void): void {
    const { line: current } = this;
    this.line = line;
    this.lines = lines;
    read(this);
    this.line = current;
    this.lines = 1;
  }

  /** What stands in an envelope: a klog record, or a line without header. */
  read(from: LineFrom, bytes: Uint8Array, start: number, bodyStart: number, end: number): void {
    if (!this.#parts.joiner.takesBlockLine(from.origin, bytes, bodyStart, end)) {
      if (this.klog(from, bytes, start, bodyStart, end)) return;
      if (bytes[bodyStart] === OPEN_BRACE && this.klogJson(from, bytes, start, bodyStart, end)) return;
      if (this.#behindOther(from, bytes, start, bodyStart, end)) return;
      if (isKubeletName(from.origin?.identifier ?? '') && this.#remains(from, bytes, start, bodyStart, end)) return;
    }
    this.headerless(from, bytes, start, bodyStart, end);
  }

  /**
   * A header in a later column of a table, behind a stamp (`2024-03-14T09:00:00Z⇥node-a⇥kubelet⇥I0314 …`); or glued to what a CNI plug-in, started by the kubelet itself up to 1.23, wrote to its standard
   * error without an end of the line: `{"cniVersion":…}E1014 17:16:32.144529 …` (flannel-io/cni-plugin 1.0, delegateAdd).
   */
  #behindOther(from: LineFrom, bytes: Uint8Array, start: number, bodyStart: number, end: number): boolean {
    const isColumn = from.origin === undefined && from.kind !== 'none';
    const isGlued = bytes[bodyStart] === OPEN_BRACE && isKubeletName(from.origin?.identifier ?? '');
    if (!isColumn && !isGlued) return false;
    const header = findHeader(this.#parts.headers, bytes, bodyStart, end);
    if (header < 0 || bytes[header - 1] !== (isColumn ? TAB : CLOSE_BRACE)) return false;
    this.startKlog(from, bytes, start, end);
    return true;
  }

  /** A record of a kubelet of whose header only the name of the source file is left: the envelope has time and pid. */
  #remains(from: LineFrom, bytes: Uint8Array, start: number, bodyStart: number, end: number): boolean {
    const { source, headers, joiner } = this.#parts;
    const remains = readRemains(headers, bytes, bodyStart, end);
    if (remains === undefined || remains.isCallerLost || remains.timeOfDay !== undefined) return false;
    joiner.start(ReadRecord.headerless(source, this.line, from, bytes, start, remains.bodyStart, end, headers.caller));
    return true;
  }

  /** A klog header at `bodyStart`, or after one word (component names of all-in-one binaries). */
  klog(from: LineFrom, bytes: Uint8Array, start: number, bodyStart: number, end: number): boolean {
    const { headers } = this.#parts;
    if (!headers.read(bytes, bodyStart, end)) {
      const first = bytes[bodyStart];
      if (headers.readCutAtEnd(bytes, bodyStart, end)) {
        this.startKlog(from, bytes, start, end);
        return true;
      }
      if (first === BLANK || first === TAB || isDigit(first)) return false;
      if (first === LESS && this.#behindRelay(bytes, bodyStart, end)) {
        this.startKlog(from, bytes, start, end);
        return true;
      }
      const wrapped = wrappedKlog(bytes, bodyStart, end);
      if (wrapped !== undefined) {
        if (!headers.read(wrapped, 0, wrapped.length)) return false;
        // The form alone tells who wrote it, where k0s was run in a terminal or its log was cut to messages.
        const { origin = WRAPPER, kind, time } = from;
        this.startKlog({ origin, kind, time }, wrapped, 0, wrapped.length);
        return true;
      }
      const blank = firstBlank(bytes, bodyStart, end);
      // Whose line it is, where nothing before told that, is the origin's to read.
      if (
        blank < 0 ||
        (from.origin === undefined && namesWriter(bytes, bodyStart, blank)) ||
        !(headers.read(bytes, skipBlanks(bytes, blank + 1, end), end) || headers.readSpelled(bytes, bodyStart, end))
      )
        return false;
    }
    this.startKlog(from, bytes, start, end);
    return true;
  }

  /**
   * A klog header behind the head of a syslog message that another syslog took up as text: `<11>1 2018-04-16T01:06:04Z host app pid - - E0416 …`, whole or damaged. The
   * words in between are few; a header is known by its date, so that none of them is taken for it.
   */
  #behindRelay(bytes: Uint8Array, start: number, end: number): boolean {
    const last = Math.min(end, start + LONGEST_HEAD);
    if (!isDigit(bytes[start + 1])) return false;
    for (let i = start + 3; i < last; i++) {
      if (
        bytes[i - 1] === BLANK &&
        severityOf(bytes[i]) !== undefined &&
        isDigit(bytes[i + 1]) &&
        this.#parts.headers.read(bytes, i, end)
      )
        return true;
    }
    return false;
  }

  /** A record whose header was just read. */
  startKlog(from: LineFrom, bytes: Uint8Array, start: number, end: number): void {
    const { source, headers, clock, counts, joiner } = this.#parts;
    const local =
      clock.dates.complete(
        headers.month,
        headers.day,
        headers.secondOfDay,
        from.kind === 'absolute' ? from.time : undefined,
      ) + headers.microsecond;
    const record = new ReadRecord(
      source,
      this.line,
      local,
      from.origin,
      from.kind,
      from.time,
      headers.severity,
      headers.pid,
      headers.caller,
      bytes,
      start,
      headers.bodyStart,
      end,
    );
    if (this.lines !== 1) record.lines = this.lines;
    counts.klog(record.looksStructured);
    joiner.start(record);
  }

  /** A record whose header has lost severity and date: it is taken for information of the day of the line before. */
  startCut(
    origin: Origin | undefined,
    timeOfDay: number,
    pid: number | undefined,
    bytes: Uint8Array,
    start: number,
    bodyStart: number,
    end: number,
  ): void {
    const { source, headers, clock, counts, joiner } = this.#parts;
    const record = new ReadRecord(
      source,
      this.line,
      clock.dates.completeDay(timeOfDay),
      origin,
      'none',
      Number.NaN,
      'I',
      pid ?? -1,
      headers.caller,
      bytes,
      start,
      bodyStart,
      end,
    );
    counts.klog(record.looksStructured);
    joiner.start(record);
  }

  klogJson(from: LineFrom, bytes: Uint8Array, start: number, bodyStart: number, end: number): boolean {
    const text = decodeText(bytes, bodyStart, end);
    const read = readJsonLine(text);
    if (read !== undefined && read.kind !== 'klog') return false;
    const json = read?.record ?? readCutJsonLine(text);
    if (json === undefined) return false;
    this.startJson(json, read === undefined, from, bytes, start, bodyStart, end);
    return true;
  }

  /** A record of klog JSON; `isCut`: its end is missing. */
  startJson(
    json: KlogJson,
    isCut: boolean,
    from: LineFrom,
    bytes: Uint8Array,
    start: number,
    bodyStart: number,
    end: number,
  ): void {
    const { source, counts, joiner, clock } = this.#parts;
    clock.dates.follow(json.time);
    const caller = new Caller(json.file, json.fileLine);
    const ofJson = this.#clockOf(json, from);
    const record = new ReadRecord(
      source,
      this.line,
      ofJson === 'wall' ? json.wallTime : json.time,
      from.origin,
      from.kind,
      from.time,
      json.severity,
      -1,
      caller,
      bytes,
      start,
      bodyStart,
      end,
    );
    record.lines = this.lines;
    record.setJson(json, isCut, ofJson);
    counts.json++;
    joiner.start(record);
  }

  /** Programs beside the kubelet write an offset, or UTC, where klog's headers and the stamps of the journal have the wall's time and no offset. */
  #clockOf(json: KlogJson, from: LineFrom): JsonClock {
    if (json.wallTime === undefined) this.#hasKlogJson = true;
    else if (!Number.isNaN(from.time)) return 'stamp';
    else if (json.wallTime !== json.time && !this.#hasKlogJson) return 'wall';
    return 'utc';
  }

  headerless(from: LineFrom, bytes: Uint8Array, start: number, bodyStart: number, end: number): void {
    const { source, counts, joiner } = this.#parts;
    const isLoose = from.origin === undefined && from.kind === 'none';
    if (isLoose && isBinary(bytes, bodyStart, end)) {
      this.#skipBinary('The log holds binary data; such lines were left out.');
      counts.unparsed++;
      return;
    }
    const record = ReadRecord.headerless(source, this.line, from, bytes, start, bodyStart, end);
    record.lines = this.lines;
    const joined = joiner.headerless(record);
    if (!joined && isLoose) counts.loose(decodeText(bytes, bodyStart, Math.min(end, bodyStart + 40)));
  }

  /** The line without escape sequences and NUL bytes; `undefined` when it is binary. The same array when nothing had to go. */
  clean(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
    const line = bytes.subarray(start, end);
    const nul = line.includes(0);
    if (!nul && !line.includes(ESCAPE)) return bytes;
    const clean = withoutEscapes(bytes, start, end);
    if (nul) {
      this.#skipBinary('The log holds NUL bytes, as after a crash or in a binary file; they were left out.');
      if (clean.length === 0 || isBinary(clean, 0, clean.length)) {
        this.#parts.counts.unparsed++;
        return undefined;
      }
    }
    return clean;
  }

  /** Warned about once. */
  #skipBinary(warning: string): void {
    if (++this.#binaryLines === 1) this.#parts.outlet.warn(warning, this.line);
  }
}

function firstBlank(bytes: Uint8Array, start: number, end: number): number {
  const last = Math.min(end, start + 40);
  for (let i = start; i < last; i++) if (bytes[i] === BLANK || bytes[i] === TAB) return i;
  return -1;
}
