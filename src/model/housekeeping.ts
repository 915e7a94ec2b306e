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
  /** When the runtime cache was last filled (up to 1.26). */
  #cached: Nanoseconds | undefined;

  constructor(profile: KubeletProfile, clock: Clock, client: RuntimeClient) {
    this.#profile = profile;
    this.#clock = clock;
    this.#client = client;
  }

  /** One run; gives the error of the listing that ended it. */
  *run(): Activity<string | undefined> {
    if (this.#profile.housekeepingListings === 'cached-then-fresh') {
      const began = this.#clock.now();
      if (this.#cached === undefined || minus(began, this.#cached) > fromDuration(RUNTIME_CACHE_PERIOD)) {
        const cached = yield* this.#client.list('housekeeping');
        if (!cached.ok) return cached.error;
        this.#cached = began;
      }
    }
    const listed = yield* this.#client.list('housekeeping');
    return listed.ok ? undefined : listed.error;
  }
}
