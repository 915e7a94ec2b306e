/**
 * A whole kubelet on the virtual clock, from inputs to observations: the way in for replay and simulator. `Kubelet.Run` in pkg/kubelet/kubelet.go says
 * which activities there are; how each behaves is in the files beside. The cost is linear in the virtual time and in the number of changes.
 */
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
import type {
  ConfigUpdate,
  KubeletInputs,
  KubeletRun,
  ModelSettings,
  OpenKubelet,
  RunOptions,
  RuntimeStreamEvent,
} from './inputs.ts';
import type { KubeletState } from './kubeletState.ts';
import { fromDuration, type Nanoseconds, ZERO } from './nanoseconds.ts';
import { NodeStatus } from './nodeStatus.ts';
import { NO_OWN_WORK } from './ownWork.ts';
import type { Observation, Observer, PlegEvent } from './observation.ts';
import { KubeletPanic } from './plegPod.ts';
import { PodCache } from './podCache.ts';
import { PlegWorker, repeatUntilStopped } from './plegWorker.ts';
import { PodWorkers, relistsAfterStarts } from './podWorkers.ts';
import { seededRandom, shuffled } from './random.ts';
import { RuntimeClient } from './runtimeClient.ts';
import { plegReason, RuntimeState } from './runtimeState.ts';
import { RuntimeStatus } from './runtimeStatus.ts';
import { RuntimeWorld } from './runtimeWorld.ts';
import { type Activity, Scheduler, waitUntil } from './scheduler.ts';
import { type LoopHandlers, type ProbeResult, SyncLoop } from './syncLoop.ts';

/** Those who send config updates and probe results are goroutines that can wait; here what they hold waits in the channel. */
const WAITING = Number.POSITIVE_INFINITY;

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

/**
 * Runs one kubelet process from time 0 to `options.until`. The same inputs and seed give the same observations, in the order of their times.
 * A panic of the kubelet ends the run with its observation.
 */
export function runKubelet(inputs: KubeletInputs, options: RunOptions): KubeletRun {
  const observations: Observation[] = [];
  const kubelet = openKubelet(inputs, {
    ...options,
    observe: options.observe ?? ((observation) => observations.push(observation)),
  });
  kubelet.advance(options.until);
  return { observations, endedAt: kubelet.now(), discardedEvents: kubelet.discardedEvents };
}

/** Starts a kubelet at time 0 that runs step by step; without `observe` nothing is observed. The same inputs, options and seed give the same run however it is cut into steps. */
export function openKubelet(inputs: KubeletInputs, options: Omit<RunOptions, 'until'>): OpenKubelet {
  const { only, observe: take } = options;
  const observe: Observer = (observation) =>
    only === undefined || only.has(observation.kind) ? take?.(observation) : undefined;
  const scheduler = new Scheduler();
  const { pleg, inspect } = assemble(inputs, options, scheduler, observe);
  let panicked = false;
  return {
    advance(until) {
      if (panicked) return;
      try {
        scheduler.run(until);
      } catch (problem) {
        if (!(problem instanceof KubeletPanic)) throw problem;
        panicked = true;
        observe({ kind: 'panicked', at: scheduler.now(), message: problem.message });
      }
    },
    inspect,
    get discardedEvents() {
      return pleg.discarded;
    },
    now: () => scheduler.now(),
  };
}

