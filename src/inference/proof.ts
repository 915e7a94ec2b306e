import type { Instant, TimeBounds } from '../kubelet/time.ts';
import type { Constraint, HistoryWarning, LineReference } from './history.ts';
import { AFTER_ALL, BEFORE_ALL } from './store/lines.ts';
import { STAMP_NOISE } from './rules/margins.ts';

/** What one rule says of one quantity; a missing bound says nothing on that side. */
export interface Proof {
  readonly min?: Instant;
  readonly max?: Instant;
  readonly rule: string;
  readonly lines: readonly LineReference[];
}

/** What came of intersecting: the bounds, open sides infinite, and the proofs that took part. */
export interface Intersection {
  readonly bounds: TimeBounds;
  readonly constraints: readonly Constraint[];
  readonly warnings: readonly HistoryWarning[];
}

/**
 * Intersects what several rules say of one quantity, in the given order: the surest rules first. A proof that contradicts the ones before is left
 * out and becomes a warning. The result never is empty.
 */
export function intersectProofs(quantity: string, proofs: readonly Proof[]): Intersection {
  let min: Instant = BEFORE_ALL;
  let max: Instant = AFTER_ALL;
  const constraints: Constraint[] = [];
  const warnings: HistoryWarning[] = [];
  for (const proof of proofs) {
    const bounds: TimeBounds = { min: proof.min ?? BEFORE_ALL, max: proof.max ?? AFTER_ALL };
    constraints.push({ quantity, bounds, rule: proof.rule, lines: proof.lines });
    const low = Math.max(min, bounds.min) as Instant;
    const high = Math.min(max, bounds.max) as Instant;
    if (low <= high) {
      min = low;
      max = high;
    } else if (low - high > STAMP_NOISE) {
      const [at] = proof.lines;
      warnings.push({
        text: `Two rules contradict each other about ${quantity}: ${proof.rule} does not fit what other lines prove.`,
        ...(at === undefined ? {} : { at }),
      });
    }
  }
  return { bounds: { min, max }, constraints, warnings };
}
