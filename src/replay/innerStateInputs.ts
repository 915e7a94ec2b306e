/** The model's inputs for one stretch of a process: pods, runtime answers and known times from the plan, so that the embedded kubelet passes through every proven point. */
import { EVENTED_RELIST_PERIOD, HOUSEKEEPING_PERIOD, RELIST_PERIOD } from '../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../kubelet/time.ts';
import type { KubeletInputs, OpenKubelet, PodScript, RunOptions, RuntimeStreamEvent, WarmStart } from '../model/inputs.ts';
import { fromDuration, nanoseconds, type Nanoseconds } from '../model/nanoseconds.ts';
import type { RuntimeAnswer, RuntimeBehaviour, RuntimeCall } from '../model/runtimeBehaviour.ts';
import { firstAfter, type ProcessFacts } from './innerStateFacts.ts';
import { listingTime, type Plan, type PlannedRelist, type TimedChange } from './innerStatePlan.ts';

/** A part of a process' life that is run in one go. */
export interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
  /** The process starts here; else the model begins `LEAD` earlier in a healthy kubelet that knows its pods. */
  readonly cold: boolean;
}

/** Inputs, options, and the time that is 0 in the model. */
export interface StretchInputs {
  readonly inputs: KubeletInputs;
  readonly options: Pick<RunOptions, 'relistStart' | 'checkAt' | 'firstSkipAt' | 'podOrder' | 'seed'>;
  readonly origin: Instant;
  /** To be told of the kubelet once it is open: the order of the pods depends on its time. */
  readonly attach: (kubelet: Pick<OpenKubelet, 'now'>) => void;
}

export const LEAD: Duration = seconds(3);
/** Events this near to one another can be of one relist. */
const ONE_RELIST: Duration = milliseconds(300);
const AT_ONCE: RuntimeAnswer = { after: nanoseconds(0) };
const FAILED = 'the call failed';
/** Dead containers of a pod that the runtime still has at the beginning of a stretch. */
const MOST_DEAD = 4;