/** Builds the parts and starts their activities in the order of `Kubelet.Run`. */
function assemble(
  inputs: KubeletInputs,
  options: Omit<RunOptions, 'until'>,
  scheduler: Scheduler,
  observe: Observer,
): { readonly pleg: GenericPleg; readonly inspect: (withPods?: boolean) => KubeletState } {
  const { profile, runtime: behaviour, warm } = inputs;
  const settings = settingsWithDefaults(inputs);
  const random = seededRandom(options.seed ?? 1);
  const ownWork = inputs.ownWork ?? NO_OWN_WORK;
  const evented = settings.eventedPleg && profile.eventedPleg;
  let eventedInUse = evented;

  const world = new RuntimeWorld(inputs.pods ?? []);
  const client = new RuntimeClient({
    clock: scheduler,
    behaviour,
    world,
    timeout: settings.runtimeRequestTimeout,
    ownWork,
    sandboxStatusCalls: settings.sandboxStatusCalls,
    profile,
    observe,
  });
  const cache = new PodCache({ keepsNewer: evented });
  const events = new Channel<PlegEvent>(PLEG_CHANNEL_CAPACITY, scheduler);
  const pleg = new GenericPleg({
    profile,
    clock: scheduler,
    runtime: client.forPleg(),
    cache,
    events,
    threshold: fromDuration(evented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD),
    eventedGate: evented,
    eventedInUse: () => eventedInUse,
    order: options.podOrder ?? ((uids) => shuffled(uids, random)),
    observe,
  });
  if (warm?.lastListed !== undefined) pleg.resumeAt(warm.lastListed);
  const worker = new PlegWorker({
    pleg,
    scheduler,
    period: fromDuration(evented ? EVENTED_RELIST_PERIOD : RELIST_PERIOD),
    ownWork,
    onDemand: settings.onDemandRelist && profile.onDemandRelist,
    ...(options.relistStart === undefined ? {} : { relistStart: options.relistStart }),
  });

  const state = new RuntimeState({ profile, clock: scheduler, threshold: fromDuration(BASE_RUNTIME_SYNC_THRESHOLD) });
  if (warm?.lastRuntimeSync !== undefined) {
    state.setRuntimeSync(warm.lastRuntimeSync);
    state.networkError = undefined;
  }
  state.addHealthCheck(() => {
    const health = pleg.healthy();
    return health.ok ? undefined : plegReason(health);
  });
  const status = new RuntimeStatus({
    profile,
    scheduler,
    client,
    behaviour,
    state,
    initialized: warm?.lastRuntimeSync !== undefined,
    observe,
  });
  const node = new NodeStatus({
    profile,
    scheduler,
    client,
    state,
    status,
    observe,
    ...(warm?.nodeReady === undefined ? {} : { ready: warm.nodeReady }),
  });

  const config = new Channel<ConfigUpdate | 'closed'>(WAITING, scheduler);
  const probes = new Channel<ProbeResult>(WAITING, scheduler);
  const housekeeping = new Housekeeping(profile, scheduler, client);
  const workers = new PodWorkers({
    clock: scheduler,
    random,
    latency: settings.podWorkerLatency,
    configured: inputs.config !== undefined,
    resyncs: inputs.company === undefined,
  });
  const handlers: LoopHandlers = {
    applyConfig: (update) => workers.apply(update),
    knowsPod: (uid) => workers.knowsPod(uid),
    syncPods: (podUids) => workers.sync(podUids),
    podsToSync: () => workers.podsToSync(),
    housekeeping: () => housekeeping.run(),
  };
  const loop = new SyncLoop({
    profile,
    clock: scheduler,
    state,
    handlers,
    config,
    events,
    probes,
    random,
    ownWork,
    observe,
    ...(options.checkAt === undefined ? {} : { checkAt: options.checkAt }),
    ...(options.loopChoice === undefined ? {} : { choice: options.loopChoice }),
    ...(options.firstSkipAt === undefined ? {} : { firstSkipAt: options.firstSkipAt }),
    ...(warm?.nextSleep === undefined ? {} : { nextSleep: warm.nextSleep }),
    ...(warm?.tickersFrom === undefined ? {} : { tickersFrom: warm.tickersFrom }),
  });

  scheduler.spawn(after(warm?.firstCheck, loop.run()));
  scheduler.spawn(
    repeatUntilStopped(scheduler, ownWork, settings.nodeStatusUpdateFrequency, warm?.nextNodeStatus ?? ZERO, () =>
      node.update(),
    ),
  );
  if (warm === undefined) scheduler.spawn(node.updateFastUntilReady(ZERO));
  scheduler.spawn(
    repeatUntilStopped(scheduler, ownWork, fromDuration(RUNTIME_STATUS_PERIOD), warm?.nextStatus ?? ZERO, () =>
      status.update(),
    ),
  );
  worker.start(warm?.nextRelist ?? ZERO);
  const live = new Channel<RuntimeStreamEvent>(WAITING, scheduler);
  if (evented) {
    const eventedPleg = new EventedPleg({ profile, clock: scheduler, cache, events, observe });
    state.addHealthCheck(() => eventedPleg.healthReason());
    const fallBack = (): void => {
      eventedInUse = false;
      worker.stop();
      worker.setPeriod(fromDuration(RELIST_PERIOD));
      pleg.setThreshold(fromDuration(RELIST_THRESHOLD));
      worker.start();
    };
    streamEvents({
      scheduler,
      behaviour,
      world,
      cache,
      pleg: eventedPleg,
      stream: inputs.stream ?? [],
      live,
      forceRelist: () => worker.forceRelist(),
      fallBack,
      inUse: () => eventedInUse,
      observe,
    });
  }
  for (const update of inputs.config ?? []) scheduler.spawn(after(update.at, send(config, update)));
  for (const probe of inputs.probes ?? []) scheduler.spawn(after(probe.at, send(probes, probe)));
  const requests =
    inputs.relistRequests ??
    (settings.onDemandRelist && profile.onDemandRelist ? relistsAfterStarts(inputs.pods ?? []) : []);
  for (const request of requests) scheduler.spawn(after(request.at, requested(worker, request.podUid)));
  inputs.company?.({
    scheduler,
    changeRuntime: (pod) => world.add(pod),
    sendConfig: (update) => void config.trySend(update),
    requestRelist: (podUid) => worker.requestRelist(podUid),
    statusNewerThan: (podUid, than) => cache.newerThan(podUid, than),
    syncAgain: (podUid, at) => workers.syncAgain(podUid, at),
    sendProbe: (podUid) => void probes.trySend({ podUid }),
    sendStreamEvent: (event) => void live.trySend(event),
  });
  const inspect = (withPods = true): KubeletState => ({
    at: scheduler.now(),
    records: withPods ? [...pleg.records.entries()] : [],
    channelCapacity: events.capacity,
    cacheTime: cache.time,
    cache: withPods ? [...cache.entries()] : [],
    reinspect: [...pleg.toReinspect.keys()],
    relist: pleg.activity,
    lastListed: pleg.relistTime,
    threshold: pleg.threshold,
    loop: loop.activity,
    reasons: state.runtimeErrors(),
    lastRuntimeSync: state.lastSync,
    calls: client.runningCalls(),
  });
  return { pleg, inspect };
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
