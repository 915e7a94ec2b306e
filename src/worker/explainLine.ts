/** What a line is by the catalogue alone: reads the few lines around it as a log of their own. */
import { createSourceReader } from '../journal/sourceReader.ts';
import type { LogRecord, ReaderOptions } from '../journal/record.ts';
import type { MessageRow } from '../messages/contract.ts';
import { explainRecord } from '../messages/explain.ts';
import type { MessageText } from '../protocol/workerProtocol.ts';

/** Components whose messages nobody understands who does not know what PLEG is. */
const CONCEPT: ReadonlySet<string> = new Set(['pleg', 'pleg-evented', 'evented-pleg', 'syncloop']);

/** What a record is by the catalogue alone. */
export function messageText(record: LogRecord): MessageText {
  const { title, meaning, whatToDo, parts, row } = explainRecord(record);
  return {
    title,
    meaning,
    ...(parts === undefined ? {} : { parts }),
    ...(whatToDo === undefined ? {} : { whatToDo }),
    ...originOf(row),
    ...(row !== undefined && CONCEPT.has(row.component) ? { isOfPleg: true } : {}),
  };
}

/**
 * The record of the line at `index` (0-based) of `lines`, which begin with the first line of its record (or with the line itself, when that is not known).
 * Its own number of line counts from the first of them. `undefined` for a blank line.
 */
export function recordAt(lines: readonly string[], index: number, options: ReaderOptions): LogRecord | undefined {
  let found: LogRecord | undefined;
  const wanted = index + 1;
  const reader = createSourceReader(0, '', options, {
    record: (record) => {
      if (record.line <= wanted && wanted < record.line + record.lines) found = record;
    },
    warning: () => undefined, // the user has seen the warnings of the whole log
  });
  reader.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  reader.end();
  return found;
}

/** Whether a text begins with a line that begins a record, whatever stands before it: one with a klog header. Of a stack each line can have an envelope. */
export function beginsRecord(text: string, options: ReaderOptions): boolean {
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  const record = /^\s/.test(line) ? undefined : recordAt([line], 0, options);
  return record?.klog !== undefined;
}

/** Nothing for lines of others: of these the catalogue knows neither file nor version. */
function originOf(row: MessageRow | undefined): { origin?: string } {
  if (row === undefined) return {};
  const versions =
    row.since === undefined
      ? ''
      : row.until === undefined
        ? `kubelet since ${row.since.replace(/^<=/, '')}`
        : `kubelet ${row.since.replace(/^<=/, '')}–${row.until}`;
  const parts = [row.file, versions, row.verbosity === undefined ? '' : `-v=${row.verbosity}`].filter(
    (part) => part !== undefined && part !== '',
  );
  return parts.length === 0 ? {} : { origin: parts.join(' · ') };
}
