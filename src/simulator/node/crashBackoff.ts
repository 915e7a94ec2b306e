/** The back-off of crashing containers: 10 s, doubled up to 5 min (client-go util/flowcontrol/backoff.go as kuberuntime's `doBackOff` uses it). Times are the scenario's. */
import { fromSeconds, minus, type Nanoseconds } from '../../model/nanoseconds.ts';

const FIRST = fromSeconds(10);
const LONGEST = fromSeconds(300);

export class CrashBackoff {
  readonly #entries = new Map<string, { wait: Nanoseconds; updated: Nanoseconds }>();

  /** The wait that still holds a container back that finished then, or `undefined` if it may start now. */
  held(key: string, finished: Nanoseconds, now: Nanoseconds): Nanoseconds | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || expired(entry.updated, finished)) return undefined;
    return minus(now, finished) < entry.wait ? entry.wait : undefined;
  }

  /** The container starts again: the next wait is longer. */
  advance(key: string, finished: Nanoseconds, now: Nanoseconds): void {
    const entry = this.#entries.get(key);
    const wait =
      entry === undefined || expired(entry.updated, finished)
        ? FIRST
        : (Math.min(entry.wait * 2, LONGEST) as Nanoseconds);
    this.#entries.set(key, { wait, updated: now });
  }

  /** `GC`, at the end of a good housekeeping (kubelet_pods.go `HandlePodCleanups`): what did not start for ten minutes is forgotten. */
  collect(now: Nanoseconds): void {
    for (const [key, { updated }] of this.#entries) if (expired(updated, now)) this.#entries.delete(key);
  }
}

function expired(updated: Nanoseconds, at: Nanoseconds): boolean {
  return at - updated > 2 * LONGEST;
}
