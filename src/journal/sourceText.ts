import { EncodingReader } from './bytes/encoding.ts';
import { type LineNotes, type LineRun, LineSplitter } from './bytes/lines.ts';
import { type RepeatedLines, RepeatedText } from './bytes/repeatedText.ts';
import { ReturnReader } from './bytes/returns.ts';
import type { Yearless } from './time/yearHints.ts';
import { YearWait } from './time/yearWait.ts';
import { Unwrapper } from './unwrap/unwrap.ts';

/** What the beginning of a text tells of its dates. */
export interface TextDates {
  /** The year of its first stamp without one. */
  readonly year: number | undefined;
  /** The first date without a year. */
  readonly first: Yearless | undefined;
  /** When its first line was collected, in local microseconds, where that stood before the lines. */
  readonly collected: number | undefined;
}

/** Who reads the lines of a text. */
export interface TextReader {
  /** Called once, before the first line. */
  dates(dates: TextDates): void;
  line(bytes: Uint8Array, start: number, end: number, notes: LineNotes): void;
  /** May take lines of a chunk from where one begins; `newlines` stand before it. */
  run(bytes: Uint8Array, start: number, newlines: number): LineRun | undefined;
  /** May tell whether a chunk holds escape sequences or NUL bytes. */
  isOdd(chunk: Uint8Array): boolean | undefined;
  /** Tells now and then at which byte of the source the line after so many newlines begins. */
  mark(newlines: number, offset: number): void;
  /** Lines that stand a second time in the text, and were left out. */
  repeated(lines: RepeatedLines): void;
}

/** The way from the bytes of a source, in any chunking, to its lines: each step undoes what stands around them and hands on to the next. */
export class SourceText {
  readonly #reader: TextReader;
  readonly #encoding: EncodingReader;
  readonly #returns: ReturnReader;
  readonly #unwrapper: Unwrapper;
  readonly #repeated: RepeatedText;
  readonly #lines: LineSplitter;
  /** The year is still sought. */
  #yearWait: YearWait | undefined;

  constructor(reader: TextReader, isYearKnown: boolean) {
    this.#reader = reader;
    this.#lines = new LineSplitter(
      (bytes, start, end, notes) => reader.line(bytes, start, end, notes),
      (newlines, offset) => {
        const { skipped } = this.#encoding;
        if (skipped >= 0 && !this.#unwrapper.rewrites) reader.mark(newlines, offset + skipped);
      },
      (bytes, start, newlines) => reader.run(bytes, start, newlines),
      (bytes) => reader.isOdd(bytes),
    );
    this.#yearWait = new YearWait(isYearKnown);
    this.#repeated = new RepeatedText(
      (chunk) => this.#read(chunk),
      (lines) => reader.repeated(lines),
    );
    this.#unwrapper = new Unwrapper((chunk) => this.#repeated.push(chunk));
    this.#returns = new ReturnReader((chunk) => this.#unwrapper.push(chunk));
    this.#encoding = new EncodingReader((chunk) => this.#returns.push(chunk));
  }

  push(chunk: Uint8Array): void {
    this.#encoding.push(chunk);
  }

  /** The source has ended, for now. `true`: in the middle of a line, which was read as it stands. */
  end(): boolean {
    this.#encoding.end();
    this.#returns.end();
    this.#unwrapper.end();
    this.#repeated.end();
    this.#tellDates();
    const midLine = this.#lines.open;
    this.#lines.end();
    return midLine;
  }

  /** Newlines in what was pushed, read or not. */
  get newlines(): number {
    return this.#lines.newlines + (this.#yearWait?.newlines ?? 0) + this.#repeated.newlines + this.#unwrapper.newlines;
  }

  #read(chunk: Uint8Array): void {
    if (this.#yearWait?.holds(chunk) === true) return;
    this.#tellDates();
    this.#lines.push(chunk);
  }

  /** Tells of which year the text was found to be, and reads what waited for it. */
  #tellDates(): void {
    const wait = this.#yearWait;
    if (wait === undefined) return;
    this.#yearWait = undefined;
    this.#reader.dates({ year: wait.year(), first: wait.first, collected: this.#unwrapper.collected });
    for (const held of wait.held) this.#lines.push(held);
  }
}
