import {
  BLANK,
  CLOSE_BRACKET,
  COLON,
  DOT,
  OPEN_BRACKET,
  clockSeconds,
  decodeText,
  digitsValue,
  fractionMicroseconds,
  isDigit,
  isWordByte,
  skipBlanks,
  skipDigits,
} from '../bytes/bytes.ts';
import { type KlogHeaderReader, severityOf } from './klogHeader.ts';

const LONGEST_SEARCH = 2000;
/** `.go:`. */
const GO_AND_COLON: readonly number[] = [DOT, 103, 111, COLON];
/** `12:44:58.787422789`. */
const LONGEST_CLOCK = 18;

/** What is left of a header that was cut at its beginning. */
export interface HeaderRemains {
  readonly pid: number | undefined;
  /** Time of day in microseconds, where only severity and date are lost. */
  readonly timeOfDay: number | undefined;
  readonly bodyStart: number;
  /** The file's name is lost, too. */
  readonly isCallerLost: boolean;
}

/** Finds a whole klog header further inside of the line, e.g. after a prompt, a table's columns or another tool's prefix. Gives its position or −1. */
export function findHeader(headers: KlogHeaderReader, bytes: Uint8Array, start: number, end: number): number {
  const last = Math.min(end - 21, start + LONGEST_SEARCH);
  for (let i = start + 1; i <= last; i++) {
    // `Lmmdd hh:mm:` after anything that is no letter or digit, or glued to a time.
    if (
      bytes[i + 5] === BLANK &&
      bytes[i + 8] === COLON &&
      isDigit(bytes[i + 1]) &&
      severityOf(bytes[i]) !== undefined &&
      (!isWordByte(bytes[i - 1]) || endsWithClock(bytes, start, i)) &&
      headers.read(bytes, i, end)
    )
      return i;
  }
  return -1;
}

/** `4/11/2018 10:32:15 AM` or `05/04/2019 17:05:32` up to `end`: what Rancher 1.6 puts before each line that it shows, without a blank behind it. */
function endsWithClock(bytes: Uint8Array, start: number, end: number): boolean {
  let at = end;
  if (bytes[at - 1] === 77 && (bytes[at - 2] === 65 || bytes[at - 2] === 80) && bytes[at - 3] === BLANK) at -= 3;
  return at - 8 > start && isDigit(bytes[at - 1]) && bytes[at - 3] === COLON && bytes[at - 6] === COLON;
}

/**
 * Reads what is left of a cut header: `12:44:58.787422 9 kubelet.go:1842] `, `28317 kubelet.go:1873] `, `1365   28317 kubelet.go:1873] `, `[kubelet.go:1873] `, `kubelet.go:2412 "…"`, `E ... kubelet.go:2646] `, `E0827 kubelet.go:2646] `. The caller is set in `headers`;
 * date or time, and mostly severity, are lost.
 */
