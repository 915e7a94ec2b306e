import { encodeText } from '../journal/bytes.ts';
import type { Instant } from '../kubelet/time.ts';
import { formatRfc3339 } from './instantText.ts';

/** A piece of a text: characters, or UTF-8 bytes that stand as they are until the next piece is asked for. */
export type TextPiece = string | Uint8Array;

const FIRST_BYTES = 1 << 16;
const QUOTE = 34;
const BACKSLASH = 92;
const ZERO = 48;
const SECOND = 1_000_000;
/** `2026-11-21T00:31:42.` of a time. */
const TO_THE_SECOND = 20;
const TIME_LENGTH = 27;
/** Digits of the largest whole number. */
const MOST_DIGITS = 16;
/** Shorter ones are copied faster one by one. */
const LEAST_TO_SET = 32;

/** Text of JSON that is put together as bytes: strings of it would be made, joined and encoded, which takes several times as long. */
export class JsonBytes {
  #bytes = new Uint8Array(FIRST_BYTES);
  #used = 0;
  /** The whole second that was written last, in seconds, and its text. */
  #second = Number.NaN;
  #secondText = new Uint8Array(TO_THE_SECOND);

  /** Bytes written since the last `take`. */
  get length(): number {
    return this.#used;
  }

  /** What was written since the last time. It stands until something is written again. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#used);
    this.#used = 0;
    return taken;
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
        this.raw(encodeText(JSON.stringify(text)));
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
    const whole = Math.round(time);
    const second = Math.floor(whole / SECOND);
    const bytes = this.#room(TIME_LENGTH + 2);
    let at = this.#used;
    if (second !== this.#second) {
      const text = formatRfc3339(time);
      if (text.length !== TIME_LENGTH) {
        this.string(text);
        return;
      }
      for (let index = 0; index < TO_THE_SECOND; index += 1) this.#secondText[index] = text.charCodeAt(index);
      this.#second = second;
    }
    const secondText = this.#secondText;
    bytes[at] = QUOTE;
    at += 1;
    for (let index = 0; index < TO_THE_SECOND; index += 1) bytes[at + index] = secondText[index] ?? 0;
    let rest = whole - second * SECOND;
    for (let place = at + TIME_LENGTH - 2; place >= at + TO_THE_SECOND; place -= 1) {
      const tens = Math.floor(rest / 10);
      bytes[place] = ZERO + (rest - tens * 10);
      rest = tens;
    }
    bytes[at + TIME_LENGTH - 1] = 90; // Z
    bytes[at + TIME_LENGTH] = QUOTE;
    this.#used = at + TIME_LENGTH + 1;
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
