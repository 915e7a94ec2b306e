/** Lines whose characters a program changed through which they were pasted: quotation marks made typographic or escaped, blanks made unbreakable or tabs. */
import type { TextRewriter } from './exportText.ts';

/** What a klog header begins with, whatever stands between its parts. */
const HEADER = /[IWEF]\d{4}[ \t\u00a0\u202f]\d\d:\d\d:\d\d\.\d{6}[ \t\u00a0\u202f]{1,20}\d{1,10}[ \t\u00a0\u202f]/g;
const NO_BLANK = /[\t\u00a0\u202f]/;
const UNBREAKABLE = /[\u00a0\u202f]/g;
/** A header cannot be longer, with the file and its line. */
const LONGEST_HEADER = 160;

/** A structured message, and a value, in quotation marks of a word processor. */
const TYPOGRAPHIC = /\] [\u201c\u201d\u201e]|=[\u201c\u201d\u201e]/;
const DOUBLE_QUOTES = /[\u201c\u201d\u201e\u201f]/g;
const SINGLE_QUOTES = /[\u2018\u2019\u201a]/g;

/** The same in marks of another language of programs, or doubled as in a cell of a table whose own marks are gone. */
const SINGLE = /:\d{1,6}\] '[^']{1,200}' [\w.]{1,60}=/;
const OPENING = /(:\d{1,6}\] |=)'/g;
const CLOSING = /'(?= [\w.]{1,60}=|\s{0,4}$)/g;
const DOUBLED = /:\d{1,6}\] ""[^"\s]/;

/** The same as they stand in a string of JSON. */
const ESCAPED = /:\d{1,6}\] \\"/;
const ESCAPES = /\\(["\\/])|\\u00(3c|3e|26)/g;
const BARE_QUOTE = /(?:^|[^\\])"/;
const CODES: Readonly<Record<string, string>> = { '3c': '<', '3e': '>', '26': '&' };

/** Changes lines one by one, so that they keep their numbers. */
class RetypedLines implements TextRewriter {
  readonly #line: (line: string) => string;
  #kept = '';

  constructor(line: (line: string) => string) {
    this.#line = line;
  }

  push(text: string): string {
    const lines = (this.#kept + text).split('\n');
    this.#kept = lines.pop() ?? '';
    return lines.map((line) => `${this.#line(line)}\n`).join('');
  }

  end(): string {
    const rest = this.#line(this.#kept);
    this.#kept = '';
    return rest;
  }
}

/**
 * What undoes such a change, where the first 64 KB of a text show it: a blank of another kind in a klog header, which no klog writes, or quotation marks around messages
 * in another shape and none as it is.
 */
export function retypedOf(head: string): TextRewriter | undefined {
  for (const [header] of head.matchAll(HEADER)) if (NO_BLANK.test(header)) return new RetypedLines(withBlanks);
  if (!head.includes('"')) {
    if (TYPOGRAPHIC.test(head)) return new RetypedLines(withPlainQuotes);
    return SINGLE.test(head) ? new RetypedLines(withDoubleQuotes) : undefined;
  }
  if (DOUBLED.test(head)) return new RetypedLines((line) => line.replaceAll('""', '"'));
  return ESCAPED.test(head) && !BARE_QUOTE.test(head) ? new RetypedLines(unescaped) : undefined;
}

function withBlanks(line: string): string {
  const end = line.indexOf('] ');
  const header = end < 0 ? LONGEST_HEADER : end;
  return (line.slice(0, header).replaceAll('\t', ' ') + line.slice(header)).replaceAll(UNBREAKABLE, ' ');
}

function withPlainQuotes(line: string): string {
  return line.replaceAll(DOUBLE_QUOTES, '"').replaceAll(SINGLE_QUOTES, "'");
}

/** An apostrophe within a message stays one: only marks at the edges of messages and values count. */
function withDoubleQuotes(line: string): string {
  return line.replaceAll(OPENING, '$1"').replaceAll(CLOSING, '"');
}

function unescaped(line: string): string {
  return line.replaceAll(ESCAPES, (_all, plain: string | undefined, code: string | undefined) =>
    plain === undefined ? (CODES[code ?? ''] ?? '') : plain,
  );
}
