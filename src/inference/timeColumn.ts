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

/**
 * Times with their lines, in order, for facts that come in masses. Entries nearer to the one before than the grain (and with the same label)
 * are left out, so that a column never holds more than the length of the log divided by the grain. Leaving out makes bounds wider by a grain
 * at most, never wrong.
 */
export class TimeColumn {
  readonly #grain: number;
  #times: number[] = [];
  #lines: number[] = [];
  #labels: (string | undefined)[] = [];
  #sorted = true;

  /** `grain` in microseconds. */
  constructor(grain: number) {
    this.#grain = grain;
  }

  get size(): number {
    return this.#times.length;
  }

  /** Adds an entry; entries may come slightly out of order. */
  push(time: Instant, at: LineReference, label?: string): void {
    this.pushPacked(time, packLine(at), label);
  }

  /** The same, with a line that was packed by `packLine`. */
  pushPacked(time: Instant, line: number, label?: string): void {
    const last = this.#times.length - 1;
    const before = this.#times[last];
    if (before !== undefined) {
      if (Math.abs(time - before) < this.#grain && this.#labels[last] === label) return;
      if (time < before) this.#sorted = false;
    }
    this.#times.push(time);
    this.#lines.push(line);
    this.#labels.push(label);
  }

  /** The last entry strictly before `time`. */
  lastBefore(time: Instant): TimedLine | undefined {
    return this.#entry(this.#firstIndexFrom(time) - 1);
  }

  /** The first entry strictly after `time`. */
  firstAfter(time: Instant): TimedLine | undefined {
    this.#sort();
    let index = this.#firstIndexFrom(time);
    while (this.#times[index] === time) index += 1;
    return this.#entry(index);
  }

  /** Entries strictly after `from` and up to `to`, in order; at most `limit`. */
  between(from: Instant, to: Instant, limit: number): readonly TimedLine[] {
    this.#sort();
    const found: TimedLine[] = [];
    for (let index = this.#firstIndexFrom(from); index < this.#times.length && found.length < limit; index += 1) {
      const time = this.#times[index];
      if (time === undefined || time > to) break;
      const entry = time > from ? this.#entry(index) : undefined;
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  #entry(index: number): TimedLine | undefined {
    const time = this.#times[index];
    const packed = this.#lines[index];
    if (time === undefined || packed === undefined) return undefined;
    const label = this.#labels[index];
    return { time: time as Instant, at: unpackLine(packed), ...(label === undefined ? {} : { label }) };
  }

  #firstIndexFrom(time: Instant): number {
    this.#sort();
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #sort(): void {
    if (this.#sorted) return;
    const order = this.#times.map((_, index) => index).sort((a, b) => (this.#times[a] ?? 0) - (this.#times[b] ?? 0));
    this.#times = order.map((index) => this.#times[index] ?? 0);
    this.#lines = order.map((index) => this.#lines[index] ?? 0);
    this.#labels = order.map((index) => this.#labels[index]);
    this.#sorted = true;
  }
}
