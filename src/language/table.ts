/** The table of one language, ready to look texts up in. */
import { isProse } from './prose.ts';
import { type HoleRange, holesIn, type Pattern, patternOf, type Piece, piecesOf } from './pattern.ts';
import { hashKey, isHashKey, textHash } from './textHash.ts';

/** English text to translation. */
export type Words = Readonly<Record<string, string>>;

/** What a file of `l10n/` holds. */
export interface LanguageFile {
  /** The product's own words: of its controls, headings and messages. Their holes are filled by whoever says them. */
  readonly words: Words;
  /** What is said of a log. These are patterns: a text that fits is said by them. */
  readonly sentences: Words;
}

/** How a text is said: pieces, and where the holes that they name are in the text. */
export interface Found {
  readonly pieces: readonly Piece[];
  readonly ranges: ReadonlyMap<string, HoleRange>;
  /** The key that fitted. */
  readonly key: string;
}

interface Entry {
  readonly key: string;
  readonly pattern: Pattern;
  readonly pieces: readonly Piece[];
  /** How much of the key is words: the more, the better it fits. */
  readonly weight: number;
}

const NO_HOLES: ReadonlyMap<string, HoleRange> = new Map();

export class Table {
  /** Keys without holes. A key with some is not its own text: a log may hold `{0}` too. */
  readonly #words = new Map<string, string>();
  /** The same by the keys of their hashes, which are no texts. */
  readonly #hashed = new Map<string, string>();
  /** Keys with holes by the character that they begin with; those that begin with a hole by none. */
  readonly #entries = new Map<string, Entry[]>();

  constructor(words: Words) {
    for (const [key, translation] of Object.entries(words)) {
      const pattern = patternOf(key);
      if (pattern === undefined) {
        (isHashKey(key) ? this.#hashed : this.#words).set(key, translation);
        continue;
      }
      const weight = pattern.literals.reduce((sum, { length }) => sum + length, 0);
      const begin = pattern.literals[0]?.charAt(0) ?? '';
      const entries = this.#entries.get(begin) ?? [];
      entries.push({ key, pattern, pieces: piecesOf(translation), weight });
      this.#entries.set(begin, entries);
    }
    // The package has the keys in another order than the sources.
    for (const entries of this.#entries.values())
      entries.sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
  }

  /**
   * The translation of a whole text: of its exact words, else of the key that fits best; the first letter may be small where the key's is not, and a title may have become a sentence
   * by a full stop.
   */
  find(text: string): Found | undefined {
    if (!text.endsWith('.')) return this.#findAnyCase(text);
    const title = this.#findAnyCase(text.slice(0, -1));
    const sentence = title?.ranges === NO_HOLES ? undefined : this.#findAnyCase(text);
    // What begins with a hole fits any text: a title names its subject.
    if (title === undefined || title.key.startsWith('{')) return sentence;
    // Of two, that with more words of its own.
    if (sentence !== undefined && (sentence.key.startsWith('{') || sentence.key.length >= title.key.length)) {
      // Of one key that ends with a hole, the full stop is that of the hole where this is a sentence; else it is the title's.
      const last = sentence.key === title.key ? rangeThatEndsAt(text.length, sentence.ranges) : undefined;
      if (last === undefined || this.find(text.slice(last.from)) !== undefined) return sentence;
    }
    return { ...title, pieces: [...title.pieces, '。'] };
  }

  /** The better of the two: what begins with a hole fits any text, and is found in both. */
  #findAnyCase(text: string): Found | undefined {
    const found = this.#find(text);
    if (found?.key.startsWith('{') === false) return found;
    return this.#find(`${text.charAt(0).toUpperCase()}${text.slice(1)}`) ?? found;
  }

  #find(text: string): Found | undefined {
    const exact = this.#words.get(text) ?? this.#hashed.get(hashKey(textHash(text)));
    if (exact !== undefined) return { pieces: piecesOf(exact), ranges: NO_HOLES, key: text };
    let best: Found | undefined;
    let weight = 0;
    for (const begin of [text.charAt(0), ''])
      for (const entry of this.#entries.get(begin) ?? []) {
        if (entry.weight <= weight) break;
        const ranges = holesIn(entry.pattern, text);
        if (ranges === undefined || !fits(entry, ranges, text)) continue;
        best = { pieces: entry.pieces, ranges, key: entry.key };
        ({ weight } = entry);
        break;
      }
    return best;
  }
}

function rangeThatEndsAt(end: number, ranges: ReadonlyMap<string, HoleRange>): HoleRange | undefined {
  return [...ranges.values()].find(({ to }) => to === end);
}

/** Whether a key says a text as a whole: it is no mere part of a sentence, and leaves no prose as it is. */
function fits({ pattern, pieces }: Entry, ranges: ReadonlyMap<string, HoleRange>, text: string): boolean {
  const last = pieces.at(-1);
  const goesOn =
    typeof last === 'object' && last.translated && pattern.literals.at(-1) === '' && pattern.literals[0] !== '';
  if (text.endsWith('.') && !goesOn && pattern.literals.at(-1)?.endsWith('.') !== true) return false;
  return pieces.every((piece) => {
    const range = typeof piece === 'string' || piece.translated ? undefined : ranges.get(piece.hole);
    return range === undefined || !isProse(text.slice(range.from, range.to));
  });
}
