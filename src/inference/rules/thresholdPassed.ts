import { BASE_RUNTIME_SYNC_THRESHOLD, EVENTED_RELIST_THRESHOLD, RELIST_PERIOD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds } from '../../kubelet/time.ts';
import { eventedAt, factsBetween, firstHealthyAfter, indexFrom, type ProcessEvidence } from '../evidence.ts';
import { AFTER_ALL, BEFORE_ALL, lineOf } from '../store/lines.ts';
import type { LineReference } from '../history.ts';
import type { Proof } from '../proof.ts';
import { LISTING_CALLS, type NamedRelist, nextFailed, nextNamed, type RelistBook } from '../relists/bookedRelists.ts';
import { SAME_RELIST } from '../relists/namedRelist.ts';
import type { RuleText } from '../rule.ts';
import { CONDITION_REPEATS_WITHIN, FREE_LOOP_NOTICES, STAMP_LAG, STAMP_NOISE, TIMEOUT_LAG } from './margins.ts';

export const thresholdPassed: RuleText = {
  id: 'threshold-passed',
  title: 'PLEG becomes unhealthy when the last listed relist is older than the threshold',
  reason:
    'PLEG is unhealthy from the moment when the start of the last listed relist is more than three minutes ago (ten while Evented PLEG is in use). A skip that says “last seen active E ago” names this start, so the moment is its time − E + threshold. ' +
    'Evented PLEG has no line of its own at -v=0 while it works; a failure of its stream, or a relist that was older than three minutes while the loop worked, or while a skip gave other reasons only, show it. Where it gave up meanwhile, ten minutes were allowed until then: if three had passed already, PLEG became unhealthy at that moment. It is never the first skip itself: a loop that is blocked in housekeeping prints its first skip a minute or more later, or none at all.',
  condition:
    'Exact if the relist was listed before its own age passed the threshold: proven by a later relist that began in time, by a line of PLEG after its start, by a first skip within 1.3 s of the threshold where skips go on naming the relist for four seconds (a listing that was late by so little would have been followed by another), or by a threshold above the time-outs of both list calls together (Evented PLEG, or a short runtimeRequestTimeout). Else its listing may itself have been that slow, and only the later bound holds. The same where a single check names the relist: a Status call can have hung as well until that moment, and the loop have been blocked; and where the loop was blocked, the check does not say that the runtime is down, but a Status call failed meanwhile or a later skip says so: it can have been before. Evented PLEG is off by default in all versions, and counts as off where no line shows it.',
  source: 'pkg/kubelet/pleg/generic.go, Healthy and Relist, 1.8–1.36; measured on 580 skips of real runs',
};

/** A relist whose listing ended with the fault is followed by one that lists within this time: a second, and what the inspection of pods takes. */
const LISTED_AGAIN = 4_000_000;

/** Lines of one check stand this near to each other. */
const ONE_CHECK: Duration = milliseconds(50);

/** When PLEG's staleness passed the threshold, for the relist that the first line of an episode names; `onlyPleg` is true where that line does not say that the runtime is down. */
export function whenThresholdPassed(
  process: ProcessEvidence,
  book: RelistBook,
  relist: NamedRelist,
  onlyPleg: boolean,
): Proof {
  const passed = (relist.start + relist.threshold) as Instant;
  const inTime = listedInTime(process, book, relist);
  const stricter =
    process.fellBack !== undefined && process.fellBack.max > relist.start && relist.threshold < EVENTED_RELIST_THRESHOLD
      ? process.fellBack
      : undefined;
  const isExact = inTime.proven && !hidesEarlier(relist, passed) && !(onlyPleg && wasDown(process, relist, passed));
  return {
    min: isExact ? (Math.max(passed - STAMP_LAG, stricter?.min ?? passed - STAMP_LAG) as Instant) : BEFORE_ALL,
    max: Math.max(passed, stricter === undefined ? passed : Math.min(stricter.max, relist.firstNamed)) as Instant,
    rule: thresholdPassed.id,
    lines: [...relist.lines.slice(0, 1), ...inTime.lines],
  };
}

/**
 * Whether the state can have been unhealthy already, for a Status call that hung as well and was answered in the moment of the one check that names the
 * relist: the loop was blocked until then, or the node's status was, which else is computed every 10 s. Where the relist is named again, only PLEG was late.
 */
function hidesEarlier({ byCondition, firstNamed, lastNamed }: NamedRelist, passed: Instant): boolean {
  return lastNamed - firstNamed < ONE_CHECK && !(byCondition && firstNamed <= passed + CONDITION_REPEATS_WITHIN);
}

/**
 * Whether the runtime can have counted as down when the threshold passed, and no longer at the check that names the relist: the loop was blocked until then, and
 * Status calls failed meanwhile, or the skips after it show that it went on to be slow: the runtime counts as down in one before the state was healthy again.
 */
function wasDown(process: ProcessEvidence, { firstNamed }: NamedRelist, passed: Instant): boolean {
  if (firstNamed <= passed + FREE_LOOP_NOTICES) return false;
  if (factsBetween(process.statusFailures, (passed - BASE_RUNTIME_SYNC_THRESHOLD) as Instant, firstNamed).length > 0)
    return true;
  const { skips } = process;
  const healthy = firstHealthyAfter(process, firstNamed)?.max ?? AFTER_ALL;
  for (
    let index = indexFrom(skips, firstNamed), skip = skips[index];
    skip !== undefined && skip.time < healthy;
    index += 1, skip = skips[index]
  )
    if (skip.reasons.some(({ kind }) => kind === 'runtime-down')) return true;
  return false;
}

/**
 * Whether a named relist was listed before its own age passed the threshold; then the state was healthy until that very moment. The proofs: a later
 * relist began in time, PLEG's own goroutine wrote a line after the start and before the threshold, a free loop met the fault at once, or no listing can
 * take that long.
 */
export function listedInTime(
  process: ProcessEvidence,
  book: RelistBook,
  relist: NamedRelist,
): { readonly proven: boolean; readonly lines: readonly LineReference[] } {
  const limit = (relist.start + relist.threshold) as Instant;
  const yes = (
    lines: readonly LineReference[],
  ): { readonly proven: true; readonly lines: readonly LineReference[] } => ({ proven: true, lines });
  if (relist.firstNamed <= limit + FREE_LOOP_NOTICES && relist.lastNamed > limit + LISTED_AGAIN)
    return yes(relist.lines.slice(0, 1));
  const next = nextNamed(book, relist.start);
  if (next !== undefined && next.start - RELIST_PERIOD <= limit) return yes(next.lines.slice(0, 1));
  const after = nextFailed(book, relist.start);
  const failure = after !== undefined && after.startMax <= limit ? after : undefined;
  if (failure !== undefined) return yes(failure.lines);
  if (!eventedAt(process, limit)) {
    const { listings, relistStarts, channelFull } = process.ledger;
    const [line] = [
      ...listings.between(relist.start, limit, 1),
      // The next one: this one was over a second before.
      ...relistStarts.between((relist.start + SAME_RELIST) as Instant, (limit + RELIST_PERIOD) as Instant, 1),
      ...channelFull.between((relist.start + STAMP_NOISE) as Instant, limit, 1),
    ];
    if (line !== undefined) return yes([line.at]);
    const [inspected] = factsBetween(process.inspectFailures, relist.start, limit);
    if (inspected !== undefined) return yes([lineOf(inspected)]);
  }
  if (relist.threshold > LISTING_CALLS * process.callTimeout.max + TIMEOUT_LAG) return yes([]);
  return { proven: false, lines: [] };
}
