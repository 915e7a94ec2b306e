/** The model's inputs for one stretch of a process: pods, runtime answers and known times from the plan, so that the embedded kubelet passes through every proven point. */
import { appendTo } from '../../kubelet/groups.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import {
  BASE_RUNTIME_SYNC_THRESHOLD,
  EVENTED_RELIST_PERIOD,
  HOUSEKEEPING_PERIOD,
  RELIST_PERIOD,
} from '../../kubelet/constants.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type {
  KubeletInputs,
  OpenKubelet,
  PodScript,
  RunOptions,
  RuntimeStreamEvent,
  WarmStart,
} from '../../model/inputs.ts';
import { fromDuration, nanoseconds, type Nanoseconds } from '../../model/nanoseconds.ts';
import { MOST_DEAD } from './containerChanges.ts';
import { leaveOutMost, type NotFollowed } from './followedPods.ts';
import { type ProcessFacts } from './innerStateFacts.ts';
import { listingTime, type Plan, relistAt, type TimedChange } from './innerStatePlan.ts';
import { ModelClock, ONE_RELIST, PlannedRuntime } from './innerStateRuntime.ts';

/** A part of a process that is run in one go. */
export interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
  /** The process starts here; else the model begins `LEAD` earlier in a healthy kubelet that knows its pods, or in one that skips where the log begins so. */
  readonly cold: boolean;
}

/** Inputs, options, and the time that is 0 in the model. */
export interface StretchInputs {
  readonly inputs: KubeletInputs;
  readonly options: Pick<RunOptions, 'relistStart' | 'checkAt' | 'firstSkipAt' | 'podOrder' | 'seed'>;
  readonly origin: Instant;
  readonly notFollowed: NotFollowed;
  /** To be told of the kubelet once it is open: the order of the pods depends on its time. */
  readonly attach: (kubelet: Pick<OpenKubelet, 'now'>) => void;
}

const LEAD: Duration = seconds(3);

