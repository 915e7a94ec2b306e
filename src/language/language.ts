/** What is said, in the language of whoever reads it. */
import { printableLines, type Printable } from '../kubelet/printable.ts';
import { translateSpans, translateText, type Span } from './spans.ts';
import { type LanguageFile, Table, type Words } from './table.ts';

export type { LanguageFile, Words } from './table.ts';

export interface Language {
  /** As BCP 47 has it: `en`, `zh-CN`. */
  readonly tag: string;
  /** A text, or prose sentence by sentence; what the language has no words for stays English. */
  say(english: string): Printable;
  /** The same of a text in pieces; `bare` gives a piece with other words and without its link. */
  saySpans<T extends Span>(spans: readonly T[], bare: (span: T, text: string) => T): readonly T[];
}

export const ENGLISH: Language = {
  tag: 'en',
  say: printableLines,
  saySpans: (spans) => spans,
};

/** Words of ours with values in their holes: `{0}` and so on. What a language has no words for stays English. */
export function fill(words: Words | undefined, english: string, values: readonly (string | number)[]): string {
  const said = words !== undefined && Object.hasOwn(words, english) ? (words[english] ?? english) : english;
  return values.length === 0
    ? said
    : said.replace(/\{(\d)\}/g, (hole, at: string) => String(values[Number(at)] ?? hole));
}

/** So many texts are kept once they are translated: a timeline says the same of thousands of events. */
const MOST_KEPT = 5000;

/** The language of a file, for what is said of a log. */
export function languageOf(tag: string, { sentences }: Pick<LanguageFile, 'sentences'>): Language {
  const table = new Table(sentences);
  const kept = new Map<string, Printable>();
  return {
    tag,
    say: (english) => {
      const known = kept.get(english);
      if (known !== undefined) return known;
      const text = printableLines(translateText(table, english));
      if (kept.size < MOST_KEPT) kept.set(english, text);
      return text;
    },
    saySpans: (spans, bare) => translateSpans(table, spans, bare),
  };
}
