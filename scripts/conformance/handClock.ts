/** A clock that is set by hand, for vectors and tests that drive steps of the model one by one. */
import { type Nanoseconds, ZERO } from '../../src/model/nanoseconds.ts';
import type { Activity, Clock } from '../../src/model/scheduler.ts';

/** Runs an activity that never waits (its fakes move a clock of their own) to its end; waiting is an error of the caller. */
export function runWithoutWaiting<Result>(activity: Activity<Result>): Result {
  const step = activity.next();
  if (step.done !== true) throw new Error('the activity waits, but nothing here moves the time');
  return step.value;
}

/** A clock that is set by hand, for steps driven one by one. */
export class HandClock implements Clock {
  #now: Nanoseconds;

  constructor(start: Nanoseconds = ZERO) {
    this.#now = start;
  }

  now(): Nanoseconds {
    return this.#now;
  }

  set(time: Nanoseconds): void {
    this.#now = time;
  }

  advance(by: Nanoseconds): void {
    this.#now = (this.#now + by) as Nanoseconds;
  }
}
