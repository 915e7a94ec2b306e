import {
  BLANK,
  CLOSE_BRACKET,
  DOT,
  clockSeconds,
  digitsValue,
  encodeText,
  fractionMicroseconds,
  sixDigits,
  skipBlanks,
  skipDigits,
  startsWithAt,
  twoDigits,
} from '../bytes/bytes.ts';
import { type Caller, CallerTable, NO_CALLER } from './caller.ts';
import { isMonthDay } from '../time/civil.ts';
import type { Severity } from '../record.ts';

/** `mmdd hh:mm:ss`. */
const SECOND_LENGTH = 13;

const SPELLED: readonly { readonly word: Uint8Array; readonly severity: Severity }[] = [
  { word: encodeText('INFO:'), severity: 'I' },
  { word: encodeText('WARNING:'), severity: 'W' },
  { word: encodeText('ERROR:'), severity: 'E' },
  { word: encodeText('FATAL:'), severity: 'F' },
];

/** A header that is cut in its caller: date, clock and pid, and a few letters. */
const LEAST_CUT = 24;
const LONGEST_CUT = 60;
const LONGEST_CALLER = 60;
const CALLER_END = encodeText('a:1]');

/** The severity of its letter's byte, or `undefined`. */
export function severityOf(byte: number | undefined): Severity | undefined {
  switch (byte) {
    case 73:
      return 'I';
    case 87:
      return 'W';
    case 69:
      return 'E';
    case 70:
      return 'F';
    default:
      return undefined;
  }
}

/**
 * Reads klog headers, `Lmmdd hh:mm:ss.uuuuuu  pid file.go:line] `, from bytes (klog.go `formatHeader`, the same in glog, klog v1 and v2).
 * After a successful `read` the fields hold the header that was read; they are overwritten by the next call.
 */
export class KlogHeaderReader {
  readonly callers: CallerTable;
  /** The text of the second that `month`, `day` and `secondOfDay` were read from. */
  readonly #second = new Uint8Array(SECOND_LENGTH);
  /** The blanks and digits that `pid` was read from. */
  readonly #pidText = new Uint8Array(24);
  #pidLength = 0;
  severity: Severity = 'I';
  month = 0;
  day = 0;
  secondOfDay = 0;
  microsecond = 0;
  /** −1 when the header carries none. */
  pid = -1;
  caller: Caller = NO_CALLER;
  /** Where `file.go:1]` begins, and the text after the header. */
  callerStart = 0;
  bodyStart = 0;

  constructor(callers: CallerTable = new CallerTable()) {
    this.callers = callers;
  }

