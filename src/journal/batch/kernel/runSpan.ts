import { KIND_OTHER } from './layout.ts';

/** What lines in a row have in common, so that nobody has to look at each of them; times in microseconds. Lines of others count only where that is said. */
export class RunSpan {
  readonly #numbers: Float64Array;

  /** `numbers`: in the kernel's order, which overwrites them with each run. */
  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  get leastTime(): number {
    return this.#at(0);
  }

  get largestTime(): number {
    return this.#at(1);
  }

  /** Steps from the time of a line to that of the next, which can go back; never above 0 the least, never below 0 the largest. */
  get leastStep(): number {
    return this.#at(2);
  }

  get largestStep(): number {
    return this.#at(3);
  }

  /** Differences of klog's time and the stamp; `NaN` without stamps. */
  get leastDifference(): number {
    return this.#at(4);
  }

  get largestDifference(): number {
    return this.#at(5);
  }

  /** Lines with a flag. */
  get flagged(): number {
    return this.#at(6);
  }

  get warnings(): number {
    return this.#at(7);
  }

  get errors(): number {
    return this.#at(8);
  }

  /** Lines of others. */
  get others(): number {
    return this.#at(9);
  }

  /** As `leastTime` and `largestTime`, of lines of others, too. */
  get leastOfAll(): number {
    return this.#at(10);
  }

  get largestOfAll(): number {
    return this.#at(11);
  }

  /** Takes the times and stamps of `count` lines as they are now, which are of such kinds. */
  retime(times: Float64Array, stamps: Float64Array, kinds: Uint8Array, count: number): void {
    const numbers = this.#numbers;
    let before = Number.NaN;
    let [least, largest, leastStep, largestStep, leastDifference, largestDifference] = [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      0,
      0,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    let [leastOther, largestOther] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let line = 0; line < count; line++) {
      const time = times[line] ?? 0;
      if (kinds[line] === KIND_OTHER) {
        leastOther = Math.min(leastOther, time);
        largestOther = Math.max(largestOther, time);
        continue;
      }
      const difference = time - (stamps[line] ?? Number.NaN);
      least = Math.min(least, time);
      largest = Math.max(largest, time);
      const step = Number.isNaN(before) ? 0 : time - before;
      leastStep = Math.min(leastStep, step);
      largestStep = Math.max(largestStep, step);
      leastDifference = Math.min(leastDifference, difference);
      largestDifference = Math.max(largestDifference, difference);
      before = time;
    }
    numbers[0] = least;
    numbers[1] = largest;
    numbers[2] = leastStep;
    numbers[3] = largestStep;
    numbers[4] = leastDifference;
    numbers[5] = largestDifference;
    numbers[10] = Math.min(least, leastOther);
    numbers[11] = Math.max(largest, largestOther);
  }

  #at(place: number): number {
    return this.#numbers[place] ?? Number.NaN;
  }
}
