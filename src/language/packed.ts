/** A language's file as the package has it: all English texts one after the other, then what is said for them, as a zip packs texts of one language best. A sentence without holes is found by its hash alone. */
import type { LanguageFile } from './table.ts';
import { hashKey } from './textHash.ts';

/** The same as `LanguageFile`, with hashes (`textHash.ts`) for sentences without holes, which come last. `scripts/lib/packedWords.mjs` makes it. */
export interface PackedLanguage {
  /** So many of the first texts are `words`, the others `sentences`. */
  readonly words: number;
  /** A text a line; those with hashes are not among them. */
  readonly english: string;
  readonly hashes: readonly number[];
  /** The letters of `said` that are not ASCII: that with the code 0x80 + n stands for the one at n. */
  readonly letters: string;
  /** What is said for each text and each hash, one a line. */
  readonly said: string;
}

const FOREIGN = /[^\0-\x7f]/g;
const FIRST = 0x80;

/** Reads a file of `l10n/`: of the package, or as it is in the sources. */
export function readLanguageFile(text: string): LanguageFile {
  const file = JSON.parse(text) as LanguageFile | PackedLanguage;
  if (!('english' in file)) return file;
  const { words, english, hashes, letters } = file;
  const said = file.said.replaceAll(FOREIGN, (letter) => letters.charAt(letter.charCodeAt(0) - FIRST)).split('\n');
  const keys = [...(english === '' ? [] : english.split('\n')), ...hashes.map(hashKey)];
  const rows = keys.map((key, index) => [key, said[index] ?? key] as const);
  return { words: Object.fromEntries(rows.slice(0, words)), sentences: Object.fromEntries(rows.slice(words)) };
}
