import { BLOCK, BLOCK_BITS, type ColumnSpace, IN_BLOCK } from './columns.ts';
import { areSameWords, hashOfWords, ID_LENGTH, textOfWords, WORDS, writeText } from './idWords.ts';

/** A hostile log can choose ids that fall together: then the engine's own table takes them. In a table that is a quarter full others never need so many. */
const MOST_PROBES = 32;
const FIRST_SLOTS = 2048;
/** A slot holds the number of an entry + 1, and above it the first bits of its hash: most other ids differ there already. */
const NUMBER_BITS = 26;
const NUMBER = (1 << NUMBER_BITS) - 1;
/** Entries that were seen not long ago are found without the large table, which is seldom at hand in the processor. */
const RECENT_BITS = 12;
const RECENT = 1 << RECENT_BITS;
const RECENT_SHIFT = 32 - RECENT_BITS;
const NONE = -1;

/**
 * Entries with ids, of which a log can hold millions (each restart of a container makes one). The characters stand as words in blocks, found by an
 * open table of numbers, so that nothing of it is an object; ids of another form are kept as texts. Several entries can have one id: the newest is found.
 */
export class IdTable {
  readonly #space: ColumnSpace;
  /** 0: free. */
  #slots = new Int32Array(FIRST_SLOTS);
  #inSlots = 0;
  #count = 0;
  /** Pairs of a hash and a number + 1. */
  readonly #recent = new Int32Array(RECENT * 2);
  readonly #blocks: Int32Array[] = [];
  readonly #texts = new Map<number, string>();
  readonly #numbersOfTexts = new Map<string, number>();
  /** How many of the texts could stand as words, but found no slot. */
  #crowdedOut = 0;
  readonly #words = new Int32Array(WORDS);
  /** What was looked for last in the slots: where its words stand, its hash, and its slot or the free one for it (none: it is kept as a text, or would be). */
  #soughtIn: Int32Array | undefined;
  #soughtAt = NONE;
  #soughtHash = 0;
  #soughtSlot = NONE;
  /** What `fetch` saw, good for nothing: an engine leaves out what nobody asks for. */
  fetched = 0;

  constructor(space: ColumnSpace) {
    this.#space = space;
  }

