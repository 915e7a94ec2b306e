import { CUT_MARK } from '../../kubelet/pagerMark.ts';
import { type Quoted, readQuoted, writeQuoted } from './goQuote.ts';
import type { KeyValue } from '../record.ts';

const LONGEST_KEY = 200;

/**
 * The key-values of structured klog records, ` key=value key=value`, in every form that klog v2 printed since 1.19
 * (klog `internal/serialize`: `KVFormat` of v2.4 to v2.140; kubelet-facts section 8):
 * Go-quoted strings, JSON (structs, maps, slices since 1.28), `%+v` text before, `key=<` blocks, `(MISSING)`.
 */
export interface StructuredText {
  readonly message: string;
  readonly pairs: readonly KeyValue[];
}

/** Reads `"message" key=value …`; `undefined` when the text is not of this form. `ends`: gets where each value ends, with its quote. */
export function parseStructured(text: string, ends?: number[]): StructuredText | undefined {
  if (text.charCodeAt(0) !== 34) return undefined;
  const message = readQuoted(text, 0);
  if (message.end >= text.length) return { message: textOf(message), pairs: [] };
  const pairs = parsePairs(text, message.end, ends);
  return pairs === undefined ? undefined : { message: message.value, pairs };
}

/** Reads the pairs from `start` to the end; `undefined` when what stands there is no list of pairs. */
function parsePairs(text: string, start: number, ends?: number[]): KeyValue[] | undefined {
  const pairs: KeyValue[] = [];
  const search: BracketSearch = { left: SEARCHES * text.length + FREE_SEARCH };
  let at = start;
  while (at < text.length) {
    const keyStart = skipSpace(text, at);
    if (keyStart >= text.length) break;
    const equals = text.indexOf('=', keyStart);
    if (equals < 0 || !isKey(text, keyStart, equals)) {
      // Behind the last pair: a cut key, or text of something else. Behind the message alone it means that this was no structured text.
      if (
        pairs.length === 0 &&
        (keyStart === at || text.includes(' ', keyStart) || !isKey(text, keyStart, text.length))
      )
        return undefined;
      break;
    }
    const value = parseValue(text, equals + 1, search);
    pairs.push({ key: text.slice(keyStart, equals), value: value.value, quoted: value.quoted });
    at = value.end;
    ends?.push(at);
  }
  return pairs;
}

/** Whether `text[start, end)` can be a key: words of key characters with single blanks between (klog does not quote keys). */
function isKey(text: string, start: number, end: number): boolean {
  if (end <= start || end - start > LONGEST_KEY) return false;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (!isKeyCharacter(code) && (code !== 32 || i === start || i === end - 1)) return false;
  }
  return true;
}

/** The place of the first character from `at` on that is no white space of JSON. */
export function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
    i++;
  }
  return i;
}

interface Value {
  readonly value: string;
  readonly quoted: boolean;
  readonly end: number;
}

/** How many characters may still be looked at for closing brackets: without a limit, values whose brackets never close would make the work quadratic. */
interface BracketSearch {
  left: number;
}

const SEARCHES = 4;
const FREE_SEARCH = 10_000;

/** What is left of a quoted text without its end has the mark of a screen: a line that was cut without one (`cut -c1-120`) tells no less than with it. */
function textOf({ value, closed }: Quoted): string {
  return closed || value === '' || CUT_MARK.test(value) ? value : `${value}…`;
}

/** Reads the value that begins at `start`, right after `=`. */
function parseValue(text: string, start: number, search: BracketSearch): Value {
  const first = text[start];
  if (first === undefined || first === ' ') return { value: '', quoted: false, end: start };
  if (first === '"') {
    const quoted = readQuoted(text, start);
    if (!quoted.closed || isStringBoundary(text, quoted.end))
      return { value: textOf(quoted), quoted: true, end: quoted.end };
    // `%+v` of a string that itself begins with a quote, e.g. a named string of 1.19–1.27.
    const end = bareEnd(text, start, search);
    return { value: text.slice(start, end), quoted: false, end };
  }
  if (first === '<' && text[start + 1] === '\n') return parseBlock(text, start + 2);
  if ((first === '{' || first === '[') && search.left > 0 && beginsJson(text, start)) {
    const end = jsonEnd(text, start);
    search.left -= (end < 0 ? text.length : end) - start;
    if (end > 0 && isBoundary(text, end)) return { value: text.slice(start, end), quoted: false, end };
  }
  const end = bareEnd(text, start, search);
  return { value: text.slice(start, end), quoted: false, end };
}

