import { textOfWords, WORDS, writeText } from './idWords.ts';

const BLOCK_BITS = 11;
const BLOCK_IDS = 1 << BLOCK_BITS;
const IN_BLOCK = BLOCK_IDS - 1;

/** Ids of containers as words, a third of the size of their texts, with nothing for the collector of garbage to follow. */
export class KeptIds {
  readonly #blocks: Int32Array[] = [];
  #count = 0;

  /** Keeps an id and gives its number; −1: it is no id of 64 hex digits in lower case, and was not kept. */
  keep(id: string): number {
    return writeText(this.#open(), (this.#count & IN_BLOCK) * WORDS, id) ? this.#count++ : -1;
  }

  /** The id with a number that `keep` gave. */
  textOf(number: number): string {
    return textOfWords(this.#blocks[number >>> BLOCK_BITS] as Int32Array, (number & IN_BLOCK) * WORDS);
  }

  /** The block of the next id. */
  #open(): Int32Array {
    return (this.#blocks[this.#count >>> BLOCK_BITS] ??= new Int32Array(BLOCK_IDS * WORDS));
  }
}
