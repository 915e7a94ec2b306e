import { BASE_RUNTIME_SYNC_THRESHOLD } from '../../kubelet/constants.ts';
import { seconds } from '../../kubelet/time.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import type { SkipFact } from '../../messages/fact.ts';

/** Stamps of a loaded node differ by less. */
const NOISE = seconds(1);

/**
 * Whether the reason of the later of two skips of one process allows no healthy state between them: what was listed, or answered, once is never said again not to have been; and a good
 * Status holds for 30 s, so a runtime that was down and is down again so soon gave none in between (pkg/kubelet/runtime.go, runtimeErrors; pleg/generic.go, Healthy; 1.8–1.36).
 */
export function unhealthySince(before: SkipFact, after: SkipFact): boolean {
  return (
    has(after, 'pleg-never') ||
    has(after, 'runtime-status-unknown') ||
    (has(before, 'runtime-down') &&
      has(after, 'runtime-down') &&
      after.time - before.time < BASE_RUNTIME_SYNC_THRESHOLD - NOISE)
  );
}

/**
 * Whether the later skip shows that the start of the process, to which the earlier one belongs, went well in between: the containers were listed and Status was answered, and neither has been so for long
 * enough to be named again. Both come within seconds of each other when a runtime answers, so a long time between two such skips holds a healthy one.
 */
export function startedBetween(before: SkipFact, after: SkipFact): boolean {
  return (
    has(before, 'pleg-never') && !has(after, 'pleg-never') && has(after, 'runtime-down') && !has(after, 'pleg-stale')
  );
}

function has({ reasons }: SkipFact, kind: SkipReasonKind): boolean {
  return reasons.some((reason) => reason.kind === kind);
}
