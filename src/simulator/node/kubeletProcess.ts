/** One kubelet process of a scenario, from systemd's start to its end: start-up, and the embedded kubelet with its company. A witness is told of it all. */
import type { KubeletProfile } from '../../kubelet/profile.ts';
import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import type { KubeletHost } from '../../model/inputs.ts';
import { fromSeconds, minus, nanoseconds, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import { runKubelet } from '../../model/runKubelet.ts';
import { type Activity, Signal, waitForSignal, waitUntil } from '../../model/scheduler.ts';
import { knownChoice, knownOrder } from './chance.ts';
import { FaultBegins } from './faultBegins.ts';
import { drawOf } from './hash.ts';
import { hostPace } from './hostPace.ts';
import type { NodeApi } from './nodeApi.ts';
import { PodWorkers } from './podWorkers.ts';
import { untilReconnected } from './reconnect.ts';
import { refusal, runtimeAnswers } from './runtimeAnswers.ts';
import type { RuntimeContainers } from './runtimeContainers.ts';
import type { PodScenario, Scenario } from '../scenario/scenario.ts';
import type { ProcessWitness } from './witness.ts';
import type { ProcessObservation } from './workerObservation.ts';

export interface KubeletProcessOptions {
  readonly scenario: Scenario;
  readonly witness: ProcessWitness;
  readonly runtime: RuntimeContainers;
  readonly api: NodeApi;
  readonly profile: KubeletProfile;
  readonly seed: number;
  /** Asked now and then. */
  readonly stopCheck: StopCheck;
  /** When systemd starts it, and when its loop begins. */
  readonly start: Nanoseconds;
  readonly origin: Nanoseconds;
  /** It is stopped then, or the scenario ends. */
  readonly until: Nanoseconds;
}

export interface ProcessEnd {
  readonly at: Nanoseconds;
  /** Exit status, if it ended by itself. */
  readonly status: number;
}

/** Seconds of virtual time between two looks whether somebody waits for the run. */
const ASKED_EVERY = 5;
/** How far the start-up is when the runtime is asked for the first time. */
const FIRST_CONTACT = 0.8;
const REGISTRATION = fromSeconds(0.16);
/** A node that was Ready is not reported otherwise before the first Status can have answered. */
const SETTLED = fromSeconds(1);

export class KubeletProcess {
  readonly #options: KubeletProcessOptions;
  readonly #pods: ReadonlyMap<string, PodScenario>;

  constructor(options: KubeletProcessOptions) {
    this.#options = options;
    this.#pods = new Map(options.scenario.pods.map((pod) => [pod.uid, pod]));
  }

  run(): ProcessEnd {
    const { scenario, profile, start, origin, until, witness } = this.#options;
    const contact = plus(start, nanoseconds(minus(origin, start) * FIRST_CONTACT));
    const refused = refusal(scenario, contact);
    witness.starting(until, contact, refused !== undefined);
    if (refused !== undefined && contact < until) {
      witness.startFailed(contact, refused);
      return { at: plus(contact, fromSeconds(0.004)), status: profile.structuredLogging ? 1 : 255 };
    }
    if (origin >= until) return { at: until, status: 0 };
    return this.#runLoop();
  }

  #runLoop(): ProcessEnd {
    const { profile, start, origin, until, runtime, api, seed } = this.#options;
    const scenario = untilReconnected(this.#options.scenario, profile, start);
    const begins = new FaultBegins(scenario.faults);
    const { kubelet } = scenario;
    let podWorkers: PodWorkers | undefined;
    let panicked = false;
    let now = (): Nanoseconds => origin;
    const observe = (observation: ProcessObservation): void => {
      if (observation.kind === 'panicked') {
        panicked = true;
        this.#options.witness.panicked(plus(observation.at, origin), observation.message);
      }
      this.#report(observation);
      if (observation.kind === 'relist-ended' && observation.scope === 'all')
        begins.relistEnded(plus(observation.at, origin));
      podWorkers?.take(observation);
    };
    const run = runKubelet(
      {
        profile,
        runtime: runtimeAnswers(scenario, origin, begins),
        pods: runtime.scripts(),
        config: [],
        relistRequests: [],
        settings: {
          runtimeRequestTimeout: kubelet.runtimeRequestTimeout,
          nodeStatusUpdateFrequency: kubelet.nodeStatusUpdateFrequency,
          eventedPleg: kubelet.eventedPleg,
          sandboxStatusCalls: kubelet.sandboxStatusCalls,
          podWorkerLatency: kubelet.podWorkerLatency,
          ...(kubelet.plegOnDemandRelist === undefined ? {} : { onDemandRelist: kubelet.plegOnDemandRelist }),
        },
        ownWork: hostPace(scenario, origin),
        company: (host) => {
          now = () => plus(host.scheduler.now(), origin);
          runtime.attach(origin, (pod) => host.changeRuntime(pod));
          api.attach(host, origin);
          podWorkers = new PodWorkers({
            scenario,
            profile,
            host,
            runtime,
            origin,
            observe,
            finished: (pod) => api.remove(pod),
            orphaned: (pod) => api.lacks(pod),
          });
          host.scheduler.spawn(this.#live(host));
          host.scheduler.spawn(this.#register(host));
          if (this.#options.stopCheck !== goesOn) host.scheduler.spawn(this.#askWhetherToStop());
        },
      },
      {
        until: minus(until, origin),
        seed,
        observe,
        ...(scenario.chance.relistOrder.length === 0 ? {} : { podOrder: (uids) => this.#order(uids, now()) }),
        ...(scenario.chance.loop.length === 0
          ? {}
          : { loopChoice: (ready) => knownChoice(scenario.chance, ready, now()) }),
      },
    );
    api.detach();
    return { at: panicked ? plus(run.endedAt, origin) : until, status: panicked ? 2 : 0 };
  }

  /** The known order of the relist at this time; pods that it does not name come behind, by the seed. */
  #order(uids: readonly string[], at: Nanoseconds): readonly string[] {
    const nameOf = (uid: string): string | undefined => {
      const pod = this.#pods.get(uid);
      return pod === undefined ? undefined : `${pod.namespace}/${pod.name}`;
    };
    const { chance, seed } = this.#options.scenario;
    const drawn = new Map(uids.map((uid) => [uid, drawOf(seed, `order ${uid} ${at}`)]));
    return knownOrder(
      chance,
      uids.toSorted((a, b) => (drawn.get(a) ?? 0) - (drawn.get(b) ?? 0)),
      nameOf,
      at,
    );
  }

  /** The containers of the runtime go on beside the kubelet. */
  *#live(host: KubeletHost): Activity {
    const { runtime, origin } = this.#options;
    const earlier = new Signal(host.scheduler);
    runtime.agenda.onEarlier = () => earlier.fire();
    for (;;) {
      runtime.agenda.runUntil(plus(host.scheduler.now(), origin));
      yield waitForSignal([earlier], minus(runtime.agenda.next(), origin));
    }
  }

  *#register(host: KubeletHost): Activity {
    yield waitUntil(REGISTRATION);
    const { api, origin, witness } = this.#options;
    witness.registering(plus(host.scheduler.now(), origin), api.registered);
    api.registered = true;
  }

  /** Lets whoever waits for the run give it up. */
  *#askWhetherToStop(): Activity {
    const { stopCheck } = this.#options;
    for (let second = 0; ; second += ASKED_EVERY) {
      stopCheck();
      yield waitUntil(fromSeconds(second + ASKED_EVERY));
    }
  }

  #report(observation: ProcessObservation): void {
    const { witness, api } = this.#options;
    const isStatus = observation.kind === 'node-status';
    if (isStatus && !observation.ready && observation.at < SETTLED) return;
    witness.observed(observation);
    if (isStatus) api.ready = observation.ready;
  }
}
