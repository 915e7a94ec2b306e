/** The relists of a process at likely times, and the times in which none was listed: proven times as they are, between bounds the most plausible point. */
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { Relist } from '../../inference/history.ts';
import { eventedAt } from '../../inference/streams/eventedAt.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import type { ProvenStaleness } from '../stalenessBounds.ts';
import { EVENTED_RELIST_PERIOD, RELIST_PERIOD } from '../../kubelet/constants.ts';
import { FAST } from './innerStateSlow.ts';

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
export interface NoListing {
  readonly from: Instant;
  readonly to: Instant;
  readonly release: Instant;
}

const NARROW: Duration = milliseconds(60);
/** A relist that began so near to the start of the sync loop is the first one: the next begins a second later at the soonest. */
const FIRST_WITHIN: Duration = seconds(0.5);

/** The planned relist that is under way at a time. */
export function relistAt(relists: readonly PlannedRelist[], time: number): PlannedRelist | undefined {
  const relist = relists[firstAfter(relists, time, (one) => one.start) - 1];
  return relist !== undefined && (relist.end ?? relist.listed ?? relist.start) > time ? relist : undefined;
}

/** A relist ends a second before the next one starts, beside an Evented PLEG that is in use five minutes: where the bounds of its end allow that, it did. */
export function withPauses(
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

function periodAt({ process }: ProcessFacts, time: Instant): Duration {
  return eventedAt(process, time) ? EVENTED_RELIST_PERIOD : RELIST_PERIOD;
}

export function planned(relist: Relist, facts: ProcessFacts): PlannedRelist {
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

export function noListingOf(facts: ProcessFacts): readonly NoListing[] {
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