export function stretchInputs(facts: ProcessFacts, plan: Plan, stretch: Stretch): StretchInputs {
  const origin = (stretch.cold ? stretch.from : stretch.from - LEAD) as Instant;
  const clock = new ModelClock(origin);
  const evented = facts.process.evented;
  const isEvented = (time: Instant): boolean => evented !== undefined && (evented.until === undefined || time < evented.until);
  const window = { changes: within(plan.changes, origin, (stretch.to + seconds(60)) as Instant) };
  const forced = forcedStarts(facts, plan, window.changes.filter(({ sent }) => !isEvented(sent)));
  const starts = forced.starts;
  const visible = visibleTimes(facts, plan, window.changes, forced.startOf);
  const stream: RuntimeStreamEvent[] = window.changes.flatMap(({ change, sent }): RuntimeStreamEvent[] =>
    isEvented(sent) ? [{ at: clock.model(sent), podUid: change.uid, id: change.id, event: change.state === 'running' ? 'started' : change.state === 'removed' ? 'deleted' : 'stopped' }] : []);
  const runtime = new PlannedRuntime(facts, plan, clock, window.changes, forced.told);
  let kubelet: Pick<OpenKubelet, 'now'> = { now: () => nanoseconds(0) };
  let lastStart = Number.NEGATIVE_INFINITY;
  const requests = facts.podRelists.flatMap((relist) => (relist.podUid === undefined || relist.start.max < origin ? [] : [{ at: clock.model(relist.start.max), podUid: relist.podUid }]));
  return {
    origin,
    inputs: {
      profile: facts.profile, runtime, pods: podScripts(facts, plan, stretch, origin, visible, clock), stream,
      relistRequests: requests,
      settings: { runtimeRequestTimeout: fromDuration(facts.callTimeout), eventedPleg: evented !== undefined, onDemandRelist: requests.length > 0 },
      ...(stretch.cold ? {} : { warm: warmStart(facts, origin, clock) }),
    },
    options: {
      seed: 1,
      relistStart: (time) => {
        const start = relistStart(plan, starts, clock.real(kubelet.now()), clock.real(time), lastStart);
        lastStart = start.known;
        return clock.model(start.time);
      },
      checkAt: (time) => clock.model(checkAt(facts, clock.real(kubelet.now()), clock.real(time))),
      firstSkipAt: (time) => clock.model(firstSkipAt(facts, clock.real(time))),
      podOrder: (uids) => runtime.order(uids, clock.real(kubelet.now())),
    },
    attach: (opened) => {
      kubelet = opened;
      lastStart = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Microseconds since the epoch to nanoseconds since the model's beginning and back. */
export class ModelClock {
  readonly #origin: Instant;

  constructor(origin: Instant) {
    this.#origin = origin;
  }

  model(time: number): Nanoseconds {
    return nanoseconds((time - this.#origin) * 1000);
  }

  real(time: Nanoseconds): Instant {
    return (this.#origin + time / 1000) as Instant;
  }
}

function within(changes: readonly TimedChange[], from: Instant, to: Instant): readonly TimedChange[] {
  return changes.slice(firstAfter(changes, from - 1, (one) => one.sent), firstAfter(changes, to, (one) => one.sent));
}

/** The planned relist that is under way at a time. */
export function relistAt(relists: readonly PlannedRelist[], time: number): PlannedRelist | undefined {
  const relist = relists[firstAfter(relists, time, (one) => one.start) - 1];
  return relist !== undefined && (relist.end ?? relist.listed ?? relist.start) > time ? relist : undefined;
}

/** When each change shows in the listings: just before the relist that told it, or that first failed to inspect its pod. */
function visibleTimes(facts: ProcessFacts, plan: Plan, changes: readonly TimedChange[], startOf: ReadonlyMap<TimedChange, Instant>): ReadonlyMap<TimedChange, Instant> {
  const visible = new Map<TimedChange, Instant>();
  const lastSent = new Map<string, Instant>();
  const failures = new Map<string, Instant[]>();
  for (const failure of facts.inspections) {
    const list = failures.get(failure.uid);
    if (list === undefined) failures.set(failure.uid, [failure.began]);
    else list.push(failure.began);
  }
  const fresh = new Map<string, Instant>();
  for (const one of changes) {
    const { uid } = one.change;
    const since = lastSent.get(uid) ?? (Number.NEGATIVE_INFINITY as Instant);
    const first = failures.get(uid)?.find((began) => began > since && began < one.sent);
    const failing = first === undefined || one.change.state === 'running' ? undefined : relistAt(plan.relists, first + milliseconds(20)) ?? undefined;
    const told = relistAt(plan.relists, one.sent - 1);
    let time = ((startOf.get(one) ?? (told?.listed === undefined ? one.sent - 1 : told.listed)) - 1) as Instant;
    if (failing !== undefined) time = (failing.start - 1) as Instant;
    const before = fresh.get(one.change.id);
    if (before !== undefined && time <= before) time = Math.max(time, Math.min(one.sent - 2, before + 1)) as Instant;
    fresh.set(one.change.id, time);
    visible.set(one, time);
    if (first === undefined || failing === undefined) lastSent.set(uid, one.sent);
  }
  return visible;
}

/** Starts of relists that tell events outside the planned ones. */
function forcedStarts(facts: ProcessFacts, plan: Plan, changes: readonly TimedChange[]): { readonly starts: readonly Instant[]; readonly startOf: ReadonlyMap<TimedChange, Instant>; readonly told: readonly Instant[] } {
  const starts: Instant[] = [];
  const told: Instant[] = [];
  const startOf = new Map<TimedChange, Instant>();
  let first = Number.NEGATIVE_INFINITY;
  let seen = new Set<string>();
  for (const timed of changes) {
    const { change, sent } = timed;
    const within = relistAt(plan.relists, sent - 1);
    if (within?.listed !== undefined && within.listed <= sent) continue;
    if (sent - first > ONE_RELIST || seen.has(change.id)) {
      first = sent;
      seen = new Set();
      told.push(sent);
      // The listing that hung until now is the one that tells them.
      const released = plan.noListing[firstAfter(plan.noListing, sent - ONE_RELIST, (one) => one.release)];
      starts.push((released !== undefined && released.release <= sent ? released.release : sent - 1 - (listingTime(facts, sent) ?? 0)) as Instant);
    }
    seen.add(change.id);
    startOf.set(timed, starts.at(-1) ?? sent);
  }
  return { starts, startOf, told };
}

/** The next start: the natural one, or an earlier one that is known. Each known one is used once (`last` is the last that was used), so that time goes on. */
function relistStart(plan: Plan, forced: readonly Instant[], now: Instant, time: Instant, last: number): { readonly time: Instant; readonly known: number } {
  const running = relistAt(plan.relists, now - 1);
  const end = running?.end;
  const earliest = end !== undefined && running !== undefined && running.start < now - 1 && end > now ? end : now;
  const natural = Math.max(time, earliest === now ? time : earliest + RELIST_PERIOD);
  // One that should have begun while another was still running begins as soon as it can.
  const due = plan.relists[firstAfter(plan.relists, Math.max(last, earliest - seconds(5)), (one) => one.start)];
  const plannedStart = due === undefined || (due.start < earliest - 2000 && (due.end ?? due.start) <= now) ? (plan.relists[firstAfter(plan.relists, Math.max(last, earliest - 2000), (one) => one.start)]?.start ?? Number.POSITIVE_INFINITY) : due.start;
  const forcedStart = forced[firstAfter(forced, Math.max(last, earliest - 1), (start) => start)] ?? Number.POSITIVE_INFINITY;
  const known = Math.min(plannedStart, forcedStart);
  // No other one fits into the second before a planned one.
  const taken = known <= natural || (known === plannedStart && known - natural < RELIST_PERIOD);
  return { time: Math.max(now, taken ? known : natural) as Instant, known: taken ? known : last };
}

/** The skip that the log has near the planned check, or the first thing the loop does after its last sleep. */
function checkAt(facts: ProcessFacts, now: Instant, time: Instant): Instant {
  const next = facts.skips[firstAfter(facts.skips, now + (time - now) / 2, ({ skip }) => skip.time)]?.skip.time;
  if (next !== undefined && Math.abs(next - time) < Math.max(milliseconds(350), Math.min(seconds(1.1), time - now))) return next;
  const event = facts.handled[firstAfter(facts.handled, time - milliseconds(5), (one) => one.time)]?.time;
  return event !== undefined && event - time < milliseconds(300) ? ((event - 200) as Instant) : time;
}

/** The first skip of a run that the log has soon after the model's. */
function firstSkipAt(facts: ProcessFacts, time: Instant): Instant {
  const next = facts.skips[firstAfter(facts.skips, time - milliseconds(5), ({ skip }) => skip.time)];
  return next === undefined || next.index > 0 || next.skip.time - time > seconds(1.2) ? time : next.skip.time;
}

function warmStart(facts: ProcessFacts, origin: Instant, clock: ModelClock): WarmStart {
  const naming = facts.namings.find((one) => one.start !== undefined && one.start <= origin && one.last >= origin);
  const phase = facts.process.loopStarted ?? facts.stalls.find((stall) => stall.by === 'housekeeping')?.from.max ?? origin;
  const cycles = Math.ceil(Math.max(0, origin - phase) / HOUSEKEEPING_PERIOD) + 1;
  return {
    lastListed: clock.model(naming?.start ?? origin - seconds(0.5)),
    lastRuntimeSync: clock.model(origin - seconds(1)),
    tickersFrom: clock.model(phase + (phase > origin ? -Math.ceil((phase - origin) / HOUSEKEEPING_PERIOD) : cycles - 1) * HOUSEKEEPING_PERIOD - HOUSEKEEPING_PERIOD),
    nodeReady: true,
    ...(facts.process.evented === undefined ? {} : { nextRelist: fromDuration(EVENTED_RELIST_PERIOD) }),
  };
}

/** What the runtime held at a time, and all changes from then on until another; a minute more, for what was there before it was told. */
function changesUntil(plan: Plan, from: Instant, to: Instant): readonly TimedChange[] {
  const before = firstAfter(plan.changes, from, (one) => one.sent);
  const held = plan.held[firstAfter(plan.held, before, (one) => one.count) - 1];
  return [...(held?.changes ?? []), ...plan.changes.slice(held?.count ?? 0, firstAfter(plan.changes, to + seconds(60), (one) => one.sent))];
}

/** Pods with the states of their containers: as they are at the beginning, then change by change. */
function podScripts(facts: ProcessFacts, plan: Plan, stretch: Stretch, origin: Instant, visible: ReadonlyMap<TimedChange, Instant>, clock: ModelClock): readonly PodScript[] {
  type State = { at: Nanoseconds; state: 'running' | 'exited' | 'unknown' | 'removed'; exitCode?: number };
  const pods = new Map<string, Map<string, { kind: 'container' | 'sandbox'; states: State[] }>>();
  const states = (uid: string, id: string, kind: string): State[] => {
    let pod = pods.get(uid);
    if (pod === undefined) pods.set(uid, (pod = new Map<string, { kind: 'container' | 'sandbox'; states: State[] }>()));
    let container = pod.get(id);
    if (container === undefined) pod.set(id, (container = { kind: kind === 'sandbox' ? 'sandbox' : 'container', states: [] }));
    return container.states;
  };
  for (const timed of changesUntil(plan, origin, stretch.to)) {
    const { change, sent } = timed;
    const at = visible.get(timed);
    if (at === undefined && sent > origin) continue;
    const list = states(change.uid, change.id, change.kind);
    const state: State = { at: clock.model(at ?? origin - seconds(60)), state: change.state, ...(change.exitCode === undefined ? {} : { exitCode: change.exitCode }) };
    if (at === undefined) list.length = 0;
    else if (list.length === 0 && change.state === 'exited' && !facts.process.startedInLog) list.push({ at: clock.model(origin - seconds(60)), state: 'running' });
    list.push(state);
  }
  for (const containers of pods.values()) forgetLongDead(containers, clock.model(origin));
  addSuspects(facts, plan, stretch, states, clock, visible);
  const known = new Map([...pods].flatMap(([uid, containers]) => [...containers.keys()].map((id) => [id, uid] as const)));
  for (const { time, id } of facts.removals) {
    const uid = known.get(id);
    const list = uid === undefined ? undefined : states(uid, id, 'container');
    const last = list?.at(-1);
    // The first of these lines comes with the event of the exit, when only the kubelet's own managers forget the container.
    if (list !== undefined && last?.state === 'exited' && clock.model(time - seconds(1)) > last.at) list.push({ at: clock.model(time), state: 'removed' });
  }
  return [...pods].map(([uid, containers]): PodScript => ({
    uid, name: uid, namespace: '', containers: [...containers].map(([id, { kind, states: all }]) => ({ id, kind, states: all.sort((a, b) => a.at - b.at) })),
  }));
}

/** Dead containers are collected once a newer one has died in their place; the log does not always say so. Those that were dead before the beginning are forgotten but for the last ones. */
function forgetLongDead(containers: Map<string, { kind: 'container' | 'sandbox'; states: { at: Nanoseconds; state: string }[] }>, begin: Nanoseconds): void {
  const dead = [...containers].filter(([, { states }]) => states.length === 1 && states[0]?.state === 'exited' && states[0].at < begin);
  for (const [id] of dead.slice(0, -MOST_DEAD)) containers.delete(id);
}

/** A pod that PLEG inspects again and again without success has a change that is not told: if the log never tells which, one of its running containers must have gone. */
function addSuspects(facts: ProcessFacts, plan: Plan, stretch: Stretch, states: (uid: string, id: string, kind: string) => { at: Nanoseconds; state: string }[], clock: ModelClock, visible: ReadonlyMap<TimedChange, Instant>): void {
  const open = new Map<string, Instant>();
  for (const failure of facts.inspections) if (failure.time >= stretch.from && failure.began <= stretch.to && !open.has(failure.uid)) open.set(failure.uid, failure.began);
  if (open.size === 0) return;
  for (const [uid, began] of open) {
    const relist = relistAt(plan.relists, began + milliseconds(20));
    const mine = changesUntil(plan, began, stretch.to).filter(({ change }) => change.uid === uid);
    if (mine.some((one) => one.sent > began && one.change.state !== 'running' && (visible.get(one) ?? one.sent) <= began)) continue;
    const running = mine.findLast(({ change, sent }) => sent < began && change.state === 'running' && change.kind !== 'sandbox');
    if (running !== undefined) states(uid, running.change.id, 'container').push({ at: clock.model((relist?.start ?? began) - 1), state: 'exited' });
  }
}

/** The runtime's answers: what lines prove, else at once. */
class PlannedRuntime implements RuntimeBehaviour {
  readonly #facts: ProcessFacts;
  readonly #plan: Plan;
  readonly #clock: ModelClock;
  readonly #sentOf = new Map<string, Instant[]>();
  readonly #failuresOf = new Map<string, ProcessFacts['inspections'][number][]>();
  /** Times at which relists that no line bounds told their first event. */
  readonly #told: readonly Instant[];

  constructor(facts: ProcessFacts, plan: Plan, clock: ModelClock, changes: readonly TimedChange[], told: readonly Instant[]) {
    this.#told = told;
    this.#facts = facts;
    this.#plan = plan;
    this.#clock = clock;
    for (const { change, sent, loose } of changes) {
      // Inside a planned relist an event of which only the place in the channel is known takes no time of its own.
      if (loose !== true || relistAt(plan.relists, sent) === undefined) push(this.#sentOf, change.uid, sent);
    }
    for (const failure of facts.inspections) push(this.#failuresOf, failure.uid, failure);
  }

  call(call: RuntimeCall): RuntimeAnswer {
    const at = this.#clock.real(call.at);
    switch (call.caller) {
      case 'relist':
        return call.podUid === undefined ? this.#list(call, at) : this.#inspect(call, call.podUid, at);
      case 'pod-relist':
        return call.podUid !== undefined && (call.method === 'PodSandboxStatus' || call.method === 'ContainerStatus') ? this.#inspect(call, call.podUid, at) : this.#podList(at);
      case 'housekeeping':
        return this.#housekeeping(at);
      case 'runtime-status':
      case 'initialization':
        return this.#status(at);
      case 'evented':
        return this.#stream(at);
      default:
        return AT_ONCE;
    }
  }

  conditions(at: Nanoseconds): ReturnType<NonNullable<RuntimeBehaviour['conditions']>> {
    const time = this.#clock.real(at);
    const next = this.#facts.skips[firstAfter(this.#facts.skips, time, ({ skip }) => skip.time)];
    const notReady = next !== undefined && next.skip.time - time < seconds(6) && next.skip.reasons.some((reason) => reason.kind === 'runtime-not-ready');
    return { runtimeReady: { ready: !notReady }, networkReady: { ready: true } };
  }

  /** Pods in the order in which their inspections end; pods without a known end come first, and take no time. */
  order(uids: readonly string[], now: Instant): readonly string[] {
    const ends = new Map(uids.map((uid) => [uid, this.#endOf(uid, now) ?? (this.#isFailing(uid, now) ? Number.MAX_VALUE : -Number.MAX_VALUE)]));
    return [...uids].sort((a, b) => compare(ends.get(a), ends.get(b)));
  }

  #endOf(uid: string, at: Instant): Instant | undefined {
    const failure = this.#failureAt(uid, at);
    if (failure !== undefined) return failure.time;
    const sent = this.#sentOf.get(uid);
    const next = sent?.[firstAfter(sent, at - 10, (time) => time)];
    if (this.#isFailing(uid, at)) return next;
    const limit = relistAt(this.#plan.relists, at)?.end ?? at + ONE_RELIST;
    return next === undefined || next > limit ? undefined : next;
  }

  /** The last inspection failed, and nothing was told of the pod since: the next one hangs too, until it tells something. */
  #isFailing(uid: string, at: Instant): boolean {
    const failures = this.#failuresOf.get(uid);
    const failed = failures?.[firstAfter(failures, at + 1000, (one) => one.time - Math.min(seconds(0.5), (one.time - one.began) / 2)) - 1];
    const sent = this.#sentOf.get(uid);
    const told = sent?.[firstAfter(sent, at - 10, (time) => time) - 1];
    return failed !== undefined && (told === undefined || told < Math.min(failed.time, at));
  }

  #failureAt(uid: string, at: Instant): ProcessFacts['inspections'][number] | undefined {
    const list = this.#failuresOf.get(uid);
    // A call that ran into its time-out began long before its line: one that begins now is the next.
    const failure = list?.[firstAfter(list, at + 1000, (one) => one.time - Math.min(seconds(0.5), (one.time - one.began) / 2))];
    const limit = relistAt(this.#plan.relists, at)?.end ?? at + seconds(1);
    return failure === undefined || (failure.began > at + seconds(1.5) && failure.time > limit + milliseconds(20)) ? undefined : failure;
  }

  #list(call: RuntimeCall, at: Instant): RuntimeAnswer {
    const { relists } = this.#plan;
    const planned = relistAt(relists, at) ?? relistAt(relists, at + 1000) ?? relistAt(relists, at - 10);
    if (planned !== undefined) {
      const failing = planned.relist.call === 'ListContainers' ? 'ListContainers' : 'ListPodSandbox';
      if (planned.failed) return call.method === failing ? answer(at, planned.end ?? at, FAILED) : AT_ONCE;
      // Neither of the two calls took longer than its time-out.
      if (planned.listed !== undefined) return answer(at, call.method === 'ListPodSandbox' && planned.listed - at >= this.#facts.callTimeout ? (at + planned.listed) / 2 : planned.listed);
    }
    // Between two skips that name the same relist no other one can have been listed.
    const window = this.#plan.noListing[firstAfter(this.#plan.noListing, at, (one) => one.to)];
    if (window !== undefined && at > window.from + 1000) return answer(at, call.method === 'ListPodSandbox' && window.release - at >= this.#facts.callTimeout ? (at + window.release) / 2 : window.release);
    const slow = call.method === 'ListPodSandbox' ? listingTime(this.#facts, at) : undefined;
    if (slow === undefined) return AT_ONCE;
    const soon = (at + 1000) as Instant;
    const told = nextTime(this.#told, soon, (time) => time);
    const next = nextTime(this.#plan.relists, soon, (one) => one.start) - RELIST_PERIOD;
    return answer(at, Math.max(at, Math.min(told < at + slow + seconds(1.5) ? told - 1 : at + slow, next)));
  }

  #podList(at: Instant): RuntimeAnswer {
    const relist = this.#facts.podRelists.find((one) => one.end !== undefined && one.end.max > at && one.start.max <= at + 1000);
    return relist?.end === undefined ? AT_ONCE : answer(at, relist.end.max, relist.outcome === 'list-failed' ? FAILED : undefined);
  }

  #inspect(call: RuntimeCall, uid: string, at: Instant): RuntimeAnswer {
    const failure = this.#failureAt(uid, at);
    if (failure !== undefined) {
      if (call.method !== failure.method || (failure.containerId !== undefined && call.id !== undefined && failure.method === 'ContainerStatus' && call.id !== failure.containerId)) return AT_ONCE;
      return answer(at, failure.time, failure.error);
    }
    const end = this.#endOf(uid, at);
    if (end !== undefined) return answer(at, end);
    // Nothing says that the pod that hung before answers now, and the log ends before its call would time out.
    const endless = this.#isFailing(uid, at) && call.method === 'PodSandboxStatus' && at + this.#facts.callTimeout > this.#facts.process.to;
    return endless ? answer(at, this.#facts.process.to + 1, FAILED) : AT_ONCE;
  }

  #housekeeping(at: Instant): RuntimeAnswer {
    const { stalls, callTimeout } = this.#facts;
    const stall = stalls[firstAfter(stalls, at, (one) => one.to.max)];
    if (stall !== undefined && at >= (stall.by === 'housekeeping' ? stall.from.max - seconds(1) : this.#stallBegins(stall.from.min, stall.to.max))) return answer(at, stall.to.max, stall.to.max - at >= callTimeout - seconds(1.5) ? FAILED : undefined);
    // Housekeeping makes the same list call as the relist that hangs just now; the next thing that the loop says ends it.
    const relist = relistAt(this.#plan.relists, at);
    if (relist === undefined || !relist.failed || relist.end === undefined || relist.end - relist.start < seconds(10)) return AT_ONCE;
    const next = Math.min(nextTime(this.#facts.skips, at, ({ skip }) => skip.time), nextTime(this.#facts.handled, at, (event) => event.time));
    return answer(at, Math.min(next, at + callTimeout), FAILED);
  }

  /** A stall of which only the end is known begins with the list calls that hang in it, if there are any. */
  #stallBegins(from: Instant, to: Instant): Instant {
    const { relists } = this.#plan;
    for (let index = firstAfter(relists, from, (one) => one.start); index < relists.length; index += 1) {
      const relist = relists[index];
      if (relist === undefined || relist.start > to) break;
      if ((relist.listed ?? relist.end ?? relist.start) - relist.start > seconds(10)) return relist.start;
    }
    return from;
  }

  #status(at: Instant): RuntimeAnswer {
    const { statuses } = this.#facts;
    const failure = statuses[firstAfter(statuses, at, (one) => one.end)];
    if (failure !== undefined && (failure.began <= at + seconds(2.5) || failure.end - at < seconds(4))) return answer(at, failure.end, failure.error);
    const window = this.#plan.noStatus[firstAfter(this.#plan.noStatus, at, (one) => one.to)];
    return window !== undefined && at >= window.from ? answer(at, window.to) : AT_ONCE;
  }

  /** The stream stays open until Evented PLEG is given up. */
  #stream(at: Instant): RuntimeAnswer {
    const until = this.#facts.process.evented?.until;
    return until === undefined ? { after: Number.POSITIVE_INFINITY as Nanoseconds } : answer(at, until, FAILED);
  }
}

function nextTime<Item>(items: readonly Item[], at: Instant, timeOf: (item: Item) => number): number {
  const next = items[firstAfter(items, at, timeOf)];
  return next === undefined ? Number.POSITIVE_INFINITY : timeOf(next);
}

function answer(at: Instant, end: number, error?: string): RuntimeAnswer {
  const after = nanoseconds(Math.max(0, end - at) * 1000);
  return error === undefined ? { after } : { after, error };
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

function compare(a: number | undefined, b: number | undefined): number {
  const left = a ?? 0;
  const right = b ?? 0;
  return left === right ? 0 : left - right;
}
