import { beginsLikeKlog, holdsLine } from '../entries/foreignDocument.ts';
import {
  HOST_NAMES,
  IDENTIFIER_NAMES,
  PID_NAMES,
  TEXT_NAMES,
  TIME_NAMES,
  isoMicroseconds,
} from '../entries/jsonLine.ts';
import { HOST_PATHS, IDENTIFIER_PATHS } from '../entries/shippedOrigin.ts';

/** Columns of exports (Cloud Logging, CloudWatch, Splunk, Datadog, Grafana, Kibana, Azure Monitor) in the order in which they count: those that only tables have stand around the names of documents. */
const TEXT_COLUMNS = ['jsonpayload.message', '_raw', '@message', ...TEXT_NAMES, '@rawmessage', 'rawdata'];
const TIME_COLUMNS = [
  'timestamp',
  '_time',
  ...TIME_NAMES,
  'tsns',
  'receivetimestamp',
  'timegenerated [utc]',
  'ingestiontime',
];
const HOST_COLUMNS = ['jsonpayload._hostname', ...HOST_NAMES, ...HOST_PATHS, 'instance'];
const IDENTIFIER_COLUMNS = ['jsonpayload.syslog_identifier', ...IDENTIFIER_NAMES, ...IDENTIFIER_PATHS, 'process'];
const PID_COLUMNS = ['jsonpayload._pid', ...PID_NAMES];
const MOST_COLUMNS = 400;
const LONGEST_NAME = 80;

/** What parts the cells of a row: of CSV, of tables that were copied, of CSV where a comma is a decimal point. */
const DELIMITERS = [',', '\t', ';'] as const;
type Delimiter = (typeof DELIMITERS)[number];
/** A line of klog that is a cell in quotation marks. */
const QUOTED_CELL = /(?:^|[,;\t])"(?:[^"\n]{0,120}: )?[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/m;
/** Marks within a string that are escaped, as no table writes them. */
const ESCAPED = /\\"(?!")/;
const LEAST_ROWS = 2;

export interface Columns {
  readonly delimiter: Delimiter;
  /** The first row has the names of the columns, and no line. */
  readonly hasNames: boolean;
  readonly text: number;
  readonly time: number;
  readonly host: number;
  readonly identifier: number;
  readonly pid: number;
}

/** The columns of a table with these first lines: as its first row names them, else as rows show them in which a cell is a line of klog; `undefined` for what is no table. */
export function csvColumns(head: string): Columns | undefined {
  const newline = head.indexOf('\n');
  if (newline < 0) return undefined;
  const [first = '', ...others] = head.split('\n').map((line) => line.replace(/\r$/, ''));
  // JSON has quoted names between commas, too.
  if (/^\s{0,20}[{[]/.test(first)) return undefined;
  for (const delimiter of DELIMITERS) {
    const columns = namedColumns(first, delimiter);
    if (columns !== undefined) return columns;
  }
  if (!QUOTED_CELL.test(head) || ESCAPED.test(head)) return undefined;
  for (const delimiter of DELIMITERS) {
    const columns = shownColumns(first, others, delimiter);
    if (columns !== undefined) return columns;
  }
  return undefined;
}

function namedColumns(firstLine: string, delimiter: Delimiter): Columns | undefined {
  const row = rowOf(firstLine, delimiter);
  if (
    row.length < 2 ||
    row.length > MOST_COLUMNS ||
    row.some((name) => name.length > LONGEST_NAME || name.includes(': '))
  )
    return undefined;
  const columns = columnsOf(row, delimiter);
  return columns.text >= 0 && columns.time >= 0 ? columns : undefined;
}

function columnsOf(row: readonly string[], delimiter: Delimiter): Columns {
  const names = row.map((name) => name.trim().toLowerCase());
  const first = (wanted: readonly string[]): number =>
    wanted.map((name) => names.indexOf(name.toLowerCase())).find((at) => at >= 0) ?? -1;
  return {
    delimiter,
    hasNames: true,
    text: first(TEXT_COLUMNS),
    time: first(TIME_COLUMNS),
    host: first(HOST_COLUMNS),
    identifier: first(IDENTIFIER_COLUMNS),
    pid: first(PID_COLUMNS),
  };
}

/** The columns that rows show whose names are none that we know, or that have no names. */
function shownColumns(firstLine: string, others: readonly string[], delimiter: Delimiter): Columns | undefined {
  const first = rowOf(firstLine, delimiter);
  const rows = [first, ...others.map((line) => rowOf(line, delimiter))].filter(
    (row) => row.length === first.length && row.some(beginsLikeKlog),
  );
  const [shown] = rows;
  if (rows.length < LEAST_ROWS || shown === undefined || first.length < 2 || first.length > MOST_COLUMNS)
    return undefined;
  const named = columnsOf(first, delimiter);
  const isTime = (at: number): boolean =>
    rows.every((row) => row[at] !== undefined && isoMicroseconds(row[at]) !== undefined);
  return {
    ...named,
    hasNames: first.every((cell) => !beginsLikeKlog(cell) && isoMicroseconds(cell) === undefined),
    text: shown.findIndex(beginsLikeKlog),
    time: named.time >= 0 ? named.time : shown.findIndex((_cell, at) => isTime(at)),
  };
}

/** A row of an export as the JSON document of a log shipper. */
export function csvDocument(row: string, columns: Columns): string {
  const cells = rowOf(row, columns.delimiter);
  const cell = (at: number): string | undefined => (at < 0 || cells[at] === '' ? undefined : cells[at]);
  const pid = cell(columns.pid);
  return JSON.stringify({
    message: textOf(cells, cell(columns.text)),
    time: cell(columns.time),
    hostname: cell(columns.host),
    ident: cell(columns.identifier),
    ...(pid === undefined ? {} : { pid }),
  });
}

/** The text of a row: of the column that has it by its name, or of another one where that is no line of klog and the other is. */
function textOf(cells: readonly string[], named: string | undefined): string | undefined {
  return named !== undefined && holdsLine(named) ? named : (cells.find(beginsLikeKlog) ?? named);
}

/** The cells of a row (RFC 4180), which may hold newlines in quotes. */
function rowOf(row: string, delimiter: Delimiter): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= row.length) {
    if (row[at] === '"') {
      let cell = '';
      let from = at + 1;
      for (;;) {
        const quote = row.indexOf('"', from);
        if (quote < 0) {
          cell += row.slice(from);
          at = row.length;
          break;
        }
        cell += row.slice(from, quote);
        at = quote + 1;
        if (row[at] !== '"') break;
        cell += '"';
        from = at + 1;
      }
      cells.push(cell);
      const comma = row.indexOf(delimiter, at);
      if (comma < 0) break;
      at = comma + 1;
    } else {
      const comma = row.indexOf(delimiter, at);
      if (comma < 0) {
        cells.push(row.slice(at));
        break;
      }
      cells.push(row.slice(at, comma));
      at = comma + 1;
    }
  }
  return cells;
}