/** Lines that each begin with a tab (journalctl prints it as eight blanks), up to a line ` >`. */
function parseBlock(text: string, start: number): Value {
  const lines: string[] = [];
  let at = start;
  while (at < text.length) {
    if (text.startsWith(' >', at) && (at + 2 >= text.length || text[at + 2] === ' ' || text[at + 2] === '\n')) {
      return { value: lines.join('\n'), quoted: true, end: at + 2 };
    }
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 ? text.length : newline;
    const line = text.slice(at, lineEnd);
    lines.push(line.startsWith('\t') ? line.slice(1) : line.startsWith('        ') ? line.slice(8) : line);
    at = newline < 0 ? text.length : newline + 1;
  }
  return { value: lines.join('\n'), quoted: true, end: text.length };
}

/** What closes a line that was written into a program or a list of another language: `',`, `");`. */
const CLOSERS = /['"`,;)\]} ]{1,8}$/y;

/** Behind a string: the end, a next key, the backtick of Markdown, or what closes the line as a string of another language. */
function isStringBoundary(text: string, at: number): boolean {
  if (isBoundary(text, at) || text.charCodeAt(at) === 96) return true;
  if (text.length - at > 8) return false;
  CLOSERS.lastIndex = at;
  return CLOSERS.test(text);
}

/** After a value: the end, or a blank and a next key. */
function isBoundary(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code === 10 || code === 13) return true;
  if (code !== 32) return false;
  const next = skipSpace(text, at);
  let equals = next;
  while (equals < text.length && equals - next <= LONGEST_KEY && text.charCodeAt(equals) !== 61) equals++;
  return next >= text.length || isKey(text, next, equals);
}

/** JSON as against `%+v`: the character after the bracket tells. */
function beginsJson(text: string, start: number): boolean {
  const second = text.charAt(start + 1);
  if (text.charAt(start) === '{') return second === '"' || second === '}';
  return second !== '' && '"{[]-0123456789tfn'.includes(second);
}

/** The end of a JSON object or array that begins at `start`, or −1. Brackets inside of strings do not count. */
export function jsonEnd(text: string, start: number): number {
  const closers: number[] = [];
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      i = stringEnd(text, i) - 1;
      if (i < 0) return -1;
    } else if (code === 123 || code === 91) closers.push(code + 2);
    else if (code === 125 || code === 93) {
      if (closers.pop() !== code) return -1;
      if (closers.length === 0) return i + 1;
    }
  }
  return -1;
}

/** The position after the string that begins at `start`, or −1 when it never closes. */
export function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 34) return i + 1;
  }
  return -1;
}

/**
 * The end of a value without quotes. A scalar ends at the first blank. A bracketed Go value (`&{…}`, `map[…]`, `[…]`) ends with a bracket
 * that is followed by a key or the end, its own one where brackets pair. Free text ends before the next word that is followed by `=`.
 * Text printed by `%+v` that itself holds ` word=` cannot be distinguished from a next pair.
 */
function bareEnd(text: string, start: number, search: BracketSearch): number {
  const token = tokenEnd(text, start);
  if (isScalar(text, start, token) && isBoundary(text, token)) return token;
  const bracketed = search.left > 0 ? bracketedEnd(text, start, search) : -1;
  return bracketed > 0 ? bracketed : nextKey(text, start);
}

function tokenEnd(text: string, start: number): number {
  let i = start;
  while (i < text.length && text.charCodeAt(i) !== 32 && text.charCodeAt(i) !== 10) i++;
  return i;
}

