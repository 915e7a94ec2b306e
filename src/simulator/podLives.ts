/**
 * The pod workers of one kubelet process, as far as containers come and go by them: they start what is missing, restart what ended (with back-off), stop deleted pods and
 * remove what is dead. They act on the pod cache as PLEG filled it, never on the truth. pkg/kubelet/pod_workers.go, kuberuntime_manager.go `SyncPod`, pod_container_deletor.go.
 */
import { CONTAINER_GC_PERIOD } from '../kubelet/constants.ts';
import { formatGoDuration } from '../kubelet/goDuration.ts';
import type { KubeletHost } from '../model/inputs.ts';
import { fromDuration, fromSeconds, minus, nanoseconds, type Nanoseconds, plus } from '../model/nanoseconds.ts';
import type { CachedPod } from '../model/podCache.ts';
import type { Activity } from '../model/scheduler.ts';
import { Signal, waitForSignal, waitUntil } from '../model/scheduler.ts';
import { CrashBackoff } from './crashBackoff.ts';
import { drawSpan } from './draws.ts';
import { drawOf } from './hash.ts';
import { changeAnswer } from './runtimeAnswers.ts';
import type { LiveContainer, RuntimeLife } from './runtimeLife.ts';
import type { PodScenario, Scenario, Span } from './scenario.ts';
import type { ProcessObservation, WorkerObservation } from './workerObservation.ts';

export interface PodLivesOptions {
  readonly scenario: Scenario;
  readonly host: KubeletHost;
  readonly life: RuntimeLife;
  /** When the model began, in the scenario's time. */
  readonly origin: Nanoseconds;
  readonly observe: (observation: WorkerObservation) => void;
  /** The pod's object may go from the API server. */
  readonly finished: (pod: PodScenario) => void;
  /** The kubelet has heard of all its pods, and this one is not among them. */
  readonly orphaned: (pod: PodScenario) => boolean;
}

interface Worker {
  readonly pod: PodScenario;
  busy: boolean;
  pending: boolean;
  terminating: boolean;
  lastSync: Nanoseconds;
}

const RUN_SANDBOX: Span = { from: fromSeconds(0.008), to: fromSeconds(0.06) };
const START_CONTAINER: Span = { from: fromSeconds(0.006), to: fromSeconds(0.05) };
const REMOVE: Span = { from: fromSeconds(0.005), to: fromSeconds(0.03) };
/** A pod whose sync failed comes again after 10 to 15 s (`backOffPeriod` with `workerBackOffPeriodJitterFactor`). */
const RETRY = fromSeconds(10);
const RETRY_JITTER = 0.5;

export class PodLives {
  readonly #options: PodLivesOptions;
  readonly #pods: ReadonlyMap<string, PodScenario>;
  readonly #workers = new Map<string, Worker>();
  readonly #backoff = new CrashBackoff();
  readonly #cacheMoved: Signal;
  #draws = 0;
  /** Why the network is not ready, and since which Status. */
  #network: { readonly text: string; readonly at: Nanoseconds } | undefined;

