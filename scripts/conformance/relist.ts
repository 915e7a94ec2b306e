/** Set `relist`: sequences of relists on a fake runtime and a clock set by hand. */
import type { RuntimeContainerState } from '../../src/kubelet/containerState.ts';
import { formatSkipReason, type SkipReason } from '../../src/kubelet/skipReason.ts';
import type { KubeletProfile } from '../../src/kubelet/profile.ts';
import { Channel } from '../../src/model/channel.ts';
import { GenericPleg, type PlegRuntime } from '../../src/model/genericPleg.ts';
import type { Nanoseconds } from '../../src/model/nanoseconds.ts';
import type { PlegEvent } from '../../src/model/observation.ts';
import { type CacheOperation, PodCache } from '../../src/model/podCache.ts';
import {
  failed,
  KubeletPanic,
  type ListedContainer,
  type PlegPod,
  type PodStatus,
  succeeded,
} from '../../src/model/plegPod.ts';
import { plegReason } from '../../src/model/runtimeState.ts';
import { HandClock, runWithoutWaiting } from './handClock.ts';
import { eventTriple } from './generateEvents.ts';
import { difference, type Judge } from './vectors.ts';

type ListedTuple = readonly [id: string, state: RuntimeContainerState, type?: string];

interface GivenPod {
  readonly id: string;
  readonly c?: readonly ListedTuple[];
  readonly s?: readonly ListedTuple[];
  readonly ts?: number;
}

export interface GivenStatus {
  readonly err?: string;
  readonly dur?: number;
  readonly ips?: readonly string[];
  readonly c?: readonly (readonly [string, RuntimeContainerState, number])[];
  readonly s?: readonly (readonly [string, number])[];
  readonly ts?: number;
}

interface Step {
  readonly dt?: number;
  readonly op: 'relist' | 'none' | 'relistPod' | 'reinspect' | 'watch';
  readonly gpDur?: number;
  readonly gpErr?: string;
  readonly pods?: readonly GivenPod[];
  readonly pod?: GivenPod;
  readonly st?: Readonly<Record<string, GivenStatus>>;
  readonly u?: string;
  readonly k?: string;
  readonly cond?: readonly string[];
  readonly drain?: number;
  readonly probe?: readonly number[];
}

interface RelistVector {
  readonly id: string;
  readonly cap: number;
  readonly threshold: number;
  readonly evented_gate: boolean;
  readonly evented_in_use: boolean;
  readonly steps: readonly Step[];
  readonly out: readonly Readonly<Record<string, unknown>>[];
}

export const judgeRelist: Judge = (vector, profile) => {
  const given = vector as RelistVector;
  const bench = new Bench(given, profile);
  for (const [index, expected] of given.out.entries()) {
    const step = given.steps[index];
    if (step === undefined) return `step ${index}: more outputs than steps`;
    const actual = bench.take(step, expected);
    const { log: _log, h, ...rest } = expected;
    const wrong = difference({ ...rest, h }, actual);
    if (wrong !== undefined) return `step ${index}${wrong}`;
    if (expected['panic'] !== undefined) return undefined;
  }
  return undefined;
};

/** A model PLEG with its fakes, driven step by step. */
class Bench {
  readonly #profile: KubeletProfile;
  readonly #clock = new HandClock();
  readonly #channel: Channel<PlegEvent>;
  readonly #cache: PodCache;
  readonly #pleg: GenericPleg;
  #step: Step = { op: 'none' };
  #inspected: string[] = [];
  #operations: unknown[] = [];
  #sent: PlegEvent[] = [];
  #order: { readonly first: readonly string[]; readonly last: readonly string[] } = { first: [], last: [] };

