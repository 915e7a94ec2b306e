/** Words that are looked for among bytes: a text of some rows holds one of them, so bytes without any need not be made into text. */
import type { Keywords } from '../../journal/batch/keywords.ts';
import type { CatalogueRow } from './row.ts';
import { parseTemplate } from './template.ts';

/** So many bytes of a word are looked up at once. */
export const START = 4;
const TABLE_BITS = 12;

const encoder = new TextEncoder();

/** Words of which a text holds at least one, if it is of one of these rows. */
export class Words {
  /** By the hash of their first four bytes. */
  readonly #bySlot: (readonly Uint8Array[] | undefined)[] = new Array<readonly Uint8Array[] | undefined>(
    1 << TABLE_BITS,
  ).fill(undefined);
  readonly #known = new Uint8Array(1 << TABLE_BITS);
  /** A row has no word that is long enough: anything may be of it. */
  #any = false;
  /** For others who look for them in lines; `undefined`: anything may be of a row. */
  readonly keywords: Keywords | undefined;

  constructor(texts: readonly string[]) {
    const words = texts.map((text) => encoder.encode(text));
    for (const bytes of words) {
      if (bytes.length < START) {
        this.#any = true;
        continue;
      }
      const at = slot(fourBytes(bytes, 0));
      this.#bySlot[at] = [...(this.#bySlot[at] ?? []), bytes];
      this.#known[at] = 1;
    }
    this.keywords = this.#any ? undefined : { words, anywhere: true };
  }

  /** Whether one of them stands in `bytes[start, end)`. */
  standIn(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#any) return true;
    const known = this.#known;
    let four = 0;
    for (let at = start; at < end; at += 1) {
      four = (four << 8) | (bytes[at] ?? 0);
      if (known[slot(four)] === 1 && at - start >= START - 1 && this.#standAt(bytes, at - START + 1, slot(four)))
        return true;
    }
    return false;
  }

  /** Whether one of them begins at `start`. */
  beginAt(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#any || (end - start >= START && this.#standAt(bytes, start, slot(fourBytes(bytes, start))));
  }

  #standAt(bytes: Uint8Array, start: number, at: number): boolean {
    for (const word of this.#bySlot[at] ?? []) {
      let length = 0;
      while (length < word.length && bytes[start + length] === word[length]) length += 1;
      if (length === word.length) return true;
    }
    return false;
  }
}

function fourBytes(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
}

function slot(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

/** A match holds every literal of its template, so also the longest. */
export function longestLiteral(row: CatalogueRow): string {
  return parseTemplate(row.template).literals.reduce(
    (longest, literal) => (literal.length > longest.length ? literal : longest),
    '',
  );
}
