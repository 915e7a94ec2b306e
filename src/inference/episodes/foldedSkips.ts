/** Which skips of a process are folded into a count, where a log has more of them than a history keeps. */
import type { SkipFact } from '../../messages/fact.ts';
import { LONGEST_SLEEP, WAKE_DELAY } from './backoff.ts';
import type { ProcessLedger } from '../streams/ledger.ts';
import { nameTheSame } from './clockSteps.ts';
import { namingReason } from '../relists/namedRelist.ts';

/** Skips that are not kept, before one that is. */
export interface FoldedBefore {
  readonly count: number;
  /** Each came as its back-off had it, for the same reasons and the same relist as the one before: the loop skipped all the time. */
  readonly isSteady: boolean;
}

const MOST_APART = LONGEST_SLEEP + 2 * WAKE_DELAY;

/**
 * Folds skips of a process, so that at most `most` are left: first those in the middle that came like the ones before and after, then all in the middle. Gives those that are
 * no longer kept; how many stood before the next one, the ledger knows.
 */
export function foldSkips(ledger: ProcessLedger, most: number): ReadonlySet<SkipFact> {
  const { skips } = ledger;
  const dropped = new Set<SkipFact>();
  const part = Math.max(1, Math.floor(most / 4));
  let kept: SkipFact[] = [];
  let before: FoldedBefore | undefined;
  skips.forEach((skip, at) => {
    const own = ledger.foldedBefore(skip);
    const [last, next] = [skips[at - 1], skips[at + 1]];
    const isLikeAll =
      last !== undefined &&
      next !== undefined &&
      at >= part &&
      at < skips.length - part &&
      isSteady(last, skip, own) &&
      isSteady(skip, next, ledger.foldedBefore(next));
    if (isLikeAll) {
      dropped.add(skip);
      ledger.noteFolded(skip, undefined);
      before = { count: (before?.count ?? 0) + (own?.count ?? 0) + 1, isSteady: true };
      return;
    }
    ledger.noteFolded(skip, together(before, own));
    before = undefined;
    kept.push(skip);
  });
  if (kept.length > most) kept = withoutMiddle(ledger, kept, part * 2, dropped);
  skips.length = 0;
  for (const skip of kept) skips.push(skip);
  return dropped;
}

/** Leaves out all between the first and the last ones: what the loop did there is not known afterwards. */
function withoutMiddle(
  ledger: ProcessLedger,
  kept: readonly SkipFact[],
  each: number,
  dropped: Set<SkipFact>,
): SkipFact[] {
  const behind = kept.length - each;
  let count = 0;
  for (const skip of kept.slice(each, behind)) {
    count += 1 + (ledger.foldedBefore(skip)?.count ?? 0);
    ledger.noteFolded(skip, undefined);
    dropped.add(skip);
  }
  const next = kept[behind];
  if (next !== undefined)
    ledger.noteFolded(next, { count: count + (ledger.foldedBefore(next)?.count ?? 0), isSteady: false });
  return [...kept.slice(0, each), ...kept.slice(behind)];
}

function together(a: FoldedBefore | undefined, b: FoldedBefore | undefined): FoldedBefore | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { count: a.count + b.count, isSteady: a.isSteady && b.isSteady };
}

/** `folded`: what stood between the two. */
function isSteady(before: SkipFact, skip: SkipFact, folded: FoldedBefore | undefined): boolean {
  if (folded !== undefined) return folded.isSteady;
  if (skip.timeUnknown === true || before.timeUnknown === true || Math.abs(skip.time - before.time) > MOST_APART)
    return false;
  if (
    skip.reasons.length !== before.reasons.length ||
    !skip.reasons.every(({ kind }, at) => kind === before.reasons[at]?.kind)
  )
    return false;
  return nameTheSame(before, skip) || (namingReason(before) === undefined && namingReason(skip) === undefined);
}
