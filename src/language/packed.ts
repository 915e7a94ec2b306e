/** A language's file as the package has it: all English texts one after the other, then what is said for them, as a zip packs texts of one language best. A sentence without holes is found by its hash alone. */
import type { LanguageFile, Words } from './table.ts';
import { hashKey } from './textHash.ts';

/** Row for row the same as `LanguageFile`, with hashes (`textHash.ts`) for sentences without holes. `scripts/lib/packedWords.mjs` makes it. */
export interface PackedLanguage {
  /** So many of the first texts are `words`, the others `sentences`. */
  readonly words: number;
  readonly english: readonly (string | number)[];
  /** The letters of `said` that are not ASCII: that with the code 0x80 + n stands for the one at n. */
  readonly letters: string;
  readonly said: readonly string[];
}

const FOREIGN = /[^\0-\x7f]/g;
const FIRST = 0x80;

/** Reads a file of `l10n/`: of the package, or as it is in the sources. */
export function readLanguageFile(text: string): LanguageFile {
  const file = JSON.parse(text) as LanguageFile | PackedLanguage;
  if (!('english' in file)) return file;
  const { words, english, letters } = file;
  const said = file.said.map((text) =>
    text.replaceAll(FOREIGN, (letter) => letters.charAt(letter.charCodeAt(0) - FIRST)),
  );
  const rows = english.map(
    (key, index) => [typeof key === 'number' ? hashKey(key) : key, said[index] ?? String(key)] as const,
  );
  const wordsOf = (some: typeof rows): Words => Object.fromEntries(some);
  return { words: wordsOf(rows.slice(0, words)), sentences: wordsOf(rows.slice(words)) };
}
