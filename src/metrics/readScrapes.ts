/** Reads the bytes of a file of scrapes, in any chunking, and gives each scrape. Memory is bounded by one scrape. */
import type { Instant } from '../kubelet/time.ts';
import { timeOfDateLine } from './dateLine.ts';
import { readSample } from './sampleLine.ts';
import { type Scrape, ScrapeDraft } from './scrape.ts';

const NEWLINE = 10;
/** Of a longer line only its length counts: it is no sample of a kubelet. */
const LONGEST_LINE = 65_536;

export interface ScrapeSink {
  readonly scrape: (scrape: Scrape) => void;
  /** So many newlines were seen, and the next line begins at this byte. */
  readonly lineMark?: (newlines: number, offset: number) => void;
}

export class ScrapeReader {
  readonly #source: number;
  readonly #fileDate: Instant | undefined;
  readonly #sink: ScrapeSink;
  readonly #decoder = new TextDecoder();
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #bytes = 0;
  #newlines = 0;
  #written: Instant | undefined;
  #writtenLine = 0;
  #draft: ScrapeDraft | undefined;
  /** Lines that are neither samples, comments, dates nor blank. */
  unread = 0;

  constructor(source: number, fileDate: Instant | undefined, sink: ScrapeSink) {
    this.#source = source;
    this.#fileDate = fileDate;
    this.#sink = sink;
  }

  get newlines(): number {
    return this.#newlines;
  }

  /** Bytes that were taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Lines so far, the last one without its newline too. */
  get lines(): number {
    return this.#newlines + (this.#restBytes > 0 ? 1 : 0);
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#line(this.#takeRest());
      from = at + 1;
      this.#newlines += 1;
      this.#sink.lineMark?.(this.#newlines, this.#bytes + from);
    }
    // The chunk may be overwritten: what is kept is a copy.
    this.#keep(chunk.slice(from));
    this.#bytes += chunk.length;
  }

  /** Ends the file: its last line and its last scrape. More may follow. */
  end(): void {
    if (this.#restBytes > 0) this.#line(this.#takeRest());
    this.#finish(this.#newlines + 1);
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#restBytes += part.length;
    if (this.#restBytes <= LONGEST_LINE) this.#rest.push(part);
  }

  #takeRest(): string {
    const parts = this.#rest;
    const isWhole = this.#restBytes <= LONGEST_LINE;
    this.#rest = [];
    this.#restBytes = 0;
    if (!isWhole) return '\ufffd';
    const [only, ...others] = parts;
    if (only !== undefined && others.length === 0) return this.#decoder.decode(only);
    return parts.map((part) => this.#decoder.decode(part, { stream: true })).join('') + this.#decoder.decode();
  }

  #line(text: string): void {
    const line = this.#newlines + 1;
    const trimmed = text.trimEnd();
    if (trimmed === '') return;
    if (trimmed.startsWith('#') || /^[@\d]/.test(trimmed)) {
      const time = timeOfDateLine(trimmed);
      if (time !== undefined) {
        this.#finish(line - 1);
        this.#written = time;
        this.#writtenLine = line;
      } else if (!trimmed.startsWith('#')) this.unread += 1;
      else if (trimmed === '# EOF') this.#finish(line);
      return;
    }
    const sample = readSample(trimmed);
    if (sample === undefined) {
      this.unread += 1;
      return;
    }
    if (this.#draft === undefined) this.#begin(line);
    if (this.#draft?.take(sample, line) === false) {
      this.#finish(line - 1);
      this.#begin(line);
      this.#draft?.take(sample, line);
    }
  }

  #begin(line: number): void {
    this.#draft = new ScrapeDraft(this.#written === undefined ? line : this.#writtenLine, this.#written);
    this.#written = undefined;
  }

  #finish(lastLine: number): void {
    const scrape = this.#draft?.finish(this.#source, lastLine, this.#fileDate);
    this.#draft = undefined;
    if (scrape !== undefined) this.#sink.scrape(scrape);
  }
}
