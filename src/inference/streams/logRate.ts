import type { PlainLines } from '../../journal/batch/plainLine.ts';
import type { Severity } from '../../journal/record.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { LogRate } from '../history.ts';

const MOST_BUCKETS = 1200;
/** Fewer lines may well be without an error. */
const LEAST = 8;
const FIRST_BUCKET = seconds(1);

/** Counts records by severity in equal buckets of time. Buckets start at one second and double whenever the span would need too many of them. */
export class LogRateCounter {
  #bucket: number = FIRST_BUCKET;
  #from: number | undefined;
  #info: number[] = [];
  #warning: number[] = [];
  #error: number[] = [];
  /** How many lines have a severity; of a run of plain lines the first stands for all. */
  #withSeverity = 0;

  /** Counts one record. Records without a severity (neighbours) count as information. */
  count(time: Instant, severity: Severity | undefined): void {
    const index = this.#indexOf(time);
    const counts = severity === 'E' || severity === 'F' ? this.#error : severity === 'W' ? this.#warning : this.#info;
    counts[index] = (counts[index] ?? 0) + 1;
    if (severity !== undefined) this.#withSeverity += 1;
  }

  /** Counts plain lines; bits 0 and 1 of a kind are 0 for information, 1 for a warning, 2 for an error, 3 for a line of others, which counts as information. */
  countAll({ times, kinds, count, span }: Pick<PlainLines, 'times' | 'kinds' | 'count' | 'span'>): void {
    if (((kinds[0] ?? 0) & 3) !== 3) this.#withSeverity += count;
    // All in one bucket that is there: which ones are made depends on the order of the times.
    const begin = this.#from ?? Number.NaN;
    const only = Math.floor((span.leastOfAll - begin) / this.#bucket);
    if (only >= 0 && only < this.#info.length && span.largestOfAll < begin + (only + 1) * this.#bucket) {
      const { warnings, errors } = span;
      this.#info[only] = (this.#info[only] ?? 0) + count - warnings - errors;
      this.#warning[only] = (this.#warning[only] ?? 0) + warnings;
      this.#error[only] = (this.#error[only] ?? 0) + errors;
      return;
    }
    // Lines that follow one another are mostly of the same bucket, which is looked for once.
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    let index = 0;
    for (let i = 0; i < count; i++) {
      const time = times[i] as Instant;
      if (time < from || time >= to) {
        index = this.#indexOf(time);
        from = (this.#from ?? 0) + index * this.#bucket;
        to = from + this.#bucket;
      }
      const severity = (kinds[i] ?? 0) & 3;
      const counts = severity === 2 ? this.#error : severity === 1 ? this.#warning : this.#info;
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }

  /** The bucket of a time, with room made for it. */
  #indexOf(time: Instant): number {
    this.#from ??= Math.floor(time / this.#bucket) * this.#bucket;
    let index = Math.floor((time - this.#from) / this.#bucket);
    if (index < 0 || index >= MOST_BUCKETS) index = this.#makeRoom(time);
    while (this.#info.length <= index) {
      this.#info.push(0);
      this.#warning.push(0);
      this.#error.push(0);
    }
    return index;
  }

  /** No line is of severity E: those that were may have been left out (a search for `^I`), or nothing went wrong. Of a few lines that says nothing. */
  get isWithoutErrors(): boolean {
    return this.#withSeverity >= LEAST && this.#error.every((count) => count === 0);
  }

  /** The counts so far, or `undefined` when no record had a time. */
  rate(): LogRate | undefined {
    if (this.#from === undefined) return undefined;
    return {
      from: this.#from as Instant,
      bucket: this.#bucket as Duration,
      info: [...this.#info],
      warning: [...this.#warning],
      error: [...this.#error],
    };
  }

  /** Moves and widens the buckets until `time` has one; gives its index. */
  #makeRoom(time: number): number {
    const from = this.#from ?? time;
    const to = from + this.#info.length * this.#bucket;
    let bucket = this.#bucket;
    while (Math.floor(Math.max(to, time) / bucket) - Math.floor(Math.min(from, time) / bucket) >= MOST_BUCKETS)
      bucket *= 2;
    const newFrom = Math.floor(Math.min(from, time) / bucket) * bucket;
    const move = (counts: readonly number[]): number[] => {
      const moved: number[] = new Array<number>(Math.floor((to - newFrom) / bucket) + 1).fill(0);
      counts.forEach((count, index) => {
        const target = Math.floor((from + index * this.#bucket - newFrom) / bucket);
        moved[target] = (moved[target] ?? 0) + count;
      });
      return moved;
    };
    this.#info = move(this.#info);
    this.#warning = move(this.#warning);
    this.#error = move(this.#error);
    this.#bucket = bucket;
    this.#from = newFrom;
    return Math.floor((time - newFrom) / bucket);
  }
}
