import { seconds, type Duration, type Instant, type TimeBounds } from '../kubelet/time.ts';
import type { SkipReasonKind } from '../kubelet/skipReason.ts';
import type { NodeConditionFact } from '../messages/fact.ts';
import { sleepAfter, lastStep, TIMER_GRAIN, WAKE_DELAY } from './backoff.ts';
import { factsBetween, firstHealthyAfter, isUnhealthy, namedRelist, type ProcessEvidence } from './evidence.ts';
import type { Constraint, Episode, EpisodeEnd, HistoryWarning, LineReference } from './history.ts';
import { AFTER_ALL, BEFORE_ALL, distinctLines, lineOf } from './lines.ts';
import { intersectProofs, type Proof } from './proof.ts';
import type { NamedRelist, RelistBook } from './relistBook.ts';
import { whenHealthyAgain, whenLoopResumed } from './rules/afterLastSkip.ts';
import { type FailedStretch, failedStretches, whenFailedStretchBegan } from './rules/failedStretch.ts';
import { listedAgainBefore } from './rules/finishedAfterListing.ts';
import { whenRuntimeWentDown } from './rules/lastGoodStatus.ts';
import { nodeNotReadyProvesTrouble, readyAgainBefore } from './rules/nodeCondition.ts';
import { whenProcessStarted } from './rules/processStart.ts';
import { stillFailingAfter } from './rules/stillFailing.ts';
import { whenThresholdPassed } from './rules/thresholdPassed.ts';
import { STAMP_LAG } from './rules/waits.ts';
import { healthyAgainBefore, notUnhealthyBefore, workingTurn } from './rules/workingTurn.ts';
import type { SkipRun } from './skipRuns.ts';

/** An episode before it has its number, with the rules that made its bounds. */
export interface EpisodeDraft {
  readonly episode: Omit<Episode, 'id'>;
  /** Quantities are `begin`, `end`, `resumed`; the number is put before them later. */
  readonly constraints: readonly Constraint[];
  readonly warnings: readonly HistoryWarning[];
  readonly run?: SkipRun;
}

const STARTUP_KINDS: ReadonlySet<SkipReasonKind> = new Set(['pleg-never', 'runtime-status-unknown', 'network', 'container-manager', 'other']);
const STARTUP_WITHIN: Duration = seconds(30);

/** A line that proves that the state was unhealthy. */
interface Trouble {
  readonly time: Instant;
  readonly at: LineReference;
  readonly reasons: readonly SkipReasonKind[];
}

/** All episodes of one process, in order of time: those with skips, and the silent ones. */
export function episodesOf(process: ProcessEvidence, book: RelistBook, runs: readonly SkipRun[], span: TimeBounds): readonly EpisodeDraft[] {
  const withSkips = runs.map((run, index) => episodeOfRun(process, book, run, runs[index - 1], runs[index + 1], span));
  const silent = silentEpisodesOf(process, book, withSkips, span);
  return [...withSkips, ...silent].sort((a, b) => a.episode.begin.max - b.episode.begin.max);
}

