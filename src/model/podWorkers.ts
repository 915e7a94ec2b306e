/**
 * Pod workers as far as the sync loop sees them: they take pods, ask for them again after the sync period, and (1.36) ask for a relist of a pod in which they
 * started a container. What becomes of containers is not theirs here: the inputs say it. pkg/kubelet/pod_workers.go, kubelet.go `getPodsToSync`, 1.8–1.36.
 */
import { DEFAULT_SYNC_FREQUENCY } from '../kubelet/settings.ts';
import type { ConfigUpdate, PodScript } from './inputs.ts';
import { fromDuration, nanoseconds, type Nanoseconds, plus } from './nanoseconds.ts';
import type { Random } from './random.ts';
import { type Activity, type Clock, waitUntil } from './scheduler.ts';

/** A pod comes again after the sync period and up to half of it more (`workerResyncIntervalJitterFactor`, pod_workers.go). */
const RESYNC_JITTER = 0.5;

export interface PodWorkersOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** What the loop spends on handing over one pod. */
  readonly latency: Nanoseconds;
  /** Whether pods have to be added by the config before the loop knows them. */
  readonly configured: boolean;
  /** Whether a pod that is handed over comes again after its sync period; else whoever plays the workers says when (`syncAgain`). */
  readonly resyncs: boolean;
}

export class PodWorkers {
  readonly #options: PodWorkersOptions;
  readonly #known = new Set<string>();
  readonly #due = new Map<string, Nanoseconds>();
  #nextDue: Nanoseconds = Number.POSITIVE_INFINITY as Nanoseconds;

  constructor(options: PodWorkersOptions) {
    this.#options = options;
  }

  knowsPod(uid: string): boolean {
    return !this.#options.configured || this.#known.has(uid);
  }

  /** A pod is known from its ADD to its REMOVE; DELETE only asks for its end. */
  *apply(update: ConfigUpdate): Activity {
    for (const uid of update.podUids) {
      if (update.op === 'REMOVE') {
        this.#known.delete(uid);
        this.#due.delete(uid);
      } else if (update.op !== 'DELETE') this.#known.add(uid);
    }
    yield* this.sync(update.op === 'REMOVE' ? [] : update.podUids);
  }

  *sync(podUids: readonly string[]): Activity {
    const { clock, random, latency, resyncs } = this.#options;
    const period = fromDuration(DEFAULT_SYNC_FREQUENCY);
    for (const uid of resyncs ? podUids : []) {
      if (!this.#known.has(uid)) continue;
      const due = plus(clock.now(), nanoseconds(period * (1 + RESYNC_JITTER * random())));
      this.#due.set(uid, due);
      if (due < this.#nextDue) this.#nextDue = due;
    }
    const time = nanoseconds(latency * podUids.length);
    if (time > 0) yield waitUntil(plus(clock.now(), time));
  }

  /** The pod comes up again at this time instead of after its sync period. */
  syncAgain(uid: string, at: Nanoseconds): void {
    if (!this.#known.has(uid)) return;
    this.#due.set(uid, at);
    if (at < this.#nextDue) this.#nextDue = at;
  }

  /** Pods whose sync period is over. */
  podsToSync(): readonly string[] {
    const now = this.#options.clock.now();
    if (now < this.#nextDue) return [];
    const ready: string[] = [];
    this.#nextDue = Number.POSITIVE_INFINITY as Nanoseconds;
    for (const [uid, due] of this.#due) {
      if (due <= now) ready.push(uid);
      else if (due < this.#nextDue) this.#nextDue = due;
    }
    for (const uid of ready) this.#due.delete(uid);
    return ready;
  }
}

/** The relists that workers ask for in 1.36: of each pod in which a container was started after the kubelet, at that time. */
export function relistsAfterStarts(
  pods: readonly PodScript[],
): { readonly at: Nanoseconds; readonly podUid: string }[] {
  const requests: { at: Nanoseconds; podUid: string }[] = [];
  for (const { uid, containers } of pods) {
    for (const { kind, states } of containers) {
      for (const { at, state } of states)
        if (kind === 'container' && state === 'running' && at > 0) requests.push({ at, podUid: uid });
    }
  }
  return requests;
}