  constructor(options: PodLivesOptions) {
    this.#options = options;
    this.#pods = new Map(options.scenario.pods.map((pod) => [pod.uid, pod]));
    this.#cacheMoved = new Signal(options.host.scheduler);
    options.host.scheduler.spawn(this.#collectGarbage());
  }

  /** Takes what the kubelet does. */
  take(observation: ProcessObservation): void {
    switch (observation.kind) {
      case 'config-applied':
        for (const uid of observation.podUids) {
          if (observation.op === 'DELETE' || observation.op === 'REMOVE') this.#terminate(uid);
          else this.#queue(uid);
        }
        return;
      case 'event-consumed': {
        const { type, podUid, data } = observation.event;
        if (type !== 'ContainerRemoved' && observation.podKnown) this.#queue(podUid);
        if (type === 'ContainerDied' && data !== undefined) this.#cleanUp(data);
        return;
      }
      case 'pods-synced':
        for (const uid of observation.podUids) this.#queue(uid);
        return;
      case 'probe-handled':
        return this.#queue(observation.podUid);
      case 'network-not-ready':
        this.#network = { text: observation.text, at: observation.at };
        return;
      case 'runtime-synced':
        if (this.#network !== undefined && this.#network.at < observation.at) this.#network = undefined;
        return;
      case 'event-sent':
      case 'relist-ended':
        return this.#cacheMoved.fire();
      default:
    }
  }

  #queue(uid: string): void {
    const pod = this.#pods.get(uid);
    if (pod === undefined) return;
    let worker = this.#workers.get(uid);
    if (worker === undefined) {
      worker = { pod, busy: false, pending: false, terminating: false, lastSync: Number.NEGATIVE_INFINITY as Nanoseconds };
      this.#workers.set(uid, worker);
    }
    if (worker.busy || worker.terminating) {
      worker.pending = true;
      return;
    }
    worker.busy = true;
    this.#options.host.scheduler.spawn(this.#work(worker));
  }

  *#work(worker: Worker): Activity {
    const { scheduler } = this.#options.host;
    do {
      worker.pending = false;
      const status = yield* this.#newerStatus(worker);
      if (worker.terminating) break;
      yield* this.#sync(worker, status);
      worker.lastSync = scheduler.now();
    } while (worker.pending && !worker.terminating);
    worker.busy = false;
  }

  *#newerStatus(worker: Worker): Activity<CachedPod | undefined> {
    const { host, scenario } = this.#options;
    for (;;) {
      const found = host.statusNewerThan(worker.pod.uid, worker.lastSync);
      if (found !== undefined || worker.terminating) return found?.pod;
      // Evented PLEG moves the cache's time without anything that could be observed.
      yield scenario.kubelet.eventedPleg ? waitForSignal([this.#cacheMoved], plus(host.scheduler.now(), fromSeconds(1))) : waitForSignal([this.#cacheMoved]);
    }
  }

  *#sync(worker: Worker, cached: CachedPod | undefined): Activity {
    const { host, life, origin, observe } = this.#options;
    const { pod } = worker;
    const clock = host.scheduler;
    if (cached?.error !== undefined) return this.#fail(pod, cached.error);
    if (this.#network !== undefined && !pod.hostNetwork) return this.#fail(pod, `network is not ready: ${this.#network.text}`);
    const status = cached?.status;
    const seen = (status?.containers ?? []).flatMap(({ id, state, exitCode }) => {
      const container = life.byId(id);
      return container === undefined ? [] : [{ container, state, exitCode }];
    });
    const newest = (name: string): (typeof seen)[number] | undefined => seen.filter(({ container }) => container.name === name).toSorted((a, b) => a.container.attempt - b.container.attempt).at(-1);
    const wanted = pod.containers.filter(({ name }) => {
      const last = newest(name);
      return last === undefined || (last.state === 'exited' && restarts(pod, last.exitCode));
    });
    const done = pod.restartPolicy !== 'Always' && pod.containers.every(({ name }) => newest(name)?.state === 'exited') && wanted.length === 0;
    if (done) return yield* this.#stopDone(pod);
    let work = false;
    let starts = wanted.map(({ name }) => name);
    if (!(status?.sandboxes.some(({ ready }) => ready) ?? false)) {
      observe({ kind: 'sandbox-needed', at: clock.now(), podUid: pod.uid, any: (status?.sandboxes.length ?? 0) > 0 });
      const failed = yield* this.#change(RUN_SANDBOX, 'sandbox');
      if (failed !== undefined) return this.#fail(pod, `failed to "CreatePodSandbox" for "${pod.name}_${pod.namespace}(${pod.uid})" with CreatePodSandboxError: "${failed}"`);
      if (worker.terminating) return;
      life.runSandbox(pod, plus(clock.now(), origin));
      starts = pod.containers.map(({ name }) => name);
      work = true;
    }
    let held: string | undefined;
    for (const name of starts) {
      const last = newest(name)?.container;
      const key = `${pod.uid}/${name}`;
      const now = plus(clock.now(), origin);
      if (last?.finished !== undefined) {
        const wait = this.#backoff.held(key, last.finished, now);
        if (wait !== undefined) {
          held ??= crashLoop(pod, name, wait);
          continue;
        }
        this.#backoff.advance(key, last.finished, now);
      }
      const failed = yield* this.#change(START_CONTAINER, 'container');
      if (worker.terminating) return;
      if (failed !== undefined) {
        held ??= `failed to "StartContainer" for "${name}" with RunContainerError: "${failed}"`;
        continue;
      }
      life.start(pod, name, plus(clock.now(), origin));
      work = true;
    }
    if (work) host.requestRelist(pod.uid);
    if (held !== undefined) this.#fail(pod, held);
  }

  /** A pod that has done its work keeps its containers, but not its sandbox. */
  *#stopDone(pod: PodScenario): Activity {
    const { host, life, origin } = this.#options;
    const sandbox = life.containers(pod.uid).find(({ kind, state }) => kind === 'sandbox' && state === 'running');
    if (sandbox === undefined) return;
    yield* this.#wait(fromSeconds(1));
    life.stopSandbox(pod, plus(host.scheduler.now(), origin), 0);
  }