export function stretchInputs(facts: ProcessFacts, plan: Plan, stretch: Stretch): StretchInputs {
  const origin = (stretch.cold ? stretch.from : stretch.from - LEAD) as Instant;
  const clock = new ModelClock(origin);
  const evented = facts.process.evented;
  const isEvented = (time: Instant): boolean =>
    evented !== undefined && (evented.until === undefined || time < evented.until);
  const window = { changes: within(plan.changes, origin, (stretch.to + seconds(60)) as Instant) };
  const forced = forcedStarts(
    facts,
    plan,
    window.changes.filter(({ sent }) => !isEvented(sent)),
  );
  const starts = forced.starts;
  const visible = visibleTimes(facts, plan, window.changes, forced.startOf);
  const stream: RuntimeStreamEvent[] = window.changes.flatMap(({ change, sent }): RuntimeStreamEvent[] =>
    isEvented(sent)
      ? [
          {
            at: clock.model(sent),
            podUid: change.uid,
            id: change.id,
            event: change.state === 'running' ? 'started' : change.state === 'removed' ? 'deleted' : 'stopped',
          },
        ]
      : [],
  );
  const runtime = new PlannedRuntime(facts, plan, clock, window.changes, forced.firstEvents);
  let kubelet: Pick<OpenKubelet, 'now'> = { now: () => nanoseconds(0) };
  let lastStart = Number.NEGATIVE_INFINITY;
  const requests = facts.podRelists.flatMap((relist) =>
    relist.podUid === undefined || relist.start.max < origin
      ? []
      : [{ at: clock.model(relist.start.max), podUid: relist.podUid }],
  );
  const { scripts, notFollowed } = podScripts(facts, plan, stretch, origin, visible, clock);
  return {
    origin,
    notFollowed,
    inputs: {
      profile: facts.profile,
      runtime,
      pods: scripts,
      stream,
      relistRequests: requests,
      settings: {
        runtimeRequestTimeout: fromDuration(facts.callTimeout),
        eventedPleg: evented !== undefined,
        onDemandRelist: requests.length > 0,
      },
      ...(stretch.cold ? {} : { warm: warmStart(facts, stretch, origin, clock) }),
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

function within(changes: readonly TimedChange[], from: Instant, to: Instant): readonly TimedChange[] {
  return changes.slice(
    firstAfter(changes, from - 1, (one) => one.sent),
    firstAfter(changes, to, (one) => one.sent),
  );
}

/** When each change shows in the listings: just before the relist that reported it, or that first failed to inspect its pod. */
function visibleTimes(
  facts: ProcessFacts,
  plan: Plan,
  changes: readonly TimedChange[],
  startOf: ReadonlyMap<TimedChange, Instant>,
): ReadonlyMap<TimedChange, Instant> {
  const visible = new Map<TimedChange, Instant>();
  const lastSent = new Map<string, Instant>();
  const failures = new Map<string, Instant[]>();
  for (const failure of facts.inspections) appendTo(failures, failure.uid, failure.began);
  const fresh = new Map<string, Instant>();
  for (const one of changes) {
    const { uid } = one.change;
    const since = lastSent.get(uid) ?? (Number.NEGATIVE_INFINITY as Instant);
    const first = failures.get(uid)?.find((began) => began > since && began < one.sent);
    const failing =
      first === undefined || one.change.state === 'running'
        ? undefined
        : (relistAt(plan.relists, first + milliseconds(20)) ?? undefined);
    const planned = relistAt(plan.relists, one.sent - 1);
    let time = ((startOf.get(one) ?? (planned?.listed === undefined ? one.sent - 1 : planned.listed)) - 1) as Instant;
    if (failing !== undefined) time = (failing.start - 1) as Instant;
    const before = fresh.get(one.change.id);
    if (before !== undefined && time <= before) time = Math.max(time, Math.min(one.sent - 2, before + 1)) as Instant;
    fresh.set(one.change.id, time);
    visible.set(one, time);
    if (first === undefined || failing === undefined) lastSent.set(uid, one.sent);
  }
  return visible;
}

/** Starts of relists that report events outside the planned ones. */
function forcedStarts(
  facts: ProcessFacts,
  plan: Plan,
  changes: readonly TimedChange[],
): {
  readonly starts: readonly Instant[];
  readonly startOf: ReadonlyMap<TimedChange, Instant>;
  readonly firstEvents: readonly Instant[];
} {
  const starts: Instant[] = [];
  const firstEvents: Instant[] = [];
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
      firstEvents.push(sent);
      // The listing that hung until now is the one that reports them.
      const released = plan.noListing[firstAfter(plan.noListing, sent - ONE_RELIST, (one) => one.release)];
      starts.push(
        (released !== undefined && released.release <= sent
          ? released.release
          : sent - 1 - (listingTime(facts, sent) ?? 0)) as Instant,
      );
    }
    seen.add(change.id);
    startOf.set(timed, starts.at(-1) ?? sent);
  }
  return { starts, startOf, firstEvents };
}

/** The next start: the natural one, or an earlier one that is known. Each known one is used once (`last` is the last that was used), so that time goes on. */
function relistStart(
  plan: Plan,
  forced: readonly Instant[],
  now: Instant,
  time: Instant,
  last: number,
): { readonly time: Instant; readonly known: number } {
  const running = relistAt(plan.relists, now - 1);
  const end = running?.end;
  const earliest = end !== undefined && running !== undefined && running.start < now - 1 && end > now ? end : now;
  const natural = Math.max(time, earliest === now ? time : earliest + RELIST_PERIOD);
  // One that should have begun while another was still running begins as soon as it can.
  const due = plan.relists[firstAfter(plan.relists, Math.max(last, earliest - seconds(5)), (one) => one.start)];
  const plannedStart =
    due === undefined || (due.start < earliest - 2000 && (due.end ?? due.start) <= now)
      ? (plan.relists[firstAfter(plan.relists, Math.max(last, earliest - 2000), (one) => one.start)]?.start ??
        Number.POSITIVE_INFINITY)
      : due.start;
  const forcedStart =
    forced[firstAfter(forced, Math.max(last, earliest - 1), (start) => start)] ?? Number.POSITIVE_INFINITY;
  const known = Math.min(plannedStart, forcedStart);
  // No other one fits into the second before a planned one.
  const taken = known <= natural || (known === plannedStart && known - natural < RELIST_PERIOD);
  return { time: Math.max(now, taken ? known : natural) as Instant, known: taken ? known : last };
}

/** The skip that the log has near the planned check, or the first thing the loop does after its last sleep. */
function checkAt(facts: ProcessFacts, now: Instant, time: Instant): Instant {
  const next = facts.skips[firstAfter(facts.skips, now + (time - now) / 2, ({ skip }) => skip.time)]?.skip.time;
  if (next !== undefined && Math.abs(next - time) < Math.max(milliseconds(350), Math.min(seconds(1.1), time - now)))
    return next;
  const event = facts.handled[firstAfter(facts.handled, time - milliseconds(5), (one) => one.time)]?.time;
  return event !== undefined && event - time < milliseconds(300) ? ((event - 200) as Instant) : time;
}

/** The first skip of a run that the log has soon after the model's. */
function firstSkipAt(facts: ProcessFacts, time: Instant): Instant {
  const next = facts.skips[firstAfter(facts.skips, time - milliseconds(5), ({ skip }) => skip.time)];
  return next === undefined || next.index > 0 || next.skip.time - time > seconds(1.2) ? time : next.skip.time;
}

/** A log that begins inside a run of skips: the loop begins with the first of them, in the middle of its back-off, and the reasons are there already. */
function insideStart(
  { namings, inside }: ProcessFacts,
  stretch: Stretch,
  clock: ModelClock,
): Partial<WarmStart> | undefined {
  if (inside === undefined || inside.skip.time > stretch.to || stretch.from > inside.skip.time) return undefined;
  const { skip, sleep } = inside;
  const has = (kind: SkipReasonKind): boolean => skip.reasons.some((reason) => reason.kind === kind);
  const listed = namings.find(({ start, last }) => start !== undefined && last >= skip.time)?.start;
  return {
    firstCheck: clock.model(skip.time),
    nextSleep: fromDuration(sleep),
    ...(listed === undefined || listed > skip.time ? {} : { lastListed: clock.model(listed) }),
    ...(has('runtime-down')
      ? { lastRuntimeSync: clock.model(skip.time - BASE_RUNTIME_SYNC_THRESHOLD - milliseconds(1)) }
      : {}),
  };
}

function warmStart(facts: ProcessFacts, stretch: Stretch, origin: Instant, clock: ModelClock): WarmStart {
  const naming = facts.namings.find((one) => one.start !== undefined && one.start <= origin && one.last >= origin);
  const phase =
    facts.process.loopStarted ?? facts.stalls.find((stall) => stall.by === 'housekeeping')?.from.max ?? origin;
  const cycles = Math.ceil(Math.max(0, origin - phase) / HOUSEKEEPING_PERIOD) + 1;
  return {
    lastListed: clock.model(naming?.start ?? origin - seconds(0.5)),
    lastRuntimeSync: clock.model(origin - seconds(1)),
    tickersFrom: clock.model(
      phase +
        (phase > origin ? -Math.ceil((phase - origin) / HOUSEKEEPING_PERIOD) : cycles - 1) * HOUSEKEEPING_PERIOD -
        HOUSEKEEPING_PERIOD,
    ),
    nodeReady: true,
    ...(facts.process.evented === undefined ? {} : { nextRelist: fromDuration(EVENTED_RELIST_PERIOD) }),
    ...insideStart(facts, stretch, clock),
  };
}

/** What the runtime held at a time, and all changes from then on until another; a minute more, for what was there before it was reported. */
function changesUntil(plan: Plan, from: Instant, to: Instant): readonly TimedChange[] {
  const before = firstAfter(plan.changes, from, (one) => one.sent);
  const held = plan.held[firstAfter(plan.held, before, (one) => one.count) - 1];
  return [
    ...(held?.changes ?? []),
    ...plan.changes.slice(
      held?.count ?? 0,
      firstAfter(plan.changes, to + seconds(60), (one) => one.sent),
    ),
  ];
}

/** Pods with the states of their containers: as they are at the beginning, then change by change. */
function podScripts(
  facts: ProcessFacts,
  plan: Plan,
  stretch: Stretch,
  origin: Instant,
  visible: ReadonlyMap<TimedChange, Instant>,
  clock: ModelClock,
): { readonly scripts: readonly PodScript[]; readonly notFollowed: NotFollowed } {
  type State = { at: Nanoseconds; state: 'running' | 'exited' | 'unknown' | 'removed'; exitCode?: number };
  const pods = new Map<string, Map<string, { kind: 'container' | 'sandbox'; states: State[] }>>();
  const states = (uid: string, id: string, kind: string): State[] => {
    let pod = pods.get(uid);
    if (pod === undefined) pods.set(uid, (pod = new Map<string, { kind: 'container' | 'sandbox'; states: State[] }>()));
    let container = pod.get(id);
    if (container === undefined)
      pod.set(id, (container = { kind: kind === 'sandbox' ? 'sandbox' : 'container', states: [] }));
    return container.states;
  };
  for (const timed of changesUntil(plan, origin, stretch.to)) {
    const { change, sent } = timed;
    const at = visible.get(timed);
    if (at === undefined && sent > origin) continue;
    const list = states(change.uid, change.id, change.kind);
    const state: State = {
      at: clock.model(at ?? origin - seconds(60)),
      state: change.state,
      ...(change.exitCode === undefined ? {} : { exitCode: change.exitCode }),
    };
    if (at === undefined) list.length = 0;
    else if (list.length === 0 && change.state === 'exited' && !facts.process.startedInLog)
      list.push({ at: clock.model(origin - seconds(60)), state: 'running' });
    list.push(state);
  }
  for (const containers of pods.values()) forgetLongDead(containers, clock.model(origin));
  const failing = new Set(
    facts.inspections.flatMap(({ uid, began, time }) => (time >= stretch.from && began <= stretch.to ? [uid] : [])),
  );
  const notFollowed = leaveOutMost(pods, clock.model(origin), failing);
  addSuspects(facts, plan, stretch, states, clock, visible);
  const known = new Map(
    [...pods].flatMap(([uid, containers]) => [...containers.keys()].map((id) => [id, uid] as const)),
  );
  for (const { time, id } of facts.removals) {
    const uid = known.get(id);
    const list = uid === undefined ? undefined : states(uid, id, 'container');
    const last = list?.at(-1);
    // The first of these lines comes with the event of the exit, when only the kubelet's own managers forget the container.
    if (list !== undefined && last?.state === 'exited' && clock.model(time - seconds(1)) > last.at)
      list.push({ at: clock.model(time), state: 'removed' });
  }
  const scripts = [...pods].map(([uid, containers]): PodScript => ({
    uid,
    name: uid,
    namespace: '',
    containers: [...containers].map(([id, { kind, states: all }]) => ({
      id,
      kind,
      states: all.sort((a, b) => a.at - b.at),
    })),
  }));
  return { scripts, notFollowed };
}

/** Dead containers are collected once a newer one has died in their place; the log does not always say so. Those that were dead before the beginning are forgotten but for the last ones. */
function forgetLongDead(
  containers: Map<string, { kind: 'container' | 'sandbox'; states: { at: Nanoseconds; state: string }[] }>,
  begin: Nanoseconds,
): void {
  const dead = [...containers].filter(
    ([, { states }]) => states.length === 1 && states[0]?.state === 'exited' && states[0].at < begin,
  );
  for (const [id] of dead.slice(0, -MOST_DEAD)) containers.delete(id);
}

/** A pod that PLEG inspects again and again without success has a change that is not reported: if the log never says which, one of its running containers must have gone. */
function addSuspects(
  facts: ProcessFacts,
  plan: Plan,
  stretch: Stretch,
  states: (uid: string, id: string, kind: string) => { at: Nanoseconds; state: string }[],
  clock: ModelClock,
  visible: ReadonlyMap<TimedChange, Instant>,
): void {
  const open = new Map<string, Instant>();
  for (const failure of facts.inspections)
    if (failure.time >= stretch.from && failure.began <= stretch.to && !open.has(failure.uid))
      open.set(failure.uid, failure.began);
  if (open.size === 0) return;
  for (const [uid, began] of open) {
    const relist = relistAt(plan.relists, began + milliseconds(20));
    const mine = changesUntil(plan, began, stretch.to).filter(({ change }) => change.uid === uid);
    if (
      mine.some((one) => one.sent > began && one.change.state !== 'running' && (visible.get(one) ?? one.sent) <= began)
    )
      continue;
    const running = mine.findLast(
      ({ change, sent }) => sent < began && change.state === 'running' && change.kind !== 'sandbox',
    );
    if (running !== undefined)
      states(uid, running.change.id, 'container').push({
        at: clock.model((relist?.start ?? began) - 1),
        state: 'exited',
      });
  }
}
