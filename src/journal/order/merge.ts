/** Merges the records of several sources by time, one record at a time and with bounded memory. */
import type { Instant } from '../../kubelet/time.ts';
import { LaneHeap, type Placed } from '../batch/laneHeap.ts';
import { OverlapWindow, type Overlap } from './mergeOverlap.ts';
import type { LogRecord } from '../record.ts';

/** A source may begin with records that are this much older than the one it was judged by. */
const BEGIN_SLACK = 5_000_000;
/** A record stands at most this much later in one source than in another. */
const REPEATS_WITHIN = 10_000_000;

interface Lane extends Placed {
  readonly source: number;
  readonly node: string | undefined;
  /** Records that wait; `at` is the first one that still does. */
  queue: (LogRecord | undefined)[];
  at: number;
  /** No record of the lane that still has to come is thought to be older; records without a time have this one. */
  time: number;
  /** The latest time handed on. */
  latest: number;
  opened: boolean;
  ended: boolean;
}

/**
 * A k-way merge. Every source keeps its own order (clock steps and pastes that jump included); between sources the head with the earliest time goes first.
 * A record that another source of the same node has delivered already is left out and counted. The driver asks `wanted` for the source whose bytes are needed next,
 * so that a source is opened only when its time comes and never more than a chunk of each waits.
 */
export class RecordMerge {
  readonly #deliver: (record: LogRecord) => void;
  readonly #lanes = new Map<number, Lane>();
  /** The lanes whose records are still to come; the one whose head is the earliest first, of several the one that was announced first. */
  readonly #heap = new LaneHeap<Lane>(
    (a, b) => headTime(a) < headTime(b) || (headTime(a) === headTime(b) && a.source < b.source),
  );
  /** How many of them are being read. */
  #opened = 0;
  readonly #window = new OverlapWindow();
  /** A source that ended may still have repeats up to here. */
  #repeatsUntil = Number.NEGATIVE_INFINITY;

  constructor(deliver: (record: LogRecord) => void) {
    this.#deliver = deliver;
  }

  /** Announces a source. `begins` is the time of its first record, where it is known; `node` the name that the user gave to its node. */
  add(source: number, begins?: Instant, node?: string): void {
    const lane: Lane = {
      place: 0,
      source,
      node,
      queue: [],
      at: 0,
      time: begins === undefined ? Number.NEGATIVE_INFINITY : begins - BEGIN_SLACK,
      latest: Number.NEGATIVE_INFINITY,
      opened: false,
      ended: false,
    };
    this.#lanes.set(source, lane);
    this.#heap.add(lane);
  }

  /** Takes the next record of its source. */
  take(record: LogRecord): void {
    const lane = this.#lanes.get(record.source);
    if (lane === undefined) {
      this.#deliver(record);
      return;
    }
    if (record.time !== undefined && record.time < this.until(lane.source)) {
      this.passed(lane.source, record.time);
      this.#deliver(record);
      return;
    }
    lane.queue.push(record);
    if (lane.queue.length === lane.at + 1) this.#heap.moved(lane);
  }

  /** What comes next of a source may be handed on as it comes, without this merge, as long as it is of a time before this one; `-Infinity`: it may not. */
  until(source: number): number {
    const { first, second } = this.#heap;
    if (first?.source !== source || first.at < first.queue.length || !this.#isAlone(first))
      return Number.NEGATIVE_INFINITY;
    return second === undefined ? Number.POSITIVE_INFINITY : headTime(second);
  }

  /** Something of this time was handed on so. */
  passed(source: number, time: number): void {
    const lane = this.#lanes.get(source);
    if (lane === undefined) return;
    lane.time = time;
    if (time > lane.latest) lane.latest = time;
  }

  /** The source is being read from now on. */
  opened(source: number): void {
    const lane = this.#lanes.get(source);
    if (lane !== undefined) this.#open(lane);
  }

  /** No more records come from the source. */
  end(source: number): void {
    const lane = this.#lanes.get(source);
    if (lane === undefined) return;
    this.#open(lane);
    lane.ended = true;
    this.#leaveWhenOver(lane);
  }

  #open(lane: Lane): void {
    if (!lane.opened) this.#opened += 1;
    lane.opened = true;
  }

  /** Hands on what can be handed on. Gives the source that must be read on next, or `undefined` when all have ended and everything is handed on. */
  advance(): number | undefined {
    for (;;) {
      const { first, second } = this.#heap;
      if (first === undefined) return undefined;
      if (first.at >= first.queue.length) return first.source;
      this.#run(first, second === undefined ? Number.POSITIVE_INFINITY : headTime(second));
      this.#heap.moved(first);
      this.#leaveWhenOver(first);
    }
  }

  /** A lane that has ended, and of which no record waits, has no turn any more. */
  #leaveWhenOver(lane: Lane): void {
    if (!lane.ended || lane.at < lane.queue.length) return;
    this.#lanes.delete(lane.source);
    this.#heap.remove(lane);
    if (lane.opened) this.#opened -= 1;
    this.#repeatsUntil = Math.max(this.#repeatsUntil, lane.latest + REPEATS_WITHIN);
  }

  /** What stood in several sources, so far. */
  overlaps(): readonly Overlap[] {
    return this.#window.overlaps();
  }

  /** Hands on the lane's records up to the time at which another lane has its turn. */
  #run(lane: Lane, until: number): void {
    const alone = this.#isAlone(lane);
    const { queue } = lane;
    let { at } = lane;
    for (; at < queue.length; at += 1) {
      const record = queue[at];
      if (record === undefined) break;
      const time: number = record.time ?? lane.time;
      if (time > until) break;
      lane.time = time;
      if (time > lane.latest) lane.latest = time;
      queue[at] = undefined;
      if (alone || !this.#window.isRepeat(record, lane.node)) this.#deliver(record);
      record.forget?.();
    }
    if (at >= queue.length) {
      lane.queue = [];
      lane.at = 0;
    } else lane.at = at;
  }

  /** Whether no other source is being read, or was a moment ago: then nothing can stand twice. */
  #isAlone(lane: Lane): boolean {
    return lane.time > this.#repeatsUntil && this.#opened === (lane.opened ? 1 : 0);
  }
}

function headTime(lane: Lane): number {
  return lane.queue[lane.at]?.time ?? lane.time;
}
