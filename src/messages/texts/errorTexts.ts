import { decodeText, QUOTE, BACKSLASH, NEWLINE } from '../../journal/bytes/bytes.ts';
import { readQuoted } from '../../journal/klog/goQuote.ts';
import { hashOfBytes } from '../../journal/bytes/knownBytes.ts';
import type { PodReference, RuntimeError } from '../fact.ts';
import { codeOf, isNoError } from './runtimeError.ts';

/** Where an error names the pod of its own line, as `name_namespace(uid)`. */
export interface NamedPod {
  readonly start: number;
  readonly end: number;
  readonly pod: PodReference;
}

/** An error whose text stands in kept bytes until somebody asks: a long log has very many, and few are looked at. */
export class KeptError implements RuntimeError {
  readonly texts: ErrorTexts;
  /** Tells `texts` which it is. */
  readonly place: number;
  /** The pod that its text names, where that is not in the kept bytes. */
  readonly pod: PodReference | undefined;

  constructor(texts: ErrorTexts, place: number, pod: PodReference | undefined) {
    this.texts = texts;
    this.place = place;
    this.pod = pod;
  }

  get text(): string {
    return this.texts.textAt(this.place, this.pod);
  }

  get code(): string | undefined {
    return this.texts.codeAt(this.place);
  }

  /** As plain data. */
  toJSON(): RuntimeError {
    const { text, code } = this;
    return code === undefined ? { text } : { text, code };
  }
}

/** A text that was read lately. */
interface ReadText {
  readonly place: number;
  /** Without the pod that it names. */
  readonly text: string;
  readonly code: string | undefined;
}

/** So many texts are at hand. An outage of days has a few errors a hundred thousand times each, and the rules look at all of them more than once. */
const MOST_READ = 256;

const SLOTS = 1 << 13;
const SHIFT = 32 - 13;
/** Shorter ones are made into text at once. */
const SHORTEST = 24;
/** `<nil>`, every character of it escaped. */
const LONGEST_NIL = 64;
const BLOCK_BYTES = 1 << 18;
/** A place is the number of a block and the start in it, 31 bits: a small integer to the engine. */
const START_BITS = 18;
const MOST_BLOCKS = 1 << 13;
/**
 * At the place stands four times the length (32 bits) with two marks: 1 for a text with escapes, 2 for one that names its pod; the first two bytes of
 * that tell where.
 */
const HEAD_BYTES = 4;
const ESCAPED = 1;
const NAMES_POD = 2;
/** The place of a text that is not kept. */
const NOT_KEPT = -1;
/** So much at least stands before the pod: it is compared at once. */
const LEAST_BEFORE = 4;

/**
 * Errors by their bytes: one that comes again is kept once, as long as no other with its hash came between. The same error of many pods is kept once,
 * too, without the pod.
 */
export class ErrorTexts {
  /** Places by hash. */
  readonly #places = new Int32Array(SLOTS).fill(NOT_KEPT);
  readonly #blocks: DataView<ArrayBuffer>[] = [];
  /** The bytes of each block. */
  readonly #bytes: Uint8Array[] = [];
  #used = BLOCK_BYTES;
  /** By place; the one that was read later drives out the one before. */
  readonly #read: (ReadText | undefined)[] = [];

