import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import { seconds, type Duration, type Instant, type TimeBounds } from '../../kubelet/time.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import { sleepAfter, lastStep, TIMER_GRAIN, wakeAfter, WAKE_DELAY } from './backoff.ts';
import {
  causes,
  causesOfEither,
  type EpisodeDraft,
  evidenceLines,
  finite,
  namedBy,
  openBelow,
} from './episodeParts.ts';
import { type ProcessEvidence } from '../evidence.ts';
import type { EpisodeEnd } from '../history.ts';
import { BEFORE_ALL, lineOf } from '../store/lines.ts';
import { namedRelist } from '../relists/namedRelist.ts';
import { arePicked } from '../streams/pickedLines.ts';
import { intersectProofs, type Proof } from '../proof.ts';
import type { RelistBook } from '../relists/bookedRelists.ts';
import { notBeforeReset } from '../rules/backOff.ts';
import { whenHealthyAgain, whenLoopResumed } from '../rules/afterLastSkip.ts';
import { listedAgainBefore } from '../rules/finishedAfterListing.ts';
import { nodeNotReadyProvesTrouble, readyAgainBefore } from '../rules/nodeCondition.ts';
import { readyAgainBetween } from '../rules/notReadyAgain.ts';
import { unhealthyAt, unhealthyUntil } from '../rules/skipProvesTrouble.ts';
import { stillFailingAfter } from '../rules/stillFailing.ts';
import { STAMP_LAG } from '../rules/margins.ts';
import { healthyAgainBefore, notUnhealthyBefore } from '../rules/workingTurn.ts';
import type { FoldedRuns } from './foldedRuns.ts';
import { silentEpisodesOf } from './silentEpisodes.ts';
import type { Silence } from '../streams/silences.ts';
import type { SkipRun } from './skipRuns.ts';
import { earlierTrouble } from './stretches.ts';

const STARTUP_KINDS: ReadonlySet<SkipReasonKind> = new Set([
  'pleg-never',
  'runtime-status-unknown',
  'network',
  'container-manager',
  'other',
]);
const STARTUP_WITHIN: Duration = seconds(30);

/** All episodes of one process, in order of time: those with skips, but for the folded, and the silent ones. */
export function episodesOf(
  process: ProcessEvidence,
  book: RelistBook,
  runs: readonly SkipRun[],
  span: TimeBounds,
  folded?: FoldedRuns,
  stopCheck: StopCheck = goesOn,
): readonly EpisodeDraft[] {
  const withSkips: EpisodeDraft[] = [];
  runs.forEach((run, index) => {
    stopCheck();
    if (folded?.has(run) !== true)
      withSkips.push(
        episodeOfRun(process, book, run, comesAfterHole(run) ? undefined : runs[index - 1], runs[index + 1], span),
      );
  });
  const silent = silentEpisodesOf(process, book, withSkips, span, folded?.spans);
  return [...withSkips, ...silent].sort((a, b) => a.episode.begin.max - b.episode.begin.max);
}

