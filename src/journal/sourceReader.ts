import type { Instant } from '../kubelet/time.ts';
import { isBinary, withoutEscapes } from './binary.ts';
import { BLANK, EQUALS, ESCAPE, LESS, OPEN_BRACE, QUOTE, TAB, decodeText, encodeText, isDigit, skipBlanks } from './bytes.ts';
import { Caller, NO_CALLER } from './caller.ts';
import { RecordClock, type StampKind } from './clock.ts';
import { EncodingReader } from './encoding.ts';
import { EnvelopeReader, skipPastePrefix } from './envelope.ts';
import { CommonLine } from './commonLine.ts';
import { type CollectedEntry, FieldEntries } from './fieldEntries.ts';
import { RecordJoiner } from './joiner.ts';
import { type JsonLine, readJsonLine } from './jsonLine.ts';
import { JournalJsonReader } from './journalJson.ts';
import { KlogHeaderReader } from './klogHeader.ts';
import type { KlogJson } from './klogJson.ts';
import { type LineNotes, type LineRun, LineSplitter } from './lines.ts';
import { findHeader, readRemains } from './lostHeader.ts';
import { readMark } from './marks.ts';
import type { Origin } from './origin.ts';
import { PlainLine, PlainLines } from './plainLine.ts';
import { PlainRun } from './plainRun.ts';
import { ReadRecord } from './readRecord.ts';
import type { JournalMode, ReaderOptions, RecordSink, SourceReader, SourceSummary } from './record.ts';
import { SourceCounts } from './sourceCounts.ts';

/** So many records wait for the zone to be learned. */
const LONGEST_QUEUE = 4096;
const LONGEST_PARTIAL = 1024 * 1024;

/**
 * Makes a reader of one source. `index` and `name` are written to records and summary. Records read their text out of the pushed chunk: who keeps
 * them beyond the push has to `detach` them. Nothing is thrown for bad input; it is counted and warned about.
 * `end` in the middle of a line takes it as it stands; what later is pushed of the same line is left out.
 */
export function createSourceReader(index: number, name: string, options: ReaderOptions, sink: RecordSink): SourceReader {
  return new Reader(index, name, options, sink);
}

class Reader implements SourceReader {
  readonly #index: number;
  readonly #name: string;
  readonly #sink: RecordSink;
  readonly #clock: RecordClock;
  readonly #encoding: EncodingReader;
  readonly #lines: LineSplitter;
  readonly #envelope: EnvelopeReader;
  readonly #journalJson: JournalJsonReader;
  readonly #headers = new KlogHeaderReader();
  readonly #common = new CommonLine(this.#headers.callers);
  /** The line for which no record was made; it waits for the next one, which may belong to it. */
  readonly #plain: PlainLine;
  #plainWaits = false;
  readonly #run = new PlainRun(this.#common);
  readonly #plainLines: PlainLines;
  #viewed: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#viewed.buffer);
  readonly #joiner: RecordJoiner;
  readonly #entries: FieldEntries;
  readonly #counts = new SourceCounts();
  #queue: ReadRecord[] = [];
  #line = 0;
  /** First line and number of lines of the entry that is being read. */
  #entryLine = 0;
  #entryLines = 1;
  #binaryLines = 0;
  /** The line before had an envelope: it is tried first. */
  #enveloped = true;
  /** The component that a section mark named, for lines without an envelope. */
  #section: Origin | undefined;
  /** Beginning of a line that the container runtime split. */
  #partial: { bytes: Uint8Array; line: number } | undefined;
  #midLine = false;

