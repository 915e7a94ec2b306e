/** What the elapsed of two skips says of the clocks between them: a monotonic one, and the one of the stamps. */
import type { BackoffSchedule } from '../../kubelet/profile.ts';
import type { SkipFact } from '../../messages/fact.ts';
import { namingReason, startOfNamed, SAME_RELIST } from '../relists/namedRelist.ts';
import { sleepOf } from './backoff.ts';

/** Smaller differences are the noise of two clocks. */
const LEAST_STEP = 500_000;

/**
 * How far the wall clock stepped between two skips that name a relist, positive: forward; 0 when it did not (or nothing tells). It did where their elapsed (a monotonic clock) differ by a
 * sleep, and their stamps do not.
 */
export function clockStepBetween(schedule: BackoffSchedule, before: SkipFact, after: SkipFact): number {
  const first = namingReason(before)?.elapsed;
  const second = namingReason(after)?.elapsed;
  if (first === undefined || second === undefined || before.timeUnknown === true || after.timeUnknown === true)
    return 0;
  const slept = second - first;
  const stamped = after.time - before.time;
  const hasStepped =
    Math.abs(stamped - slept) >= LEAST_STEP &&
    sleepOf(schedule, slept) !== undefined &&
    sleepOf(schedule, stamped) === undefined;
  return hasStepped ? stamped - slept : 0;
}

/** Two skips that name one relist stand in one stretch: it was never listed again between them. */
export function nameTheSame(a: SkipFact, b: SkipFact): boolean {
  const first = namingReason(a);
  const second = namingReason(b);
  return (
    first !== undefined &&
    second !== undefined &&
    Math.abs(startOfNamed(a, first) - startOfNamed(b, second)) < SAME_RELIST
  );
}