function episodeOfRun(
  process: ProcessEvidence,
  book: RelistBook,
  run: SkipRun,
  before: SkipRun | undefined,
  next: SkipRun | undefined,
  span: TimeBounds,
): EpisodeDraft {
  const first = run.skips[0];
  const last = run.skips.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a run of skips is never empty');
  const firstKinds = first.fact.reasons.map((reason) => reason.kind);
  const lastKinds = last.fact.reasons.map((reason) => reason.kind);
  const reasons = reasonsOf(run);
  const relist = namedBy(book, first.fact.time, namedRelist(first.fact)?.start);

  // A condition that comes while the loop still sleeps after the run before tells of that run.
  const floor = before === undefined ? BEFORE_ALL : (notBeforeReset(process, before)[0]?.min ?? BEFORE_ALL);
  const healthy = notUnhealthyBefore(process, first.fact.time);
  const again = readyAgainBetween(process, first.fact.time, last.fact.time);
  const earlier = earlierTrouble(process, book, run, relist, Math.max(floor, process.from) as Instant);
  const known = earlier?.proven === true ? earlier.condition : undefined;

  const bounding =
    earlier?.proven === false
      ? causesOfEither(process, book, firstKinds, relist, first.fact.time, earlier.condition)
      : causes(process, book, firstKinds, relist, known?.time ?? first.fact.time, known);
  // A log that begins in the middle of a run: the skips before can have had other reasons.
  const isSeenFromInside =
    !run.fromStart &&
    !process.ledger.startedInLog &&
    before === undefined &&
    healthy === undefined &&
    again === undefined;
  const begin = intersectProofs('begin', [
    unhealthyAt(first.fact),
    ...(known === undefined ? [] : [{ max: known.time, rule: nodeNotReadyProvesTrouble.id, lines: [lineOf(known)] }]),
    ...(before === undefined ? [] : notBeforeReset(process, before)),
    ...(isSeenFromInside ? bounding.map(withoutMin) : bounding),
    ...(healthy === undefined ? [] : [healthy]),
    ...(again === undefined ? [] : [again]),
  ]);

  const hole = holeAfter(process, last);
  const seenToEnd = hole === undefined ? howItEnded(process, run, next) : 'gap';
  // Lines that stop while the loop still sleeps, because the log ends or the process wrote no more, can hold the node's NodeReady all the same: then the state
  // was healthy again, though nothing shows that the loop resumed.
  const ready =
    seenToEnd === 'end-of-log' || seenToEnd === 'restart'
      ? readyAgainBefore(process, last.fact.time, process.to)
      : undefined;
  const endedBy: EpisodeEnd =
    ready !== undefined ? 'recovered' : seenToEnd === 'restart' && wentQuiet(process, last) ? 'gap' : seenToEnd;
  const resumed = seenToEnd === 'recovered' ? intersectProofs('resumed', [whenLoopResumed(process, last)]) : undefined;
  const healthyAgain =
    seenToEnd === 'recovered'
      ? whenHealthyAgain(process, last)
      : ready === undefined
        ? undefined
        : { ...ready, min: last.fact.time };
  const end =
    healthyAgain !== undefined
      ? endOfRun(process, last, lastKinds, healthyAgain)
      : endedBy === 'gap'
        ? endAfterGap(process, last.fact.time)
        : undefined;

  const length = last.fact.time - first.fact.time;
  const startup =
    firstKinds.every(
      (kind) => STARTUP_KINDS.has(kind) || (kind === 'runtime-down' && firstKinds.includes('pleg-never')),
    ) &&
    firstKinds.some((kind) => kind === 'pleg-never' || kind === 'runtime-status-unknown') &&
    (run.fromStart || process.ledger.startedInLog || wokeEarly(process, run)) &&
    !reasons.includes('pleg-stale') &&
    length < STARTUP_WITHIN - TIMER_GRAIN &&
    endedBy !== 'restart' &&
    first.fact.time - (process.ledger.loopStarted?.time ?? process.from) < STARTUP_WITHIN;
  const beginsBeforeLog =
    begin.bounds.max < span.min ||
    (!process.ledger.startedInLog &&
      begin.bounds.min === BEFORE_ALL &&
      (!run.fromStart || begin.bounds.max <= span.min));
  const naming = relist === undefined ? run.skips.find((skip) => namedRelist(skip.fact) !== undefined) : undefined;
  const reported =
    relist ?? (naming === undefined ? undefined : namedBy(book, naming.fact.time, namedRelist(naming.fact)?.start));
  const longest = longestElapsed(run);
  const missing = missingIn(run);
  const constraints = [...begin.constraints, ...(end?.constraints ?? []), ...(resumed?.constraints ?? [])];
  return {
    run,
    ...(hole === undefined ? {} : { hole }),
    constraints,
    warnings: [...begin.warnings, ...(end?.warnings ?? []), ...(resumed?.warnings ?? [])],
    episode: {
      process: process.id,
      startup,
      reasons,
      begin: finite(begin.bounds, span.min, first.fact.time),
      ...openBelow(begin.bounds),
      ...(end === undefined ? {} : { end: finite(end.bounds, last.fact.time, span.max) }),
      ...(resumed === undefined ? {} : { resumed: resumed.bounds }),
      ...(end === undefined && endedBy === 'restart' ? { seenUntil: last.fact.time } : {}),
      endedBy,
      beginsBeforeLog,
      firstSkip: lineOf(first.fact),
      lastSkip: lineOf(last.fact),
      skips: { observed: observedIn(run), missing },
      ...(reported === undefined
        ? {}
        : { lastRelist: { min: (reported.start - STAMP_LAG) as Instant, max: reported.start } }),
      ...(longest === undefined ? {} : { longestElapsed: longest }),
      evidence: evidenceLines(constraints),
    },
  };
}

function withoutMin({ max, rule, lines }: Proof): Proof {
  return { ...(max === undefined ? {} : { max }), rule, lines };
}

/**
 * A log that begins with one skip, as one that was searched for a word does: the loop worked again before its longest sleep was over, so it had not come to
 * that sleep, and the skips before, if there were any, are of the seconds before.
 */
function wokeEarly(process: ProcessEvidence, run: SkipRun): boolean {
  const only = run.skips.length === 1 ? run.skips[0] : undefined;
  const working = only === undefined ? undefined : healthyAgainBefore(process, only.fact.time)?.max;
  return (
    only !== undefined &&
    working !== undefined &&
    working - only.fact.time < sleepAfter(process.schedule, lastStep(process.schedule)) - TIMER_GRAIN
  );
}

