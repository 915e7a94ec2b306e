/** Translates a text that is made of pieces, each with a link or a weight of its own: what stands in a hole keeps those of the piece that it is from. */
import { sentencesOf } from './sentences.ts';
import type { Table } from './table.ts';

/** A piece of a text. */
export interface Span {
  readonly text: string;
}

/** So often a hole within a hole is translated. */
const DEEPEST = 4;

/** The translated pieces. `bare` gives a piece with other words and without what belongs to its words alone, its link. */
export function translateSpans<T extends Span>(
  table: Table,
  spans: readonly T[],
  bare: (span: T, text: string) => T,
): readonly T[] {
  const text = spans.map((span) => span.text).join('');
  const out: T[] = [];
  const add = (span: T, words: string, isWhole: boolean): void => {
    if (words !== '') out.push(isWhole ? { ...span, text: words } : bare(span, words));
  };
  /** The pieces of the text from one character to another, as they are. */
  const cut = (from: number, to: number): readonly T[] => {
    const cuts: T[] = [];
    let at = 0;
    for (const span of spans) {
      const [first, last] = [Math.max(from, at), Math.min(to, at + span.text.length)];
      if (first < last) cuts.push({ ...span, text: span.text.slice(first - at, last - at) });
      at += span.text.length;
    }
    return cuts;
  };
  const say = (from: number, to: number, depth = 0): boolean => {
    const found = depth > DEEPEST ? undefined : table.find(text.slice(from, to));
    const parts = cut(from, to);
    const [first] = parts;
    if (found === undefined || first === undefined) {
      out.push(...parts);
      return false;
    }
    for (const piece of found.pieces) {
      const range = typeof piece === 'string' ? undefined : found.ranges.get(piece.hole);
      if (typeof piece === 'string') add(first, piece, parts.length === 1);
      else if (range !== undefined && piece.translated) say(from + range.from, from + range.to, depth + 1);
      else if (range !== undefined) out.push(...cut(from + range.from, from + range.to));
    }
    return true;
  };
  const sentences = sentencesOf(text);
  let wasEnglish = false;
  for (const { from, to } of sentences) {
    const before = out.length;
    const parts = cut(from, to);
    const lead = leadOf(parts, to - from);
    const isNamed = lead > 0 && table.find(text.slice(from + lead, to)) !== undefined;
    if (isNamed) out.push(...cut(from, from + lead));
    const isTranslated = say(isNamed ? from + lead : from, to);
    // Sentences of the other language stand without a blank between them.
    if (before > 0 && (!isTranslated || wasEnglish) && parts[0] !== undefined)
      out.splice(before, 0, bare(parts[0], ' '));
    wasEnglish = !isTranslated;
  }
  return out;
}

/** The same for a text of one piece. */
export function translateText(table: Table, text: string): string {
  return translateSpans(table, [{ text }], (_span, words) => ({ text: words }))
    .map((span) => span.text)
    .join('');
}

/** How long the piece is that stands before a sentence with a colon: the name of the node that it is about. 0: there is none. */
function leadOf([first]: readonly Span[], length: number): number {
  return first?.text.endsWith(': ') === true && first.text.length < length ? first.text.length : 0;
}
