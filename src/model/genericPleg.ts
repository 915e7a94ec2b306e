/**
 * GenericPLEG: finds out what happened to containers by listing all of them again and again. pkg/kubelet/pleg/generic.go, 1.8–1.36; the profile tells the
 * versions apart. Runtime calls take virtual time, so a relist is an activity. What the passes over the pods do is in `plegPasses.ts`.
 */
import { onceFor } from '../kubelet/oncePer.ts';
import { RELIST_THRESHOLD } from '../kubelet/constants.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import type { Channel } from './channel.ts';
import { fromDuration, minus, type Nanoseconds } from './nanoseconds.ts';
import type { RelistActivity } from './kubeletState.ts';
import type { Observer, PlegEvent } from './observation.ts';
import {
  reconcilePod,
  reinspectLeftPods,
  type WatchCondition,
  type WatchedCondition,
  workThroughEvents,
} from './plegPasses.ts';
import type { Outcome, PlegPod, PodStatus } from './plegPod.ts';
import type { PodCache } from './podCache.ts';
import { PodRecords } from './podRecords.ts';
import type { Activity, Clock } from './scheduler.ts';

/** What PLEG asks the runtime. */
export interface PlegRuntime {
  /** Lists all pods with all their containers: one list of sandboxes, one of containers. */
  getPods(): Activity<Outcome<readonly PlegPod[]>>;
  /** Lists one pod (1.36). A pod that the runtime does not know is given without containers. */
  getPod(uid: string): Activity<Outcome<PlegPod>>;
  /** Inspects a pod, for a relist of all pods or of this one. */
  getPodStatus(pod: PlegPod, scope: 'all' | 'pod'): Activity<Outcome<PodStatus>>;
}

export interface GenericPlegOptions {
  readonly profile: KubeletProfile;
  readonly clock: Clock;
  readonly runtime: PlegRuntime;
  readonly cache: PodCache;
  readonly events: Channel<PlegEvent>;
  readonly threshold?: Nanoseconds;
  /** Feature gate EventedPLEG: a status that the cache did not take withholds the events. */
  readonly eventedGate?: boolean;
  /** Evented PLEG is in use now: the status' own time is written to the cache. */
  readonly eventedInUse?: () => boolean;
  /** The order in which pods are worked through (Go iterates maps at random); default as first seen. */
  readonly order?: (uids: readonly string[], pass: 'events' | 'reinspection') => readonly string[];
  readonly observe?: Observer;
}

/** What `Healthy()` says. */
export type PlegHealth =
  | { readonly ok: true }
  | { readonly ok: false; readonly never: true }
  | { readonly ok: false; readonly never: false; readonly elapsed: Nanoseconds; readonly threshold: Nanoseconds };

export class GenericPleg {
  readonly options: GenericPlegOptions;
  readonly records = new PodRecords();
  /** Pods to look at in the next relist although nothing changed; with the pod as it was listed then (used by the second pass of old versions). */
  toReinspect = new Map<string, PlegPod | undefined>();
  readonly watchConditions = new Map<string, Map<string, WatchedCondition>>();
  discarded = 0;
  /** The relist under way. */
  activity: RelistActivity | undefined;
  #threshold: Nanoseconds;
  #relistTime: Nanoseconds | undefined;
  #settledListing: readonly PlegPod[] | undefined;

  constructor(options: GenericPlegOptions) {
    this.options = options;
    this.#threshold = options.threshold ?? fromDuration(RELIST_THRESHOLD);
  }

  /** Start of the last relist whose list calls succeeded; `undefined` before the first. */
  get relistTime(): Nanoseconds | undefined {
    return this.#relistTime;
  }

  /** Sets the last listed relist when a model begins in the middle of a process. */
  resumeAt(relistTime: Nanoseconds): void {
    this.#relistTime = relistTime;
  }

  /** `Update`: the threshold changes when Evented PLEG is given up. */
  setThreshold(threshold: Nanoseconds): void {
    this.#threshold = threshold;
  }

