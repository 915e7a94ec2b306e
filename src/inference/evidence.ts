import { leastBy, mostBy } from '../kubelet/most.ts';
import { countLeading } from '../kubelet/ordered.ts';
import type { Instant, TimeBounds } from '../kubelet/time.ts';
import type {
  Fact,
  HousekeepingFailedFact,
  HousekeepingSlowFact,
  InspectFailedFact,
  NodeConditionFact,
  NodeEventFact,
  RelistFailedFact,
  RuntimeCallFailedFact,
  SkipFact,
} from '../messages/fact.ts';
import { downMoments } from './episodes/downThroughout.ts';
import type { LineReference } from './history.ts';
import type { ProcessLedger } from './streams/ledger.ts';
import { AFTER_ALL, BEFORE_ALL, lineOf, onceInOrder } from './store/lines.ts';
import { type PossibleSchedule, scheduleOf } from './episodes/possibleSchedule.ts';
import { inspectionsOfPleg } from './relists/ownInspections.ts';
import { type PossibleTraits, possibleTraits } from './episodes/possibleTraits.ts';
import { type CallTimeout, callTimeoutOf } from './relists/knownTimeout.ts';
import { fallBackOf } from './streams/eventedFallBack.ts';
import { usesEvented } from './streams/usesEvented.ts';
import { readyBetween } from './rules/notReadyAgain.ts';
import { CHECK_TO_LINE } from './rules/margins.ts';
import { type StatusCalls, statusCallsOf } from './relists/statusCalls.ts';
import type { VersionRange } from './streams/versions.ts';
import type { SkipReason } from '../kubelet/skipReason.ts';

/** A proof that the runtime state was healthy at some moment within the bounds. */
export interface HealthyProof {
  readonly min: Instant;
  readonly max: Instant;
  readonly at: LineReference;
}

/** One process of a kubelet as the rules see it: its facts in order of time, and what its version means. */
export interface ProcessEvidence extends PossibleSchedule, StatusCalls {
  readonly id: string;
  readonly ledger: ProcessLedger;
  readonly from: Instant;
  readonly to: Instant;
  readonly traits: PossibleTraits;
  /** When the runtime counted as down, by skips and conditions. */
  readonly downMoments: readonly Instant[];
  /** How long a call to the runtime that timed out had run. */
  readonly callTimeout: CallTimeout;
  readonly skips: readonly SkipFact[];
  readonly relistFailures: readonly RelistFailedFact[];
  readonly runtimeCallFailures: readonly RuntimeCallFailedFact[];
  /** Of PLEG, not of others who ask for a pod's status. */
  readonly inspectFailures: readonly InspectFailedFact[];
  readonly slowHousekeeping: readonly HousekeepingSlowFact[];
  /** Runs of housekeeping that failed, however long they took. */
  readonly failedHousekeeping: readonly HousekeepingFailedFact[];
  readonly conditions: readonly NodeConditionFact[];
  readonly nodeEvents: readonly NodeEventFact[];
  /** Healthy moments between two conditions that became not ready, in order. */
  readonly readyBetween: readonly HealthyProof[];
  /** Single-pod relists can stand between the global ones (1.36). */
  readonly podRelists: boolean;
  /** Evented PLEG was seen in use, until this time (after every time when it did not fall back); before every time when it was not. */
  readonly eventedUntil: Instant;
  /** When Evented PLEG gave up and the generic threshold began to hold; `undefined` where it was not in use, or never gave up. */
  readonly fellBack?: TimeBounds;
}

/** True while Evented PLEG was in use: the generic PLEG then relists every 300 s only. */
export function eventedAt(process: ProcessEvidence, time: Instant): boolean {
  return time < process.eventedUntil;
}

/** True if Evented PLEG was in use at some time of the process. */
export function usedEvented({ eventedUntil }: ProcessEvidence): boolean {
  return eventedUntil > BEFORE_ALL;
}

