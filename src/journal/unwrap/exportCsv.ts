import { beginsLikeKlog, holdsLine } from '../entries/foreignDocument.ts';
import { HOST_NAMES, IDENTIFIER_NAMES, PID_NAMES, TEXT_NAMES, TIME_NAMES } from '../entries/jsonLine.ts';
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

interface Columns {
  readonly text: number;
  readonly time: number;
  readonly host: number;
  readonly identifier: number;
  readonly pid: number;
}

/** The columns that the first row of a CSV export names; `undefined` for what is none. */
export function csvColumns(firstLine: string): Columns | undefined {
  // JSON has quoted names between commas, too.
  if (/^\s{0,20}[{[]/.test(firstLine)) return undefined;
  const row = rowOf(firstLine);
  if (
    row.length < 2 ||
    row.length > MOST_COLUMNS ||
    row.some((name) => name.length > LONGEST_NAME || name.includes(': '))
  )
    return undefined;
  const names = row.map((name) => name.trim().toLowerCase());
  const first = (wanted: readonly string[]): number =>
    wanted.map((name) => names.indexOf(name.toLowerCase())).find((at) => at >= 0) ?? -1;
  const columns = {
    text: first(TEXT_COLUMNS),
    time: first(TIME_COLUMNS),
    host: first(HOST_COLUMNS),
    identifier: first(IDENTIFIER_COLUMNS),
    pid: first(PID_COLUMNS),
  };
  return columns.text >= 0 && columns.time >= 0 ? columns : undefined;
}

/** A row of an export as the JSON document of a log shipper. */
export function csvDocument(row: string, columns: Columns): string {
  const cells = rowOf(row);
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
function rowOf(row: string): string[] {
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
      const comma = row.indexOf(',', at);
      if (comma < 0) break;
      at = comma + 1;
    } else {
      const comma = row.indexOf(',', at);
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
