/** The quick no for lines without a klog header: what a row's text must hold is looked for among the bytes, before they are made into text. */
import { QUOTE, BLANK } from '../../journal/bytes/bytes.ts';
import { LAST_WORDS, STACK_LINES } from '../../journal/order/continuation.ts';
import type { Origin } from '../../journal/envelope/origin.ts';
import type { Keywords } from '../../journal/batch/keywords.ts';
import { CATALOGUE } from '../catalogue/index.ts';
import { LOGRUS } from './logrus.ts';
import { neighbourGroups } from './neighbourGroups.ts';
import type { CatalogueRow } from './row.ts';
import { parseTemplate } from './template.ts';
import { longestLiteral, START, Words } from './words.ts';

/** They tell of an exit, whoever wrote them. */
const lastWords = new Words([...LAST_WORDS, ...STACK_LINES]);
/** The first four characters of printf messages; shorter ones count only with the file that a klog header names. */
const printfStarts = new Words(
  [
    ...CATALOGUE.filter((row) => row.form === 'unstructured').map(
      (row) => parseTemplate(row.template).literals[0] ?? '',
    ),
    LOGRUS,
  ]
    .map((beginning) => beginning.slice(0, START))
    .filter((start) => start.length === START),
);
const printfKeywords: Keywords | undefined = printfStarts.keywords && { ...printfStarts.keywords, anywhere: false };
const wordsOfRows = new WeakMap<readonly CatalogueRow[], Words>();
/** By who wrote the line; `null`: no neighbour. */
const wordsOfOrigin = new WeakMap<Origin, Words | null>();

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
export function keywordsOf(origin: Origin): Keywords | undefined {
  if (origin.identifier === undefined) return undefined;
  const words = wordsOf(origin);
  return words === null ? printfKeywords : words.keywords;
}
