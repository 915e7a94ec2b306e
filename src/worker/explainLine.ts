/** What a line is by the catalogue alone: reads the few lines around it as a log of their own. */
import type { KubeletProcess } from '../inference/history.ts';
import { createSourceReader } from '../journal/sourceReader.ts';
import type { LogRecord, ReaderOptions } from '../journal/record.ts';
import { isKubeletMessage, ownerOfFile } from '../kubelet/callerFiles.ts';
import { isKubeletName } from '../kubelet/writers.ts';
import type { MessageRow } from '../messages/contract.ts';
import { explainRecord } from '../messages/explain.ts';
import { CRI_LOG_WRAPPER, versionsOf } from '../messages/recognise/recognise.ts';
import type { MessageText } from '../protocol/workerProtocol.ts';

/** Components whose messages nobody understands who does not know what PLEG is. */
const CONCEPT: ReadonlySet<string> = new Set(['pleg', 'pleg-evented', 'evented-pleg', 'syncloop']);

/** What a record is by the catalogue; with the processes of its log also whether it is of another program that has the same message. */
export function messageText(record: LogRecord, processes: readonly KubeletProcess[] = []): MessageText {
  const { title, meaning, whatToDo, parts, row } = explainRecord(record);
  return {
    title,
    meaning: row !== undefined && isOfAnother(record, processes) ? `${meaning} ${OF_ANOTHER}` : meaning,
    ...(parts === undefined ? {} : { parts }),
    ...(whatToDo === undefined ? {} : { whatToDo }),
    ...originOf(row, record),
    ...(row !== undefined && CONCEPT.has(row.component) ? { isOfPleg: true } : {}),
  };
}

const OF_ANOTHER =
  'The process that wrote this line is not read as a kubelet here; other programs of Kubernetes write such lines as well, about themselves.';

/** Programs of Kubernetes share libraries, and in a capture of many each line bears the pid of its process. */
function isOfAnother({ klog, journal, message }: LogRecord, processes: readonly KubeletProcess[]): boolean {
  if (klog?.pid === undefined || ownerOfFile(klog.file) === 'kubelet') return false;
  if (isKubeletName(journal?.identifier ?? '') || isKubeletMessage(message)) return false;
  const pids = processes.flatMap(({ pid }) => pid ?? []);
  return pids.length > 0 && !pids.includes(klog.pid);
}

/**
 * The record of the line at `index` (0-based) of `lines`, which begin with the first line of its record (or with the line itself, when that is not known).
 * Its own number of line counts from the first of them. `undefined` for a blank line.
 */
export function recordAt(lines: readonly string[], index: number, options: ReaderOptions): LogRecord | undefined {
  let found: LogRecord | undefined;
  const wanted = index + 1;
  const reader = createSourceReader(
    0,
    '',
    { ...options, isExcerpt: true },
    {
      record: (record) => {
        if (record.line <= wanted && wanted < record.line + record.lines) found = record;
      },
      warning: () => undefined, // the user has seen the warnings of the whole log
    },
  );
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

/** Nothing for lines of others: of these the catalogue knows neither file nor version. A message has moved between files: the line's own counts. */
function originOf(row: MessageRow | undefined, record: LogRecord): { origin?: string } {
  if (row === undefined) return {};
  const file = record.klog?.file;
  const { since, until } = versionsOf(row, record);
  const from = since?.replace(/^<=/, '');
  const parts = [
    file === undefined || file === CRI_LOG_WRAPPER ? row.file : file,
    from === undefined
      ? ''
      : until === undefined
        ? `kubelet since ${from}`
        : `kubelet ${from === until ? from : `${from}–${until}`}`,
    row.verbosity === undefined ? '' : `-v=${row.verbosity}`,
  ].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? {} : { origin: parts.join(' · ') };
}