export function readRemains(
  headers: KlogHeaderReader,
  bytes: Uint8Array,
  start: number,
  end: number,
): HeaderRemains | undefined {
  let at = skipBlanks(bytes, start, end);
  if (bytes[at] === OPEN_BRACKET && looksLikeGoFile(bytes, at + 1, end)) at++;
  if (severityOf(bytes[at]) !== undefined) {
    // The date can be left of it: `E0827 kubelet.go:1842] `.
    const date = skipDigits(bytes, at + 1, end);
    if ((date === at + 1 || date === at + 5) && bytes[date] === BLANK) at = skipBlanks(bytes, date, end);
  }
  while (at < end && (bytes[at] === DOT || bytes[at] === BLANK)) at++;
  const clock = cutClock(bytes, at, end);
  at = clock?.end ?? skipRestOfClock(bytes, at, end);
  const timeOfDay = clock?.timeOfDay;
  let pid: number | undefined;
  const digits = skipDigits(bytes, at, end);
  if (digits > at && digits - at < 10 && bytes[digits] === BLANK) {
    const isFraction = digits - at < 7;
    pid = digitsValue(bytes, at, digits);
    at = skipBlanks(bytes, digits, end);
    // In front of the pid can be the end of the time.
    const second = isFraction ? skipDigits(bytes, at, end) : at;
    if (second > at && second - at < 10 && bytes[second] === BLANK) {
      pid = digitsValue(bytes, at, second);
      at = skipBlanks(bytes, second, end);
    }
  }
  if (!looksLikeGoFile(bytes, at, end)) {
    const behind = pid === undefined && clock === undefined ? skipRestOfCaller(bytes, start, end) : -1;
    return behind < 0 ? undefined : { pid, timeOfDay, bodyStart: behind, isCallerLost: true };
  }
  if (headers.readCaller(bytes, at, end)) return { pid, timeOfDay, bodyStart: headers.bodyStart, isCallerLost: false };
  const colon = decodeText(bytes, at, Math.min(end, at + 80)).indexOf(':');
  const lineEnd = skipDigits(bytes, at + colon + 1, end);
  if (lineEnd > at + colon + 1 && bytes[lineEnd] === BLANK && bytes[lineEnd + 1] === 34)
    return { pid, timeOfDay, bodyStart: lineEnd + 1, isCallerLost: false };
  return undefined;
}

/** `12:44:58.787422 `, perhaps with the end of a date before it. */
function cutClock(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly timeOfDay: number; readonly end: number } | undefined {
  let at = start;
  const date = skipDigits(bytes, at, end);
  if (date > at && date - at < 4 && bytes[date] === BLANK) at = skipBlanks(bytes, date, end);
  const second = at + 8 < end ? clockSeconds(bytes, at) : -1;
  if (second < 0 || bytes[at + 8] !== DOT) return undefined;
  const fractionEnd = skipDigits(bytes, at + 9, end);
  if (fractionEnd === at + 9 || bytes[fractionEnd] !== BLANK) return undefined;
  return {
    timeOfDay: second * 1_000_000 + fractionMicroseconds(bytes, at + 9, fractionEnd),
    end: skipBlanks(bytes, fractionEnd, end),
  };
}

/** The end of a clock whose hour is lost: `:58.787422 `, `4:58.787422 `, `8.787422 `. Nothing can be made of it. */
function skipRestOfClock(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let marks = 0;
  while (at < end && at < start + LONGEST_CLOCK && (isDigit(bytes[at]) || bytes[at] === COLON || bytes[at] === DOT)) {
    if (!isDigit(bytes[at])) marks += 1;
    at += 1;
  }
  return marks > 0 && bytes[at] === BLANK ? skipBlanks(bytes, at, end) : start;
}

/** What stands before the message where the screen, or the copy, began within the name of the file: `.go:1842] `, `o:1842] `, `42] `. −1: none. */
function skipRestOfCaller(bytes: Uint8Array, start: number, end: number): number {
  let at = skipBlanks(bytes, start, end);
  for (const letter of GO_AND_COLON.slice(Math.max(0, GO_AND_COLON.indexOf(bytes[at] ?? 0))))
    if (bytes[at] === letter) at += 1;
  const digits = skipDigits(bytes, at, end);
  if (digits - at > 5 || bytes[digits] !== CLOSE_BRACKET || bytes[digits + 1] !== BLANK) return -1;
  return skipBlanks(bytes, digits + 1, end);
}

/** `name.go:` followed by a digit. */
function looksLikeGoFile(bytes: Uint8Array, at: number, end: number): boolean {
  for (let i = at; i < end && i < at + 80; i++) {
    const byte = bytes[i];
    if (byte === COLON)
      return bytes[i - 1] === 111 && bytes[i - 2] === 103 && bytes[i - 3] === DOT && isDigit(bytes[i + 1]);
    if (!isWordByte(byte) && byte !== DOT && byte !== 45) return false;
  }
  return false;
}
