import { decodeText } from './bytes.ts';
import { isOpenText } from './klogValue.ts';
import type { ReadRecord } from './readRecord.ts';

/** How a headerless line goes on with the record above it: after a newline of the message, after a wrap that put one in, or not at all. */
export type Continuation = 'newline' | 'wrap' | 'none';

const LOOK = 48;
const GO_TROUBLE: readonly string[] = ['panic: ', 'fatal error: ', 'goroutine ', 'SIGABRT', 'SIGQUIT', 'runtime stack:'];
/** First words of lines that never continue a printf-style record: messages of others, of systemd, prose marks. */
const OWN_BEGINNINGS: readonly string[] = [
  ...GO_TROUBLE, 'Flag --', 'Started ', 'Starting ', 'Stopped ', 'Stopping ', 'time="', 'kubelet.service: ', '```', '...', '…', '。', '[...]', '//', '. . .', '$ ', '# ', '> ', '==', '--', 'skipping pod synchronization', '"',
];

/** A single wrapped line is shorter than any terminal's; below this a short line is the end of a paragraph. */
const NARROWEST_WRAP = 60;

/** Decides what a line without header is to the record before it. */
export function continuationOf(pending: ReadRecord, line: ReadRecord): Continuation {
  if (pending.content !== undefined) return 'none';
  const beginning = decodeText(line.bytes, line.bodyStart, Math.min(line.bodyEnd, line.bodyStart + LOOK));
  if (pending.origin !== line.origin) {
    // A line that lost its envelope after a record that has one: the pasted text was wrapped.
    return line.origin === undefined && line.stampKind === 'none' && pending.severity !== undefined && isWrap(pending, beginning) ? 'wrap' : 'none';
  }
  if (pending.severity === undefined) return isGoTrouble(pending) && !startsOwn(beginning, false) ? 'newline' : 'none';
  if (pending.looksStructured) {
    if (!isOpenText(pending.text)) return 'none';
    return 'wrap';
  }
  if (startsOwn(beginning, true)) return 'none';
  if (line.origin === undefined && isWrap(pending, beginning)) return 'wrap';
  if (line.origin === undefined && isProse(pending, line)) return 'none';
  return 'newline';
}

function startsOwn(text: string, trouble: boolean): boolean {
  return OWN_BEGINNINGS.some((beginning) => text.startsWith(beginning) && (trouble || !GO_TROUBLE.includes(beginning)));
}

function isGoTrouble(record: ReadRecord): boolean {
  const beginning = decodeText(record.bytes, record.bodyStart, Math.min(record.bodyEnd, record.bodyStart + LOOK));
  return GO_TROUBLE.some((word) => beginning.startsWith(word));
}

/** Whether the record's text so far is certainly unfinished: a quote or a bracket that never closes, on a line long enough to be wrapped. */
function isWrap(pending: ReadRecord, beginning: string): boolean {
  if (pending.firstLineLength < NARROWEST_WRAP) return false;
  const trimmed = beginning.trimStart();
  if (trimmed === '' || startsOwn(trimmed, true)) return false;
  const { text } = pending;
  if (pending.looksStructured) return isOpenText(text);
  return hasOpenEnd(text);
}

/** An odd number of quotes, or more `{`, `[`, `(` than their counterparts. */
function hasOpenEnd(text: string): boolean {
  let quotes = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 34) quotes++;
    else if (code === 123 || code === 91 || code === 40) depth++;
    else if (code === 125 || code === 93 || code === 41) depth--;
  }
  return quotes % 2 === 1 || depth > 0;
}

/** Text of a person between the records: letters beyond ASCII at its beginning, or a sentence that begins with a capital and has no indent. */
function isProse(pending: ReadRecord, line: ReadRecord): boolean {
  const first = line.bytes[line.bodyStart] ?? 0;
  if (first >= 0x80) return true;
  return pending.more === undefined && first >= 65 && first <= 90 && !looksLikeTrace(line);
}

function looksLikeTrace(line: ReadRecord): boolean {
  return decodeText(line.bytes, line.bodyStart, Math.min(line.bodyEnd, line.bodyStart + 6)) === 'Trace[';
}
