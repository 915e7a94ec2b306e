/** A GenericPLEG with a fake runtime and a clock set by hand, as in Kubernetes' own tests. */
import type { RuntimeContainerState } from '../../../src/kubelet/containerState.ts';
import { Channel } from '../../../src/model/channel.ts';
import { GenericPleg, type GenericPlegOptions } from '../../../src/model/genericPleg.ts';
import { fromSeconds, type Nanoseconds } from '../../../src/model/nanoseconds.ts';
import type { Observation, PlegEvent } from '../../../src/model/observation.ts';
import { PodCache } from '../../../src/model/podCache.ts';
import { failed, type PlegPod, type PodStatus, succeeded } from '../../../src/model/plegPod.ts';
import { HandClock, runWithoutWaiting } from '../../../scripts/conformance/handClock.ts';
import { profile } from './kubelets.ts';

export type States = Readonly<Record<string, RuntimeContainerState>>;

/** A listed pod from its containers' and sandboxes' states. */
export function listed(uid: string, containers: States = {}, sandboxes: States = {}): PlegPod {
  const all = (states: States): { id: string; state: RuntimeContainerState }[] =>
    Object.entries(states).map(([id, state]) => ({ id, state }));
  return { uid, name: uid, namespace: 'ns', containers: all(containers), sandboxes: all(sandboxes) };
}

export class PlegBench {
  readonly clock = new HandClock(fromSeconds(1000));
  readonly events: Channel<PlegEvent>;
  readonly cache = new PodCache();
  readonly pleg: GenericPleg;
  readonly observed: Observation[] = [];
  pods: readonly PlegPod[] = [];
  /** Errors of inspections, by pod; others get their status from `statuses` or an empty one. */
  readonly errors = new Map<string, string>();
  readonly statuses = new Map<string, Partial<PodStatus>>();
  listError: string | undefined;
  inspections: string[] = [];

  constructor(version: string, options: Partial<GenericPlegOptions> & { capacity?: number } = {}) {
    this.events = new Channel<PlegEvent>(options.capacity ?? 1000);
    const bench = this;
    this.pleg = new GenericPleg({
      profile: profile(version),
      clock: this.clock,
      cache: this.cache,
      events: this.events,
      observe: (observation) => bench.observed.push(observation),
      runtime: {
        // eslint-disable-next-line require-yield
        *getPods() {
          return bench.listError === undefined ? succeeded(bench.pods) : failed(bench.listError);
        },
        // eslint-disable-next-line require-yield
        *getPod(uid) {
          return succeeded(bench.pods.find((pod) => pod.uid === uid) ?? listed(uid));
        },
        // eslint-disable-next-line require-yield
        *getPodStatus(pod) {
          bench.inspections.push(pod.uid);
          const error = bench.errors.get(pod.uid);
          if (error !== undefined) return failed(error);
          return succeeded({ uid: pod.uid, ips: [], containers: [], sandboxes: [], ...bench.statuses.get(pod.uid) });
        },
      },
      ...options,
    });
  }

  /** One relist of these pods; gives the events that came out, sorted, as `pod type data`. */
  relist(...pods: readonly PlegPod[]): string[] {
    this.pods = pods;
    runWithoutWaiting(this.pleg.relist());
    return this.drain();
  }

  /** One more relist of the very same listing (an idle runtime). */
  relistAgain(): string[] {
    runWithoutWaiting(this.pleg.relist());
    return this.drain();
  }

  relistPod(uid: string): string[] {
    runWithoutWaiting(this.pleg.relistPod(uid));
    return this.drain();
  }

  drain(): string[] {
    const events: string[] = [];
    for (let event = this.events.tryReceive(); event !== undefined; event = this.events.tryReceive()) {
      events.push([event.podUid, event.type, event.data].filter((part) => part !== undefined).join(' '));
    }
    return events.sort();
  }

  pass(seconds: number): void {
    this.clock.advance(fromSeconds(seconds));
  }

  get now(): Nanoseconds {
    return this.clock.now();
  }
}
