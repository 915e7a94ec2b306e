/** How a log line is shown as evidence: one line, printable, short. */
import { asWritten, type Printable, printable } from '../../kubelet/printable.ts';

/** Longest excerpt in UTF-16 units. */
export const EXCERPT_LENGTH = 400;

/**
 * Shortens a line for display: colours and the NULs of UTF-16 are taken out, all else that is hidden becomes visible, the middle of a long line gives way to `…`,
 * because its end often holds the error.
 */
export function excerptOf(text: string, length: number = EXCERPT_LENGTH): Printable {
  const clean = printable(
    text
      // oxlint-disable-next-line no-control-regex -- taking colours out is what this line is for
      .replace(/\u001b\[[0-9;]{0,16}m/g, '')
      .replaceAll('\0', '')
      .replaceAll('\t', ' ')
      .trimEnd(),
  );
  if (clean.length <= length) return clean;
  const tail = Math.floor(length / 4);
  return asWritten(
    `${cut(clean.slice(0, length - tail - 1), 'end')}…${cut(clean.slice(clean.length - tail), 'start')}`,
  );
}

/** Takes away half a surrogate pair at the cut. */
function cut(text: string, side: 'start' | 'end'): string {
  const code = side === 'end' ? text.charCodeAt(text.length - 1) : text.charCodeAt(0);
  if (side === 'end' && code >= 0xd800 && code <= 0xdbff) return text.slice(0, -1);
  if (side === 'start' && code >= 0xdc00 && code <= 0xdfff) return text.slice(1);
  return text;
}
