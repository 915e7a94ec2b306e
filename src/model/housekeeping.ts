/** Housekeeping inside the loop, as far as it takes time: its listings of the running pods. pkg/kubelet/kubelet_pods.go, `HandlePodCleanups`, 1.8–1.36. */
import { RUNTIME_CACHE_PERIOD } from '../kubelet/constants.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import { fromDuration, minus, type Nanoseconds } from './nanoseconds.ts';
import type { RuntimeClient } from './runtimeClient.ts';
import type { Activity, Clock } from './scheduler.ts';

export class Housekeeping {
  readonly #profile: KubeletProfile;
  readonly #clock: Clock;
  readonly #client: RuntimeClient;
  /** When the listing in the runtime cache began (container/runtime_cache.go). */
  #cached: Nanoseconds | undefined;

  constructor(profile: KubeletProfile, clock: Clock, client: RuntimeClient) {
    this.#profile = profile;
    this.#clock = clock;
    this.#client = client;
  }

  /** One run; gives the error of the listing that ended it. */
  *run(): Activity<string | undefined> {
    if (this.#profile.housekeepingListings === 'cached-then-fresh') {
      const error = yield* this.#getPods();
      if (error !== undefined) return error;
      const listed = yield* this.#client.list('housekeeping', () => undefined);
      return listed.ok ? undefined : listed.error;
    }
    return (yield* this.#update()) ?? (yield* this.#getPods());
  }

  /** `runtimeCache.GetPods`: lists if the cache is older than 2 s. */
  *#getPods(): Activity<string | undefined> {
    if (this.#cached !== undefined && minus(this.#clock.now(), this.#cached) <= fromDuration(RUNTIME_CACHE_PERIOD))
      return undefined;
    return yield* this.#update();
  }

  /** `updateCache`: the time stamp is taken before the listing. */
  *#update(): Activity<string | undefined> {
    const began = this.#clock.now();
    const listed = yield* this.#client.list('housekeeping', () => undefined);
    if (!listed.ok) return listed.error;
    this.#cached = began;
    return undefined;
  }
}
