import type { Instant } from '../../kubelet/time.ts';
import { EQUALS, LESS, QUOTE } from '../bytes/bytes.ts';
import { NO_CALLER } from '../klog/caller.ts';
import type { RecordClock, StampKind } from '../time/clock.ts';
import { type CommonLine, FARTHEST_HEADER } from './commonLine.ts';
import type { RecordJoiner } from '../order/joiner.ts';
import type { LineRun } from '../bytes/lines.ts';
import { KIND_OTHER } from './kernel/layout.ts';
import type { Origin } from '../envelope/origin.ts';
import { type PlainLane, PlainLine, PlainLines } from './plainLine.ts';
import { PlainRun } from './plainRun.ts';
import { ReadRecord } from '../klog/readRecord.ts';
import type { JournalMode } from '../record.ts';
import type { RecordOutlet } from '../order/recordOutlet.ts';
import type { SourceCounts } from '../sourceCounts.ts';

/** So often. */
const MOST_DOUBLED = 4;

/** What the plain lines of a reader have to do with. */
export interface PlainReaderParts {
  readonly source: number;
  readonly common: CommonLine;
  readonly clock: RecordClock;
  readonly joiner: RecordJoiner;
  readonly outlet: RecordOutlet;
  readonly counts: SourceCounts;
  readonly lane: PlainLane;
}

/** Offers common lines to the lane: one by one, the last one waiting for the next, which may belong to it; and in runs. */
export class PlainReader {
  readonly #parts: PlainReaderParts;
  readonly #plain: PlainLine;
  /** Until this line no run is tried, as the last ones were refused: with each, for twice as many lines. */
  #nextTry = 0;
  #refusals = 0;
  /** The plain line waits for the next one. */
  #waits = false;
  readonly #run: PlainRun;
  readonly #lines: PlainLines;

  constructor(parts: PlainReaderParts) {
    this.#parts = parts;
    this.#plain = new PlainLine(parts.source, NO_CALLER);
    this.#run = new PlainRun();
    this.#lines = new PlainLines(parts.source, this.#run);
  }

  /**
   * Takes lines like `common` that need not be looked at each, from `start` on; `line` is the number of the one before, `newlines` how many newlines came.
   * `fields`: those of the journal's entries whose messages are such lines. `undefined`: there is nothing to be told.
   */
  takeRun(
    common: CommonLine,
    fields: Uint8Array | undefined,
    bytes: Uint8Array,
    start: number,
    line: number,
    newlines: number,
  ): LineRun | undefined {
    const { lane, joiner, outlet, counts, clock } = this.#parts;
    if (common.beginning === undefined || !outlet.passes || line < this.#nextTry) return undefined;
    const life = lane.life(common.origin, common.pid);
    const taken =
      life === undefined
        ? undefined
        : this.#run.take(
            common,
            fields,
            bytes,
            start,
            bytes.length,
            newlines,
            life,
            joiner.mayGoOnBeside(common.origin),
          );
    if (taken === undefined) return undefined;
    const { count, span } = taken;
    if (count === 0) return taken;
    // The same date of another year: read by the stamp, it is learned anew.
    if (
      common.kind === 'absolute' &&
      (span.largestDifference > FARTHEST_HEADER || span.leastDifference < -FARTHEST_HEADER)
    ) {
      return this.#drop();
    }
    const { leastOfAll, largestOfAll, leastDifference, largestDifference } = span;
    if (!lane.takes(...clock.boundsOf(leastOfAll, largestOfAll, leastDifference, largestDifference, common.kind))) {
      this.#nextTry = line + (count << Math.min(this.#refusals, MOST_DOUBLED));
      this.#refusals += 1;
      return this.#drop();
    }
    this.#refusals = 0;
    // The line before is complete now. If it changed what lines mean, the run does not count.
    if (this.#waits) this.#take();
    if (!joiner.idle) joiner.flush();
    if (lane.life(common.origin, common.pid) !== life) {
      return this.#drop();
    }
    const lines = this.#lines;
    lines.firstLine = line + 1;
    lines.count = count;
    lines.times = taken.times;
    lines.stamps = taken.stamps;
    lines.kinds = taken.kinds;
    lines.span = span;
    lines.stampKind = common.kind;
    lines.origin = common.origin;
    lines.pid = common.pid;
    lines.rows.take(taken);
    lines.events.take(taken);
    if (fields !== undefined) clock.follow(taken.stamps[count - 1] ?? Number.NaN);
    this.#setTimes(lines, common.kind);
    counts.plain(common.mode, count, taken.structured, taken.blockLines, span.others);
    lane.takeAll(lines);
    return taken;
  }

  #drop(): undefined {
    this.#run.drop();
    this.#lines.events.known.length = 0;
  }

  /** Memory that the next chunk is best put into. */
  get room(): Uint8Array | undefined {
    return this.#run.room;
  }

  /** Whether a chunk holds NUL bytes or escape sequences; `undefined`: not known. */
  isOdd(chunk: Uint8Array): boolean | undefined {
    return this.#run.isOdd(chunk);
  }