  /** Reads a header that begins at `start`; `false` if there is none. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const severity = severityOf(bytes[start]);
    return severity !== undefined && this.#readAfterSeverity(severity, bytes, start, end);
  }

  /** Reads a header in whose caller the line ends, as the last one of a copied text may; its caller is lost. */
  readCutAtEnd(bytes: Uint8Array, start: number, end: number): boolean {
    const severity = severityOf(bytes[start]);
    if (severity === undefined || end - start < LEAST_CUT) return false;
    // The part of a name: no blank, no bracket.
    let at = end;
    while (at > start && end - at < LONGEST_CALLER && bytes[at - 1] !== BLANK && bytes[at - 1] !== CLOSE_BRACKET) at--;
    if (bytes[at - 1] !== BLANK || at === end || at - start > LONGEST_CUT) return false;
    const whole = new Uint8Array(at - start + CALLER_END.length);
    whole.set(bytes.subarray(start, at));
    whole.set(CALLER_END, at - start);
    if (!this.#readAfterSeverity(severity, whole, 0, whole.length) || this.bodyStart !== whole.length) return false;
    this.caller = NO_CALLER;
    this.bodyStart = end;
    return true;
  }

  /** Reads a header of a modified glog that spells the severity out: `INFO:1214 16:22:39.031112  2973 kubelet.go:1912] `. */
  readSpelled(bytes: Uint8Array, start: number, end: number): boolean {
    for (const { word, severity } of SPELLED) {
      if (startsWithAt(bytes, start, end, word))
        return this.#readAfterSeverity(severity, bytes, start + word.length - 1, end);
    }
    return false;
  }

  /** `start` is the byte before the date. */
  #readAfterSeverity(severity: Severity, bytes: Uint8Array, start: number, end: number): boolean {
    // The shortest header is `I0101 00:00:00.0 a:1]`.
    if (end - start < 21 || bytes[start + 5] !== BLANK) return false;
    if (!this.#repeatsSecond(bytes, start + 1) && !this.#readSecond(bytes, start + 1)) return false;
    let at = start + 14;
    let microsecond = 0;
    if (bytes[at] === DOT) {
      microsecond = bytes[at + 7] === BLANK ? sixDigits(bytes, at + 1) : -1;
      if (microsecond >= 0) at += 7;
      else {
        const fractionEnd = skipDigits(bytes, at + 1, end);
        microsecond = fractionMicroseconds(bytes, at + 1, fractionEnd);
        at = fractionEnd;
      }
    }
    if (bytes[at] !== BLANK) return false;
    if (this.#repeatsPid(bytes, at)) at = skipBlanks(bytes, at + this.#pidLength, end);
    else at = this.#readPid(bytes, at, end);
    if (!this.readCaller(bytes, at, end)) return false;
    this.severity = severity;
    this.microsecond = microsecond;
    return true;
  }

  /** Most headers come from the process of the one before. */
  #repeatsPid(bytes: Uint8Array, start: number): boolean {
    const last = this.#pidText;
    for (let i = this.#pidLength - 1; i >= 0; i--) if (bytes[start + i] !== last[i]) return false;
    return this.#pidLength > 0;
  }

  /** Blanks, pid, blanks; sets `pid`, −1 where there is none, and gives where the caller begins. */
  #readPid(bytes: Uint8Array, start: number, end: number): number {
    const digits = skipBlanks(bytes, start, end);
    const digitsEnd = skipDigits(bytes, digits, end);
    this.pid = -1;
    this.#pidLength = 0;
    if (digitsEnd === digits || bytes[digitsEnd] !== BLANK) return digits;
    this.pid = digitsValue(bytes, digits, digitsEnd);
    const at = skipBlanks(bytes, digitsEnd, end);
    if (at - start <= this.#pidText.length) {
      this.#pidLength = at - start;
      for (let i = 0; i < this.#pidLength; i++) this.#pidText[i] = bytes[start + i] ?? 0;
    }
    return at;
  }

  /** Most headers repeat the second of the one before. */
  #repeatsSecond(bytes: Uint8Array, start: number): boolean {
    const last = this.#second;
    for (let i = SECOND_LENGTH - 1; i >= 0; i--) if (bytes[start + i] !== last[i]) return false;
    return true;
  }

  /** `mmdd hh:mm:ss`. */
  #readSecond(bytes: Uint8Array, start: number): boolean {
    const month = twoDigits(bytes, start);
    const day = twoDigits(bytes, start + 2);
    if (month < 0 || day < 0 || !isMonthDay(month, day)) return false;
    const secondOfDay = clockSeconds(bytes, start + 5);
    if (secondOfDay < 0) return false;
    this.month = month;
    this.day = day;
    this.secondOfDay = secondOfDay;
    for (let i = 0; i < SECOND_LENGTH; i++) this.#second[i] = bytes[start + i] ?? 0;
    return true;
  }

  /** Reads `file.go:123] ` at `at` and sets `caller` and `bodyStart`. */
  readCaller(bytes: Uint8Array, at: number, end: number): boolean {
    const { callers } = this;
    const caller = callers.read(bytes, at, end);
    if (caller === undefined) return false;
    this.caller = caller;
    this.callerStart = at;
    const close = callers.end;
    this.bodyStart = close + 1 < end && bytes[close + 1] === BLANK ? close + 2 : close + 1;
    return true;
  }
}
