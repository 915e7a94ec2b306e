/** Times that the log knows and the model takes over: when it begins a relist and when its loop checks. */
import type { ProcessFacts } from './innerStateFacts.ts';
import type { Plan } from './innerStatePlan.ts';
import type { TimedChange } from './sentTimes.ts';
import { type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import { appendTo } from '../../kubelet/groups.ts';
import { listingTime, relistAt } from './plannedRelists.ts';
import { ONE_RELIST } from './innerStateRuntime.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import { RELIST_PERIOD } from '../../kubelet/constants.ts';

/** When each change shows in the listings: just before the relist that reported it, or that first failed to inspect its pod. */
export function visibleTimes(
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
export function forcedStarts(
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
export function relistStart(
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
export function checkAt(facts: ProcessFacts, now: Instant, time: Instant): Instant {
  const next = facts.skips[firstAfter(facts.skips, now + (time - now) / 2, ({ skip }) => skip.time)]?.skip.time;
  if (next !== undefined && Math.abs(next - time) < Math.max(milliseconds(350), Math.min(seconds(1.1), time - now)))
    return next;
  const event = facts.handled[firstAfter(facts.handled, time - milliseconds(5), (one) => one.time)]?.time;
  return event !== undefined && event - time < milliseconds(300) ? ((event - 200) as Instant) : time;
}

/** The first skip of a run that the log has soon after the model's. */
export function firstSkipAt(facts: ProcessFacts, time: Instant): Instant {
  const next = facts.skips[firstAfter(facts.skips, time - milliseconds(5), ({ skip }) => skip.time)];
  return next === undefined || next.index > 0 || next.skip.time - time > seconds(1.2) ? time : next.skip.time;
}
