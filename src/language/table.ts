/** The table of one language, ready to look texts up in. */
import { type HoleRange, holesIn, type Pattern, patternOf, type Piece, piecesOf } from './pattern.ts';

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
  readonly #words: Words;
  /** Keys with holes by the character that they begin with; those that begin with a hole by none. */
  readonly #entries = new Map<string, Entry[]>();

  constructor(words: Words) {
    this.#words = words;
    for (const [key, translation] of Object.entries(words)) {
      const pattern = patternOf(key);
      if (pattern === undefined) continue;
      const weight = pattern.literals.reduce((sum, { length }) => sum + length, 0);
      const begin = pattern.literals[0]?.charAt(0) ?? '';
      const entries = this.#entries.get(begin) ?? [];
      entries.push({ key, pattern, pieces: piecesOf(translation), weight });
      this.#entries.set(begin, entries);
    }
    for (const entries of this.#entries.values()) entries.sort((a, b) => b.weight - a.weight);
  }

  /** The translation of a whole text: of its exact words, else of the key that fits best; the first letter may be small where the key's is not. */
  find(text: string): Found | undefined {
    return this.#find(text) ?? this.#find(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
  }

  #find(text: string): Found | undefined {
    const exact = Object.hasOwn(this.#words, text) ? this.#words[text] : undefined;
    if (exact !== undefined) return { pieces: piecesOf(exact), ranges: NO_HOLES, key: text };
    let best: Found | undefined;
    let weight = 0;
    for (const begin of [text.charAt(0), ''])
      for (const entry of this.#entries.get(begin) ?? []) {
        if (entry.weight <= weight) break;
        const ranges = holesIn(entry.pattern, text);
        if (ranges === undefined) continue;
        best = { pieces: entry.pieces, ranges, key: entry.key };
        ({ weight } = entry);
        break;
      }
    return best;
  }
}
