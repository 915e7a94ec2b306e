import { onceFor } from '../kubelet/oncePer.ts';
import { ReadRecord } from '../journal/klog/readRecord.ts';
import type { LogRecord } from '../journal/record.ts';
import { isAllInOne } from '../kubelet/writers.ts';
import type { OtherErrorFact } from './fact.ts';
import type { FactDraft } from './factDraft.ts';
import { LOGRUS, logrusText } from './recognise/logrus.ts';
import type { Found } from './recognise/recognise.ts';

/** So many places of a source are looked at; which ones is the same however it is read. */
const MOST_PLACES = 64;
/** Characters of the text that are kept. */
const LONGEST = 400;
/** By so many characters a message is known of a program that does not say from where in its source it is. */
const LONGEST_PLACE = 24;

/** Errors that state nothing else: what is quoted where a log tells nothing that is known. Of each place in the source the first. */
export class OtherErrors {
  /** By source: the places that were looked at. */
  readonly #places = new Map<number, Set<string>>();

  /** Whether such a record is looked at. Cheap: it is asked of every record without facts. */
  wants(record: LogRecord): boolean {
    if (!isError(record)) return false;
    const places = this.#places.get(record.source);
    return places === undefined || (places.size < MOST_PLACES && !places.has(placeOf(record)));
  }

  /** The fact of a wanted record, of which the catalogue says this; `undefined` where it says that nothing is to be done. */
  of(record: LogRecord, found: Found | undefined, base: FactDraft): OtherErrorFact | undefined {
    onceFor(this.#places, record.source, () => new Set()).add(placeOf(record));
    if (found !== undefined && (found.row.facts !== undefined || found.row.whatToDo === undefined)) return undefined;
    return Object.assign(base, { kind: 'other-error', text: textOf(record) } as const);
  }
}

function isError(record: LogRecord): boolean {
  const severity = record instanceof ReadRecord ? record.severity : record.klog?.severity;
  if (severity !== undefined) return severity === 'E';
  const identifier = record instanceof ReadRecord ? record.origin?.identifier : record.journal?.identifier;
  return identifier !== undefined && isAllInOne(identifier) && saysError(record.message);
}

/** Whether k3s or rke2 says an error of its own. */
function saysError(message: string): boolean {
  return message.startsWith(LOGRUS) && message.includes(' level=error msg="');
}

function placeOf({ klog, message }: LogRecord): string {
  return klog === undefined ? (logrusText(message) ?? '').slice(0, LONGEST_PLACE) : `${klog.file}:${klog.fileLine}`;
}

/** What it says, and why. */
function textOf({ klog, message, pairs }: LogRecord): string {
  if (klog === undefined) return (logrusText(message) ?? message).slice(0, LONGEST);
  const error = pairs.find(({ key }) => key === 'err' || key === 'error')?.value;
  return (error === undefined || error === '' ? message : `${message}: ${error}`).slice(0, LONGEST);
}
