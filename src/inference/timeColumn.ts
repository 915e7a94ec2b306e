import type { Instant } from '../kubelet/time.ts';
import type { LineReference } from './history.ts';
import { packLine, unpackLine } from './lines.ts';

/** One entry of a column: a time and the line that proves it. */
export interface TimedLine {
  readonly time: Instant;
  readonly at: LineReference;
  /** What the column's entries are told apart by (a pod's uid), if anything. */
  readonly label?: string;
}

const BLOCK_BITS = 9;
const BLOCK = 1 << BLOCK_BITS;

/**
 * Times with their lines, in order, for facts that come in masses. Entries nearer to the one before than the grain (and with the same label)
 * are left out, so that a column never holds more than the length of the log divided by the grain. Leaving out makes bounds wider by a grain
 * at most, never wrong.
 */
export class TimeColumn {
  readonly #grain: number;
  /** In blocks, so that nothing is copied when a column grows. */
  readonly #times: Float64Array[] = [];
  readonly #lines: Float64Array[] = [];
  #count = 0;
  #lastTime = Number.NEGATIVE_INFINITY;
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
    const at = count & (BLOCK - 1);
    if (at === 0) {
      this.#times.push(new Float64Array(BLOCK));
      this.#lines.push(new Float64Array(BLOCK));
    }
    (this.#times[count >>> BLOCK_BITS] as Float64Array)[at] = time;
    (this.#lines[count >>> BLOCK_BITS] as Float64Array)[at] = line;
    if (label !== undefined) this.#labels ??= [];
    if (this.#labels !== undefined) this.#labels[count] = label;
    this.#lastTime = time;
    this.#count = count + 1;
  }

  /** The last entry strictly before `time`. */
  lastBefore(time: Instant): TimedLine | undefined {
    return this.#entry(this.#firstIndexFrom(time) - 1);
  }

  /** The first entry strictly after `time`. */
  firstAfter(time: Instant): TimedLine | undefined {
    this.#sort();
    let index = this.#firstIndexFrom(time);
    while (index < this.#count && this.#timeAt(index) === time) index += 1;
    return this.#entry(index);
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

  #timeAt(index: number): number {
    return this.#times[index >>> BLOCK_BITS]?.[index & (BLOCK - 1)] ?? 0;
  }

  #lineAt(index: number): number {
    return this.#lines[index >>> BLOCK_BITS]?.[index & (BLOCK - 1)] ?? 0;
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

  #sort(): void {
    if (this.#sorted) return;
    const labels = this.#labels;
    const times = Float64Array.from({ length: this.#count }, (_, index) => this.#timeAt(index));
    const lines = Float64Array.from({ length: this.#count }, (_, index) => this.#lineAt(index));
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
    order.forEach((from, index) => {
      (this.#times[index >>> BLOCK_BITS] as Float64Array)[index & (BLOCK - 1)] = times[from] ?? 0;
      (this.#lines[index >>> BLOCK_BITS] as Float64Array)[index & (BLOCK - 1)] = lines[from] ?? 0;
    });
    if (labels !== undefined) this.#labels = Array.from(order, (index) => labels[index]);
    this.#lastTime = this.#count === 0 ? Number.NEGATIVE_INFINITY : this.#timeAt(this.#count - 1);
    this.#sorted = true;
  }
}
