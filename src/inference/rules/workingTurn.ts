import type { Instant } from '../../kubelet/time.ts';
import { firstHealthyAfter, lastHealthyBefore, type ProcessEvidence } from '../evidence.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';

export const workingTurn: RuleText = {
  id: 'working-turn',
  title: 'A working turn proves that its check was healthy',
  reason:
    'The loop works only after a healthy check of the runtime state. A line that it writes at the start of a turn’s work (an event, a pod from the API) comes at most one tick of 1 s after that check. A slow housekeeping writes its line at its end: its check lies as long before as the housekeeping took. One that failed has a line at its end too: its check lies after the turn or the skip before.',
  condition:
    'The line is written by the sync loop itself. It proves the moment of the check, not of the line: the turn may have been blocked since.',
  source: 'pkg/kubelet/kubelet.go, syncLoop and syncLoopIteration, 1.8–1.36',
};

/** The state was healthy at a check before `time`: an episode whose first proof is at `time` began after it. */
export function notUnhealthyBefore(process: ProcessEvidence, time: Instant): Proof | undefined {
  const proof = lastHealthyBefore(process, time);
  return proof === undefined ? undefined : { min: proof.min, rule: workingTurn.id, lines: [proof.at] };
}

/** By when the loop had worked again after a skip: it looked at the state again after that skip, so any turn of it will do. */
export function workedAgainBy(process: ProcessEvidence, skip: Instant): Instant | undefined {
  const turn = process.ledger.turns.firstAfter((skip + 1) as Instant)?.time;
  const healthy = healthyAgainBefore(process, skip)?.max;
  return turn !== undefined && (healthy === undefined || turn < healthy) ? turn : healthy;
}

/** The state was healthy again at a check after `time`: an episode whose last proof is at `time` ended before it. */
export function healthyAgainBefore(process: ProcessEvidence, time: Instant): Proof | undefined {
  const proof = firstHealthyAfter(process, time);
  return proof === undefined ? undefined : { max: proof.max, rule: workingTurn.id, lines: [proof.at] };
}
