/** Set `syncloop-backoff`: the loop alone (`schedule`) and the loop with GenericPLEG (`e2e`) in virtual time. */
import type { KubeletProfile } from '../../src/kubelet/profile.ts';
import { formatSkipReason, type SkipReason } from '../../src/kubelet/skipReason.ts';
import { Channel } from '../../src/model/channel.ts';
import { GenericPleg } from '../../src/model/genericPleg.ts';
import type { ConfigUpdate } from '../../src/model/inputs.ts';
import { fromSeconds, type Nanoseconds, plus } from '../../src/model/nanoseconds.ts';
import type { PlegEvent } from '../../src/model/observation.ts';
import { PodCache } from '../../src/model/podCache.ts';
import { PlegWorker } from '../../src/model/plegWorker.ts';
import { failed, type PlegPod, succeeded } from '../../src/model/plegPod.ts';
import { seededRandom } from '../../src/model/random.ts';
import { plegReason, RuntimeState } from '../../src/model/runtimeState.ts';
import { type Activity, Scheduler, waitUntil } from '../../src/model/scheduler.ts';
import { type ProbeResult, SyncLoop } from '../../src/model/syncLoop.ts';
import { difference, type Judge } from './vectors.ts';

type Check = readonly [at: number, healthy: boolean, error?: string];

interface Given {
  readonly end: number;
  readonly unhealthy: readonly (readonly [number, number])[];
  readonly pleg_events: readonly number[] | null;
  readonly config_updates: readonly number[] | null;
  readonly housekeeping_duration: number;
  readonly sync_duration: number;
  readonly getpods_durations?: readonly number[];
  readonly getpods_errors?: readonly boolean[];
  readonly getpodstatus_durations?: readonly number[];
  readonly flip_every?: number;
  readonly threshold?: number;
}

interface BackoffVector {
  readonly kind: 'schedule' | 'e2e';
  readonly in: Given;
  readonly checks: readonly Check[] | null;
  readonly handler_calls: readonly (readonly [number, string])[] | null;
  readonly relists?: readonly (readonly [number, number, boolean])[] | null;
  readonly deterministic: boolean;
  readonly deterministic_skips: boolean;
}

/**
 * The recorded choices of Go's select must be among those that the model can make. `deterministic` means "the same in a few runs", so choices are in those
 * vectors too: which of several waiting ticks is taken first, and how many turns are made before the closed config channel is chosen.
 */
const SEEDS = 64;

export const judgeSyncloopBackoff: Judge = (vector, profile) => {
  const given = vector as BackoffVector;
  let wrong: string | undefined;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    wrong = judgeRun(given, profile, seed);
    if (wrong === undefined) return undefined;
  }
  return wrong;
};

function judgeRun(given: BackoffVector, profile: KubeletProfile, seed: number): string | undefined {
  const expected = given.checks ?? [];
  const run = new Bench(given.in, given.kind === 'e2e', profile, seed);
  run.run();
  const relists = given.kind === 'e2e' ? difference(given.relists, run.relists, '.relists') : undefined;
  if (relists !== undefined) return relists;
  if (given.deterministic) return difference(expected, run.checks, '.checks') ?? differentCalls(given, run);
  if (given.deterministic_skips) {
    const failedOnly = (checks: readonly Check[]): readonly Check[] => checks.filter(([, healthy]) => !healthy);
    const wrong = difference(failedOnly(expected), failedOnly(run.checks), '.failed checks');
    if (wrong !== undefined) return wrong;
  }
  const instant = given.in.housekeeping_duration === 0 && given.in.sync_duration === 0;
  return instant ? difference(instants(expected), instants(run.checks), '.instants') : undefined;
}

function instants(checks: readonly Check[]): readonly number[] {
  return [...new Set(checks.map(([at]) => at))];
}

/** Which of two ticks is taken first is random, and an unhealthy check may come in between: only in a run without one all calls are certain. */
function differentCalls(given: BackoffVector, run: Bench): string | undefined {
  const certain = (given.checks ?? []).every(([, healthy]) => healthy);
  return certain ? difference(sorted(given.handler_calls ?? []), sorted(run.calls), '.handler_calls') : undefined;
}

function sorted(calls: readonly (readonly [number, string])[]): readonly string[] {
  return calls.map(([at, name]) => `${String(at).padStart(16, '0')} ${name}`).sort();
}

class Bench {
  readonly checks: Check[] = [];
  readonly calls: [number, string][] = [];
  readonly relists: [number, number, boolean][] = [];
  readonly #given: Given;
  readonly #withPleg: boolean;
  readonly #seed: number;
  readonly #profile: KubeletProfile;
  readonly #scheduler = new Scheduler();
  #worker: PlegWorker | undefined;
  #listings = 0;
  #inspections = 0;

  constructor(given: Given, withPleg: boolean, profile: KubeletProfile, seed: number) {
    this.#seed = seed;
    this.#given = given;
    this.#withPleg = withPleg;
    this.#profile = profile;
  }

