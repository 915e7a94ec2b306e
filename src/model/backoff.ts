/** The sleep after skipped turns: fixed up to 1.9, doubled up to a maximum from 1.10, back to the first step by one healthy check (kubelet.go, syncLoop). */
import type { BackoffSchedule } from '../kubelet/profile.ts';
import { fromDuration, type Nanoseconds, nanoseconds } from './nanoseconds.ts';

export class Backoff {
  readonly #schedule: BackoffSchedule;
  #next: Nanoseconds;

  /** `first` is the next sleep, for a model that begins in the middle of a run of skips. */
  constructor(schedule: BackoffSchedule, first?: Nanoseconds) {
    this.#schedule = schedule;
    this.#next = first ?? firstSleep(schedule);
  }

  /** The sleep of this skip; the next one is longer. */
  next(): Nanoseconds {
    const sleep = this.#next;
    this.#next = sleepAfter(this.#schedule, sleep);
    return sleep;
  }

  reset(): void {
    this.#next = firstSleep(this.#schedule);
  }
}

/** The sleep of the first skip. */
function firstSleep(schedule: BackoffSchedule): Nanoseconds {
  return fromDuration(schedule.kind === 'fixed' ? schedule.every : schedule.base);
}

/** The sleep of the skip that follows one with this sleep. */
function sleepAfter(schedule: BackoffSchedule, sleep: Nanoseconds): Nanoseconds {
  return schedule.kind === 'fixed' ? sleep : nanoseconds(Math.min(sleep * schedule.factor, fromDuration(schedule.max)));
}
