/** How lines of a place in the source, and entries of the journal, are written: the bytes that the kernel compares, in its form (`layout.ts`). */
import * as layout from './layout.ts';

/** How lines of a place in the source are written, and what stands for it. */
export interface LinePattern {
  /** Told with each line that is written so. */
  readonly number: number;
  /** 0 information, 1 warning, 2 error. */
  readonly severityNumber: number;
  /** How many values the texts describe. */
  readonly valueCount: number;
  /** The beginning of the line, then what stands before each value, in the kernel's form (`encodePattern`). */
  readonly texts: Uint8Array;
  /** Lines are events of pods. */
  readonly event: EventPattern | undefined;
  /** What lines state may be known by their values. */
  readonly stated: StatedPattern | undefined;
}

/** By what it is known that a line states what an earlier one did. */
export interface StatedPattern {
  /** The values from the `first` key to the `last`, but for one that makes no difference by itself (`leftOut`, −1: there is none). `undefined`: all lines state the same. */
  readonly by: { readonly first: number; readonly last: number; readonly leftOut: number } | undefined;
  /** What such a line is then: a `row` still, or one that only counts, perhaps as a `turn` of the sync loop. */
  readonly again: 'row' | 'nothing' | 'turn';
}

/** How an event of a pod is written: which keys tell the pod and, later in the line, the event, and what stands in it (`encodeEvent`, the same for all patterns). */
export interface EventPattern {
  readonly podKey: number;
  readonly eventKey: number;
  /** Which of the forms that events were written in, less than `MOST_EVENT_FORMS` of the layout. */
  readonly form: number;
  readonly texts: Uint8Array;
}

/** What stands before the uid of the pod, between it and the id of the container for each type, and behind that id. */
export function encodeEvent(open: Uint8Array, types: readonly Uint8Array[], close: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  pushText(open, bytes);
  pushText(close, bytes);
  bytes.push(types.length);
  for (const type of types) pushText(type, bytes);
  return Uint8Array.from(bytes);
}

/**
 * How the value behind a key ends: at its quote; with the last of `A–Z a–z 0–9 . _ - : / +`; with the bracket of an object or a list of strings; with the first bracket behind
 * `[` or `&{`, between which there are neither brackets nor quotes; where the text before the next value first begins, its quote not counted, or with the line (`text`). `end` is no value: what stands before
 * it ends the line.
 */
export const VALUE_FORMS = ['quoted', 'word', 'json', 'bracket', 'text', 'end'] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

/** The texts of a pattern as the kernel compares them. */
export function encodePattern(
  beginning: Uint8Array,
  values: readonly { readonly form: ValueForm; readonly before: Uint8Array }[],
): Uint8Array {
  const bytes: number[] = [];
  pushText(beginning, bytes);
  for (const { form, before } of values) {
    bytes.push(VALUE_FORMS.indexOf(form));
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