  /** Unhealthy before the first listed relist, and when it began strictly longer ago than the threshold. */
  healthy(): PlegHealth {
    if (this.#relistTime === undefined) return { ok: false, never: true };
    const elapsed = minus(this.options.clock.now(), this.#relistTime);
    return elapsed > this.#threshold ? { ok: false, never: false, elapsed, threshold: this.#threshold } : { ok: true };
  }

  /** One global relist. */
  *relist(): Activity {
    const { clock, runtime, cache, observe, profile } = this.options;
    const start = clock.now();
    this.activity = { scope: 'all', start };
    observe?.({ kind: 'relist-started', at: start, scope: 'all' });
    const listing = yield* runtime.getPods();
    if (!listing.ok) {
      this.activity = undefined;
      observe?.({ kind: 'relist-failed', at: clock.now(), scope: 'all', start, error: listing.error });
      return;
    }
    this.#relistTime = start;
    observe?.({ kind: 'relist-listed', at: clock.now(), scope: 'all', start });
    if (listing.value !== this.#settledListing || this.toReinspect.size > 0 || this.watchConditions.size > 0) {
      this.records.setCurrent(listing.value);
      this.#dropConditionsOfGonePods();
      const withheld =
        profile.reinspection === 'second-pass'
          ? yield* this.#twoPasses()
          : yield* this.#onePass([...this.records.uids()]);
      // A listing that is the very same object as one worked through completely holds nothing new: an idle kubelet costs next to nothing.
      this.#settledListing = withheld ? undefined : listing.value;
    }
    this.activity = undefined;
    cache.updateTime(start);
    observe?.({ kind: 'relist-ended', at: clock.now(), scope: 'all', start });
  }

  /** A relist of one pod (1.36): it does not touch the relist time. */
  *relistPod(podUid: string): Activity {
    const { clock, runtime, cache, observe } = this.options;
    const start = clock.now();
    this.activity = { scope: 'pod', start };
    observe?.({ kind: 'relist-started', at: start, scope: 'pod', podUid });
    const listing = yield* runtime.getPod(podUid);
    if (!listing.ok) {
      this.activity = undefined;
      observe?.({ kind: 'relist-failed', at: clock.now(), scope: 'pod', start, podUid, error: listing.error });
      return;
    }
    const pod = listing.value;
    observe?.({ kind: 'relist-listed', at: clock.now(), scope: 'pod', start, podUid });
    this.#settledListing = undefined;
    this.records.setCurrentOf(pod);
    yield* reconcilePod(this, podUid);
    this.activity = undefined;
    cache.setObservedTime(podUid, pod.timestamp ?? start);
    observe?.({ kind: 'relist-ended', at: clock.now(), scope: 'pod', start, podUid });
  }

  /** `RequestReinspect` (1.36): the next relist inspects the pod although nothing changed. */
  requestReinspect(podUid: string): void {
    this.toReinspect.set(podUid, undefined);
  }

  /** `SetPodWatchCondition` (1.32–1.35): keeps the pod inspected until the condition holds. */
  setWatchCondition(podUid: string, key: string, condition: WatchCondition): void {
    const ofPod = onceFor(this.watchConditions, podUid, () => new Map<string, WatchedCondition>());
    ofPod.set(key, { key, condition, version: (ofPod.get(key)?.version ?? -1) + 1 });
  }

  *#onePass(uids: readonly string[]): Activity<boolean> {
    let withheld = false;
    for (const uid of this.options.order?.(uids, 'events') ?? uids)
      withheld = (yield* reconcilePod(this, uid)) || withheld;
    return withheld;
  }

  *#twoPasses(): Activity<boolean> {
    const left = new Map<string, PlegPod | undefined>();
    const withheld = yield* workThroughEvents(this, left);
    yield* reinspectLeftPods(this, left);
    this.toReinspect = left;
    return withheld;
  }

  #dropConditionsOfGonePods(): void {
    for (const uid of this.watchConditions.keys())
      if (this.records.current(uid) === undefined) this.watchConditions.delete(uid);
  }
}
