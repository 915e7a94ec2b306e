/**
 * Printable text inside Markdown: it can neither format, link, mention anybody nor become an element. What escapes do not keep from that (addresses and
 * `@everyone` are found in the finished page by those who show it) stands in code.
 */
import { asWritten, type Printable } from '../../kubelet/printable.ts';

/** Signs that can format, by the place where they do. All else stays as it reads: an escape is clutter where nothing renders it. */
const NEEDS_ESCAPE: readonly RegExp[] = [
  // A backslash before punctuation would escape it.
  /\\(?=[!-/:-@[-`{-~]|$)/g,
  // Emphasis begins or ends beside something; within a word `_` is a letter.
  /\*(?!\s)|(?<![\s*])\*|(?<=\*)\*/g,
  /_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/gu,
  // Elements and addresses in brackets; entities.
  /<(?=[A-Za-z/!?])/g,
  /&(?=#?[A-Za-z0-9]{1,40};)/g,
  // Links, footnotes, definitions and boxes of a list of tasks.
  /\[(?=\^)|^\[(?=[ xX]\])|\](?=[([:])/g,
];
/** Signs that format in pairs: one alone does not. */
const IN_PAIRS = ['~', '$'] as const;

function pairsIn(text: string): string {
  return IN_PAIRS.filter((sign) => text.indexOf(sign) !== text.lastIndexOf(sign)).join('');
}

/** A backslash would not keep it from being a part of the run of backticks that begins code of ours behind it. */
const BACKTICK_ENTITY = '&#96;';
/** Words that become a link, a mention, a reference or a picture when they stand outside of code: addresses and whatever ends like one, `@name`, `#12`, `:name:`. */
const ACTING = /@|\/\/|(?:\p{L}|\p{N}|[_-])\.\p{L}{2}|#\d|GH-\d|:[+-]1:|:[0-9]{0,4}[A-Za-z_][A-Za-z0-9_+-]{0,60}:/u;
/** What makes a list, a heading or a rule of a paragraph that begins with it. */
const NUMBER_AT_START = /^(\d{1,9})([.)])(?=\s|$)/;
const SIGN_AT_START = /^(?:[-+](?=\s|$)|-{3}|={1,3}\s*$|#{1,6}(?=\s|$)|>|:?-{1,40}:?$)/;
const END_OF_DEFINITION = /(?<!\\)\]:/;
/** The same in a chat, where some clients take less for a list. */
const SIGN_IN_CHAT = /^[-=]/;

/** Text as it reads, whatever is in it. It may begin a paragraph or a list item. */
export function escapeMarkdown(text: Printable): Printable {
  return asWritten(atStart(escaped(text.trim(), pairsIn(text))));
}

/** The same, but what stands between two backticks is code: for steps with commands. Backticks that pair with none, or have nothing between them, are text. */
export function escapeMarkdownWithCode(text: Printable): Printable {
  const parts = text.trim().split('`');
  const pairs = pairsIn(text);
  let out = '';
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    let piece = escaped(part, pairs);
    if (index % 2 === 1)
      piece =
        part.trim() === '' || isLast
          ? `${BACKTICK_ENTITY}${piece}${isLast ? '' : BACKTICK_ENTITY}`
          : codeSpan(asWritten(part));
    // Two code spans side by side would be one run of backticks.
    out += out.endsWith('`') && piece.startsWith('`') ? ` ${piece}` : piece;
  });
  return asWritten(atStart(out));
}

/** A code span around any text, with a fence longer than the backticks in it. */
export function codeSpan(text: Printable): Printable {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  // Blanks at both ends are taken away by whoever shows it; code of blanks alone keeps them.
  const pad =
    text === '' || text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' '))
      ? ' '
      : '';
  return asWritten(`${fence}${pad}${text}${pad}${fence}`);
}

/** Text or code that is Markdown already, in a cell of a table: there a bar would begin the next cell, even within code. */
export function tableCell(markdown: Printable): Printable {
  return asWritten(markdown.replaceAll('|', '\\|'));
}

/** What would format, act or begin something in Markdown or in a chat. */
const FORMATTING = /[\\*_{}[\]<>#+!|~&$^]/;

/**
 * The same for a chat, where text is read as it is written as often as it is rendered: no escapes, but a word that would format or act stands in code. What stands between two backticks is code already.
 */
export function calmMarkdown(text: Printable): Printable {
  const parts = text.trim().split('`');
  return asWritten(
    parts
      .map((part, index) => {
        if (index % 2 === 1 && index < parts.length - 1 && part.trim() !== '') return codeSpan(asWritten(part));
        return part.split(' ').map(calmWord).join(' ');
      })
      .join(''),
  );
}

/** Brackets and stops around a word: they neither format nor act. */
const BEFORE_WORD = /^[("]*/;
const AFTER_WORD = /[).,:;"]/;

function calmWord(word: string): string {
  if (!FORMATTING.test(word) && !ACTING.test(word) && !SIGN_IN_CHAT.test(word)) return word;
  const begin = BEFORE_WORD.exec(word)?.[0].length ?? 0;
  const end = endOfWord(word, begin);
  return begin === end
    ? codeSpan(asWritten(word))
    : `${word.slice(0, begin)}${codeSpan(asWritten(word.slice(begin, end)))}${word.slice(end)}`;
}

/** Where a word ends before the stops behind it. */
function endOfWord(word: string, begin: number): number {
  let end = word.length;
  while (end > begin && AFTER_WORD.test(word.charAt(end - 1))) end -= 1;
  return end;
}

function escaped(text: string, pairs: string): string {
  let out = '';
  let plain = '';
  const words = text.split(' ');
  words.forEach((word, index) => {
    const blank = index === 0 ? '' : ' ';
    if (!ACTING.test(word)) {
      plain += blank + word;
      return;
    }
    const end = endOfWord(word, 0);
    const shown = end === 0 ? word.length : end;
    out += escapedSigns(plain, pairs) + blank + codeSpan(asWritten(word.slice(0, shown))) + word.slice(shown);
    plain = '';
  });
  return out + escapedSigns(plain, pairs);
}

function escapedSigns(text: string, pairs: string): string {
  const at = new Set<number>();
  for (const form of NEEDS_ESCAPE) for (const { index } of text.matchAll(form)) at.add(index);
  let out = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    out +=
      character === '`' ? BACKTICK_ENTITY : at.has(index) || pairs.includes(character) ? `\\${character}` : character;
  }
  return out;
}

function atStart(text: string): string {
  // A definition of a link is looked for before code is, so its end may stand in code, where nothing can be escaped.
  if (text.startsWith('[') && END_OF_DEFINITION.test(text)) return `\\${text}`;
  return text.replace(NUMBER_AT_START, '$1\\$2').replace(SIGN_AT_START, '\\$&');
}

/** Lines of signs and words of ours as a block of code, which no renderer breaks or formats. */
export function codeBlock(lines: readonly Printable[]): readonly Printable[] {
  const fence = asWritten('```');
  return [fence, ...lines, fence];
}