  run(): void {
    const scheduler = this.#scheduler;
    const profile = this.#profile;
    const state = new RuntimeState({ profile, clock: scheduler, threshold: fromSeconds(1e6) });
    state.setRuntimeSync(scheduler.now());
    const config = new Channel<ConfigUpdate | 'closed'>(10_000, scheduler);
    const events = new Channel<PlegEvent>(1000, scheduler);
    let problem: SkipReason | undefined;
    if (this.#withPleg) {
      const pleg = this.#pleg(events);
      state.addHealthCheck(() => {
        const health = pleg.healthy();
        problem = health.ok ? undefined : plegReason(health);
        return problem;
      });
      this.#worker = new PlegWorker({ pleg, scheduler, period: fromSeconds(1), onDemand: true });
    } else {
      state.addHealthCheck(() => {
        const now = scheduler.now();
        const sick = (this.#given.unhealthy ?? []).some(([from, to]) => now >= from && now < to);
        return sick ? { kind: 'other', text: 'PLEG is not healthy' } : undefined;
      });
    }
    const loop = new SyncLoop({
      profile,
      clock: scheduler,
      state,
      config,
      events,
      probes: new Channel<ProbeResult>(1, scheduler),
      random: seededRandom(this.#seed),
      handlers: this.#handlers(),
      onCheck: (at, healthy) => {
        const text = healthy || problem === undefined ? undefined : formatSkipReason(problem, profile);
        this.checks.push(text === undefined ? [at, healthy] : [at, healthy, text.slice(text.indexOf(': ') + 2)]);
      },
    });
    // The kubelet starts PLEG's goroutine first, but enters the loop itself: the first check comes before the first relist.
    scheduler.spawn(this.#untilEnded(loop));
    this.#worker?.start();
    scheduler.spawn(this.#feed(config, events));
    scheduler.run(plus(this.#given.end as Nanoseconds, fromSeconds(100_000)));
  }

  /** A relist that runs when the loop ends is still seen to its end. */
  *#untilEnded(loop: SyncLoop): Activity {
    yield* loop.run();
    this.#worker?.stop();
  }

  *#feed(config: Channel<ConfigUpdate | 'closed'>, events: Channel<PlegEvent>): Activity {
    const feeds: { at: number; feed: () => void }[] = [];
    (this.#given.pleg_events ?? []).forEach((at, index) => {
      const event: PlegEvent =
        index % 3 === 0
          ? { podUid: 'p1', type: 'ContainerStarted', data: `c${index}` }
          : { podUid: 'p1', type: 'ContainerRemoved', data: `c${index}` };
      feeds.push({ at, feed: () => events.trySend(event) });
    });
    for (const at of this.#given.config_updates ?? [])
      feeds.push({ at, feed: () => config.trySend({ at: at as Nanoseconds, op: 'RECONCILE', podUids: [] }) });
    feeds.push({ at: this.#given.end, feed: () => config.trySend('closed') });
    for (const { at, feed } of feeds.sort((a, b) => a.at - b.at)) {
      yield waitUntil(at as Nanoseconds);
      feed();
    }
  }

  #handlers(): ConstructorParameters<typeof SyncLoop>[0]['handlers'] {
    const bench = this;
    function* takes(name: string, time: number): Activity {
      bench.calls.push([bench.#scheduler.now(), name]);
      if (time > 0) yield waitUntil(plus(bench.#scheduler.now(), time as Nanoseconds));
    }
    return {
      *applyConfig(update) {
        yield* takes(update.op, 0);
      },
      knowsPod: () => true,
      *syncPods() {
        yield* takes('SYNC', bench.#given.sync_duration);
      },
      podsToSync: () => [],
      *housekeeping() {
        yield* takes('CLEANUP', bench.#given.housekeeping_duration);
        return undefined;
      },
    };
  }

  #pleg(events: Channel<PlegEvent>): GenericPleg {
    const bench = this;
    const scheduler = this.#scheduler;
    function* after(time: number): Activity {
      if (time > 0) yield waitUntil(plus(scheduler.now(), time as Nanoseconds));
    }
    const pod = (): PlegPod => {
      const flip = bench.#given.flip_every ?? 0;
      const flipped = flip > 0 && Math.floor(bench.#listings / flip) % 2 === 1;
      return {
        uid: 'p1',
        name: 'pod-p1',
        namespace: 'ns-p1',
        containers: [{ id: 'c1', state: flipped ? 'exited' : 'running' }],
        sandboxes: [],
      };
    };
    return new GenericPleg({
      profile: this.#profile,
      clock: scheduler,
      cache: new PodCache(),
      events,
      threshold: (this.#given.threshold ?? 180e9) as Nanoseconds,
      runtime: {
        *getPods() {
          const index = bench.#listings;
          const start = scheduler.now();
          const fails = bench.#given.getpods_errors?.[index] === true;
          yield* after(bench.#given.getpods_durations?.[index] ?? 0);
          const listed = pod();
          bench.#listings += 1;
          bench.relists.push([start, scheduler.now(), fails]);
          return fails ? failed('list failed') : succeeded([listed]);
        },
        // eslint-disable-next-line require-yield
        *getPod() {
          return succeeded(pod());
        },
        *getPodStatus(inspected) {
          const time = bench.#given.getpodstatus_durations?.[bench.#inspections] ?? 0;
          bench.#inspections += 1;
          yield* after(time);
          return succeeded({ uid: inspected.uid, ips: [], containers: [], sandboxes: [] });
        },
      },
    });
  }
}
