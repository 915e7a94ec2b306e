/**
 * When a container exited, of which a line says when PLEG or the loop spoke of it. PLEG lists first and tells pod after pod then, and the loop takes nothing while it skips: what is reported late can have
 * happened long before. It happened after the last listing in which the container still ran, and before the listing that reported it.
 */
import { isOfPleg } from '../../kubelet/skipReason.ts';
import { countLeading } from '../../kubelet/ordered.ts';
import { type Duration, type Instant, milliseconds, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { Episode, Relist } from '../history.ts';
import { BEFORE_ALL } from '../store/lines.ts';
import { SAME_RELIST } from '../relists/namedRelist.ts';
import type { Naming } from '../relists/namings.ts';

/** What is known of PLEG around the exits of one process; relists of all pods only. */
export interface ListingsAround {
  readonly namings: readonly Naming[];
  /** In order of their start. */
  readonly relists: readonly Relist[];
  /** When calls to the runtime failed. */
  readonly failedCalls: readonly Instant[];
  /** Unhealthy times, in order of their begin. */
  readonly episodes: readonly Episode[];
  /** How old the last listing of a healthy PLEG can be. */
  readonly threshold: Duration;
  /** Evented PLEG was in use then: the runtime reports exits at once, and lists are made seldom. */
  isEvented(time: Instant): boolean;
}

/** Bounds of the exit that PLEG reported at `reported`: by its own line, or at once by the event. `undefined` where it cannot be said which relist reported it. */
export function exitBounds(around: ListingsAround, reported: Instant): TimeBounds | undefined {
  const { namings, relists, failedCalls, episodes, threshold } = around;
  const known = namings.filter((naming): naming is Naming & { start: Instant } => naming.start !== undefined);
  const index = countLeading(known, ({ start }) => start <= reported) - 1;
  const naming = known[index];
  const stale = episodes.find(
    (episode) =>
      episode.reasons.includes('pleg-stale') &&
      episode.begin.max <= reported &&
      (episode.end === undefined || reported <= episode.end.max),
  );
  const healthy = stale === undefined ? listedWithin(episodes, reported, threshold) : BEFORE_ALL;
  if (naming === undefined) return stale === undefined ? { min: healthy, max: reported } : undefined;
  const before = known[index - 1]?.start ?? BEFORE_ALL;
  const relist = relists.find(({ start }) => Math.abs(start.max - naming.start) < SAME_RELIST);
  if (reported <= naming.last)
    return {
      min: before,
      max: around.isEvented(reported) ? reported : (Math.min(reported, listedBy(naming, relist, episodes)) as Instant),
    };
  if (
    !isOver(naming, relist, relists, episodes, reported) ||
    couldNotBeReported(naming.start, relist, relists, failedCalls, reported)
  )
    return { min: before, max: reported };
  return {
    min: Math.max(naming.start, healthy, listedAgain(relist, relists, episodes, reported)) as Instant,
    max: reported,
  };
}

/**
 * What was reported by a healthy PLEG: the listing that reported it began within the threshold before, and the one before that within the threshold before this one, if PLEG was healthy until then. Else
 * that may have been the listing that ended an unhealthy time: the one before is the last that was listed before it.
 */
function listedWithin(episodes: readonly Episode[], reported: Instant, threshold: Duration): Instant {
  const before = episodes.findLast(
    ({ begin, end, reasons }) =>
      isOfPleg(reasons) && begin.min <= reported && (end === undefined || end.max >= reported - threshold),
  );
  return before === undefined ? ((reported - 2 * threshold) as Instant) : (before.lastRelist?.min ?? BEFORE_ALL);
}

/**
 * The same where PLEG reported an exit of that pod before, at `before`. A relist tells what it found of a pod at once, so another one found this exit: it happened after the listing that reported the earlier one, and
 * that was the last one named then, or a later one.
 */
export function exitBoundsAfter(
  around: ListingsAround,
  reported: Instant,
  before: Instant | undefined,
): TimeBounds | undefined {
  const bounds = exitBounds(around, reported);
  const named = (time: Instant): Naming | undefined =>
    around.namings.findLast(({ start }) => start !== undefined && start <= time);
  const naming = before === undefined ? undefined : named(before);
  if (bounds === undefined || naming?.start === undefined) return bounds;
  // Not even the relist that lines name when it is reported listed it, if that had reported the earlier one.
  const max = naming === named(reported) ? reported : bounds.max;
  return { min: Math.min(Math.max(bounds.min, naming.start), max) as Instant, max };
}

/** By when a named relist had listed: it ended the unhealthy time before it, or else the first line that names it came after. */
function listedBy(
  naming: Naming & { start: Instant },
  relist: Relist | undefined,
  episodes: readonly Episode[],
): Instant {
  const ended = episodes.find(
    ({ begin, end, reasons }) =>
      reasons.includes('pleg-stale') && end !== undefined && begin.max < naming.start && end.max >= naming.start,
  );
  return Math.min(relist?.listed?.max ?? naming.first, ended?.end?.max ?? naming.first) as Instant;
}

/** Where the list calls were what failed, the listing that ended the unhealthy time reported at once all that had exited before. (A relist that has to inspect slow pods tells it much later.) */
function listedAgain(
  relist: Relist | undefined,
  relists: readonly Relist[],
  episodes: readonly Episode[],
  reported: Instant,
): Instant {
  const last = episodes.findLast(
    ({ resumed, end }) => resumed !== undefined && end !== undefined && reported > resumed.max + SAME_RELIST,
  );
  if (last?.end === undefined) return BEFORE_ALL;
  const { begin, end, lastRelist } = last;
  const failed =
    relist?.phase === 'listing' ||
    relists.some(
      ({ outcome, start }) =>
        outcome === 'list-failed' && start.max >= (lastRelist?.max ?? begin.min) && start.min <= end.max,
    );
  return failed ? end.min : BEFORE_ALL;
}

/** Whether the named relist had ended, so that a later one reported it: another one was under way, or the state was healthy again, which takes a later listing. */
function isOver(
  naming: Naming & { start: Instant },
  relist: Relist | undefined,
  relists: readonly Relist[],
  episodes: readonly Episode[],
  reported: Instant,
): boolean {
  if (relist?.end !== undefined && relist.end.max <= reported) return true;
  if (
    relists.some(
      ({ start, outcome }) =>
        outcome === 'list-failed' && start.min > naming.start + SAME_RELIST && start.max <= reported,
    )
  )
    return true;
  const of = episodes.find(
    ({ lastRelist, end }) =>
      lastRelist !== undefined && end !== undefined && Math.abs(lastRelist.max - naming.start) < SAME_RELIST,
  );
  if (of?.end !== undefined) return reported >= of.end.max;
  return reported > naming.last + STALE_SKIP_SLEEPS;
}

/** A relist that listed at `start` but could not look at a pod, because a call failed in it, tells nothing of that pod; a later one does. */
function couldNotBeReported(
  start: Instant,
  own: Relist | undefined,
  relists: readonly Relist[],
  failedCalls: readonly Instant[],
  reported: Instant,
): boolean {
  const next = own?.end?.max ?? relists.find((relist) => relist.start.min > start + SAME_RELIST)?.start.max ?? reported;
  const first = failedCalls[countLeading(failedCalls, (time) => time <= start)];
  return first !== undefined && first <= Math.min(next, reported);
}

/**
 * The bounds of an exit whose event waited for the loop in an unhealthy time in which relists failed to list. The last good relist had reported all that it found before the next one began. Where that was at once, the
 * loop was still free to take it, so what waited happened later; a relist that took long can have reported when the loop was held up already, of what the listing before it had not seen.
 */
export function exitBoundsOfWaiting(
  { relists, episodes, threshold }: ListingsAround,
  episode: Episode,
  reported: Instant,
  loopStarted: Instant | undefined,
): TimeBounds | undefined {
  const last = episode.lastRelist;
  if (last === undefined)
    return isOfPleg(episode.reasons)
      ? undefined
      : { min: sinceHealthy(episodes, episode, reported, threshold, loopStarted), max: reported };
  const failed = relists.find(
    ({ outcome, start, end }) =>
      outcome === 'list-failed' && start.max >= last.max && (end?.min ?? start.min) <= reported,
  );
  if (failed === undefined) return undefined;
  const settled = loopStarted === undefined || last.min >= loopStarted + LONGEST_SLEEP;
  if (settled && failed.start.max <= last.min + NEXT_AT_ONCE) return { min: last.min, max: reported };
  const before = (last.min - threshold) as Instant;
  const wasHealthy =
    (loopStarted === undefined || before > loopStarted + LONGEST_SLEEP) &&
    !episodes.some(
      ({ begin, end, id }) => id !== episode.id && begin.min <= last.min && (end?.max ?? reported) >= before,
    );
  return { min: wasHealthy ? before : BEFORE_ALL, max: reported };
}

/**
 * Since when an exit happened whose event waited for the loop while PLEG itself was well, and only the runtime's Status failed. The loop took what was reported before; what reported it was listed within the
 * threshold before that, and the listing before that one within the threshold again.
 */
function sinceHealthy(
  episodes: readonly Episode[],
  { id, begin, beginOpen }: Episode,
  reported: Instant,
  threshold: Duration,
  loopStarted: Instant | undefined,
): Instant {
  if (beginOpen === true) return BEFORE_ALL;
  const before = (begin.min - 2 * threshold) as Instant;
  const wasIll = episodes.some(
    (one) =>
      one.id !== id &&
      isOfPleg(one.reasons) &&
      one.begin.min <= reported &&
      (one.end === undefined || one.end.max >= before),
  );
  if (wasIll || (loopStarted !== undefined && begin.min < loopStarted + LONGEST_SLEEP)) return BEFORE_ALL;
  // What had exited before the kubelet began was reported by its first listing, which the loop took at once.
  return Math.max(before, loopStarted ?? before) as Instant;
}

/** What one relist reports of one pod comes so close together: the next relist is a second away. */
export const ONE_RELIST: Duration = milliseconds(300);

/** The relist after one that took no time begins so soon, also on a node under load. */
export const NEXT_AT_ONCE: Duration = seconds(5);

/** A kubelet that has just started may sleep so long after its first skip (up to 1.9 each of them), and then a little more until its first turn. */
const LONGEST_SLEEP: Duration = seconds(7);

/** Longer than the sleep after a skip and the first turn: no skip any more, so another relist was listed. */
const STALE_SKIP_SLEEPS: Duration = seconds(7);
