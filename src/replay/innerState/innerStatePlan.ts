/**
 * The likely course of PLEG between the proven points: when each relist starts, is listed and ends, when each event was sent, and when the runtime gave no listing.
 * Proven times are taken as they are; where lines leave bounds, the most plausible point within them is chosen. Made once per process, linear in its facts.
 */
import { type Stretch, joinedStretches } from '../../kubelet/stretches.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import type { PlegEvent, Relist } from '../../inference/history.ts';
import { EVENTED_RELIST_PERIOD, RELIST_PERIOD, BASE_RUNTIME_SYNC_THRESHOLD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import { type ContainerChange, MOST_DEAD, turnsWithin } from './containerChanges.ts';
import { type ProcessFacts } from './innerStateFacts.ts';
import { slowInspections, FAST } from './innerStateSlow.ts';
import { ProvenStaleness } from '../stalenessBounds.ts';

/** One relist at likely times. */
export interface PlannedRelist {
  readonly start: Instant;
  readonly listed?: Instant;
  readonly end?: Instant;
  readonly failed: boolean;
  readonly relist: Relist;
  /** Made up from the pace of events; no line names it. */
  readonly guessed?: true;
}

/** A time in which lines prove that no new relist was listed; then the listing that runs comes back. */
interface NoListing {
  readonly from: Instant;
  readonly to: Instant;
  readonly release: Instant;
}

/** A time in which the loop took no events. */
/** A change with the time at which its event was sent. */
export interface TimedChange {
  readonly change: ContainerChange;
  readonly sent: Instant;
  /** By a line of PLEG itself. */
  readonly exact: boolean;
  /** Only the place in the channel is known: it was sent at any time while the loop was busy. */
  readonly loose?: true;
}

export interface Plan {
  readonly relists: readonly PlannedRelist[];
  readonly noListing: readonly NoListing[];
  readonly busy: readonly Stretch[];
  /** In order of `sent`. */
  readonly changes: readonly TimedChange[];
  /** What the runtime held, every so many changes: the last change of each container that was there after the first `count` changes. */
  readonly held: readonly { readonly count: number; readonly changes: readonly TimedChange[] }[];
  /** Times in which Status gave no good answer; it is good again at `to`. */
  readonly noStatus: readonly Stretch[];
  readonly proven: ProvenStaleness;
}

const NARROW: Duration = milliseconds(60);
/** A relist that began so near to the start of the sync loop is the first one: the next begins a second later at the soonest. */
const FIRST_WITHIN: Duration = seconds(0.5);
/** An event is handled this soon after it was sent, when the loop is free. */
const AT_ONCE: Duration = milliseconds(0.3);
/** Events of one burst are handled this soon after one another. */
const BURST: Duration = milliseconds(8);
const RESUMES_WITHIN: Duration = seconds(1.5);

/** The planned relist that is under way at a time. */
export function relistAt(relists: readonly PlannedRelist[], time: number): PlannedRelist | undefined {
  const relist = relists[firstAfter(relists, time, (one) => one.start) - 1];
  return relist !== undefined && (relist.end ?? relist.listed ?? relist.start) > time ? relist : undefined;
}

export function planOf(facts: ProcessFacts): Plan {
  const proven = new ProvenStaleness(facts);
  const noListing = noListingOf(facts);
  const relists = withPauses(
    facts.relists.map((relist) => planned(relist, facts)).sort((a, b) => a.start - b.start),
    facts,
    noListing,
    proven,
  );
  const stops = busyOf(facts);
  const changes = timedChanges(facts, stops, relists, noListing);
  const slow = slowInspections(facts, changes, relists);
  return {
    relists: [...relists, ...slow].sort((a, b) => a.start - b.start),
    noListing,
    // From the end of one stall to the next (or to the skip that follows it) the loop has one turn at most.
    busy: joinedStretches(stops, milliseconds(20) - 1),
    changes,
    held: heldOf(changes),
    noStatus: noStatusOf(facts),
    proven,
  };
}

/** A relist ends a second before the next one starts, beside an Evented PLEG that is in use five minutes: where the bounds of its end allow that, it did. */
function withPauses(
  relists: readonly PlannedRelist[],
  facts: ProcessFacts,
  noListing: readonly NoListing[],
  proven: ProvenStaleness,
): readonly PlannedRelist[] {
  return relists.map((relist, index): PlannedRelist => {
    const next = relists[index + 1];
    const bounds = relist.relist.end;
    if (next === undefined || relist.failed) return relist;
    const end = next.start - periodAt(facts, relist.start);
    if (bounds === undefined || relist.end === undefined) {
      // Its end is not proven, but inspections failed until just before the next one.
      const failure = facts.inspections[firstAfter(facts.inspections, next.start, (one) => one.time) - 1];
      return failure !== undefined &&
        relist.relist.phase === 'inspecting' &&
        failure.time > relist.start &&
        next.start - failure.time < seconds(5)
        ? { ...relist, end: Math.max(end, failure.time + 1, relist.listed ?? relist.start) as Instant }
        : relist;
    }
    const earliest = Math.max(bounds.min, relist.listed ?? relist.start);
    if (end < earliest - NARROW) return relist;
    const latest = Math.min(bounds.max, proven.laterListedBy(relist.start));
    if (end <= latest) return { ...relist, end: Math.max(end, earliest) as Instant };
    // Others that no line names came between: it ended when the listings that hung behind it did.
    const release = noListing.find(({ from }) => Math.abs(from - relist.start) < NARROW)?.release;
    return release === undefined || release < earliest || release > latest ? relist : { ...relist, end: release };
  });
}

function periodAt({ process: { evented } }: ProcessFacts, time: Instant): Duration {
  return evented !== undefined && (evented.until === undefined || time < evented.until)
    ? EVENTED_RELIST_PERIOD
    : RELIST_PERIOD;
}

const HELD_EVERY = 5_000;

function heldOf(changes: readonly TimedChange[]): Plan['held'] {
  const last = new Map<string, TimedChange>();
  const dead = new Map<string, string[]>();
  const held: { count: number; changes: TimedChange[] }[] = [{ count: 0, changes: [] }];
  changes.forEach((timed, index) => {
    const { id, uid, state } = timed.change;
    last.delete(id);
    if (state !== 'removed') last.set(id, timed);
    if (state === 'exited') {
      const ids = dead.get(uid) ?? [];
      if (ids.length === 0) dead.set(uid, ids);
      ids.push(id);
      const oldest = ids.length > MOST_DEAD ? ids.shift() : undefined;
      if (oldest !== undefined && last.get(oldest)?.change.state === 'exited') last.delete(oldest);
    }
    if ((index + 1) % HELD_EVERY === 0) held.push({ count: index + 1, changes: [...last.values()] });
  });
  return held;
}

function planned(relist: Relist, facts: ProcessFacts): PlannedRelist {
  const { listed, end, outcome, phase } = relist;
  const failed = outcome === 'list-failed';
  const begins = likelyStart(relist, facts);
  const base = { start: begins, failed, relist };
  const likelyEnd =
    end === undefined || !Number.isFinite(end.max)
      ? undefined
      : failed
        ? end.max
        : phase === 'inspecting' && relist.call !== undefined
          ? Math.min(end.max, end.min + 2 * FAST)
          : end.max - Math.min(FAST, end.max - end.min);
  const listedAt =
    failed || listed === undefined || !Number.isFinite(listed.max) ? undefined : likelyListed(relist, begins, facts);
  const ends = likelyEnd === undefined ? undefined : Math.max(likelyEnd, listedAt ?? begins);
  return {
    ...base,
    ...(listedAt === undefined ? {} : { listed: listedAt }),
    ...(ends === undefined ? {} : { end: ends as Instant }),
  };
}

/** Near its latest time, where the bounds are narrow or a call that hung soon after it bounds it; one time-out before its end, where it ran into that; else in the middle. */
function likelyStart({ start, end, phase, call, outcome }: Relist, facts: ProcessFacts): Instant {
  const late = (start.max - Math.min(FAST, start.max - start.min)) as Instant;
  if (
    end !== undefined &&
    Number.isFinite(end.max) &&
    (outcome === 'list-failed' || (phase === 'inspecting' && call !== undefined && start.max - start.min > NARROW))
  ) {
    const timedOut = end.max - facts.callTimeout - milliseconds(1);
    // The first one of a process begins with it.
    if (facts.process.startedInLog && facts.begin >= start.min && Math.abs(timedOut - facts.begin) < FIRST_WITHIN)
      return facts.begin;
    // It can have failed at once, but if it began as early as it can, or a period later, one time-out had passed at its end.
    const isOnTime = timedOut >= start.min && timedOut - start.min < 2 * RELIST_PERIOD;
    if (outcome === 'list-failed' && end.max - start.max < NARROW && !isOnTime) return late;
    if (timedOut >= start.min && timedOut <= start.max) return timedOut as Instant;
  }
  return start.max - start.min <= NARROW || phase === 'inspecting' ? late : (((start.min + start.max) / 2) as Instant);
}

function likelyListed(relist: Relist, begins: Instant, facts: ProcessFacts): Instant {
  const { min, max } = relist.listed ?? { min: begins, max: begins };
  if (max - min <= NARROW) return Math.max(begins, (min + max) / 2) as Instant;
  if (relist.phase !== 'listing')
    return Math.max(begins, Math.min(max, Math.max(min, begins + (listingTime(facts, begins) ?? FAST)))) as Instant;
  const exit = facts.finished[firstAfter(facts.finished, min, (line) => line.time)];
  return (exit !== undefined && exit.time <= max ? Math.max(min, exit.time - FAST) : (min + max) / 2) as Instant;
}

/** How long a listing takes at a time at which housekeeping was slow: it lists the pods twice, with the same calls. Housekeeping that ran into a time-out says nothing of it. */
export function listingTime(facts: ProcessFacts, at: Instant): Duration | undefined {
  const stall = facts.stalls[firstAfter(facts.stalls, at, (one) => one.to.max)];
  if (stall === undefined || stall.by !== 'housekeeping' || stall.from.max > at + seconds(1)) return undefined;
  const took = stall.to.max - stall.from.max;
  return Math.abs(took - facts.callTimeout) < seconds(0.5) ? undefined : ((took / 2) as Duration);
}

function noListingOf(facts: ProcessFacts): readonly NoListing[] {
  return facts.namings.map((naming): NoListing => {
    const exit = facts.finished[firstAfter(facts.finished, naming.last, (line) => line.time)];
    const after = facts.skips[firstAfter(facts.skips, naming.last - 1, ({ skip }) => skip.time)];
    const isSkip = after !== undefined && after.skip.time - naming.last < seconds(0.001);
    const until = naming.last + (after?.sleep ?? seconds(5));
    // Named by the node's condition alone, while the loop is held up: no skip that does not come tells of a listing, only the end of the unhealthy time does.
    const end = isSkip
      ? undefined
      : facts.recoveries.find(({ min, max }) => min <= naming.last + seconds(1) && max > until);
    if (end !== undefined && naming.start !== undefined)
      return {
        from: naming.start,
        to: naming.last,
        release: Math.max(naming.last + 1, end.max - milliseconds(5)) as Instant,
      };
    const release =
      exit !== undefined && exit.time <= until + seconds(0.3)
        ? exit.time - milliseconds(5)
        : isSkip && until > facts.process.to
          ? // The process or the log ends before the next skip was due: nothing tells of a listing.
            facts.process.to + 1
          : naming.start === undefined
            ? naming.last + 1000
            : (naming.last + until) / 2;
    return {
      from: naming.start ?? (Number.NEGATIVE_INFINITY as Instant),
      to: naming.last,
      release: Math.max(naming.last + 1, release) as Instant,
    };
  });
}

function busyOf(facts: ProcessFacts): readonly Stretch[] {
  const all: { from: Instant; to: Instant }[] = [];
  let run: { from: Instant; to: Instant } | undefined;
  for (const { skip, sleep, index } of facts.skips) {
    const to = (skip.time + sleep) as Instant;
    if (index === 0 || run === undefined) all.push((run = { from: skip.time, to }));
    else run.to = to;
  }
  for (const stall of facts.stalls)
    if (stall.to.min > stall.from.max) all.push({ from: stall.from.max, to: stall.to.max });
  return all.sort((a, b) => a.from - b.from);
}

function noStatusOf(facts: ProcessFacts): readonly Stretch[] {
  const spans: { from: Instant; to: Instant }[] = [];
  for (const { skip, sleep } of facts.skips) {
    const unknown = skip.reasons.some((reason) => reason.kind === 'runtime-status-unknown');
    const down = unknown || skip.reasons.some((reason) => reason.kind === 'runtime-down');
    if (!down) continue;
    const from = (unknown ? facts.begin : skip.time - BASE_RUNTIME_SYNC_THRESHOLD + 1000) as Instant;
    const to = (skip.time + sleep / 2) as Instant;
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

const NO_CHANGE = -1;
/** How a time is known; 0: not at all. */
const [EXACT, LIKELY, LOOSE] = [1, 2, 3];

/** When each change was sent, by its number: there may be very many. */
class SentTimes {
  readonly #times: Float64Array;
  readonly #how: Uint8Array;

  constructor(changes: number) {
    this.#times = new Float64Array(changes);
    this.#how = new Uint8Array(changes);
  }

  set(change: number, time: number, how: number): void {
    this.#times[change] = time;
    this.#how[change] = how;
  }

  timed(index: number, change: ContainerChange): TimedChange {
    const how = this.#how[index];
    if (how === 0) return { change, sent: change.known, exact: false };
    const sent = (this.#times[index] ?? 0) as Instant;
    return how === LOOSE ? { change, sent, exact: false, loose: true } : { change, sent, exact: how === EXACT };
  }
}

/** Times at which events were sent. PLEG's own lines are exact; an event that a free loop handled was sent just before; one that waited lies between its neighbours in the channel. */
function timedChanges(
  facts: ProcessFacts,
  busy: readonly Stretch[],
  relists: readonly PlannedRelist[],
  noListing: readonly NoListing[],
): readonly TimedChange[] {
  const { changes } = facts;
  const sent = new SentTimes(changes.length);
  const changeOfTurn = new Int32Array(facts.handled.length).fill(NO_CHANGE);
  changes.forEach(({ turn, reported }, change) => {
    if (turn !== undefined) changeOfTurn[turn] = change;
    if (reported !== undefined) sent.set(change, reported, EXACT);
  });
  let group: number[] = [];
  let groupBusy: Stretch | undefined;
  let lastBusy: Stretch | undefined;
  let lastHandled = Number.NEGATIVE_INFINITY;
  const listings = [...relists.flatMap((relist) => relist.listed ?? []), ...noListing.map((one) => one.release)].sort(
    (a, b) => a - b,
  );
  const flush = (): void => {
    if (groupBusy !== undefined) placeGroup(group, changes, groupBusy, sent, listings);
    group = [];
    groupBusy = undefined;
  };
  const { first, end } = turnsWithin(facts.handled, facts.changesWithin);
  for (let turn = first; turn < end; turn += 1) {
    const event = facts.handled[turn] as PlegEvent;
    const change = changeOfTurn[turn] ?? NO_CHANGE;
    const before = busy[firstAfter(busy, event.time + milliseconds(5), (one) => one.to) - 1];
    const reported = changes[change]?.reported;
    const goesOn = groupBusy !== undefined && before === groupBusy && event.time - lastHandled < BURST;
    const begins = before !== undefined && event.time - before.to < RESUMES_WITHIN && lastBusy !== before;
    lastHandled = event.time;
    if (
      before === undefined ||
      (!goesOn && !begins) ||
      (reported !== undefined && reported > before.to + milliseconds(50))
    ) {
      flush();
      if (change !== NO_CHANGE && reported === undefined) sent.set(change, event.time - AT_ONCE, LIKELY);
      continue;
    }
    if (groupBusy !== before) flush();
    groupBusy = before;
    lastBusy = before;
    if (change !== NO_CHANGE) group.push(change);
  }
  flush();
  return changes.map((change, index) => sent.timed(index, change)).sort((a, b) => a.sent - b.sent);
}

/** Events that waited while the loop was busy, in the order of the channel: unknown times go between known ones, to the pod they belong to. */
function placeGroup(
  group: readonly number[],
  changes: readonly ContainerChange[],
  busy: Stretch,
  sent: SentTimes,
  listings: readonly Instant[],
): void {
  const exact = group.map((change) => {
    const reported = changes[change]?.reported;
    return reported !== undefined && reported >= busy.from && reported <= busy.to + milliseconds(50)
      ? reported
      : undefined;
  });
  const uidAt = (index: number): string | undefined => changes[group[index] ?? NO_CHANGE]?.uid;
  const listing = listings[firstAfter(listings, busy.from, (time) => time)];
  const inside = listing !== undefined && listing < busy.to ? listing : undefined;
  let at = 0;
  while (at < group.length) {
    if (exact[at] !== undefined) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < group.length && exact[end] === undefined) end += 1;
    const lower = at === 0 ? undefined : exact[at - 1];
    const upper = end < group.length ? exact[end] : undefined;
    for (let index = at; index < end; index += 1) {
      const change = group[index];
      if (change === undefined) continue;
      const withNext = upper !== undefined && uidAt(end) === uidAt(index);
      const withLast = lower !== undefined && uidAt(at - 1) === uidAt(index);
      const share = (index - at + 1) / (end - at + 1);
      let time: number;
      if (withLast) time = lower + 10 * (index - at + 1);
      else if (withNext) time = upper - 10 * (end - index);
      else if (lower !== undefined && upper !== undefined) time = lower + (upper - lower) * share;
      else if (lower !== undefined) time = Math.min(busy.to - 1, lower + milliseconds(2) * (index - at + 1));
      else if (upper !== undefined) time = upper - milliseconds(2) * (end - index);
      else
        time =
          inside === undefined
            ? busy.from + (busy.to - busy.from) * share
            : inside + milliseconds(1) * (index - at + 1);
      sent.set(change, Math.max(busy.from, time), LOOSE);
    }
    at = end;
  }
}
