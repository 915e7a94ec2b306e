import { BLANK, COLON, DOT, decodeText, digitsValue, isDigit, skipBlanks, skipDigits } from './bytes.ts';
import { type KlogHeaderReader, severityOf } from './klogHeader.ts';

const LONGEST_SEARCH = 2000;

/** What is left of a header that was cut at its beginning. */
export interface HeaderRemains {
  readonly pid: number | undefined;
  readonly bodyStart: number;
}

/** Finds a whole klog header further inside of the line, e.g. after a prompt, a table's columns or another tool's prefix. Gives its position or −1. */
export function findHeader(headers: KlogHeaderReader, bytes: Uint8Array, start: number, end: number): number {
  const last = Math.min(end - 21, start + LONGEST_SEARCH);
  for (let i = start + 1; i <= last; i++) {
    // `Lmmdd hh:mm:` after anything that is no letter or digit.
    if (bytes[i + 5] === BLANK && bytes[i + 8] === COLON && isDigit(bytes[i + 1]) && severityOf(bytes[i]) !== undefined && !isWordByte(bytes[i - 1]) && headers.read(bytes, i, end)) return i;
  }
  return -1;
}

/**
 * Reads what is left of a cut header: `28317 kubelet.go:1873] `, `kubelet.go:2412 "…"`, `E ... kubelet.go:2646] `. The caller is set in `headers`;
 * time and mostly severity are lost.
 */
export function readRemains(headers: KlogHeaderReader, bytes: Uint8Array, start: number, end: number): HeaderRemains | undefined {
  let at = skipBlanks(bytes, start, end);
  if (severityOf(bytes[at]) !== undefined && bytes[at + 1] === BLANK) at = skipBlanks(bytes, at + 1, end);
  while (at < end && (bytes[at] === DOT || bytes[at] === BLANK)) at++;
  let pid: number | undefined;
  const digits = skipDigits(bytes, at, end);
  if (digits > at && digits - at < 10 && bytes[digits] === BLANK) {
    pid = digitsValue(bytes, at, digits);
    at = skipBlanks(bytes, digits, end);
  }
  if (!looksLikeGoFile(bytes, at, end)) return undefined;
  if (headers.readCaller(bytes, at, end)) return { pid, bodyStart: headers.bodyStart };
  const colon = decodeText(bytes, at, Math.min(end, at + 80)).indexOf(':');
  const lineEnd = skipDigits(bytes, at + colon + 1, end);
  if (lineEnd > at + colon + 1 && bytes[lineEnd] === BLANK && bytes[lineEnd + 1] === 34) return { pid, bodyStart: lineEnd + 1 };
  return undefined;
}

/** `name.go:` followed by a digit. */
function looksLikeGoFile(bytes: Uint8Array, at: number, end: number): boolean {
  for (let i = at; i < end && i < at + 80; i++) {
    const byte = bytes[i];
    if (byte === COLON) return bytes[i - 1] === 111 && bytes[i - 2] === 103 && bytes[i - 3] === DOT && isDigit(bytes[i + 1]);
    if (!isWordByte(byte) && byte !== DOT && byte !== 45) return false;
  }
  return false;
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && (isDigit(byte) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95);
}