  #terminate(uid: string): void {
    const pod = this.#pods.get(uid);
    if (pod === undefined) return;
    const worker = this.#workers.get(uid) ?? { pod, busy: false, pending: false, terminating: false, lastSync: Number.NEGATIVE_INFINITY as Nanoseconds };
    this.#workers.set(uid, worker);
    if (worker.terminating) return;
    worker.terminating = true;
    this.#cacheMoved.fire();
    this.#options.host.scheduler.spawn(this.#stop(worker));
  }

  *#stop(worker: Worker): Activity {
    const { host, life, origin, observe, finished } = this.#options;
    const { pod } = worker;
    const clock = host.scheduler;
    for (const { id, kind, name, state } of life.containers(pod.uid)) {
      if (kind === 'container' && state === 'running') observe({ kind: 'container-killing', at: clock.now(), podUid: pod.uid, id, name, grace: 30 });
    }
    let failed = yield* this.#change(pod.stopTakes, 'stop');
    while (failed !== undefined) {
      this.#fail(pod, failed);
      yield* this.#wait(RETRY);
      failed = yield* this.#change(pod.stopTakes, 'stop');
    }
    life.stopSandbox(pod, plus(clock.now(), origin), 143);
    const stopped = clock.now();
    host.requestRelist(pod.uid);
    // Only what PLEG has seen dead may go.
    while (host.statusNewerThan(pod.uid, stopped) === undefined) yield waitForSignal([this.#cacheMoved]);
    yield* this.#wait(fromSeconds(0.02));
    for (const container of life.containers(pod.uid)) if (container.kind === 'container') yield* this.#remove(container);
    yield* this.#wait(fromSeconds(0.05));
    finished(pod);
  }

  /** After ContainerDied: of each container name only the newest dead one is kept. */
  #cleanUp(id: string): void {
    const { life, host } = this.#options;
    const died = life.byId(id);
    if (died === undefined || died.kind === 'sandbox') return;
    const dead = life.containers(died.pod.uid).filter(({ kind, name, state }) => kind === 'container' && name === died.name && state === 'exited');
    for (const container of dead.toSorted((a, b) => a.attempt - b.attempt).slice(0, -1)) host.scheduler.spawn(this.#remove(container));
  }

  *#remove(container: LiveContainer): Activity {
    const { host, life, origin, observe } = this.#options;
    observe({ kind: 'container-removing', at: host.scheduler.now(), id: container.id });
    if ((yield* this.#change(REMOVE, 'remove')) === undefined) life.remove(container, plus(host.scheduler.now(), origin));
  }

  /** Every minute: what is left of deleted pods goes, and of the others all dead containers and sandboxes but the newest (kuberuntime_gc.go). */
  *#collectGarbage(): Activity {
    const { host, life, origin, scenario, observe, orphaned } = this.#options;
    for (;;) {
      yield* this.#wait(fromDuration(CONTAINER_GC_PERIOD));
      const lists = scenario.faults.find(({ from, to, methods, pods, callers }) => {
        const at = plus(host.scheduler.now(), origin);
        return at >= from && at < to && pods === undefined && callers === undefined && (methods === undefined || methods.includes('ListContainers') || methods.includes('ListPodSandbox'));
      });
      if (lists?.effect.kind === 'error' || lists?.effect.kind === 'refuse') {
        observe({ kind: 'garbage-collection-failed', at: host.scheduler.now(), error: lists.effect.error });
        continue;
      }
      if (lists?.effect.kind === 'hang') {
        const until = minus(lists.to, origin);
        yield waitUntil(Math.min(until, plus(host.scheduler.now(), scenario.kubelet.runtimeRequestTimeout)) as Nanoseconds);
        if (host.scheduler.now() < until) continue;
      }
      for (const uid of life.podUids()) {
        const pod = this.#pods.get(uid);
        const gone = this.#workers.get(uid)?.terminating ?? (pod !== undefined && orphaned(pod));
        for (const name of new Set(life.containers(uid).map((one) => one.name))) {
          const ended = life.containers(uid).filter((one) => one.kind === 'container' && one.name === name && one.state === 'exited').toSorted((a, b) => a.attempt - b.attempt);
          for (const container of gone ? ended : ended.slice(0, -1)) host.scheduler.spawn(this.#remove(container));
        }
        const dead = life.containers(uid).filter(({ kind, state }) => kind === 'sandbox' && state === 'exited').toSorted((a, b) => a.attempt - b.attempt);
        const keeps = gone || life.containers(uid).some(({ kind, state }) => kind === 'sandbox' && state === 'running') ? dead.length : dead.length - 1;
        for (const sandbox of dead.slice(0, Math.max(0, keeps))) {
          if (life.containers(uid).some(({ kind, state }) => kind === 'container' && state !== 'exited')) continue;
          life.remove(sandbox, plus(host.scheduler.now(), origin));
        }
      }
    }
  }

  #fail(pod: PodScenario, error: string): void {
    const { host, observe, scenario } = this.#options;
    observe({ kind: 'pod-sync-failed', at: host.scheduler.now(), podUid: pod.uid, error });
    this.#draws += 1;
    host.syncAgain(pod.uid, plus(host.scheduler.now(), nanoseconds(RETRY * (1 + RETRY_JITTER * drawOf(scenario.seed, `retry ${this.#draws}`)))));
  }

  /** A call that changes something: takes its time, fails or hangs when every call does. */
  *#change(takes: Span, what: string): Activity<string | undefined> {
    const { host, origin, scenario } = this.#options;
    this.#draws += 1;
    const name = `${what} ${this.#draws} ${origin}`;
    const answer = changeAnswer(scenario, plus(host.scheduler.now(), origin), name);
    yield* this.#wait(plus(answer.after, answer.error === undefined ? drawSpan(takes, scenario.seed, name) : (0 as Nanoseconds)));
    return answer.error;
  }

  *#wait(time: Nanoseconds): Activity {
    if (time > 0) yield waitUntil(plus(this.#options.host.scheduler.now(), time));
  }
}

function restarts(pod: PodScenario, exitCode: number): boolean {
  return pod.restartPolicy === 'Always' || (pod.restartPolicy === 'OnFailure' && exitCode !== 0);
}

function crashLoop(pod: PodScenario, container: string, wait: Nanoseconds): string {
  const text = `back-off ${formatGoDuration(BigInt(wait))} restarting failed container=${container} pod=${pod.name}_${pod.namespace}(${pod.uid})`;
  return `failed to "StartContainer" for "${container}" with CrashLoopBackOff: "${text}"`;
}
