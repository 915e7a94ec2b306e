/** What is counted of a run. What is done for each skip stands by itself, so that the engine need not compile all around it. */
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import type { Duration } from '../../kubelet/time.ts';
import type { SkipRun } from './skipRuns.ts';

/** Kinds of reason in the order in which they came. */
export function reasonsOf(run: SkipRun): readonly SkipReasonKind[] {
  const reasons: SkipReasonKind[] = [];
  for (const skip of run.skips)
    for (const reason of skip.fact.reasons) if (!reasons.includes(reason.kind)) reasons.push(reason.kind);
  return reasons;
}

export function observedIn(run: SkipRun): number {
  let observed = run.skips.length;
  for (const { foldedBefore = 0 } of run.skips) observed += foldedBefore;
  return observed;
}

export function missingIn(run: SkipRun): number {
  let missing = 0;
  for (const skip of run.skips) missing += skip.missingBefore;
  return missing;
}

export function longestElapsed(run: SkipRun): Duration | undefined {
  let longest: Duration | undefined;
  for (const { fact } of run.skips)
    for (const { elapsed } of fact.reasons)
      if (elapsed !== undefined && (longest === undefined || elapsed > longest)) longest = elapsed;
  return longest;
}
