import {
  BLANK,
  CLOSE_BRACKET,
  DOT,
  OPEN_BRACKET,
  clockSeconds,
  copyBytes,
  digitsValue,
  fractionMicroseconds,
  isDigit,
  sixDigits,
  skipBlanks,
  skipDigits,
  startsWithAt,
} from '../bytes/bytes.ts';
import { type Caller, type CallerTable, NO_CALLER } from '../klog/caller.ts';
import type { StampKind } from '../time/clock.ts';
import { severityOf } from '../klog/klogHeader.ts';
import { KnownBytes } from '../bytes/knownBytes.ts';
import type { Origin } from '../envelope/origin.ts';
import type { JournalMode, Severity } from '../record.ts';

/** Longer beginnings are read the slow way. */
const LONGEST = 400;
/** `hh:mm:ss`. */
const CLOCK_LENGTH = 8;
const SECOND = 1_000_000;
/** Fractions of a second have at most so many digits. */
const LONGEST_FRACTION = 9;
/** Digits of seconds since the epoch, and of those since the boot. */
const UNIX_DIGITS = { least: 9, most: 11 };
const BOOT_DIGITS = { least: 1, most: 10 };

/** A klog header without a year is of the one that lies nearest to its stamp: it is never farther from it. */
export const FARTHEST_HEADER = 184 * 86_400 * SECOND;

/** What the slow way found out about a line, for `CommonLine.learn`. */
interface LearnedLine {
  readonly start: number;
  /** Where the stamp's second ends; `start` for a line without envelope. */
  readonly secondEnd: number;
  /** Where a stamp begins that counts seconds, after its bracket; −1: it has a clock, or there is none. */
  readonly countStart: number;
  readonly headerStart: number;
  readonly callerStart: number;
  readonly mode: JournalMode;
  readonly kind: StampKind;
  readonly origin: Origin | undefined;
  /** The stamp's time, and the klog time without its microseconds. */
  readonly stamp: number;
  readonly klogSecond: number;
  readonly pid: number;
}

/** How a stamp ends: with nothing that changes; with `hh:mm:ss`; with a count of seconds. */
export const SECONDS = ['none', 'clock', 'count'] as const;
/** What follows it: nothing; `.` and six digits; `.` or `,` and one to nine digits. */
export const FRACTIONS = ['none', 'six', 'any'] as const;

/** The beginning of the common line in parts, for whoever compares it too. Positions count from the line's first byte. */
export interface LearnedBeginning {
  /** The line that it was learned from, up to its caller. */
  readonly bytes: Uint8Array;
  /** Length of what has to stand at the front; `second` follows it, then `fraction`. */
  readonly stampLength: number;
  readonly second: (typeof SECONDS)[number];
  readonly fraction: (typeof FRACTIONS)[number];
  /** Where the text between stamp and klog header begins, and the header itself. */
  readonly afterStart: number;
  readonly headerStart: number;
  /** Times of stamp and header (local microseconds) without what the digits of the line add. */
  readonly stampBase: number;
  readonly klogBase: number;
}

/**
 * The line that repeats the date of its stamp, origin, klog date and pid of a line that was read the slow way: four texts to compare;
 * two clocks (or a count of seconds), two fractions and the caller to read.
 */
export class CommonLine {
  readonly #callers: CallerTable;
  readonly #stampText = new KnownBytes();
  readonly #afterFraction = new KnownBytes();
  readonly #klogDate = new KnownBytes();
  readonly #pidText = new KnownBytes();
  #second: (typeof SECONDS)[number] = 'none';
  #fraction: (typeof FRACTIONS)[number] = 'none';
  /** How long a count of seconds may be; one of the boot has blanks before it. */
  #countDigits = UNIX_DIGITS;
  /** The least number of bytes of everything before the caller, and of its last part, from the klog header on. */
  #shortest = 0;
  #fixed = 0;
  #stampBase = Number.NaN;
  #klogBase = 0;
  /** What was learned; `undefined` when the next line is to be read the slow way. */
  beginning: LearnedBeginning | undefined = undefined;
  mode: JournalMode = 'none';
  kind: StampKind = 'none';
  origin: Origin | undefined = undefined;
  pid = -1;
  /** Of the line that was read last. */
  time = 0;
  stamp = Number.NaN;
  severity: Severity = 'I';
  caller: Caller = NO_CALLER;
  /** The caller lies in `[callerStart, callerEnd)`. */
  callerStart = 0;
  callerEnd = 0;
  bodyStart = 0;

