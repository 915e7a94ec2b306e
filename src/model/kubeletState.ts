/** The inner state of the running model, as read-only values: what the panel "State at this moment" and tests look at. Nothing here can change the run. */
import type { SkipReason } from '../kubelet/skipReason.ts';
import type { Nanoseconds } from './nanoseconds.ts';
import type { LoopWork } from './observation.ts';
import type { PlegPod } from './plegPod.ts';
import type { CachedPod } from './podCache.ts';
import type { RunningCall } from './runtimeClient.ts';

/** What the sync loop is doing. */
export type LoopActivity =
  | { readonly kind: 'not-started' }
  | {
      readonly kind: 'skipping';
      readonly since: Nanoseconds;
      readonly until: Nanoseconds;
      readonly sleep: Nanoseconds;
      readonly skips: number;
    }
  /** The check was good; the loop waits for work. */
  | { readonly kind: 'waiting'; readonly since: Nanoseconds }
  | { readonly kind: 'working'; readonly since: Nanoseconds; readonly work: LoopWork }
  | { readonly kind: 'ended'; readonly since: Nanoseconds };

/** The relist that is under way; `inspects`: the pod that it looks at. */
export interface RelistActivity {
  readonly scope: 'all' | 'pod';
  readonly start: Nanoseconds;
  readonly inspects?: { readonly podUid: string; readonly since: Nanoseconds };
}

/** PLEG's record of a pod: the listing whose changes were reported, and the newest one. From a working relist to the next both are the same. */
interface PodRecordState {
  readonly uid: string;
  readonly old: PlegPod | undefined;
  readonly current: PlegPod | undefined;
}

export interface KubeletState {
  readonly records: readonly PodRecordState[];
  readonly channelCapacity: number;
  /** Time up to which the cache knows all pods; `undefined` before the first relist ended. */
  readonly cacheTime: Nanoseconds | undefined;
  readonly cache: readonly (readonly [uid: string, pod: CachedPod])[];
  readonly reinspect: readonly string[];
  readonly relist: RelistActivity | undefined;
  /** Start of the last listed relist. */
  readonly lastListed: Nanoseconds | undefined;
  readonly loop: LoopActivity;
  /** The reasons that a check at this moment would give. */
  readonly reasons: readonly SkipReason[];
  readonly lastRuntimeSync: Nanoseconds | undefined;
  /** Runtime calls without an answer yet. */
  readonly calls: readonly RunningCall[];
}
