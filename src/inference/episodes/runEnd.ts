/** How a run of skips ended, and when the state was healthy again. */
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { Fact } from '../../messages/fact.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { eachBetween, factsBetween, type ProcessEvidence } from '../evidence.ts';
import type { EpisodeEnd } from '../history.ts';
import { intersectProofs, type Intersection, type Proof } from '../proof.ts';
import { namedRelist } from '../relists/namedRelist.ts';
import { whenHealthyAgain, whenLoopResumed } from '../rules/afterLastSkip.ts';
import { listedAgainBefore } from '../rules/finishedAfterListing.ts';
import { TIMEOUT_LEAD } from '../rules/margins.ts';
import { readyAgainBefore, staleAfter } from '../rules/nodeCondition.ts';
import { unhealthyUntil } from '../rules/skipProvesTrouble.ts';
import { stillFailingAfter } from '../rules/stillFailing.ts';
import { healthyAgainBefore, workedAgainBy } from '../rules/workingTurn.ts';
import { arePicked } from '../streams/pickedLines.ts';
import { isReordered, setBackBetween } from '../streams/stepsBack.ts';
import { AFTER_ALL } from '../store/lines.ts';
import type { Silence } from '../streams/silences.ts';
import { lastStep, sleepAfter, TIMER_GRAIN, wakeAfter, WAKE_DELAY } from './backoff.ts';
import { linesLostBetween } from './lostLines.ts';
import { comesAfterHole, type PlacedSkip, type SkipRun } from './skipRuns.ts';

export interface RunEnd {
  readonly endedBy: EpisodeEnd;
  /** The lines stop in the sleep after the last skip, as nowhere else. */
  readonly hole: Silence | undefined;
  /** When the state was healthy again, where that is known. */
  readonly end: Intersection | undefined;
  /** When the loop worked again, where a line shows it. */
  readonly resumed: Intersection | undefined;
}

/** `losesSkips`: a skip that is not in the log shows nothing, as others are missing that were written. */
export function runEndOf(
  process: ProcessEvidence,
  last: PlacedSkip,
  next: SkipRun | undefined,
  losesSkips: boolean,
): RunEnd {
  const hole = holeAfter(process, last);
  const seen = hole === undefined ? howItEnded(process, last, next, losesSkips) : 'gap';
  if (seen === 'recovered')
    return {
      endedBy: 'recovered',
      hole,
      end: endOfRun(process, last, whenHealthyAgain(process, last)),
      resumed: intersectProofs('resumed', [whenLoopResumed(process, last)]),
    };
  // Lines that stop while the loop still sleeps, because the log ends or the process wrote no more, can hold the node's NodeReady all the same: then the state
  // was healthy again, though nothing shows that the loop resumed.
  const ready = seen === 'gap' || seen === 'picked' ? undefined : readyAgainBefore(process, last.fact.time, process.to);
  if (ready !== undefined) {
    const end = endOfRun(process, last, { ...ready, min: last.fact.time });
    return { endedBy: 'recovered', hole, end, resumed: undefined };
  }
  const endedBy =
    seen === 'picked' ? endOfPicked(process, last) : seen === 'restart' && wentQuiet(process, last) ? 'gap' : seen;
  const end = endedBy === 'gap' || endedBy === 'recovered' ? endAfterGap(process, last) : undefined;
  // What shows later that the state was healthy comes after the next skips, which can be of the same unhealthy time.
  const nextFrom = next?.skips[0]?.fact.time ?? AFTER_ALL;
  if (end !== undefined && end.bounds.max > nextFrom)
    return { endedBy: 'gap', hole, end: undefined, resumed: undefined };
  return { endedBy, hole, end, resumed: undefined };
}

