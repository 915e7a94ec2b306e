/** Ids of containers as words of four characters each, so that they are compared and copied quickly and nothing of them is an object. */
import { decodeText } from '../journal/bytes.ts';

/** Container runtimes make ids of 64 hex digits. Ids of so many characters of `0` to `?` and `` ` `` to `o` can stand as words. */
export const ID_LENGTH = 64;
export const WORDS = ID_LENGTH / 4;
/** The higher half of each byte is 3 or 6. */
const HIGHER = 0xf0f0f0f0 | 0;
const THREES = 0x30303030;
/** A bit that tells 6 from 3. */
const SIXES = 0x01010101;

/** Writes the words of an id, the first at `at`; `false` when it cannot stand as words. */
export function writeText(words: Int32Array, at: number, id: string): boolean {
  if (id.length !== ID_LENGTH) return false;
  let others = 0;
  for (let word = 0; word < WORDS; word += 1) {
    const a = id.charCodeAt(word * 4);
    const b = id.charCodeAt(word * 4 + 1);
    const c = id.charCodeAt(word * 4 + 2);
    const d = id.charCodeAt(word * 4 + 3);
    const four = a | (b << 8) | (c << 16) | (d << 24);
    others |= othersIn(four) | ((a | b | c | d) & ~0x7f);
    words[at + word] = four;
  }
  return others === 0;
}

/** The same from the bytes of an id that begin at `from`. */
export function writeBytes(words: Int32Array, at: number, view: DataView, from: number): boolean {
  let others = 0;
  for (let word = 0; word < WORDS; word += 1) {
    const four = view.getInt32(from + word * 4, true);
    others |= othersIn(four);
    words[at + word] = four;
  }
  return others === 0;
}

/** 0 if each byte can be in an id that stands as words. */
function othersIn(four: number): number {
  return (four & HIGHER) ^ (THREES + Math.imul((four >>> 6) & SIXES, 0x30));
}

/** The id whose words begin at `at`. */
export function textOfWords(words: Int32Array<ArrayBuffer>, at: number): string {
  return decodeText(new Uint8Array(words.buffer, words.byteOffset), at * 4, at * 4 + ID_LENGTH);
}

/** A hash of the id whose words begin at `at`. Both ends are enough: ids are random digits. */
export function hashOfWords(words: Int32Array, at: number): number {
  let hash = Math.imul(words[at] ?? 0, 0x2c1b3c6d) ^ Math.imul(words[at + 1] ?? 0, 0x297a2d39);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ Math.imul(words[at + WORDS - 1] ?? 0, 0x1b56c4e9);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
