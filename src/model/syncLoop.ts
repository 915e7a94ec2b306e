/**
 * The sync loop: check the runtime state, skip and sleep, or take one piece of work and do it. pkg/kubelet/kubelet.go, `syncLoop` and `syncLoopIteration`, 1.8–1.36.
 * Work that blocks (housekeeping with hanging runtime calls) blocks everything else here, as it does there.
 */
import { HOUSEKEEPING_PERIOD, SYNC_LOOP_HEALTH_PERIOD, SYNC_TICKER_PERIOD } from '../kubelet/constants.ts';
import type { KubeletProfile } from '../kubelet/profile.ts';
import { Backoff } from './backoff.ts';
import { type Channel, Ticker } from './channel.ts';
import type { ConfigUpdate } from './inputs.ts';
import type { LoopActivity } from './kubeletState.ts';
import { earlier, fromDuration, minus, type Nanoseconds, plus } from './nanoseconds.ts';
import type { LoopWork, Observer, PlegEvent } from './observation.ts';
import { fires, NO_OWN_WORK, type OwnWork } from './ownWork.ts';
import { choose, type Random } from './random.ts';
import type { RuntimeState } from './runtimeState.ts';
import { type Activity, type Clock, waitForSignal, waitUntil } from './scheduler.ts';

/** What the loop hands its work to; each may take virtual time, in which the loop does nothing else. */
export interface LoopHandlers {
  applyConfig(update: ConfigUpdate): Activity;
  knowsPod(podUid: string): boolean;
  syncPods(podUids: readonly string[], because: 'pleg' | 'sync' | 'probe'): Activity;
  /** Pods whose time for a sync has come, asked at each tick of the sync ticker. */
  podsToSync(): readonly string[];
  /** Gives the error of its runtime call, if it failed. */
  housekeeping(): Activity<string | undefined>;
}

/** A probe result that changed and makes its pod sync. */
export interface ProbeResult {
  readonly podUid: string;
}

export interface SyncLoopOptions {
  readonly profile: KubeletProfile;
  readonly clock: Clock;
  readonly state: RuntimeState;
  readonly handlers: LoopHandlers;
  /** Config updates; `closed` ends the loop. */
  readonly config: Channel<ConfigUpdate | 'closed'>;
  readonly events: Channel<PlegEvent>;
  readonly probes: Channel<ProbeResult>;
  readonly random: Random;
  /** Makes the sleeps longer on a busy host. */
  readonly ownWork?: OwnWork;
  readonly observe?: Observer;
  /** Moves the check after a skip's sleep to a known time (a loaded loop is late); not before now. */
  readonly checkAt?: (planned: Nanoseconds) => Nanoseconds;
  /** Moves the first skip of a run to a known time: the turn before it took longer than the model knows. */
  readonly firstSkipAt?: (planned: Nanoseconds) => Nanoseconds;
  /** Which of several ready channels is taken, where it is known; else chance decides, as in Go. */
  readonly choice?: (ready: readonly LoopWork[]) => LoopWork | undefined;
  /** Told of every check. */
  readonly onCheck?: (at: Nanoseconds, healthy: boolean) => void;
  /** The next skip's sleep and the tickers' beginning, when the loop begins in the middle of a process. */
  readonly nextSleep?: Nanoseconds;
  readonly tickersFrom?: Nanoseconds;
}

type Ready = { readonly work: LoopWork; readonly run: () => Activity<boolean> };

export class SyncLoop {
  readonly #options: SyncLoopOptions;
  readonly #housekeepingLimit: Nanoseconds | undefined;
  /** Last start of a container per pod, as the loop saw it (from 1.21; lets a delete see containers that the runtime cache does not have yet). */
  readonly lastContainerStart = new Map<string, Nanoseconds>();
  #lastTurn: Nanoseconds | undefined;
  /** What the loop is doing. */
  activity: LoopActivity = { kind: 'not-started' };
  #skips = 0;
  #syncTicker: Ticker;
  #housekeepingTicker: Ticker;

  constructor(options: SyncLoopOptions) {
    this.#options = options;
    const limit = options.profile.housekeepingLimit;
    this.#housekeepingLimit = limit === undefined ? undefined : fromDuration(limit);
    const from = options.tickersFrom ?? options.clock.now();
    this.#syncTicker = new Ticker(from, fromDuration(SYNC_TICKER_PERIOD));
    this.#housekeepingTicker = new Ticker(from, fromDuration(HOUSEKEEPING_PERIOD));
  }