/** When the state became healthy: `healthyAgain` bounds it first, other lines up to then narrow it. */
function endOfRun(process: ProcessEvidence, last: PlacedSkip, healthyAgain: Proof): Intersection {
  const to = healthyAgain.max ?? last.fact.time;
  const lastKinds = last.fact.reasons.map((reason) => reason.kind);
  const proofs: Proof[] = [healthyAgain];
  proofs.push(...stillFailingAfter(process, lastKinds, last.fact.time, to));
  const onlyPleg = lastKinds.every((kind) => kind === 'pleg-stale' || kind === 'pleg-never');
  const listed = onlyPleg ? listedAgainBefore(process, namedRelist(last.fact)?.start, last.fact.time, to) : undefined;
  if (listed !== undefined) proofs.push(listed);
  const stale = staleAfter(process, last.fact, to);
  if (stale !== undefined) proofs.push(stale);
  const ready = readyAgainBefore(process, last.fact.time, to);
  if (ready !== undefined) proofs.push(ready);
  return intersectProofs('end', proofs);
}

function endAfterGap(process: ProcessEvidence, { fact }: PlacedSkip): Intersection | undefined {
  const healthy = healthyAgainBefore(process, fact.time);
  if (healthy?.max === undefined) return undefined;
  // Lines of before and after a step of the clock stand among one another there: one that stands before the skip in the log says nothing.
  if (
    setBackBetween(process.ledger, healthy.max, healthy.max) &&
    !healthy.lines.every(({ source, line }) => source === fact.source && line > fact.line)
  )
    return undefined;
  const stale = staleAfter(process, fact, healthy.max);
  return intersectProofs('end', [unhealthyUntil(fact.time), healthy, ...(stale === undefined ? [] : [stale])]);
}

/** When the loop looks again after a skip, with some room. */
function wakeOf(process: ProcessEvidence, last: PlacedSkip): Instant {
  return (last.fact.time +
    sleepAfter(process.schedule, last.step ?? lastStep(process.schedule)) +
    WAKE_DELAY) as Instant;
}

/** The process was silent from the sleep after its last skip on, as nowhere else: a log of which a part was left out. */
function holeAfter(process: ProcessEvidence, last: PlacedSkip): Silence | undefined {
  return process.ledger.silences.holeBeginning(last.fact.time, wakeOf(process, last));
}

/** How a run ended: the process wrote lines after the sleep, or it did not. `picked`: it did, in a log of which most lines are left out. */
function howItEnded(
  process: ProcessEvidence,
  last: PlacedSkip,
  next: SkipRun | undefined,
  losesSkips: boolean,
): EpisodeEnd | 'picked' {
  const wake = wakeOf(process, last);
  if (linesLostBetween(process, last.fact.time, next?.skips[0]?.fact.time ?? wake)) return 'gap';
  if (next !== undefined)
    return comesAfterHole(next) ? 'gap' : losesSkips || inspectsOn(process, last) ? 'picked' : 'recovered';
  const exited = process.ledger.exits.some((exit) => exit.fatal && exit.time >= last.fact.time && exit.time <= wake);
  // A log that ends with the very turn in which the loop resumed shows that it did.
  if ((process.to > wake || workedAfter(process, last)) && !exited)
    return losesSkips ||
      arePicked(process.ledger.records, process.from, process.to) ||
      failsOn(process, last) ||
      inspectsOn(process, last) ||
      standsLast(process, last)
      ? 'picked'
      : 'recovered';
  // What was written later has earlier stamps, and stands among the lines of before: nothing says when it ended.
  const { time } = process.ledger.clock;
  if (Number.isFinite(time) && time < last.fact.time - SET_BACK && !isReordered(process.ledger)) return 'gap';
  return process.ledger.endedByExit || process.ledger.replaced ? 'restart' : 'end-of-log';
}

/** A line of the loop's own work, written when its sleep was over. */
function workedAfter(process: ProcessEvidence, last: PlacedSkip): boolean {
  const { min } = wakeAfter(process.schedule, last.fact.time, last.step);
  return process.ledger.turns.firstAfter((min - TIMER_GRAIN) as Instant) !== undefined;
}

/** Nothing follows the skip where somebody put these lines together: those of later times stand before it. */
function standsLast({ ledger: { clock }, to }: ProcessEvidence, { fact }: PlacedSkip): boolean {
  return clock.line === fact.line && clock.source === fact.source && to > fact.time + OUT_OF_TURN;
}

