/**
 * How one place in the source writes its message: the bytes between the values, learned from one record. A line that repeats them exactly is read
 * without a record, and its values are those that `parseStructured` would find: a quoted value ends at the first quote without a backslash, a JSON value
 * where its brackets close, a word at the first byte that is of none, and behind each stands the next key or the end.
 */
import { encodeText } from '../journal/bytes.ts';
import { encodePattern, type EventPattern, type LinePattern, type PodErrorPattern, type ToldPattern, type ValueForm } from '../journal/kernel/linePattern.ts';
import { KnownBytes } from '../journal/knownBytes.ts';
import type { Severity } from '../journal/record.ts';
import type { ContainerNamedFact } from './fact.ts';
import type { CatalogueRow } from './row.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const LESS = 60;
const AMPERSAND = 38;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;

/** Where the values of the line stand that was matched last. One object for all plans: lines are read one at a time. */
export class ValueSpans {
  readonly starts = new Int32Array(MOST_KEYS);
  readonly ends = new Int32Array(MOST_KEYS);
  /** The value holds a backslash. */
  readonly escaped = new Uint8Array(MOST_KEYS);
}

/** Messages with more keys are read as records. */
export const MOST_KEYS = 16;

/** A message at one place in the source, for those who need to see it once only. */
export interface PlannedMessage {
  /** Id of the catalogue row. */
  readonly id: string;
  /** Room for who has seen it. */
  seenBy: object | undefined;
}

/** A message in the form of one place in the source. */
export class LinePlan implements PlannedMessage, LinePattern {
  readonly id: string;
  seenBy: object | undefined = undefined;
  readonly row: CatalogueRow;
  readonly severity: Severity;
  readonly number: number;
  readonly texts: Uint8Array;
  /** The message, quotes undone. */
  readonly message: string;
  readonly keys: readonly string[];
  /** Set where the lines are events of pods, written as most are. */
  event: EventPattern | undefined = undefined;
  /** Set where the lines say why a pod was not synced, written as most are. */
  podError: PodErrorPattern | undefined = undefined;
  /** Set where the lines tell the id of a container and nothing else: what they say of it. */
  ofContainer: ContainerNamedFact['what'] | undefined = undefined;
  /** Set where the lines tell no more than which pods there are. */
  told: ToldPattern | undefined = undefined;
  /** The quoted message; then ` key=`, with the quote of a quoted value, before each value. */
  readonly #literals: readonly KnownBytes[];
  readonly #forms: readonly ValueForm[];

  private constructor(number: number, texts: Uint8Array, row: CatalogueRow, severity: Severity, message: string, keys: readonly string[], literals: readonly KnownBytes[], forms: readonly ValueForm[]) {
    this.number = number;
    this.texts = texts;
    this.row = row;
    this.id = row.id;
    this.severity = severity;
    this.message = message;
    this.keys = keys;
    this.#literals = literals;
    this.#forms = forms;
  }

  /**
   * The plan of a body with this message and these keys in their order; `undefined` when the body is not of the plain form (escapes in the message,
   * blanks between the pairs, values of other kinds). A last value that `=<` opens, in lines of its own, is one that is quoted in other lines.
   */
  static of(number: number, row: CatalogueRow, severity: Severity, message: string, keys: readonly string[], bytes: Uint8Array, start: number, end: number): LinePlan | undefined {
    if (keys.length > MOST_KEYS) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const literals: KnownBytes[] = [];
    const forms: ValueForm[] = [];
    let at = start;
    const take = (text: string): boolean => {
      const literal = literalOf(text);
      if (end - at < literal.length || !literal.standAt(view, at)) return false;
      literals.push(literal);
      at += literal.length;
      return true;
    };
    if (!take(`"${message}"`)) return undefined;
    for (const key of keys) {
      // Behind a word the parser takes for the next key only what is one word, too.
      if (forms.at(-1) === 'word' && !ONE_WORD.test(key)) return undefined;
      if (forms.length === keys.length - 1 && end - at === key.length + 3 && bytes[end - 1] === LESS && literalOf(` ${key}=`).standAt(view, at)) {
        literals.push(literalOf(` ${key}="`));
        forms.push('quoted');
        at = end;
        break;
      }
      const form = formAt(bytes, at + encodeText(key).length + 2);
      if (form === undefined || !take(form === 'quoted' ? ` ${key}="` : ` ${key}=`)) return undefined;
      forms.push(form);
      const close = form === 'quoted' ? stringEnd(bytes, at, end) : bareEnd(form, bytes, at, end);
      if (close < 0) return undefined;
      at = form === 'quoted' ? close + 1 : close;
    }
    return at === end ? new LinePlan(number, encodePattern(encodeText(`"${message}"`), keys.map((key, index) => ({ form: forms[index] ?? 'quoted', before: encodeText(forms[index] === 'quoted' ? ` ${key}="` : ` ${key}=`) }))), row, severity, message, keys, literals, forms) : undefined;
  }

