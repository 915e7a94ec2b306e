import { BLANK, CLOSE_BRACKET, DOT, clockSeconds, copyBytes, sixDigits } from './bytes.ts';
import { type Caller, type CallerTable, NO_CALLER } from './caller.ts';
import type { StampKind } from './clock.ts';
import { severityOf } from './klogHeader.ts';
import { KnownBytes } from './knownBytes.ts';
import type { Origin } from './origin.ts';
import type { JournalMode, Severity } from './record.ts';

/** Longer beginnings are read the slow way. */
const LONGEST = 400;
/** `hh:mm:ss`. */
const CLOCK_LENGTH = 8;
const SECOND = 1_000_000;

/** What the slow way found out about a line, for `CommonLine.learn`. */
export interface LearnedLine {
  readonly start: number;
  /** Where the stamp's second ends; `start` for a line without envelope. */
  readonly secondEnd: number;
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

/** The beginning of the common line in parts, for whoever compares it too. Positions count from the line's first byte. */
export interface LearnedBeginning {
  /** The line that it was learned from, up to its caller. */
  readonly bytes: Uint8Array;
  /** Length of what has to stand at the front; `clock` follows it where there is one, then `.` and six digits where there is a fraction. */
  readonly stampLength: number;
  readonly clock: boolean;
  readonly fraction: boolean;
  /** Where the text between stamp and klog header begins, and the header itself. */
  readonly afterStart: number;
  readonly headerStart: number;
  /** Times of stamp and header (local microseconds) without what the digits of the line add. */
  readonly stampBase: number;
  readonly klogBase: number;
}

/**
 * The line that repeats the date of its stamp, origin, klog date and pid of a line that was read the slow way: four texts to compare;
 * two clocks, two fractions and the caller to read.
 */
export class CommonLine {
  readonly #callers: CallerTable;
  readonly #stampText = new KnownBytes();
  readonly #afterFraction = new KnownBytes();
  readonly #klogDate = new KnownBytes();
  readonly #pidText = new KnownBytes();
  #clock = false;
  #fraction = false;
  /** Bytes of everything before the caller. */
  #shortest = 0;
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
    const { start, secondEnd, headerStart, callerStart } = learned;
    // `Lmmdd hh:mm:ss.uuuuuu pid `
    if (learned.pid < 0 || callerStart < headerStart + 23 || callerStart - start > LONGEST || bytes[headerStart + 14] !== DOT || bytes[headerStart + 21] !== BLANK) return;
    const secondOfDay = clockSeconds(bytes, headerStart + 6);
    if (secondOfDay < 0) return;
    const stampClock = secondEnd - start >= CLOCK_LENGTH ? clockSeconds(bytes, secondEnd - CLOCK_LENGTH) : -1;
    const fraction = headerStart - secondEnd > 7 && bytes[secondEnd] === DOT ? sixDigits(bytes, secondEnd + 1) : -1;
    if (fraction < 0 && headerStart > secondEnd && bytes[secondEnd] === DOT) return;
    const afterStart = fraction < 0 ? secondEnd : secondEnd + 7;
    const next = bytes[afterStart] ?? 0;
    // A stamp of another precision: `,` for the dot, three digits or nine.
    if (headerStart > start && (next === DOT || next === 44 || (next >= 48 && next <= 57))) return;
    this.#clock = stampClock >= 0;
    this.#fraction = fraction >= 0;
    const stampLength = secondEnd - start - (this.#clock ? CLOCK_LENGTH : 0);
    this.#stampText.keep(view, start, start + stampLength);
    this.#afterFraction.keep(view, afterStart, headerStart);
    this.#klogDate.keep(view, headerStart + 1, headerStart + 6);
    this.#pidText.keep(view, headerStart + 21, callerStart);
    this.#shortest = callerStart - start;
    this.#stampBase = learned.stamp - Math.max(0, fraction) - Math.max(0, stampClock) * SECOND;
    this.#klogBase = learned.klogSecond - secondOfDay * SECOND;
    this.mode = learned.mode;
    this.kind = learned.kind;
    this.origin = learned.origin;
    this.pid = learned.pid;
    this.beginning = {
      bytes: copyBytes(bytes, start, callerStart), stampLength, clock: this.#clock, fraction: this.#fraction,
      afterStart: afterStart - start, headerStart: headerStart - start, stampBase: this.#stampBase, klogBase: this.#klogBase,
    };
  }

  /** Reads the line if it is such a one; then the fields say what differs. */
  read(bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    if (this.beginning === undefined || end - start < this.#shortest + 4) return false;
    if (!this.#stampText.standAt(view, start)) return false;
    let at = start + this.#stampText.length;
    let stamp = this.#stampBase;
    if (this.#clock) {
      const second = clockSeconds(bytes, at);
      if (second < 0) return false;
      stamp += second * SECOND;
      at += CLOCK_LENGTH;
    }
    if (this.#fraction) {
      if (bytes[at] !== DOT) return false;
      const fraction = sixDigits(bytes, at + 1);
      if (fraction < 0) return false;
      stamp += fraction;
      at += 7;
    }
    if (!this.#afterFraction.standAt(view, at)) return false;
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
    this.stamp = stamp;
    return bytes[close] === CLOSE_BRACKET;
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