function isScalar(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length === 0) return true;
  if (length > 40) return false;
  const word = text.slice(start, end);
  if (
    word === 'true' ||
    word === 'false' ||
    word === 'null' ||
    word === '<nil>' ||
    word === '(MISSING)' ||
    word === 'NaN' ||
    word === '+Inf' ||
    word === '-Inf'
  )
    return true;
  return isNumber(word) || isUid(word);
}

function isNumber(word: string): boolean {
  let digits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (code !== 46 && code !== 45 && code !== 43 && code !== 101) return false;
  }
  return digits > 0;
}

function isUid(word: string): boolean {
  if (word.length !== 36 && word.length !== 32) return false;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    const hex = (code >= 48 && code <= 57) || (code >= 97 && code <= 102);
    if (!hex && code !== 45) return false;
  }
  return true;
}

/** The end of `&{…}`, `map[…]`, `[…]`, `name{…}`: counting brackets of its own kind, else the first such bracket before a key; −1: not bracketed. */
function bracketedEnd(text: string, start: number, search: BracketSearch): number {
  let open = start;
  for (;;) {
    const code = text.charCodeAt(open);
    if (open >= text.length || code === 32 || code === 10 || open - start > 80) return -1;
    if (code === 123 || code === 91 || code === 40) break;
    open++;
  }
  const opener = text.charCodeAt(open);
  const closer = opener === 40 ? 41 : opener + 2;
  let depth = 0;
  let first = -1;
  for (let i = open; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === opener) depth++;
    else if (code === closer) {
      depth--;
      if (depth === 0 && isBoundary(text, i + 1)) {
        search.left -= i - open;
        return i + 1;
      }
      if (first < 0 && (i + 1 >= text.length || nextWordIsKey(text, i + 1))) {
        first = i + 1;
        if (depth < 0) break;
      }
    }
  }
  search.left -= text.length - open;
  return first;
}

/** Whether ` word=` follows at `at`. */
function nextWordIsKey(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 32 || !isKeyStart(text.charCodeAt(at + 1))) return false;
  let i = at + 2;
  while (i < text.length && isKeyCharacter(text.charCodeAt(i))) i++;
  return text.charCodeAt(i) === 61;
}

/** The position of the blank before the next ` word=`, from `at` on; the end of the text if there is none. */
function nextKey(text: string, at: number): number {
  let equals = text.indexOf('=', at);
  while (equals >= 0) {
    let word = equals - 1;
    while (word >= at && isKeyCharacter(text.charCodeAt(word))) word--;
    if (word >= at && word < equals - 1 && text.charCodeAt(word) === 32 && isKeyStart(text.charCodeAt(word + 1)))
      return word;
    equals = text.indexOf('=', equals + 1);
  }
  return text.length;
}

function isKeyStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function isKeyCharacter(code: number): boolean {
  return isKeyStart(code) || (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 47;
}

/** Writes pairs as klog v2 does since 1.24: quoted values Go-quoted, or as a block when they hold a newline; others as they are. */
export function writePairs(pairs: readonly KeyValue[]): string {
  return pairs.map(({ key, value, quoted }) => ` ${key}=${quoted ? writeStringValue(value) : value}`).join('');
}

function writeStringValue(value: string): string {
  if (!value.includes('\n')) return writeQuoted(value);
  return `<\n${value
    .split('\n')
    .map((line) => `\t${line}\n`)
    .join('')} >`;
}

/** Whether a structured text ends inside of a quoted string or a block, so that the next line must belong to it. */
export function isOpenText(text: string): boolean {
  if (text.charCodeAt(0) !== 34) return false;
  let at = 0;
  let block = 0;
  for (;;) {
    const quoted = readQuoted(text, at);
    if (!quoted.closed) return true;
    // Between two strings: a block that has begun, or the next string.
    const next = text.indexOf('"', quoted.end);
    if (block >= 0 && block < quoted.end) block = text.indexOf('=<\n', quoted.end);
    if (block >= 0 && (next < 0 || block < next)) {
      const value = parseBlock(text, block + 3);
      if (value.end >= text.length && !text.endsWith(' >')) return true;
      at = text.indexOf('"', value.end);
    } else at = next;
    if (at < 0) return text.endsWith('=<');
  }
}
