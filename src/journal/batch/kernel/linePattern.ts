/** How lines of a place in the source, and entries of the journal, are written: the bytes that the kernel compares, in its form (`layout.ts`). */
import type { Severity } from '../../record.ts';
import type { Keywords } from '../keywords.ts';
import * as layout from './layout.ts';

/** How lines of a place in the source are written, which the kernel takes then. */
export interface LinePattern {
  /** Told with each line that has a row. */
  readonly number: number;
  /** It holds for each process run, as it depends on no line before; else for those that confirm it. */
  readonly isLasting: boolean;
  /** A line with one of these words is none of it. */
  readonly unless: Keywords | undefined;
  /** 0 information, 1 warning, 2 error. */
  readonly severityNumber: number;
  /** How many values the texts describe. */
  readonly valueCount: number;
  /** The beginning of the line, then what stands before each value, in the kernel's form (`encodePattern`). */
  readonly texts: Uint8Array;
  /** What lines state may be known by their values. */
  readonly stated: StatedPattern | undefined;
}

/** The kernel's number of a severity. */
export function severityNumberOf(severity: Severity): number {
  return severity === 'I' ? 0 : severity === 'W' ? 1 : 2;
}

/** By what it is known that a line states what an earlier one did. */
export interface StatedPattern {
  /** The values from the `first` key to the `last`, but for one that makes no difference by itself (`leftOut`, −1: there is none). `undefined`: all lines state the same. */
  readonly by: { readonly first: number; readonly last: number; readonly leftOut: number } | undefined;
  /** What such a line is then. */
  readonly again: Again;
}

/** A line that states what is known: a row still, or one that only counts; perhaps with a flag among its kind (`PlainLines.kinds`). */
export const AGAIN = {
  row: layout.AGAIN_ROW,
  nothing: layout.AGAIN_NOTHING,
  flag: layout.AGAIN_FLAG,
  'flagged-row': layout.AGAIN_FLAGGED_ROW,
} as const;
type Again = keyof typeof AGAIN;

/**
 * How the value behind a key ends: at its quote; with the last of `A–Z a–z 0–9 . _ - : / +`; with the bracket of an object or a list of strings; with the first bracket behind
 * `[` or `&{`, between which there are neither brackets nor quotes; where the text before the next value first begins, its quote not counted, or with the line (`text`). `end` is no value: what stands before
 * it ends the line. `digits` are 64 hexadecimal ones without capital letters; at most one value of a line.
 */
const VALUE_FORMS = {
  quoted: layout.FORM_QUOTED,
  word: layout.FORM_WORD,
  json: layout.FORM_JSON,
  bracket: layout.FORM_BRACKET,
  text: layout.FORM_TEXT,
  end: layout.FORM_END,
  digits: layout.FORM_DIGITS,
} as const;
export type ValueForm = keyof typeof VALUE_FORMS;

/** The texts of a pattern as the kernel compares them. */
export function encodePattern(
  beginning: Uint8Array,
  values: readonly { readonly form: ValueForm; readonly before: Uint8Array }[],
): Uint8Array {
  const bytes: number[] = [];
  pushText(beginning, bytes);
  for (const { form, before } of values) {
    bytes.push(VALUE_FORMS[form]);
    pushText(before, bytes);
  }
  return Uint8Array.from(bytes);
}

/** A text's length in two bytes, and its bytes, filled up to the eight that are compared at once. */
function pushText(text: Uint8Array, bytes: number[]): void {
  bytes.push(text.length & 0xff, text.length >> 8, ...text);
  for (let { length } = text; length < 8; length++) bytes.push(0);
}

/** A field of a journal entry: what it is (`FIELD_…` of the layout), and the text before its value. A value that repeats is a part of the text. */
export interface EntryField {
  readonly what: number;
  readonly text: Uint8Array;
  /** Of a `FIELD_ISO`, whose date is in the text: midnight of that day, in microseconds since the epoch. */
  readonly midnight?: number;
}

/** Fields of an entry in their order as the kernel compares them; `undefined`: they are too long. */
export function encodeEntry(fields: readonly EntryField[]): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const { what, text, midnight } of fields) {
    bytes.push(what);
    pushText(text, bytes);
    if (midnight !== undefined) bytes.push(...new Uint8Array(Float64Array.of(midnight).buffer));
  }
  bytes.push(layout.FIELD_END);
  return bytes.length > layout.ENTRY_SIZE ? undefined : Uint8Array.from(bytes);
}
