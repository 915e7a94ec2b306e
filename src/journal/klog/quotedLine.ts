import { readQuoted } from './goQuote.ts';

/** What may stand behind a string that ends: what parts and closes, or the next name of logfmt. */
const BEHIND = /^[ \t]{0,20}(?:[,;\t}\])]|$)/;
const NEXT_NAME = /^ [\w.@-]{1,80}=/;
/** Behind a header, or a name and its `=`, another string begins, and the line goes on. */
const GOES_ON = /(?:\] |=)$/;
/** What closes whatever is open, at the end of a line. */
const CLOSERS = /"[ \t})\],;]{0,40}$/;

/**
 * The line in quotation marks with which a text begins, however they are written inside: escaped (JSON, Go), doubled (cells of a table), or as they are (what fluent-bit
 * prints). Where a mark within could be the last one, what stands behind it tells.
 */
export function quotedLine(text: string): string {
  const { value, end } = readQuoted(text, 0);
  const rest = text.slice(end);
  if (rest.startsWith('"')) return cellOf(text);
  const isEscaped = text.slice(0, end).includes('\\"');
  if (isEscaped || BEHIND.test(rest) || (NEXT_NAME.test(rest) && !GOES_ON.test(value))) return value;
  const last = CLOSERS.exec(text)?.index ?? text.length;
  return text.slice(1, last > 0 ? last : text.length);
}

/** A cell of a table, in which marks are doubled. */
function cellOf(text: string): string {
  let cell = '';
  let from = 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return cell + text.slice(from);
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') return cell;
    cell += '"';
    from = quote + 2;
  }
}
