import { BLANK, COLON, GREATER, TAB, clockSeconds, isDigit, skipBlanks, skipDigits } from '../bytes/bytes.ts';
import { severityOf } from '../klog/klogHeader.ts';

/** What stands before an envelope or behind its stamp is looked through up to here, in bytes. */
export const LONGEST_PREFIX = 120;

/** What pasting puts before a line: blanks, tabs, `> `, `# `, `* `, `..`, `//`, a backtick, a byte order mark, an editor's or grep's line number, milliseconds before a stamp; and the time that is left of a stamp whose date was cut. */
export function skipPastePrefix(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const last = Math.min(end, start + LONGEST_PREFIX);
  while (at < last) {
    const byte = bytes[at];
    if (
      byte === BLANK ||
      byte === TAB ||
      byte === GREATER ||
      byte === 35 ||
      byte === 42 ||
      byte === 46 ||
      byte === 124 ||
      byte === 47 ||
      byte === 96
    )
      at++;
    else if (byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
    else if (byte === 0xc2 && bytes[at + 1] === 0xa0) at += 2;
    else if (isDigit(byte)) {
      const digits = skipDigits(bytes, at, last);
      const after = bytes[digits];
      if (isMilliseconds(bytes, at, digits)) {
        at = digits + 1;
        continue;
      }
      if (cutClock(bytes, at) !== undefined) {
        at += CUT_CLOCK;
        continue;
      }
      if (digits - at > 9 || (after !== BLANK && after !== COLON && after !== TAB && after !== 45)) return at;
      if (after === 45 && !(severityOf(bytes[digits + 1]) !== undefined)) return at;
      if (after === COLON && isDigit(bytes[digits + 1])) return at;
      if (looksLikeCaller(bytes, skipBlanks(bytes, digits, end), end)) return at;
      at = digits + 1;
    } else return at;
  }
  return at;
}

/** Length of a clock of which only the time of day is left, with its blank, in bytes. */
export const CUT_CLOCK = 9;

/** `15:16:22 `, left of a stamp whose date was cut: microseconds of the day; `undefined`: no such clock stands at `at`. */
export function cutClock(bytes: Uint8Array, at: number): number | undefined {
  const second = bytes[at + 2] === COLON && bytes[at + 8] === BLANK ? clockSeconds(bytes, at) : -1;
  return second < 0 ? undefined : second * 1_000_000;
}

/** Milliseconds since the epoch before the same time in words, as Grafana writes a log to a file. */
function isMilliseconds(bytes: Uint8Array, at: number, end: number): boolean {
  return end - at === 13 && bytes[end] === TAB && isDigit(bytes[end + 4]) && bytes[end + 5] === 45;
}

/** `file.go:` at `at`: then the number before it is a pid, not a line number. */
function looksLikeCaller(bytes: Uint8Array, at: number, end: number): boolean {
  for (let i = at; i < end && i < at + 60; i++) {
    const byte = bytes[i];
    if (byte === COLON) return bytes[i - 1] === 111 && bytes[i - 2] === 103 && bytes[i - 3] === 46;
    if (byte === undefined || byte <= BLANK) return false;
  }
  return false;
}
