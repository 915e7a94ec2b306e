import { areSameWords, hashOfWords, textOfWords, WORDS } from './idWords.ts';

const SIZE = 1 << 12;
const SHIFT = 32 - 12;

/** Texts of ids, made once for those that come again soon: the events of one container are not far from each other. */
export class IdTexts {
  readonly #texts: (string | undefined)[] = [];
  readonly #words = new Int32Array(SIZE * WORDS);

  /** The id whose words begin at `at`. */
  of(words: Int32Array, at: number): string {
    const slot = hashOfWords(words, at) >>> SHIFT;
    const known = this.#texts[slot];
    if (known !== undefined && areSameWords(words, at, this.#words, slot * WORDS)) return known;
    const text = textOfWords(words, at);
    this.#texts[slot] = text;
    for (let word = 0; word < WORDS; word += 1) this.#words[slot * WORDS + word] = words[at + word] ?? 0;
    return text;
  }
}
