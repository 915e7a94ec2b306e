/**
 * What makes GenericPLEG relist: `Start` in pleg/generic.go. Up to 1.35 `wait.Until` (the pause counts from the end of a relist);
 * in 1.36 a worker with a timer and a queue of single-pod requests. Relists never overlap, also not with those that Evented PLEG forces.
 */
import { RELIST_REQUEST_CAPACITY } from '../kubelet/constants.ts';
import { Channel } from './channel.ts';
import type { GenericPleg } from './genericPleg.ts';
import { later, type Nanoseconds, plus } from './nanoseconds.ts';
import { fires, NO_OWN_WORK, type OwnWork } from './ownWork.ts';
import { type Activity, type Scheduler, Signal, waitForSignal, waitUntil } from './scheduler.ts';
import { Lock } from './lock.ts';

export interface PlegWorkerOptions {
  readonly pleg: GenericPleg;
  readonly scheduler: Scheduler;
  readonly period: Nanoseconds;
  /** Makes the pauses longer on a busy host. */
  readonly ownWork?: OwnWork;
  /** Serves requests for single pods (1.36 with its gate). */
  readonly onDemand: boolean;
  /** Moves a planned start to a known one. */
  readonly relistStart?: (planned: Nanoseconds) => Nanoseconds;
}

interface RelistRequest {
  readonly podUid: string;
  readonly at: Nanoseconds;
}

export class PlegWorker {
  readonly #options: PlegWorkerOptions;
  readonly #requests: Channel<RelistRequest>;
  readonly #lock: Lock;
  readonly #stopped: Signal;
  #period: Nanoseconds;
  #round = 0;
  #lastRelist: Nanoseconds | undefined;

  constructor(options: PlegWorkerOptions) {
    this.#options = options;
    this.#period = options.period;
    this.#requests = new Channel(RELIST_REQUEST_CAPACITY, options.scheduler);
    this.#lock = new Lock(options.scheduler);
    this.#stopped = new Signal(options.scheduler);
  }

  /** Starts relisting; with the first relist now unless another time is given. */
  start(first: Nanoseconds = this.#options.scheduler.now()): void {
    this.#round += 1;
    this.#options.scheduler.spawn(
      this.#options.onDemand ? this.#serve(this.#round, first) : this.#repeat(this.#round, first),
    );
  }

  /** No further relist starts; a running one ends by itself. */
  stop(): void {
    this.#round += 1;
    this.#stopped.fire();
  }

  /** `Update`: another period, from the next start on. */
  setPeriod(period: Nanoseconds): void {
    this.#period = period;
  }

  /** A relist now (Evented PLEG after a stream failure), as soon as a running one has ended. */
  *forceRelist(): Activity {
    yield* this.#lockedRelist();
  }

  /** `RequestRelist` (1.36); dropped when the queue is full. */
  requestRelist(podUid: string): void {
    if (!this.#options.onDemand) return;
    const at = this.#options.scheduler.now();
    if (!this.#requests.trySend({ podUid, at }))
      this.#options.pleg.options.observe?.({ kind: 'relist-request-dropped', at, podUid });
  }

  *#repeat(round: number, first: Nanoseconds): Activity {
    let next = first;
    for (;;) {
      next = this.#moved(next);
      yield waitForSignal([this.#stopped], next);
      if (this.#round !== round) return;
      yield* this.#lockedRelist();
      next = this.#afterPause();
    }
  }

  *#serve(round: number, first: Nanoseconds): Activity {
    const { scheduler, pleg } = this.#options;
    let timer = this.#moved(first);
    while (this.#round === round) {
      if (scheduler.now() >= timer) {
        yield* this.#lockedRelist();
        timer = this.#moved(this.#afterPause());
        continue;
      }
      const request = this.#requests.tryReceive();
      if (request === undefined) {
        yield waitForSignal([this.#requests.filled, this.#stopped], timer);
        continue;
      }
      // A request from before the last global relist is answered by it.
      if (this.#lastRelist !== undefined && request.at < this.#lastRelist) continue;
      yield* this.#lock.lock();
      yield* pleg.relistPod(request.podUid);
      this.#lock.unlock();
    }
  }

  #afterPause(): Nanoseconds {
    return fires(this.#options.ownWork ?? NO_OWN_WORK, plus(this.#options.scheduler.now(), this.#period));
  }

  #moved(planned: Nanoseconds): Nanoseconds {
    return later(this.#options.relistStart?.(planned) ?? planned, this.#options.scheduler.now());
  }

  *#lockedRelist(): Activity {
    yield* this.#lock.lock();
    this.#lastRelist = this.#options.scheduler.now();
    yield* this.#options.pleg.relist();
    this.#lock.unlock();
  }
}

/** Repeats an activity as `wait.Until` does: the pause counts from its end. */
export function* repeatUntilStopped(
  scheduler: Scheduler,
  ownWork: OwnWork,
  period: Nanoseconds,
  first: Nanoseconds,
  work: () => Activity,
): Activity {
  yield waitUntil(first);
  for (;;) {
    yield* work();
    yield waitUntil(fires(ownWork, plus(scheduler.now(), period)));
  }
}
