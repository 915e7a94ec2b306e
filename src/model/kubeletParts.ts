/** The parts of a kubelet process, put together as `NewMainKubelet` does, and their activities, begun in the order of `Kubelet.Run` (pkg/kubelet/kubelet.go). */
import {
  BASE_RUNTIME_SYNC_THRESHOLD,
  EVENTED_RELIST_PERIOD,
  EVENTED_RELIST_THRESHOLD,
  PLEG_CHANNEL_CAPACITY,
  RELIST_PERIOD,
  RELIST_THRESHOLD,
  RUNTIME_STATUS_PERIOD,
} from '../kubelet/constants.ts';
import { DEFAULT_NODE_STATUS_UPDATE_FREQUENCY, DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../kubelet/settings.ts';
import { Channel } from './channel.ts';
import { EventedPleg } from './eventedPleg.ts';
import { streamEvents } from './eventedStream.ts';
import { GenericPleg } from './genericPleg.ts';
import { Housekeeping } from './housekeeping.ts';
import type { ConfigUpdate, KubeletInputs, ModelSettings, RunOptions, RuntimeStreamEvent } from './inputs.ts';
import type { KubeletState } from './kubeletState.ts';
import { fromDuration, type Nanoseconds, ZERO } from './nanoseconds.ts';
import { NodeStatus } from './nodeStatus.ts';
import type { Observer, PlegEvent } from './observation.ts';
import { NO_OWN_WORK, type OwnWork } from './ownWork.ts';
import { PlegWorker, repeatUntilStopped } from './plegWorker.ts';
import { PodCache } from './podCache.ts';
import { PodWorkers, relistsAfterStarts } from './podWorkers.ts';
import { type Random, seededRandom, shuffled } from './random.ts';
import { RuntimeClient } from './runtimeClient.ts';
import { plegReason, RuntimeState } from './runtimeState.ts';
import { RuntimeStatus } from './runtimeStatus.ts';
import { RuntimeWorld } from './runtimeWorld.ts';
import { type Activity, type Scheduler, waitUntil } from './scheduler.ts';
import { type ProbeResult, SyncLoop } from './syncLoop.ts';

/** Those who send config updates and probe results are goroutines that can wait; here what they hold waits in the channel. */
const WAITING = Number.POSITIVE_INFINITY;

export class KubeletParts {
  readonly pleg: GenericPleg;
  readonly #inputs: KubeletInputs;
  readonly #options: Omit<RunOptions, 'until'>;
  readonly #scheduler: Scheduler;
  readonly #observe: Observer;
  readonly #settings: ModelSettings;
  readonly #random: Random;
  readonly #ownWork: OwnWork;
  readonly #isEvented: boolean;
  #eventedInUse: boolean;
  readonly #world: RuntimeWorld;
  readonly #client: RuntimeClient;
  readonly #cache: PodCache;
  readonly #events: Channel<PlegEvent>;
  readonly #relists: PlegWorker;
  readonly #state: RuntimeState;
  readonly #status: RuntimeStatus;
  readonly #node: NodeStatus;
  readonly #config: Channel<ConfigUpdate | 'closed'>;
  readonly #probes: Channel<ProbeResult>;
  readonly #workers: PodWorkers;
  readonly #loop: SyncLoop;
  readonly #stream: Channel<RuntimeStreamEvent>;

  constructor(inputs: KubeletInputs, options: Omit<RunOptions, 'until'>, scheduler: Scheduler, observe: Observer) {
    const { profile, runtime: behaviour, pods = [] } = inputs;
    this.#inputs = inputs;
    this.#options = options;
    this.#scheduler = scheduler;
    this.#observe = observe;
    this.#settings = settingsWithDefaults(inputs);
    this.#random = seededRandom(options.seed ?? 1);
    this.#ownWork = inputs.ownWork ?? NO_OWN_WORK;
    this.#isEvented = this.#settings.eventedPleg && profile.eventedPleg;
    this.#eventedInUse = this.#isEvented;
    this.#world = new RuntimeWorld(pods);
    this.#client = new RuntimeClient({
      clock: scheduler,
      behaviour,
      world: this.#world,
      timeout: this.#settings.runtimeRequestTimeout,
      ownWork: this.#ownWork,
      sandboxStatusCalls: this.#settings.sandboxStatusCalls,
      profile,
      observe,
    });
    this.#cache = new PodCache({ keepsNewer: this.#isEvented });
    this.#events = new Channel<PlegEvent>(PLEG_CHANNEL_CAPACITY, scheduler);
    this.pleg = this.#makePleg();
    this.#relists = new PlegWorker({
      pleg: this.pleg,
      scheduler,
      period: fromDuration(this.#isEvented ? EVENTED_RELIST_PERIOD : RELIST_PERIOD),
      ownWork: this.#ownWork,
      onDemand: this.#isOnDemand,
      ...(options.relistStart === undefined ? {} : { relistStart: options.relistStart }),
    });
    this.#state = this.#makeState();
    this.#status = new RuntimeStatus({
      profile,
      scheduler,
      client: this.#client,
      behaviour,
      state: this.#state,
      initialized: inputs.warm?.lastRuntimeSync !== undefined,
      observe,
    });
    this.#node = new NodeStatus({
      profile,
      scheduler,
      client: this.#client,
      state: this.#state,
      status: this.#status,
      observe,
      ...(inputs.warm?.nodeReady === undefined ? {} : { ready: inputs.warm.nodeReady }),
    });
    this.#config = new Channel<ConfigUpdate | 'closed'>(WAITING, scheduler);
    this.#probes = new Channel<ProbeResult>(WAITING, scheduler);
    this.#workers = new PodWorkers({
      clock: scheduler,
      random: this.#random,
      latency: this.#settings.podWorkerLatency,
      configured: inputs.config !== undefined,
      resyncs: inputs.company === undefined,
    });
    this.#loop = this.#makeLoop();
    this.#stream = new Channel<RuntimeStreamEvent>(WAITING, scheduler);
  }

  start(): void {
    const scheduler = this.#scheduler;
    const { warm } = this.#inputs;
    scheduler.spawn(after(warm?.firstCheck, this.#loop.run()));
    this.#repeat(this.#settings.nodeStatusUpdateFrequency, warm?.nextNodeStatus, () => this.#node.update());
    if (warm === undefined) scheduler.spawn(this.#node.updateFastUntilReady(ZERO));
    this.#repeat(fromDuration(RUNTIME_STATUS_PERIOD), warm?.nextStatus, () => this.#status.update());
    this.#relists.start(warm?.nextRelist ?? ZERO);
    if (this.#isEvented) this.#startEvented();
    this.#startGiven();
    this.#startCompany();
  }

  /** What the parts hold now; without `withPods` nothing of single pods. */
  inspect(withPods = true): KubeletState {
    const { pleg } = this;
    return {
      records: withPods ? [...pleg.records.entries()] : [],
      channelCapacity: this.#events.capacity,
      cacheTime: this.#cache.time,
      cache: withPods ? [...this.#cache.entries()] : [],
      reinspect: [...pleg.toReinspect.keys()],
      relist: pleg.activity,
      lastListed: pleg.relistTime,
      loop: this.#loop.activity,
      reasons: this.#state.runtimeErrors(),
      lastRuntimeSync: this.#state.lastSync,
      calls: this.#client.runningCalls(),
    };
  }

  get #isOnDemand(): boolean {
    return this.#settings.onDemandRelist && this.#inputs.profile.onDemandRelist;
  }

  #makePleg(): GenericPleg {
    const pleg = new GenericPleg({
      profile: this.#inputs.profile,
      clock: this.#scheduler,
      runtime: this.#client.forPleg(),
      cache: this.#cache,
      events: this.#events,
      threshold: fromDuration(this.#isEvented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD),
      eventedGate: this.#isEvented,
      eventedInUse: () => this.#eventedInUse,
      order: this.#options.podOrder ?? ((uids) => shuffled(uids, this.#random)),
      observe: this.#observe,
    });
    const lastListed = this.#inputs.warm?.lastListed;
    if (lastListed !== undefined) pleg.resumeAt(lastListed);
    return pleg;
  }

  #makeState(): RuntimeState {
    const { profile, warm } = this.#inputs;
    const threshold = fromDuration(BASE_RUNTIME_SYNC_THRESHOLD);
    const state = new RuntimeState({ profile, clock: this.#scheduler, threshold });
    if (warm?.lastRuntimeSync !== undefined) {
      state.setRuntimeSync(warm.lastRuntimeSync);
      state.networkError = undefined;
    }
    state.addHealthCheck(() => {
      const health = this.pleg.healthy();
      return health.ok ? undefined : plegReason(health);
    });
    return state;
  }

  #makeLoop(): SyncLoop {
    const { profile, warm } = this.#inputs;
    const { checkAt, loopChoice, firstSkipAt } = this.#options;
    const workers = this.#workers;
    const housekeeping = new Housekeeping(profile, this.#scheduler, this.#client);
    return new SyncLoop({
      profile,
      clock: this.#scheduler,
      state: this.#state,
      handlers: {
        applyConfig: (update) => workers.apply(update),
        knowsPod: (uid) => workers.knowsPod(uid),
        syncPods: (podUids) => workers.sync(podUids),
        podsToSync: () => workers.podsToSync(),
        housekeeping: () => housekeeping.run(),
      },
      config: this.#config,
      events: this.#events,
      probes: this.#probes,
      random: this.#random,
      ownWork: this.#ownWork,
      observe: this.#observe,
      ...(checkAt === undefined ? {} : { checkAt }),
      ...(loopChoice === undefined ? {} : { choice: loopChoice }),
      ...(firstSkipAt === undefined ? {} : { firstSkipAt }),
      ...(warm?.nextSleep === undefined ? {} : { nextSleep: warm.nextSleep }),
      ...(warm?.tickersFrom === undefined ? {} : { tickersFrom: warm.tickersFrom }),
    });
  }

  #repeat(period: Nanoseconds, first: Nanoseconds | undefined, work: () => Activity): void {
    this.#scheduler.spawn(repeatUntilStopped(this.#scheduler, this.#ownWork, period, first ?? ZERO, work));
  }

  #startEvented(): void {
    const { profile, runtime: behaviour, stream = [] } = this.#inputs;
    const relists = this.#relists;
    const evented = new EventedPleg({
      profile,
      clock: this.#scheduler,
      cache: this.#cache,
      events: this.#events,
      observe: this.#observe,
    });
    this.#state.addHealthCheck(() => evented.healthReason());
    streamEvents({
      scheduler: this.#scheduler,
      behaviour,
      world: this.#world,
      cache: this.#cache,
      pleg: evented,
      stream,
      live: this.#stream,
      forceRelist: () => relists.forceRelist(),
      fallBack: () => {
        this.#eventedInUse = false;
        relists.stop();
        relists.setPeriod(fromDuration(RELIST_PERIOD));
        this.pleg.setThreshold(fromDuration(RELIST_THRESHOLD));
        relists.start();
      },
      inUse: () => this.#eventedInUse,
      observe: this.#observe,
    });
  }

  /** What the inputs say comes at its time: config, probe results, wishes for a relist. */
  #startGiven(): void {
    const scheduler = this.#scheduler;
    const { config = [], probes = [], pods = [] } = this.#inputs;
    for (const update of config) scheduler.spawn(after(update.at, send(this.#config, update)));
    for (const probe of probes) scheduler.spawn(after(probe.at, send(this.#probes, probe)));
    const requests = this.#inputs.relistRequests ?? (this.#isOnDemand ? relistsAfterStarts(pods) : []);
    for (const request of requests) scheduler.spawn(after(request.at, requested(this.#relists, request.podUid)));
  }

  /** Others who act on this kubelet while it runs. */
  #startCompany(): void {
    this.#inputs.company?.({
      scheduler: this.#scheduler,
      changeRuntime: (pod) => this.#world.add(pod),
      sendConfig: (update) => void this.#config.trySend(update),
      requestRelist: (podUid) => this.#relists.requestRelist(podUid),
      statusNewerThan: (podUid, than) => this.#cache.newerThan(podUid, than),
      syncAgain: (podUid, at) => this.#workers.syncAgain(podUid, at),
      sendProbe: (podUid) => void this.#probes.trySend({ podUid }),
      sendStreamEvent: (event) => void this.#stream.trySend(event),
    });
  }
}

/** Settings that are not given take the kubelet's defaults. */
function settingsWithDefaults(inputs: KubeletInputs): ModelSettings {
  return {
    runtimeRequestTimeout: fromDuration(DEFAULT_RUNTIME_REQUEST_TIMEOUT),
    nodeStatusUpdateFrequency: fromDuration(DEFAULT_NODE_STATUS_UPDATE_FREQUENCY),
    eventedPleg: false,
    onDemandRelist: inputs.profile.onDemandRelist,
    sandboxStatusCalls: 1,
    podWorkerLatency: ZERO,
    ...inputs.settings,
  };
}

function* after(time: Nanoseconds | undefined, work: Activity): Activity {
  if (time !== undefined) yield waitUntil(time);
  yield* work;
}

// oxlint-disable-next-line require-yield -- an activity that is done in one step is still an activity
function* send<Item>(channel: Channel<Item>, item: Item): Activity {
  channel.trySend(item);
}

// oxlint-disable-next-line require-yield -- an activity that is done in one step is still an activity
function* requested(worker: PlegWorker, podUid: string): Activity {
  worker.requestRelist(podUid);
}
