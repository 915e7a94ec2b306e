import {
  CLOSE_BRACKET,
  DOT,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  clockSeconds,
  decodeText,
  encodeText,
  fractionMicroseconds,
  skipDigits,
  closingQuote,
  BACKSLASH,
  COMMA,
  CLOSE_BRACE,
} from '../bytes/bytes.ts';
import { isoMicroseconds } from './jsonLine.ts';
import { type EntryField, encodeEntry } from '../batch/kernel/linePattern.ts';
import { FIELD_ISO, FIELD_LINE, FIELD_MESSAGE, FIELD_OTHER, FIELD_TEXT, FIELD_TIME } from '../batch/kernel/layout.ts';
import { KnownBytes } from '../bytes/knownBytes.ts';

const LETTER_Z = 90;
const DIGIT_SIX = 54;
/** `2026-11-21T`. */
const DATE_LENGTH = 11;
const MIDNIGHT = '00:00:00Z';
const SECOND = 1_000_000;
/** A value that changed so often in a row is not compared any more. */
const RESTLESS = 8;
const LONGEST_VALUE = 1000;

/** What a field of an entry is to us: `time` counts microseconds, `iso-time` is RFC 3339, `constant` has to be as it was. */
export type FieldUse = 'message' | 'time' | 'iso-time' | 'host' | 'identifier' | 'pid' | 'constant' | 'none';

/** A field where an entry has it. */
export interface FieldPlace {
  readonly use: FieldUse;
  /** The bracket or comma before its name. */
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The value is no text: a number, an object. The others lie between quotes. */
  readonly raw: boolean;
}

/** One field of the layout: the bytes up to its value, and its last value. */
class LayoutField {
  readonly use: FieldUse;
  readonly raw: boolean;
  readonly lead = new KnownBytes();
  readonly leadText: string;
  /** Its value in the line that the layout was learned from. */
  readonly firstText: string;
  readonly #value = new KnownBytes();
  #changes = 0;
  /** Whether the value that was read last is that of the entry before. */
  sameValue = true;

  constructor(use: FieldUse, view: DataView, bytes: Uint8Array, { nameStart, valueStart, valueEnd, raw }: FieldPlace) {
    this.use = use;
    this.raw = raw;
    this.lead.keep(view, nameStart, valueStart);
    this.leadText = decodeText(bytes, nameStart, valueStart);
    this.firstText = decodeText(bytes, valueStart, raw ? valueEnd : valueEnd + 1);
    if (valueEnd - valueStart <= LONGEST_VALUE) this.#value.keep(view, valueStart, valueEnd);
    else this.#changes = RESTLESS;
  }

  /** Where the value at `at` ends, at its quote or behind it; −1: it does not end. */
  endOf(bytes: Uint8Array, view: DataView, at: number, end: number): number {
    const { length } = this.#value;
    this.sameValue =
      this.#changes < RESTLESS && at + length < end && this.#isEnd(bytes[at + length]) && this.#value.standAt(view, at);
    if (this.sameValue) {
      this.#changes = 0;
      return at + length;
    }
    if (this.use === 'constant') return -1;
    const valueEnd = this.raw ? endOfRaw(bytes, at, end) : closingQuote(bytes, at, end);
    if (valueEnd < 0 || this.#changes >= RESTLESS) return valueEnd;
    // Where an entry comes from is worth comparing however often it changes.
    if (this.use === 'none' || this.use === 'time') this.#changes++;
    if (valueEnd - at <= LONGEST_VALUE) this.#value.keep(view, at, valueEnd);
    return valueEnd;
  }

  #isEnd(byte: number | undefined): boolean {
    return this.raw ? byte === COMMA || byte === CLOSE_BRACE : byte === QUOTE;
  }
}

/** The fields of an entry in their order. Entries of one source in the journal have the same fields, and most values repeat: they are compared, not read. */
export class JournalLayout {
  readonly #fields: readonly LayoutField[];
  /** Whether it is of the journal; else it is of a document that a log shipper wrote. */
  readonly isEntry: boolean;
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
  /** Values without quotes do not change. */
  readonly #isFixed: boolean;
  /** The date of the last RFC 3339 time, and its midnight. */
  readonly #date = new KnownBytes();
  #dateText = '';
  #midnight = -1;

