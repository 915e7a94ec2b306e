// A file of l10n/ as the package has it: in columns, which a zip packs in 6 kB less than the rows of those who write it. Read by src/language/packed.ts.

/**
 * @param {{ words: Record<string, string>, sentences: Record<string, string> }} file
 * @returns {import('../../src/language/packed.ts').PackedLanguage}
 */
export function packedWords({ words, sentences }) {
  return {
    words: Object.keys(words).length,
    english: [...Object.keys(words), ...Object.keys(sentences)],
    said: [...Object.values(words), ...Object.values(sentences)],
  };
}
