import { decodeText, NEWLINE } from '../../journal/bytes/bytes.ts';
import type { PlainLine } from '../../journal/batch/plainLine.ts';

const RETURN = 13;

/**
 * The text of a value of several lines (`output=<`) behind a line: `start` is where that of its first line begins, behind its envelope, which is as long in each;
 * `end` is where the line after the last, ` >`, begins. As klog wrote it, a tab or eight blanks before each line.
 */
export function blockText({ bytes, bodyEnd }: PlainLine, start: number, end: number): string {
  const first = bytes[bodyEnd] === RETURN ? bodyEnd + 2 : bodyEnd + 1;
  const lines: string[] = [];
  for (let at = first; at < end;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const last = bytes[newline - 1] === RETURN ? newline - 1 : newline;
    const text = decodeText(bytes, at + start - first, last);
    lines.push(text.startsWith('\t') ? text.slice(1) : text.slice(8));
    at = newline + 1;
  }
  return lines.slice(0, -1).join('\n');
}
