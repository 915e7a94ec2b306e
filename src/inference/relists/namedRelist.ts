import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { SkipReason } from '../../kubelet/skipReason.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { NodeConditionFact, SkipFact } from '../../messages/fact.ts';

/** The starts of one relist differ by less from line to line: elapsed and stamp are of two clocks. Two relists begin at least a second apart. */
export const SAME_RELIST: Duration = seconds(0.5);

/** The threshold that a reason names, else the generic PLEG's three minutes. */
export function thresholdOf(reason: SkipReason | undefined): Duration {
  return reason?.threshold ?? RELIST_THRESHOLD;
}

/** The reason of a line that names the last listed relist: by an elapsed. */
export function namingReason({ reasons }: SkipFact | NodeConditionFact): SkipReason | undefined {
  // Asked for each skip several times: an iterator would be two objects each.
  for (let index = 0; index < reasons.length; index += 1) {
    const reason = reasons[index];
    if (reason?.kind === 'pleg-stale' && reason.elapsed !== undefined) return reason;
  }
  return undefined;
}

/** The start of the last listed relist that a line with an elapsed names: its time minus the elapsed. */
export function namedRelist(
  fact: SkipFact | NodeConditionFact,
): { readonly start: Instant; readonly reason: SkipReason } | undefined {
  const reason = namingReason(fact);
  return reason === undefined ? undefined : { start: startOfNamed(fact, reason), reason };
}

/** The start of the relist that a line's `namingReason` names. */
export function startOfNamed(fact: SkipFact | NodeConditionFact, reason: SkipReason): Instant {
  return (fact.time - (reason.elapsed ?? 0)) as Instant;
}
