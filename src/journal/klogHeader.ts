import { BLANK, CLOSE_BRACKET, COLON, DOT, clockSeconds, digitsValue, encodeText, fractionMicroseconds, isDigit, skipBlanks, skipDigits, startsWithAt, twoDigits } from './bytes.ts';
import { type Caller, CallerTable } from './caller.ts';
import { isMonthDay } from './civil.ts';
import type { Severity } from './record.ts';

const SEVERITIES: Readonly<Record<number, Severity>> = { 73: 'I', 87: 'W', 69: 'E', 70: 'F' };

const SPELLED: readonly { readonly word: Uint8Array; readonly severity: Severity }[] = [
  { word: encodeText('INFO:'), severity: 'I' }, { word: encodeText('WARNING:'), severity: 'W' }, { word: encodeText('ERROR:'), severity: 'E' }, { word: encodeText('FATAL:'), severity: 'F' },
];

/** The severity of its letter's byte, or `undefined`. */
export function severityOf(byte: number | undefined): Severity | undefined {
  return byte === undefined ? undefined : SEVERITIES[byte];
}

/**
 * Reads klog headers, `Lmmdd hh:mm:ss.uuuuuu  pid file.go:line] `, from bytes (klog.go `formatHeader`, the same in glog, klog v1 and v2).
 * After a successful `read` the fields hold the header that was read; they are overwritten by the next call.
 */
export class KlogHeaderReader {
  readonly #callers = new CallerTable();
  severity: Severity = 'I';
  month = 0;
  day = 0;
  secondOfDay = 0;
  microsecond = 0;
  /** −1 when the header carries none. */
  pid = -1;
  caller: Caller = { file: '', fileLine: 0 };
  /** Where the text after the header begins. */
  bodyStart = 0;

  /** Reads a header that begins at `start`; `false` if there is none. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const severity = severityOf(bytes[start]);
    return severity !== undefined && this.#readAfterSeverity(severity, bytes, start, end);
  }

  /** Reads a header of a modified glog that spells the severity out: `INFO:1214 16:22:39.031112  2973 kubelet.go:1912] `. */
  readSpelled(bytes: Uint8Array, start: number, end: number): boolean {
    for (const { word, severity } of SPELLED) {
      if (startsWithAt(bytes, start, end, word)) return this.#readAfterSeverity(severity, bytes, start + word.length - 1, end);
    }
    return false;
  }

  /** `start` is the byte before the date. */
  #readAfterSeverity(severity: Severity, bytes: Uint8Array, start: number, end: number): boolean {
    // The shortest header is `I0101 00:00:00.0 a:1]`.
    if (end - start < 21 || bytes[start + 5] !== BLANK) return false;
    const month = twoDigits(bytes, start + 1);
    const day = twoDigits(bytes, start + 3);
    if (month < 0 || day < 0 || !isMonthDay(month, day)) return false;
    const secondOfDay = clockSeconds(bytes, start + 6);
    if (secondOfDay < 0) return false;
    let at = start + 14;
    let microsecond = 0;
    if (bytes[at] === DOT) {
      const fractionEnd = skipDigits(bytes, at + 1, end);
      microsecond = fractionMicroseconds(bytes, at + 1, fractionEnd);
      at = fractionEnd;
    }
    if (bytes[at] !== BLANK) return false;
    at = skipBlanks(bytes, at, end);
    let pid = -1;
    if (isDigit(bytes[at])) {
      const pidEnd = skipDigits(bytes, at, end);
      if (bytes[pidEnd] === BLANK) {
        pid = digitsValue(bytes, at, pidEnd);
        at = skipBlanks(bytes, pidEnd, end);
      }
    }
    if (!this.readCaller(bytes, at, end)) return false;
    this.severity = severity;
    this.month = month;
    this.day = day;
    this.secondOfDay = secondOfDay;
    this.microsecond = microsecond;
    this.pid = pid;
    return true;
  }

  /** Reads `file.go:123] ` at `at` and sets `caller` and `bodyStart`. */
  readCaller(bytes: Uint8Array, at: number, end: number): boolean {
    let colon = at;
    for (; colon < end; colon++) {
      const byte = bytes[colon];
      if (byte === COLON) break;
      if (byte === undefined || byte <= BLANK || byte === CLOSE_BRACKET || colon - at > 200) return false;
    }
    const lineEnd = skipDigits(bytes, colon + 1, end);
    if (colon === at || lineEnd === colon + 1 || lineEnd - colon > 9 || bytes[lineEnd] !== CLOSE_BRACKET || lineEnd >= end) return false;
    this.caller = this.#callers.intern(bytes, at, colon, lineEnd, digitsValue(bytes, colon + 1, lineEnd));
    this.bodyStart = bytes[lineEnd + 1] === BLANK && lineEnd + 1 < end ? lineEnd + 2 : lineEnd + 1;
    return true;
  }
}