  /** `fixed`: what the entries say of their origin in no field of their own. */
  constructor(
    bytes: Uint8Array,
    view: DataView,
    places: readonly FieldPlace[],
    fixed?: { readonly host: string | undefined; readonly identifier: string | undefined },
  ) {
    this.host = fixed?.host;
    this.identifier = fixed?.identifier;
    this.#fields = places.map((place) => new LayoutField(place.use, view, bytes, place));
    this.#isFixed = places.every(({ raw, use }) => !raw || use === 'constant');
    this.isEntry = places.some(({ use }) => use === 'time');
  }

  /** The fields as the kernel compares them, with the origin of the entry that was read last; `undefined`: it cannot. */
  get encoded(): Uint8Array | undefined {
    if (this.#isFixed) this.#encoded ??= this.#encode();
    return this.#encoded;
  }

  #encode(): Uint8Array | undefined {
    const fields: EntryField[] = [];
    let before = '';
    for (const { use, leadText, firstText } of this.#fields) {
      before += leadText;
      if (use === 'host' || use === 'identifier' || use === 'pid') before += `${this[use] ?? ''}"`;
      else if (use === 'constant') before += firstText;
      else if (use === 'iso-time') {
        if (this.#midnight < 0) return undefined;
        fields.push({ what: FIELD_ISO, text: encodeText(before + this.#dateText), midnight: this.#midnight });
        before = '';
      } else {
        const message = this.isEntry ? FIELD_MESSAGE : FIELD_LINE;
        fields.push({
          what: use === 'message' ? message : use === 'time' ? FIELD_TIME : FIELD_OTHER,
          text: encodeText(before),
        });
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
          at = closingQuote(bytes, at, end);
          this.messageStart = valueStart;
          this.messageEnd = at;
          break;
        case 'time':
          at = field.endOf(bytes, view, at, end);
          this.time = wholeNumber(bytes, valueStart, at);
          break;
        case 'iso-time':
          at = closingQuote(bytes, at, end);
          if (at >= 0) this.time = this.#isoTime(bytes, view, valueStart, at);
          break;
        case 'constant':
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
          this[field.use] =
            at < 0 || (at === valueStart && !this.isEntry) || hasEscape(bytes, valueStart, at)
              ? undefined
              : decodeText(bytes, valueStart, at);
          if (this[field.use] === undefined) return false;
      }
      if (at < 0) return false;
      if (!field.raw) at++;
    }
    return at === end - 1 && bytes[at] === CLOSE_BRACE && this.time >= 0;
  }

  /** What `isoMicroseconds` says of `bytes[start, end)`; −1 for `undefined`. Most lines have the date of the one before. */
  #isoTime(bytes: Uint8Array, view: DataView, start: number, end: number): number {
    const clockStart = start + DATE_LENGTH;
    const clockEnd = clockStart + MIDNIGHT.length - 1;
    if (end > clockEnd && bytes[end - 1] === LETTER_Z) {
      if (this.#midnight < 0 || !this.#date.standAt(view, start)) {
        this.#dateText = decodeText(bytes, start, clockStart);
        this.#midnight = isoMicroseconds(`${this.#dateText}${MIDNIGHT}`) ?? -1;
        this.#encoded = undefined;
        this.#date.keep(view, start, clockStart);
      }
      const second = clockSeconds(bytes, clockStart);
      const fractionStart = bytes[clockEnd] === DOT ? clockEnd + 1 : clockEnd;
      const fractionEnd = skipDigits(bytes, fractionStart, end);
      // A leap second is left to whoever knows of them.
      const isCommon =
        second >= 0 &&
        bytes[clockEnd - 2] !== DIGIT_SIX &&
        fractionEnd === end - 1 &&
        (fractionStart === clockEnd) === (fractionEnd === fractionStart);
      if (isCommon && this.#midnight >= 0)
        return this.#midnight + second * SECOND + fractionMicroseconds(bytes, fractionStart, fractionEnd);
    }
    return isoMicroseconds(decodeText(bytes, start, end)) ?? -1;
  }
}

/** Where a number, a word, an object or an array ends; −1: it does not, or it is a text. */
export function endOfRaw(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] === QUOTE) return -1;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = closingQuote(bytes, at + 1, end);
      if (at < 0) return -1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth === 0) return byte === CLOSE_BRACE && at > start ? at : -1;
      depth--;
    } else if (depth === 0 && (byte === COMMA || byte === BACKSLASH)) return byte === COMMA && at > start ? at : -1;
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
