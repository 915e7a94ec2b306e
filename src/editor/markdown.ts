/** Text of a log inside Markdown: it can neither format, link, nor show an image. */
import { printable } from '../kubelet/printable.ts';

/**
 * Escapes a text for a `vscode.MarkdownString` without HTML and without trust: every character that Markdown could take for more than itself gets a backslash,
 * line breaks become blanks, other hidden characters visible.
 */
export function escapeForMarkdown(text: string): string {
  return printable(text.replace(/[\t\r\n]+/g, ' ')).replace(/[\\`*_{}[\]()#+\-.!<>|~&$:@/]/g, '\\$&').trim();
}

/** A paragraph of escaped texts, some of them strong. */
export function paragraphOf(parts: readonly { readonly text: string; readonly strong?: boolean }[]): string {
  return parts.map(({ text, strong }) => {
    const escaped = escapeForMarkdown(text);
    if (escaped === '') return ' ';
    const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : ''];
    return `${before}${strong === true ? `**${escaped}**` : escaped}${after}`;
  }).join('');
}
