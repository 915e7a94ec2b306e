import { hashOfBytes } from '../../journal/bytes/knownBytes.ts';
import { textOf } from '../texts/errorTexts.ts';
import type { PodReference } from '../fact.ts';
import { parsePod, podWithUid } from '../texts/pod.ts';

/** A value that came before: its text, and what it was read as, when somebody asked. */
export class KnownSpan {
  readonly text: string;
  /** Its bytes are neither quotes nor blanks nor escapes. */
  readonly isPlain: boolean;
  #pod: PodReference | undefined;
  #uid: string | undefined;
  #whole: PodReference | undefined;

  constructor(text: string, isPlain: boolean) {
    this.text = text;
    this.isPlain = isPlain;
  }

  get pod(): PodReference {
    this.#pod ??= parsePod(this.text);
    return this.#pod;
  }

  /** The pod together with a uid from a key of its own. */
  withUid(uid: string | undefined): PodReference {
    if (this.#whole === undefined || this.#uid !== uid) {
      this.#whole = podWithUid(this.pod, uid);
      this.#uid = uid;
    }
    return this.#whole;
  }
}

function spanOf(bytes: Uint8Array, start: number, end: number, escaped: boolean): KnownSpan {
  return new KnownSpan(textOf(bytes, start, end, escaped), plainEnd(bytes, start, end) === end);
}

/** Where a text of neither quotes nor blanks nor escapes ends. */
export function plainEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte <= 32 || byte === 34 || byte === 92) break;
  }
  return at;
}

const SLOTS = 1 << 14;
const SHIFT = 32 - 14;
const SHORTEST = 4;

/**
 * Values by their bytes, so that one that comes again is neither made into text nor read again, and is kept once. Bounded: a value gives way to
 * another with the same hash, and all give way when the room for their bytes is full.
 */
export class KnownSpans {
  readonly #spans: (KnownSpan | undefined)[] = new Array<KnownSpan | undefined>(SLOTS).fill(undefined);
  readonly #starts = new Int32Array(SLOTS);
  /** Their lengths; of those that stand in quotes, `~` their lengths. */
  readonly #forms = new Int32Array(SLOTS);
  #kept: Uint8Array;
  #view: DataView;
  readonly #room: number;
  #used = 0;

  /** `room`: so many bytes are kept. */
  constructor(room: number) {
    this.#room = room;
    this.#kept = new Uint8Array(Math.min(room, 1 << 12));
    this.#view = new DataView(this.#kept.buffer);
  }

  /** The value `bytes[start, end)`; `view` shows the same bytes. An `escaped` one stands in quotes, which its text is without. */
  of(bytes: Uint8Array, view: DataView, start: number, end: number, escaped: boolean): KnownSpan {
    const length = end - start;
    if (length < SHORTEST) return spanOf(bytes, start, end, escaped);
    const slot = hashOfBytes(view, start, end) >>> SHIFT;
    const known = this.#spans[slot];
    // The same bytes are another text without escapes.
    const form = escaped ? ~length : length;
    if (known !== undefined && this.#forms[slot] === form && this.#standsAt(this.#starts[slot] ?? 0, view, start, end))
      return known;
    const span = spanOf(bytes, start, end, escaped);
    if (length > this.#room) return span;
    this.#makeRoom(length);
    this.#kept.set(bytes.subarray(start, end), this.#used);
    this.#spans[slot] = span;
    this.#starts[slot] = this.#used;
    this.#forms[slot] = form;
    this.#used += length;
    return span;
  }

  #standsAt(kept: number, view: DataView, start: number, end: number): boolean {
    const own = this.#view;
    const last = end - 4;
    let at = start;
    let other = kept;
    for (; at < last; at += 4, other += 4) if (view.getInt32(at, true) !== own.getInt32(other, true)) return false;
    return view.getInt32(last, true) === own.getInt32(other + last - at, true);
  }

  #makeRoom(length: number): void {
    const needed = this.#used + length;
    if (needed <= this.#kept.length) return;
    if (needed > this.#room) {
      this.#spans.fill(undefined);
      this.#used = 0;
      return;
    }
    const larger = new Uint8Array(Math.min(this.#room, Math.max(needed, this.#kept.length * 2)));
    larger.set(this.#kept);
    this.#kept = larger;
    this.#view = new DataView(larger.buffer);
  }
}
