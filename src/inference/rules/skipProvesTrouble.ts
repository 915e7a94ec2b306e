import type { Instant } from '../../kubelet/time.ts';
import type { SkipFact } from '../../messages/fact.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';
import { lineOf } from '../store/lines.ts';

export const skipProvesTrouble: RuleText = {
  id: 'skip',
  title: 'A skip proves that the state was unhealthy',
  reason:
    'The sync loop reads the runtime state at the begin of each turn. If it holds any error, the loop prints “Skipping pod synchronization” with the errors, sleeps, and does nothing else.',
  condition:
    'Always. The line comes microseconds after the check. It bounds the begin of an episode from above and the end from below; the begin itself is told by other rules. In a log that begins in the middle of a run of skips (the first one is not followed by the shortest sleep, and nothing before it proves a healthy state) these bound it from above only: the skips before the log can have had other reasons.',
  source: 'pkg/kubelet/kubelet.go, syncLoop, 1.8–1.36',
};

/** The state was unhealthy by the first skip of a run. */
export function unhealthyAt(first: SkipFact): Proof {
  return { max: first.time, rule: skipProvesTrouble.id, lines: [lineOf(first)] };
}

/** It was not healthy again before the last skip of a run. */
export function unhealthyUntil(last: Instant): Proof {
  return { min: last, rule: skipProvesTrouble.id, lines: [] };
}
