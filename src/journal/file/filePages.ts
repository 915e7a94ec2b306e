/** Reads numbers and bytes of a file at any place, by pages that are kept for a while. */

/** A file that can be read anywhere. */
export interface FileBytes {
  readonly size: number;
  /** Fills `into` from the place `at`; returns how many bytes there were. */
  read(at: number, into: Uint8Array): number;
}

const PAGE_BYTES = 1 << 20;
/** So many pages are kept; those that were read first go first. */
const MOST_PAGES = 64;
const TWO_32 = 2 ** 32;

/** A stretch of a page: `bytes[start]` is its first byte. */
export interface Stretch {
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** What lies beyond the end of the file is read as zeros; who needs to know asks `has`. */
export class FilePages {
  readonly #file: FileBytes;
  readonly #pages = new Map<number, DataView<ArrayBuffer>>();
  #index = -1;
  #page = new DataView(new ArrayBuffer(0));

  constructor(file: FileBytes) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  has(at: number, length: number): boolean {
    return at >= 0 && length >= 0 && at + length <= this.#file.size;
  }

  u8(at: number): number {
    return this.#pageOf(at).getUint8(at % PAGE_BYTES);
  }

  u32(at: number): number {
    const inPage = at % PAGE_BYTES;
    if (inPage <= PAGE_BYTES - 4) return this.#pageOf(at).getUint32(inPage, true);
    return this.u8(at) + this.u8(at + 1) * 256 + this.u8(at + 2) * 65_536 + this.u8(at + 3) * 16_777_216;
  }

  /** A number of 64 bits; above 2⁵³ it is not exact, and larger than any place in a file. */
  u64(at: number): number {
    return this.u32(at) + this.u32(at + 4) * TWO_32;
  }

  /** Bytes of the file; to be used before the next call. */
  stretch(at: number, length: number): Stretch {
    const inPage = at % PAGE_BYTES;
    if (inPage + length <= PAGE_BYTES) {
      const { buffer } = this.#pageOf(at);
      return { bytes: new Uint8Array(buffer), start: inPage };
    }
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const from = (at + done) % PAGE_BYTES;
      const part = new Uint8Array(this.#pageOf(at + done).buffer).subarray(from, from + length - done);
      bytes.set(part, done);
      done += part.length;
    }
    return { bytes, start: 0 };
  }

  #pageOf(at: number): DataView {
    const index = Math.floor(at / PAGE_BYTES);
    if (index === this.#index) return this.#page;
    let page = this.#pages.get(index);
    if (page === undefined) {
      const bytes = new Uint8Array(PAGE_BYTES);
      this.#file.read(index * PAGE_BYTES, bytes);
      page = new DataView(bytes.buffer);
      if (this.#pages.size >= MOST_PAGES)
        for (const first of this.#pages.keys()) {
          this.#pages.delete(first);
          break;
        }
      this.#pages.set(index, page);
    }
    this.#index = index;
    this.#page = page;
    return page;
  }
}
