import { hashOfText } from './textStore.ts';

const FIRST_SLOTS = 128;
/** A hostile log can choose texts that fall together: then the engine's own table takes them. In a table that is half full others hardly ever need so many. */
const MOST_PROBES = 64;

/** How the texts of entries are looked at. */
interface TextsOfNumbers {
  is(number: number, text: string): boolean;
  textOf(number: number): string;
  /** The hash of it. */
  hashOf(number: number): number;
}

/** Finds the numbers of entries by texts that stand elsewhere: an open table of numbers, so that nothing of it is an object. */
export class NumberSlots {
  /** A number + 1; 0: free. */
  #slots = new Int32Array(FIRST_SLOTS);
  #used = 0;
  readonly #crowdedOut = new Map<string, number>();
  readonly #texts: TextsOfNumbers;
  readonly #hash: (text: string) => number;

  constructor(texts: TextsOfNumbers, hash: (text: string) => number = hashOfText) {
    this.#texts = texts;
    this.#hash = hash;
  }

  /** The number of the entry with this text; −1: there is none. */
  find(text: string): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (
      let probe = 0, slot = spread(this.#hash(text)) & mask;
      probe < MOST_PROBES;
      probe += 1, slot = (slot + 1) & mask
    ) {
      const number = (slots[slot] as number) - 1;
      if (number < 0) break;
      if (this.#texts.is(number, text)) return number;
    }
    return this.#crowdedOut.size === 0 ? -1 : (this.#crowdedOut.get(text) ?? -1);
  }

  /** Puts an entry where the one with the same text stood, or where none did. */
  set(text: string, entry: number): void {
    if (this.#used * 2 >= this.#slots.length) this.#grow();
    const slots = this.#slots;
    const mask = slots.length - 1;
    if (this.#crowdedOut.has(text)) {
      this.#crowdedOut.set(text, entry);
      return;
    }
    for (
      let probe = 0, slot = spread(this.#hash(text)) & mask;
      probe < MOST_PROBES;
      probe += 1, slot = (slot + 1) & mask
    ) {
      const number = (slots[slot] as number) - 1;
      if (number >= 0 && !this.#texts.is(number, text)) continue;
      if (number < 0) this.#used += 1;
      slots[slot] = entry + 1;
      return;
    }
    this.#crowdedOut.set(text, entry);
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    this.#slots = slots;
    for (const value of old) {
      if (value === 0) continue;
      let slot = spread(this.#texts.hashOf(value - 1)) & mask;
      let probe = 0;
      for (; probe < MOST_PROBES && slots[slot] !== 0; probe += 1) slot = (slot + 1) & mask;
      if (probe < MOST_PROBES) slots[slot] = value;
      else {
        this.#crowdedOut.set(this.#texts.textOf(value - 1), value - 1);
        this.#used -= 1;
      }
    }
  }
}

function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x7f_eb_35_2d) ^ (hash >>> 9);
}