/** Failures go on over the time at which the loop must have resumed, if it did not skip again: skips are missing, as in a journal that was searched for a word. */
function failsOn(process: ProcessEvidence, last: PlacedSkip): boolean {
  const { max } = whenHealthyAgain(process, last);
  return max !== undefined && failsUntil(process, last) > max;
}

/**
 * An inspection that timed out later was under way at the skip, if it ran for the whole time-out. Then its relist was not over when the loop must have resumed, and skips are missing, as
 * where somebody pasted pieces of a log.
 */
function inspectsOn(process: ProcessEvidence, last: PlacedSkip): boolean {
  const { max } = whenHealthyAgain(process, last);
  if (max === undefined || namedRelist(last.fact) === undefined) return false;
  const until = (last.fact.time + requestTimeoutOf(process) - TIMEOUT_LEAD) as Instant;
  return factsBetween(process.inspectFailures, max, until).some(({ error }) => ranIntoTimeout(error));
}

/** Nothing shows that what a lone skip says lasted, though the kubelet's lines go on for longer than `start`: no call failed until those had ended that were made then. */
export function nothingFollows(process: ProcessEvidence, { fact }: PlacedSkip, start: Duration): boolean {
  const longest = (fact.time + requestTimeoutOf(process) + start) as Instant;
  return (
    process.to - fact.time >= start &&
    [process.relistFailures, process.runtimeCallFailures].every(
      (failures) => eachBetween<Fact>(failures, fact.time, longest).next().done === true,
    )
  );
}

/** Up to a time a relist ran into its time-out, so the kubelet had run for longer than a start takes. */
export function relistRanOutBy(process: ProcessEvidence, until: Instant): boolean {
  for (const { error } of eachBetween(process.relistFailures, process.from, until))
    if (ranIntoTimeout(error)) return true;
  return false;
}

/** The longest time-out that calls of this kubelet can have, as far as lines tell, else the default. */
function requestTimeoutOf({ callTimeout }: ProcessEvidence): number {
  return Number.isFinite(callTimeout.max) ? callTimeout.max : DEFAULT_RUNTIME_REQUEST_TIMEOUT;
}

/** Up to when failed calls that follow one another keep the state unhealthy after the last skip. */
function failsUntil(process: ProcessEvidence, { fact }: PlacedSkip): Instant {
  const kinds = fact.reasons.map(({ kind }) => kind);
  return stillFailingAfter(process, kinds, fact.time, AFTER_ALL).reduce(
    (latest, { min = fact.time }) => Math.max(latest, min) as Instant,
    fact.time,
  );
}

/** What is left of a log shows the end of a run: a turn of the loop soon after it, or calls that fail as far as the log goes. */
function endOfPicked(process: ProcessEvidence, last: PlacedSkip): EpisodeEnd {
  if (wokeSoon(process, last)) return 'recovered';
  return failsUntil(process, last) > process.to ? 'end-of-log' : 'gap';
}

/**
 * A line of the loop's own work comes before the longest sleep after this skip was over: it has recovered, also where lines were picked out of the journal, and further skips of these
 * few seconds may be among those left out.
 */
function wokeSoon(process: ProcessEvidence, last: PlacedSkip): boolean {
  const { time } = last.fact;
  const working = workedAgainBy(process, time);
  return (
    working !== undefined && working - time < sleepAfter(process.schedule, lastStep(process.schedule)) + WAKE_DELAY
  );
}

/** Stamps of the journal are cut to the second, and a loaded node is late. */
const QUIET = seconds(5);

/** A loop that is unhealthy skips again when its sleep is over: one that lived on, as others tell, and wrote nothing more was well, or it stood still. */
function wentQuiet(process: ProcessEvidence, last: PlacedSkip): boolean {
  return (process.ledger.endSigns.livedUntil ?? 0) > wakeOf(process, last) + QUIET;
}

/** A clock that was set back by more is not the noise of a loaded node, nor a few lines that came late. */
const SET_BACK = seconds(60);
/** Lines of several threads stand in another order by less. */
const OUT_OF_TURN = seconds(1);
