import type { Instant } from '../kubelet/time.ts';
import { copyBytes } from './bytes.ts';
import type { Caller } from './caller.ts';
import type { StampKind } from './clock.ts';
import type { Lesson } from './kernel/lineKernel.ts';
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

  /** Takes the line's bytes along: the chunk may be overwritten. */
  detach(): void {
    const { lineStart } = this;
    this.bytes = copyBytes(this.bytes, lineStart, this.bodyEnd);
    this.view = new DataView(this.bytes.buffer);
    this.bodyStart -= lineStart;
    this.bodyEnd -= lineStart;
    this.lineStart = 0;
  }
}

/** Plain lines in a row, one line of the file each, all of one origin and pid. Columns are overwritten by the next run. */
export class PlainLines {
  readonly source: number;
  /** Line of the first one; the others follow. */
  firstLine = 0;
  count = 0;
  /** Times of event and of arrival (`NaN`: no stamp), and what the line says: severity (0 information, 1 warning, 2 error), + 4 where the sync loop began a turn. */
  times: Float64Array = new Float64Array(0);
  stamps: Float64Array = new Float64Array(0);
  kinds: Uint8Array = new Uint8Array(0);
  origin: Origin | undefined = undefined;
  pid = -1;

  constructor(source: number) {
    this.source = source;
  }
}

/**
 * Takes lines for which no record has to be made, because they only count: the great mass of a large log. `admits` and `take` may refuse; then the
 * line comes as a record, as if there were no lane. Lines and records come in file order.
 */
export interface PlainLane {
  /** Whether the line may be taken plain by its body, caller and severity. Its neighbours are not known yet. */
  admits(line: PlainLine): boolean;
  /** Takes an admitted line that proved to be complete: no further line belongs to it. */
  take(line: PlainLine): boolean;
  /** What the line that `admits` was last asked about has in common with others that may be taken as it was. */
  readonly lesson: Lesson;
  /** The life of a kubelet that plain lines of this origin and pid belong to, if such lines may be taken unasked when they are like earlier ones of that life. */
  life(origin: Origin | undefined, pid: number): object | undefined;
  /** Takes lines of a `life`, each like one that was taken before. */
  takeAll(lines: PlainLines): void;
}