function episodeOfRun(process: ProcessEvidence, book: RelistBook, run: SkipRun, before: SkipRun | undefined, next: SkipRun | undefined, span: TimeBounds): EpisodeDraft {
  const first = run.skips[0];
  const last = run.skips.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a run of skips is never empty');
  const firstKinds = first.fact.reasons.map((reason) => reason.kind);
  const lastKinds = last.fact.reasons.map((reason) => reason.kind);
  const reasons: SkipReasonKind[] = [];
  for (const skip of run.skips) for (const reason of skip.fact.reasons) if (!reasons.includes(reason.kind)) reasons.push(reason.kind);
  const relist = namedBy(book, first.fact.time, namedRelist(first.fact)?.start);

  // A condition before the first skip that names the same relist (or comes while nothing proves health) belongs to the same stretch.
  const floor = before?.skips.at(-1)?.fact.time ?? BEFORE_ALL;
  const healthy = notUnhealthyBefore(process, first.fact.time);
  const conditions = factsBetween(process.conditions, Math.max(floor, process.from) as Instant, first.fact.time).filter(
    (fact) => isUnhealthy(fact.reasons) && sameStretch(process, fact, relist, first.fact.time),
  );
  const firstTrouble: Instant = conditions[0]?.time ?? first.fact.time;

  const begin = intersectProofs('begin', [
    { max: first.fact.time, rule: 'skip', lines: [lineOf(first.fact)] },
    ...(conditions[0] === undefined ? [] : [{ max: conditions[0].time, rule: nodeNotReadyProvesTrouble.id, lines: [lineOf(conditions[0])] }]),
    ...(before === undefined ? [] : notBeforeReset(process, before)),
    ...causes(process, book, firstKinds, relist, firstTrouble, conditions[0]),
    ...(healthy === undefined ? [] : [healthy]),
  ]);

  const endedBy = howItEnded(process, run, next);
  const resumes = endedBy === 'recovered' && last !== undefined;
  const resumed = resumes ? intersectProofs('resumed', [whenLoopResumed(process, last)]) : undefined;
  const end = resumes ? endOfRun(process, last, lastKinds) : endedBy === 'gap' ? endAfterGap(process, last.fact.time) : undefined;

  const length = last.fact.time - first.fact.time;
  const startup = firstKinds.every((kind) => STARTUP_KINDS.has(kind) || (kind === 'runtime-down' && firstKinds.includes('pleg-never')))
    && firstKinds.some((kind) => kind === 'pleg-never' || kind === 'runtime-status-unknown')
    && !reasons.includes('pleg-stale') && length < STARTUP_WITHIN && endedBy !== 'restart'
    && first.fact.time - (process.ledger.loopStarted?.time ?? process.from) < STARTUP_WITHIN;
  const beginsBeforeLog = begin.bounds.max < span.min || (!run.fromStart && !process.ledger.startedInLog && begin.bounds.min === BEFORE_ALL);
  const naming = relist === undefined ? run.skips.find((skip) => namedRelist(skip.fact) !== undefined) : undefined;
  const reported = relist ?? (naming === undefined ? undefined : namedBy(book, naming.fact.time, namedRelist(naming.fact)?.start));
  const longest = longestElapsed(run);
  const missing = run.skips.reduce((sum, skip) => sum + skip.missingBefore, 0);
  const constraints = [...begin.constraints, ...(end?.constraints ?? []), ...(resumed?.constraints ?? [])];
  return {
    run,
    constraints,
    warnings: [...begin.warnings, ...(end?.warnings ?? []), ...(resumed?.warnings ?? [])],
    episode: {
      process: process.id, startup, reasons, begin: finite(begin.bounds, span.min, first.fact.time),
      ...(end === undefined ? {} : { end: finite(end.bounds, last.fact.time, span.max) }),
      ...(resumed === undefined ? {} : { resumed: resumed.bounds }),
      endedBy, beginsBeforeLog, firstSkip: lineOf(first.fact), lastSkip: lineOf(last.fact),
      skips: { observed: run.skips.length, missing },
      ...(reported === undefined ? {} : { lastRelist: { min: (reported.start - STAMP_LAG) as Instant, max: reported.start } }),
      ...(longest === undefined ? {} : { longestElapsed: longest }),
      evidence: evidenceLines(constraints),
    },
  };
}

/** When each cause that the first line names began; unhealthy is the earliest of them. */
function causes(
  process: ProcessEvidence, book: RelistBook, kinds: readonly SkipReasonKind[], relist: NamedRelist | undefined, firstTrouble: Instant, condition: NodeConditionFact | undefined,
): readonly Proof[] {
  const known: Proof[] = [];
  const all = condition === undefined ? kinds : condition.reasons.map((reason) => reason.kind);
  let complete = true;
  for (const kind of new Set(all)) {
    if (kind === 'pleg-stale' && relist !== undefined) known.push(whenThresholdPassed(process, book, relist));
    else if (kind === 'pleg-never' || kind === 'runtime-status-unknown') known.push(whenProcessStarted(process));
    else if (kind === 'runtime-down') {
      const down = kinds.includes('pleg-never') ? whenProcessStarted(process) : whenRuntimeWentDown(process, firstTrouble);
      if (down === undefined) complete = false;
      else known.push(down);
    } else if (kind === 'runtime-not-ready' && kinds.includes('runtime-down')) continue;
    else if (kind === 'network') continue;
    else complete = false;
  }
  if (known.length === 0) return [];
  const max = Math.min(...known.map((proof) => proof.max ?? AFTER_ALL)) as Instant;
  const min = Math.min(...known.map((proof) => proof.min ?? BEFORE_ALL)) as Instant;
  return known.map((proof) => ({
    rule: proof.rule, lines: proof.lines, max: proof.max === undefined ? max : proof.max,
    // Only the earliest cause bounds the begin from below, and only if every cause is known.
    ...(complete && min !== BEFORE_ALL ? { min } : {}),
  }));
}