/** Puts the facts of a process in order of time and reads its settings. */
export function evidenceOf(ledger: ProcessLedger, versions: VersionRange): ProcessEvidence {
  const traits = possibleTraits(versions);
  const callTimeout = callTimeoutOf(ledger, traits);
  const from = ledger.from ?? (0 as Instant);
  const skips = onceInOrder(ledger.skips);
  const conditions = onceInOrder(ledger.conditions);
  const evented = usesEvented(ledger);
  const fellBack = evented ? fallBackOf(ledger) : undefined;
  return {
    id: ledger.id,
    ledger,
    from,
    to: ledger.to ?? from,
    traits,
    downMoments: downMoments(ledger),
    callTimeout,
    ...scheduleOf(traits, skips),
    skips,
    relistFailures: onceInOrder(ledger.relistFailures),
    runtimeCallFailures: onceInOrder(ledger.runtimeCallFailures),
    ...statusCallsOf(onceInOrder(ledger.statusFailures), onceInOrder(ledger.runtimeCallFailures)),
    inspectFailures: inspectionsOfPleg(onceInOrder(ledger.inspectFailures), traits),
    slowHousekeeping: onceInOrder(ledger.slowHousekeeping),
    failedHousekeeping: onceInOrder(ledger.failedHousekeeping),
    conditions,
    nodeEvents: onceInOrder(ledger.nodeEvents),
    readyBetween: readyBetween(conditions, traits, callTimeout.max),
    podRelists: traits.podRelists,
    eventedUntil: !evented ? BEFORE_ALL : (fellBack?.max ?? AFTER_ALL),
    ...(fellBack === undefined ? {} : { fellBack }),
  };
}

/** Before this time the process was not there: its lines show its start, or the end of the one before it. */
export function notThereBefore({ ledger, from }: ProcessEvidence): Instant {
  return ledger.startedInLog ? from : (Math.min(ledger.notBefore ?? BEFORE_ALL, from) as Instant);
}

/** Index of the first fact at or after a time. */
export function indexFrom(facts: readonly { readonly time: Instant }[], time: Instant): number {
  return countLeading(facts, (fact) => fact.time < time);
}

/** The facts with `from ≤ time ≤ to`. */
export function factsBetween<F extends Fact>(facts: readonly F[], from: Instant, to: Instant): readonly F[] {
  return [...eachBetween(facts, from, to)];
}

/** The same one by one, for who stops at the first that does not fit: the facts after it are not gone through. */
export function* eachBetween<F extends Fact>(facts: readonly F[], from: Instant, to: Instant): Generator<F> {
  for (let index = indexFrom(facts, from); index < facts.length; index += 1) {
    const fact = facts[index];
    if (fact === undefined || fact.time > to) return;
    yield fact;
  }
}

const BLOCKS_THE_LOOP: ReadonlySet<SkipReason['kind']> = new Set([
  'pleg-stale',
  'pleg-never',
  'runtime-status-unknown',
  'runtime-down',
  'runtime-not-ready',
]);

/** True if one of the reasons makes the sync loop skip; network and storage only make the node not Ready. */
export function isUnhealthy(reasons: readonly SkipReason[]): boolean {
  return reasons.some((reason) => BLOCKS_THE_LOOP.has(reason.kind));
}

/** The last proof of health before a time. */
export function lastHealthyBefore(process: ProcessEvidence, time: Instant): HealthyProof | undefined {
  const proofs: HealthyProof[] = [];
  const turn = process.ledger.turns.lastBefore(time);
  if (turn !== undefined) proofs.push({ min: (turn.time - CHECK_TO_LINE) as Instant, max: turn.time, at: turn.at });
  const slow = process.slowHousekeeping[indexFrom(process.slowHousekeeping, time) - 1];
  if (slow !== undefined) proofs.push(housekeepingCheck(slow));
  const failed = failedHousekeepingCheck(process, indexFrom(process.failedHousekeeping, time) - 1);
  if (failed !== undefined) proofs.push(failed);
  for (let index = indexFrom(process.nodeEvents, time) - 1; index >= 0; index -= 1) {
    const event = process.nodeEvents[index];
    if (event === undefined || event.event !== 'NodeReady') continue;
    proofs.push({ min: (event.time - CHECK_TO_LINE) as Instant, max: event.time, at: lineOf(event) });
    break;
  }
  const between = process.readyBetween[countLeading(process.readyBetween, ({ max }) => max < time) - 1];
  if (between !== undefined) proofs.push(between);
  return mostBy(proofs, ({ min }) => min);
}

