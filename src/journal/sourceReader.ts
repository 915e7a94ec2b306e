import { OPEN_BRACE } from './bytes/bytes.ts';
import { RecordClock } from './time/clock.ts';
import { CommonLine, FARTHEST_HEADER } from './batch/commonLine.ts';
import { EncodingReader } from './bytes/encoding.ts';
import { EnvelopeReader } from './envelope/envelope.ts';
import { JournalJsonReader } from './entries/journalJson.ts';
import { RecordJoiner } from './order/joiner.ts';
import { KlogHeaderReader } from './klog/klogHeader.ts';
import { LineForms } from './envelope/lineForms.ts';
import { type LineNotes, type LineRun, LineSplitter } from './bytes/lines.ts';
import type { PlainReader } from './batch/plainReader.ts';
import { ReadRecord } from './klog/readRecord.ts';
import { type Origin, unstamped } from './envelope/origin.ts';
import type { JournalMode, ReaderOptions, RecordSink, SourceReader, SourceSummary } from './record.ts';
import { RecordOutlet } from './order/recordOutlet.ts';
import { RepeatedText } from './bytes/repeatedText.ts';
import { ReturnReader } from './bytes/returns.ts';
import { SourceCounts } from './sourceCounts.ts';
import { Unwrapper } from './unwrap/unwrap.ts';
import { YearWait } from './time/yearWait.ts';

/**
 * Makes a reader of one source. `index` and `name` are written to records and summary. Records read their text out of the pushed chunk: who keeps
 * them beyond the push has to `detach` them. Nothing is thrown for bad input; it is counted and warned about.
 * `end` in the middle of a line takes it as it stands; what later is pushed of the same line is left out.
 */
export function createSourceReader(
  index: number,
  name: string,
  options: ReaderOptions,
  sink: RecordSink,
): SourceReader {
  return new Reader(index, name, options, sink);
}

/** A stamp so far from the date of the common line may be of another year. */
const SAME_DATE = 2 * 86_400_000_000;

/** Leads each line to the way that is quickest for it: runs of plain lines, the common line, any line. */
class Reader implements SourceReader {
  readonly #source: number;
  readonly #name: string;
  readonly #clock: RecordClock;
  readonly #encoding: EncodingReader;
  readonly #returns: ReturnReader;
  readonly #unwrapper: Unwrapper;
  readonly #repeated: RepeatedText;
  readonly #lines: LineSplitter;
  readonly #envelope: EnvelopeReader;
  readonly #headers: KlogHeaderReader;
  readonly #common: CommonLine;
  readonly #journalJson: JournalJsonReader;
  /** The common line inside of journal JSON. */
  readonly #commonMessage: CommonLine;
  /** What the entry said that it was learned from. */
  #messageOrigin: Origin | undefined;
  readonly #counts = new SourceCounts();
  readonly #outlet: RecordOutlet;
  readonly #joiner: RecordJoiner;
  readonly #forms: LineForms;
  readonly #plain: PlainReader | undefined;
  #viewed: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#viewed.buffer);
  /** The year is still sought. */
  #yearWait: YearWait | undefined;
  #line = 0;
  /** The line before was a common entry of journal JSON. */
  #entryBefore = false;
  /** The source ended in the middle of a line, which was read as it stood. */
  #midLine = false;

