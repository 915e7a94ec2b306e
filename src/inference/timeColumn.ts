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

const FIRST_ROOM = 64;

/**
 * Times with their lines, in order, for facts that come in masses. Entries nearer to the one before than the grain (and with the same label)
 * are left out, so that a column never holds more than the length of the log divided by the grain. Leaving out makes bounds wider by a grain
 * at most, never wrong.
 */
export class TimeColumn {
  readonly #grain: number;
  #times = new Float64Array(0);
  #lines = new Float64Array(0);
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
      const before = this.#times[count - 1] ?? 0;
      if (Math.abs(time - before) < this.#grain && this.#labels?.[count - 1] === label) return;
      if (time < before) this.#sorted = false;
    }
    if (count === this.#times.length) this.#makeRoom();
    this.#times[count] = time;
    this.#lines[count] = line;
    if (label !== undefined) this.#labels ??= [];
    if (this.#labels !== undefined) this.#labels[count] = label;
    this.#count = count + 1;
  }

  #makeRoom(): void {
    const room = Math.max(FIRST_ROOM, Math.ceil(this.#count * 1.5));
    const times = new Float64Array(room);
    const lines = new Float64Array(room);
    times.set(this.#times);
    lines.set(this.#lines);
    this.#times = times;
    this.#lines = lines;
  }

  /** The last entry strictly before `time`. */
  lastBefore(time: Instant): TimedLine | undefined {
    return this.#entry(this.#firstIndexFrom(time) - 1);
  }

  /** The first entry strictly after `time`. */
  firstAfter(time: Instant): TimedLine | undefined {
    this.#sort();
    let index = this.#firstIndexFrom(time);
    while (index < this.#count && this.#times[index] === time) index += 1;
    return this.#entry(index);
  }

  /** Entries strictly after `from` and up to `to`, in order; at most `limit`. */
  between(from: Instant, to: Instant, limit: number): readonly TimedLine[] {
    this.#sort();
    const found: TimedLine[] = [];
    for (let index = this.#firstIndexFrom(from); index < this.#count && found.length < limit; index += 1) {
      const time = this.#times[index] ?? 0;
      if (time > to) break;
      const entry = time > from ? this.#entry(index) : undefined;
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  #entry(index: number): TimedLine | undefined {
    if (index < 0 || index >= this.#count) return undefined;
    const label = this.#labels?.[index];
    return { time: (this.#times[index] ?? 0) as Instant, at: unpackLine(this.#lines[index] ?? 0), ...(label === undefined ? {} : { label }) };
  }

  #firstIndexFrom(time: Instant): number {
    this.#sort();
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #sort(): void {
    if (this.#sorted) return;
    const [times, lines, labels] = [this.#times, this.#lines, this.#labels];
    const order = Array.from({ length: this.#count }, (_, index) => index).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
    this.#times = Float64Array.from(order, (index) => times[index] ?? 0);
    this.#lines = Float64Array.from(order, (index) => lines[index] ?? 0);
    if (labels !== undefined) this.#labels = order.map((index) => labels[index]);
    this.#sorted = true;
  }
}
