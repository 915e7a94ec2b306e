/** Translates a text that is made of pieces, each with a link or a weight of its own: what stands in a hole keeps those of the piece that it is from. */
import { isProse } from './prose.ts';
import { sentencesOf } from './sentences.ts';
import type { Table } from './table.ts';

/** A piece of a text. */
export interface Span {
  readonly text: string;
}

/** So often a hole within a hole is translated. */
const DEEPEST = 8;

/** The translated pieces. `bare` gives a piece with other words and without what belongs to its words alone, its link. */
export function translateSpans<T extends Span>(
  table: Table,
  spans: readonly T[],
  bare: (span: T, text: string) => T,
): readonly T[] {
  const text = spans.map((span) => span.text).join('');
  const out: T[] = [];
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
  /** The pieces of a part of the text in the other language, `undefined` where it has no words for it. */
  const say = (from: number, to: number, depth = 0): readonly T[] | undefined => {
    const found = depth > DEEPEST ? undefined : table.find(text.slice(from, to));
    const parts = cut(from, to);
    const [first] = parts;
    if (found === undefined || first === undefined) return undefined;
    const said: T[] = [];
    for (const piece of found.pieces) {
      const range = typeof piece === 'string' ? undefined : found.ranges.get(piece.hole);
      if (typeof piece === 'string') {
        if (piece !== '') said.push(parts.length === 1 ? { ...first, text: piece } : bare(first, piece));
      } else if (range !== undefined) {
        const [begin, end] = [from + range.from, from + range.to];
        const inner = piece.translated ? say(begin, end, depth + 1) : undefined;
        // Half a sentence in each language is harder to read than a whole one in English.
        if (inner === undefined && piece.translated && isProse(text.slice(begin, end))) return undefined;
        said.push(...(inner ?? cut(begin, end)));
      }
    }
    return said;
  };
  const sentences = sentencesOf(text);
  let wasEnglish = false;
  for (const { from, to } of sentences) {
    const before = out.length;
    const parts = cut(from, to);
    const lead = leadOf(parts, to - from);
    const isNamed = lead > 0 && table.find(text.slice(from + lead, to)) !== undefined;
    if (isNamed) out.push(...cut(from, from + lead));
    const begin = isNamed ? from + lead : from;
    const said = say(begin, to);
    out.push(...(said ?? cut(begin, to)));
    const isTranslated = said !== undefined;
    // Sentences of the other language stand without a blank between them.
    if (before > 0 && (!isTranslated || wasEnglish) && parts[0] !== undefined)
      out.splice(before, 0, bare(parts[0], ' '));
    wasEnglish = !isTranslated;
  }
  return spaced(out, bare);
}

const HAN = /[\u3400-\u9fff]/;
/** What a line of Chinese sets apart from its own characters. */
const LATIN = /[A-Za-z0-9`"]/;

/** Between a Chinese character and a latin word or number of the log stands a blank, whoever has written the piece before and the one behind. */
function spaced<T extends Span>(spans: readonly T[], bare: (span: T, text: string) => T): readonly T[] {
  return spans.flatMap((span, index) => {
    const before = spans[index - 1]?.text.at(-1) ?? '';
    const first = span.text.charAt(0);
    const isMixed = (HAN.test(before) && LATIN.test(first)) || (LATIN.test(before) && HAN.test(first));
    return isMixed ? [bare(span, ' '), span] : [span];
  });
}

/** The same for a text of one piece. */
export function translateText(table: Table, text: string): string {
  return translateSpans(table, [{ text }], (_span, words) => ({ text: words }))
    .map((span) => span.text)
    .join('');
}

/** A word, not the begin of a sentence such as `Likely cause (high confidence): `. */
const NAME = /^[^ ]+: $/;

/** How long the piece is that stands before a sentence with a colon: the name of the node that it is about. 0: there is none. */
function leadOf([first]: readonly Span[], length: number): number {
  return first?.text.endsWith(': ') === true && first.text.length < length && NAME.test(first.text)
    ? first.text.length
    : 0;
}
