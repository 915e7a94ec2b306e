/** Merges the records of several sources by time, one record at a time and with bounded memory. */
import type { Instant } from '../../kubelet/time.ts';
import { MovableHeap, type Placed } from './movableHeap.ts';
import { OverlapWindow, type Overlap } from './mergeOverlap.ts';
import type { LogRecord } from '../record.ts';

const SECOND = 1_000_000;
/** A source may begin with records that are this much older than the one it was judged by. */
const BEGIN_SLACK = 5_000_000;
/** A record stands at most this much later in one source than in another. */
const REPEATS_WITHIN = 10_000_000;

interface MergedSource extends Placed {
  readonly source: number;
  readonly node: string | undefined;
  /** Records that wait; `at` is the first one that still does. */
  queue: (LogRecord | undefined)[];
  at: number;
  /** No record of the source that still has to come is thought to be older; records without a time have this one. */
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
  readonly #sources = new Map<number, MergedSource>();
  /** The sources whose records are still to come; the one whose head is the earliest first, of several the one that was announced first. */
  readonly #heap = new MovableHeap<MergedSource>(
    (a, b) => headTime(a) < headTime(b) || (headTime(a) === headTime(b) && a.source < b.source),
  );
  /** How many of them are being read, and of how many more bytes may come. */
  #opened = 0;
  #goingOn = 0;
  readonly #window = new OverlapWindow();
  /** A source that ended may still have repeats up to here. */
  #repeatsUntil = Number.NEGATIVE_INFINITY;

  constructor(deliver: (record: LogRecord) => void) {
    this.#deliver = deliver;
  }

  /** Announces a source. `begins` is the time of its first record, where it is known; `node` the name that the user gave to its node. */
  add(source: number, begins?: Instant, node?: string): void {
    const merged: MergedSource = {
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
    this.#sources.set(source, merged);
    this.#heap.add(merged);
  }

  /** Takes the next record of its source. */
  take(record: LogRecord): void {
    const merged = this.#sources.get(record.source);
    if (merged === undefined) {
      this.#deliver(record);
      return;
    }
    if (record.time !== undefined && record.time < this.until(merged.source)) {
      this.passed(merged.source, record.time);
      this.#deliver(record);
      return;
    }
    merged.queue.push(record);
    if (merged.queue.length === merged.at + 1) this.#heap.moved(merged);
    if (this.#goingOn > 1) return;
    // What is left of those that have ended stands before it, or behind: it need not wait for another to be read.
    record.detach?.();
    this.advance();
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
    const merged = this.#sources.get(source);
    if (merged === undefined) return;
    merged.time = time;
    if (time > merged.latest) merged.latest = time;
  }

  /** The source is being read from now on. */
  opened(source: number): void {
    const merged = this.#sources.get(source);
    if (merged !== undefined) this.#open(merged);
  }

  /** Makes what waits of a source independent of the chunks that it was read from. */
  detach(source: number): void {
    const copies = new Map<Uint8Array, Uint8Array>();
    const copyOf = (chunk: Uint8Array): Uint8Array => {
      const copy = copies.get(chunk) ?? chunk.slice();
      copies.set(chunk, copy);
      return copy;
    };
    for (const record of this.#sources.get(source)?.queue ?? []) record?.detach?.(copyOf);
  }

  /** No more records come from the source. */
  end(source: number): void {
    const merged = this.#sources.get(source);
    if (merged === undefined) return;
    this.#open(merged);
    if (!merged.ended) this.#goingOn -= 1;
    merged.ended = true;
    this.#leaveWhenOver(merged);
  }

  #open(merged: MergedSource): void {
    if (merged.opened) return;
    this.#opened += 1;
    this.#goingOn += 1;
    merged.opened = true;
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

  /** A source that has ended, and of which no record waits, has no turn any more. */
  #leaveWhenOver(merged: MergedSource): void {
    if (!merged.ended || merged.at < merged.queue.length) return;
    this.#sources.delete(merged.source);
    this.#heap.remove(merged);
    if (merged.opened) this.#opened -= 1;
    this.#repeatsUntil = Math.max(this.#repeatsUntil, merged.latest + REPEATS_WITHIN);
  }

  /** What stood in several sources, so far. */
  overlaps(): readonly Overlap[] {
    return this.#window.overlaps();
  }

  /** Hands on a source's records up to the time at which another one has its turn. */
  #run(merged: MergedSource, until: number): void {
    const alone = this.#isAlone(merged);
    const { queue } = merged;
    let { at } = merged;
    for (; at < queue.length; at += 1) {
      const record = queue[at];
      if (record === undefined) break;
      const time: number = record.time ?? merged.time;
      if (time > until) break;
      merged.time = time;
      if (time > merged.latest) merged.latest = time;
      queue[at] = undefined;
      if (alone || !this.#window.isRepeat(record, merged.node)) this.#deliver(record);
      record.forget?.();
    }
    if (at >= queue.length) {
      merged.queue = [];
      merged.at = 0;
    } else merged.at = at;
  }

  /** Whether no other source is being read, or was a moment ago: then nothing can stand twice. */
  #isAlone(merged: MergedSource): boolean {
    return merged.time > this.#repeatsUntil && this.#opened === (merged.opened ? 1 : 0);
  }
}

/** A source that begins with a stamp of whole seconds goes on from another that ends within that second, as the parts of a rotated log do. */
function headTime(merged: MergedSource): number {
  const time = merged.queue[merged.at]?.time ?? merged.time;
  return merged.latest === Number.NEGATIVE_INFINITY && time % SECOND === 0 ? time + SECOND - 1 : time;
}
