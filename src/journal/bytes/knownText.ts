import { BLANK, COLON, DOT, isDigit, NEWLINE } from './bytes.ts';

/** A stamp stands no more bytes behind the begin of a line. */
const MOST_TO_STAMP = 512;
/** So many bytes before the dot of a stamp and from it on tell which of two is the later one: `10:15:36.128459`. */
const BEFORE_DOT = 8;
const FROM_DOT = 7;
/** So many digits in front of a dot are seconds since 1970. */
const EPOCH_DIGITS = 10;
const FRACTION_DIGITS = 3;
const ZERO = 48;
/** So many bytes at the end of a line help to tell it from others. */
const LAST_BYTES = 16;

/** A line of a text: its bytes with the newline, and the dot in front of its parts of a second; −1: it has none. */
export interface KnownLine {
  readonly start: number;
  readonly end: number;
  readonly dot: number;
}

/** The beginning of a text, and where each line with parts of a second stands in it: no program writes such a line twice. */
export class KnownText {
  readonly #most: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;
  /** By the hash of a line: where the line begins. */
  readonly #places = new Map<number, number>();

  /** No more than so many bytes are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes stay as they are, but for those that are blanked later. */
  view(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }

  /** Takes as much of a chunk as there is room for, and gives how much that is. */
  append(chunk: Uint8Array): number {
    const taken = Math.min(chunk.length, this.#most - this.#length);
    const length = this.#length + taken;
    if (length > this.#bytes.length) {
      const longer = new Uint8Array(Math.min(this.#most, Math.max(length, 2 * this.#bytes.length, 4096)));
      longer.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = longer;
    }
    this.#bytes.set(taken === chunk.length ? chunk : chunk.subarray(0, taken), this.#length);
    this.#length = length;
    return taken;
  }

  /** Behind the newline that ends the line which begins there; 0: it has not come. */
  lineEnd(start: number): number {
    const newline = this.#bytes.indexOf(NEWLINE, start);
    return newline < this.#length ? newline + 1 : 0;
  }

  /** Where the line begins whose newline is the last byte before `end`; not before `least`. */
  lineStart(end: number, least: number): number {
    return Math.max(least, this.#bytes.lastIndexOf(NEWLINE, end - 2) + 1);
  }

  /** Where the first stamp of a line has the dot in front of its parts of a second, as in `:36.128459` or `1741593600.128`; −1: it has none. */
  dotOf(start: number, end: number): number {
    const last = Math.min(end, start + MOST_TO_STAMP) - FRACTION_DIGITS;
    for (let at = start + FRACTION_DIGITS; at < last; at += 1)
      if (this.#bytes[at] === DOT && this.#isFraction(at) && (this.#isClock(at) || this.#isEpoch(at, start))) return at;
    return -1;
  }

  /** Not `.000`: a collector writes that where it knows the second only, and in one second a program does write a line twice. */
  #isFraction(dot: number): boolean {
    let isZero = true;
    for (let behind = 1; behind <= FRACTION_DIGITS; behind += 1) {
      const digit = this.#bytes[dot + behind];
      if (!isDigit(digit)) return false;
      if (digit !== ZERO) isZero = false;
    }
    return !isZero;
  }

  #isClock(dot: number): boolean {
    return this.#bytes[dot - 3] === COLON && isDigit(this.#bytes[dot - 2]) && isDigit(this.#bytes[dot - 1]);
  }

  #isEpoch(dot: number, start: number): boolean {
    if (dot - EPOCH_DIGITS < start) return false;
    for (let before = 1; before <= EPOCH_DIGITS; before += 1) if (!isDigit(this.#bytes[dot - before])) return false;
    return true;
  }

  /** Whether the one stamp is later than the other on the same day; any stamp is later than none. */
  isLater(dot: number, other: number): boolean {
    if (other < 0) return true;
    for (let offset = -BEFORE_DOT; offset < FROM_DOT; offset += 1) {
      const difference = (this.#bytes[dot + offset] ?? 0) - (this.#bytes[other + offset] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  /** Where the same line with a stamp begins that came before; −1: none did, and this one is the first from now on. */
  earlier(line: KnownLine): number {
    const hash = this.#hashOf(line);
    const known = this.#places.get(hash);
    if (known !== undefined && this.isSame(line, known)) return known;
    this.#places.set(hash, line.start);
    return -1;
  }

  /** Whether the bytes of a line stand there, too. */
  isSame({ start, end }: Pick<KnownLine, 'start' | 'end'>, place: number): boolean {
    for (let at = start; at < end; at += 1) if (this.#bytes[at] !== this.#bytes[place + at - start]) return false;
    return true;
  }

  /** What tells one line from others. */
  #hashOf({ start, end, dot }: KnownLine): number {
    let hash = end - start;
    for (let at = dot - BEFORE_DOT; at < dot + FROM_DOT; at += 1)
      hash = Math.imul(hash ^ (this.#bytes[at] ?? 0), 0x01000193);
    for (let at = Math.max(start, end - LAST_BYTES); at < end; at += 1)
      hash = Math.imul(hash ^ (this.#bytes[at] ?? 0), 0x01000193);
    return hash;
  }

  /** Writes blanks over lines, but for their newlines. */
  blank(start: number, end: number): void {
    for (let at = start; at < end; at += 1) if (this.#bytes[at] !== NEWLINE) this.#bytes[at] = BLANK;
  }

  /** Writes blanks over lines that stand at `to` again, and knows them there. */
  move(start: number, end: number, to: number): void {
    for (let from = start; from < end;) {
      const lineEnd = this.lineEnd(from);
      const dot = this.dotOf(from, lineEnd);
      if (dot >= 0) this.#places.set(this.#hashOf({ start: from, end: lineEnd, dot }), to + from - start);
      from = lineEnd;
    }
    this.blank(start, end);
  }

  /** Newlines between two places. */
  newlines(start: number, end: number): number {
    let count = 0;
    for (let next = this.lineEnd(start); next > 0 && next <= end; next = this.lineEnd(next)) count += 1;
    return count;
  }
}
