/** The quick no for lines without a klog header: what a row's text must hold is looked for among the bytes, before they are made into text. */
import { LAST_WORDS } from '../journal/continuation.ts';
import type { Origin } from '../journal/origin.ts';
import type { TellingWords } from '../journal/tellingWords.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { neighbourGroups } from './neighbourGroups.ts';
import type { CatalogueRow } from './row.ts';
import { parseTemplate } from './template.ts';

const QUOTE = 34;
const BLANK = 32;
/** So many bytes of a word are looked up at once. */
const START = 4;
const TABLE_BITS = 12;

const encoder = new TextEncoder();

/** Words of which a text holds at least one, if it is of one of these rows. */
class Words {
  /** By the hash of their first four bytes. */
  readonly #bySlot: (readonly Uint8Array[] | undefined)[] = new Array<readonly Uint8Array[] | undefined>(1 << TABLE_BITS).fill(undefined);
  readonly #known = new Uint8Array(1 << TABLE_BITS);
  /** A row has no word that is long enough: anything may be of it. */
  #any = false;
  /** For others who look for them in lines; `undefined`: anything may be of a row. */
  readonly telling: TellingWords | undefined;

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
    this.telling = this.#any ? undefined : { words, anywhere: true };
  }

  /** Whether one of them stands in `bytes[start, end)`. */
  standIn(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#any) return true;
    const known = this.#known;
    let four = 0;
    for (let at = start; at < end; at += 1) {
      four = (four << 8) | (bytes[at] ?? 0);
      if (known[slot(four)] === 1 && at - start >= START - 1 && this.#standAt(bytes, at - START + 1, slot(four))) return true;
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

/** They tell of an exit, whoever wrote them. */
const lastWords = new Words(LAST_WORDS);
/** The first four characters of printf messages; shorter ones count only with the file that a klog header names. */
const printfStarts = new Words(
  CATALOGUE.filter((row) => row.form === 'unstructured').map((row) => (parseTemplate(row.template).literals[0] ?? '').slice(0, START)).filter((start) => start.length === START),
);
const printfTelling: TellingWords | undefined = printfStarts.telling && { ...printfStarts.telling, anywhere: false };
const wordsOfRows = new WeakMap<readonly CatalogueRow[], Words>();
/** By who wrote the line; `null`: no neighbour. */
const wordsOfOrigin = new WeakMap<Origin, Words | null>();

/** A match holds every literal of its template, so also the longest. */
function longestLiteral(row: CatalogueRow): string {
  return parseTemplate(row.template).literals.reduce((longest, literal) => (literal.length > longest.length ? literal : longest), '');
}

function wordsOf(origin: Origin): Words | null {
  const known = wordsOfOrigin.get(origin);
  if (known !== undefined) return known;
  const rows = neighbourGroups(origin.identifier, '');
  let words: Words | null = null;
  if (rows !== undefined) {
    words = wordsOfRows.get(rows) ?? new Words(rows.map(longestLiteral));
    wordsOfRows.set(rows, words);
  }
  wordsOfOrigin.set(origin, words);
  return words;
}

/** Whether a line without a klog header, of a writer with an identifier, is of no row and nobody's last words. (`false`: it may be of none either.) */
export function tellsNothing(origin: Origin | undefined, bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  // Such a text may be read as structured, or loses its blanks first, which can be some of Unicode.
  if (origin?.identifier === undefined || first === QUOTE || first <= BLANK || first >= 0x80) return false;
  if (lastWords.beginAt(bytes, start, end)) return false;
  const words = wordsOf(origin);
  return words === null ? !printfStarts.beginAt(bytes, start, end) : !words.standIn(bytes, start, end);
}

/** The words of which such a line of this writer holds one, unless `tellsNothing` says so of it; `undefined`: any line may be one. */
export function tellingWords(origin: Origin): TellingWords | undefined {
  if (origin.identifier === undefined) return undefined;
  const words = wordsOf(origin);
  return words === null ? printfTelling : words.telling;
}
