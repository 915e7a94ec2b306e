/** Container runtimes make ids of so many hex digits. */
const DIGITS = 64;
const BYTES = DIGITS / 2;
const BLOCK_BITS = 11;
const BLOCK_IDS = 1 << BLOCK_BITS;
const CODE_OF_A = 97 - 10;

/** Ids of containers as bytes, a third of the size of their texts, with nothing for the collector of garbage to follow. */
export class KeptIds {
  readonly #blocks: Uint8Array[] = [];
  #count = 0;

  /** Keeps an id and gives its number; −1: it is no id of 64 hex digits in lower case, and was not kept. */
  keep(id: string): number {
    if (id.length !== DIGITS) return -1;
    const at = (this.#count & (BLOCK_IDS - 1)) * BYTES;
    if (at === 0) this.#blocks[this.#count >>> BLOCK_BITS] ??= new Uint8Array(BLOCK_IDS * BYTES);
    const block = this.#blocks[this.#count >>> BLOCK_BITS] as Uint8Array;
    for (let index = 0; index < BYTES; index += 1) {
      const high = digitOf(id.charCodeAt(index * 2));
      const low = digitOf(id.charCodeAt(index * 2 + 1));
      if (high < 0 || low < 0) return -1;
      block[at + index] = (high << 4) | low;
    }
    return this.#count++;
  }

  /** The id with a number that `keep` gave. */
  textOf(number: number): string {
    const block = this.#blocks[number >>> BLOCK_BITS] as Uint8Array;
    const at = (number & (BLOCK_IDS - 1)) * BYTES;
    let id = '';
    for (let index = at; index < at + BYTES; index += 1) id += ((block[index] ?? 0) + 0x100).toString(16).slice(1);
    return id;
  }
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - CODE_OF_A : -1;
}
