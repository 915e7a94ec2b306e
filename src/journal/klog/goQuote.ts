/** Go's quoted strings (`strconv.Quote`, `%q`, `%+q`) and back. JSON strings as klog v2.100+ prints them are a subset. */

const decoder = new TextDecoder('utf-8');

/** A quoted string found in a text: its value and the position after the closing quote. */
export interface Quoted {
  readonly value: string;
  readonly end: number;
  /** `false` when the text ended before the closing quote. */
  readonly closed: boolean;
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};

/**
 * Reads the quoted string that begins with `"` at `start`. Escapes that Go does not know are kept as they stand; bytes written as `\xNN`
 * that are no valid UTF-8 become U+FFFD, as everywhere in the reader.
 */
export function readQuoted(text: string, start: number): Quoted {
  let close = text.indexOf('"', start + 1);
  if (close < 0) close = text.length;
  // Only this value is searched: a line can have a hundred thousand of them.
  const value = text.slice(start + 1, close);
  if (!value.includes('\\')) return { value, end: Math.min(close + 1, text.length), closed: close < text.length };
  const parts: string[] = [];
  let at = start + 1;
  let plain = at;
  const length = text.length;
  while (at < length) {
    const character = text.charCodeAt(at);
    if (character === 34) {
      parts.push(text.slice(plain, at));
      return { value: parts.join(''), end: at + 1, closed: true };
    }
    if (character !== 92) {
      at++;
      continue;
    }
    parts.push(text.slice(plain, at));
    const escape = readEscape(text, at);
    parts.push(escape.value);
    at = escape.end;
    plain = at;
  }
  parts.push(text.slice(plain));
  return { value: parts.join(''), end: length, closed: false };
}

function readEscape(text: string, at: number): { value: string; end: number } {
  const kind = text[at + 1];
  if (kind === undefined) return { value: '\\', end: at + 1 };
  const simple = SIMPLE[kind];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  if (kind === 'x' || (kind >= '0' && kind <= '7')) return readByteEscapes(text, at);
  if (kind === 'u' || kind === 'U') {
    const digits = kind === 'u' ? 4 : 8;
    const code = hexValue(text, at + 2, digits);
    if (code < 0 || code > 0x10ffff) return { value: `\\${kind}`, end: at + 2 };
    return { value: code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code), end: at + 2 + digits };
  }
  return { value: `\\${kind}`, end: at + 2 };
}

/** A run of `\xNN` and `\ooo` escapes is a run of bytes; together they may spell UTF-8. */
function readByteEscapes(text: string, start: number): { value: string; end: number } {
  const bytes: number[] = [];
  let at = start;
  while (text[at] === '\\') {
    const kind = text[at + 1];
    if (kind === 'x') {
      const value = hexValue(text, at + 2, 2);
      if (value < 0) break;
      bytes.push(value);
      at += 4;
    } else if (kind !== undefined && kind >= '0' && kind <= '3' && isOctal(text[at + 2]) && isOctal(text[at + 3])) {
      bytes.push(Number.parseInt(text.slice(at + 1, at + 4), 8));
      at += 4;
    } else break;
  }
  if (bytes.length === 0) return { value: text.slice(start, start + 2), end: start + 2 };
  return { value: decoder.decode(Uint8Array.from(bytes)), end: at };
}

function isOctal(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '7';
}

function hexValue(text: string, at: number, digits: number): number {
  if (at + digits > text.length) return -1;
  let value = 0;
  for (let i = at; i < at + digits; i++) {
    const code = text.charCodeAt(i) | 32;
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

const NAMED: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** Writes a string as Go's `strconv.Quote` does; characters that are not printable ASCII or letters beyond are escaped. */
export function writeQuoted(value: string): string {
  const parts: string[] = ['"'];
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    const named = NAMED[code];
    if (named !== undefined) parts.push(named);
    else if (code < 0x20 || code === 0x7f) parts.push(`\\x${code.toString(16).padStart(2, '0')}`);
    else if (
      (code >= 0x80 && code < 0xa1) ||
      code === 0xad ||
      (code >= 0xd800 && code <= 0xdfff) ||
      (code >= 0x2028 && code <= 0x202f) ||
      code === 0xfeff
    )
      parts.push(`\\u${code.toString(16).padStart(4, '0')}`);
    else parts.push(character);
  }
  parts.push('"');
  return parts.join('');
}