  /** Runs until the config channel is closed. */
  *run(): Activity {
    const { clock, state, observe, onCheck, profile, checkAt, firstSkipAt, ownWork = NO_OWN_WORK } = this.#options;
    const backoff = new Backoff(profile.backoff, this.#options.nextSleep);
    if (this.#options.tickersFrom === undefined) {
      this.#syncTicker = new Ticker(clock.now(), fromDuration(SYNC_TICKER_PERIOD));
      this.#housekeepingTicker = new Ticker(clock.now(), fromDuration(HOUSEKEEPING_PERIOD));
    }
    observe?.({ kind: 'loop-started', at: clock.now() });
    for (;;) {
      let at = clock.now();
      let reasons = state.runtimeErrors();
      if (firstSkipAt !== undefined && reasons.length > 0 && this.#skips === 0) {
        const known = firstSkipAt(at);
        if (known > at) {
          yield waitUntil(known);
          at = clock.now();
          reasons = state.runtimeErrors();
        }
      }
      onCheck?.(at, reasons.length === 0);
      if (reasons.length > 0) {
        const sleep = backoff.next();
        observe?.({ kind: 'skipped', at, reasons, sleep });
        const planned = plus(at, sleep);
        this.#skips += 1;
        this.activity = { kind: 'skipping', since: at, until: planned, sleep, skips: this.#skips };
        const wakes = fires(ownWork, planned);
        yield waitUntil(checkAt?.(wakes) ?? wakes);
        continue;
      }
      backoff.reset();
      this.#skips = 0;
      this.#lastTurn = at;
      observe?.({ kind: 'turn-started', at });
      const goesOn = yield* this.#turn();
      this.#lastTurn = clock.now();
      if (!goesOn) break;
    }
    this.activity = { kind: 'ended', since: clock.now() };
    observe?.({ kind: 'loop-ended', at: clock.now() });
  }

  /**
   * The kubelet's own health check `syncloop`: fails if no turn began or ended for max(2 × resync interval, 5 min).
   * Skipping does not count as a turn.
   */
  healthy(resyncInterval: Nanoseconds): boolean {
    if (this.#lastTurn === undefined) return true;
    const limit = Math.max(2 * resyncInterval, fromDuration(SYNC_LOOP_HEALTH_PERIOD));
    return minus(this.#options.clock.now(), this.#lastTurn) <= limit;
  }

  *#turn(): Activity<boolean> {
    const { clock, random, observe, config, events, probes, choice } = this.#options;
    this.activity = { kind: 'waiting', since: clock.now() };
    let ready = this.#ready();
    while (ready.length === 0) {
      const tick = earlier(this.#syncTicker.next(), this.#housekeepingTicker.next());
      yield waitForSignal([config.filled, events.filled, probes.filled], tick);
      ready = this.#ready();
    }
    const known = ready.length > 1 ? choice?.(ready.map(({ work }) => work)) : undefined;
    const chosen = ready.find(({ work }) => work === known) ?? choose(ready, random);
    if (chosen === undefined) return true;
    const began = clock.now();
    this.activity = { kind: 'working', since: began, work: chosen.work };
    const goesOn = yield* chosen.run();
    observe?.({ kind: 'turn-ended', at: clock.now(), work: chosen.work, began });
    return goesOn;
  }

  #ready(): Ready[] {
    const { clock, config, events, probes } = this.#options;
    const now = clock.now();
    const ready: Ready[] = [];
    if (config.length > 0) ready.push({ work: 'config', run: () => this.#config() });
    if (events.length > 0) ready.push({ work: 'pleg', run: () => this.#event() });
    if (this.#syncTicker.isReady(now)) ready.push({ work: 'sync', run: () => this.#sync() });
    if (probes.length > 0) ready.push({ work: 'probe', run: () => this.#probe() });
    if (this.#housekeepingTicker.isReady(now)) ready.push({ work: 'housekeeping', run: () => this.#housekeeping() });
    return ready;
  }

  *#config(): Activity<boolean> {
    const { clock, config, handlers, observe } = this.#options;
    const update = config.tryReceive();
    if (update === undefined) return true;
    if (update === 'closed') return false;
    observe?.({ kind: 'config-applied', at: clock.now(), op: update.op, podUids: update.podUids });
    yield* handlers.applyConfig(update);
    return true;
  }

  *#event(): Activity<boolean> {
    const { clock, events, handlers, observe, profile } = this.#options;
    const event = events.tryReceive();
    if (event === undefined) return true;
    const at = clock.now();
    if (event.type === 'ContainerStarted' && profile.lastContainerStartTimes)
      this.lastContainerStart.set(event.podUid, at);
    const podKnown = handlers.knowsPod(event.podUid);
    observe?.({ kind: 'event-consumed', at, event, podKnown });
    // A removed container changes nothing for its pod (`isSyncPodWorthy`).
    if (event.type !== 'ContainerRemoved' && podKnown) yield* handlers.syncPods([event.podUid], 'pleg');
    return true;
  }

  *#sync(): Activity<boolean> {
    const { clock, handlers, observe } = this.#options;
    this.#syncTicker.take(clock.now());
    const podUids = handlers.podsToSync();
    if (podUids.length === 0) return true;
    observe?.({ kind: 'pods-synced', at: clock.now(), podUids });
    yield* handlers.syncPods(podUids, 'sync');
    return true;
  }

  *#probe(): Activity<boolean> {
    const { clock, handlers, observe, probes } = this.#options;
    const result = probes.tryReceive();
    if (result === undefined) return true;
    observe?.({ kind: 'probe-handled', at: clock.now(), podUid: result.podUid });
    if (handlers.knowsPod(result.podUid)) yield* handlers.syncPods([result.podUid], 'probe');
    return true;
  }

  *#housekeeping(): Activity<boolean> {
    const { clock, handlers, observe } = this.#options;
    const began = clock.now();
    this.#housekeepingTicker.take(began);
    observe?.({ kind: 'housekeeping-started', at: began });
    const error = yield* handlers.housekeeping();
    const took = minus(clock.now(), began);
    const slow = this.#housekeepingLimit !== undefined && took > this.#housekeepingLimit;
    observe?.({ kind: 'housekeeping-ended', at: clock.now(), took, slow, ...(error === undefined ? {} : { error }) });
    return true;
  }
}
