/**
 * The pod workers of one kubelet process, as far as containers come and go by them: one worker a pod, which syncs it (`podSync.ts`) with a status newer than its last sync,
 * asks for its next one, and stops a deleted pod. pkg/kubelet/pod_workers.go: `podWorkerLoop`, `completeWork` (up to 1.21 `managePodLoop`, `wrapUp`).
 */
import { onceFor } from '../../kubelet/oncePer.ts';
import { DEFAULT_SYNC_FREQUENCY } from '../../kubelet/settings.ts';
import type { KubeletProfile } from '../../kubelet/profile.ts';
import { fromDuration, fromSeconds, minus, nanoseconds, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import type { CachedPod } from '../../model/podCache.ts';
import { type Activity, Signal, waitForSignal } from '../../model/scheduler.ts';
import { knownJitter } from './chance.ts';
import { CrashBackoff } from './crashBackoff.ts';
import { cleanUp, collectGarbage } from './deadContainers.ts';
import { type SyncOutcome, syncPod } from './podSync.ts';
import { PodWork, type PodWorkOptions } from './podWork.ts';
import type { PodScenario } from '../scenario/scenario.ts';
import type { ProcessObservation } from './workerObservation.ts';

export interface PodWorkersOptions extends PodWorkOptions {
  readonly profile: KubeletProfile;
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
  /** It was deleted while a sync was under way that goes on. */
  deleted: boolean;
  /** Its containers were stopped for good. */
  stopped: boolean;
  lastSync: Nanoseconds;
}

/** When a pod comes again: after a good sync, after a failed one (`backOffPeriod`), while the network is not ready (`backOffOnTransientErrorPeriod`). Up to half of it is added by chance. */
const RESYNC = fromDuration(DEFAULT_SYNC_FREQUENCY);
const RETRY = fromSeconds(10);
const RETRY_NETWORK = fromSeconds(1);
const JITTER = 0.5;
/** From a deleted pod's status to the removal of its containers, and from that to its object's end. */
const REMOVAL = fromSeconds(0.02);
const GONE = fromSeconds(0.05);

export class PodWorkers {
  readonly #options: PodWorkersOptions;
  readonly #work: PodWork;
  readonly #pods: ReadonlyMap<string, PodScenario>;
  readonly #workers = new Map<string, Worker>();
  readonly #backoff = new CrashBackoff();
  readonly #cacheMoved: Signal;
  /** Why the network is not ready, and since which Status. */
  #network: { readonly text: string; readonly at: Nanoseconds } | undefined;

  constructor(options: PodWorkersOptions) {
    this.#options = options;
    this.#work = new PodWork(options);
    this.#pods = new Map(options.scenario.pods.map((pod) => [pod.uid, pod]));
    this.#cacheMoved = new Signal(options.host.scheduler);
    options.host.scheduler.spawn(
      collectGarbage(this.#work, (uid) => {
        const pod = this.#pods.get(uid);
        return this.#workers.get(uid)?.stopped ?? (pod !== undefined && options.orphaned(pod));
      }),
    );
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
        if (type === 'ContainerDied' && data !== undefined) cleanUp(this.#work, podUid, data);
        return;
      }
      case 'pods-synced':
        for (const uid of observation.podUids) this.#queue(uid);
        return;
      case 'probe-handled':
        return this.#queue(observation.podUid);
      case 'housekeeping-ended':
        if (observation.error === undefined) this.#backoff.collect(this.#work.time());
        return;
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

  #worker(uid: string): Worker | undefined {
    const pod = this.#pods.get(uid);
    if (pod === undefined) return undefined;
    return onceFor(this.#workers, uid, () => ({
      pod,
      busy: false,
      pending: false,
      terminating: false,
      deleted: false,
      stopped: false,
      lastSync: Number.NEGATIVE_INFINITY as Nanoseconds,
    }));
  }

  #queue(uid: string): void {
    const worker = this.#worker(uid);
    if (worker === undefined) return;
    if (worker.busy || worker.terminating || worker.deleted) {
      worker.pending = true;
      return;
    }
    worker.busy = true;
    this.#options.host.scheduler.spawn(this.#run(worker));
  }

  *#run(worker: Worker): Activity {
    do {
      worker.pending = false;
      const cached = yield* this.#newerStatus(worker);
      if (worker.terminating) break;
      const outcome = yield* this.#sync(worker, cached);
      // Without a status there was no sync: the next one does not wait for a newer status.
      if (cached?.error === undefined) worker.lastSync = this.#work.now();
      if (outcome.worked) this.#options.host.requestRelist(worker.pod.uid);
      this.#complete(worker, outcome);
    } while (worker.pending && !worker.terminating && !worker.deleted);
    worker.busy = false;
    if (worker.deleted) this.#beginToStop(worker);
  }

  *#sync(worker: Worker, cached: CachedPod | undefined): Activity<SyncOutcome> {
    if (cached?.error !== undefined) return { worked: false, error: cached.error };
    if (this.#network !== undefined && !worker.pod.hostNetwork)
      return { worked: false, error: this.#networkError(this.#network.text) };
    return yield* syncPod(this.#work, this.#backoff, worker.pod, cached?.status, () => worker.terminating);
  }

  #networkError(text: string): string {
    return `network is not ready: ${text}`;
  }

  /** `completeWork`: when the pod comes again. */
  #complete({ pod }: Worker, { error, heldUntil }: SyncOutcome): void {
    const now = this.#work.now();
    let wait = RESYNC;
    if (error !== undefined) {
      this.#work.observe({ kind: 'pod-sync-failed', at: now, podUid: pod.uid, error });
      wait = RETRY;
      if (this.#network !== undefined && error === this.#networkError(this.#network.text)) wait = RETRY_NETWORK;
      else if (heldUntil !== undefined && this.#options.profile.crashRetry === 'when-held-no-longer')
        wait = Math.min(Math.max(0, minus(heldUntil, now)), RESYNC) as Nanoseconds;
    }
    const { retries, resyncs } = this.#options.scenario.chance;
    const jitter =
      knownJitter(error === undefined ? resyncs : retries, pod, this.#work.time()) ?? JITTER * this.#work.draw('again');
    this.#options.host.syncAgain(pod.uid, plus(now, nanoseconds(wait * (1 + jitter))));
  }

  *#newerStatus(worker: Worker): Activity<CachedPod | undefined> {
    const { host, scenario } = this.#options;
    const wasTerminating = worker.terminating;
    for (;;) {
      const found = host.statusNewerThan(worker.pod.uid, worker.lastSync);
      if (found !== undefined || worker.terminating !== wasTerminating) return found?.pod;
      // Evented PLEG moves the cache's time without anything that could be observed.
      yield scenario.kubelet.eventedPleg
        ? waitForSignal([this.#cacheMoved], plus(host.scheduler.now(), fromSeconds(1)))
        : waitForSignal([this.#cacheMoved]);
    }
  }

  #terminate(uid: string): void {
    const worker = this.#worker(uid);
    if (worker === undefined || worker.terminating) return;
    if (worker.busy && !this.#options.profile.deletionInterrupts) worker.deleted = true;
    else this.#beginToStop(worker);
  }

  #beginToStop(worker: Worker): void {
    worker.terminating = true;
    this.#cacheMoved.fire();
    this.#options.host.scheduler.spawn(this.#stop(worker));
  }

  *#stop(worker: Worker): Activity {
    const { runtime, finished } = this.#options;
    const work = this.#work;
    const { pod } = worker;
    yield* this.#untilGood(worker, () => this.#kill(worker));
    runtime.stopSandbox(pod, work.time(), 143);
    worker.stopped = true;
    worker.lastSync = work.now();
    // Only what PLEG has seen dead may go.
    yield* this.#untilGood(worker, nothingFails);
    yield* work.wait(REMOVAL);
    for (const container of runtime.containers(pod.uid))
      if (container.kind === 'container') yield* work.remove(container);
    yield* work.wait(GONE);
    finished(pod);
  }

  /** A phase of a pod's end: with a status newer than the last one, again and again until it works. */
  *#untilGood(worker: Worker, phase: () => Activity<string | undefined>): Activity {
    for (;;) {
      const cached = yield* this.#newerStatus(worker);
      const error = cached?.error ?? (yield* phase());
      if (error === undefined) return;
      this.#complete(worker, { worked: false, error });
      yield* this.#work.wait(nanoseconds(RETRY * (1 + JITTER * this.#work.draw('stop again'))));
    }
  }

  *#kill({ pod }: Worker): Activity<string | undefined> {
    const work = this.#work;
    for (const { id, kind, name, state } of this.#options.runtime.containers(pod.uid)) {
      if (kind === 'container' && state === 'running')
        work.observe({ kind: 'container-killing', at: work.now(), podUid: pod.uid, id, name, grace: 30 });
    }
    return yield* work.changeThatTakes(pod.stopTakes, 'stop');
  }
}

// oxlint-disable-next-line require-yield -- an activity that is done in one step is still an activity
function* nothingFails(): Activity<undefined> {
  return undefined;
}
