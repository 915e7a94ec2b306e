/**
 * The quick no: most records of a large log cannot give a fact, and their bytes say so before they are made into text.
 * Never wrong in one direction: what is rejected has no fact. (What is let through may have none either.)
 */
import { QUOTE, BACKSLASH } from '../../journal/bytes/bytes.ts';
import { appendTo } from '../../kubelet/groups.ts';
import { onceFor } from '../../kubelet/oncePer.ts';
import { NO_CALLER } from '../../journal/klog/caller.ts';
import { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { LogRecord, Severity } from '../../journal/record.ts';
import { CATALOGUE } from '../catalogue/index.ts';
import { tellsNothing } from './neighbourWords.ts';
import { OTHERWISE_WRITTEN } from './recognise.ts';
import type { CatalogueRow } from './row.ts';
import { parseTemplate, UNIQUE_PREFIX } from './template.ts';
import { longestLiteral, Words } from './words.ts';

const TABLE_BITS = 14;

/** Hashes of structured messages that give facts: one bit each. */
const structuredMessages = new Uint8Array(1 << TABLE_BITS);
/** So many bytes of a printf message are looked at; rows with a shorter literal beginning count with their file. */
const START = 8;
/** Hashes of the beginnings of printf messages that give facts. */
const printfStarts = new Uint8Array(1 << TABLE_BITS);
/** A line that begins like no such message for so many bytes tells it by them: what follows may be a number that no other line has (`Trace[1985014629]`). */
const SHORTEST = 4;
/** Hashes of the first `SHORTEST` bytes of those beginnings, and of all longer parts up to `START`. */
const printfParts = new Uint8Array(1 << TABLE_BITS);
/** Literal beginnings shorter than that, but long enough to recognise a message by, with the file that alone can write them. */
const shortBeginnings: { readonly first: string; readonly file: string | undefined }[] = [];
/** Source files that write printf messages without a literal beginning, or with one of three characters and less; each such message that gives facts holds one of these words. */
const freeFiles = new Map<string, Words>();
/** How a message that gives facts begins. */
interface Beginning {
  readonly first: string;
  /** What a line of information holds further on if it is such a message; '': nothing tells that by its bytes. The begin alone of an error counts, too, in other lines only (`findWritten`). */
  readonly further: string;
}

/** Structured messages, and literal beginnings of printf messages, that give facts. */
const beginnings: Beginning[] = [];
/** Those of printf messages, with the file that alone can write them, if there is one. */
const printfBeginnings: (Beginning & { readonly file: string | undefined })[] = [];

const freeRows = new Map<string, CatalogueRow[]>();
for (const row of CATALOGUE) {
  if (row.facts === undefined) continue;
  if (row.form === 'structured') {
    structuredMessages[slot(hashOf(row.template))] = 1;
    beginnings.push({ first: row.template, further: '' });
  }
  if (row.form !== 'unstructured') continue;
  const first = parseTemplate(row.template).literals[0] ?? '';
  if (first.length < SHORTEST) appendTo(freeRows, row.file ?? '', row);
  else if (first.length < START) {
    for (let length = SHORTEST; length <= first.length; length += 1)
      printfParts[slot(hashOf(first.slice(0, length)))] = 1;
    beginnings.push({ first, further: furtherOf(row) });
    shortBeginnings.push({ first, file: row.file });
  } else {
    printfStarts[slot(hashOf(first.slice(0, START)))] = 1;
    for (let length = SHORTEST; length < START; length += 1) printfParts[slot(hashOf(first.slice(0, length)))] = 1;
    const beginning = { first, further: furtherOf(row) };
    beginnings.push(beginning);
    printfBeginnings.push({ ...beginning, file: first.length >= UNIQUE_PREFIX ? undefined : row.file });
  }
}

for (const [file, rows] of freeRows) freeFiles.set(file, new Words(rows.map(longestLiteral)));

for (const written of OTHERWISE_WRITTEN.keys()) {
  structuredMessages[slot(hashOf(written))] = 1;
  beginnings.push({ first: written, further: '' });
}

/** The longest text behind the first value of an error, of characters that stand in a quoted message as they are. */
function furtherOf({ severity, template }: CatalogueRow): string {
  if (severity !== 'E' && severity !== 'W') return '';
  const pieces = parseTemplate(template)
    .literals.slice(1)
    .flatMap((literal) => literal.split(/[^ !#-[\]-~]/));
  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');
  return longest.length < SHORTEST ? '' : longest;
}

function hashOf(message: string): number {
  let hash = 0;
  for (let at = 0; at < message.length; at += 1) hash = (Math.imul(hash, 31) + message.charCodeAt(at)) | 0;
  return hash;
}

function slot(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

/** `nothing`: no line with this beginning gives a fact. `learnable`: a structured message that gives facts. `read`: nobody can tell without reading. */
type MessageKind = 'nothing' | 'learnable' | 'read';

/** The kind of a body, and how many of its first bytes tell it; 0: only this body is known to be of it. `unless`: `nothing` holds for bodies without these words only. */
interface ClassifiedMessage {
  readonly kind: MessageKind;
  readonly length: number;
  readonly unless?: Words;
}

const READ: ClassifiedMessage = { kind: 'read', length: 0 };

/** One object for the same words: the kernel knows them by it. */
const wordsOfTexts = new Map<string, Words>();

/** What a line of this severity that begins as these messages do holds if it is one of them; `undefined`: only reading tells. */
function furtherWords(alike: readonly Beginning[], severity: Severity): Words | undefined {
  if (severity !== 'I' || alike.some(({ further }) => further === '')) return undefined;
  const texts = [...new Set(alike.map(({ further }) => further))];
  return onceFor(wordsOfTexts, texts.join('\n'), () => new Words(texts));
}

/** Tells the kind of the body of a klog line by its message (structured) or its beginning (printf), its severity and the caller's file. */
export function classifyMessage(
  bytes: Uint8Array,
  start: number,
  end: number,
  severity: Severity,
  file: string,
): ClassifiedMessage {
  if (end - start < START + 2) return READ;
  if (bytes[start] !== QUOTE) return classifyPrintf(bytes, start, end, severity, file);
  let hash = 0;
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      if (structuredMessages[slot(hash)] !== 0) return { kind: 'learnable', length: at + 1 - start };
      return isCut(bytes, start, at, severity) ? READ : { kind: 'nothing', length: at + 1 - start };
    }
    if (byte > 0x7f) return READ;
    if (byte === BACKSLASH) return classifyEscaped(bytes, start, at, severity, file);
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return READ;
}

/** The first bytes of what a screen puts where it cuts a line (`kubelet/pagerMark.ts`). */
const MARKS: ReadonlySet<number> = new Set(new TextEncoder().encode('.>$…').subarray(0, 4));
const DOT = 0x2e;

/** Whether a screen may have cut an error: it is known by its beginning then (`findCut`). What is not ASCII is read anyway. */
function isCut(bytes: Uint8Array, start: number, end: number, severity: Severity): boolean {
  if (severity === 'I') return false;
  let dots = 0;
  for (let at = start; at < end && dots < 3; at += 1) dots = bytes[at] === DOT ? dots + 1 : 0;
  return dots === 3 || (end > start && bytes[end - 1] !== DOT && MARKS.has(bytes[end - 1] ?? 0));
}

/** A message with a quote or the like in it. None of the structured ones that give facts has such, so only a printf text can. */
function classifyEscaped(
  bytes: Uint8Array,
  start: number,
  escape: number,
  severity: Severity,
  file: string,
): ClassifiedMessage {
  const length = escape - start;
  if (length <= START || freeFiles.has(file) || isCut(bytes, start, escape, severity)) return READ;
  let beginning = '';
  for (let at = start + 1; at < escape; at += 1) beginning += String.fromCharCode(bytes[at] ?? 0);
  const alike = beginnings.filter(({ first }) => first.startsWith(beginning) || beginning.startsWith(first));
  if (alike.length === 0) return { kind: 'nothing', length };
  const unless = furtherWords(alike, severity);
  return unless === undefined ? READ : { kind: 'nothing', length, unless };
}

function classifyPrintf(
  bytes: Uint8Array,
  start: number,
  end: number,
  severity: Severity,
  file: string,
): ClassifiedMessage {
  let hash = 0;
  let alike = SHORTEST;
  for (let at = 0; at < START; at += 1) {
    hash = (Math.imul(hash, 31) + (bytes[start + at] ?? 0)) | 0;
    if (at + 1 >= SHORTEST && alike === at + 1 && printfParts[slot(hash)] !== 0) alike += 1;
  }
  const free = freeFiles.get(file);
  if (
    (free !== undefined && free.keywords === undefined) ||
    shortBeginnings.some((short) => short.file === file && beginsWith(bytes, start, short.first))
  )
    return { kind: 'read', length: START };
  if (printfStarts[slot(hash)] === 0)
    return { kind: 'nothing', length: alike, ...(free === undefined ? {} : { unless: free }) };
  return free === undefined ? classifyAlike(bytes, start, end, severity, file) : { kind: 'read', length: START };
}

function beginsWith(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** A message that begins like one that gives facts: it is none where it goes on in another way than each that this file can write. */
function classifyAlike(
  bytes: Uint8Array,
  start: number,
  end: number,
  severity: Severity,
  file: string,
): ClassifiedMessage {
  const begun: Beginning[] = [];
  let length = START;
  for (const message of printfBeginnings) {
    const { first, file: only } = message;
    if (only !== undefined && only !== file) continue;
    let alike = 0;
    while (alike < first.length && start + alike < end && bytes[start + alike] === first.charCodeAt(alike)) alike += 1;
    if (start + alike === end || (alike < first.length && severity !== 'I' && MARKS.has(bytes[start + alike] ?? 0)))
      return { kind: 'read', length: START };
    if (alike === first.length) begun.push(message);
    else if (alike >= length) length = alike + 1;
  }
  if (begun.length === 0) return { kind: 'nothing', length };
  const unless = furtherWords(begun, severity);
  return unless === undefined ? { kind: 'read', length: START } : { kind: 'nothing', length, unless };
}

/** True when the record cannot give a fact, but for an error that is only quoted (`otherErrors.ts`). Records that are text already, or have several lines without a klog header, are never rejected. */
export function givesNoFact(record: LogRecord): boolean {
  if (!(record instanceof ReadRecord) || record.content !== undefined) return false;
  const { severity, bytes, bodyStart, bodyEnd } = record;
  if (severity === undefined)
    return (
      record.rest === undefined && record.caller === NO_CALLER && tellsNothing(record.origin, bytes, bodyStart, bodyEnd)
    );
  if (severity === 'F') return false;
  const { kind, unless } = classifyMessage(bytes, bodyStart, bodyEnd, severity, record.caller.file);
  // Words may stand in further lines of the message.
  return (
    kind === 'nothing' &&
    (unless === undefined || (record.rest === undefined && !unless.standIn(bytes, bodyStart, bodyEnd)))
  );
}
