import { countLeading } from '../../kubelet/ordered.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { NodeConditionFact, SkipFact } from '../../messages/fact.ts';
import type { ProcessLedger } from '../streams/ledger.ts';
import { inOrder } from '../store/lines.ts';

/** When lines of a process say that the runtime counts as down, in order. */
export function downMoments(ledger: ProcessLedger): readonly Instant[] {
  return inOrder<SkipFact | NodeConditionFact>([...ledger.skips, ...ledger.conditions])
    .filter(({ reasons }) => reasons.some(({ kind }) => kind === 'runtime-down'))
    .map(({ time }) => time);
}

/** True if no Status was good between two times, given when the runtime counted as down (`downMoments`): each such moment says that none was in the 30 s before it. */
export function isDownThroughout(down: readonly Instant[], from: Instant, to: Instant): boolean {
  let known: number = from;
  for (let index = countLeading(down, (time) => time <= from); known < to; index += 1) {
    const time = down[index];
    if (time === undefined || time - known >= BASE_RUNTIME_SYNC_THRESHOLD) return false;
    known = time;
  }
  return true;
}
