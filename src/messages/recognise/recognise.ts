/**
 * From a record to its row of the catalogue. Structured messages are found by their exact text in one map; printf messages by the first four characters
 * and then by literal text, longest first; neighbours by who wrote the line. Caller file, severity and keys decide between rows that share a text.
 */
import { appendTo } from '../../kubelet/groups.ts';
import type { LogRecord } from '../../journal/record.ts';
import { CATALOGUE } from '../catalogue/index.ts';
import type { MessageRow } from '../contract.ts';
import { SHORTEST_CUT } from './cutMessage.ts';
import { asInFile } from './logrus.ts';
import { neighbourGroups, PARENTS } from './neighbourGroups.ts';
import type { CatalogueRow } from './row.ts';
import { matchTemplate, parseTemplate, type Template, type TemplateMatch, UNIQUE_PREFIX } from './template.ts';

/** A row found, and for printf rows where its fields stand. */
export interface Found {
  readonly row: CatalogueRow;
  readonly template?: Template;
  readonly values?: TemplateMatch['values'];
  /** The message, where it stands behind another one. */
  readonly text?: string;
}

interface PrintfRow {
  readonly row: CatalogueRow;
  readonly template: Template;
}

/** From 1.31 to 1.35 the lines of the CRI client name this file (cri-client/pkg/internal/log.go). */
export const CRI_LOG_WRAPPER = 'log.go';

/** From 1.31 what `utilruntime.HandleError` printed before stands behind these words (apimachinery/pkg/util/runtime/runtime.go). */
const HANDED_ON = 'Unhandled Error';

/** A line that was broken is not longer. */
const LONGEST_WRAPPED = 400;

/** Structured messages as people write them down, beside how the kubelet does. */
export const OTHERWISE_WRITTEN: ReadonlyMap<string, string> = new Map([
  ['skipping pod synchronization', 'Skipping pod synchronization'],
]);

const structured = new Map<string, CatalogueRow[]>();
const structuredByFile = new Map<string, CatalogueRow[]>();
const printfByStart = new Map<number, PrintfRow[]>();
const printfByFile = new Map<string, PrintfRow[]>();
const templates = new Map<string, Template>();
const errorTexts = CATALOGUE.filter((row) => row.form === 'error-text');

for (const row of CATALOGUE) {
  if (row.form === 'structured') {
    appendTo(structured, row.template, row);
    appendTo(structuredByFile, row.file ?? '', row);
    continue;
  }
  const template = parseTemplate(row.template);
  templates.set(row.id, template);
  if (row.form !== 'unstructured') continue;
  const first = template.literals[0] ?? '';
  if (first.length >= 4) appendTo(printfByStart, startKey(first), { row, template });
  else appendTo(printfByFile, row.file ?? '', { row, template });
}
for (const rows of [...printfByStart.values(), ...printfByFile.values()]) rows.sort(longestFirst);

function longestFirst(a: PrintfRow, b: PrintfRow): number {
  const length = (b.template.literals[0] ?? '').length - (a.template.literals[0] ?? '').length;
  return length === 0 ? b.template.weight - a.template.weight : length;
}

/** The first four characters as one number; messages begin in ASCII. */
function startKey(text: string): number {
  return (
    ((text.charCodeAt(0) & 0x7f) << 21) |
    ((text.charCodeAt(1) & 0x7f) << 14) |
    ((text.charCodeAt(2) & 0x7f) << 7) |
    (text.charCodeAt(3) & 0x7f)
  );
}

/** The template of a printf, error-text or neighbour row. */
export function templateOf(row: CatalogueRow): Template | undefined {
  return templates.get(row.id);
}

/** Finds the row of a record. */
export function findRow(record: LogRecord): Found | undefined {
  const { form, message } = record;
  if (form === 'structured' || form === 'json') {
    const rows = structured.get(message) ?? structured.get(OTHERWISE_WRITTEN.get(message) ?? '');
    if (rows !== undefined) {
      const handedOn = message === HANDED_ON ? findHandedOn(record) : undefined;
      if (handedOn !== undefined) return handedOn;
      const row = rows.length === 1 ? (rows[0] as CatalogueRow) : chooseStructured(rows, record);
      return row.isOfItsFile === true && row.file !== record.klog?.file ? undefined : { row };
    }
    if (form !== 'structured' || record.pairs.length === 0) return findPrintf(record, message) ?? findCut(record);
    const quoted = findPrintf(record, message);
    return quoted?.row.isQuotedToo === true ? quoted : undefined;
  }
  if (record.klog === undefined) {
    const identifier = record.journal?.identifier;
    const logrus = identifier === undefined ? asInFile(message) : undefined;
    if (logrus !== undefined) {
      const found = findNeighbour(PARENTS, logrus);
      if (found !== undefined) return { ...found, text: logrus };
    }
    const group = neighbourGroups(identifier, message);
    return group === undefined ? findPrintf(record, message.trimStart()) : findNeighbour(group, message);
  }
  return findPrintf(record, message) ?? findCut(record);
}

