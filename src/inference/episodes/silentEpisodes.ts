import { type Duration, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import type { NodeConditionFact } from '../../messages/fact.ts';
import { type EpisodeDraft, causes, evidenceLines, finite, openBelow, namedBy } from './episodeParts.ts';
import { firstHealthyAfter, isUnhealthy, type ProcessEvidence } from '../evidence.ts';
import type { EpisodeEnd, LineReference } from '../history.ts';
import { AFTER_ALL, BEFORE_ALL, lineOf } from '../store/lines.ts';
import { namedRelist } from '../relists/namedRelist.ts';
import { intersectProofs, type Proof } from '../proof.ts';
import type { RelistBook } from '../relists/bookedRelists.ts';
import { failedStretch, type FailedStretch, failedStretches, whenFailedStretchBegan } from '../rules/failedStretch.ts';
import { listedAgainBefore } from '../rules/finishedAfterListing.ts';
import { nodeNotReadyProvesTrouble } from '../rules/nodeCondition.ts';
import { stillFailingAfter } from '../rules/stillFailing.ts';
import { CONDITION_REPEATS_WITHIN, STAMP_LAG } from '../rules/margins.ts';
import { healthyAgainBefore, notUnhealthyBefore, workingTurn } from '../rules/workingTurn.ts';
import { verbosityOf } from '../streams/versions.ts';
import { linesLostBetween } from './lostLines.ts';
import { holdsOn } from './stretches.ts';

/** A line other than a skip that proves that the state was unhealthy. */
interface Trouble {
  readonly time: Instant;
  readonly at: LineReference;
  readonly rule: string;
  readonly reasons: readonly SkipReasonKind[];
  readonly condition?: NodeConditionFact;
  readonly stretch?: FailedStretch;
}

/** An episode beside which others may lie. */
interface Known {
  readonly from: Instant;
  readonly begin: Instant;
  readonly end: Instant;
  readonly resumed: TimeBounds | undefined;
  readonly to: Instant;
  readonly at: LineReference | undefined;
  readonly first: readonly LineReference[];
}

/**
 * Episodes without a skip: the loop was blocked (or the process was killed) while the state was unhealthy. Node conditions and failed relists prove
 * them. `found` are the episodes with skips, `folded` the times of those that are not kept; what lies inside them is no episode of its own.
 */
export function silentEpisodesOf(
  process: ProcessEvidence,
  book: RelistBook,
  found: readonly EpisodeDraft[],
  span: TimeBounds,
  folded: readonly TimeBounds[],
): readonly EpisodeDraft[] {
  const known: Known[] = found.map(({ episode }) => ({
    from: episode.begin.min,
    begin: episode.begin.max,
    end: episode.end?.min ?? episode.begin.max,
    resumed: episode.resumed,
    to: episode.end?.max ?? process.to,
    at: episode.lastSkip,
    first: episode.evidence.slice(0, 1),
  }));
  for (const { min, max } of folded)
    known.push({ from: min, begin: min, end: max, resumed: undefined, to: max, at: undefined, first: [] });
  known.sort((a, b) => a.from - b.from);
  const drafts: EpisodeDraft[] = [];
  let next = 0;
  let coveredUntil: Instant = BEFORE_ALL;
  let before: Pick<Known, 'end' | 'resumed' | 'at'> | undefined;
  let group: Trouble[] = [];
  const close = (isOverUnseen = false): void => {
    const [first] = group;
    const last = group.at(-1);
    if (first !== undefined && last !== undefined) {
      const draft = draftOf(
        process,
        book,
        first,
        lastWithoutBreak(process, book, group) ?? first,
        last,
        known[next],
        before === undefined ? undefined : afterEpisode(before, first.time),
        span,
        isOverUnseen,
      );
      drafts.push(draft);
      if (isOverUnseen) before = { end: last.time, resumed: undefined, at: last.at };
    }
    group = [];
  };
  for (const trouble of troublesOf(process, book)) {
    const last = group.at(-1);
    if (last !== undefined && (firstHealthyAfter(process, last.time)?.max ?? AFTER_ALL) <= trouble.time) close();
    else if (last !== undefined && isOverBetween(process, book, last, trouble)) close(true);
    for (let episode = known[next]; episode !== undefined && episode.from <= trouble.time; episode = known[next]) {
      close();
      coveredUntil = Math.max(coveredUntil, episode.to) as Instant;
      if (before === undefined || episode.end >= before.end) before = episode;
      next += 1;
    }
    if (trouble.time > coveredUntil) group.push(trouble);
  }
  close();
  return drafts;
}

/** Episodes of one process lie apart: the next one begins after the end of this, and after the turn with which the loop resumed, if the trouble came later. */
function afterEpisode(
  before: { readonly end: Instant; readonly resumed: TimeBounds | undefined; readonly at: LineReference | undefined },
  trouble: Instant,
): Proof {
  const { end, resumed, at } = before;
  const min = resumed !== undefined && resumed.max <= trouble ? Math.max(end, resumed.min) : end;
  return { min: min as Instant, rule: workingTurn.id, lines: at === undefined ? [] : [at] };
}

/** The last line up to which the state was unhealthy all the time from the first one on: between others nothing proves that it was healthy, but it can have been. */
function lastWithoutBreak(process: ProcessEvidence, book: RelistBook, group: readonly Trouble[]): Trouble | undefined {
  return group.find((trouble, index) => {
    const after = group[index + 1];
    return after === undefined || !goesOn(process, book, trouble, after);
  });
}

/**
 * Whether a later line names a relist that began after the one before, though that told of an older one, or none of the reasons of the one before, long after it: so
 * what that told of was over between them. Most likely the state was healthy then; it was not only if that very listing took longer than the threshold, or the other trouble had begun by
 * then. Lines alone do not tell, so the end of the first is not known.
 */
function isOverBetween(process: ProcessEvidence, book: RelistBook, before: Trouble, after: Trouble): boolean {
  if (after.condition === undefined || goesOn(process, book, before, after)) return false;
  const named = namedRelist(after.condition)?.start;
  if (named !== undefined) return named - STAMP_LAG > before.time;
  return (
    before.condition !== undefined &&
    after.time - before.time > CONDITION_REPEATS_WITHIN + DEFAULT_RUNTIME_REQUEST_TIMEOUT &&
    !after.reasons.some((kind) => before.reasons.includes(kind))
  );
}

function goesOn(process: ProcessEvidence, book: RelistBook, before: Trouble, after: Trouble): boolean {
  if (after.stretch !== undefined) return (whenFailedStretchBegan(after.stretch).max ?? AFTER_ALL) <= before.time;
  if (before.stretch !== undefined && before.stretch.last.end >= after.time) return true;
  const relist =
    after.condition === undefined ? undefined : namedBy(book, after.time, namedRelist(after.condition)?.start);
  if (relist !== undefined && before.time >= relist.start + relist.threshold) return true;
  return (
    before.condition !== undefined && holdsOn(process, before.condition, new Set(after.reasons), relist, after.time)
  );
}

function troublesOf(process: ProcessEvidence, book: RelistBook): readonly Trouble[] {
  const troubles: Trouble[] = [];
  for (const condition of process.conditions) {
    if (!isUnhealthy(condition.reasons)) continue;
    troubles.push({
      time: condition.time,
      at: lineOf(condition),
      rule: nodeNotReadyProvesTrouble.id,
      reasons: condition.reasons.map((reason) => reason.kind),
      condition,
    });
  }
  for (const stretch of failedStretches(process, book))
    troubles.push({
      time: stretch.unhealthyAt,
      at: stretch.line,
      rule: failedStretch.id,
      reasons: ['pleg-stale'],
      stretch,
    });
  return troubles.sort((a, b) => a.time - b.time);
}

/** A process that ended so soon after the proof was most likely still unhealthy. */
const STILL: Duration = seconds(20);
/**
 * Below -v=2 no line says that the state is healthy again (kubelet_node_status.go, `Recording event message for node`, and the lines of a loop that works), and without a skip none says that
 * it is not: it can have ended at any time after the last line that proves it.
 */
const RECOVERY_VERBOSITY = 2;

function keepsRunning(process: ProcessEvidence, provenUntil: Instant): boolean {
  return Math.max(process.to, process.ledger.endSigns.livedUntil ?? 0) - provenUntil > STILL;
}

function howItStopped({ ledger }: ProcessEvidence): EpisodeEnd {
  return ledger.endedByExit || ledger.replaced ? 'restart' : 'end-of-log';
}

function draftOf(
  process: ProcessEvidence,
  book: RelistBook,
  first: Trouble,
  unbroken: Trouble,
  last: Trouble,
  next: { readonly begin: Instant; readonly first: readonly LineReference[] } | undefined,
  before: Proof | undefined,
  span: TimeBounds,
  isOverUnseen: boolean,
): EpisodeDraft {
  const { condition, stretch } = first;
  const relist = condition === undefined ? undefined : namedBy(book, condition.time, namedRelist(condition)?.start);
  const healthy = notUnhealthyBefore(process, first.time);
  const begin = intersectProofs('begin', [
    { max: first.time, rule: first.rule, lines: [first.at] },
    ...(condition === undefined ? [] : causes(process, book, first.reasons, relist, first.time, condition)),
    ...(stretch === undefined ? [] : [whenFailedStretchBegan(stretch)]),
    ...(healthy === undefined ? [] : [healthy]),
    ...(before === undefined ? [] : [before]),
  ]);
  const after = healthyAgainBefore(process, last.time);
  const limit = Math.min(after?.max ?? AFTER_ALL, next?.begin ?? AFTER_ALL, process.to) as Instant;
  const proofs: Proof[] = [{ min: unbroken.time, rule: unbroken.rule, lines: [unbroken.at] }];
  if (unbroken === last && last.reasons.every((kind) => kind === 'pleg-stale' || kind === 'pleg-never')) {
    proofs.push(
      ...stillFailingAfter(process, last.reasons, last.time, limit).filter(
        (proof) => (proof.min ?? BEFORE_ALL) <= limit,
      ),
    );
    const listed = listedAgainBefore(process, relist?.start ?? stretch?.first.startMax, last.time, limit);
    if (listed !== undefined) proofs.push(listed);
  }
  if (after !== undefined) proofs.push(after);
  // Episodes of one process lie apart.
  if (next !== undefined) proofs.push({ max: next.begin, rule: workingTurn.id, lines: next.first });
  const end = intersectProofs('end', proofs);
  // What shows later that the state was healthy comes after the next trouble, which was of another.
  const over = !isOverUnseen && end.bounds.max !== AFTER_ALL;
  const isLost = !over && linesLostBetween(process, last.time, process.to);
  const isUnseen = isOverUnseen || isLost || (!over && (verbosityOf(process.ledger) ?? 0) < RECOVERY_VERBOSITY);
  const isQuiet = isOverUnseen || isLost || (isUnseen && keepsRunning(process, end.bounds.min));
  const constraints = [...begin.constraints, ...(over ? end.constraints : [])];
  const elapsed: Duration | undefined = condition === undefined ? undefined : namedRelist(condition)?.reason.elapsed;
  return {
    constraints,
    warnings: [...begin.warnings, ...(over ? end.warnings : [])],
    episode: {
      process: process.id,
      startup: false,
      reasons: [...new Set(first.reasons)].filter((kind) => kind !== 'network'),
      begin: finite(begin.bounds, span.min, first.time),
      ...openBelow(begin.bounds),
      ...(over ? { end: end.bounds } : {}),
      ...(isUnseen ? { seenUntil: end.bounds.min } : {}),
      endedBy: over ? 'recovered' : isQuiet ? 'gap' : howItStopped(process),
      beginsBeforeLog: begin.bounds.max < span.min,
      skips: { observed: 0, missing: 0 },
      ...(relist === undefined
        ? {}
        : { lastRelist: { min: (relist.start - STAMP_LAG) as Instant, max: relist.start } }),
      ...(elapsed === undefined ? {} : { longestElapsed: elapsed }),
      evidence: evidenceLines(constraints),
    },
  };
}
