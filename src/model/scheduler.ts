/**
 * A small deterministic scheduler on a virtual clock. Activities are generators that yield what they wait for; nothing happens between waits,
 * so a run is a sequence of steps ordered by time, then by the order in which the steps were asked for. Same inputs, same run.
 */
import { NEVER, type Nanoseconds, ZERO } from './nanoseconds.ts';

/** Anything that tells the time. */
export interface Clock {
  now(): Nanoseconds;
}

/** What an activity waits for: a time, and signals that may come before. */
export interface Wait {
  readonly until: Nanoseconds;
  readonly signals?: readonly Signal[];
}

/** Something that takes virtual time: yields waits, gives a result. */
export type Activity<Result = void> = Generator<Wait, Result, void>;

/** Waits until a time (at once if it is past). */
export function waitUntil(until: Nanoseconds): Wait {
  return { until };
}

/** Waits until one of the signals fires, or until the time. */
export function waitForSignal(signals: readonly Signal[], until: Nanoseconds = NEVER): Wait {
  return { until, signals };
}

interface Task {
  readonly activity: Activity<unknown>;
  signals: readonly Signal[];
  /** Number of the step in the queue that may wake the task; older ones are stale. */
  step: number;
  ended: boolean;
}

interface Step {
  readonly at: Nanoseconds;
  readonly number: number;
  readonly task: Task;
}

/** Wakes the activities that wait for it; it keeps no memory of having fired. */
export class Signal {
  readonly #waiting = new Set<Task>();
  readonly #wake: (task: Task) => void;

  constructor(scheduler: Scheduler) {
    this.#wake = scheduler.waker();
  }

  fire(): void {
    if (this.#waiting.size === 0) return;
    const tasks = [...this.#waiting];
    this.#waiting.clear();
    for (const task of tasks) this.#wake(task);
  }

  /** For the scheduler. */
  add(task: Task): void {
    this.#waiting.add(task);
  }

  /** For the scheduler. */
  remove(task: Task): void {
    this.#waiting.delete(task);
  }
}

/** A handle on a running activity. */
export interface Running {
  /** Drops the activity at its present wait. */
  stop(): void;
}

export class Scheduler implements Clock {
  #now: Nanoseconds = ZERO;
  #steps = 0;
  readonly #queue: Step[] = [];

  now(): Nanoseconds {
    return this.#now;
  }

  /** Starts an activity at the present time, after the steps already asked for at this time. */
  spawn(activity: Activity<unknown>): Running {
    const task: Task = { activity, signals: [], step: 0, ended: false };
    this.#enqueue(task, this.#now);
    return {
      stop: () => {
        this.#forgetSignals(task);
        task.ended = true;
      },
    };
  }

  /** Makes every step up to and including the time, then sets the clock to it. */
  run(until: Nanoseconds): void {
    for (let step = this.#queue[0]; step !== undefined && step.at <= until; step = this.#queue[0]) {
      this.#dequeue();
      if (step.task.ended || step.task.step !== step.number) continue;
      if (step.at > this.#now) this.#now = step.at;
      this.#resume(step.task);
    }
    if (until > this.#now && until !== NEVER) this.#now = until;
  }

  /** For signals. */
  waker(): (task: Task) => void {
    return (task) => {
      this.#forgetSignals(task);
      this.#enqueue(task, this.#now);
    };
  }

  #resume(task: Task): void {
    this.#forgetSignals(task);
    const result = task.activity.next();
    if (result.done === true) {
      task.ended = true;
      return;
    }
    const wait = result.value;
    if (wait.signals !== undefined) {
      task.signals = wait.signals;
      for (const signal of wait.signals) signal.add(task);
    }
    if (wait.until === NEVER) {
      this.#steps += 1;
      task.step = this.#steps;
    } else this.#enqueue(task, wait.until > this.#now ? wait.until : this.#now);
  }

  #forgetSignals(task: Task): void {
    for (const signal of task.signals) signal.remove(task);
    task.signals = [];
  }

  #enqueue(task: Task, at: Nanoseconds): void {
    this.#steps += 1;
    task.step = this.#steps;
    const queue = this.#queue;
    const step: Step = { at, number: this.#steps, task };
    let index = queue.length;
    queue.push(step);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = queue[parent];
      if (above === undefined || !isBefore(step, above)) break;
      queue[index] = above;
      index = parent;
    }
    queue[index] = step;
  }

  #dequeue(): void {
    const queue = this.#queue;
    const last = queue.pop();
    if (last === undefined || queue.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      let below = queue[child];
      if (below === undefined) break;
      const right = queue[child + 1];
      if (right !== undefined && isBefore(right, below)) {
        child += 1;
        below = right;
      }
      if (!isBefore(below, last)) break;
      queue[index] = below;
      index = child;
    }
    queue[index] = last;
  }
}

function isBefore(a: Step, b: Step): boolean {
  return a.at < b.at || (a.at === b.at && a.number < b.number);
}