/** What `less`, `systemctl status` and editors put where they cut a line at the edge of a screen: at its end, or for its middle. */
const EDGE = /…|\.{3}|[>$]$/;
/** What can be left behind the message: a beginning of the first key. */
const LEFT_OF_KEY = /^ ?[A-Za-z]{0,40}$/;

/** Whether the quotes around a structured message are not closed: a screen cut the line without a mark. */
function endsOpen({ form, lines, message, firstLineText }: LogRecord): boolean {
  return form === 'structured' && lines === 1 && firstLineText?.endsWith(`"${message}`) === true;
}

/**
 * The row of an error that was cut within its message, or of a structured one right behind it: the only one of its file that begins so, or one of several that mean the same.
 * What has no error says nothing without its values, if it has any.
 */
function findCut(record: LogRecord): Found | undefined {
  const { klog, message } = record;
  if (klog === undefined) return undefined;
  const edge = EDGE.exec(message)?.index ?? (endsOpen(record) ? message.length : undefined);
  if (edge === undefined) return undefined;
  const text = message.slice(message.startsWith('"') ? 1 : 0, edge);
  const end = text.indexOf('"');
  if (text.length < SHORTEST_CUT || (end >= 0 && !LEFT_OF_KEY.test(text.slice(end + 1)))) return undefined;
  const printf = end < 0 ? (printfByStart.get(startKey(text)) ?? []) : [];
  const rows = [
    ...(structuredByFile.get(klog.file) ?? []),
    ...printf.flatMap(({ row, template }) =>
      row.file === klog.file && (template.literals[0] ?? '').length >= text.length ? [row] : [],
    ),
  ].filter(({ template }) => (end < 0 ? template.startsWith(text) : template === text.slice(0, end)));
  const row = rows.find(({ severity }) => severity === klog.severity) ?? rows[0];
  if (klog.severity === 'I' && (row?.form !== 'structured' || row.keys.length > 0)) return undefined;
  return row !== undefined && rows.every(({ facts, meaning }) => facts === row.facts && meaning === row.meaning)
    ? { row, text: rows.length === 1 && row.form === 'structured' ? row.template : `${text} …` }
    : undefined;
}

/** Among rows with one text: the file first, then keys that are all there, then the severity, then the newest. */
function chooseStructured(rows: readonly CatalogueRow[], record: LogRecord): CatalogueRow {
  return rows.reduce((best, row) => {
    const more = fitOf(row, record) - fitOf(best, record);
    return more > 0 || (more === 0 && best.until !== undefined && row.until === undefined) ? row : best;
  });
}

