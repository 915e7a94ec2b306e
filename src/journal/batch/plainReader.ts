import type { RecordClock, StampKind } from '../time/clock.ts';
import { type CommonLine, FARTHEST_HEADER } from './commonLine.ts';
import type { RecordJoiner } from '../order/joiner.ts';
import type { LineRun } from '../bytes/lines.ts';
import { KIND_OTHER } from './kernel/layout.ts';
import type { Origin } from '../envelope/origin.ts';
import { type RunSink, PlainLines } from './plainLine.ts';
import type { PlainRun } from './plainRun.ts';
import type { JournalMode } from '../record.ts';
import type { RecordOutlet } from '../order/recordOutlet.ts';
import type { SourceCounts } from '../sourceCounts.ts';

/** So often. */
const MOST_DOUBLED = 4;

/** What the runs of a reader have to do with. */
export interface PlainReaderParts {
  readonly source: number;
  readonly common: CommonLine;
  readonly clock: RecordClock;
  readonly joiner: RecordJoiner;
  readonly outlet: RecordOutlet;
  readonly counts: SourceCounts;
  readonly sink: RunSink;
}

/** Gives runs of common lines to the sink. */
export class PlainReader {
  readonly #parts: PlainReaderParts;
  /** Until this line no run is tried, as the last ones were refused: with each, for twice as many lines. */
  #nextTry = 0;
  #refusals = 0;
  readonly run: PlainRun;
  readonly #lines: PlainLines;

  /** `run`: may have learned from another source, which has ended. */
  constructor(parts: PlainReaderParts, run: PlainRun) {
    this.#parts = parts;
    this.run = run;
    this.#lines = new PlainLines(parts.source, run);
  }

  /**
   * Takes lines like `common` that need not be looked at each, from `start` on; `line` is the number of the one before, `newlines` how many newlines came.
   * `fields`: those of the journal's entries whose messages are such lines. `undefined`: the run gives nothing.
   */
  takeRun(
    common: CommonLine,
    fields: Uint8Array | undefined,
    bytes: Uint8Array,
    start: number,
    line: number,
    newlines: number,
  ): LineRun | undefined {
    const { sink, joiner, outlet, counts, clock } = this.#parts;
    if (common.beginning === undefined || !outlet.passes || line < this.#nextTry) return undefined;
    const processRun = sink.processRun(common.origin, common.pid);
    if (processRun === undefined) return undefined;
    const ownFirst = joiner.mayGoOnInOthers(common.origin);
    const taken = this.run.take(common, fields, bytes, start, bytes.length, newlines, processRun, ownFirst);
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
    if (!sink.takes(...clock.boundsOf(leastOfAll, largestOfAll, leastDifference, largestDifference, common.kind))) {
      this.#nextTry = line + (count << Math.min(this.#refusals, MOST_DOUBLED));
      this.#refusals += 1;
      return this.#drop();
    }
    this.#refusals = 0;
    // The record before is complete now. If it changed what lines mean, the run does not count.
    if (!joiner.idle) joiner.flush();
    if (!outlet.passes || sink.processRun(common.origin, common.pid) !== processRun || !this.run.isIn(processRun))
      return this.#drop();
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
    if (fields !== undefined) clock.dates.follow(taken.stamps[count - 1] ?? Number.NaN);
    this.#setTimes(lines, common.kind);
    counts.plain(common.mode, count, taken.structured, taken.blockLines, span.others);
    sink.takeAll(lines);
    return taken;
  }

  #drop(): undefined {
    this.run.drop();
  }

  /** What follows, up to `bodyStart` of it, is of somebody else. */
  learnNeighbour(
    origin: Origin,
    mode: JournalMode,
    bytes: Uint8Array,
    view: DataView,
    start: number,
    bodyStart: number,
  ): void {
    const { common, sink } = this.#parts;
    const keywords = mode === common.mode && origin.host === common.origin?.host ? sink.keywords?.(origin) : undefined;
    this.run.learnNeighbour(common, origin, keywords, bytes, view, start, bodyStart);
  }

  /** Puts the times of plain lines on the clock. */
  #setTimes(lines: PlainLines, kind: StampKind): void {
    const { firstLine, count, times, stamps, kinds, span } = lines;
    const { clock, outlet } = this.#parts;
    const { origin } = lines;
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
      if (clock.learn(time, stamp, kind, origin)) outlet.zoneChanged(firstLine + i);
      if (clock.shifts) {
        if (kind !== 'none') stamps[i] = clock.stampTime(stamp, kind);
        times[i] = clock.klogTime(time);
      }
      times[i] = clock.timeOf(times[i] ?? Number.NaN, stamps[i] ?? Number.NaN, stamp, origin);
    }
    span.retime(times, stamps, kinds, count);
  }
}
