/**
 * Columns of numbers for what comes in masses: no object for each entry, nothing for the collector of garbage to follow. They grow by blocks, for
 * longer copies would cost time and memory.
 */

export const BLOCK_BITS = 12;
/** Entries of a block. */
export const BLOCK = 1 << BLOCK_BITS;
/** Place of an entry in its block. */
export const IN_BLOCK = BLOCK - 1;

const FIRST_BYTES = 1 << 19;
const MOST_BYTES = 1 << 27;

/**
 * Memory that columns share. The collector goes through the whole heap whenever so much memory came as the heap is large, and the heap is small; so memory
 * is taken in ever larger pieces. What of a piece is not used yet is not in memory yet.
 */
export class ColumnSpace {
  #piece = new ArrayBuffer(0);
  #used = 0;

  /** Room for so many numbers of 64 bits, all 0. */
  floats(length: number): Float64Array<ArrayBuffer> {
    const at = this.#take(length * 8);
    return new Float64Array(this.#piece, at, length);
  }

  /** The same for whole numbers of 32 bits. */
  ints(length: number): Int32Array<ArrayBuffer> {
    const at = this.#take(length * 4);
    return new Int32Array(this.#piece, at, length);
  }

  #take(bytes: number): number {
    const needed = Math.ceil(bytes / 8) * 8;
    if (this.#used + needed > this.#piece.byteLength) {
      this.#piece = new ArrayBuffer(
        Math.max(needed, Math.min(MOST_BYTES, Math.max(FIRST_BYTES, this.#piece.byteLength * 4))),
      );
      this.#used = 0;
    }
    const at = this.#used;
    this.#used += needed;
    return at;
  }
}
