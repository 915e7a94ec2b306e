/** Where the values of a line end, by their form (`VALUE_FORMS`). What a form takes, the parser of key-values (`klogValue.ts`) or of a template (`template.ts`) reads in the same way. */
import type { ValueForm } from '../../journal/batch/kernel/linePattern.ts';
import { encodeText, closingQuote, QUOTE, OPEN_BRACKET, OPEN_BRACE } from '../../journal/bytes/bytes.ts';

const AMPERSAND = 38;

/** Bytes of words. */
const isOfWord = new Uint8Array(256);
for (const byte of encodeText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:/+'))
  isOfWord[byte] = 1;

/** The form of the value that begins here. */
export function formAt(bytes: Uint8Array, start: number): ValueForm | undefined {
  const first = bytes[start] ?? 0;
  if (first === QUOTE) return 'quoted';
  if ((first === OPEN_BRACE || first === OPEN_BRACKET) && bytes[start + 1] === QUOTE) return 'json';
  return first === OPEN_BRACKET || first === AMPERSAND ? 'bracket' : isOfWord[first] === 1 ? 'word' : undefined;
}

/** Where a value of key-values without quotes around it ends; −1: it is none of this form. */
export function bareEnd(form: ValueForm | undefined, bytes: Uint8Array, start: number, end: number): number {
  return form === 'json'
    ? jsonEnd(bytes, start, end)
    : form === 'word'
      ? wordEnd(bytes, start, end)
      : bracketEnd(bytes, start, end);
}

function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isOfWord[bytes[at] ?? 0] === 1) at++;
  return at > start ? at : -1;
}

/** Where `[…]` or `&{…}` ends, without brackets and quotes in it; −1 for anything else. */
function bracketEnd(bytes: Uint8Array, start: number, end: number): number {
  const open = bytes[start] === AMPERSAND ? OPEN_BRACE : OPEN_BRACKET;
  let at = open === OPEN_BRACE ? start + 1 : start;
  if (at >= end || bytes[at] !== open) return -1;
  for (at++; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === open + 2) return at + 1;
    if (byte === QUOTE || isBracket(byte)) return -1;
  }
  return -1;
}

function isBracket(byte: number): boolean {
  return byte === OPEN_BRACKET || byte === OPEN_BRACKET + 2 || byte === OPEN_BRACE || byte === OPEN_BRACE + 2;
}

/** Where `{"…}`, `["…]` ends: an object or array of strings one level deep; −1 for anything else. */
function jsonEnd(bytes: Uint8Array, start: number, end: number): number {
  const open = bytes[start] ?? 0;
  if ((open !== OPEN_BRACKET && open !== OPEN_BRACE) || bytes[start + 1] !== QUOTE) return -1;
  const close = open + 2;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === close) return at + 1;
    if (byte === QUOTE) {
      at = closingQuote(bytes, at + 1, end);
      if (at < 0) return -1;
    } else if (isBracket(byte ?? 0)) return -1;
  }
  return -1;
}