/** When the state became healthy: `healthyAgain` bounds it first, other lines up to then narrow it. */
function endOfRun(
  process: ProcessEvidence,
  last: SkipRun['skips'][number],
  lastKinds: readonly SkipReasonKind[],
  healthyAgain: Proof,
): ReturnType<typeof intersectProofs> {
  const to = healthyAgain.max ?? last.fact.time;
  const proofs: Proof[] = [healthyAgain];
  proofs.push(...stillFailingAfter(process, lastKinds, last.fact.time, to));
  const onlyPleg = lastKinds.every((kind) => kind === 'pleg-stale' || kind === 'pleg-never');
  const listed = onlyPleg ? listedAgainBefore(process, namedRelist(last.fact)?.start, last.fact.time, to) : undefined;
  if (listed !== undefined) proofs.push(listed);
  const ready = readyAgainBefore(process, last.fact.time, to);
  if (ready !== undefined) proofs.push(ready);
  return intersectProofs('end', proofs);
}

function endAfterGap(process: ProcessEvidence, last: Instant): ReturnType<typeof intersectProofs> | undefined {
  const healthy = healthyAgainBefore(process, last);
  return healthy === undefined ? undefined : intersectProofs('end', [unhealthyUntil(last), healthy]);
}

/** When the loop looks again after a skip, with some room. */
function wakeOf(process: ProcessEvidence, last: SkipRun['skips'][number]): Instant {
  return (last.fact.time +
    sleepAfter(process.schedule, last.step ?? lastStep(process.schedule)) +
    WAKE_DELAY) as Instant;
}

/** The process was silent from the sleep after its last skip on, as nowhere else: a log of which a part was left out. */
function holeAfter(process: ProcessEvidence, last: SkipRun['skips'][number]): Silence | undefined {
  return process.ledger.silences.holeBeginning(last.fact.time, wakeOf(process, last));
}

/** How a run ended: the process wrote lines after the sleep, or it did not. */
function howItEnded(process: ProcessEvidence, run: SkipRun, next: SkipRun | undefined): EpisodeEnd {
  const last = run.skips.at(-1);
  if (last === undefined) return 'end-of-log';
  const wake = wakeOf(process, last);
  const lost = process.ledger.losses.some(
    (loss) => loss.time >= last.fact.time && loss.time <= (next?.skips[0]?.fact.time ?? wake),
  );
  if (lost) return 'gap';
  if (next !== undefined) return comesAfterHole(next) ? 'gap' : 'recovered';
  const exited = process.ledger.exits.some((exit) => exit.fatal && exit.time >= last.fact.time && exit.time <= wake);
  // A log that ends with the very turn in which the loop resumed shows that it did.
  if ((process.to > wake || workedAfter(process, last)) && !exited)
    return arePicked(process.ledger.records, process.from, process.to) ? 'gap' : 'recovered';
  // What was written later has earlier stamps, and stands among the lines of before: when it ended cannot be told.
  const { time } = process.ledger.clock;
  if (Number.isFinite(time) && time < last.fact.time - SET_BACK) return 'gap';
  return process.ledger.endedByExit || process.ledger.replaced ? 'restart' : 'end-of-log';
}

/** A line of the loop's own work, written when its sleep was over. */
function workedAfter(process: ProcessEvidence, last: SkipRun['skips'][number]): boolean {
  const { min } = wakeAfter(process.schedule, last.fact.time, last.step);
  return process.ledger.turns.firstAfter((min - TIMER_GRAIN) as Instant) !== undefined;
}

/** Stamps of the journal are cut to the second, and a loaded node is late. */
const QUIET = seconds(5);

/** A loop that is unhealthy skips again when its sleep is over: one that lived on, as others tell, and wrote nothing more was well, or it stood still. */
function wentQuiet(process: ProcessEvidence, last: SkipRun['skips'][number]): boolean {
  return (process.ledger.endSigns.livedUntil ?? 0) > wakeOf(process, last) + QUIET;
}

/** A clock that was set back by more is not the noise of a loaded node, nor a few lines that came late. */
const SET_BACK = seconds(60);

/** Kinds of reason in the order in which they came. What is done for each skip stands by itself, so that the engine need not compile all around it. */
function reasonsOf(run: SkipRun): readonly SkipReasonKind[] {
  const reasons: SkipReasonKind[] = [];
  for (const skip of run.skips)
    for (const reason of skip.fact.reasons) if (!reasons.includes(reason.kind)) reasons.push(reason.kind);
  return reasons;
}

function observedIn(run: SkipRun): number {
  let observed = run.skips.length;
  for (const { foldedBefore = 0 } of run.skips) observed += foldedBefore;
  return observed;
}

/** Skips before the run are not kept, and nobody knows how the loop fared in that time. */
function comesAfterHole({ skips: [first] }: SkipRun): boolean {
  return first?.foldedBefore !== undefined;
}

function missingIn(run: SkipRun): number {
  let missing = 0;
  for (const skip of run.skips) missing += skip.missingBefore;
  return missing;
}

function longestElapsed(run: SkipRun): Duration | undefined {
  let longest: Duration | undefined;
  for (const { fact } of run.skips)
    for (const { elapsed } of fact.reasons)
      if (elapsed !== undefined && (longest === undefined || elapsed > longest)) longest = elapsed;
  return longest;
}
