/** Where lines of a process are missing: nothing follows from what is not there. */
import type { Instant } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import { setBackBetween } from '../streams/stepsBack.ts';
import type { SkipRun } from './skipRuns.ts';

/** True if a mark says that lines between two times are missing, or their order is not known because the clock was set back over them. */
export function linesLostBetween({ ledger }: ProcessEvidence, from: Instant, to: Instant): boolean {
  return ledger.losses.some((loss) => loss.time >= from && loss.from <= to) || setBackBetween(ledger, from, to);
}

/**
 * True if skips are missing where no mark says so, as in a log of which single lines got lost on their way: then any line can be missing, and a skip that is not there shows
 * nothing anywhere in the process.
 */
export function losesSkips(process: ProcessEvidence, runs: readonly SkipRun[]): boolean {
  return runs.some(({ skips }) =>
    skips.some(({ fact, missingBefore }, index) => {
      const before = skips[index - 1];
      return missingBefore > 0 && before !== undefined && !linesLostBetween(process, before.fact.time, fact.time);
    }),
  );
}
