import { type Duration, type Instant, milliseconds } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import type { LoopStall } from '../history.ts';
import type { RuleText } from '../rule.ts';
import { lineOf } from '../store/lines.ts';

export const slowHousekeeping: RuleText = {
  id: 'slow-housekeeping',
  title: 'Slow housekeeping blocks the loop',
  reason:
    'Housekeeping runs inside the sync loop and lists pods from the runtime itself. If the list calls hang, the loop stands still in it and prints nothing, not even skips; the line with “actual” comes at its end.',
  condition:
    'The line exists from 1.22 (over 15 s) and 1.27 (over 1 s). Without it, a first skip that comes long after the threshold shows the same standstill, but not its cause.',
  source: 'pkg/kubelet/kubelet.go, syncLoopIteration, HandlePodCleanups, 1.22–1.36',
};

/** `actual` is rounded to milliseconds. */
export const ROUNDING: Duration = milliseconds(5);

/** The times in which the loop stood still in housekeeping, by the line at its end. */
export function stallsByHousekeeping(process: ProcessEvidence): LoopStall[] {
  return process.slowHousekeeping.map((slow) => ({
    process: process.id,
    by: 'housekeeping',
    from: { min: (slow.time - slow.took - ROUNDING) as Instant, max: (slow.time - slow.took + ROUNDING) as Instant },
    to: { min: (slow.time - ROUNDING) as Instant, max: slow.time },
    evidence: [lineOf(slow)],
  }));
}
