/** The pod cache between PLEG and pod workers: status, error and time per pod, and the time to which all pods are known. pkg/kubelet/container/cache.go. */
import type { Nanoseconds } from './nanoseconds.ts';
import type { PodStatus } from './plegPod.ts';

export interface CachedPod {
  /** Missing when the inspection failed. */
  readonly status?: PodStatus;
  readonly error?: string;
  readonly modified: Nanoseconds;
}

/** What was written, for whoever watches (tests, vectors). */
export type CacheOperation =
  | { readonly kind: 'set'; readonly uid: string; readonly pod: CachedPod; readonly updated: boolean }
  | { readonly kind: 'delete'; readonly uid: string }
  | { readonly kind: 'observed'; readonly uid: string; readonly at: Nanoseconds }
  | { readonly kind: 'time'; readonly at: Nanoseconds };

export interface PodCacheOptions {
  /** With the gate EventedPLEG an older status never replaces a newer one. */
  readonly keepsNewer?: boolean;
  readonly watch?: (operation: CacheOperation) => void;
}

export class PodCache {
  readonly #pods = new Map<string, CachedPod>();
  readonly #observed = new Map<string, Nanoseconds>();
  readonly #options: PodCacheOptions;
  #time: Nanoseconds | undefined;

  constructor(options: PodCacheOptions = {}) {
    this.#options = options;
  }

  /** The entry of a pod; a pod that is not in the cache has an empty status (`undefined` here). */
  get(uid: string): CachedPod | undefined {
    return this.#pods.get(uid);
  }

  /** Writes a status or an error; false if a newer one was kept. */
  set(uid: string, pod: CachedPod): boolean {
    const cached = this.#pods.get(uid);
    const updated = !(this.#options.keepsNewer === true && cached !== undefined && cached.modified > pod.modified);
    if (updated) this.#pods.set(uid, pod);
    this.#options.watch?.({ kind: 'set', uid, pod, updated });
    return updated;
  }

  delete(uid: string): void {
    this.#pods.delete(uid);
    this.#observed.delete(uid);
    this.#options.watch?.({ kind: 'delete', uid });
  }

  /** The pod is known to be unchanged up to this time, although no global relist has ended (1.36). */
  setObservedTime(uid: string, at: Nanoseconds): void {
    this.#observed.set(uid, at);
    this.#options.watch?.({ kind: 'observed', uid, at });
  }

  /** All pods are known up to this time. */
  updateTime(at: Nanoseconds): void {
    this.#time = at;
    this.#options.watch?.({ kind: 'time', at });
  }

  /** The global time; `undefined` before the first relist. */
  get time(): Nanoseconds | undefined {
    return this.#time;
  }

  /**
   * The entry a pod worker may use if it waits for something newer than `than`; `undefined` while it has to wait (`GetNewerThan`).
   * A pod without an entry counts as known once the global time has passed.
   */
  newerThan(uid: string, than: Nanoseconds): { readonly pod: CachedPod | undefined } | undefined {
    const pod = this.#pods.get(uid);
    const globalIsNewer = this.#time !== undefined && this.#time > than;
    if (pod === undefined) return globalIsNewer ? { pod: undefined } : undefined;
    const observed = this.#observed.get(uid);
    if (pod.modified > than || globalIsNewer || (observed !== undefined && observed > than)) return { pod };
    return undefined;
  }

  entries(): IterableIterator<[string, CachedPod]> {
    return this.#pods.entries();
  }
}
