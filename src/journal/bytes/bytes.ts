/** Reading ASCII out of bytes without making strings. Every function takes an exclusive `end` and never looks beyond it. */

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export const TAB = 9;
export const NEWLINE = 10;
export const CARRIAGE_RETURN = 13;
export const ESCAPE = 27;
export const BLANK = 32;
export const QUOTE = 34;
export const COMMA = 44;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;

/** The text of `bytes[start, end)`; invalid UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return end <= start ? '' : utf8.decode(bytes.subarray(start, end));
}

export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

/** Whether a byte is of `\w`: a letter, a digit or `_`. */
export function isWordByte(byte: number | undefined): boolean {
  return (
    byte !== undefined && (isDigit(byte) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95)
  );
}

/** Two digits at `at` as a number, or −1. */
export function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 48;
  const ones = (bytes[at + 1] ?? 0) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** `hh:mm:ss` at `at` as seconds of the day (a leap second counts as 59+1), or −1. */
export function clockSeconds(bytes: Uint8Array, at: number): number {
  if (bytes[at + 2] !== COLON || bytes[at + 5] !== COLON) return -1;
  const hours = twoDigits(bytes, at);
  const minutes = twoDigits(bytes, at + 3);
  const seconds = twoDigits(bytes, at + 6);
  return hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 60
    ? -1
    : hours * 3600 + minutes * 60 + seconds;
}

/** Where the digits that begin at `at` end. */
export function skipDigits(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && isDigit(bytes[i])) i++;
  return i;
}

export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && bytes[i] === BLANK) i++;
  return i;
}

/** The decimal number `bytes[start, end)`, which must be digits. */
export function digitsValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) value = value * 10 + (bytes[i] ?? 48) - 48;
  return value;
}

/** A fraction of a second `bytes[start, end)` (digits after the dot) in whole microseconds; more than six digits are cut. */
export function fractionMicroseconds(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = 0; i < 6; i++) {
    const at = start + i;
    value = value * 10 + (at < end ? (bytes[at] ?? 48) - 48 : 0);
  }
  return value;
}

/** Six digits at `at` as a number, or −1. */
export function sixDigits(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = at; i < at + 6; i++) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Whether `bytes` carries `prefix` at `at`. */
export function startsWithAt(bytes: Uint8Array, at: number, end: number, prefix: Uint8Array): boolean {
  const { length } = prefix;
  if (end - at < length) return false;
  for (let i = length - 1; i >= 0; i--) if (bytes[at + i] !== prefix[i]) return false;
  return true;
}

/** The quote that closes a string whose first byte is at `start`, behind its opening quote; −1: there is none. */
export function closingQuote(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return -1;
}

/** Where `[123]` begins that ends at `end`; −1: no number in brackets stands there. Nothing before `start` is looked at. */
export function bracketedNumber(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[end - 1] !== CLOSE_BRACKET) return -1;
  let open = end - 2;
  while (open > start && isDigit(bytes[open])) open--;
  return bytes[open] === OPEN_BRACKET && open < end - 2 ? open : -1;
}

/** Two pieces as one. */
export function joinedBytes(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

/** A copy of `bytes[start, end)`. (`slice` of Node's buffers makes a view, which would keep the whole chunk.) */
export function copyBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(end - start);
  copy.set(bytes.subarray(start, end));
  return copy;
}