  /**
   * The error `bytes[start, end)`, as `parseRuntimeError` reads it; `view` shows the same bytes. An `escaped` one stands in quotes, which its text is
   * without. `named`: where it names the pod of its line, if it does.
   */
  of(
    bytes: Uint8Array,
    view: DataView,
    start: number,
    end: number,
    escaped: boolean,
    named?: NamedPod,
  ): RuntimeError | undefined {
    const place =
      named === undefined
        ? this.placeOf(bytes, view, start, end, escaped, -1, -1)
        : this.placeOf(bytes, view, start, end, escaped, named.start, named.end);
    if (place === NOT_KEPT) return readError(textOf(bytes, start, end, escaped));
    return new KeptError(this, place, this.#namesPod(place) ? named?.pod : undefined);
  }

  /**
   * Where the text of such an error is kept, for a `KeptError` with the pod; `NOT_KEPT`: it is not. `podStart`, `podEnd`: where it names the pod of its line; −1 where it does not.
   */
  placeOf(
    bytes: Uint8Array,
    view: DataView,
    start: number,
    end: number,
    escaped: boolean,
    podStart: number,
    podEnd: number,
  ): number {
    const length = end - start;
    if (length < SHORTEST || length > BLOCK_BYTES - HEAD_BYTES || (escaped && length < LONGEST_NIL)) return NOT_KEPT;
    const before = podStart - start;
    if (before < LEAST_BEFORE || before > 0xffff) {
      const slot = hashOfBytes(view, start, end) >>> SHIFT;
      const known = this.#places[slot] ?? NOT_KEPT;
      if (this.#isAt(known, length, Number(escaped)) && this.#stands(known, HEAD_BYTES, view, start, end)) return known;
      const block = this.#room(length);
      if (block === undefined) return NOT_KEPT;
      block.set(bytes.subarray(start, end), this.#used + HEAD_BYTES);
      return this.#keep(slot, length, Number(escaped));
    }
    const kept = length - (podEnd - podStart) + 2;
    const marks = Number(escaped) + NAMES_POD;
    const slot = hashOfBytes(view, start, podStart) >>> SHIFT;
    const known = this.#places[slot] ?? NOT_KEPT;
    if (
      this.#isAt(known, kept, marks) &&
      this.#partAt(known) === before &&
      this.#stands(known, HEAD_BYTES + 2, view, start, podStart) &&
      this.#standsEach(known, HEAD_BYTES + 2 + before, view, podEnd, end)
    )
      return known;
    const block = this.#room(kept);
    if (block === undefined) return NOT_KEPT;
    const at = this.#used + HEAD_BYTES;
    block[at] = before & 0xff;
    block[at + 1] = before >> 8;
    block.set(bytes.subarray(start, podStart), at + 2);
    block.set(bytes.subarray(podEnd, end), at + 2 + before);
    return this.#keep(slot, kept, marks);
  }

  /** The text of an error that `of` gave. */
  textAt(place: number, pod: PodReference | undefined): string {
    if (!this.#namesPod(place)) return this.#readAt(place).text;
    const { bytes, start, end, escaped } = this.#bytesAt(place);
    const podAt = start + 2 + this.#partAt(place);
    return `${textOf(bytes, start + 2, podAt, escaped)}${pod?.name ?? ''}_${pod?.namespace ?? ''}(${pod?.uid ?? ''})${textOf(bytes, podAt, end, escaped)}`;
  }

  /** The gRPC code of such an error: the name of a pod has none. */
  codeAt(place: number): string | undefined {
    return this.#readAt(place).code;
  }

  #readAt(place: number): ReadText {
    const slot = place % MOST_READ;
    const known = this.#read[slot];
    if (known?.place === place) return known;
    const { bytes, start, end, escaped } = this.#bytesAt(place);
    const text = textOf(bytes, this.#namesPod(place) ? start + 2 : start, end, escaped);
    const read = { place, text, code: codeOf(text) };
    this.#read[slot] = read;
    return read;
  }

  #bytesAt(place: number): {
    readonly bytes: Uint8Array;
    readonly start: number;
    readonly end: number;
    readonly escaped: boolean;
  } {
    const head = this.#headAt(place);
    const start = (place & (BLOCK_BYTES - 1)) + HEAD_BYTES;
    return {
      bytes: this.#bytes[place >> START_BITS] as Uint8Array,
      start,
      end: start + (head >> 2),
      escaped: (head & ESCAPED) !== 0,
    };
  }

  /** The block with room for so many bytes at `#used`; `undefined`: there are too many already. */
  #room(length: number): Uint8Array | undefined {
    if (this.#used + HEAD_BYTES + length > BLOCK_BYTES) {
      if (this.#blocks.length === MOST_BLOCKS) return undefined;
      const block = new DataView(new ArrayBuffer(BLOCK_BYTES));
      this.#blocks.push(block);
      this.#bytes.push(new Uint8Array(block.buffer));
      this.#used = 0;
    }
    return this.#bytes[this.#bytes.length - 1];
  }

  /** The place of the bytes that were written at `#used`. */
  #keep(slot: number, length: number, marks: number): number {
    const place = ((this.#blocks.length - 1) << START_BITS) | this.#used;
    this.#blockOf(place).setInt32(this.#used, length * 4 + marks, true);
    this.#places[slot] = place;
    this.#used += HEAD_BYTES + length;
    return place;
  }

  /** Whether a text of this length and with these marks is there. */
  #isAt(place: number, length: number, marks: number): boolean {
    return place !== NOT_KEPT && this.#headAt(place) === length * 4 + marks;
  }

  #namesPod(place: number): boolean {
    return (this.#headAt(place) & NAMES_POD) !== 0;
  }

  #headAt(place: number): number {
    return this.#blockOf(place).getInt32(place & (BLOCK_BYTES - 1), true);
  }

  #blockOf(place: number): DataView<ArrayBuffer> {
    return this.#blocks[place >> START_BITS] as DataView<ArrayBuffer>;
  }

  /** How long the part before the pod is. */
  #partAt(place: number): number {
    return this.#blockOf(place).getUint16((place & (BLOCK_BYTES - 1)) + HEAD_BYTES, true);
  }

