/**
 * The stream of container events: it is opened again and again; each failure forces a relist at once, and after five in the whole time of the process the
 * generic PLEG takes over with its own period and threshold. pkg/kubelet/pleg/evented.go, `watchEventsChannel`, 1.26–1.36.
 */
import { EVENTED_CACHE_UPDATE_PERIOD, EVENTED_MAX_STREAM_RETRIES } from '../kubelet/constants.ts';
import type { Channel } from './channel.ts';
import type { EventedPleg } from './eventedPleg.ts';
import type { RuntimeStreamEvent } from './inputs.ts';
import { fromDuration, type Nanoseconds, plus } from './nanoseconds.ts';
import type { Observer } from './observation.ts';
import type { PodCache } from './podCache.ts';
import type { RuntimeBehaviour } from './runtimeBehaviour.ts';
import type { RuntimeWorld } from './runtimeWorld.ts';
import { type Activity, type Scheduler, waitForSignal, waitUntil } from './scheduler.ts';

/** What the watcher does to the generic PLEG, and how a stream ends. */
interface StreamWatch {
  /** Opens the stream and gives its end: `undefined` for a regular one, else the error. */
  open(): Activity<string | undefined>;
  forceRelist(): Activity;
  /** Stops Evented PLEG and starts the generic one anew with 1 s / 3 min. */
  fallBack(): void;
  /** The stream ended with an error, before the relist that it forces. */
  ended?(error: string): void;
  failed?(failures: number, error: string): void;
}

/** Opens the stream until the failures (never forgotten by a success) reach the limit, then falls back. */
export function* watchStream(watch: StreamWatch, maxFailures: number = EVENTED_MAX_STREAM_RETRIES): Activity {
  let failures = 0;
  while (failures < maxFailures) {
    const error = yield* watch.open();
    if (error === undefined) continue;
    failures += 1;
    watch.ended?.(error);
    yield* watch.forceRelist();
    watch.failed?.(failures, error);
  }
  watch.fallBack();
}

export interface StreamOptions {
  readonly scheduler: Scheduler;
  readonly behaviour: RuntimeBehaviour;
  readonly world: RuntimeWorld;
  readonly cache: PodCache;
  readonly pleg: EventedPleg;
  readonly stream: readonly RuntimeStreamEvent[];
  /** Events that come while the kubelet runs. */
  readonly live: Channel<RuntimeStreamEvent>;
  readonly forceRelist: () => Activity;
  readonly fallBack: () => void;
  readonly inUse: () => boolean;
  readonly observe: Observer;
}

/** Starts Evented PLEG's activities in a whole kubelet: the stream, and the cache's global time every 5 s. */
export function streamEvents(options: StreamOptions): void {
  const { scheduler, cache, observe, inUse } = options;
  const events = [...options.stream].sort((a, b) => a.at - b.at);
  scheduler.spawn(
    watchStream({
      open: () => openStream(options, events),
      forceRelist: options.forceRelist,
      fallBack: () => {
        observe({ kind: 'evented-fallback', at: scheduler.now() });
        options.fallBack();
      },
      ended: (error) => observe({ kind: 'evented-stream-ended', at: scheduler.now(), error }),
      failed: (failures, error) => observe({ kind: 'evented-stream-failed', at: scheduler.now(), failures, error }),
    }),
  );
  scheduler.spawn(updateCacheTime(scheduler, cache, inUse));
}

/** Events that come while no stream is open are lost; the forced relist finds what they said. */
function* openStream(options: StreamOptions, events: readonly RuntimeStreamEvent[]): Activity<string | undefined> {
  const { scheduler, behaviour, world, pleg, observe } = options;
  const began = scheduler.now();
  observe({ kind: 'evented-stream-started', at: began });
  const answer = behaviour.call({ method: 'StreamEvents', at: began, caller: 'evented' });
  const end = plus(began, answer.after);
  for (const event of events) {
    if (event.at < began) continue;
    if (event.at >= end) break;
    yield waitUntil(event.at);
    pleg.take({ ...event, createdAt: event.at, status: world.status(event.podUid, event.at) });
  }
  // A stream that ends at the very moment it begins would be opened for ever: time has to pass between regular ends.
  const stays = answer.error === undefined && answer.after <= 0;
  const close = stays ? (Number.POSITIVE_INFINITY as Nanoseconds) : end;
  const { live } = options;
  while (scheduler.now() < close) {
    yield waitForSignal([live.filled], close);
    for (let event = live.tryReceive(); event !== undefined; event = live.tryReceive()) {
      if (event.at >= began)
        pleg.take({ ...event, createdAt: event.at, status: world.status(event.podUid, scheduler.now()) });
    }
  }
  return answer.error;
}

function* updateCacheTime(scheduler: Scheduler, cache: PodCache, inUse: () => boolean): Activity {
  while (inUse()) {
    cache.updateTime(scheduler.now());
    yield waitUntil(plus(scheduler.now(), fromDuration(EVENTED_CACHE_UPDATE_PERIOD)));
  }
}
