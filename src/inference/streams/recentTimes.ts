import { KIND_OTHER } from '../../journal/batch/kernel/layout.ts';
import type { PlainLines } from '../../journal/batch/plainLine.ts';

/** So many lines are looked at for one that comes again. */
const MOST = 8192;
/** Stamps of whole seconds are those of many lines. */
const SECOND = 1_000_000;

/** The times of the last lines, in no order: one that has the very time of one of them is most likely that line again. */
export class RecentTimes {
  readonly #times = new Float64Array(MOST);
  #next = 0;

  add(time: number): void {
    this.#times[this.#next] = time;
    this.#next = (this.#next + 1) % MOST;
  }

  /** Adds those of a run's own lines in `[from, to)`. */
  addLines({ times, kinds }: PlainLines, from: number, to: number): void {
    const first = Math.max(from, to - MOST);
    if (kinds.subarray(from, to).includes(KIND_OTHER)) {
      for (let index = from; index < to; index += 1) if (kinds[index] !== KIND_OTHER) this.add(times[index] ?? 0);
      return;
    }
    const last = times.subarray(first, to);
    const fits = Math.min(last.length, MOST - this.#next);
    this.#times.set(last.subarray(0, fits), this.#next);
    this.#times.set(last.subarray(fits), 0);
    this.#next = (this.#next + last.length) % MOST;
  }

  has(time: number): boolean {
    return time % SECOND !== 0 && this.#times.includes(time);
  }
}
