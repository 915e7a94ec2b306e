import { decodeText } from '../../journal/bytes/bytes.ts';

const BLOCK_BITS = 14;
const BLOCK_BYTES = 1 << BLOCK_BITS;
const IN_BLOCK = BLOCK_BYTES - 1;
/** The length of a text stands in two bytes before it. */
const LENGTH_BYTES = 2;
const LONGEST = 4096;

/** A number for a text, the same for equal ones. */
export function hashOfText(text: string): number {
  return hashOfMore(0, text);
}

/** The number of a longer text, of which `before` is that of the part before `text`. */
export function hashOfMore(before: number, text: string): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93) ^ (hash >>> 15);
  return hash;
}

/** Texts of which a log can hold millions, as bytes one behind the other; each is known by its place. Texts with other letters than those of ASCII, and long ones, are kept as they are. */
export class TextStore {
  readonly #blocks: Uint8Array[] = [];
  #used = BLOCK_BYTES;
  readonly #texts: string[] = [];

  /** Keeps a text; gives its place. */
  add(text: string): number {
    const { length } = text;
    if (length > LONGEST || !isAscii(text)) return ~(this.#texts.push(text) - 1);
    if (this.#used + LENGTH_BYTES + length > BLOCK_BYTES) {
      this.#blocks.push(new Uint8Array(BLOCK_BYTES));
      this.#used = 0;
    }
    const place = (this.#blocks.length - 1) * BLOCK_BYTES + this.#used;
    const block = this.#blocks[this.#blocks.length - 1] as Uint8Array;
    block[this.#used] = length & 0xff;
    block[this.#used + 1] = length >> 8;
    for (let at = 0; at < length; at += 1) block[this.#used + LENGTH_BYTES + at] = text.charCodeAt(at);
    this.#used += LENGTH_BYTES + length;
    return place;
  }

  /** Whether the text at a place is this one. */
  is(place: number, text: string): boolean {
    if (place < 0) return this.#texts[~place] === text;
    const block = this.#blocks[place >>> BLOCK_BITS] as Uint8Array;
    const start = (place & IN_BLOCK) + LENGTH_BYTES;
    if (lengthAt(block, start) !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) if (block[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** The length of the text at a place, if `text` begins with it; else −1. */
  lengthAtBeginOf(text: string, place: number): number {
    if (place < 0) {
      const own = this.#texts[~place] ?? '';
      return text.startsWith(own) ? own.length : -1;
    }
    const block = this.#blocks[place >>> BLOCK_BITS] as Uint8Array;
    const start = (place & IN_BLOCK) + LENGTH_BYTES;
    const length = lengthAt(block, start);
    if (length > text.length) return -1;
    for (let at = 0; at < length; at += 1) if (block[start + at] !== text.charCodeAt(at)) return -1;
    return length;
  }

  textOf(place: number): string {
    if (place < 0) return this.#texts[~place] ?? '';
    const block = this.#blocks[place >>> BLOCK_BITS] as Uint8Array;
    const start = (place & IN_BLOCK) + LENGTH_BYTES;
    return decodeText(block, start, start + lengthAt(block, start));
  }

  /** `hashOfText` of the text at a place. */
  hashOf(place: number): number {
    if (place < 0) return hashOfText(this.#texts[~place] ?? '');
    const block = this.#blocks[place >>> BLOCK_BITS] as Uint8Array;
    const start = (place & IN_BLOCK) + LENGTH_BYTES;
    const end = start + lengthAt(block, start);
    let hash = 0;
    for (let at = start; at < end; at += 1)
      hash = Math.imul(hash ^ (block[at] as number), 0x01_00_01_93) ^ (hash >>> 15);
    return hash;
  }
}

/** The length of the text that begins at `start`. */
function lengthAt(block: Uint8Array, start: number): number {
  return (block[start - LENGTH_BYTES] as number) | ((block[start - 1] as number) << 8);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
