/**
 * The runtime state: what the sync loop asks before every turn, and the node's Ready condition too. pkg/kubelet/runtime.go, 1.8–1.36.
 * It gives reasons as values; `formatSkipReasons` of the leaf room writes them in the words of a version.
 */
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../kubelet/constants.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import { formatSkipReason, type SkipReason } from '../kubelet/skipReason.ts';
import type { PlegHealth } from './genericPleg.ts';
import { fromDuration, type Nanoseconds, plus, toDuration } from './nanoseconds.ts';
import type { Clock } from './scheduler.ts';

/** A health check: `undefined` is healthy, else the reason. */
export type HealthCheck = () => SkipReason | undefined;

export interface RuntimeStateOptions {
  readonly profile: KubeletProfile;
  readonly clock: Clock;
  readonly threshold?: Nanoseconds;
}

/** What is known about the runtime at a moment. */
export class RuntimeState {
  readonly #profile: KubeletProfile;
  readonly #clock: Clock;
  readonly #threshold: Nanoseconds;
  readonly #checks: HealthCheck[] = [];
  #lastSync: Nanoseconds | undefined;
  /** Error of the kubelet's initialisation (to 1.9): while it is there, it comes first. */
  initError: SkipReason | undefined;
  /** Internal error (to 1.12). */
  internalError: SkipReason | undefined;
  /** RuntimeReady=false (from 1.16). */
  runtimeError: SkipReason | undefined;
  /** Only for the Ready condition; `network state unknown` until the first Status answers. */
  networkError: SkipReason | undefined = { kind: 'network', text: 'network state unknown' };
  /** Only for the Ready condition (from 1.15). */
  storageError: SkipReason | undefined;
  /** Only for the Ready condition (from 1.20). */
  shutdownError: SkipReason | undefined;

  constructor(options: RuntimeStateOptions) {
    this.#profile = options.profile;
    this.#clock = options.clock;
    this.#threshold = options.threshold ?? fromDuration(BASE_RUNTIME_SYNC_THRESHOLD);
  }

  /** Checks are asked in the order in which they were added: PLEG, then EventedPLEG. */
  addHealthCheck(check: HealthCheck): void {
    this.#checks.push(check);
  }

  get lastSync(): Nanoseconds | undefined {
    return this.#lastSync;
  }

  /** The runtime answered Status and is ready. */
  setRuntimeSync(at: Nanoseconds): void {
    this.#lastSync = at;
  }

  /** The reasons to skip, in the order in which this version lists them; none means healthy. */
  runtimeErrors(): SkipReason[] {
    const reasons: SkipReason[] = [];
    const profile = this.#profile;
    if (profile.initError && this.initError !== undefined) reasons.push(this.initError);
    const sync = this.#syncReason();
    if (sync !== undefined) reasons.push(sync);
    if (profile.internalError && this.internalError !== undefined) reasons.push(this.internalError);
    for (const check of this.#checks) {
      const reason = check();
      if (reason !== undefined) reasons.push(reason);
    }
    if (profile.runtimeNotReady !== 'none' && this.runtimeError !== undefined) reasons.push(this.runtimeError);
    return profile.reasonList === 'comma' || profile.reasonList === 'dots' ? distinct(reasons, profile) : reasons;
  }

  networkErrors(): SkipReason[] {
    return this.networkError === undefined ? [] : [this.networkError];
  }

  storageErrors(): SkipReason[] {
    return this.#profile.storageErrors && this.storageError !== undefined ? [this.storageError] : [];
  }

  /** All that keeps the node from being Ready: the reasons to skip, then network, storage and shutdown (nodestatus/setters.go, `ReadyCondition`). */
  readyErrors(): SkipReason[] {
    const shutdown = this.#profile.shutdownErrors && this.shutdownError !== undefined ? [this.shutdownError] : [];
    return [...this.runtimeErrors(), ...this.networkErrors(), ...this.storageErrors(), ...shutdown];
  }

  /** Down unless the last sync plus the threshold is after now: exactly the threshold counts as down. */
  #syncReason(): SkipReason | undefined {
    if (this.#lastSync === undefined) {
      return this.#profile.beforeFirstStatus === 'runtime-down'
        ? { kind: 'runtime-down', text: 'container runtime is down' }
        : { kind: 'runtime-status-unknown', text: 'container runtime status check may not have completed yet' };
    }
    return plus(this.#lastSync, this.#threshold) > this.#clock.now()
      ? undefined
      : { kind: 'runtime-down', text: 'container runtime is down' };
  }
}

/** The reason of an unhealthy PLEG. */
export function plegReason(health: Exclude<PlegHealth, { ok: true }>): SkipReason {
  if (health.never)
    return { kind: 'pleg-never', text: 'PLEG is not healthy: pleg has yet to be successful', healthCheck: 'PLEG' };
  return {
    kind: 'pleg-stale',
    text: 'PLEG is not healthy',
    elapsed: toDuration(health.elapsed),
    threshold: toDuration(health.threshold),
    healthCheck: 'PLEG',
  };
}

function distinct(reasons: readonly SkipReason[], profile: KubeletProfile): SkipReason[] {
  if (reasons.length < 2) return [...reasons];
  const seen = new Set<string>();
  return reasons.filter((reason) => {
    const text = formatSkipReason(reason, profile);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