/** The first proof of health that lies wholly after a time. */
export function firstHealthyAfter(process: ProcessEvidence, time: Instant): HealthyProof | undefined {
  const proofs: HealthyProof[] = [];
  const turn = process.ledger.turns.firstAfter((time + CHECK_TO_LINE) as Instant);
  if (turn !== undefined) proofs.push({ min: (turn.time - CHECK_TO_LINE) as Instant, max: turn.time, at: turn.at });
  for (const slow of eachBetween(process.slowHousekeeping, time, AFTER_ALL)) {
    const proof = housekeepingCheck(slow);
    if (proof.min <= time) continue;
    proofs.push(proof);
    break;
  }
  for (let index = indexFrom(process.failedHousekeeping, time); index < process.failedHousekeeping.length; index += 1) {
    const proof = failedHousekeepingCheck(process, index);
    if (proof === undefined || proof.min < time) continue;
    proofs.push(proof);
    break;
  }
  for (const event of eachBetween(process.nodeEvents, time, AFTER_ALL)) {
    if (event.event !== 'NodeReady') continue;
    proofs.push({ min: time, max: event.time, at: lineOf(event) });
    break;
  }
  const between = process.readyBetween[countLeading(process.readyBetween, ({ min }) => min <= time)];
  if (between !== undefined) proofs.push(between);
  return leastBy(proofs, ({ max }) => max);
}

/** When the check before a slow housekeeping was: it ran in the turn that the check began, after at most one wait for a channel. */
function housekeepingCheck(slow: HousekeepingSlowFact): HealthyProof {
  const begin = (slow.time - slow.took) as Instant;
  return { min: (begin - CHECK_TO_LINE) as Instant, max: begin, at: lineOf(slow) };
}

/** The check before a failed housekeeping: it ran in one turn of the loop, so after the line before that the loop wrote at the end of a turn, or instead of one. */
function failedHousekeepingCheck(
  { failedHousekeeping, slowHousekeeping, skips, ledger, from }: ProcessEvidence,
  index: number,
): HealthyProof | undefined {
  const failed = failedHousekeeping[index];
  if (failed === undefined) return undefined;
  const ended = [
    skips[indexFrom(skips, failed.time) - 1],
    slowHousekeeping[indexFrom(slowHousekeeping, failed.time) - 1],
    failedHousekeeping[index - 1],
  ].map((fact) => fact?.time ?? BEFORE_ALL);
  const turn = ledger.turns.lastBefore(failed.time)?.time ?? BEFORE_ALL;
  return {
    min: Math.max(...ended, turn - CHECK_TO_LINE, ledger.startedInLog ? from : BEFORE_ALL) as Instant,
    max: failed.time,
    at: lineOf(failed),
  };
}

/** True if a line proves a healthy check between two skips: the loop wrote about a working turn, or began a slow housekeeping. */
export function provenHealthyBetween(process: ProcessEvidence, from: Instant, to: Instant): boolean {
  if (process.ledger.turns.hasBetween(from, to)) return true;
  if (process.failedHousekeeping.length === 0 && process.slowHousekeeping.length === 0) return false;
  const failed = process.failedHousekeeping[indexFrom(process.failedHousekeeping, from)];
  if (failed !== undefined && failed.time < to) return true;
  return factsBetween(process.slowHousekeeping, from, to).some(
    (slow) => slow.time - slow.took > from && slow.time - slow.took < to,
  );
}
