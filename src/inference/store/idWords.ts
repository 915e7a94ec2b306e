/** Ids of containers as words of eight digits each, so that they are compared and copied quickly and nothing of them is an object. */
import { decodeText, encodeText } from '../../journal/bytes/bytes.ts';

/** Container runtimes make ids of 64 hex digits, in lower case. Only such ids can stand as words. */
export const ID_LENGTH = 64;
const DIGITS_OF_WORD = 8;
export const WORDS = ID_LENGTH / DIGITS_OF_WORD;
/** The higher half of each byte is 3 or 6. */
const HIGHER = 0xf0f0f0f0 | 0;
const THREES = 0x30303030;
/** A bit that tells 6 from 3. */
const SIXES = 0x01010101;
const LOWER = 0x0f0f0f0f;
const CARRY = 0x10101010;

/** Writes the words of an id, the first at `at`; `false` when it cannot stand as words. */
export function writeText(words: Int32Array, at: number, id: string): boolean {
  if (id.length !== ID_LENGTH) return false;
  let others = 0;
  for (let word = 0, from = 0; word < WORDS; word += 1, from += DIGITS_OF_WORD) {
    const first = fourAt(id, from);
    const last = fourAt(id, from + 4);
    others |= othersIn(first) | othersIn(last);
    words[at + word] = twoBytes(first) | (twoBytes(last) << 16);
  }
  return others === 0;
}

/** Four characters, a byte each; one of more than a byte becomes one that no id has. */
function fourAt(id: string, at: number): number {
  const a = id.charCodeAt(at);
  const b = id.charCodeAt(at + 1);
  const c = id.charCodeAt(at + 2);
  const d = id.charCodeAt(at + 3);
  return (a | b | c | d) > 0x7f ? 0 : a | (b << 8) | (c << 16) | (d << 24);
}

/** 0 if each byte is a digit of an id. */
function othersIn(four: number): number {
  const sixes = (four >>> 6) & SIXES;
  const lower = four & LOWER;
  // Of `0` to `9` the lower half is at most 9, of `a` to `f` at most 6 and not 0.
  return (
    ((four & HIGHER) ^ (THREES + sixes * 0x30)) |
    ((lower + sixes * 3 + 0x06060606) & CARRY) |
    (~((lower | CARRY) - sixes) & CARRY)
  );
}

/** Four digits in two bytes. */
function twoBytes(four: number): number {
  const digits = (four & LOWER) + ((four >>> 6) & SIXES) * 9;
  const pairs = (digits << 4) | (digits >>> 8);
  return (pairs & 0xff) | ((pairs >>> 8) & 0xff00);
}

/** By byte: its two digits, as they stand in memory. */
const twoDigits = new Uint16Array(256);
new Uint8Array(twoDigits.buffer).set(
  encodeText(Array.from(twoDigits, (_, byte) => byte.toString(16).padStart(2, '0')).join('')),
);

/** Room for the digits of ids until they are text, two in each place. */
let digits = new Uint16Array(ID_LENGTH);
let digitBytes = new Uint8Array(digits.buffer);

/** The ids whose words begin at `at`, `count` of them in one text. */
export function textOfWords(words: Int32Array, at: number, count = 1): string {
  if (digitBytes.length < count * ID_LENGTH) {
    digits = new Uint16Array((count * ID_LENGTH) / 2);
    digitBytes = new Uint8Array(digits.buffer);
  }
  let to = 0;
  for (let word = at; word < at + count * WORDS; word += 1) {
    const four = words[word] ?? 0;
    digits[to] = twoDigits[four & 0xff] ?? 0;
    digits[to + 1] = twoDigits[(four >>> 8) & 0xff] ?? 0;
    digits[to + 2] = twoDigits[(four >>> 16) & 0xff] ?? 0;
    digits[to + 3] = twoDigits[four >>> 24] ?? 0;
    to += 4;
  }
  return decodeText(digitBytes, 0, count * ID_LENGTH);
}

/** A hash of the id whose words begin at `at`. Both ends are enough: ids are random digits. */
export function hashOfWords(words: Int32Array, at: number): number {
  let hash = Math.imul(words[at] ?? 0, 0x2c1b3c6d) ^ Math.imul(words[at + 1] ?? 0, 0x297a2d39);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ Math.imul(words[at + WORDS - 1] ?? 0, 0x1b56c4e9);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Whether two ids are the same. */
export function areSameWords(words: Int32Array, at: number, others: Int32Array, otherAt: number): boolean {
  for (let word = 0; word < WORDS; word += 1) if (words[at + word] !== others[otherAt + word]) return false;
  return true;
}