function notBeforeReset(process: ProcessEvidence, before: SkipRun): readonly Proof[] {
  const last = before.skips.at(-1);
  if (last === undefined) return [];
  return [{ min: (last.fact.time + sleepAfter(process.schedule, last.step ?? 0) - TIMER_GRAIN) as Instant, rule: workingTurn.id, lines: [lineOf(last.fact)] }];
}

function endOfRun(process: ProcessEvidence, last: SkipRun['skips'][number], lastKinds: readonly SkipReasonKind[]): ReturnType<typeof intersectProofs> {
  const resumption = whenHealthyAgain(process, last);
  const to = resumption.max ?? last.fact.time;
  const proofs: Proof[] = [resumption];
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
  return healthy === undefined ? undefined : intersectProofs('end', [{ min: last, rule: 'skip', lines: [] }, healthy]);
}

/** How a run ended: the process wrote lines after the sleep, or it did not. */
function howItEnded(process: ProcessEvidence, run: SkipRun, next: SkipRun | undefined): EpisodeEnd {
  const last = run.skips.at(-1);
  if (last === undefined) return 'end-of-log';
  const wake = (last.fact.time + sleepAfter(process.schedule, last.step ?? lastStep(process.schedule)) + WAKE_DELAY) as Instant;
  const lost = process.ledger.losses.some((loss) => loss.time >= last.fact.time && loss.time <= (next?.skips[0]?.fact.time ?? wake));
  if (lost) return 'gap';
  if (next !== undefined) return 'recovered';
  const exited = process.ledger.exits.some((exit) => exit.fatal && exit.time >= last.fact.time && exit.time <= wake);
  if (process.to > wake && !exited) return 'recovered';
  return process.ledger.endedByExit || process.ledger.replaced ? 'restart' : 'end-of-log';
}

/** True if a condition and a later skip stand in one unhealthy stretch: they name the same relist, or nothing proves health between them. */
function sameStretch(process: ProcessEvidence, condition: NodeConditionFact, relist: NamedRelist | undefined, until: Instant): boolean {
  const name = namedRelist(condition);
  if (name !== undefined && relist !== undefined) return Math.abs(name.start - relist.start) < 500_000 || condition.time >= relist.start + relist.threshold;
  const healthy = firstHealthyAfter(process, condition.time);
  return healthy === undefined || healthy.max >= until;
}