  /** Whether the bytes kept `skipped` behind the place are `view[start, end)`. */
  #stands(place: number, skipped: number, view: DataView, start: number, end: number): boolean {
    const block = this.#blockOf(place);
    const shift = (place & (BLOCK_BYTES - 1)) + skipped - start;
    const last = end - 4;
    for (let at = start; at < last; at += 4)
      if (view.getInt32(at, true) !== block.getInt32(at + shift, true)) return false;
    return view.getInt32(last, true) === block.getInt32(last + shift, true);
  }

  /** The same for the few bytes behind a pod. */
  #standsEach(place: number, skipped: number, view: DataView, start: number, end: number): boolean {
    const block = this.#blockOf(place);
    const shift = (place & (BLOCK_BYTES - 1)) + skipped - start;
    for (let at = start; at < end; at++) if (view.getUint8(at) !== block.getUint8(at + shift)) return false;
    return true;
  }
}

function readError(text: string): RuntimeError | undefined {
  if (isNoError(text)) return undefined;
  const code = codeOf(text);
  return code === undefined ? { text } : { text, code };
}

/** The text of a value; one with escapes is read together with the quotes around it. */
export function textOf(bytes: Uint8Array, start: number, end: number, escaped: boolean): string {
  return escaped
    ? (plainlyEscaped(bytes, start, end) ?? readQuoted(`"${decodeText(bytes, start, end)}"`, 0).value)
    : decodeText(bytes, start, end);
}

const LETTER_N = 110;
let plain = new Uint8Array(1024);

/** The text of a value in which nothing but quotes, backslashes and ends of lines is escaped, as in nearly all; `undefined`: there is more. */
function plainlyEscaped(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (plain.length < end - start) plain = new Uint8Array(2 * (end - start));
  let length = 0;
  for (let at = start; at < end; at++) {
    let byte = bytes[at] ?? 0;
    if (byte === QUOTE) return undefined;
    if (byte === BACKSLASH) {
      at++;
      if (at === end) return undefined;
      byte = bytes[at] ?? 0;
      if (byte === LETTER_N) byte = NEWLINE;
      else if (byte !== QUOTE && byte !== BACKSLASH) return undefined;
    }
    plain[length++] = byte;
  }
  return decodeText(plain, 0, length);
}
