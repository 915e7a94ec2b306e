/**
 * EventedPLEG: turns events of the runtime's stream into lifecycle events and cache entries. pkg/kubelet/pleg/evented.go, 1.26–1.36.
 * The stream itself, with its failures and the fallback, is in `eventedStream.ts`.
 */
import type { KubeletProfile } from '../kubelet/profile.ts';
import type { SkipReason } from '../kubelet/skipReason.ts';
import type { Channel } from './channel.ts';
import type { Nanoseconds } from './nanoseconds.ts';
import type { EventedKind, Observer, PlegEvent } from './observation.ts';
import type { PodCache } from './podCache.ts';
import type { PodStatus } from './plegPod.ts';
import { withPreservedIps } from './preservedIps.ts';
import type { Clock } from './scheduler.ts';

/**
 * Up to 1.31 `CreatedAt` is read as seconds although it counts nanoseconds: times some 10^10 years ahead. Only their order matters, so they are kept as
 * nanoseconds behind this point (52 days), which no run of the model reaches.
 */
export const FAR_FUTURE = 2 ** 52;

/** One message of the stream; the status is what `GeneratePodStatus` makes of it. Up to 1.35 it could give an error beside the status. */
export interface StreamMessage {
  readonly event: EventedKind;
  readonly podUid: string;
  readonly id: string;
  readonly createdAt: Nanoseconds;
  readonly status: PodStatus;
  readonly error?: string;
}

export interface EventedPlegOptions {
  readonly profile: KubeletProfile;
  readonly clock: Clock;
  readonly cache: PodCache;
  readonly events: Channel<PlegEvent>;
  readonly observe?: Observer;
}

export class EventedPleg {
  readonly #options: EventedPlegOptions;
  discarded = 0;
  /** The gauges `kubelet_running_pods` and `kubelet_running_containers` by state, which this PLEG moves event by event. */
  runningPods = 0;
  readonly runningContainers = new Map<string, number>();

  constructor(options: EventedPlegOptions) {
    this.#options = options;
  }

  /** Unhealthy only while the event channel is completely full. */
  healthReason(): SkipReason | undefined {
    const { events } = this.#options;
    if (events.length < events.capacity) return undefined;
    const text = `EventedPLEG is not healthy: EventedPLEG: pleg event channel capacity is full with ${events.length} events`;
    return { kind: 'other', text, healthCheck: 'EventedPLEG' };
  }

  /** A message without a sandbox status or its metadata is ignored (1.26 could panic on it). */
  ignore(missing: 'sandbox' | 'metadata'): void {
    this.#options.observe?.({ kind: 'evented-ignored', at: this.#options.clock.now(), missing });
  }

  /** Takes one message: cache first, then the lifecycle events, if the cache took the status. */
  take(message: StreamMessage): void {
    const { cache, clock, observe, profile } = this.#options;
    const { podUid, id, event, error } = message;
    observe?.({ kind: 'evented-received', at: clock.now(), event, podUid, id });
    const status = error === undefined ? withPreservedIps(message.status, cache, profile.preservedIps) : message.status;
    this.#moveGauges(podUid, status);
    if (event === 'deleted') {
      if (status.sandboxes.some((sandbox) => sandbox.id === id)) cache.delete(podUid);
    } else {
      const modified = (
        profile.eventedTimestamps === 'as-seconds' ? FAR_FUTURE + message.createdAt : message.createdAt
      ) as Nanoseconds;
      if (!cache.set(podUid, { modified, status, ...(error === undefined ? {} : { error }) })) return;
    }
    this.#send(podUid, id, event);
  }

  #send(podUid: string, data: string, event: EventedKind): void {
    switch (event) {
      case 'created':
        return;
      case 'started':
        return this.#put({ podUid, type: 'ContainerStarted', data });
      case 'stopped':
        return this.#put({ podUid, type: 'ContainerDied', data });
      case 'deleted':
        this.#put({ podUid, type: 'ContainerDied', data });
        return this.#put({ podUid, type: 'ContainerRemoved', data });
    }
  }

  #put(event: PlegEvent): void {
    const { events, clock, observe } = this.#options;
    const isSent = events.trySend(event);
    if (!isSent) this.discarded += 1;
    observe?.({ kind: isSent ? 'event-sent' : 'event-discarded', at: clock.now(), event });
  }

  #moveGauges(podUid: string, status: PodStatus): void {
    const cached = this.#options.cache.get(podUid)?.status;
    const known = cached !== undefined && cached.sandboxes.length > 0;
    this.runningPods += Number(sandboxRuns(status)) - Number(known && sandboxRuns(cached));
    for (const [state, count] of countByState(status)) this.#move(state, count);
    if (known) for (const [state, count] of countByState(cached)) this.#move(state, -count);
  }

  #move(state: string, by: number): void {
    this.runningContainers.set(state, (this.runningContainers.get(state) ?? 0) + by);
  }
}

/** The first sandbox counts as running only if its id is also among the running containers (as the kubelet's code has it). */
function sandboxRuns(status: PodStatus): boolean {
  const id = status.sandboxes[0]?.id;
  return status.containers.some((container) => container.id === id && container.state === 'running');
}

function countByState(status: PodStatus): Map<string, number> {
  const counts = new Map<string, number>();
  for (const container of status.containers) counts.set(container.state, (counts.get(container.state) ?? 0) + 1);
  return counts;
}
