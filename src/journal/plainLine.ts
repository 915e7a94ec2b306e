import type { Instant } from '../kubelet/time.ts';
import type { Caller } from './caller.ts';
import type { StampKind } from './clock.ts';
import type { Origin } from './origin.ts';
import type { Severity } from './record.ts';

/**
 * A klog line that nobody may need a record of: what its header and envelope say, and where its body stands. One object for all lines of a reader,
 * overwritten by the next line.
 */
export class PlainLine {
  readonly source: number;
  line = 0;
  /** Time of the event; only valid when the line is taken, for the clock may move it until then. */
  time = Number.NaN as Instant;
  /** Time of arrival, `NaN` without a stamp; valid as `time`. */
  stamp = Number.NaN;
  stampKind: StampKind = 'none';
  origin: Origin | undefined = undefined;
  severity: Severity = 'I';
  pid = -1;
  caller: Caller;
  bytes: Uint8Array = new Uint8Array(0);
  /** The same bytes, for reading several at a time. */
  view: DataView = new DataView(this.bytes.buffer);
  /** Where the physical line begins, envelope and header included. */
  lineStart = 0;
  bodyStart = 0;
  bodyEnd = 0;

  constructor(source: number, caller: Caller) {
    this.source = source;
    this.caller = caller;
  }
}

/**
 * Takes lines for which no record has to be made, because they only count: the great mass of a large log. Both calls may refuse; then the line
 * comes as a record, as if there were no lane. Lines and records come in file order.
 */
export interface PlainLane {
  /** Whether the line may be taken plain by its body, caller and severity. Its neighbours are not known yet. */
  admits(line: PlainLine): boolean;
  /** Takes an admitted line that proved to be complete: no further line belongs to it. */
  take(line: PlainLine): boolean;
}