function silentEpisodesOf(process: ProcessEvidence, book: RelistBook, found: readonly EpisodeDraft[], span: TimeBounds): readonly EpisodeDraft[] {
  const troubles: (Trouble & { readonly condition?: NodeConditionFact; readonly stretch?: FailedStretch })[] = [];
  for (const condition of process.conditions) {
    if (isUnhealthy(condition.reasons)) troubles.push({ time: condition.time, at: lineOf(condition), reasons: condition.reasons.map((reason) => reason.kind), condition });
  }
  for (const stretch of failedStretches(process, book)) troubles.push({ time: stretch.unhealthyAt, at: stretch.line, reasons: ['pleg-stale'], stretch });
  troubles.sort((a, b) => a.time - b.time);
  const drafts: EpisodeDraft[] = [];
  const covered = (time: Instant): boolean =>
    [...found, ...drafts].some(({ episode }) => episode.begin.min <= time && (episode.end === undefined ? time <= process.to : time <= episode.end.max));
  for (const trouble of troubles) {
    if (covered(trouble.time)) continue;
    const { condition, stretch } = trouble;
    const relist = condition === undefined ? undefined : namedBy(book, condition.time, namedRelist(condition)?.start);
    const healthy = notUnhealthyBefore(process, trouble.time);
    const last = troubles.findLast((other) => other.time >= trouble.time && (firstHealthyAfter(process, trouble.time)?.max ?? AFTER_ALL) > other.time) ?? trouble;
    const begin = intersectProofs('begin', [
      { max: trouble.time, rule: condition === undefined ? 'relists-fail-on' : nodeNotReadyProvesTrouble.id, lines: [trouble.at] },
      ...(condition === undefined ? [] : causes(process, book, trouble.reasons, relist, trouble.time, condition)),
      ...(stretch === undefined ? [] : [whenFailedStretchBegan(stretch)]),
      ...(healthy === undefined ? [] : [healthy]),
    ]);
    const until = last.time;
    const after = healthyAgainBefore(process, until);
    const nextBegin = found.map(({ episode }) => episode.begin.max).filter((time) => time > until).reduce<Instant>((least, time) => (time < least ? time : least), AFTER_ALL);
    const endProofs: Proof[] = [{ min: until, rule: condition === undefined ? 'relists-fail-on' : nodeNotReadyProvesTrouble.id, lines: [last.at] }];
    const limit = Math.min(after?.max ?? AFTER_ALL, nextBegin) as Instant;
    const onlyPleg = last.reasons.every((kind) => kind === 'pleg-stale' || kind === 'pleg-never');
    if (onlyPleg) {
      endProofs.push(...stillFailingAfter(process, last.reasons, until, limit === AFTER_ALL ? process.to : limit).filter((proof) => (proof.min ?? BEFORE_ALL) <= limit));
      const listed = listedAgainBefore(process, relist?.start ?? stretch?.first.startMax, until, limit === AFTER_ALL ? process.to : limit);
      if (listed !== undefined) endProofs.push(listed);
    }
    if (after !== undefined) endProofs.push(after);
    const end = intersectProofs('end', endProofs);
    const over = end.bounds.max !== AFTER_ALL;
    const constraints = [...begin.constraints, ...(over ? end.constraints : [])];
    drafts.push({
      constraints,
      warnings: [...begin.warnings, ...(over ? end.warnings : [])],
      episode: {
        process: process.id, startup: false, reasons: [...new Set(trouble.reasons)].filter((kind) => kind !== 'network'), begin: finite(begin.bounds, span.min, trouble.time),
        ...(over ? { end: end.bounds } : {}),
        endedBy: over ? 'recovered' : process.ledger.endedByExit || process.ledger.replaced ? 'restart' : 'end-of-log',
        beginsBeforeLog: begin.bounds.max < span.min, skips: { observed: 0, missing: 0 },
        ...(relist === undefined ? {} : { lastRelist: { min: (relist.start - STAMP_LAG) as Instant, max: relist.start } }),
        ...(condition === undefined ? {} : elapsedOf(condition)),
        evidence: evidenceLines(constraints),
      },
    });
  }
  return drafts;
}

function elapsedOf(condition: NodeConditionFact): { readonly longestElapsed: Duration } | Record<string, never> {
  const elapsed = namedRelist(condition)?.reason.elapsed;
  return elapsed === undefined ? {} : { longestElapsed: elapsed };
}

function namedBy(book: RelistBook, time: Instant, start: Instant | undefined): NamedRelist | undefined {
  return start === undefined ? undefined : book.named.find((relist) => Math.abs(relist.start - start) < 500_000 && relist.firstNamed <= time);
}

function longestElapsed(run: SkipRun): Duration | undefined {
  let longest: Duration | undefined;
  for (const { fact } of run.skips) for (const { elapsed } of fact.reasons) if (elapsed !== undefined && (longest === undefined || elapsed > longest)) longest = elapsed;
  return longest;
}

/** Open sides become the edge of what is known: the log's begin (marked by `beginsBeforeLog`) or its end. */
function finite(bounds: TimeBounds, low: Instant, high: Instant): TimeBounds {
  return { min: bounds.min === BEFORE_ALL ? (Math.min(low, bounds.max) as Instant) : bounds.min, max: bounds.max === AFTER_ALL ? (Math.max(high, bounds.min) as Instant) : bounds.max };
}

function evidenceLines(constraints: readonly Constraint[]): readonly LineReference[] {
  return distinctLines(constraints.flatMap((constraint) => constraint.lines)).slice(0, 12);
}
