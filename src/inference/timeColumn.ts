import type { Instant } from '../kubelet/time.ts';
import { BLOCK, BLOCK_BITS, IN_BLOCK } from './columns.ts';
import type { LineReference } from './history.ts';
import { packLine, unpackLine } from './lines.ts';

/** One entry of a column: a time and the line that proves it. */
export interface TimedLine {
  readonly time: Instant;
  readonly at: LineReference;
  /** What the column's entries are told apart by (a pod's uid), if anything. */
  readonly label?: string;
}

/** Most columns stay short. */
const FIRST_ROOM = 64;

/** Some times with their lines (packed). */
interface Block {
  times: Float64Array;
  lines: Float64Array;
}

/**
 * Times with their lines, in order, for facts that come in masses. Entries nearer to the one before than the grain (and with the same label)
 * are left out, so that a column never holds more than the length of the log divided by the grain. Leaving out makes bounds wider by a grain
 * at most, never wrong.
 */
export class TimeColumn {
  readonly #grain: number;
  #blocks: Block[] = [];
  #last: Block = { times: new Float64Array(0), lines: new Float64Array(0) };
  #lastTime = Number.NEGATIVE_INFINITY;
  #count = 0;
  /** Made with the first label. */
  #labels: (string | undefined)[] | undefined;
  #sorted = true;

  /** `grain` in microseconds. */
  constructor(grain: number) {
    this.#grain = grain;
  }

  get size(): number {
    return this.#count;
  }

  /** Adds an entry; entries may come slightly out of order. */
  push(time: Instant, at: LineReference, label?: string): void {
    this.pushPacked(time, packLine(at), label);
  }

  /** The same, with a line that was packed by `packLine`. */
  pushPacked(time: Instant, line: number, label?: string): void {
    const count = this.#count;
    if (count > 0) {
      const before = this.#lastTime;
      if (Math.abs(time - before) < this.#grain && this.#labels?.[count - 1] === label) return;
      if (time < before) this.#sorted = false;
    }
    const at = count & IN_BLOCK;
    if (at === 0 || at === this.#last.times.length) this.#makeRoom(at);
    this.#last.times[at] = time;
    this.#last.lines[at] = line;
    this.#lastTime = time;
    if (label !== undefined) this.#labels ??= [];
    if (this.#labels !== undefined) this.#labels[count] = label;
    this.#count = count + 1;
  }

  /** The first block grows, the others have their full length. */
  #makeRoom(used: number): void {
    if (used === 0) {
      const room = this.#blocks.length === 0 ? FIRST_ROOM : BLOCK;
      this.#last = { times: new Float64Array(room), lines: new Float64Array(room) };
      this.#blocks.push(this.#last);
      return;
    }
    const { times, lines } = this.#last;
    this.#last.times = new Float64Array(used * 2);
    this.#last.lines = new Float64Array(used * 2);
    this.#last.times.set(times);
    this.#last.lines.set(lines);
  }

  /** The last entry strictly before `time`. */
  lastBefore(time: Instant): TimedLine | undefined {
    return this.#entry(this.#firstIndexFrom(time) - 1);
  }

  /** The first entry strictly after `time`. */
  firstAfter(time: Instant): TimedLine | undefined {
    return this.#entry(this.#firstIndexAfter(time));
  }

  /** Whether there is an entry strictly between two times. */
  hasBetween(from: Instant, to: Instant): boolean {
    const index = this.#firstIndexAfter(from);
    return index < this.#count && this.#timeAt(index) < to;
  }

  #firstIndexAfter(time: Instant): number {
    let index = this.#firstIndexFrom(time);
    while (index < this.#count && this.#timeAt(index) === time) index += 1;
    return index;
  }

  /** Entries strictly after `from` and up to `to`, in order; at most `limit`. */
  between(from: Instant, to: Instant, limit: number): readonly TimedLine[] {
    this.#sort();
    const found: TimedLine[] = [];
    for (let index = this.#firstIndexFrom(from); index < this.#count && found.length < limit; index += 1) {
      const time = this.#timeAt(index);
      if (time > to) break;
      const entry = time > from ? this.#entry(index) : undefined;
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  #entry(index: number): TimedLine | undefined {
    if (index < 0 || index >= this.#count) return undefined;
    const label = this.#labels?.[index];
    return { time: this.#timeAt(index) as Instant, at: unpackLine(this.#lineAt(index)), ...(label === undefined ? {} : { label }) };
  }

  #firstIndexFrom(time: Instant): number {
    this.#sort();
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#timeAt(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #timeAt(index: number): number {
    return this.#blocks[index >>> BLOCK_BITS]?.times[index & IN_BLOCK] ?? 0;
  }

  #lineAt(index: number): number {
    return this.#blocks[index >>> BLOCK_BITS]?.lines[index & IN_BLOCK] ?? 0;
  }

  #sort(): void {
    if (this.#sorted) return;
    const labels = this.#labels;
    const order = Array.from({ length: this.#count }, (_, index) => index).sort((a, b) => this.#timeAt(a) - this.#timeAt(b));
    const blocks: Block[] = [];
    for (let from = 0; from < order.length; from += BLOCK) {
      const part = order.slice(from, from + BLOCK);
      const block = { times: new Float64Array(BLOCK), lines: new Float64Array(BLOCK) };
      part.forEach((index, at) => {
        block.times[at] = this.#timeAt(index);
        block.lines[at] = this.#lineAt(index);
      });
      blocks.push(block);
    }
    if (labels !== undefined) this.#labels = order.map((index) => labels[index]);
    this.#blocks = blocks;
    this.#last = blocks.at(-1) ?? this.#last;
    this.#lastTime = this.#timeAt(this.#count - 1);
    this.#sorted = true;
  }
}
