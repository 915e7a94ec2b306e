/** Lines whose characters a program changed through which they were pasted: quotation marks made typographic or escaped, blanks made unbreakable or tabs, colours written out. */
import type { TextRewriter } from './exportText.ts';
import { LineRewriter } from './lineRewriter.ts';

/** What a klog header begins with, whatever stands between its parts. */
const HEADER = /[IWEF]\d{4}[ \t\u00a0\u202f]\d\d:\d\d:\d\d\.\d{6}[ \t\u00a0\u202f]{1,20}\d{1,10}[ \t\u00a0\u202f]/g;
const NO_BLANK = /[\t\u00a0\u202f]/;
const UNBREAKABLE = /[\u00a0\u202f]/g;
/** A header cannot be longer, with the file and its line. */
const LONGEST_HEADER = 160;

/** A message, or a value, with quotation marks of a word processor or a blog, and none of klog before them. Blogs make primes of marks behind digits, and a dash of two hyphens. */
const TYPOGRAPHIC = /:\d{1,6}\] [^"\n]{0,400}[\u201c-\u201f\u2033]|=[\u201c\u201d\u201e]/;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;
const SINGLE_QUOTES = /[\u2018\u2019\u201a\u2032]/g;
const DASH_OF_FLAG = /(?<![^\s"'(])\u2013(?=[a-z])/g;

/** The same in marks of another language of programs, or doubled as in a cell of a table whose own marks are gone. */
const SINGLE = /:\d{1,6}\] '[^']{1,200}' [\w.]{1,60}=/;
const OPENING = /(:\d{1,6}\] |=)'/g;
const CLOSING = /'(?= [\w.]{1,60}=|\s{0,4}$)/g;
const DOUBLED = /:\d{1,6}\] ""[^"\s]/;

/** Taken away: the kubelet puts errors and names of pods in quotation marks always. Behind a stop they may be words of an older message (`to desiredStateOfWorld. err=`). */
const GONE = /:\d{1,6}\] [A-Z][^"=\n]{2,200}[^".:,;=\s] (?:err|pod)=[^"\s]/;
const HEADER_END = /:\d{1,6}\] /;
const KEY = / (?=[A-Za-z][\w.]{0,60}=)/;

/** Marks that mean something in Markdown, kept from it by a backslash (CommonMark, "Backslash escapes"): `kubelet\\_pods.go:12\\]`. */
const OF_MARKDOWN = /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} {1,20}\d{1,10} [\w.-]{0,80}\\[_\]][\w.\\-]{0,80}/;
const MARKDOWN_ESCAPES = /\\([!-/:-@[-`{-~])/g;
/** Where quotation marks are escaped once only, backslashes were not, and those before other marks alone are of Markdown. */
const ESCAPED_ONCE = /(?:^|[^\\])\\"/;
const MARKDOWN_MARKS = /\\([_*[\]<>~`#.!|+-])/g;

/** The same as they stand in a string of JSON. */
const ESCAPED = /:\d{1,6}\] \\"/;
const ESCAPES = /\\(["\\/])|\\u00(3c|3e|26)/g;
const BARE_QUOTE = /(?:^|[^\\])"/;
const CODES: Readonly<Record<string, string>> = { '3c': '<', '3e': '>', '26': '&' };

/**
 * Colours of a terminal (ECMA-48, SGR) of which a program wrote the escape character out (`^[[31m` of less, `\\x1b[31m`), or a paste lost it (`[31m`). Right in front of a stamp, of a klog
 * header or of what systemd says, no program writes such a thing: there all of them are taken away.
 */
const WRITTEN_OUT = String.raw`(?:\^\[|\\(?:u001[bB]|x1[bB]|033|e)|ESC|\u241b|<0x1[bB]>)\[(?:\d{1,3}(?:;\d{1,3}){0,7})?m`;
/** `[45m1.5s]` is how long something took. */
const ESCAPE_LOST = String.raw`(?<!\u001b)\[(?:0|[349]\d|[01]?\d(?:;\d{1,3}){1,7})m(?!\d{1,2}(?:\.\d{1,9})?s)`;
const COLOUR = `(?:${WRITTEN_OUT}|${ESCAPE_LOST})`;
const COLOURED = new RegExp(
  `${COLOUR}(?:[IWEF]\\d{4} \\d\\d:|[A-Z][a-z]{2} {1,2}\\d{1,2} \\d\\d:\\d\\d:)|systemd\\[1\\]: ${COLOUR}`,
);
const COLOURS = new RegExp(COLOUR, 'g');

/**
 * What undoes such a change, where the first 64 KB of a text show it: a blank of another kind in a klog header, which no klog writes, or quotation marks around messages
 * in another shape and none as it is.
 */
export function retypedOf(head: string): TextRewriter | undefined {
  if (COLOURED.test(head)) return new LineRewriter((line) => line.replaceAll(COLOURS, ''));
  if (OF_MARKDOWN.test(head)) {
    const escapes = ESCAPED_ONCE.test(head) ? MARKDOWN_MARKS : MARKDOWN_ESCAPES;
    return new LineRewriter((line) => line.replaceAll(escapes, '$1'));
  }
  for (const [header] of head.matchAll(HEADER)) if (NO_BLANK.test(header)) return new LineRewriter(withBlanks);
  if (TYPOGRAPHIC.test(head)) return new LineRewriter(withPlainQuotes);
  if (!head.includes('"')) {
    if (SINGLE.test(head)) return new LineRewriter(withDoubleQuotes);
    return GONE.test(head) ? new LineRewriter(quotedAgain) : undefined;
  }
  if (DOUBLED.test(head)) return new LineRewriter((line) => line.replaceAll('""', '"'));
  return ESCAPED.test(head) && !BARE_QUOTE.test(head) ? new LineRewriter(unescaped) : undefined;
}

function withBlanks(line: string): string {
  const end = line.indexOf('] ');
  const header = end < 0 ? LONGEST_HEADER : end;
  return (line.slice(0, header).replaceAll('\t', ' ') + line.slice(header)).replaceAll(UNBREAKABLE, ' ');
}

/** Where a mark of klog stands, the others are of what it quotes. */
function withPlainQuotes(line: string): string {
  if (line.includes('"')) return line;
  return line.replaceAll(DOUBLE_QUOTES, '"').replaceAll(SINGLE_QUOTES, "'").replaceAll(DASH_OF_FLAG, '--');
}

/** An apostrophe within a message stays one: only marks at the edges of messages and values count. */
function withDoubleQuotes(line: string): string {
  return line.replaceAll(OPENING, '$1"').replaceAll(CLOSING, '"');
}

/** A message and its values in quotation marks again. What stood in marks within a value is not known any more. */
function quotedAgain(line: string): string {
  const header = HEADER_END.exec(line);
  if (header === null) return line;
  const from = header.index + header[0].length;
  const [message = '', ...pairs] = line.slice(from).split(KEY);
  if (pairs.length === 0) return line;
  return `${line.slice(0, from)}"${message}" ${pairs.map(pairAgain).join(' ')}`;
}

function pairAgain(pair: string): string {
  const at = pair.indexOf('=') + 1;
  const value = pair.slice(at);
  // Values that klog writes without marks: objects, and lists that it writes as JSON.
  return value.startsWith('{') ? pair : `${pair.slice(0, at)}"${value}"`;
}

function unescaped(line: string): string {
  return line.replaceAll(ESCAPES, (_all, plain: string | undefined, code: string | undefined) =>
    plain === undefined ? (CODES[code ?? ''] ?? '') : plain,
  );
}
