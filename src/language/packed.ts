/** A language's file as the package has it: all English texts one after the other, then what is said for them, as a zip packs texts of one language best. A sentence without holes is found by its hash alone. */
import type { LanguageFile } from './table.ts';
import { hashKey } from './textHash.ts';

/** The same as `LanguageFile`, with hashes (`textHash.ts`) for sentences without holes, which come last. `scripts/lib/packedWords.mjs` makes it. */
export interface PackedLanguage {
  /** So many of the first texts are `words`, the others `sentences`. */
  readonly words: number;
  /** A text a line; those with hashes are not among them. */
  readonly english: string;
  /** Three letters for each hash: its digits to the base of `HASH_BASE`, from that with the code 0x80 on, all of which UTF-8 writes in two bytes. */
  readonly hashes: string;
  /** The letters of `said` that are not ASCII: that with the code 0x80 + n stands for the one at n. */
  readonly letters: string;
  /** What is said for each text and each hash, one a line. */
  readonly said: string;
}

const FOREIGN = /[^\0-\x7f]/g;
const FIRST = 0x80;
const HASH_BASE = 0x780;

/** Reads a file of `l10n/`: of the package, or as it is in the sources. */
export function readLanguageFile(text: string): LanguageFile {
  const file = JSON.parse(text) as LanguageFile | PackedLanguage;
  if (!('english' in file)) return file;
  const { words, english, hashes, letters } = file;
  const said = file.said.replaceAll(FOREIGN, (letter) => letters.charAt(letter.charCodeAt(0) - FIRST)).split('\n');
  const keys = [...(english === '' ? [] : english.split('\n')), ...hashesIn(hashes).map(hashKey)];
  const rows = keys.map((key, index) => [key, said[index] ?? key] as const);
  return { words: Object.fromEntries(rows.slice(0, words)), sentences: Object.fromEntries(rows.slice(words)) };
}

function hashesIn(letters: string): readonly number[] {
  const digit = (index: number): number => letters.charCodeAt(index) - FIRST;
  return Array.from(
    { length: letters.length / 3 },
    (_, n) => (digit(3 * n) * HASH_BASE + digit(3 * n + 1)) * HASH_BASE + digit(3 * n + 2),
  );
}
