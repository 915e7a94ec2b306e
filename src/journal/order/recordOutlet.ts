import type { Instant } from '../../kubelet/time.ts';
import type { RecordClock } from '../time/clock.ts';
import type { ReadRecord } from '../klog/readRecord.ts';
import type { RecordSink } from '../record.ts';
import type { SourceCounts } from '../sourceCounts.ts';

/** So many records wait for the zone to be learned. */
const LONGEST_QUEUE = 4096;

/** Where complete records leave the reader: puts them on the clock, and lets them wait until the clock knows its zone. Warnings leave here, too. */
export class RecordOutlet {
  readonly #source: number;
  readonly #clock: RecordClock;
  readonly #counts: SourceCounts;
  readonly #sink: RecordSink;
  #queue: ReadRecord[] = [];

  constructor(source: number, clock: RecordClock, counts: SourceCounts, sink: RecordSink) {
    this.#source = source;
    this.#clock = clock;
    this.#counts = counts;
    this.#sink = sink;
  }

  /** Whether what is placed passes at once. */
  get passes(): boolean {
    return this.#clock.settled && this.#queue.length === 0;
  }

  /** Puts a complete record on the clock, or lets it wait until the clock is settled. */
  place(record: ReadRecord): void {
    const clock = this.#clock;
    if (record.stampKind === 'monotonic' && clock.isOfNextBoot(record.stamp)) {
      this.settle();
      clock.forgetBoot();
    }
    if (record.stampKind === 'local' || record.jsonClock === 'wall') this.#counts.hasWallTime = true;
    if (record.severity !== undefined) {
      if (record.isJson) {
        if (record.jsonClock === 'utc') clock.settleNow();
      } else if (clock.learn(record.time ?? Number.NaN, record.stamp, record.stampKind, record.origin))
        this.zoneChanged(record.line);
    }
    if (!clock.settled) {
      if (this.#queue.length < LONGEST_QUEUE) {
        this.#queue.push(record);
        return;
      }
      clock.settleNow();
    }
    if (this.#queue.length > 0) this.#flush();
    this.#hand(record);
  }

  /** Hands on a record whose times are on the clock. */
  give(record: ReadRecord): void {
    this.#counts.records++;
    this.#sink.record(record);
  }

  /** Hands on what waits, by what is known of the clock. */
  settle(): void {
    this.#clock.settleNow();
    this.#flush();
  }

  /** Makes what waits independent of the chunk that it was read from. */
  detach(): void {
    for (const record of this.#queue) record.detach();
  }

  zoneChanged(line: number): void {
    this.warn('The time zone of the klog headers changed here, as at the begin or end of daylight saving.', line);
  }

  warn(text: string, line: number): void {
    this.#sink.warning({ text, source: this.#source, line });
  }

  #flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const record of queue) this.#hand(record);
  }

  #hand(record: ReadRecord): void {
    const clock = this.#clock;
    const { stamp } = record;
    if (clock.shifts || record.stampKind === 'monotonic') {
      if (record.stampKind !== 'none') record.stamp = clock.stampTime(record.stamp, record.stampKind);
      if (record.severity !== undefined && (!record.isJson || record.jsonClock === 'wall'))
        record.time = clock.klogTime(record.time ?? Number.NaN) as Instant;
    }
    if (record.severity === undefined) {
      if (!Number.isNaN(record.stamp)) record.time = record.stamp as Instant;
    } else if (!record.isJson)
      record.time = clock.timeOf(record.time ?? Number.NaN, record.stamp, stamp, record.origin) as Instant;
    if (record.jsonClock === 'stamp') record.time = nearStamp(record.time ?? Number.NaN, record.stamp) as Instant;
    this.give(record);
  }
}

const QUARTER_HOUR = 900_000_000;
/** The zone that is farthest from UTC. */
const FARTHEST_ZONE = 14 * 4 * QUARTER_HOUR;
/** A line reaches the journal later than it was written by no more, and its stamp may have no more than seconds. */
const BESIDE = 2_000_000;

/** The time that JSON gives, in the zone of the stamp before it; the stamp itself, where it is of another time. */
function nearStamp(time: number, stamp: number): number {
  if (Number.isNaN(stamp)) return time;
  const moved = time + Math.round((stamp - time) / QUARTER_HOUR) * QUARTER_HOUR;
  return Math.abs(moved - stamp) <= BESIDE && Math.abs(moved - time) <= FARTHEST_ZONE ? moved : stamp;
}
