/**
 * Printable text inside Markdown: it can neither format, link, mention anybody nor become an element. What escapes do not keep from that (addresses and
 * `@everyone` are found in the finished page by those who show it) stands in code.
 */
import { asWritten, type Printable } from '../../kubelet/printable.ts';

/** What Markdown takes for formatting, HTML, an entity, a table or a formula. */
const SPECIAL = /[\\*_{}[\]<>()#+!|~&$]/g;
/** A backslash would not keep it from being a part of the run of backticks that begins code of ours behind it. */
const BACKTICK_ENTITY = '&#96;';
/** Words that become a link, a mention, a reference or a picture when they stand outside of code: addresses and whatever ends like one, `@name`, `#12`, `:name:`. */
const ACTING = /@|\/\/|(?:\p{L}|\p{N}|[_-])\.\p{L}{2}|#\d|GH-\d|:[+-]1:|:[0-9]{0,4}[A-Za-z_][A-Za-z0-9_+-]{0,60}:/u;
/** What makes a list, a heading or a rule of a paragraph that begins with it. */
const NUMBER_AT_START = /^(\d{1,9})([.)])/;
const SIGN_AT_START = /^[-=]/;

/** Text as it reads, whatever is in it. It may begin a paragraph or a list item. */
export function escapeMarkdown(text: Printable): Printable {
  return asWritten(atStart(escaped(text.trim())));
}

/** The same, but what stands between two backticks is code: for steps with commands. Backticks that pair with none, or have nothing between them, are text. */
export function escapeMarkdownWithCode(text: Printable): Printable {
  const parts = text.trim().split('`');
  let out = '';
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    let piece = escaped(part);
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
  if (!FORMATTING.test(word) && !ACTING.test(word) && !SIGN_AT_START.test(word)) return word;
  const begin = BEFORE_WORD.exec(word)?.[0].length ?? 0;
  let end = word.length;
  while (end > begin && AFTER_WORD.test(word.charAt(end - 1))) end -= 1;
  return begin === end
    ? codeSpan(asWritten(word))
    : `${word.slice(0, begin)}${codeSpan(asWritten(word.slice(begin, end)))}${word.slice(end)}`;
}

function escaped(text: string): string {
  return text
    .split(' ')
    .map((word) =>
      ACTING.test(word) ? codeSpan(asWritten(word)) : word.replace(SPECIAL, '\\$&').replaceAll('`', BACKTICK_ENTITY),
    )
    .join(' ');
}

function atStart(text: string): string {
  return text.replace(NUMBER_AT_START, '$1\\$2').replace(SIGN_AT_START, '\\$&');
}
