const NO_WORDS = new Float64Array(0);

/**
 * Bytes to be met again, compared eight at a time. ASCII is never a NaN, so numbers compare as bytes do; bytes that make a NaN are never
 * met again, and bytes are never taken for others.
 */
export class KnownBytes {
  #words: Float64Array = NO_WORDS;
  #count = 0;
  #last = 0;
  readonly #few = new Uint8Array(8);
  length = 0;

  /** Keeps `view[start, end)`. */
  keep(view: DataView, start: number, end: number): void {
    const length = end - start;
    this.length = length;
    if (length < 8) {
      for (let i = 0; i < length; i++) this.#few[i] = view.getUint8(start + i);
      return;
    }
    this.#count = length >> 3;
    if (this.#words.length < this.#count) this.#words = new Float64Array(this.#count);
    for (let i = 0; i < this.#count; i++) this.#words[i] = view.getFloat64(start + i * 8, true);
    this.#last = view.getFloat64(end - 8, true);
  }

  /** Whether they stand at `at`; the caller has made sure that so many bytes are there. */
  standAt(view: DataView, at: number): boolean {
    const { length } = this;
    if (length < 8) {
      for (let i = 0; i < length; i++) if (view.getUint8(at + i) !== this.#few[i]) return false;
      return true;
    }
    const words = this.#words;
    const count = this.#count;
    for (let i = 0; i < count; i++) if (view.getFloat64(at + i * 8, true) !== words[i]) return false;
    return view.getFloat64(at + length - 8, true) === this.#last;
  }
}

/** A hash of `view[start, end)`, four bytes at a time; at least four bytes. */
export function hashOfBytes(view: DataView, start: number, end: number): number {
  let hash = end - start;
  const last = end - 4;
  for (let at = start; at < last; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15);
  return Math.imul(hash ^ view.getInt32(last, true), 0x85ebca6b);
}
