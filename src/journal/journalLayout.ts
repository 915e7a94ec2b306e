import { QUOTE, decodeText, encodeText } from './bytes.ts';
import { type EntryField, encodeEntry } from './kernel/lineKernel.ts';
import { FIELD_MESSAGE, FIELD_OTHER, FIELD_TEXT, FIELD_TIME } from './kernel/layout.ts';
import { KnownBytes } from './knownBytes.ts';

const BACKSLASH = 92;
const CLOSE_BRACE = 125;
/** A value that changed so often in a row is not compared any more. */
const RESTLESS = 8;
const LONGEST_VALUE = 1000;

/** What a field of a journal entry is to us. */
export type FieldUse = 'message' | 'time' | 'host' | 'identifier' | 'pid' | 'none';

/** A field where an entry has it. */
export interface FieldPlace {
  readonly use: FieldUse;
  /** The bracket or comma before its name. */
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** One field of the layout: the bytes up to its value, and its last value. */
class LayoutField {
  readonly use: FieldUse;
  readonly lead = new KnownBytes();
  readonly leadText: string;
  readonly #value = new KnownBytes();
  #changes = 0;
  /** Whether the value that was read last is that of the entry before. */
  sameValue = true;

  constructor(use: FieldUse, view: DataView, bytes: Uint8Array, { nameStart, valueStart, valueEnd }: FieldPlace) {
    this.use = use;
    this.lead.keep(view, nameStart, valueStart);
    this.leadText = decodeText(bytes, nameStart, valueStart);
    if (valueEnd - valueStart <= LONGEST_VALUE) this.#value.keep(view, valueStart, valueEnd);
    else this.#changes = RESTLESS;
  }

  /** Where the value at `at` ends, at its quote; −1: it does not end. */
  endOf(bytes: Uint8Array, view: DataView, at: number, end: number): number {
    const { length } = this.#value;
    this.sameValue = this.#changes < RESTLESS && at + length < end && bytes[at + length] === QUOTE && this.#value.standAt(view, at);
    if (this.sameValue) {
      this.#changes = 0;
      return at + length;
    }
    const valueEnd = endOfValue(bytes, at, end);
    if (valueEnd < 0 || this.#changes >= RESTLESS) return valueEnd;
    // Where an entry comes from is worth comparing however often it changes.
    if (this.use === 'none' || this.use === 'time') this.#changes++;
    if (valueEnd - at <= LONGEST_VALUE) this.#value.keep(view, at, valueEnd);
    return valueEnd;
  }
}

/** The fields of an entry in their order. Entries of one source in the journal have the same fields, and most values repeat: they are compared, not read. */
export class JournalLayout {
  readonly #fields: readonly LayoutField[];
  /** Of the entry that `read` read: microseconds since the epoch, and where the message lies, with its escapes. */
  time = 0;
  messageStart = 0;
  messageEnd = 0;
  /** Whether the entry comes from somewhere else than the one before of this layout; then the three texts are set anew. */
  moved = true;
  host: string | undefined = undefined;
  identifier: string | undefined = undefined;
  pid: string | undefined = undefined;

  #encoded: Uint8Array | undefined;

  constructor(bytes: Uint8Array, view: DataView, places: readonly FieldPlace[]) {
    this.#fields = places.map((place) => new LayoutField(place.use, view, bytes, place));
  }

  /** The fields as the kernel compares them, with the origin of the entry that was read last; `undefined`: it cannot. */
  get encoded(): Uint8Array | undefined {
    this.#encoded ??= this.#encode();
    return this.#encoded;
  }

  #encode(): Uint8Array | undefined {
    const fields: EntryField[] = [];
    let before = '';
    for (const { use, leadText } of this.#fields) {
      before += leadText;
      if (use === 'host' || use === 'identifier' || use === 'pid') before += `${this[use] ?? ''}"`;
      else {
        fields.push({ what: use === 'message' ? FIELD_MESSAGE : use === 'time' ? FIELD_TIME : FIELD_OTHER, text: encodeText(before) });
        before = '';
      }
    }
    if (before !== '') fields.push({ what: FIELD_TEXT, text: encodeText(before) });
    return encodeEntry(fields);
  }

  /** Reads an entry of this layout; `false` when it is of another. */
  read(bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    const fields = this.#fields;
    let at = start;
    this.time = -1;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i];
      if (field === undefined || at + field.lead.length >= end || !field.lead.standAt(view, at)) return false;
      at += field.lead.length;
      const valueStart = at;
      switch (field.use) {
        case 'message':
          at = endOfValue(bytes, at, end);
          this.messageStart = valueStart;
          this.messageEnd = at;
          break;
        case 'time':
          at = field.endOf(bytes, view, at, end);
          this.time = wholeNumber(bytes, valueStart, at);
          break;
        case 'none':
          at = field.endOf(bytes, view, at, end);
          break;
        case 'host':
        case 'identifier':
        case 'pid':
          at = field.endOf(bytes, view, at, end);
          if (field.sameValue && this[field.use] !== undefined) break;
          this.moved = true;
          this.#encoded = undefined;
          this[field.use] = at < 0 || hasEscape(bytes, valueStart, at) ? undefined : decodeText(bytes, valueStart, at);
          if (this[field.use] === undefined) return false;
      }
      if (at < 0) return false;
      at++;
    }
    return at === end - 1 && bytes[at] === CLOSE_BRACE && this.time >= 0;
  }
}

/** The quote that ends a value which may hold escapes; −1: there is none. */
export function endOfValue(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return -1;
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}

function wholeNumber(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return end > start && end - start <= 16 ? value : -1;
}
