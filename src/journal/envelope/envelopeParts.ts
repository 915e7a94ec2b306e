/** Parts of envelopes: where they end, and what they look like. */
import {
  BLANK,
  bracketedNumber,
  CLOSE_BRACKET,
  COLON,
  decodeText,
  isDigit,
  OPEN_BRACKET,
  QUOTE,
  skipBlanks,
} from '../bytes/bytes.ts';
import { severityOf } from '../klog/klogHeader.ts';
import { writerKind } from '../../kubelet/writers.ts';
import { LONGEST_PREFIX } from './pastePrefix.ts';

export const HYPHEN = 45;

/** `[2024-03-07T10:32:54.036205250Z][kubelet][I] `, as Docker Desktop writes before the lines of its programs: where the name stands, and what it said. */
export function bracketedName(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly from: number; readonly to: number; readonly bodyStart: number } | undefined {
  if (bytes[start] !== OPEN_BRACKET || !isDigit(bytes[start + 1]) || bytes[start + 5] !== HYPHEN) return undefined;
  const stampEnd = bytes.indexOf(CLOSE_BRACKET, start + 20);
  if (stampEnd < 0 || stampEnd > start + 40 || bytes[stampEnd + 1] !== OPEN_BRACKET) return undefined;
  const from = stampEnd + 2;
  const to = bytes.indexOf(CLOSE_BRACKET, from);
  if (to <= from || to > from + 64 || bytes[to + 1] !== OPEN_BRACKET || bytes[to + 3] !== CLOSE_BRACKET)
    return undefined;
  return bytes[to + 4] === BLANK && to + 5 < end ? { from, to, bodyStart: to + 5 } : undefined;
}

/** A severity's letter and a digit. */
export function beginsHeader(bytes: Uint8Array, at: number): boolean {
  return severityOf(bytes[at]) !== undefined && isDigit(bytes[at + 1]);
}

/** Behind `{job="x", unit="y"} `, the labels that Loki's command line prints; `at` where there are none. */
export function labelsEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at + 1;
  while (
    i < end &&
    (isDigit(bytes[i]) || (((bytes[i] ?? 0) | 32) >= 97 && ((bytes[i] ?? 0) | 32) <= 122) || bytes[i] === 95)
  )
    i++;
  if (i === at + 1 || bytes[i] !== 61 || bytes[i + 1] !== QUOTE) return at;
  let quoted = false;
  for (; i < end; i++) {
    const byte = bytes[i];
    if (byte === 92) i++;
    else if (byte === QUOTE) quoted = !quoted;
    else if (byte === 125 && !quoted) return skipBlanks(bytes, i + 1, end);
  }
  return at;
}

/** Behind what stands between a stamp and the line: the mark of the stream before what GitLab prints (`01O `, `00E+`), and further blanks of a table before a header. */
export function skipColumns(bytes: Uint8Array, start: number, end: number): number {
  const stream = bytes[start + 2];
  const isMark =
    isDigit(bytes[start]) &&
    isDigit(bytes[start + 1]) &&
    (stream === 79 || stream === 69) &&
    (bytes[start + 3] === BLANK || bytes[start + 3] === 43);
  if (isMark && start + 4 < end) return start + 4;
  const at = skipBlanks(bytes, start, end);
  return beginsHeader(bytes, at) ? at : start;
}

/** Behind the names of node and program, which some forwarders write without a colon (`stamp host kubelet I0304 …`), where a header follows; else where they begin. */
export function namesEnd(bytes: Uint8Array, start: number, end: number): number {
  const second = skipBlanks(bytes, wordEnd(bytes, start, end), end);
  const at = skipBlanks(bytes, wordEnd(bytes, second, end), end);
  return at < end && beginsHeader(bytes, at) ? at : start;
}

export const BAR = 124;
const MOST_COLUMNS = 4;

/** Behind the bar at `at`, and behind further columns of a table where a header stands in one of them (`stamp | host | line`). */
export function columnsEnd(bytes: Uint8Array, at: number, end: number): number {
  const first = skipBlanks(bytes, at + 1, end);
  const last = Math.min(end, at + LONGEST_PREFIX);
  let columns = 0;
  for (let i = first; i < last && columns < MOST_COLUMNS; i++) {
    if (bytes[i] !== BAR) continue;
    columns++;
    const next = skipBlanks(bytes, i + 1, end);
    if (beginsHeader(bytes, next)) return next;
  }
  return first;
}

/** `with-unit` prints units where the others print identifiers. */
export function isUnit(identifier: string | undefined): boolean {
  return identifier !== undefined && (identifier.endsWith('.service') || identifier.endsWith('.scope'));
}

/** Where the word at `at` ends: at its blank; `end` when there is none nearby. */
export function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  const last = Math.min(end, at + LONGEST_PREFIX);
  for (let i = at; i < last; i++) if (bytes[i] === BLANK) return i;
  return end;
}

/** Whether a word is the name of a program before its message: `kubelet[1817]:`, or without a pid that of one that is known. */
export function namesWriter(bytes: Uint8Array, start: number, end: number): boolean {
  const stop = end - 1;
  if (bytes[stop] !== COLON || isDigit(bytes[start])) return false;
  return bracketedNumber(bytes, start, stop) > start || writerKind(decodeText(bytes, start, stop)) !== 'unknown';
}

/** The end of `[id key="value"][…]`, where `\"` and `\]` are escaped. */
export function structuredDataEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (bytes[at] === OPEN_BRACKET && at < end) {
    let quoted = false;
    at++;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte === 92) at++;
      else if (byte === QUOTE) quoted = !quoted;
      else if (byte === CLOSE_BRACKET && !quoted) break;
    }
    at++;
  }
  return Math.min(at, end);
}
