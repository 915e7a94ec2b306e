/** Text of a log inside Markdown: it can neither format, link, nor show an image. */
import { printable } from '../kubelet/printable.ts';

/**
 * Escapes a text for a `vscode.MarkdownString` without HTML and without trust: every character that Markdown could take for more than itself gets a backslash,
 * line breaks become blanks, other hidden characters visible.
 */
export function escapeForMarkdown(text: string): string {
  return printable(text.replace(/[\t\r\n]+/g, ' '))
    .replace(/[\\`*_{}[\]()#+\-.!<>|~&$:@/]/g, '\\$&')
    .trim();
}

/**
 * A paragraph of escaped texts, some of them strong. Punctuation at either end of a strong text stays outside the stars: within them, and a letter beside them, Markdown
 * would take the stars for text.
 */
export function paragraphOf(parts: readonly { readonly text: string; readonly strong?: boolean }[]): string {
  return parts
    .map(({ text, strong }) => {
      const escaped = escapeForMarkdown(text);
      if (escaped === '') return ' ';
      const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : ''];
      return `${before}${strong === true ? strongOf(text) : escaped}${after}`;
    })
    .join('');
}

function strongOf(text: string): string {
  const trimmed = text.trim();
  let [from, to] = [0, trimmed.length];
  while (from < to && !isWordCharacter(trimmed.charAt(from))) from += 1;
  while (to > from && !isWordCharacter(trimmed.charAt(to - 1))) to -= 1;
  const inner = escapeForMarkdown(trimmed.slice(from, to));
  return inner === ''
    ? escapeForMarkdown(trimmed)
    : `${escapeForMarkdown(trimmed.slice(0, from))}**${inner}**${escapeForMarkdown(trimmed.slice(to))}`;
}

/** Of any script; the halves of a letter beyond the first plane too. */
function isWordCharacter(character: string): boolean {
  return /\p{L}|\p{N}|\p{M}|\p{Cs}/u.test(character);
}
