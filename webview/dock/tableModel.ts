/** Which marks the table shows, and in which order. Pure; works on the columns, so a million rows take milliseconds. */
import { lowerBound } from '../../src/kubelet/ordered.ts';
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { printable } from '../../src/kubelet/printable.ts';

export const TABLE_COLUMNS = ['time', 'what', 'pod', 'container', 'line'] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

export interface TableQuery {
  /** 1 for each mark that the search found; absent: all. */
  readonly hits?: Uint8Array;
  readonly errorsOnly: boolean;
  readonly sort: TableColumn;
  readonly descending: boolean;
  /** Only marks that touch this stretch of time. */
  readonly within?: { readonly from: number; readonly to: number };
}

/** Indexes of the marks to show, in order. Equal rows stay in order of time. */
export function tableRows(document: Pick<TimelineDocument, 'marks' | 'strings'>, query: TableQuery): Uint32Array {
  const { marks } = document;
  const out = new Uint32Array(marks.count);
  let size = 0;
  for (let index = 0; index < marks.count; index += 1) {
    if (query.errorsOnly && (marks.level[index] ?? 2) < 2) continue;
    if (query.within !== undefined && !touches(marks.time[index] ?? 0, marks.end[index] ?? Number.NaN, query.within))
      continue;
    if (query.hits !== undefined && query.hits[index] !== 1) continue;
    out[size] = index;
    size += 1;
  }
  // All marks of a long log are megabytes: they are not copied.
  const rows = size === out.length ? out : out.slice(0, size);
  if (query.sort === 'time') return query.descending ? rows.reverse() : rows;
  const key = query.sort === 'line' ? lineKeys(document) : textKeys(document, query.sort);
  const direction = query.descending ? -1 : 1;
  return rows.sort((a, b) => direction * ((key[a] ?? 0) - (key[b] ?? 0)) || a - b);
}

/** The place of a mark among rows, or -1. `ascending`: the rows are in order of time, which is that of the marks. */
export function placeOfMark(rows: Uint32Array, mark: number, ascending: boolean): number {
  if (!ascending) return rows.indexOf(mark);
  const place = lowerBound(rows, mark);
  return rows[place] === mark ? place : -1;
}

/** More than this nobody pastes; the clipboard of some systems breaks. */
export const MOST_COPIED = 100_000;

/** `tabs`: for the clipboard, what would break the form becomes a blank. `csv`: RFC 4180, for a file, with the mark by which spreadsheets know UTF-8. */
export type RowsForm = 'tabs' | 'csv';

/** Rows as text: a head and one line each; what a spreadsheet would take for a formula gets the sign of a text. Where there are several nodes each row says whose it is. */
export function rowsText(
  { marks, strings, lanes, sources }: Pick<TimelineDocument, 'marks' | 'strings' | 'lanes' | 'sources'>,
  rows: ArrayLike<number>,
  timeText: (time: number) => string,
  form: RowsForm = 'tabs',
): string {
  const [separator, end] = form === 'tabs' ? ['\t', '\n'] : [',', '\r\n'];
  const cell = (text: string): string => {
    const shown = unlikeFormula(printable(text.replace(/[\t\r\n]/g, ' ')));
    return form === 'csv' && /[",]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
  };
  const hasNodes = lanes.some(({ node }) => node !== undefined);
  const lines = [
    [
      'Time',
      'Severity',
      ...(hasNodes ? ['Node'] : []),
      'What',
      'Detail',
      'Pod',
      'Container',
      'Lane',
      'Source',
      'Line',
    ].join(separator),
  ];
  for (let place = 0; place < rows.length && place < MOST_COPIED; place += 1) {
    const mark = rows[place] ?? 0;
    const text = (column: Uint32Array): string => strings[column[mark] ?? 0] ?? '';
    const line = marks.line[mark] ?? 0;
    const severity = ['information', 'warning', 'error'][marks.level[mark] ?? 2] ?? 'error';
    const lane = lanes[marks.lane[mark] ?? 0];
    lines.push(
      [
        timeText(marks.time[mark] ?? 0),
        severity,
        ...(hasNodes ? [lane?.node ?? ''] : []),
        text(marks.what),
        text(marks.detail),
        text(marks.pod),
        text(marks.container),
        lane?.label ?? '',
        line > 0 ? (sources[marks.source[mark] ?? 0] ?? '') : '',
        line > 0 ? String(line) : '',
      ]
        .map(cell)
        .join(separator),
    );
  }
  return `${form === 'csv' ? '\ufeff' : ''}${lines.join(end)}${end}`;
}

/** A spreadsheet computes what begins so, and a formula can ask the network or start a program; behind an apostrophe all is text. */
function unlikeFormula(cell: string): string {
  return /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;
}

function touches(time: number, end: number, within: { readonly from: number; readonly to: number }): boolean {
  return time <= within.to && (Number.isNaN(end) ? time : end) >= within.from;
}

function lineKeys({ marks }: Pick<TimelineDocument, 'marks'>): Float64Array {
  return Float64Array.from(
    { length: marks.count },
    (_, index) => (marks.source[index] ?? 0) * 2 ** 32 + (marks.line[index] ?? 0),
  );
}

/** The rank of each mark's text among all texts, so that sorting compares numbers. Absent texts come last. */
function textKeys(
  { marks, strings }: Pick<TimelineDocument, 'marks' | 'strings'>,
  column: 'what' | 'pod' | 'container',
): Float64Array {
  const order = Array.from({ length: strings.length }, (_, index) => index).sort((a, b) =>
    compare(strings[a] ?? '', strings[b] ?? ''),
  );
  const rank = new Float64Array(strings.length);
  order.forEach((text, place) => {
    rank[text] = text === 0 ? strings.length : place;
  });
  return Float64Array.from({ length: marks.count }, (_, index) => rank[marks[column][index] ?? 0] ?? 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
