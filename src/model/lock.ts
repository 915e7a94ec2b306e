import { type Activity, type Scheduler, Signal, waitForSignal } from './scheduler.ts';

/** A mutex of the kubelet's: one activity holds it, the others wait. */
export class Lock {
  readonly #unlocked: Signal;
  #locked = false;

  constructor(scheduler: Scheduler) {
    this.#unlocked = new Signal(scheduler);
  }

  *lock(): Activity {
    while (this.#locked) yield waitForSignal([this.#unlocked]);
    this.#locked = true;
  }

  unlock(): void {
    this.#locked = false;
    this.#unlocked.fire();
  }
}