  constructor(given: RelistVector, profile: KubeletProfile) {
    this.#profile = profile;
    this.#channel = new Channel(given.cap);
    const gated = given.evented_gate && profile.eventedPleg;
    this.#cache = new PodCache({
      keepsNewer: gated,
      watch: (operation) => this.#operations.push(operationTuple(operation)),
    });
    this.#pleg = new GenericPleg({
      profile,
      clock: this.#clock,
      runtime: this.#runtime(),
      cache: this.#cache,
      events: this.#channel,
      threshold: (profile.eventedPleg ? given.threshold : 180_000_000_000) as Nanoseconds,
      eventedGate: gated,
      eventedInUse: () => given.evented_in_use && profile.eventedPleg,
      order: (uids, pass) => inOrder(uids, pass === 'events' ? this.#order.first : this.#order.last),
      observe: (observation) => {
        if (observation.kind === 'event-sent') this.#sent.push(observation.event);
      },
    });
  }

  /** Makes one step and gives everything that the vectors record about it. */
  take(step: Step, expected: Readonly<Record<string, unknown>>): Record<string, unknown> {
    this.#step = step;
    this.#inspected = [];
    this.#operations = [];
    this.#sent = [];
    this.#order = orderOf(expected['ops'], expected['insp']);
    const discardedBefore = this.#pleg.discarded;
    this.#clock.advance((step.dt ?? 0) as Nanoseconds);
    let skipped = false;
    let panic: string | undefined;
    try {
      skipped = !this.#operate(step);
    } catch (problem) {
      if (!(problem instanceof KubeletPanic)) throw problem;
      panic = problem.message;
    }
    const out: Record<string, unknown> = {
      ev: this.#sent.map(eventTriple),
      disc: this.#pleg.discarded - discardedBefore,
      insp: this.#inspected,
      ops: this.#operations,
      cache: Object.fromEntries([...this.#cache.entries()].map(([uid, pod]) => [uid, cacheView(pod)])),
      gt: this.#cache.time ?? null,
      rt: this.#pleg.relistTime ?? null,
      ri: [...this.#pleg.toReinspect.keys()].sort(),
      rec: Object.fromEntries(
        [...this.#pleg.records.contents()].map(([uid, old, current]) => [
          uid,
          `${old ? 'o' : ''}${current ? 'c' : ''}`,
        ]),
      ),
      now: this.#clock.now(),
    };
    if (this.#pleg.watchConditions.size > 0 || expected['wc'] !== undefined) {
      out['wc'] = Object.fromEntries(
        [...this.#pleg.watchConditions].map(([uid, conditions]) => [uid, [...conditions.keys()].sort()]),
      );
    }
    if (skipped) out['skipped'] = true;
    const drain = step.drain ?? 0;
    for (let taken = 0; drain < 0 || taken < drain; taken += 1) if (this.#channel.tryReceive() === undefined) break;
    out['len'] = this.#channel.length;
    out['h'] = (step.probe ?? []).map((offset) => this.#probe(offset as Nanoseconds));
    if (panic !== undefined) out['panic'] = panic;
    return out;
  }

  #operate(step: Step): boolean {
    const uid = step.u ?? '';
    switch (step.op) {
      case 'none':
        return true;
      case 'relist':
        runWithoutWaiting(this.#pleg.relist());
        return true;
      case 'relistPod':
        if (this.#profile.onDemandRelist) runWithoutWaiting(this.#pleg.relistPod(uid));
        return this.#profile.onDemandRelist;
      case 'reinspect':
        if (this.#profile.podSyncEvents) this.#pleg.requestReinspect(uid);
        return this.#profile.podSyncEvents;
      case 'watch':
        if (this.#profile.watchConditions) this.#pleg.setWatchCondition(uid, step.k ?? '', condition(step.cond ?? []));
        return this.#profile.watchConditions;
    }
  }

  #probe(offset: Nanoseconds): [boolean, string | null] {
    const before = this.#clock.now();
    this.#clock.advance(offset);
    const health = this.#pleg.healthy();
    this.#clock.set(before);
    return health.ok ? [true, null] : [false, withoutCheckName(plegReason(health), this.#profile)];
  }

  #runtime(): PlegRuntime {
    const bench = this;
    return {
      // eslint-disable-next-line require-yield
      *getPods() {
        bench.#clock.advance((bench.#step.gpDur ?? 0) as Nanoseconds);
        return bench.#step.gpErr === undefined
          ? succeeded((bench.#step.pods ?? []).map(listedPod))
          : failed(bench.#step.gpErr);
      },
      // eslint-disable-next-line require-yield
      *getPod(uid) {
        bench.#clock.advance((bench.#step.gpDur ?? 0) as Nanoseconds);
        if (bench.#step.gpErr !== undefined) return failed(bench.#step.gpErr);
        return succeeded(listedPod(bench.#step.pod ?? { id: uid }));
      },
      // eslint-disable-next-line require-yield
      *getPodStatus(pod) {
        bench.#inspected.push(pod.uid);
        const status = bench.#step.st?.[pod.uid];
        bench.#clock.advance((status?.dur ?? 0) as Nanoseconds);
        return status?.err === undefined ? succeeded(podStatus(pod.uid, status)) : failed(status.err);
      },
    };
  }
}

/** Vectors hold the health check's own error, without the runtime state's `PLEG is not healthy: `. */
function withoutCheckName(reason: SkipReason, profile: KubeletProfile): string {
  const text = formatSkipReason(reason, profile);
  return text.slice(text.indexOf(': ') + 2);
}

function condition(words: readonly string[]): (status: PodStatus | undefined) => boolean {
  const [kind, id] = words;
  if (kind === 'true' || kind === 'false') return () => kind === 'true';
  return (status) => status?.containers.some((container) => container.id === id && container.state === kind) ?? false;
}

function listedPod(pod: GivenPod): PlegPod {
  return {
    uid: pod.id,
    name: `pod-${pod.id}`,
    namespace: `ns-${pod.id}`,
    containers: (pod.c ?? []).map(listed),
    sandboxes: (pod.s ?? []).map(listed),
    ...(pod.ts === undefined ? {} : { timestamp: pod.ts as Nanoseconds }),
  };
}

function listed([id, state, type]: ListedTuple): ListedContainer {
  return { id, state, type: type ?? 'containerd' };
}

/** A status as the vectors give it; no entry is an empty status. */
export function podStatus(uid: string, given: GivenStatus | undefined): PodStatus {
  return {
    uid,
    ips: given?.ips ?? [],
    containers: (given?.c ?? []).map(([id, state, exitCode]) => ({ id, state, exitCode })),
    sandboxes: (given?.s ?? []).map(([id, ready]) => ({ id, ready: ready === 1 })),
    ...(given?.ts === undefined ? {} : { timestamp: given.ts as Nanoseconds }),
  };
}

/** A cache entry as the vectors write it. */
export function cacheView(pod: { status?: PodStatus; error?: string; modified: number }): Record<string, unknown> {
  return {
    m: pod.modified,
    e: pod.error ?? null,
    ips: pod.status?.ips ?? null,
    c: pod.status?.containers.length ?? 0,
    s: pod.status?.sandboxes.length ?? 0,
  };
}

/** A cache operation as the vectors write it. */
export function operationTuple(operation: CacheOperation): readonly unknown[] {
  switch (operation.kind) {
    case 'set':
      return [
        'set',
        operation.uid,
        operation.pod.modified,
        operation.updated,
        operation.pod.error ?? null,
        operation.pod.status?.ips ?? null,
      ];
    case 'delete':
      return ['del', operation.uid];
    case 'observed':
      return ['obs', operation.uid, operation.at];
    case 'time':
      return ['time', operation.at];
  }
}

/** The order of pods that the run took: by first appearance for the pass over events, by last appearance for the second pass. */
function orderOf(operations: unknown, inspected: unknown): { first: readonly string[]; last: readonly string[] } {
  const uids: string[] = [];
  for (const operation of Array.isArray(operations) ? operations : []) {
    const [kind, uid]: unknown[] = operation as unknown[];
    if ((kind === 'set' || kind === 'del') && typeof uid === 'string') uids.push(uid);
  }
  // A pod on whose inspection the kubelet panicked left no operation: it comes after those that did.
  const panicked = (Array.isArray(inspected) ? (inspected as string[]) : []).filter((uid) => !uids.includes(uid));
  uids.push(...panicked);
  return { first: [...new Set(uids)], last: [...new Set(uids.toReversed())].toReversed() };
}

function inOrder(uids: readonly string[], order: readonly string[]): readonly string[] {
  const place = (uid: string): number => {
    const at = order.indexOf(uid);
    return at < 0 ? order.length : at;
  };
  return [...uids].sort((a, b) => place(a) - place(b));
}
