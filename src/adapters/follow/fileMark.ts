/** Tells whether a file still holds what was read of it, and whether another one is a copy of it: by the bytes at its begin and before a place in it. */
import { readSync } from 'node:fs';

/** Lines of a log have times of microseconds: so many bytes of two logs are not the same by chance. */
export const MARK_BYTES = 512;

/** What was read of a file up to a place. */
export interface FileMark {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Bytes before the place. */
  readonly offset: number;
}

/** The mark of what lies before `offset` in an open file. */
export function markOf(fd: number, offset: number): FileMark {
  const size = Math.min(MARK_BYTES, offset);
  return { head: bytesAt(fd, 0, size), tail: bytesAt(fd, offset - size, size), offset };
}

/** Whether an open file holds, up to the mark's place, what the mark was made of. */
export function holdsMark(fd: number, { head, tail, offset }: FileMark): boolean {
  return isAt(fd, head, 0) && isAt(fd, tail, offset - tail.length);
}

/** The bytes at a place of an open file, fewer where it ends. */
export function bytesAt(fd: number, from: number, count: number): Uint8Array {
  const bytes = Buffer.alloc(count);
  let read = 0;
  while (read < count) {
    const more = readSync(fd, bytes, read, count - read, from + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

function isAt(fd: number, wanted: Uint8Array, at: number): boolean {
  return Buffer.compare(bytesAt(fd, at, wanted.length), wanted) === 0;
}
