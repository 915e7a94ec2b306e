// A file of l10n/ as the package has it: in columns, which a zip packs in 6 kB less than the rows of those who write it, with hashes for sentences without holes behind all others, in 14 kB less, a text a line, in 1 kB less, with its letters in an alphabet of their own, in 5 kB less, and with sentences that begin alike beside each other, in 2 kB less. Read by src/language/packed.ts.

const HOLE = /\{~?\d[#_]?\}/;

/**
 * @param {{ words: Record<string, string>, sentences: Record<string, string> }} file
 * @returns {import('../../src/language/packed.ts').PackedLanguage}
 * @throws {Error} where two sentences have the same hash: one of them has to be put otherwise; or where there are too many letters, or a text is more than a line
 */
export function packedWords({ words, sentences }) {
  const rows = Object.entries(sentences);
  const withHoles = rows.filter(([key]) => HOLE.test(key)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const plain = rows.filter(([key]) => !HOLE.test(key)).toSorted(([, a], [, b]) => (a < b ? -1 : 1));
  const hashes = plain.map(([key]) => textHash(key));
  if (new Set(hashes).size < hashes.length) throw new Error('two sentences of l10n have the same hash');
  const written = [...Object.entries(words), ...withHoles];
  const said = linesOf([...written, ...plain].map(([, text]) => text));
  const letters = lettersOf(said);
  return {
    words: Object.keys(words).length,
    english: linesOf(written.map(([key]) => key)),
    hashes: hashes.map(hashLetters).join(''),
    letters,
    said: said.replaceAll(FOREIGN, (letter) => String.fromCharCode(FIRST + letters.indexOf(letter))),
  };
}

/** @param {readonly string[]} texts */
function linesOf(texts) {
  const lines = texts.join('\n');
  if (texts.length > 0 && lines.split('\n').length !== texts.length)
    throw new Error('a text of l10n is more than a line');
  return lines;
}

/** What is not ASCII. A letter of two units is two letters here. */
const FOREIGN = /[^\0-\x7f]/g;
const FIRST = 0x80;
/** The codes that UTF-8 writes in two bytes. */
const MOST = 0x800 - FIRST;

/**
 * The letters of what is said that are not ASCII, those that come most often first: a language has few hundreds of its thousands here, which fit into the codes that take two bytes instead of three.
 * @param {string} said
 */
function lettersOf(said) {
  const counts = new Map();
  for (const [letter] of said.matchAll(FOREIGN)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  if (counts.size > MOST) throw new Error('l10n has more letters than fit into two bytes');
  return [...counts.keys()].toSorted((a, b) => counts.get(b) - counts.get(a)).join('');
}

const HASH_BASE = MOST;

/** @param {number} hash */
function hashLetters(hash) {
  const rest = Math.trunc(hash / HASH_BASE);
  const digits = [Math.trunc(rest / HASH_BASE), rest % HASH_BASE, hash % HASH_BASE];
  return String.fromCharCode(...digits.map((digit) => FIRST + digit));
}

/** As src/language/textHash.ts has it, which Node cannot load here; a test reads with the one what the other wrote. @param {string} text */
function textHash(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 5;
}
