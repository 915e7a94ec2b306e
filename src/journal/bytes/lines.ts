import { CARRIAGE_RETURN, ESCAPE, NEWLINE } from './bytes.ts';

/** Longer lines are cut for parsing. */
const LONGEST_LINE = 1024 * 1024;

/** Every so many lines the splitter tells where the next one begins. */
export const MARKED_LINES = 256;

/** What the splitter found out about the line it hands over. */
export interface LineNotes {
  /** The line was longer than `LONGEST_LINE`; the rest is left out. */
  readonly cut: boolean;
  /** The line holds escape sequences or NUL bytes (true also for some of its neighbours). */
  readonly odd: boolean;
}

/** Lines that somebody took by himself. */
export interface LineRun {
  readonly count: number;
  /** So many lines behind them belong to the last one. */
  readonly blockLines: number;
  /** Where the next line begins. */
  readonly at: number;
  /** How many newlines there were at the last multiple of 256 among them, or −1, and where the line after it begins. */
  readonly markCount: number;
  readonly markAt: number;
  /** Whether the next line's newline is known, and where it is. */
  readonly readNext: boolean;
  readonly newlineAt: number;
  /** It ended because it could tell of no more lines: another one may follow at once. */
  readonly isFull: boolean;
}

const PLAIN: LineNotes = { cut: false, odd: false };
const ODD: LineNotes = { cut: false, odd: true };
const CUT: LineNotes = { cut: true, odd: true };

/**
 * Splits UTF-8 bytes in any chunking into physical lines. A line is handed over as a range of a chunk; only a line that spans chunks is copied.
 * `\n` and `\r\n` end lines.
 */
export class LineSplitter {
  readonly #line: (bytes: Uint8Array, start: number, end: number, notes: LineNotes) => void;
  readonly #mark: (newlines: number, offset: number) => void;
  readonly #run: (bytes: Uint8Array, start: number, newlines: number) => LineRun | undefined;
  readonly #isOdd: (chunk: Uint8Array) => boolean | undefined;
  #carry: Uint8Array = new Uint8Array(0);
  /** Newlines seen, and bytes before the chunk that is read. */
  #newlines = 0;
  #before = 0;
  #carried = 0;
  #oversized = false;

  /**
   * `mark` is called after every 256th newline, with how many there were and how many bytes lie before the next line. `run` may take lines of a chunk
   * without odd bytes from where one begins. `isOdd` may tell whether a chunk has such bytes.
   */
  constructor(
    line: (bytes: Uint8Array, start: number, end: number, notes: LineNotes) => void,
    mark: (newlines: number, offset: number) => void = () => undefined,
    run: (bytes: Uint8Array, start: number, newlines: number) => LineRun | undefined = () => undefined,
    isOdd: (chunk: Uint8Array) => boolean | undefined = () => undefined,
  ) {
    this.#line = line;
    this.#mark = mark;
    this.#run = run;
    this.#isOdd = isOdd;
  }

  get newlines(): number {
    return this.#newlines;
  }

  /** Whether a line has begun and not ended. */
  get open(): boolean {
    return this.#carried > 0;
  }

  push(chunk: Uint8Array): void {
    // Records read in plain arrays only: one shape keeps the byte loops fast. Searching is left to the chunk itself, Node's buffers are better at it.
    const bytes =
      chunk.constructor === Uint8Array ? chunk : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    const length = chunk.length;
    let start = 0;
    if (this.#carried > 0) {
      const newline = chunk.indexOf(NEWLINE);
      if (newline < 0) {
        this.#carryOn(bytes, 0, length);
        this.#before += length;
        return;
      }
      this.#carryOn(bytes, 0, newline);
      this.#count(newline);
      this.#handOverCarry();
      start = newline + 1;
    }
    const notes =
      (this.#isOdd(bytes) ?? (chunk.indexOf(ESCAPE, start) >= 0 || chunk.indexOf(0, start) >= 0)) ? ODD : PLAIN;
    for (;;) {
      const run = notes === PLAIN ? this.#run(bytes, start, this.#newlines) : undefined;
      if (run !== undefined && run.count > 0) {
        this.#newlines += run.count + run.blockLines;
        if (run.markCount >= 0) this.#mark(run.markCount, this.#before + run.markAt);
        start = run.at;
        if (run.isFull) continue;
      }
      const newline = run?.readNext === true ? run.newlineAt : chunk.indexOf(NEWLINE, start);
      if (newline < 0) break;
      this.#count(newline);
      this.#handOver(bytes, start, newline, notes);
      start = newline + 1;
    }
    if (start < length) this.#carryOn(bytes, start, length);
    this.#before += length;
  }

  #count(newline: number): void {
    this.#newlines++;
    if ((this.#newlines & (MARKED_LINES - 1)) === 0) this.#mark(this.#newlines, this.#before + newline + 1);
  }

  /** Hands over a last line without a newline. */
  end(): void {
    if (this.#carried > 0) this.#handOverCarry();
  }

  #handOver(bytes: Uint8Array, start: number, end: number, notes: LineNotes): void {
    const last = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    if (last - start > LONGEST_LINE) this.#line(bytes, start, start + LONGEST_LINE, CUT);
    else this.#line(bytes, start, last, notes);
  }

  #handOverCarry(): void {
    // The carry's bytes go to a record that may be kept, so the next carry gets an array of its own.
    const bytes = this.#carry;
    const end = this.#carried;
    const cut = this.#oversized;
    this.#carry = new Uint8Array(0);
    this.#carried = 0;
    this.#oversized = false;
    if (cut) this.#line(bytes, 0, LONGEST_LINE, CUT);
    else this.#handOver(bytes, 0, end, ODD);
  }

  #carryOn(chunk: Uint8Array, start: number, end: number): void {
    // One byte more than the longest line tells whether it is longer; one more may be a carriage return.
    const room = LONGEST_LINE + 2 - this.#carried;
    const take = Math.min(end - start, room);
    if (take < end - start) this.#oversized = true;
    const needed = this.#carried + take;
    if (needed > this.#carry.length) {
      const grown = new Uint8Array(Math.min(Math.max(needed, this.#carry.length * 2, 256), LONGEST_LINE + 2));
      grown.set(this.#carry.subarray(0, this.#carried));
      this.#carry = grown;
    }
    this.#carry.set(chunk.subarray(start, start + take), this.#carried);
    this.#carried = needed;
  }
}