  constructor(source: number, name: string, options: ReaderOptions, sink: RecordSink) {
    this.#source = source;
    this.#name = name;
    const { lineMark, plain } = sink;
    this.#headers = new KlogHeaderReader(plain?.callers);
    this.#common = new CommonLine(this.#headers.callers);
    this.#commonMessage = new CommonLine(this.#headers.callers);
    this.#clock = new RecordClock(options);
    this.#envelope = new EnvelopeReader(this.#clock);
    this.#outlet = new RecordOutlet(source, this.#clock, this.#counts, sink);
    this.#joiner = new RecordJoiner((record) => this.#outlet.place(record));
    const parts = {
      source,
      headers: this.#headers,
      clock: this.#clock,
      joiner: this.#joiner,
      outlet: this.#outlet,
      counts: this.#counts,
      isExcerpt: options.isExcerpt === true,
    };
    this.#journalJson = new JournalJsonReader(this.#envelope.origins);
    this.#forms = new LineForms(parts, this.#envelope, this.#journalJson);
    this.#plain = plain?.readerOf({ ...parts, common: this.#common, sink: plain });
    this.#lines = new LineSplitter(
      (bytes, start, end, notes) => this.#readLine(bytes, start, end, notes),
      (newlines, offset) => {
        const { skipped } = this.#encoding;
        if (skipped >= 0 && !this.#unwrapper.rewrites) lineMark?.(newlines, offset + skipped);
      },
      (bytes, start, newlines) => this.#takeRun(bytes, start, newlines),
      (bytes) => this.#plain?.run.isOdd(bytes),
    );
    this.#yearWait = new YearWait(options.year !== undefined);
    this.#repeated = new RepeatedText(
      (chunk) => this.#read(chunk),
      ({ first, count }) =>
        this.#outlet.warn(
          count === 1
            ? 'This line stands in the log twice, as if it, or a part of it, had been pasted or saved twice; it counts once.'
            : `${count} lines, this one the first of them, stand in the log twice, as if it, or a part of it, had been pasted or saved twice; they count once.`,
          first,
        ),
    );
    this.#unwrapper = new Unwrapper((chunk) => this.#repeated.push(chunk));
    this.#returns = new ReturnReader((chunk) => this.#unwrapper.push(chunk));
    this.#encoding = new EncodingReader((chunk) => this.#returns.push(chunk));
  }

  push(chunk: Uint8Array): void {
    this.#counts.bytes += chunk.length;
    this.#encoding.push(chunk);
    // The chunk may be overwritten: what waits for the next one takes its bytes along.
    this.#joiner.detach();
    this.#outlet.detach();
    this.#plain?.run.forgetChunk();
  }

  end(): void {
    this.#encoding.end();
    this.#returns.end();
    this.#unwrapper.end();
    this.#repeated.end();
    this.#knowYear();
    const midLine = this.#lines.open;
    this.#lines.end();
    this.#midLine = midLine;
    this.#forms.end();
    this.#joiner.flush();
    this.#outlet.settle();
  }

  #read(chunk: Uint8Array): void {
    if (this.#yearWait?.holds(chunk) === true) return;
    this.#knowYear();
    this.#lines.push(chunk);
  }

  /** Tells the clock the year that the log was found to be of, and reads what waited for it. */
  #knowYear(): void {
    const wait = this.#yearWait;
    if (wait === undefined) return;
    this.#yearWait = undefined;
    const year = wait.year();
    const { collected } = this.#unwrapper;
    if (year === undefined && collected !== undefined) this.#clock.dates.follow(collected);
    this.#clock.dates.setLogYear(year);
    this.#clock.dates.setFirstDate(wait.first);
    for (const held of wait.held) this.#lines.push(held);
  }

  get room(): Uint8Array | undefined {
    return this.#plain?.run.room;
  }

  get newlines(): number {
    return this.#lines.newlines + (this.#yearWait?.newlines ?? 0) + this.#repeated.newlines + this.#unwrapper.newlines;
  }

  summary(): SourceSummary {
    return this.#counts.summary(this.#name, this.#line, this.#clock);
  }

  /** Whether the next line may be a part of something that was begun. */
  get #isMidway(): boolean {
    return this.#midLine || this.#forms.midEntry || this.#joiner.blockOpen;
  }

  #takeRun(bytes: Uint8Array, start: number, newlines: number): LineRun | undefined {
    if (this.#plain === undefined || this.#isMidway) return undefined;
    const fields = this.#entryBefore ? this.#journalJson.fields : undefined;
    // A document's message can have a stamp of its own, which does not count.
    if (this.#entryBefore && (fields === undefined || this.#commonMessage.beginning?.stampLength !== 0))
      return undefined;
    const run = this.#plain.takeRun(
      this.#entryBefore ? this.#commonMessage : this.#common,
      fields,
      bytes,
      start,
      this.#line,
      newlines,
    );
    if (run !== undefined) this.#line += run.count + run.blockLines;
    return run;
  }

  /** The common line: envelope and pid as in the line before, then a klog header. */
  #readLine(bytes: Uint8Array, start: number, end: number, notes: LineNotes): void {
    this.#entryBefore = false;
    if (notes.odd || start === end || this.#isMidway) {
      this.#readAnyLine(bytes, start, end, notes);
      return;
    }
    if (bytes !== this.#viewed) {
      this.#viewed = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    if (bytes[start] === OPEN_BRACE) {
      this.#common.forget();
      if (!this.#readJournalJson(bytes, start, end)) this.#readAnyLine(bytes, start, end, notes);
      return;
    }
    const common = this.#common;
    const plain = this.#plain;
    if (plain?.run.readAhead(common, bytes, start) !== true && !common.read(bytes, this.#view, start, end)) {
      const body = this.#forms.enveloped ? this.#bodyOf(bytes, start, end) : start;
      if (body < 0 || !this.#headers.read(bytes, body, end)) {
        if (!this.#readNeighbour(bytes, start, end)) this.#readAnyLine(bytes, start, end, notes);
        return;
      }
      this.#learnCommon(bytes, start, body);
      if (!common.read(bytes, this.#view, start, end)) {
        this.#startSeldom(bytes, start, end);
        return;
      }
    }
    this.#startCommon(common, bytes, this.#view, start, end);
  }

  /** Where the message begins of a line with the envelope of the line before; −1: it has another one. While no common line is known, that of any writer will do: where others write in between, no line follows one of its own. */
  #bodyOf(bytes: Uint8Array, start: number, end: number): number {
    const envelope = this.#envelope;
    const body = envelope.quick(bytes, start, end);
    if (body >= 0 || this.#common.beginning !== undefined) return body;
    return envelope.read(bytes, start, end) && envelope.origin !== undefined && !envelope.cri && !envelope.verboseHead
      ? envelope.bodyStart
      : -1;
  }

  /** The common entry of journal JSON: a klog line in the message, date and pid as in the entry before. `false`: it is another one. */
  #readJournalJson(bytes: Uint8Array, start: number, end: number): boolean {
    const entry = this.#journalJson;
    if (!entry.read(bytes, this.#view, start, end)) return false;
    const common = this.#commonMessage;
    const { bytes: text, view, start: at, end: textEnd } = entry;
    const mode = entry.isEntry ? 'json' : 'other';
    if (entry.origin === undefined && this.#forms.section !== undefined) return false;
    this.#clock.dates.follow(entry.time);
    if (
      this.#messageOrigin !== entry.origin ||
      common.mode !== mode ||
      !common.read(text, view, at, textEnd) ||
      Math.abs(common.time - entry.time) > FARTHEST_HEADER
    ) {
      if (!this.#learnMessage(entry, mode) || !common.read(text, view, at, textEnd)) return false;
    }
    common.stamp = entry.time;
    this.#clock.dates.follow(entry.time);
    this.#forms.enveloped = true;
    this.#entryBefore = true;
    this.#startCommon(common, text, view, at, textEnd);
    return true;
  }

  /** Learns the common line from the message of an entry; one of a shipper can have an envelope of its own, whose origin counts, but not its stamp. */
  #learnMessage({ bytes, view, start, end, origin, time, isEntry }: JournalJsonReader, mode: JournalMode): boolean {
    const headers = this.#headers;
    const envelope = this.#envelope;
    let inner = false;
    if (!headers.read(bytes, start, end)) {
      inner =
        !isEntry &&
        envelope.read(bytes, start, end) &&
        envelope.origin !== undefined &&
        headers.read(bytes, envelope.bodyStart, end);
      if (!inner) return false;
    }
    const secondEnd = inner ? envelope.secondEnd(start) : start;
    if (secondEnd < 0) return false;
    this.#messageOrigin = origin;
    this.#commonMessage.learn(bytes, view, {
      start,
      secondEnd,
      countStart: inner ? envelope.countStart(start) : -1,
      headerStart: inner ? envelope.bodyStart : start,
      callerStart: headers.callerStart,
      kind: 'absolute',
      stamp: time,
      pid: headers.pid,
      mode,
      origin: inner ? envelope.origin : origin,
      klogSecond: this.#clock.dates.complete(headers.month, headers.day, headers.secondOfDay, time),
    });
    return true;
  }

  /** The common line that was just read. */
  #startCommon(common: CommonLine, bytes: Uint8Array, view: DataView, start: number, end: number): void {
    this.#line++;
    this.#counts.mode(common.mode);
    this.#plain?.run.addCaller(common, bytes);
    const record = new ReadRecord(
      this.#source,
      this.#line,
      common.time,
      common.origin,
      common.kind,
      common.stamp,
      common.severity,
      common.pid,
      common.caller,
      bytes,
      start,
      common.bodyStart,
      end,
    );
    if (view !== this.#view) record.detach();
    this.#counts.klog(record.looksStructured);
    this.#joiner.start(record);
  }

  /** The envelope was read by `quick`, or there is none; the header was read, too. */
  #learnCommon(bytes: Uint8Array, start: number, headerStart: number): void {
    const headers = this.#headers;
    const envelope = this.#envelope;
    const { enveloped, section } = this.#forms;
    const secondEnd = enveloped ? envelope.secondEnd(start) : start;
    const kind = enveloped ? envelope.kind : 'none';
    const stamp = enveloped ? envelope.time : Number.NaN;
    this.#common.forget();
    if (secondEnd < 0) return;
    this.#common.learn(bytes, this.#view, {
      start,
      secondEnd,
      countStart: enveloped ? envelope.countStart(start) : -1,
      headerStart,
      callerStart: headers.callerStart,
      kind,
      stamp,
      pid: headers.pid,
      mode: enveloped ? envelope.mode : 'none',
      origin: enveloped ? envelope.origin : section,
      klogSecond: this.#clock.dates.complete(
        headers.month,
        headers.day,
        headers.secondOfDay,
        kind === 'absolute' ? stamp : undefined,
      ),
    });
  }

  /** A line whose envelope and header were read, but which is of a form that seldom comes. */
  #startSeldom(bytes: Uint8Array, start: number, end: number): void {
    const { body, enveloped, section } = this.#forms;
    body.line = ++this.#line;
    body.lines = 1;
    const envelope = this.#envelope;
    this.#counts.mode(enveloped ? envelope.mode : 'none');
    body.startKlog(enveloped ? envelope : unstamped(section), bytes, start, end);
  }

  /** A line of another origin than the common one, which is complete then, and stays as it is. */
  #readNeighbour(bytes: Uint8Array, start: number, end: number): boolean {
    const { beginning, origin } = this.#common;
    const envelope = this.#envelope;
    if (
      beginning === undefined ||
      origin === undefined ||
      !this.#forms.enveloped ||
      !envelope.read(bytes, start, end) ||
      envelope.origin === undefined ||
      envelope.origin === origin
    )
      return false;
    if (beginning.second !== 'count' && !(Math.abs(envelope.time - beginning.stampBase) < SAME_DATE)) return false;
    this.#plain?.learnNeighbour(envelope.origin, envelope.mode, bytes, this.#view, start, envelope.bodyStart);
    const { body } = this.#forms;
    body.line = ++this.#line;
    body.lines = 1;
    this.#counts.mode(envelope.mode);
    body.read(envelope, bytes, start, envelope.bodyStart, end);
    return true;
  }

  #readAnyLine(given: Uint8Array, from: number, to: number, notes: LineNotes): void {
    this.#common.forget();
    if (this.#midLine) {
      this.#midLine = false;
      if (to > from)
        this.#outlet.warn('The end of this line came after the line had been read; it was left out.', this.#line);
      return;
    }
    const forms = this.#forms;
    const { body } = forms;
    const line = ++this.#line;
    body.line = line;
    body.lines = 1;
    if (notes.cut) this.#outlet.warn('This line is longer than 1 MiB; only its first 1 MiB was read.', line);
    if (forms.goesOn(line, given, from, to)) return;
    const bytes = notes.odd ? body.clean(given, from, to) : given;
    if (bytes === undefined) return;
    const [start, end] = bytes === given ? [from, to] : [0, bytes.length];
    if (end > start) forms.read(line, bytes, start, end);
  }
}