  /** The number of the newest entry with an id, −1 if there is none. */
  find(id: string): number {
    return writeText(this.#words, 0, id)
      ? this.findWords(this.#words, 0, hashOfWords(this.#words, 0))
      : (this.#numbersOfTexts.get(id) ?? NONE);
  }

  /** The same for an id whose words begin at `at`, with their hash. */
  findWords(words: Int32Array, at: number, hash: number): number {
    const recent = this.#recentOf(hash);
    if (recent < 0 || !this.#isAt(recent, words, at)) return this.#seek(words, at, hash);
    this.#soughtAt = NONE;
    return recent;
  }

  /**
   * Brings what is needed for ids with these hashes near to the processor: all at once, which is far quicker than one after the other. Writes for each which
   * entry it may be, −1 for none.
   */
  fetch(hashes: Int32Array, count: number, guesses: Int32Array): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let all = 0;
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      const guess = this.#recentOf(hash);
      guesses[index] = guess;
      // Without a branch, which could not be foreseen: where there is a guess, slot 0.
      all ^= slots[hash & mask & (guess >> 31)] ?? 0;
    }
    for (let index = 0; index < count; index += 1) {
      const guess = guesses[index] ?? NONE;
      if (guess >= 0) all ^= (this.#blocks[guess >>> BLOCK_BITS] as Int32Array)[(guess & IN_BLOCK) * WORDS] ?? 0;
    }
    this.fetched = all;
  }

  /** Adds an entry; its number is the count of those before. */
  add(id: string): number {
    this.#soughtAt = NONE;
    if (writeText(this.#words, 0, id)) return this.addWords(this.#words, 0, hashOfWords(this.#words, 0));
    const number = this.#next();
    this.#addText(number, id);
    return number;
  }

  /** The same for an id whose words begin at `at`, with their hash. Quicker if it was looked for just before. */
  addWords(words: Int32Array, at: number, hash: number): number {
    if (words !== this.#soughtIn || at !== this.#soughtAt || hash !== this.#soughtHash) this.#seek(words, at, hash);
    const number = this.#next();
    const slot = number < NUMBER ? this.#soughtSlot : NONE;
    this.#soughtAt = NONE;
    if (slot < 0) {
      this.#crowdedOut += 1;
      this.#setRecent(hash, 0);
      this.#addText(number, textOfWords(words, at));
      return number;
    }
    const block = this.#blocks[number >>> BLOCK_BITS] as Int32Array;
    const to = (number & IN_BLOCK) * WORDS;
    for (let word = 0; word < WORDS; word += 1) block[to + word] = words[at + word] ?? 0;
    if (this.#slots[slot] === 0) this.#inSlots += 1;
    this.#slots[slot] = slotOf(number, hash);
    this.#setRecent(hash, number + 1);
    if (this.#inSlots * 4 > this.#slots.length) this.#grow();
    return number;
  }

  /** The id of an entry. */
  idOf(number: number): string {
    return (
      this.#textOf(number) ??
      textOfWords(this.#blocks[number >>> BLOCK_BITS] as Int32Array, (number & IN_BLOCK) * WORDS)
    );
  }

  /** The ids of many entries, which is quicker than one by one. */
  idsOf(numbers: readonly number[]): readonly string[] {
    const words = new Int32Array(numbers.length * WORDS);
    numbers.forEach((number, index) => {
      const block = this.#blocks[number >>> BLOCK_BITS] as Int32Array;
      const from = (number & IN_BLOCK) * WORDS;
      for (let word = 0; word < WORDS; word += 1) words[index * WORDS + word] = block[from + word] ?? 0;
    });
    const text = textOfWords(words, 0, numbers.length);
    return numbers.map(
      (number, index) => this.#textOf(number) ?? text.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH),
    );
  }

  /** The id of an entry that does not stand as words. */
  #textOf(number: number): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#texts.get(number);
  }

  #seek(words: Int32Array, at: number, hash: number): number {
    // References are only written when they change: that costs more than a comparison.
    if (words !== this.#soughtIn) this.#soughtIn = words;
    this.#soughtAt = at;
    this.#soughtHash = hash;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    let free = NONE;
    for (let probe = 0; probe < MOST_PROBES; probe += 1) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) {
        free = slot;
        break;
      }
      const number = (entry & NUMBER) - 1;
      if ((entry ^ hash) >>> NUMBER_BITS === 0 && this.#isAt(number, words, at)) {
        this.#soughtSlot = slot;
        this.#setRecent(hash, entry & NUMBER);
        return number;
      }
      slot = (slot + 1) & mask;
    }
    this.#soughtSlot = free;
    if (free >= 0 && this.#crowdedOut === 0) return NONE;
    const crowded = this.#numbersOfTexts.get(textOfWords(words, at)) ?? NONE;
    if (crowded >= 0) this.#soughtSlot = NONE;
    return crowded;
  }

  /** The entry with this hash, if it was seen not long ago; else −1. */
  #recentOf(hash: number): number {
    const place = (hash >>> RECENT_SHIFT) * 2;
    return this.#recent[place] === hash ? (this.#recent[place + 1] ?? 0) - 1 : NONE;
  }

  #setRecent(hash: number, value: number): void {
    const place = (hash >>> RECENT_SHIFT) * 2;
    this.#recent[place] = hash;
    this.#recent[place + 1] = value;
  }

  #next(): number {
    const number = this.#count;
    if ((number & IN_BLOCK) === 0) this.#addBlock();
    this.#count = number + 1;
    return number;
  }

  #addBlock(): void {
    this.#blocks.push(this.#space.ints(BLOCK * WORDS));
  }

  #addText(number: number, id: string): void {
    this.#texts.set(number, id);
    this.#numbersOfTexts.set(id, number);
  }

  /** Enters each id anew: by number where each has one entry, which is faster, else from the old slots, which hold the newest of each. */
  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 4);
    if (this.#inSlots === this.#count) {
      for (let number = 0; number < this.#count; number += 1) this.#enter(number);
    } else {
      for (const entry of old) if (entry !== 0) this.#enter((entry & NUMBER) - 1);
    }
  }

  #enter(number: number): void {
    const hash = hashOfWords(this.#blocks[number >>> BLOCK_BITS] as Int32Array, (number & IN_BLOCK) * WORDS);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < MOST_PROBES; probe += 1) {
      if (slots[slot] === 0) {
        slots[slot] = slotOf(number, hash);
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.#inSlots -= 1;
    this.#crowdedOut += 1;
    this.#numbersOfTexts.set(this.idOf(number), number);
  }

  /** Whether an entry has the id whose words begin at `at`. */
  #isAt(number: number, words: Int32Array, at: number): boolean {
    const block = this.#blocks[number >>> BLOCK_BITS] as Int32Array;
    return areSameWords(block, (number & IN_BLOCK) * WORDS, words, at);
  }
}

function slotOf(number: number, hash: number): number {
  return (number + 1) | ((hash >>> NUMBER_BITS) << NUMBER_BITS);
}
