import type { LogRecord, Severity } from '../journal/record.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Fact, LoopPosition } from './fact.ts';

/** One row of the catalogue: a message in one form, over a range of versions. */
export interface MessageRow {
  /** e.g. `pleg.unable-retrieve-pods.s`. */
  readonly id: string;
  /** e.g. `pleg`, `syncloop`, `cri-remote`, `node-status`; `kernel`, `systemd`, `containerd`, … for neighbours. */
  readonly component: string;
  readonly form: 'structured' | 'unstructured' | 'error-text' | 'neighbour';
  /** Template: literal text with `{name}` fields; structured rows: the message without quotes, fields in `keys`. */
  readonly template: string;
  readonly keys: readonly string[];
  readonly severity?: Severity;
  /** Lowest `-v` at which it is written. */
  readonly verbosity?: number;
  /** First and last minor version, e.g. `1.21`; absent `until`: still there. */
  readonly since?: string;
  readonly until?: string;
  /** Caller's file, e.g. `generic.go`. */
  readonly file?: string;
  readonly meaning: string;
  readonly whatToDo?: string;
  /** Written by the sync loop itself, and when in its turn. A record of a working turn proves that the check before the turn was healthy. */
  readonly loop?: LoopPosition;
}

/** A record recognised as a row of the catalogue, with the values of the row's fields. */
interface RecognisedMessage {
  readonly row: MessageRow;
  readonly fields: ReadonlyMap<string, string>;
}

/** Turns records into facts. Of records before it knows only the last times, and which places in the source logged an error that states nothing. */
export interface MessageReader {
  /** The catalogue row of a record, or `undefined` for an unknown message (which still has caller, severity and text). */
  recognise(record: LogRecord): RecognisedMessage | undefined;
  /** The facts a record states; mostly none or one. */
  facts(record: LogRecord): readonly Fact[];
  /** Tells that lines of a source passed by without a record; the last one had this time. */
  passed(source: number, time: Instant): void;
}
