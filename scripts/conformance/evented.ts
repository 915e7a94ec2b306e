/** Sets `evented` and `fallback`: Evented PLEG's messages one by one, and what its stream watcher does to the generic PLEG. */
import { RELIST_PERIOD, RELIST_THRESHOLD } from '../../src/kubelet/constants.ts';
import { isAtLeast } from '../../src/kubelet/version.ts';
import { Channel } from '../../src/model/channel.ts';
import { EventedPleg, FAR_FUTURE } from '../../src/model/eventedPleg.ts';
import { watchStream } from '../../src/model/eventedStream.ts';
import { fromDuration, type Nanoseconds } from '../../src/model/nanoseconds.ts';
import type { EventedKind, PlegEvent } from '../../src/model/observation.ts';
import { PodCache } from '../../src/model/podCache.ts';
import type { Activity } from '../../src/model/scheduler.ts';
import { HandClock } from './handClock.ts';
import { eventTriple } from './generateEvents.ts';
import { cacheView, type GivenStatus, operationTuple, podStatus } from './relist.ts';
import { difference, type Judge } from './vectors.ts';

interface GivenEvent {
  readonly nil?: 'sandbox' | 'metadata';
  readonly pod?: string;
  readonly type: number;
  readonly cid: string;
  readonly at: number;
  readonly sb?: readonly [string, number];
  readonly c?: GivenStatus['c'];
  readonly ips?: readonly string[];
  readonly err?: string;
  readonly drain?: number;
}

interface EventedVector {
  readonly cap: number;
  readonly evented_gate: boolean;
  readonly events: readonly GivenEvent[];
  readonly out: readonly Readonly<Record<string, unknown>>[];
}

const KINDS: readonly EventedKind[] = ['created', 'started', 'stopped', 'deleted'];

export const judgeEvented: Judge = (vector, profile) => {
  const given = vector as EventedVector;
  const channel = new Channel<PlegEvent>(given.cap);
  let operations: unknown[] = [];
  let sent: PlegEvent[] = [];
  const cache = new PodCache({
    keepsNewer: given.evented_gate,
    watch: (operation) => operations.push(timeless(operationTuple(operation))),
  });
  const pleg = new EventedPleg({
    profile,
    clock: new HandClock(),
    cache,
    events: channel,
    observe: (observation) => {
      if (observation.kind === 'event-sent') sent.push(observation.event);
    },
  });
  for (const [index, { log: _log, ...expected }] of given.out.entries()) {
    const event = given.events[index];
    if (event === undefined) return `event ${index}: more outputs than events`;
    operations = [];
    sent = [];
    const before = pleg.discarded;
    take(pleg, event, !isAtLeast(profile.version, { major: 1, minor: 36 }));
    const health = pleg.healthReason();
    const drain = event.drain ?? 0;
    for (let taken = 0; drain < 0 || taken < drain; taken += 1) if (channel.tryReceive() === undefined) break;
    const wrong = difference(expected, {
      ev: sent.map(eventTriple),
      disc: pleg.discarded - before,
      ops: operations,
      cache: Object.fromEntries([...cache.entries()].map(([uid, pod]) => [uid, withFarFuture(cacheView(pod))])),
      len: channel.length,
      healthy: health === undefined ? [true, null] : [false, health.text.slice(health.text.indexOf(': ') + 2)],
      running_pods: pleg.runningPods,
      running_containers: Object.fromEntries(pleg.runningContainers),
    });
    if (wrong !== undefined) return `event ${index}${wrong}`;
  }
  return undefined;
};

function take(pleg: EventedPleg, event: GivenEvent, canFail: boolean): void {
  if (event.nil !== undefined) {
    pleg.ignore(event.nil);
    return;
  }
  const podUid = event.pod ?? '';
  const status = podStatus(podUid, {
    ...(event.c === undefined ? {} : { c: event.c }),
    ips: event.ips ?? [],
    s: event.sb === undefined ? [] : [event.sb],
  });
  pleg.take({
    event: KINDS[event.type] ?? 'created',
    podUid,
    id: event.cid,
    createdAt: event.at as Nanoseconds,
    status,
    ...(event.err === undefined || !canFail ? {} : { error: event.err }),
  });
}

function timeless(operation: readonly unknown[]): readonly unknown[] {
  return operation.map((part) => (isFar(part) ? 'far-future' : part));
}

function withFarFuture(view: Record<string, unknown>): Record<string, unknown> {
  return isFar(view['m']) ? { ...view, m: 'far-future' } : view;
}

function isFar(time: unknown): boolean {
  return typeof time === 'number' && time >= FAR_FUTURE;
}

interface FallbackVector {
  readonly stream: readonly ('err' | 'eof')[];
  readonly max_stream_retries: number;
  readonly calls: readonly (readonly unknown[])[];
  readonly fallback_period: number;
  readonly fallback_threshold: number;
  readonly evented_in_use_after: boolean;
}

export const judgeFallback: Judge = (vector, profile) => {
  const given = vector as FallbackVector;
  const calls: unknown[][] = [];
  let fellBack = false;
  let opened = 0;
  const watch = watchStream(
    {
      *open() {
        const end = given.stream[opened];
        // The recorded runtime has nothing more to say: the stream stays open, and the run is over.
        if (end === undefined) yield { until: Number.POSITIVE_INFINITY as Nanoseconds };
        opened += 1;
        calls.push(['GetContainerEvents', end]);
        return end === 'err' ? 'rpc error: code = Unavailable desc = error reading from server: EOF' : undefined;
      },
      // eslint-disable-next-line require-yield
      *forceRelist(): Activity {
        calls.push(['generic.Relist']);
      },
      fallBack: () => {
        fellBack = true;
        calls.push(
          ['generic.Stop'],
          ['generic.Update', fromDuration(RELIST_PERIOD), fromDuration(RELIST_THRESHOLD)],
          ['generic.Start'],
        );
      },
    },
    given.max_stream_retries,
  );
  watch.next();
  return difference(
    {
      calls: given.calls,
      inUse: given.evented_in_use_after,
      period: given.fallback_period,
      threshold: given.fallback_threshold,
    },
    {
      calls,
      inUse: profile.eventedPleg && !fellBack,
      period: fromDuration(RELIST_PERIOD),
      threshold: fromDuration(RELIST_THRESHOLD),
    },
  );
};
