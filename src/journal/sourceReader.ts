import type { Instant } from '../kubelet/time.ts';
import { BLANK, ESCAPE, OPEN_BRACE, TAB, decodeText, encodeText } from './bytes.ts';
import { RecordClock, type StampKind } from './clock.ts';
import { EncodingReader } from './encoding.ts';
import { RecordJoiner } from './joiner.ts';
import { readJsonLine } from './jsonLine.ts';
import { KlogHeaderReader } from './klogHeader.ts';
import { type LineNotes, LineSplitter } from './lines.ts';
import { type Origin, OriginReader } from './origin.ts';
import { ReadRecord } from './readRecord.ts';
import type { JournalMode, KlogForm, ReaderOptions, RecordSink, SourceReader, SourceSummary } from './record.ts';
import { StampReader } from './stamp.ts';

/** So many records wait for the zone to be learned. */
const LONGEST_QUEUE = 4096;

/**
 * Makes a reader of one source. `index` and `name` are written to records and summary. Pushed chunks must not be overwritten afterwards:
 * records read their text out of them. Nothing is thrown for bad input; it is counted and warned about.
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
  readonly #stamps: StampReader;
  readonly #origins = new OriginReader();
  readonly #headers = new KlogHeaderReader();
  readonly #joiner: RecordJoiner;
  readonly #modes = new Map<JournalMode, number>();
  #queue: ReadRecord[] = [];
  #bytes = 0;
  #line = 0;
  #records = 0;
  #unparsed = 0;
  #binaryLines = 0;
  #structured = 0;
  #unstructured = 0;
  #json = 0;
  #enveloped = true;
  #mode: JournalMode = 'none';
  #modeCount = 0;

  constructor(index: number, name: string, options: ReaderOptions, sink: RecordSink) {
    this.#index = index;
    this.#name = name;
    this.#sink = sink;
    this.#clock = new RecordClock(options);
    this.#stamps = new StampReader(this.#clock);
    this.#joiner = new RecordJoiner((record) => this.#place(record));
    this.#lines = new LineSplitter((bytes, start, end, notes) => this.#readLine(bytes, start, end, notes));
    this.#encoding = new EncodingReader((chunk) => this.#lines.push(chunk));
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#encoding.push(chunk);
  }

  end(): void {
    this.#encoding.end();
    this.#lines.end();
    this.#joiner.flush();
    this.#clock.settleNow();
    this.#flushQueue();
  }

  summary(): SourceSummary {
    const forms: KlogForm[] = [];
    if (this.#unstructured > 0) forms.push('unstructured');
    if (this.#structured > 0) forms.push('structured');
    if (this.#json > 0) forms.push('json');
    return {
      name: this.#name, bytes: this.#bytes, lines: this.#line, records: this.#records, unparsedLines: this.#unparsed,
      journal: this.#commonMode(), klog: forms.length > 1 ? 'mixed' : (forms[0] ?? 'none'), timeZone: this.#clock.zoneKnown ? 'known' : 'unknown',
    };
  }

  #commonMode(): JournalMode {
    const counts = new Map(this.#modes);
    counts.set(this.#mode, (counts.get(this.#mode) ?? 0) + this.#modeCount);
    let best: JournalMode = 'none';
    let most = 0;
    for (const [mode, count] of counts) if (count > most) [best, most] = [mode, count];
    return best;
  }

  #countMode(mode: JournalMode): void {
    if (mode === this.#mode) {
      this.#modeCount++;
      return;
    }
    this.#modes.set(this.#mode, (this.#modes.get(this.#mode) ?? 0) + this.#modeCount);
    this.#mode = mode;
    this.#modeCount = 1;
  }

  #readLine(given: Uint8Array, from: number, to: number, notes: LineNotes): void {
    this.#line++;
    let bytes = given;
    let start = from;
    let end = to;
    if (notes.odd) {
      const clean = this.#clean(given, from, to, notes.cut);
      if (clean === undefined) return;
      if (clean !== given) [bytes, start, end] = [clean, 0, clean.length];
    }
    if (end === start) return;
    if (this.#readForm(bytes, start, end)) return;
    const indented = skipIndent(bytes, start, end);
    if (indented === end) return;
    if (indented > start && !this.#joiner.takesBlockLine(undefined, bytes, start, end) && this.#readForm(bytes, indented, end)) return;
    this.#countMode('none');
    this.#headerless(undefined, 'none', Number.NaN, bytes, start, end);
  }

  /** Tries envelope and header, the one that the line before had first. */
  #readForm(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#enveloped) return this.#readEnvelope(bytes, start, end) || this.#readBare(bytes, start, end);
    return this.#readBare(bytes, start, end) || this.#readEnvelope(bytes, start, end);
  }

  #readEnvelope(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes[start] === OPEN_BRACE) return this.#readJson(bytes, start, end);
    const stamps = this.#stamps;
    const afterStamp = stamps.read(bytes, start, end);
    if (afterStamp < 0) return false;
    const { mode, kind, time } = stamps;
    const body = this.#origins.read(bytes, afterStamp, end);
    if (body < 0) return false;
    const { origin } = this.#origins;
    this.#enveloped = true;
    this.#countMode(mode === 'short' && origin.pid === undefined && origin.identifier === 'kubelet' ? 'syslog' : mode === 'short-full' && isUnit(origin) ? 'with-unit' : mode);
    if (!this.#joiner.takesBlockLine(origin, bytes, body, end) && this.#readKlog(origin, kind, time, bytes, body, end)) return true;
    this.#headerless(origin, kind, time, bytes, body, end);
    return true;
  }

  #readBare(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#joiner.takesBlockLine(undefined, bytes, start, end) || !this.#readKlog(undefined, 'none', Number.NaN, bytes, start, end)) return false;
    this.#enveloped = false;
    this.#countMode('none');
    return true;
  }

  /** A klog header at `start`, or after one word before it (component names of all-in-one binaries), or a klog JSON object. */
  #readKlog(origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, end: number): boolean {
    const headers = this.#headers;
    if (!headers.read(bytes, start, end)) {
      if (bytes[start] === OPEN_BRACE) return origin !== undefined && this.#readJsonIn(origin, kind, stamp, bytes, start, end);
      const blank = firstBlank(bytes, start, end);
      if (blank < 0 || !headers.read(bytes, blank + 1, end)) return false;
    }
    const record = new ReadRecord(this.#index, this.#line, origin, kind, stamp, bytes, headers.bodyStart, end);
    record.severity = headers.severity;
    record.pid = headers.pid;
    record.caller = headers.caller;
    record.headerTime = this.#clock.complete(headers.month, headers.day, headers.secondOfDay, kind === 'absolute' ? stamp : undefined) + headers.microsecond;
    if (record.looksStructured) this.#structured++;
    else this.#unstructured++;
    this.#joiner.start(record);
    return true;
  }

  #readJson(bytes: Uint8Array, start: number, end: number): boolean {
    const read = readJsonLine(decodeText(bytes, start, end));
    if (read === undefined) return false;
    if (read.kind === 'klog') {
      this.#enveloped = true;
      this.#countMode('none');
      this.#startJson(read.record, undefined, 'none', Number.NaN, bytes, start, end);
      return true;
    }
    this.#enveloped = true;
    this.#countMode('json');
    const origin = this.#origins.of(read.host, read.identifier, read.pid);
    const kind: StampKind = read.time === undefined ? 'none' : 'absolute';
    const stamp = read.time ?? Number.NaN;
    if (read.time !== undefined) this.#clock.follow(read.time);
    this.#readMessage(origin, kind, stamp, read.message);
    return true;
  }

  /** The text of a journal entry, which may hold newlines. */
  #readMessage(origin: Origin, kind: StampKind, stamp: number, message: string): void {
    for (const text of message.split('\n')) {
      const bytes = encodeText(text);
      if (!this.#joiner.takesBlockLine(origin, bytes, 0, bytes.length) && this.#readKlog(origin, kind, stamp, bytes, 0, bytes.length)) continue;
      this.#headerless(origin, kind, stamp, bytes, 0, bytes.length);
    }
  }

  #readJsonIn(origin: Origin, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, end: number): boolean {
    const read = readJsonLine(decodeText(bytes, start, end));
    if (read?.kind !== 'klog') return false;
    this.#startJson(read.record, origin, kind, stamp, bytes, start, end);
    return true;
  }

  #startJson(json: import('./klogJson.ts').KlogJson, origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, end: number): void {
    const record = new ReadRecord(this.#index, this.#line, origin, kind, stamp, bytes, start, end);
    record.severity = json.severity;
    record.caller = { file: json.file, fileLine: json.fileLine };
    record.verbosity = json.verbosity;
    record.headerTime = json.time;
    record.absolute = true;
    record.content = { form: 'json', message: json.message, pairs: json.pairs };
    this.#json++;
    this.#joiner.start(record);
  }

  #headerless(origin: Origin | undefined, kind: StampKind, stamp: number, bytes: Uint8Array, start: number, end: number): void {
    if (origin === undefined) this.#unparsed++;
    this.#joiner.headerless(new ReadRecord(this.#index, this.#line, origin, kind, stamp, bytes, start, end));
  }

  /** Without escape sequences and NUL bytes; `undefined` when the line is binary. The same array when nothing had to go. */
  #clean(bytes: Uint8Array, start: number, end: number, cut: boolean): Uint8Array | undefined {
    if (cut) this.#sink.warning({ text: 'A line is longer than 1 MiB; only its first 1 MiB was read.', source: this.#index, line: this.#line });
    const escapes = bytes.indexOf(ESCAPE, start);
    const nul = bytes.indexOf(0, start);
    if ((escapes < 0 || escapes >= end) && (nul < 0 || nul >= end)) return bytes;
    const clean = withoutEscapes(bytes, start, end);
    if (nul >= 0 && nul < end) {
      if (++this.#binaryLines === 1) this.#sink.warning({ text: 'The log holds NUL bytes, as after a crash or in a binary file; they were left out.', source: this.#index, line: this.#line });
      if (clean.length < (end - start) / 2 || isBinary(clean)) {
        this.#unparsed++;
        return undefined;
      }
    }
    return clean;
  }

  /** Puts a complete record on the clock, or lets it wait until the clock is settled. */
  #place(record: ReadRecord): void {
    const clock = this.#clock;
    if (record.severity !== undefined && !record.absolute && clock.learn(record.headerTime, record.stamp, record.stampKind)) {
      this.#sink.warning({ text: 'The time zone of the klog headers changed here, as at the begin or end of daylight saving.', source: this.#index, line: record.line });
    } else if (record.absolute) clock.settleNow();
    if (!clock.settled && this.#queue.length < LONGEST_QUEUE) {
      this.#queue.push(record);
      return;
    }
    if (!clock.settled) clock.settleNow();
    if (this.#queue.length > 0) this.#flushQueue();
    this.#hand(record);
  }

  #flushQueue(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const record of queue) this.#hand(record);
  }

  #hand(record: ReadRecord): void {
    const clock = this.#clock;
    if (record.stampKind !== 'none') record.stamp = clock.stampTime(record.stamp, record.stampKind);
    if (record.severity !== undefined) {
      if (!record.absolute) record.headerTime = clock.klogTime(record.headerTime);
      record.time = record.headerTime as Instant;
    } else if (!Number.isNaN(record.stamp)) record.time = record.stamp as Instant;
    this.#records++;
    this.#sink.record(record);
  }
}

