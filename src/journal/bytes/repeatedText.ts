import { BLANK, COLON, isDigit, NEWLINE } from './bytes.ts';

/** A text that begins again behind more bytes than this is not looked for. */
const MOST = 4 * 1024 * 1024;
/** So many lines in a row are those of the beginning once more, if so many of them have a stamp with parts of a second: no program writes these twice. */
const LEAST_LINES = 8;
const LEAST_STAMPS = 3;
/** So much is held back until that is known. */
const MOST_HELD = 64 * 1024;
/** So many bytes are compared in vain: in a text of the same lines again and again, it begins again everywhere. Then nothing is looked for any more. */
const MOST_IN_VAIN = 16 * 1024 * 1024;

/** Lines that stand a second time in the text. */
export interface RepeatedLines {
  /** The number of the first of them in the text, from 1 on. */
  readonly first: number;
  readonly count: number;
}

/**
 * Leaves out of a text what stands in it a second time from its first line on, as in a log that was pasted twice or saved twice to one file. Blanks stand for it,
 * so lines and bytes keep their places. The text comes in chunks that begin and end anywhere.
 */
export class RepeatedText {
  readonly #push: (chunk: Uint8Array) => void;
  readonly #tell: (lines: RepeatedLines) => void;
  /** What came so far, without what was left out; `undefined` once there is too much of it. */
  #text: Uint8Array | undefined = new Uint8Array(0);
  #length = 0;
  /** Where the first line ends, behind its newline; 0: it has not ended yet. */
  #firstEnd = 0;
  #held: Uint8Array = new Uint8Array(0);
  /** The place in the text of the line that should come next; −1: it is not repeated now. */
  #at = -1;
  /** Lines that were passed on, and the first and the number of those that are left out now. */
  #lines = 0;
  #first = 0;
  #count = 0;
  #inVain = 0;
  /** The line before has not ended. */
  #midLine = false;

  constructor(push: (chunk: Uint8Array) => void, tell: (lines: RepeatedLines) => void) {
    this.#push = push;
    this.#tell = tell;
  }

  /** Newlines that are held back. */
  get newlines(): number {
    return countNewlines(this.#held);
  }

  push(chunk: Uint8Array): void {
    if (this.#text === undefined) this.#push(chunk);
    else if (this.#held.length === 0) this.#read(chunk);
    else {
      const data = new Uint8Array(this.#held.length + chunk.length);
      data.set(this.#held);
      data.set(chunk, this.#held.length);
      this.#held = new Uint8Array(0);
      this.#read(data);
    }
  }

  /** Passes on what was held back; the text may still grow. */
  end(): void {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    if (held.length > 0) {
      const isRepeated = this.#at >= 0 && this.#isNext(held, 0, held.length);
      if (!isRepeated) this.#remember(held);
      this.#pass(isRepeated ? new Uint8Array(held.length).fill(BLANK) : held);
    }
    this.#finish();
  }

  #read(data: Uint8Array): void {
    let passed = 0;
    let start = 0;
    if (this.#midLine) {
      start = data.indexOf(NEWLINE) + 1;
      if (start === 0) start = data.length;
      this.#remember(data.subarray(0, start));
      if (this.#firstEnd === 0 && data[start - 1] === NEWLINE) this.#firstEnd = this.#length;
    }
    while (start < data.length) {
      if (this.#at < 0 && this.#firstEnd > 0) {
        const found = this.#beginsAgain(data, start);
        if (found === 'open') break;
        if (found === 'yes') {
          this.#pass(data.subarray(passed, start));
          passed = start;
          this.#at = 0;
          this.#first = this.#lines + 1;
        }
      }
      const end = data.indexOf(NEWLINE, start) + 1;
      if (this.#at >= 0 && end === 0) break;
      if (this.#at >= 0 && this.#isNext(data, start, end)) {
        this.#pass(blankLine(end - start));
        this.#count += 1;
        this.#at += end - start;
        passed = end;
        if (this.#at >= this.#length) this.#finish();
      } else {
        if (this.#at >= 0) this.#finish();
        this.#remember(data.subarray(start, end === 0 ? data.length : end));
        if (this.#firstEnd === 0 && end > 0) this.#firstEnd = this.#length;
      }
      start = end === 0 ? data.length : end;
    }
    this.#pass(data.subarray(passed, start));
    // The chunk may be overwritten.
    this.#held = data.slice(start);
  }

  /** Whether the beginning of the text stands here; `open`: more of it has to come. */
  #beginsAgain(data: Uint8Array, start: number): 'yes' | 'no' | 'open' {
    const text = this.#text;
    if (text === undefined) return 'no';
    let lines = 0;
    let stamps = 0;
    let lineStart = start;
    for (let at = start; at < data.length; at += 1) {
      const place = at - start;
      if (place >= this.#length || place > MOST_HELD || data[at] !== text[place]) {
        this.#inVain += place;
        if (this.#inVain > MOST_IN_VAIN) this.#text = undefined;
        return 'no';
      }
      if (data[at] !== NEWLINE) continue;
      lines += 1;
      if (hasFraction(data, lineStart, at)) stamps += 1;
      if (lines >= LEAST_LINES && stamps >= LEAST_STAMPS) return 'yes';
      lineStart = at + 1;
    }
    return 'open';
  }

  #isNext(data: Uint8Array, start: number, end: number): boolean {
    const text = this.#text;
    if (text === undefined) return false;
    if (this.#at + end - start > this.#length) return false;
    for (let index = start; index < end; index += 1) if (data[index] !== text[this.#at + index - start]) return false;
    return true;
  }

  /** What was left out ends here. */
  #finish(): void {
    if (this.#count > 0) this.#tell({ first: this.#first, count: this.#count });
    this.#at = -1;
    this.#count = 0;
  }

  /** Notes what is no repetition. */
  #remember(part: Uint8Array): void {
    if (this.#text === undefined) return;
    const length = this.#length + part.length;
    if (length > MOST) {
      this.#text = undefined;
      return;
    }
    if (length > this.#text.length) {
      const longer = new Uint8Array(Math.min(MOST, Math.max(length, 2 * this.#text.length, 4096)));
      longer.set(this.#text.subarray(0, this.#length));
      this.#text = longer;
    }
    this.#text.set(part, this.#length);
    this.#length = length;
  }

  #pass(part: Uint8Array): void {
    if (part.length === 0) return;
    if (this.#text !== undefined) this.#lines += countNewlines(part);
    this.#midLine = part.at(-1) !== NEWLINE;
    this.#push(part);
  }
}

function blankLine(length: number): Uint8Array {
  const line = new Uint8Array(length).fill(BLANK);
  line[length - 1] = NEWLINE;
  return line;
}

function countNewlines(part: Uint8Array): number {
  let count = 0;
  for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** `:36.128` or `:36.128459` somewhere in a line. */
function hasFraction(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at + 7 <= end; at += 1)
    if (
      bytes[at] === COLON &&
      isDigit(bytes[at + 1] ?? 0) &&
      isDigit(bytes[at + 2] ?? 0) &&
      (bytes[at + 3] === 0x2e || bytes[at + 3] === 0x2c) &&
      isDigit(bytes[at + 4] ?? 0) &&
      isDigit(bytes[at + 5] ?? 0) &&
      isDigit(bytes[at + 6] ?? 0)
    )
      return true;
  return false;
}
