import type { Duration, Instant, TimeBounds } from '../../kubelet/time.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import type { NodeConditionFact } from '../../messages/fact.ts';
import { lastHealthyBefore, type ProcessEvidence } from '../evidence.ts';
import type { Constraint, Episode, HistoryWarning, LineReference } from '../history.ts';
import { AFTER_ALL, BEFORE_ALL, distinctLines } from '../store/lines.ts';
import { namedRelist } from '../relists/namedRelist.ts';
import type { Proof } from '../proof.ts';
import { lastNamedUpTo, namedAt, type NamedRelist, type RelistBook } from '../relists/bookedRelists.ts';
import { overBy } from '../rules/nextRelist.ts';
import { whenRuntimeWentDown } from '../rules/lastGoodStatus.ts';
import { whenProcessStarted } from '../rules/processStart.ts';
import { whenThresholdPassed } from '../rules/thresholdPassed.ts';
import { CONDITION_REPEATS_WITHIN, FREE_LOOP_NOTICES, TIMEOUT_LAG } from '../rules/margins.ts';
import type { Silence } from '../streams/silences.ts';
import type { SkipRun } from './skipRuns.ts';
import { QUICK_FAILURE } from '../relists/statusCalls.ts';

/** So much before its true time the earliest begin of a chain of failed Status calls can be put: `whenRuntimeWentDown` allows for both, where either may have been nothing. */
const KNOWN_TO: Duration = (QUICK_FAILURE + TIMEOUT_LAG) as Duration;

/** An episode before it has its number, with the rules that made its bounds. */
export interface EpisodeDraft {
  readonly episode: Omit<Episode, 'id'>;
  /** Quantities are `begin`, `end`, `resumed`; the number is put before them later. */
  readonly constraints: readonly Constraint[];
  readonly warnings: readonly HistoryWarning[];
  readonly run?: SkipRun;
  /** No line follows for so long that lines seem to be missing. */
  readonly hole?: Silence;
  /** It has one skip only, and nothing shows that it lasted, though the kubelet's lines go on. */
  readonly isAlone?: boolean;
  /** A relist ran into its time-out by then, or within moments: it had begun long before. */
  readonly relistHung?: boolean;
}

/** When each cause that the first line names began; unhealthy is the earliest of them. */
export function causes(
  process: ProcessEvidence,
  book: RelistBook,
  kinds: readonly SkipReasonKind[],
  relist: NamedRelist | undefined,
  firstTrouble: Instant,
  condition: NodeConditionFact | undefined,
): readonly Proof[] {
  const known: Proof[] = [];
  const all = condition === undefined ? kinds : condition.reasons.map((reason) => reason.kind);
  let complete = true;
  for (const kind of new Set(all)) {
    if (kind === 'pleg-stale' && relist !== undefined)
      known.push(whenThresholdPassed(process, book, relist, !all.includes('runtime-down')));
    else if (kind === 'pleg-never' || kind === 'runtime-status-unknown') known.push(whenProcessStarted(process));
    else if (kind === 'runtime-down') {
      const down = kinds.includes('pleg-never')
        ? whenProcessStarted(process)
        : whenRuntimeWentDown(process, firstTrouble);
      if (down === undefined || hidesStalePleg(process, book, all, down, firstTrouble, condition)) complete = false;
      if (down !== undefined) known.push(down);
    } else if (kind === 'network') continue;
    else complete = false;
  }
  if (known.length === 0) return [];
  const max = Math.min(...known.map((proof) => proof.max ?? AFTER_ALL)) as Instant;
  const min = Math.min(...known.map((proof) => proof.min ?? BEFORE_ALL)) as Instant;
  return known.map((proof) => ({
    rule: proof.rule,
    lines: proof.lines,
    max: proof.max === undefined ? max : proof.max,
    // Only the earliest cause bounds the begin from below, and only if every cause is known.
    ...(complete && min !== BEFORE_ALL ? { min } : {}),
  }));
}

/**
 * Whether PLEG can have been stale before the runtime went down, and have listed again by the line that no longer tells of it: the loop was blocked until
 * then, or the node's status was, which else is computed every 10 s. Not where a relist that was young enough all the time was over at the last healthy check.
 */
function hidesStalePleg(
  process: ProcessEvidence,
  book: RelistBook,
  kinds: readonly SkipReasonKind[],
  { min = BEFORE_ALL, max = AFTER_ALL }: Proof,
  firstTrouble: Instant,
  condition: NodeConditionFact | undefined,
): boolean {
  // Where only the trouble itself bounds the begin from above, the loop can have been blocked from the earliest begin on, which is known to `KNOWN_TO`.
  const begun = max < firstTrouble ? max : min + KNOWN_TO;
  if (
    kinds.some((kind) => kind === 'pleg-stale' || kind === 'pleg-never') ||
    firstTrouble - begun <= (condition === undefined ? FREE_LOOP_NOTICES : CONDITION_REPEATS_WITHIN)
  )
    return false;
  const healthy = lastHealthyBefore(process, firstTrouble)?.min;
  const listed = healthy === undefined ? undefined : lastNamedUpTo(book, healthy);
  return (
    listed === undefined ||
    listed.start + listed.threshold < firstTrouble ||
    (overBy(process, book, listed) ?? AFTER_ALL) > (healthy ?? BEFORE_ALL)
  );
}

/**
 * When an episode began of which nothing tells whether an earlier condition is part of it: not before the earlier of the two begins. From above only
 * the reasons of the first skip bound it.
 */
export function causesOfEither(
  process: ProcessEvidence,
  book: RelistBook,
  kinds: readonly SkipReasonKind[],
  relist: NamedRelist | undefined,
  firstSkip: Instant,
  condition: NodeConditionFact,
): readonly Proof[] {
  const own = causes(process, book, kinds, relist, firstSkip, undefined);
  const theirs = causes(
    process,
    book,
    kinds,
    namedBy(book, condition.time, namedRelist(condition)?.start),
    condition.time,
    condition,
  );
  const [begin, earlier] = [own[0]?.min, theirs[0]?.min];
  const min = begin === undefined || earlier === undefined ? undefined : (Math.min(begin, earlier) as Instant);
  return own.map(({ rule, lines, max }) => ({
    rule,
    lines,
    ...(max === undefined ? {} : { max }),
    ...(min === undefined ? {} : { min }),
  }));
}

/** The named relist that a line at `time` means by this start. */
export function namedBy(book: RelistBook, time: Instant, start: Instant | undefined): NamedRelist | undefined {
  const relist = start === undefined ? undefined : namedAt(book, start);
  return relist !== undefined && relist.firstNamed <= time ? relist : undefined;
}

/** Open sides become the edge of what is known: the log's begin (marked by `beginsBeforeLog`) or its end. */
export function finite(bounds: TimeBounds, low: Instant, high: Instant): TimeBounds {
  return {
    min: bounds.min === BEFORE_ALL ? (Math.min(low, bounds.max) as Instant) : bounds.min,
    max: bounds.max === AFTER_ALL ? (Math.max(high, bounds.min) as Instant) : bounds.max,
  };
}

/** Marks a begin that nothing bounds from below. */
export function openBelow(bounds: TimeBounds): { readonly beginOpen?: true } {
  return bounds.min === BEFORE_ALL ? { beginOpen: true } : {};
}

/** The lines behind a draft's bounds, at most twelve. */
export function evidenceLines(constraints: readonly Constraint[]): readonly LineReference[] {
  return distinctLines(constraints.flatMap((constraint) => constraint.lines)).slice(0, 12);
}
