/** Numbers in growing typed arrays, for what comes in masses: no object for each, nothing for the collector to follow. */

const FIRST_LENGTH = 256;

/** A column of numbers. `kind` says how they are stored; a place that was never set holds 0. */
export class NumberColumn<Numbers extends Float64Array | Int32Array | Uint8Array> {
  readonly #kind: new (length: number) => Numbers;
  #values: Numbers;
  #length = 0;

  constructor(kind: new (length: number) => Numbers) {
    this.#kind = kind;
    this.#values = new kind(FIRST_LENGTH);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new this.#kind(this.#length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The number at an index below the length. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Overwrites the number at an index below the length. */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }
}

export const float64Column = (): NumberColumn<Float64Array> => new NumberColumn(Float64Array);
export const int32Column = (): NumberColumn<Int32Array> => new NumberColumn(Int32Array);
export const byteColumn = (): NumberColumn<Uint8Array> => new NumberColumn(Uint8Array);