/** `with-unit` prints units where the others print identifiers. */
function isUnit(origin: Origin): boolean {
  const { identifier } = origin;
  return identifier !== undefined && (identifier.endsWith('.service') || identifier.endsWith('.scope'));
}

function firstBlank(bytes: Uint8Array, start: number, end: number): number {
  const last = Math.min(end, start + 40);
  for (let i = start; i < last; i++) if (bytes[i] === BLANK) return i;
  return -1;
}

function skipIndent(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && (bytes[i] === BLANK || bytes[i] === TAB)) i++;
  return i;
}

/** A copy without ANSI escape sequences (`ESC [ … letter`, `ESC ] … BEL`) and NUL bytes. */
function withoutEscapes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const clean = new Uint8Array(end - start);
  let length = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0) continue;
    if (byte !== ESCAPE) {
      clean[length++] = byte;
      continue;
    }
    const kind = bytes[i + 1];
    if (i + 1 < end && kind === 91) {
      i += 2;
      while (i < end && ((bytes[i] ?? 0) < 64 || (bytes[i] ?? 0) > 126)) i++;
    } else if (i + 1 < end && kind === 93) {
      i += 2;
      while (i < end && bytes[i] !== 7 && bytes[i] !== ESCAPE) i++;
      if (bytes[i] === ESCAPE) i++;
    } else i++;
  }
  return clean.subarray(0, length);
}

/** More than a tenth of control characters in the first 4 KB: not a text. */
function isBinary(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, 4096);
  let control = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 32 && byte !== TAB && byte !== 27 && byte !== 13) control++;
  }
  return control * 10 > length;
}