  constructor(index: number, name: string, options: ReaderOptions, sink: RecordSink) {
    this.#index = index;
    this.#name = name;
    this.#sink = sink;
    this.#plain = new PlainLine(index, NO_CALLER);
    this.#plainLines = new PlainLines(index);
    this.#clock = new RecordClock(options);
    this.#envelope = new EnvelopeReader(this.#clock);
    this.#journalJson = new JournalJsonReader(this.#envelope.origins);
    this.#joiner = new RecordJoiner((record) => this.#place(record));
    this.#entries = new FieldEntries((entry) => this.#readEntry(entry));
    const { lineMark } = sink;
    this.#lines = new LineSplitter((bytes, start, end, notes) => this.#readLine(bytes, start, end, notes), (newlines, offset) => {
      const { skipped } = this.#encoding;
      if (skipped >= 0) lineMark?.(newlines, offset + skipped);
    }, (bytes, start, newlines) => this.#takeRun(bytes, start, newlines));
    this.#encoding = new EncodingReader((chunk) => this.#lines.push(chunk));
  }

  push(chunk: Uint8Array): void {
    this.#counts.bytes += chunk.length;
    this.#encoding.push(chunk);
    this.#letGo();
  }

  /** The chunk may be overwritten: what waits for the next one takes its bytes along. */
  #letGo(): void {
    this.#run.forgetChunk();
    this.#joiner.detach();
    for (const record of this.#queue) record.detach();
    if (this.#plainWaits) this.#plain.detach();
  }

  end(): void {
    this.#encoding.end();
    const midLine = this.#lines.open;
    this.#lines.end();
    this.#midLine = midLine;
    this.#entries.end();
    this.#recordPlain();
    this.#joiner.flush();
    this.#clock.settleNow();
    this.#flushQueue();
  }

  get newlines(): number {
    return this.#lines.newlines;
  }

  summary(): SourceSummary {
    return this.#counts.summary(this.#name, this.#line, this.#clock.zoneKnown);
  }

  /** The common line: envelope and pid as in the line before, then a klog header. */
  #readLine(bytes: Uint8Array, start: number, end: number, notes: LineNotes): void {
    if (notes.odd || this.#midLine || this.#entries.active || this.#partial !== undefined || this.#joiner.blockOpen) {
      this.#readAnyLine(bytes, start, end, notes);
      return;
    }
    if (bytes !== this.#viewed) {
      this.#viewed = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const common = this.#common;
    const run = this.#run;
    if (!run.readAhead(bytes, start) && !common.read(bytes, this.#view, start, end)) {
      const body = this.#enveloped ? this.#envelope.quick(bytes, start, end) : start;
      if (body < 0 || !this.#headers.read(bytes, body, end)) {
        this.#readAnyLine(bytes, start, end, notes);
        return;
      }
      this.#learnCommon(bytes, start, body);
      if (!common.read(bytes, this.#view, start, end)) {
        this.#startSeldom(bytes, start, end);
        return;
      }
    }
    this.#line++;
    this.#counts.mode(common.mode);
    run.meet(bytes);
    if (this.#sink.plain !== undefined && this.#startPlain(bytes, start, end)) return;
    this.#recordPlain();
    const record = new ReadRecord(this.#index, this.#line, common.time, common.origin, common.kind, common.stamp, common.severity, common.pid, common.caller, bytes, start, common.bodyStart, end);
    this.#counts.klog(record.looksStructured);
    this.#joiner.start(record);
  }

  /** Plain lines that can be taken without looking at each. `undefined` when there were none to be told of. */
  #takeRun(bytes: Uint8Array, start: number, newlines: number): LineRun | undefined {
    const lane = this.#sink.plain;
    const common = this.#common;
    if (lane === undefined || common.beginning === undefined || this.#midLine || this.#entries.active || this.#partial !== undefined || this.#joiner.blockOpen) return undefined;
    if (!this.#clock.settled || this.#queue.length > 0) return undefined;
    const life = lane.life(common.origin, common.pid);
    const taken = life === undefined ? undefined : this.#run.take(bytes, start, bytes.length, newlines, life);
    if (taken === undefined) return undefined;
    const { count } = taken;
    if (count === 0) return taken;
    // The line before is complete now. If it changed what lines mean, the run does not count.
    if (this.#plainWaits) this.#takePlain();
    if (!this.#joiner.idle) this.#joiner.flush();
    if (lane.life(common.origin, common.pid) !== life) {
      this.#run.drop();
      return undefined;
    }
    const lines = this.#plainLines;
    lines.firstLine = this.#line + 1;
    lines.count = count;
    lines.times = taken.times;
    lines.stamps = taken.stamps;
    lines.kinds = taken.kinds;
    lines.origin = common.origin;
    lines.pid = common.pid;
    this.#setTimes(lines, common.kind);
    this.#line += count;
    this.#counts.plain(common.mode, count, taken.structured);
    lane.takeAll(lines);
    return taken;
  }

  /** Puts the times of plain lines on the clock. */
  #setTimes({ firstLine, count, times, stamps }: PlainLines, kind: StampKind): void {
    const clock = this.#clock;
    for (let i = 0; i < count; i++) {
      const time = times[i] ?? Number.NaN;
      const stamp = stamps[i] ?? Number.NaN;
      if (clock.learn(time, stamp, kind)) this.#zoneChanged(firstLine + i);
      if (!clock.shifts) continue;
      if (kind !== 'none') stamps[i] = clock.stampTime(stamp, kind);
      times[i] = clock.klogTime(time);
    }
  }

  /** The envelope was read by `quick`, or there is none; the header was read, too. */
  #learnCommon(bytes: Uint8Array, start: number, headerStart: number): void {
    const headers = this.#headers;
    const { enveloped, envelope, section } = { enveloped: this.#enveloped, envelope: this.#envelope, section: this.#section };
    const secondLength = enveloped ? envelope.secondLength : 0;
    const kind = enveloped ? envelope.kind : 'none';
    const stamp = enveloped ? envelope.time : Number.NaN;
    this.#common.forget();
    if (enveloped && secondLength === 0) return;
    this.#common.learn(bytes, this.#view, {
      start, secondEnd: start + secondLength, headerStart, callerStart: headers.callerStart, kind, stamp, pid: headers.pid,
      mode: enveloped ? envelope.mode : 'none', origin: enveloped ? envelope.origin : section,
      klogSecond: this.#clock.complete(headers.month, headers.day, headers.secondOfDay, kind === 'absolute' ? stamp : undefined),
    });
  }

  /** A line whose envelope and header were read, but which is of a form that seldom comes. */
  #startSeldom(bytes: Uint8Array, start: number, end: number): void {
    this.#recordPlain();
    this.#entryLine = ++this.#line;
    this.#entryLines = 1;
    if (this.#enveloped) {
      const envelope = this.#envelope;
      this.#counts.mode(envelope.mode);
      this.#startKlog(envelope.origin, envelope.kind, envelope.time, bytes, start, end);
    } else {
      this.#counts.mode('none');
      this.#startKlog(this.#section, 'none', Number.NaN, bytes, start, end);
    }
  }

  /** Takes the common line that was just read as a plain one; `false` when it needs a record. */
  #startPlain(bytes: Uint8Array, start: number, end: number): boolean {
    const common = this.#common;
    if (this.#plainWaits) this.#takePlain();
    if (!this.#clock.settled || this.#queue.length > 0 || (bytes[end - 1] === LESS && bytes[end - 2] === EQUALS)) return false;
    const plain = this.#plain;
    plain.line = this.#line;
    plain.time = common.time as Instant;
    plain.stamp = common.stamp;
    plain.stampKind = common.kind;
    plain.severity = common.severity;
    plain.pid = common.pid;
    plain.caller = common.caller;
    // References are only written when they change: that costs more than a comparison.
    if (plain.origin !== common.origin) plain.origin = common.origin;
    if (plain.bytes !== bytes) {
      plain.bytes = bytes;
      plain.view = this.#view;
    }
    plain.lineStart = start;
    plain.bodyStart = common.bodyStart;
    plain.bodyEnd = end;
    if (this.#sink.plain?.admits(plain) !== true) return false;
    if (!this.#joiner.idle) this.#joiner.flush();
    this.#plainWaits = true;
    this.#counts.klog(bytes[common.bodyStart] === QUOTE);
    return true;
  }

  /** The plain line that waits is complete: a line with a header of its own follows. */
  #takePlain(): void {
    const plain = this.#plain;
    const clock = this.#clock;
    this.#plainWaits = false;
    if (clock.learn(plain.time, plain.stamp, plain.stampKind)) this.#zoneChanged(plain.line);
    if (clock.shifts) {
      if (plain.stampKind !== 'none') plain.stamp = clock.stampTime(plain.stamp, plain.stampKind);
      plain.time = clock.klogTime(plain.time) as Instant;
    }
    this.#counts.records++;
    const lane = this.#sink.plain;
    if (lane?.take(plain) === true) this.#run.teach(plain, lane.lesson, lane.life(plain.origin, plain.pid));
    else this.#sink.record(this.#recordOf(plain));
  }

  /** Makes a record of the plain line that waits, because what follows may belong to it. */
  #recordPlain(): void {
    if (!this.#plainWaits) return;
    this.#plainWaits = false;
    this.#joiner.start(this.#recordOf(this.#plain));
  }

  #recordOf(plain: PlainLine): ReadRecord {
    return new ReadRecord(
      this.#index, plain.line, plain.time, plain.origin, plain.stampKind, plain.stamp, plain.severity, plain.pid, plain.caller, plain.bytes, plain.lineStart, plain.bodyStart, plain.bodyEnd,
    );
  }

  #readAnyLine(given: Uint8Array, from: number, to: number, notes: LineNotes): void {
    this.#recordPlain();
    this.#common.forget();
    if (this.#midLine) {
      this.#midLine = false;
      if (to > from) this.#warn('The end of this line came after the line had been read; it was left out.');
      return;
    }
    this.#entryLine = ++this.#line;
    this.#entryLines = 1;
    if (notes.cut) this.#warn('This line is longer than 1 MiB; only its first 1 MiB was read.');
    if (this.#entries.active && this.#entries.line(given, from, to)) return;
    let bytes = given;
    let start = from;
    let end = to;
    if (notes.odd) {
      const clean = this.#clean(given, from, to);
      if (clean === undefined) return;
      if (clean !== given) [bytes, start, end] = [clean, 0, clean.length];
    }
    if (end > start && !this.#readForm(bytes, start, end)) this.#readOther(bytes, start, end);
  }

  /** Envelope and header, the one first that the line before had. */
  #readForm(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes[start] === OPEN_BRACE) return this.#readJson(bytes, start, end);
    if (this.#enveloped) return this.#readEnveloped(bytes, start, end) || this.#readBare(bytes, start, end);
    return this.#readBare(bytes, start, end) || this.#readEnveloped(bytes, start, end);
  }

  #readEnveloped(bytes: Uint8Array, start: number, end: number): boolean {
    if (!this.#envelope.read(bytes, start, end)) return false;
    this.#takeEnveloped(bytes, start, end);
    return true;
  }

  /** The line whose envelope was just read. */
  #takeEnveloped(bytes: Uint8Array, start: number, end: number): void {
    const { mode, kind, time, origin, bodyStart, verboseHead, partial } = this.#envelope;
    this.#enveloped = true;
    this.#counts.mode(mode);
    if (verboseHead) {
      this.#entries.beginVerbose(this.#line, time);
      return;
    }
    if (mode === 'other' && (partial || this.#partial !== undefined)) {
      if (this.#takePartial(kind, time, bytes, bodyStart, end, partial)) return;
    }
    this.#readBody(origin, kind, time, bytes, start, bodyStart, end);
  }

  /** What stands in an envelope: a klog record, or a line without header. */
  #readBody(origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, bodyStart: number, end: number): void {
    if (!this.#joiner.takesBlockLine(origin, bytes, bodyStart, end)) {
      if (this.#readKlog(origin, kind, stamp, bytes, start, bodyStart, end)) return;
      if (bytes[bodyStart] === OPEN_BRACE && this.#readKlogJson(origin, kind, stamp, bytes, start, bodyStart, end)) return;
    }
    this.#headerless(origin, kind, stamp, bytes, start, bodyStart, end);
  }

  /** Joins `P` lines of a CRI log file up to their `F` line. `true`: more has to come. */
  #takePartial(kind: StampKind, time: number, bytes: Uint8Array, bodyStart: number, end: number, partial: boolean): boolean {
    const before = this.#partial;
    const length = before?.bytes.length ?? 0;
    const take = Math.max(0, Math.min(end - bodyStart, LONGEST_PARTIAL - length));
    const joined = new Uint8Array(length + take);
    if (before !== undefined) joined.set(before.bytes);
    joined.set(bytes.subarray(bodyStart, bodyStart + take), length);
    const line = before?.line ?? this.#line;
    this.#partial = partial ? { bytes: joined, line } : undefined;
    if (partial) return true;
    this.#entryLine = line;
    this.#entryLines = this.#line - line + 1;
    this.#readBody(undefined, kind, time, joined, 0, 0, joined.length);
    return true;
  }

  #readBare(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#joiner.takesBlockLine(this.#section, bytes, start, end)) {
      this.#headerless(this.#section, 'none', Number.NaN, bytes, start, start, end);
      return true;
    }
    if (!this.#readKlog(this.#section, 'none', Number.NaN, bytes, start, start, end)) return false;
    this.#enveloped = false;
    this.#counts.mode('none');
    return true;
  }

  /** A klog header at `bodyStart`, or after one word (component names of all-in-one binaries). */
  #readKlog(origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, bodyStart: number, end: number): boolean {
    const headers = this.#headers;
    if (!headers.read(bytes, bodyStart, end)) {
      const first = bytes[bodyStart];
      if (first === BLANK || first === TAB || isDigit(first)) return false;
      const blank = firstBlank(bytes, bodyStart, end);
      if (blank < 0 || !(headers.read(bytes, skipBlanks(bytes, blank, end), end) || headers.readSpelled(bytes, bodyStart, end))) return false;
    }
    this.#startKlog(origin, kind, stamp, bytes, start, end);
    return true;
  }

  /** A record whose header was just read. */
  #startKlog(origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, end: number): void {
    const headers = this.#headers;
    const local = this.#clock.complete(headers.month, headers.day, headers.secondOfDay, kind === 'absolute' ? stamp : undefined) + headers.microsecond;
    const record = new ReadRecord(this.#index, this.#entryLine, local, origin, kind, stamp, headers.severity, headers.pid, headers.caller, bytes, start, headers.bodyStart, end);
    if (this.#entryLines !== 1) record.lines = this.#entryLines;
    this.#counts.klog(record.looksStructured);
    this.#joiner.start(record);
  }

  #readKlogJson(origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, bodyStart: number, end: number): boolean {
    const read = readJsonLine(decodeText(bytes, bodyStart, end));
    if (read?.kind !== 'klog') return false;
    this.#startJson(read.record, origin, kind, stamp, bytes, start, bodyStart, end);
    return true;
  }

  #startJson(json: KlogJson, origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, bodyStart: number, end: number): void {
    const caller = new Caller(json.file, json.fileLine);
    const record = new ReadRecord(this.#index, this.#entryLine, json.time, origin, kind, stamp, json.severity, -1, caller, bytes, start, bodyStart, end);
    record.lines = this.#entryLines;
    record.setContent({ form: 'json', message: json.message, pairs: json.pairs }, json.verbosity);
    this.#counts.json++;
    this.#joiner.start(record);
  }

  /** Everything that is neither envelope nor klog header at the beginning of the line. */
  #readOther(bytes: Uint8Array, start: number, end: number): void {
    if (this.#readJson(bytes, start, end) || this.#readMark(bytes, start, end) || this.#entries.begins(bytes, start, end, this.#line)) return;
    if (isBlankLine(bytes, start, end) || this.#readPrefixed(bytes, start, end)) return;
    this.#counts.mode('none');
    const remains = readRemains(this.#headers, bytes, start, end);
    if (remains !== undefined) {
      const origin = remains.pid === undefined ? this.#section : this.#envelope.origins.of(undefined, undefined, remains.pid);
      this.#joiner.start(ReadRecord.headerless(this.#index, this.#entryLine, origin, 'none', Number.NaN, bytes, start, remains.bodyStart, end, this.#headers.caller));
      return;
    }
    this.#headerless(this.#section, 'none', Number.NaN, bytes, start, skipBlanks(bytes, start, end), end);
  }

  /** Envelope or header behind something else: a paste's marks, a node's name, a component's name, a table's columns. */
  #readPrefixed(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#envelope.readAfterPrefix(bytes, start, end)) {
      this.#takeEnveloped(bytes, start, end);
      return true;
    }
    const at = skipPastePrefix(bytes, start, end);
    if (at > start && at < end && (this.#readBare(bytes, at, end) || this.#readJson(bytes, at, end))) return true;
    if (this.#envelope.readOriginOnly(bytes, at, end)) {
      const { origin, bodyStart } = this.#envelope;
      if (this.#readKlog(origin, 'none', Number.NaN, bytes, start, bodyStart, end) || (bytes[bodyStart] === OPEN_BRACE && this.#readKlogJson(origin, 'none', Number.NaN, bytes, start, bodyStart, end))) {
        this.#counts.mode('other');
        return true;
      }
    }
    if (findHeader(this.#headers, bytes, start, end) < 0) return false;
    this.#counts.mode('other');
    this.#startKlog(this.#section, 'none', Number.NaN, bytes, start, end);
    return true;
  }

  #readMark(bytes: Uint8Array, start: number, end: number): boolean {
    const mark = readMark(bytes, start, end);
    if (mark === undefined) return false;
    if (mark.kind === 'section') this.#section = this.#envelope.origins.of(undefined, mark.name, undefined);
    else if (mark.kind === 'boot') this.#joiner.start(ReadRecord.headerless(this.#index, this.#entryLine, undefined, 'none', Number.NaN, bytes, start, start, end));
    // The span's last date tells the year of entries without one.
    else if (mark.kind === 'span' && mark.from >= 0) this.#envelope.read(bytes, start + mark.from, end);
    return true;
  }

  /** A line that is a JSON object, also after RFC 7464's separator (`json-seq`) or `data: ` (`json-sse`). */
  #readJson(bytes: Uint8Array, from: number, end: number): boolean {
    let start = from;
    let mode: JournalMode = 'json';
    if (bytes[start] === 30) {
      mode = 'json-seq';
      start++;
    } else if (bytes[start] === 100 && bytes[start + 4] === 58 && bytes[start + 5] === BLANK) {
      mode = 'json-sse';
      start += 6;
    }
    if (bytes[start] !== OPEN_BRACE || end - start < 3) return false;
    const quick = this.#journalJson;
    if (quick.read(bytes, start, end)) {
      this.#enveloped = true;
      this.#counts.mode(mode);
      this.#clock.follow(quick.time);
      this.#readBody(quick.origin, 'absolute', quick.time, quick.bytes, quick.start, quick.start, quick.end);
      return true;
    }
    const read = readJsonLine(decodeText(bytes, start, bytes[end - 1] === 44 ? end - 1 : end));
    if (read === undefined) return false;
    this.#enveloped = true;
    if (read.kind === 'klog') {
      this.#counts.mode('none');
      this.#startJson(read.record, this.#section, 'none', Number.NaN, bytes, start, start, end);
      return true;
    }
    this.#counts.mode(read.kind === 'journal' ? mode : 'other');
    this.#readText(read);
    return true;
  }

  #readEntry(entry: CollectedEntry): void {
    this.#counts.mode(entry.mode);
    // The line that ended the entry may still have to be read.
    const line = this.#entryLine;
    this.#entryLine = entry.line;
    this.#entryLines = entry.lines;
    this.#readText({ kind: 'journal', ...entry });
    this.#entryLine = line;
    this.#entryLines = 1;
  }

  /** The text of a journal entry or a shipped line, which may hold newlines. A shipped line may have an envelope of its own. */
  #readText(entry: Exclude<JsonLine, { kind: 'klog' }>): void {
    const origin = entry.host === undefined && entry.identifier === undefined && entry.pid === undefined
      ? this.#section : this.#envelope.origins.of(entry.host, entry.identifier, entry.pid);
    const kind: StampKind = entry.time === undefined ? 'none' : 'absolute';
    const stamp = entry.time ?? Number.NaN;
    if (entry.time !== undefined) this.#clock.follow(entry.time);
    for (const text of entry.message.split('\n')) {
      const bytes = cleanBytes(encodeText(text));
      if (entry.kind === 'shipped' && this.#envelope.read(bytes, 0, bytes.length) && this.#envelope.origin !== undefined) {
        const inner = this.#envelope;
        this.#readBody(inner.origin, kind === 'none' ? inner.kind : kind, kind === 'none' ? inner.time : stamp, bytes, 0, inner.bodyStart, bytes.length);
      } else this.#readBody(origin, kind, stamp, bytes, 0, 0, bytes.length);
      this.#entryLines = 0;
    }
  }

  #headerless(origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, bodyStart: number, end: number): void {
    if (origin === undefined && kind === 'none' && isBinary(bytes, bodyStart, end)) {
      this.#skipBinary();
      return;
    }
    const record = ReadRecord.headerless(this.#index, this.#entryLine, origin, kind, stamp, bytes, start, bodyStart, end);
    record.lines = this.#entryLines;
    const joined = this.#joiner.headerless(record);
    if (!joined && origin === undefined && kind === 'none') this.#counts.loose(decodeText(bytes, bodyStart, Math.min(end, bodyStart + 40)));
  }

  /** Without escape sequences and NUL bytes; `undefined` when the line is binary. The same array when nothing had to go. */
  #clean(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
    const line = bytes.subarray(start, end);
    const nul = line.includes(0);
    if (!nul && !line.includes(ESCAPE)) return bytes;
    const clean = withoutEscapes(bytes, start, end);
    if (nul) {
      if (++this.#binaryLines === 1) this.#warn('The log holds NUL bytes, as after a crash or in a binary file; they were left out.');
      if (clean.length === 0 || isBinary(clean, 0, clean.length)) {
        this.#counts.unparsed++;
        return undefined;
      }
    }
    return clean;
  }

  #skipBinary(): void {
    this.#counts.unparsed++;
    if (++this.#binaryLines === 1) this.#warn('The log holds binary data; such lines were left out.');
  }

  #warn(text: string): void {
    this.#sink.warning({ text, source: this.#index, line: this.#line });
  }

  /** Puts a complete record on the clock, or lets it wait until the clock is settled. */
  #place(record: ReadRecord): void {
    const clock = this.#clock;
    if (record.severity !== undefined) {
      if (record.isJson) clock.settleNow();
      else if (clock.learn(record.time ?? Number.NaN, record.stamp, record.stampKind)) this.#zoneChanged(record.line);
    }
    if (!clock.settled) {
      if (this.#queue.length < LONGEST_QUEUE) {
        this.#queue.push(record);
        return;
      }
      clock.settleNow();
    }
    if (this.#queue.length > 0) this.#flushQueue();
    this.#hand(record);
  }

  #zoneChanged(line: number): void {
    this.#sink.warning({ text: 'The time zone of the klog headers changed here, as at the begin or end of daylight saving.', source: this.#index, line });
  }

  #flushQueue(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const record of queue) this.#hand(record);
  }

  #hand(record: ReadRecord): void {
    const clock = this.#clock;
    if (clock.shifts || record.stampKind === 'monotonic') {
      if (record.stampKind !== 'none') record.stamp = clock.stampTime(record.stamp, record.stampKind);
      if (record.severity !== undefined && !record.isJson) record.time = clock.klogTime(record.time ?? Number.NaN) as Instant;
    }
    if (record.severity === undefined && !Number.isNaN(record.stamp)) record.time = record.stamp as Instant;
    this.#counts.records++;
    this.#sink.record(record);
  }
}

function isBlankLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== BLANK && bytes[i] !== TAB) return false;
  return true;
}

function firstBlank(bytes: Uint8Array, start: number, end: number): number {
  const last = Math.min(end, start + 40);
  for (let i = start; i < last; i++) if (bytes[i] === BLANK) return i;
  return -1;
}

function cleanBytes(bytes: Uint8Array): Uint8Array {
  return bytes.includes(ESCAPE) || bytes.includes(0) ? withoutEscapes(bytes, 0, bytes.length) : bytes;
}