  constructor(callers: CallerTable) {
    this.#callers = callers;
  }

  /** Forgets the line before: the next one is read the slow way. */
  forget(): void {
    this.beginning = undefined;
  }

  learn(bytes: Uint8Array, view: DataView, learned: LearnedLine): void {
    this.beginning = undefined;
    const { start, secondEnd, countStart, headerStart, callerStart } = learned;
    // `Lmmdd hh:mm:ss.uuuuuu pid `
    if (
      learned.pid < 0 ||
      callerStart < headerStart + 23 ||
      callerStart - start > LONGEST ||
      bytes[headerStart + 14] !== DOT ||
      bytes[headerStart + 21] !== BLANK
    )
      return;
    const secondOfDay = clockSeconds(bytes, headerStart + 6);
    if (secondOfDay < 0) return;
    const stampClock =
      countStart < 0 && secondEnd - start >= CLOCK_LENGTH ? clockSeconds(bytes, secondEnd - CLOCK_LENGTH) : -1;
    this.#second = countStart >= 0 ? 'count' : stampClock >= 0 ? 'clock' : 'none';
    this.#countDigits = countStart > start && bytes[countStart - 1] === OPEN_BRACKET ? BOOT_DIGITS : UNIX_DIGITS;
    const stampLength = (countStart >= 0 ? countStart : secondEnd - (stampClock >= 0 ? CLOCK_LENGTH : 0)) - start;
    let afterStart = secondEnd;
    this.#fraction = 'none';
    if (secondEnd > start && secondEnd < headerStart && isPoint(bytes[secondEnd])) {
      afterStart = skipDigits(bytes, secondEnd + 1, headerStart);
      const digits = afterStart - secondEnd - 1;
      if (digits < 1 || digits > LONGEST_FRACTION) return;
      this.#fraction = digits === 6 && bytes[secondEnd] === DOT ? 'six' : 'any';
    }
    const fraction = fractionMicroseconds(bytes, secondEnd + 1, afterStart);
    const count = countStart < 0 ? 0 : this.#count(bytes, countStart, secondEnd);
    if (count < 0) return;
    this.#stampText.keep(view, start, start + stampLength);
    this.#afterFraction.keep(view, afterStart, headerStart);
    this.#klogDate.keep(view, headerStart + 1, headerStart + 6);
    this.#pidText.keep(view, headerStart + 21, callerStart);
    this.#fixed = callerStart - headerStart;
    this.#shortest =
      stampLength +
      (stampClock >= 0 ? CLOCK_LENGTH : 0) +
      (this.#fraction === 'six' ? 7 : 0) +
      headerStart -
      afterStart +
      this.#fixed;
    this.#stampBase = learned.stamp - fraction - (Math.max(0, stampClock) + count) * SECOND;
    this.#klogBase = learned.klogSecond - secondOfDay * SECOND;
    this.mode = learned.mode;
    this.kind = learned.kind;
    this.origin = learned.origin;
    this.pid = learned.pid;
    this.beginning = {
      bytes: copyBytes(bytes, start, callerStart),
      stampLength,
      second: this.#second,
      fraction: this.#fraction,
      afterStart: afterStart - start,
      headerStart: headerStart - start,
      stampBase: this.#stampBase,
      klogBase: this.#klogBase,
    };
  }

  /** Where a line goes on behind such a stamp, which is in `stamp` then; −1: it has another one. */
  afterStamp(bytes: Uint8Array, view: DataView, start: number, end: number): number {
    if (this.beginning === undefined || end - start < this.#stampText.length || !this.#stampText.standAt(view, start))
      return -1;
    let at = start + this.#stampText.length;
    let stamp = this.#stampBase;
    if (this.#second === 'clock') {
      const second = clockSeconds(bytes, at);
      if (second < 0) return -1;
      stamp += second * SECOND;
      at += CLOCK_LENGTH;
    } else if (this.#second === 'count') {
      const dot = skipDigits(bytes, this.#countDigits === BOOT_DIGITS ? skipBlanks(bytes, at, end) : at, end);
      const second = this.#count(bytes, at, dot);
      if (second < 0) return -1;
      stamp += second * SECOND;
      at = dot;
    }
    if (this.#fraction === 'six') {
      if (bytes[at] !== DOT) return -1;
      const fraction = sixDigits(bytes, at + 1);
      if (fraction < 0) return -1;
      stamp += fraction;
      at += 7;
    } else if (this.#fraction === 'any') {
      if (!isPoint(bytes[at])) return -1;
      const digitsEnd = skipDigits(bytes, at + 1, end);
      const digits = digitsEnd - at - 1;
      if (digits < 1 || digits > LONGEST_FRACTION) return -1;
      stamp += fractionMicroseconds(bytes, at + 1, digitsEnd);
      at = digitsEnd;
    }
    this.stamp = stamp;
    return at;
  }

  /** Whether what stands between stamp and klog header of the line that was learned begins with `bytes[start, end)`. */
  begins(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.beginning === undefined) return false;
    const { bytes: learned, afterStart, headerStart } = this.beginning;
    return startsWithAt(learned, afterStart, headerStart, bytes.subarray(start, end));
  }

  /** Reads the line if it is such a one; then the fields say what differs. */
  read(bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    if (end - start < this.#shortest + 4) return false;
    let at = this.afterStamp(bytes, view, start, end);
    if (at < 0 || end - at < this.#afterFraction.length + this.#fixed || !this.#afterFraction.standAt(view, at))
      return false;
    at += this.#afterFraction.length;
    const severity = severityOf(bytes[at]);
    if (severity === undefined || !this.#klogDate.standAt(view, at + 1) || bytes[at + 14] !== DOT) return false;
    const second = clockSeconds(bytes, at + 6);
    const microsecond = sixDigits(bytes, at + 15);
    if (second < 0 || microsecond < 0 || !this.#pidText.standAt(view, at + 21)) return false;
    at += 21 + this.#pidText.length;
    const callers = this.#callers;
    const caller = callers.read(bytes, at, end);
    if (caller === undefined) return false;
    const close = callers.end;
    this.callerStart = at;
    this.callerEnd = close;
    this.bodyStart = close + 1 < end && bytes[close + 1] === BLANK ? close + 2 : close + 1;
    this.severity = severity;
    this.caller = caller;
    this.time = this.#klogBase + second * SECOND + microsecond;
    return bytes[close] === CLOSE_BRACKET && !this.isFar;
  }

  /** The line that was read last has the date that was learned, of another year: its stamp has no date that tells. */
  get isFar(): boolean {
    return this.#second === 'count' && this.kind === 'absolute' && Math.abs(this.time - this.stamp) > FARTHEST_HEADER;
  }

  /** The count of seconds in `[start, dot)`, perhaps with blanks before it; −1: it is none. */
  #count(bytes: Uint8Array, start: number, dot: number): number {
    const first = this.#countDigits === BOOT_DIGITS ? skipBlanks(bytes, start, dot) : start;
    const digits = dot - first;
    if (digits < this.#countDigits.least || digits > this.#countDigits.most || !isDigit(bytes[first])) return -1;
    return digitsValue(bytes, first, dot);
  }

  /** Takes over what somebody else read who compares the same beginning. */
  take(time: number, stamp: number, severity: Severity, caller: Caller, bodyStart: number): void {
    this.time = time;
    this.stamp = stamp;
    this.severity = severity;
    this.caller = caller;
    this.bodyStart = bodyStart;
  }
}

/** `.` or `,` before a fraction. */
function isPoint(byte: number | undefined): boolean {
  return byte === DOT || byte === 44;
}