  get severityNumber(): number {
    return this.severity === 'I' ? 0 : this.severity === 'W' ? 1 : 2;
  }

  /** The place of a key whose values are of a form; −1: there is none. */
  placeOf(key: string, form: ValueForm): number {
    return this.keys.findIndex((name, index) => name === key && this.#forms[index] === form);
  }

  /** Whether `bytes[start, end)` is such a body; then the spans are those of its values. */
  match(bytes: Uint8Array, view: DataView, start: number, end: number, spans: ValueSpans): boolean {
    const literals = this.#literals;
    const forms = this.#forms;
    const count = forms.length;
    const { starts, ends, escaped } = spans;
    let literal = literals[0] as KnownBytes;
    if (end - start < literal.length || !literal.standAt(view, start)) return false;
    let at = start + literal.length;
    for (let index = 0; index < count; index++) {
      literal = literals[index + 1] as KnownBytes;
      if (end - at < literal.length || !literal.standAt(view, at)) return false;
      at += literal.length;
      starts[index] = at;
      escaped[index] = 0;
      const form = forms[index];
      if (form === 'quoted') {
        let byte = 0;
        for (; at < end; at++) {
          byte = bytes[at] ?? 0;
          if (byte === QUOTE) break;
          if (byte === BACKSLASH) {
            escaped[index] = 1;
            at++;
          }
        }
        if (at >= end) return false;
        ends[index] = at;
        at++;
      } else {
        at = bareEnd(form, bytes, at, end);
        if (at < 0) return false;
        ends[index] = at;
      }
    }
    return at === end;
  }
}

/** The bytes of a text, to be met in lines. */
export function literalOf(text: string): KnownBytes {
  const bytes = encodeText(text);
  const literal = new KnownBytes();
  literal.keep(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
  return literal;
}

/** A key as most are: nobody takes its beginning for a part of the value before it. */
const ONE_WORD = /^[A-Za-z_][A-Za-z0-9_./-]*$/;

/** Bytes of words. */
const isOfWord = new Uint8Array(256);
for (const byte of encodeText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:/+')) isOfWord[byte] = 1;

/** The form of the value that begins here. */
function formAt(bytes: Uint8Array, start: number): ValueForm | undefined {
  const first = bytes[start] ?? 0;
  if (first === QUOTE) return 'quoted';
  if ((first === OPEN_BRACE || first === OPEN_BRACKET) && bytes[start + 1] === QUOTE) return 'json';
  return first === OPEN_BRACKET || first === AMPERSAND ? 'bracket' : isOfWord[first] === 1 ? 'word' : undefined;
}

/** Where a value without quotes around it ends; −1: it is none of this form. */
function bareEnd(form: ValueForm | undefined, bytes: Uint8Array, start: number, end: number): number {
  return form === 'json' ? jsonEnd(bytes, start, end) : form === 'word' ? wordEnd(bytes, start, end) : bracketEnd(bytes, start, end);
}

/** Where the string that begins at `start` (behind its quote) has its closing quote; −1 when it has none. */
function stringEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return -1;
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
      at = stringEnd(bytes, at + 1, end);
      if (at < 0) return -1;
    } else if (isBracket(byte ?? 0)) return -1;
  }
  return -1;
}
