import { COLON, DOT, encodeText, QUOTE, BACKSLASH } from '../../journal/bytes/bytes.ts';
import { asWritten, type Printable, printableJson } from '../../kubelet/printable.ts';
import type { Instant } from '../../kubelet/time.ts';
import { formatRfc3339 } from './instantText.ts';

/** A piece of a text: characters, or UTF-8 bytes of what `JsonBytes` has put together, which stand as they are until the next piece is asked for. */
export type TextPiece = Printable | PrintableBytes;

declare const printableBytes: unique symbol;
/** UTF-8 of printable text. */
export type PrintableBytes = Uint8Array & { readonly [printableBytes]: true };

/** Data as JSON: what is hidden in its strings is escaped, so that it can be looked at and is still read as it was. */
export function jsonText(value: unknown): Printable {
  return value === undefined ? asWritten('null') : printableJson(JSON.stringify(value));
}

const FIRST_BYTES = 1 << 16;
const SECOND = 1_000_000;
const ZERO = 48;
const DAY_SECONDS = 86_400;
const TIME_LENGTH = 27;
/** Of so many days the texts are kept. */
const MOST_DAYS = 64;
/** Where `00:31:42.387000Z` begins in `2026-11-21T00:31:42.387000Z`. */
const CLOCK_AT = 11;
const UPPER_Z = 90;
/** Digits of the largest whole number. */
const MOST_DIGITS = 16;
/** Shorter ones are copied faster one by one. */
const LEAST_TO_SET = 32;

/** Text of JSON that is put together as bytes: strings of it would be made, joined and encoded, which takes several times as long. */
export class JsonBytes {
  #bytes = new Uint8Array(FIRST_BYTES);
  #used = 0;
  /** The texts of days up to the `T`, by their number from 1970: a state mostly begins on one day and ends on another. */
  readonly #dayTexts = new Map<number, Uint8Array>();
  /** The time that was written last, and where it stands; −1: it was taken. */
  #time = Number.NaN;
  #timeAt = -1;

  /** Bytes written since the last `take`. */
  get length(): number {
    return this.#used;
  }

  /** What was written since the last time. It stands until something is written again. */
  take(): PrintableBytes {
    const taken = this.#bytes.subarray(0, this.#used);
    this.#used = 0;
    this.#timeAt = -1;
    return taken as PrintableBytes;
  }

  /** Bytes of text as they are. */
  raw(text: Uint8Array): void {
    const { length } = text;
    const bytes = this.#room(length);
    const at = this.#used;
    if (length < LEAST_TO_SET) for (let index = 0; index < length; index += 1) bytes[at + index] = text[index] ?? 0;
    else bytes.set(text, at);
    this.#used = at + length;
  }

  /** A string, with its quotes. */
  string(text: string): void {
    const { length } = text;
    const bytes = this.#room(length + 2);
    let at = this.#used;
    bytes[at] = QUOTE;
    at += 1;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) {
        this.raw(encodeText(jsonText(text)));
        return;
      }
      bytes[at + index] = code;
    }
    bytes[at + length] = QUOTE;
    this.#used = at + length + 1;
  }

  /** A number. */
  number(value: number): void {
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER && Number.isInteger(value))) {
      this.raw(encodeText(JSON.stringify(value)));
      return;
    }
    const bytes = this.#room(MOST_DIGITS);
    let digits = 1;
    for (let least = 10; least <= value; least *= 10) digits += 1;
    let rest = value;
    for (let at = this.#used + digits - 1; at >= this.#used; at -= 1) {
      const tens = Math.floor(rest / 10);
      bytes[at] = ZERO + (rest - tens * 10);
      rest = tens;
    }
    this.#used += digits;
  }

  /** A time as `formatRfc3339` writes it, with quotes. */
  time(time: Instant): void {
    const bytes = this.#room(TIME_LENGTH + 2);
    const at = this.#used;
    const last = this.#timeAt;
    // What begins when something ends, or is known exactly, has the same time twice.
    if (time === this.#time && last >= 0) bytes.copyWithin(at, last, last + TIME_LENGTH + 2);
    else if (!this.#writeTime(bytes, at, time)) {
      this.string(formatRfc3339(time));
      return;
    }
    this.#time = time;
    this.#timeAt = at;
    this.#used = at + TIME_LENGTH + 2;
  }

  /** `false`: it is not of the usual length. */
  #writeTime(bytes: Uint8Array, at: number, time: Instant): boolean {
    const whole = Math.round(time);
    const second = Math.floor(whole / SECOND);
    const day = Math.floor(second / DAY_SECONDS);
    const dayText = this.#dayTexts.get(day) ?? this.#newDay(day, time);
    if (dayText === undefined) return false;
    bytes[at] = QUOTE;
    for (let index = 0; index < CLOCK_AT; index += 1) bytes[at + 1 + index] = dayText[index] ?? 0;
    const ofDay = (second - day * DAY_SECONDS) | 0;
    const minute = (ofDay / 60) | 0;
    const hour = (minute / 60) | 0;
    const clock = at + 1 + CLOCK_AT;
    twoDigits(bytes, clock, hour);
    bytes[clock + 2] = COLON;
    twoDigits(bytes, clock + 3, minute - hour * 60);
    bytes[clock + 5] = COLON;
    twoDigits(bytes, clock + 6, ofDay - minute * 60);
    bytes[clock + 8] = DOT;
    const micros = (whole - second * SECOND) | 0;
    const hundreds = (micros / 100) | 0;
    const myriads = (hundreds / 100) | 0;
    twoDigits(bytes, clock + 9, myriads);
    twoDigits(bytes, clock + 11, hundreds - myriads * 100);
    twoDigits(bytes, clock + 13, micros - hundreds * 100);
    bytes[clock + 15] = UPPER_Z;
    bytes[clock + 16] = QUOTE;
    return true;
  }

  /** `undefined`: its times are not of the usual length. */
  #newDay(day: number, time: Instant): Uint8Array | undefined {
    const text = formatRfc3339(time);
    if (text.length !== TIME_LENGTH) return undefined;
    if (this.#dayTexts.size >= MOST_DAYS) this.#dayTexts.clear();
    const dayText = encodeText(text.slice(0, CLOCK_AT));
    this.#dayTexts.set(day, dayText);
    return dayText;
  }

  /** The bytes, with room for so many more. */
  #room(more: number): Uint8Array {
    const needed = this.#used + more;
    if (needed <= this.#bytes.length) return this.#bytes;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = grown;
    return grown;
  }
}

/** A number below 100. */
function twoDigits(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - tens * 10;
}