/** The versions that write the message of a record so: those of its row, and of any other that fits it as well, for what tells them apart may be cut off, or be nothing that a line shows. */
export function versionsOf(row: MessageRow, record: LogRecord): Pick<MessageRow, 'since' | 'until'> {
  const rows: readonly MessageRow[] = row.form === 'structured' ? (structured.get(row.template) ?? []) : [];
  const fitting = rows.filter((other) => fitOf(other, record) === fitOf(row, record));
  const first = fitting[0] ?? row;
  const until = fitting.some((other) => other.until === undefined) ? undefined : (fitting.at(-1) ?? row).until;
  return {
    ...(first.since === undefined ? {} : { since: first.since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** How well a row fits a record of its text. */
function fitOf(row: MessageRow, { klog, pairs }: LogRecord): number {
  let present = 0;
  let inOrder = true;
  let at = -1;
  for (const key of row.keys) {
    const place = pairs.findIndex((pair) => pair.key === key);
    if (place < 0) continue;
    present += 1;
    inOrder &&= place > at;
    at = place;
  }
  let fit = present === row.keys.length ? 100 + present * 4 + (inOrder ? 2 : 0) : present;
  const file = klog?.file;
  if (file !== undefined && (row.file === file || (file === CRI_LOG_WRAPPER && row.component === 'cri-remote')))
    fit += 1000;
  if (klog?.severity !== undefined && row.severity === klog.severity) fit += 50;
  return fit;
}

/** The printf row of the same file whose text was handed on as an error; those of clients of the API server are recognised by the words of the error itself. */
function findHandedOn(record: LogRecord): Found | undefined {
  const text = record.pairs.find(({ key }) => key === 'err')?.value;
  if (text === undefined || record.klog === undefined) return undefined;
  const found = findWritten(record, text);
  if (found === undefined || found.row.file !== record.klog.file || found.row.component === 'client') return undefined;
  return { ...found, text };
}

/** Of a message that was wrapped between words, the line break counts as a blank. */
function findPrintf(record: LogRecord, message: string): Found | undefined {
  const found = findWritten(record, message);
  if (found !== undefined || record.klog === undefined) return found;
  const newline = message.indexOf('\n');
  if (newline < 0 || newline > LONGEST_WRAPPED) return undefined;
  return findWritten(record, message.replaceAll(/[ \t]{0,4}\r?\n[ \t]{0,4}/g, ' '));
}

function findWritten(record: LogRecord, message: string): Found | undefined {
  const klog = record.klog;
  const file = klog?.file;
  const severity = klog?.severity;
  let partial: Found | undefined;
  let other: Found | undefined;
  const candidates = message.length >= 4 ? printfByStart.get(startKey(message)) : undefined;
  if (candidates !== undefined) {
    for (const { row, template } of candidates) {
      const match = matchTemplate(template, message);
      if (match === undefined) continue;
      const isUnique = (template.literals[0] ?? '').length >= UNIQUE_PREFIX;
      const sameFile = row.file === file;
      if (!sameFile && !isUnique) continue;
      const found: Found = { row, template, values: match.values };
      if (!match.complete) {
        // The begin of an error is the begin of what is no error, too (`operationExecutor.MountVolume started fo>`), and the other way round (`GenericPLEG: Unable to retr>`).
        if (severity !== undefined && row.severity !== undefined && (severity === 'I') !== (row.severity === 'I'))
          continue;
        // Of a line without a header, a few characters at its beginning name no message.
        if (isUnique ? sameFile || file === undefined : sameFile && file !== undefined) partial ??= found;
        continue;
      }
      if (sameFile && (severity === undefined || row.severity === severity)) return found;
      if (other === undefined || (sameFile && other.row.file !== file)) other = found;
    }
  }
  if (other !== undefined) return other;
  if (partial !== undefined) return partial;
  const free = file === undefined ? undefined : printfByFile.get(file);
  if (free === undefined) return undefined;
  for (const { row, template } of free) {
    const match = matchTemplate(template, message);
    if (match?.complete !== true) continue;
    const found: Found = { row, template, values: match.values };
    if (severity === undefined || row.severity === severity) return found;
    other ??= found;
  }
  return other;
}

/**
 * Whether every text with this beginning that is complete in a printf row's template is found to be of that row, when the row's file wrote it with the row's
 * severity: no row that is asked before it can begin so.
 */
export function isFoundFirst(row: CatalogueRow, beginning: string): boolean {
  if (beginning.length < 4) return false;
  for (const other of printfByStart.get(startKey(beginning)) ?? []) {
    if (other.row === row) return true;
    // What is found in another file, or with another severity, counts only where nothing else is.
    if (
      canBegin(other, beginning) &&
      (isFree(row) || (other.row.file === row.file && other.row.severity === row.severity))
    )
      return false;
  }
  for (const other of isFree(row) ? (printfByFile.get(row.file ?? '') ?? []) : []) {
    if (other.row === row) return true;
    if (canBegin(other, beginning)) return false;
  }
  return false;
}

/** Whether it is found by its file, for too little stands before its first value. */
function isFree(row: CatalogueRow): boolean {
  return printfByFile.get(row.file ?? '')?.some((other) => other.row === row) === true;
}

function canBegin({ template }: PrintfRow, beginning: string): boolean {
  const first = template.literals[0] ?? '';
  return beginning.startsWith(first) || first.startsWith(beginning);
}

/** A neighbour's template may begin anywhere in the line. */
function findNeighbour(rows: readonly CatalogueRow[], message: string): Found | undefined {
  for (const row of rows) {
    const template = templates.get(row.id);
    if (template === undefined) continue;
    const first = template.literals[0] ?? '';
    const at = first === '' ? 0 : message.indexOf(first);
    if (at < 0) continue;
    const match = matchTemplate(template, message, at);
    if (match?.complete === true) return { row, template, values: match.values };
  }
  return undefined;
}

/** Recognises a piece of an `err` value, such as a reason of a skip line. */
export function findErrorText(text: string): Found | undefined {
  let best: Found | undefined;
  let weight = -1;
  for (const row of errorTexts) {
    const template = templates.get(row.id);
    const match = template === undefined ? undefined : matchTemplate(template, text);
    if (template === undefined || match?.complete !== true || template.weight <= weight) continue;
    best = { row, template, values: match.values };
    weight = template.weight;
  }
  return best;
}

/** The value of a field: of the printf text, else of a key. */
export function fieldOf(found: Found, record: LogRecord, name: string): string | undefined {
  const { template, values } = found;
  if (template !== undefined && values !== undefined) {
    const index = template.names.indexOf(name);
    if (index >= 0) return values[index];
  }
  for (const pair of record.pairs) if (pair.key === name) return pair.value;
  return undefined;
}
