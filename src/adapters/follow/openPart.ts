/** One file of a log that is followed, open, and read up to a place. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { bytesAt, type FileMark, holdsMark, MARK_BYTES, markOf } from './fileMark.ts';
import { keyOf } from './rotatedFiles.ts';

/** Bytes read at a time. */
const CHUNK_BYTES = 1 << 18;
const NOTHING = Buffer.alloc(CHUNK_BYTES);

export class OpenPart {
  readonly #fd: number;
  readonly #buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #mark: FileMark;
  readonly key: string;

  /** Opens the file; throws what the system says. What lies before `offset` was read. */
  constructor(path: string, offset = 0) {
    this.#fd = openSync(path, 'r');
    try {
      this.key = keyOf(fstatSync(this.#fd, { bigint: true }));
      this.#mark = markOf(this.#fd, Math.min(offset, this.size));
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  get size(): number {
    return fstatSync(this.#fd).size;
  }

  /** When it was written last, milliseconds since the epoch. */
  get written(): number {
    return fstatSync(this.#fd).mtimeMs;
  }

  /** What was read. */
  get mark(): FileMark {
    return this.#mark;
  }

  /** Whether it holds what was read of another file. */
  holds(mark: FileMark): boolean {
    return this.size >= mark.offset && holdsMark(this.#fd, mark);
  }

  /** Whether it was emptied, or written anew, since it was read. */
  get isCut(): boolean {
    return !this.holds(this.#mark);
  }

  /** The bytes from the place on, at most so many. */
  head(count: number): Uint8Array {
    return bytesAt(this.#fd, this.#mark.offset, count);
  }

  /** The bytes at its begin, at most so many. */
  begin(count: number): Uint8Array {
    return bytesAt(this.#fd, 0, count);
  }

  /** Its begin was seen, though nothing of it was read: that it was emptied shows from now on. */
  sawBegin(): void {
    if (this.#mark.offset === 0) this.#mark = { ...this.#mark, head: this.begin(MARK_BYTES) };
  }

  /** Goes to a place in it. */
  goTo(offset: number): void {
    this.#mark = markOf(this.#fd, offset);
  }

  /** The next bytes, which stand until more are asked for; `undefined` where there are none. */
  read(): Uint8Array | undefined {
    const { offset } = this.#mark;
    const bytesRead = readSync(this.#fd, this.#buffer, 0, this.#buffer.length, offset);
    // It may have been emptied just before: then these are bytes of other lines.
    if (bytesRead === 0 || this.isCut) return undefined;
    this.#mark = markOf(this.#fd, offset + bytesRead);
    return this.#buffer.subarray(0, bytesRead);
  }

  /** Passes over the hole that a program leaves which goes on writing where it was when its file was emptied. */
  skipHole(): void {
    let at = this.#mark.offset;
    for (;;) {
      const bytesRead = readSync(this.#fd, this.#buffer, 0, this.#buffer.length, at);
      const chunk = this.#buffer.subarray(0, bytesRead);
      const text =
        Buffer.compare(chunk, NOTHING.subarray(0, bytesRead)) === 0 ? -1 : chunk.findIndex((byte) => byte !== 0);
      at += text < 0 ? bytesRead : text;
      if (text >= 0 || bytesRead === 0) break;
    }
    this.goTo(at);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
