import { OPEN_BRACE } from './bytes/bytes.ts';
import { RecordClock } from './time/clock.ts';
import { CommonLine } from './batch/commonLine.ts';
import { CommonEntry } from './entries/commonEntry.ts';
import { EnvelopeReader } from './envelope/envelope.ts';
import { JournalJsonReader } from './entries/journalJson.ts';
import { RecordJoiner } from './order/joiner.ts';
import { KlogHeaderReader } from './klog/klogHeader.ts';
import { LineForms } from './envelope/lineForms.ts';
import type { LineNotes, LineRun } from './bytes/lines.ts';
import type { PlainReader } from './batch/plainReader.ts';
import { ReadRecord } from './klog/readRecord.ts';
import { unstamped } from './envelope/origin.ts';
import type { ReaderOptions, RecordSink, SourceReader, SourceSummary } from './record.ts';
import { RecordOutlet } from './order/recordOutlet.ts';
import type { RepeatedLines } from './bytes/repeatedText.ts';
import { SourceCounts } from './sourceCounts.ts';
import { SourceText, type TextDates } from './sourceText.ts';

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
  readonly #text: SourceText;
  readonly #envelope: EnvelopeReader;
  readonly #headers: KlogHeaderReader;
  readonly #common: CommonLine;
  readonly #journalJson: JournalJsonReader;
  readonly #entry: CommonEntry;
  readonly #counts = new SourceCounts();
  readonly #outlet: RecordOutlet;
  readonly #joiner: RecordJoiner;
  readonly #forms: LineForms;
  readonly #plain: PlainReader | undefined;
  #viewed: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#viewed.buffer);
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
    this.#entry = new CommonEntry(this.#journalJson, this.#envelope, this.#headers, this.#clock);
    this.#forms = new LineForms(parts, this.#envelope, this.#journalJson);
    this.#plain = plain?.readerOf({ ...parts, common: this.#common, sink: plain });
    this.#text = new SourceText(
      {
        dates: (dates) => this.#takeDates(dates),
        line: (bytes, start, end, notes) => this.#readLine(bytes, start, end, notes),
        run: (bytes, start, newlines) => this.#takeRun(bytes, start, newlines),
        isOdd: (chunk) => this.#plain?.run.isOdd(chunk),
        mark: (newlines, offset) => lineMark?.(newlines, offset),
        repeated: (lines) => this.#takeRepeated(lines),
      },
      options.year !== undefined,
    );
  }

  push(chunk: Uint8Array): void {
    this.#counts.bytes += chunk.length;
    this.#text.push(chunk);
    // The chunk may be overwritten: what waits for the next one takes its bytes along.
    this.#joiner.detach();
    this.#outlet.detach();
    this.#plain?.run.forgetChunk();
  }

  end(): void {
    this.#midLine = this.#text.end();
    this.#forms.end();
    this.#joiner.flush();
    this.#outlet.settle();
  }

  /** Tells the clock of which year the log was found to be. */
  #takeDates({ year, first, collected }: TextDates): void {
    if (year === undefined && collected !== undefined) this.#clock.dates.follow(collected);
    this.#clock.dates.setLogYear(year);
    this.#clock.dates.setFirstDate(first);
  }

  #takeRepeated({ first, count, copies }: RepeatedLines): void {
    this.#counts.copies.push(...copies);
    this.#outlet.warn(
      count === 1
        ? 'This line stands in the log twice, as if it, or a part of it, had been pasted or saved twice; it counts once.'
        : `${count} lines, this one the first of them, stand in the log twice, as if it, or a part of it, had been pasted or saved twice; they count once.`,
      first,
    );
  }

  get room(): Uint8Array | undefined {
    return this.#plain?.run.room;
  }

  get newlines(): number {
    return this.#text.newlines;
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
    const fields = this.#entryBefore ? this.#entry.fields : undefined;
    if (this.#entryBefore && fields === undefined) return undefined;
    const run = this.#plain.takeRun(
      this.#entryBefore ? this.#entry.common : this.#common,
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
      this.#readEntry(bytes, start, end, notes);
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

  /** A document, or an entry of journal JSON. */
  #readEntry(bytes: Uint8Array, start: number, end: number, notes: LineNotes): void {
    this.#common.forget();
    if (!this.#entry.read(bytes, this.#view, start, end, this.#forms.section !== undefined)) {
      this.#readAnyLine(bytes, start, end, notes);
      return;
    }
    this.#forms.enveloped = true;
    this.#entryBefore = true;
    const { bytes: text, view, start: from, end: to } = this.#journalJson;
    this.#startCommon(this.#entry.common, text, view, from, to);
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
