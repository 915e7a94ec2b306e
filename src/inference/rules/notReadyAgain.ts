import { countLeading } from '../../kubelet/ordered.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { NodeConditionFact } from '../../messages/fact.ts';
import type { HealthyProof, ProcessEvidence } from '../evidence.ts';
import { lineOf } from '../store/lines.ts';
import type { PossibleTraits } from '../episodes/possibleTraits.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';
import { CONDITION_REPEATS_WITHIN } from './margins.ts';

export const notReadyAgain: RuleText = {
  id: 'not-ready-again',
  title: 'A node that becomes not ready a second time was Ready in between',
  reason:
    'The line is written only when the condition changes. So of two such lines of one kubelet the second proves that the condition was Ready between them, and with it the runtime state, though “NodeReady” is logged at -v=2 only and the loop may have written nothing.',
  condition:
    'From 1.14 on, where the node’s lease keeps others from calling the node Unknown while a hanging runtime holds up its status. An update that did not reach the API server is repeated within 10 s and a time-out: lines nearer than that prove nothing. Where no line tells the time-out, a quarter of an hour is allowed for, the longest in use.',
  source: 'pkg/kubelet/nodestatus/setters.go, ReadyCondition (needToRecordEvent); node leases, 1.14–1.36',
};

/** The longest time-out of calls in use: what CRI-O recommends. */
const LONGEST_TIMEOUT: Duration = seconds(900);

/** A healthy state between each two conditions (in order of time) of which the second proves it; `longestCall` is the runtime's time-out, infinite where nothing tells it. */
export function readyBetween(
  conditions: readonly NodeConditionFact[],
  { nodeLeases }: PossibleTraits,
  longestCall: Duration,
): readonly HealthyProof[] {
  if (!nodeLeases) return [];
  const repeatsWithin = CONDITION_REPEATS_WITHIN + Math.min(longestCall, LONGEST_TIMEOUT);
  const proofs: HealthyProof[] = [];
  conditions.forEach((condition, index) => {
    const before = conditions[index - 1];
    if (before === undefined || condition.time - before.time <= repeatsWithin) return;
    // After the one and before the other, not in the moment of either.
    proofs.push({ min: (before.time + 1) as Instant, max: (condition.time - 1) as Instant, at: lineOf(condition) });
  });
  return proofs;
}

/** The state was healthy between two conditions, and unhealthy from `first` to `last`, where the second one lies: an episode whose first proof is at `first` began after the one before. */
export function readyAgainBetween(process: ProcessEvidence, first: Instant, last: Instant): Proof | undefined {
  const again = process.readyBetween[countLeading(process.readyBetween, ({ max }) => max < first)];
  return again === undefined || again.min > first || again.max > last
    ? undefined
    : { min: again.min, rule: notReadyAgain.id, lines: [again.at] };
}
