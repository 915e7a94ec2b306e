import { BLANK, CLOSE_BRACKET, DOT, sixDigits } from './bytes.ts';
import { type Caller, type CallerTable, NO_CALLER } from './caller.ts';
import type { StampKind } from './clock.ts';
import { severityOf } from './klogHeader.ts';
import { KnownBytes } from './knownBytes.ts';
import type { Origin } from './origin.ts';
import type { JournalMode, Severity } from './record.ts';

/** Longer beginnings are read the slow way. */
const LONGEST = 400;

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

/**
 * The line that repeats stamp (to the second), origin, klog second and pid of a line that was read the slow way: four texts to compare,
 * two fractions and the caller to read.
 */
export class CommonLine {
  readonly #callers: CallerTable;
  readonly #stampSecond = new KnownBytes();
  readonly #afterFraction = new KnownBytes();
  readonly #klogSecond = new KnownBytes();
  readonly #pidText = new KnownBytes();
  #known = false;
  #fraction = false;
  /** Bytes of everything before the caller. */
  #shortest = 0;
  #stampBase = Number.NaN;
  #klogBase = 0;
  mode: JournalMode = 'none';
  kind: StampKind = 'none';
  origin: Origin | undefined = undefined;
  pid = -1;
  /** Of the line that was read last. */
  time = 0;
  stamp = Number.NaN;
  severity: Severity = 'I';
  caller: Caller = NO_CALLER;
  bodyStart = 0;

  constructor(callers: CallerTable) {
    this.#callers = callers;
  }

  /** Forgets the line before: the next one is read the slow way. */
  forget(): void {
    this.#known = false;
  }

  learn(view: DataView, learned: LearnedLine): void {
    this.#known = false;
    const { start, secondEnd, headerStart, callerStart } = learned;
    // `Lmmdd hh:mm:ss.uuuuuu pid `
    if (learned.pid < 0 || callerStart < headerStart + 23 || callerStart - start > LONGEST || view.getUint8(headerStart + 14) !== DOT || view.getUint8(headerStart + 21) !== BLANK) return;
    let afterFraction = secondEnd;
    this.#fraction = headerStart - secondEnd > 7 && view.getUint8(secondEnd) === DOT;
    let fraction = 0;
    if (this.#fraction) {
      for (let at = secondEnd + 1; at < secondEnd + 7; at++) {
        const digit = view.getUint8(at) - 48;
        if (digit < 0 || digit > 9) return;
        fraction = fraction * 10 + digit;
      }
      afterFraction = secondEnd + 7;
    }
    const next = view.getUint8(afterFraction);
    // A stamp of another precision: `,` for the dot, three digits or nine.
    if (headerStart > start && (next === DOT || next === 44 || (next >= 48 && next <= 57))) return;
    this.#stampSecond.keep(view, start, secondEnd);
    this.#afterFraction.keep(view, afterFraction, headerStart);
    this.#klogSecond.keep(view, headerStart + 1, headerStart + 15);
    this.#pidText.keep(view, headerStart + 21, callerStart);
    this.#shortest = callerStart - start;
    this.#stampBase = learned.stamp - fraction;
    this.#klogBase = learned.klogSecond;
    this.mode = learned.mode;
    this.kind = learned.kind;
    this.origin = learned.origin;
    this.pid = learned.pid;
    this.#known = true;
  }

  /** Reads the line if it is such a one; then the fields say what differs. */
  read(bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    if (!this.#known || end - start < this.#shortest + 4) return false;
    if (!this.#stampSecond.standAt(view, start)) return false;
    let at = start + this.#stampSecond.length;
    let stamp = this.#stampBase;
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
    if (severity === undefined || !this.#klogSecond.standAt(view, at + 1)) return false;
    const microsecond = sixDigits(bytes, at + 15);
    if (microsecond < 0 || !this.#pidText.standAt(view, at + 21)) return false;
    at += 21 + this.#pidText.length;
    const callers = this.#callers;
    const caller = callers.read(bytes, at, end);
    if (caller === undefined) return false;
    const close = callers.end;
    this.bodyStart = close + 1 < end && bytes[close + 1] === BLANK ? close + 2 : close + 1;
    this.severity = severity;
    this.caller = caller;
    this.time = this.#klogBase + microsecond;
    this.stamp = stamp;
    return bytes[close] === CLOSE_BRACKET;
  }
}
