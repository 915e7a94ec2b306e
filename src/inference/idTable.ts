import { decodeText } from '../journal/bytes.ts';
import { longerFloats, longerInts, roomFor } from './columns.ts';

const BLOCK = 1 << 20;
/** Longer ids, and those that are not of ASCII characters, are kept as texts. */
const LONGEST = 255;
/** A hostile log can choose ids that fall together: then the engine's own table takes them. */
const MOST_PROBES = 32;
const FIRST_SLOTS = 2048;
/** A slot holds the number of an entry + 1, and above it the first bits of its hash: most other ids are told apart without looking at theirs. */
const NUMBER_BITS = 26;
const NUMBER = (1 << NUMBER_BITS) - 1;
/** So many characters at each end are hashed: ids are random digits. */
const HASHED = 8;
const NONE = -1;

/**
 * Entries with ids, of which a log can hold millions (each restart of a container makes one). The characters stand in blocks of bytes, found by an open
 * table of numbers, so that nothing of it is an object. Several entries can have one id: the newest is found.
 */
export class IdTable {
  /** 0: free. */
  #slots = new Int32Array(FIRST_SLOTS);
  #inSlots = 0;
  #count = 0;
  #hashes = new Int32Array(0);
  /** Where an entry's length and characters begin; −1: kept as a text. */
  #starts = new Float64Array(0);
  readonly #blocks: Uint8Array[] = [];
  readonly #blockTexts: (string | undefined)[] = [];
  #used = BLOCK;
  readonly #texts = new Map<number, string>();
  readonly #numbersOfTexts = new Map<string, number>();
  /** What was looked for last is mostly what is added next. */
  #sought: string | undefined;
  #soughtHash = 0;
  #soughtSlot = NONE;

  /** The number of the newest entry with an id, −1 if there is none. */
  find(id: string): number {
    const slot = this.#seek(id);
    const number = slot < 0 ? NONE : ((this.#slots[slot] ?? 0) & NUMBER) - 1;
    return number >= 0 || this.#numbersOfTexts.size === 0 ? number : (this.#numbersOfTexts.get(id) ?? NONE);
  }

  /** Adds an entry; its number is the count of those before. */
  add(id: string): number {
    const number = this.#count;
    if (this.#sought !== id) this.#seek(id);
    const isText = number >= NUMBER || (this.#numbersOfTexts.size > 0 && this.#numbersOfTexts.has(id));
    const slot = isText ? NONE : this.#soughtSlot;
    const before = slot < 0 ? NONE : ((this.#slots[slot] ?? 0) & NUMBER) - 1;
    const start = slot < 0 ? NONE : before < 0 ? this.#write(id) : (this.#starts[before] ?? NONE);
    if (number === this.#starts.length) {
      const room = roomFor(number, number);
      this.#starts = longerFloats(this.#starts, room);
      this.#hashes = longerInts(this.#hashes, room);
    }
    this.#starts[number] = start;
    this.#hashes[number] = this.#soughtHash;
    this.#count = number + 1;
    if (start < 0) {
      this.#texts.set(number, id);
      this.#numbersOfTexts.set(id, number);
      return number;
    }
    this.#slots[slot] = slotOf(number, this.#soughtHash);
    if (before < 0) this.#inSlots += 1;
    if (this.#inSlots * 2 > this.#slots.length) this.#grow();
    return number;
  }

  /** The id of an entry. */
  idOf(number: number): string {
    const start = this.#starts[number] ?? NONE;
    if (start < 0) return this.#texts.get(number) ?? '';
    const place = Math.floor(start / BLOCK);
    const block = this.#blocks[place] ?? new Uint8Array(1);
    const at = (start % BLOCK) + 1;
    const end = at + (block[at - 1] ?? 0);
    // The last block still grows; ids of the others are cut from their text, which is made once.
    if (place === this.#blocks.length - 1) return decodeText(block, at, end);
    return (this.#blockTexts[place] ??= textOf(block)).slice(at, end);
  }

  /** The slot that holds an id, or the free one for it; −1 when there is neither within reach. */
  #seek(id: string): number {
    const hash = hashOf(id);
    this.#sought = id;
    this.#soughtHash = hash;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < MOST_PROBES; probe += 1) {
      const entry = slots[slot] ?? 0;
      if (entry === 0 || ((entry ^ hash) >>> NUMBER_BITS === 0 && this.#isOf((entry & NUMBER) - 1, id))) return (this.#soughtSlot = slot);
      slot = (slot + 1) & mask;
    }
    return (this.#soughtSlot = NONE);
  }

  /** Enters each id anew: by number where each has one entry, which is faster, else from the old slots, which hold the newest of each. */
  #grow(): void {
    this.#sought = undefined;
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 4);
    if (this.#inSlots === this.#count) {
      for (let number = 0; number < this.#count; number += 1) this.#enter(slotOf(number, this.#hashes[number] ?? 0), this.#hashes[number] ?? 0);
    } else {
      for (const entry of old) if (entry !== 0) this.#enter(entry, this.#hashes[(entry & NUMBER) - 1] ?? 0);
    }
  }

  #enter(entry: number, hash: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < MOST_PROBES; probe += 1) {
      if (slots[slot] === 0) {
        slots[slot] = entry;
        return;
      }
      slot = (slot + 1) & mask;
    }
    const number = (entry & NUMBER) - 1;
    this.#inSlots -= 1;
    this.#numbersOfTexts.set(this.idOf(number), number);
  }

  /** Where the characters were written; −1 when they have to be kept as a text. */
  #write(id: string): number {
    const { length } = id;
    if (length > LONGEST) return NONE;
    if (this.#used + length >= BLOCK) {
      this.#blocks.push(new Uint8Array(BLOCK));
      this.#used = 0;
    }
    const block = this.#blocks[this.#blocks.length - 1] as Uint8Array;
    const start = this.#used;
    block[start] = length;
    let all = 0;
    for (let at = 0; at < length; at += 1) {
      const code = id.charCodeAt(at);
      all |= code;
      block[start + 1 + at] = code;
    }
    if (all > 127) return NONE;
    this.#used = start + 1 + length;
    return (this.#blocks.length - 1) * BLOCK + start;
  }

  #isOf(number: number, id: string): boolean {
    const start = this.#starts[number] ?? NONE;
    const block = this.#blocks[Math.floor(start / BLOCK)];
    if (block === undefined) return false;
    const from = start % BLOCK;
    if (block[from] !== id.length) return false;
    for (let at = 0; at < id.length; at += 1) if (block[from + 1 + at] !== id.charCodeAt(at)) return false;
    return true;
  }
}

/** One character a byte. Lengths above 127 are no ASCII; what stands for them does not matter, but that it is one character. */
function textOf(block: Uint8Array): string {
  return decodeText(block.map((byte) => (byte > 127 ? 0 : byte)), 0, block.length);
}

function slotOf(number: number, hash: number): number {
  return (number + 1) | ((hash >>> NUMBER_BITS) << NUMBER_BITS);
}

function hashOf(id: string): number {
  const { length } = id;
  const head = Math.min(HASHED, length);
  let hash = length;
  for (let at = 0; at < head; at += 1) hash = Math.imul(hash, 31) + id.charCodeAt(at);
  for (let at = Math.max(head, length - HASHED); at < length; at += 1) hash = Math.imul(hash, 31) + id.charCodeAt(at);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
