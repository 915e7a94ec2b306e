/** One kubelet process of a scenario, from systemd's start to its end: start-up, the embedded kubelet with its company, and the lines and records of it all. */
import type { KubeletProfile } from '../../kubelet/profile.ts';
import type { KubeletHost } from '../../model/inputs.ts';
import { fromSeconds, minus, nanoseconds, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import { runKubelet } from '../../model/runKubelet.ts';
import { type Activity, Signal, waitForSignal, waitUntil } from '../../model/scheduler.ts';
import { knownChoice, knownOrder } from './chance.ts';
import { FaultBegins } from './faultBegins.ts';
import { drawOf } from './hash.ts';
import { hostPace } from './hostPace.ts';
import type { Line } from '../wording/line.ts';
import type { LogWriter } from '../wording/logWriter.ts';
import type { NodeApi } from './nodeApi.ts';
import { PodLives } from './podLives.ts';
import { untilReconnected } from './reconnect.ts';
import { refusal, runtimeAnswers } from './runtimeAnswers.ts';
import type { RuntimeLife } from './runtimeLife.ts';
import type { PodScenario, Scenario } from '../scenario/scenario.ts';
import { registrationLines, startFailedLines, startupLines } from '../wording/startupLines.ts';
import { formatGoTime, formatSeconds } from '../scenario/times.ts';
import { ProcessTruth, type TruthRecord } from '../wording/truth.ts';
import { linesOf } from '../wording/wording.ts';
import type { WordingContext } from '../wording/wordingContext.ts';
import type { ProcessObservation } from './workerObservation.ts';

export interface KubeletProcessOptions {
  readonly scenario: Scenario;
  readonly log: LogWriter;
  readonly truth: (record: TruthRecord) => void;
  readonly life: RuntimeLife;
  readonly api: NodeApi;
  readonly profile: KubeletProfile;
  readonly pid: number;
  readonly verbosity: number;
  readonly seed: number;
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

/** How far the start-up is when the runtime is asked for the first time. */
const FIRST_CONTACT = 0.8;
const REGISTRATION = fromSeconds(0.16);
/** A node that was Ready is not reported otherwise before the first Status can have answered. */
const SETTLED = fromSeconds(1);

export class KubeletProcess {
  readonly #options: KubeletProcessOptions;
  readonly #pods: ReadonlyMap<string, PodScenario>;
  readonly #truth: ProcessTruth;
  readonly #context: WordingContext;

  constructor(options: KubeletProcessOptions) {
    this.#options = options;
    const { scenario, profile, origin, start, api, pid } = options;
    const pods = new Map(scenario.pods.map((pod) => [pod.uid, pod]));
    this.#pods = pods;
    this.#truth = new ProcessTruth(scenario.start, origin, pid, profile);
    this.#context = {
      profile,
      node: scenario.node,
      json: scenario.format === 'json',
      pod: (uid) => this.#pods.get(uid),
      time: (at) => ({
        rfc3339: formatSeconds(scenario.start, plus(at, origin)),
        go: formatGoTime(scenario.start, plus(at, origin), start),
      }),
      get wasReady() {
        return api.ready;
      },
    };
  }

  run(): ProcessEnd {
    const { scenario, start, origin, until } = this.#options;
    const startup = minus(origin, start);
    const contact = plus(start, nanoseconds(startup * FIRST_CONTACT));
    const refused = refusal(scenario, contact);
    for (const { part, lines } of startupLines(scenario, this.#options.verbosity, this.#context)) {
      const at = plus(start, nanoseconds(startup * part));
      if (at < until && (part < FIRST_CONTACT || refused === undefined)) this.#log(at, lines);
    }
    if (refused !== undefined && contact < until) {
      this.#log(contact, startFailedLines(refused, this.#context));
      return { at: plus(contact, fromSeconds(0.004)), status: this.#context.profile.structuredLogging ? 1 : 255 };
    }
    if (origin >= until) return { at: until, status: 0 };
    return this.#runLoop();
  }

  #runLoop(): ProcessEnd {
    const { profile, start, origin, until, life, api, seed } = this.#options;
    const scenario = untilReconnected(this.#options.scenario, profile, start);
    const begins = new FaultBegins(scenario.faults);
    const { kubelet } = scenario;
    let lives: PodLives | undefined;
    let panicked = false;
    let now = (): Nanoseconds => origin;
    const observe = (observation: ProcessObservation): void => {
      if (observation.kind === 'panicked') {
        panicked = true;
        this.#options.log.raw(
          plus(observation.at, origin),
          this.#options.pid,
          `panic: ${observation.message}\n\ngoroutine 1 [running]:`,
        );
      }
      this.#report(observation);
      if (observation.kind === 'relist-ended' && observation.scope === 'all')
        begins.relistEnded(plus(observation.at, origin));
      lives?.take(observation);
    };
    const run = runKubelet(
      {
        profile,
        runtime: runtimeAnswers(scenario, origin, begins),
        pods: life.scripts(),
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
          life.attach(origin, (pod) => host.changeRuntime(pod));
          api.attach(host, origin);
          lives = new PodLives({
            scenario,
            profile,
            host,
            life,
            origin,
            observe,
            finished: (pod) => api.remove(pod),
            orphaned: (pod) => api.lacks(pod),
          });
          host.scheduler.spawn(this.#live(host));
          host.scheduler.spawn(this.#register(host));
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

  /** The containers' own life goes on beside the kubelet. */
  *#live(host: KubeletHost): Activity {
    const { life, origin } = this.#options;
    const earlier = new Signal(host.scheduler);
    life.agenda.onEarlier = () => earlier.fire();
    for (;;) {
      life.agenda.runUntil(plus(host.scheduler.now(), origin));
      yield waitForSignal([earlier], minus(life.agenda.next(), origin));
    }
  }

  *#register(host: KubeletHost): Activity {
    yield waitUntil(REGISTRATION);
    const { api, origin } = this.#options;
    this.#log(plus(host.scheduler.now(), origin), registrationLines(api.registered, this.#context));
    api.registered = true;
  }

  #report(observation: ProcessObservation): void {
    const { truth, origin, api } = this.#options;
    const isStatus = observation.kind === 'node-status';
    if (isStatus && !observation.ready && observation.at < SETTLED) return;
    const record = this.#truth.of(observation);
    if (record !== undefined) truth(record);
    this.#log(plus(observation.at, origin), linesOf(observation, this.#context));
    if (isStatus) api.ready = observation.ready;
  }

  #log(at: Nanoseconds, lines: readonly Line[]): void {
    const { log, pid, verbosity, profile } = this.#options;
    log.klog(at, { pid, verbosity, version: profile.version }, lines);
  }
}
