import { longerFloats, roomFor } from './columns.ts';

const BLOCK = 1 << 20;
/** Longer ids, and those that are not of ASCII characters, are kept as texts. */
const LONGEST = 255;
/** A hostile log can choose ids that fall together: then the engine's own table takes them. */
const MOST_PROBES = 32;
const FIRST_SLOTS = 2048;
/** So many characters at each end are hashed: ids are random digits. */
const HASHED = 8;
const NONE = -1;

/**
 * Entries with ids, of which a log can hold millions (each restart of a container makes one). The characters stand in blocks of bytes, found by an open
 * table of numbers, so that nothing of it is an object. Several entries can have one id: the newest is found.
 */
export class IdTable {
  /** Pairs: number of the entry + 1 (0: free), and the hash. */
  #slots = new Int32Array(FIRST_SLOTS * 2);
  #inSlots = 0;
  #count = 0;
  /** Where an entry's length and characters begin; −1: kept as a text. */
  #starts = new Float64Array(0);
  readonly #blocks: Uint8Array[] = [];
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
    const number = slot < 0 ? NONE : (this.#slots[slot] ?? 0) - 1;
    return number >= 0 || this.#numbersOfTexts.size === 0 ? number : (this.#numbersOfTexts.get(id) ?? NONE);
  }

  /** Adds an entry; its number is the count of those before. */
  add(id: string): number {
    const number = this.#count;
    if (this.#sought !== id) this.#seek(id);
    const slot = this.#numbersOfTexts.size > 0 && this.#numbersOfTexts.has(id) ? NONE : this.#soughtSlot;
    const before = slot < 0 ? NONE : (this.#slots[slot] ?? 0) - 1;
    const start = slot < 0 ? NONE : before < 0 ? this.#write(id) : (this.#starts[before] ?? NONE);
    if (number === this.#starts.length) this.#starts = longerFloats(this.#starts, roomFor(number, number));
    this.#starts[number] = start;
    this.#count = number + 1;
    if (start < 0) {
      this.#texts.set(number, id);
      this.#numbersOfTexts.set(id, number);
      return number;
    }
    this.#slots[slot] = number + 1;
    this.#slots[slot + 1] = this.#soughtHash;
    if (before < 0) this.#inSlots += 1;
    if (this.#inSlots * 4 > this.#slots.length) this.#grow();
    return number;
  }

  /** The id of an entry. */
  idOf(number: number): string {
    const start = this.#starts[number] ?? NONE;
    if (start < 0) return this.#texts.get(number) ?? '';
    const block = this.#blocks[Math.floor(start / BLOCK)] ?? new Uint8Array(1);
    const at = start % BLOCK;
    return String.fromCharCode(...block.subarray(at + 1, at + 1 + (block[at] ?? 0)));
  }

  /** The slot that holds an id, or the free one for it; −1 when there is neither within reach. */
  #seek(id: string): number {
    const hash = hashOf(id);
    this.#sought = id;
    this.#soughtHash = hash;
    const slots = this.#slots;
    const last = slots.length - 2;
    let slot = (hash * 2) & last;
    for (let probe = 0; probe < MOST_PROBES; probe += 1) {
      const entry = slots[slot] ?? 0;
      if (entry === 0 || (slots[slot + 1] === hash && this.#isOf(entry - 1, id))) return (this.#soughtSlot = slot);
      slot = (slot + 2) & last;
    }
    return (this.#soughtSlot = NONE);
  }

  #grow(): void {
    this.#sought = undefined;
    const old = this.#slots;
    const slots = new Int32Array(old.length * 4);
    const last = slots.length - 2;
    for (let from = 0; from < old.length; from += 2) {
      const entry = old[from] ?? 0;
      if (entry === 0) continue;
      const hash = old[from + 1] ?? 0;
      let slot = (hash * 2) & last;
      let probe = 0;
      while (slots[slot] !== 0 && probe < MOST_PROBES) {
        slot = (slot + 2) & last;
        probe += 1;
      }
      if (probe === MOST_PROBES) {
        this.#inSlots -= 1;
        this.#numbersOfTexts.set(this.idOf(entry - 1), entry - 1);
      } else {
        slots[slot] = entry;
        slots[slot + 1] = hash;
      }
    }
    this.#slots = slots;
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

function hashOf(id: string): number {
  const { length } = id;
  const head = Math.min(HASHED, length);
  let hash = length;
  for (let at = 0; at < head; at += 1) hash = Math.imul(hash, 31) + id.charCodeAt(at);
  for (let at = Math.max(head, length - HASHED); at < length; at += 1) hash = Math.imul(hash, 31) + id.charCodeAt(at);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
