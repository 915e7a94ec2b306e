// A file of l10n/ as the package has it: in columns, which a zip packs in 6 kB less than the rows of those who write it, and with hashes for sentences without holes, in 12 kB less. Read by src/language/packed.ts.

const HOLE = /\{~?\d[#_]?\}/;

/**
 * @param {{ words: Record<string, string>, sentences: Record<string, string> }} file
 * @returns {import('../../src/language/packed.ts').PackedLanguage}
 * @throws {Error} where two sentences have the same hash: one of them has to be put otherwise
 */
export function packedWords({ words, sentences }) {
  const keys = Object.keys(sentences).map((key) => (HOLE.test(key) ? key : textHash(key)));
  if (new Set(keys).size < keys.length) throw new Error('two sentences of l10n have the same hash');
  return {
    words: Object.keys(words).length,
    english: [...Object.keys(words), ...keys],
    said: [...Object.values(words), ...Object.values(sentences)],
  };
}

/** As src/language/textHash.ts has it, which Node cannot load here; a test reads with the one what the other wrote. @param {string} text */
function textHash(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