  /** Whether the run that was taken last ended at this line; then the common line's fields are set to what it read. */
  readAhead(bytes: Uint8Array, start: number): boolean {
    return this.#run.readAhead(this.#parts.common, bytes, start);
  }

  /** Takes the common line that was just read as a plain one; `false` when it needs a record. The bytes must stand as they are until the next line was read, or `detach`. */
  start(common: CommonLine, line: number, bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    const { lane, joiner, outlet, counts } = this.#parts;
    this.#run.meet(common, bytes);
    if (this.#waits) this.#take();
    if (!outlet.passes) return false;
    const plain = this.#plain;
    plain.line = line;
    plain.time = common.time as Instant;
    plain.stamp = common.stamp;
    plain.stampKind = common.kind;
    plain.severity = common.severity;
    plain.pid = common.pid;
    plain.caller = common.caller;
    // References are only written when they change: that costs more than a comparison.
    if (plain.origin !== common.origin) plain.origin = common.origin;
    if (plain.bytes !== bytes) {
      plain.bytes = bytes;
      plain.view = view;
    }
    plain.lineStart = start;
    plain.bodyStart = common.bodyStart;
    plain.bodyEnd = end;
    if (bytes[end - 1] === LESS && bytes[end - 2] === EQUALS) {
      const pattern = lane.opens?.(plain);
      if (pattern !== undefined) this.#run.teachPattern(plain, pattern, lane.life(plain.origin, plain.pid));
      return false;
    }
    if (!lane.admits(plain)) return false;
    if (!joiner.idle) joiner.flush();
    this.#waits = true;
    counts.klog(bytes[common.bodyStart] === QUOTE);
    return true;
  }

  /** Takes the plain line that waits, because what follows, up to `bodyStart` of it, is of somebody else. */
  complete(
    origin: Origin,
    mode: JournalMode,
    bytes: Uint8Array,
    view: DataView,
    start: number,
    bodyStart: number,
  ): void {
    const { common, lane } = this.#parts;
    const telling =
      mode === common.mode && origin.host === common.origin?.host ? lane.tellingWords?.(origin) : undefined;
    this.#run.meetBeside(common, origin, telling, bytes, view, start, bodyStart);
    if (this.#waits) this.#take();
  }

  /** Makes a record of the plain line that waits, because what follows may belong to it. */
  release(): void {
    if (!this.#waits) return;
    this.#waits = false;
    this.#parts.joiner.start(this.#recordOf(this.#plain));
  }

  /** The chunk may be overwritten: what waits takes its bytes along. */
  detach(): void {
    this.#run.forgetChunk();
    if (this.#waits) this.#plain.detach();
  }

  /** The plain line that waits is complete: a line with a header of its own follows. */
  #take(): void {
    const { lane, clock, counts, outlet } = this.#parts;
    const plain = this.#plain;
    this.#waits = false;
    if (clock.learn(plain.time, plain.stamp, plain.stampKind)) outlet.zoneChanged(plain.line);
    if (clock.shifts) {
      if (plain.stampKind !== 'none') plain.stamp = clock.stampTime(plain.stamp, plain.stampKind);
      plain.time = clock.klogTime(plain.time) as Instant;
    }
    if (lane.take(plain)) {
      counts.records++;
      this.#run.teach(plain, lane.lesson, lane.life(plain.origin, plain.pid));
    } else outlet.give(this.#recordOf(plain));
  }

  /** Puts the times of plain lines on the clock. */
  #setTimes(lines: PlainLines, kind: StampKind): void {
    const { firstLine, count, times, stamps, kinds, span } = lines;
    const { clock, outlet } = this.#parts;
    if (
      !clock.shifts &&
      (lines.ownCount === 0 ||
        clock.confirms(span.leastDifference, span.largestDifference, stamps[lines.lastOwn] ?? Number.NaN, kind))
    )
      return;
    for (let i = 0; i < count; i++) {
      const time = times[i] ?? Number.NaN;
      const stamp = stamps[i] ?? Number.NaN;
      if (kinds[i] === KIND_OTHER) {
        if (clock.shifts) times[i] = stamps[i] = clock.stampTime(stamp, kind);
        continue;
      }
      if (clock.learn(time, stamp, kind)) outlet.zoneChanged(firstLine + i);
      if (!clock.shifts) continue;
      if (kind !== 'none') stamps[i] = clock.stampTime(stamp, kind);
      times[i] = clock.klogTime(time);
    }
    span.retime(times, stamps, kinds, count);
  }

  #recordOf(plain: PlainLine): ReadRecord {
    return new ReadRecord(
      plain.source,
      plain.line,
      plain.time,
      plain.origin,
      plain.stampKind,
      plain.stamp,
      plain.severity,
      plain.pid,
      plain.caller,
      plain.bytes,
      plain.lineStart,
      plain.bodyStart,
      plain.bodyEnd,
    );
  }
}
