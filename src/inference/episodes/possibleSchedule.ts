import { profileFor, type BackoffSchedule } from '../../kubelet/profile.ts';
import { OLDEST_KNOWN_VERSION } from '../../kubelet/version.ts';
import type { SkipFact } from '../../messages/fact.ts';
import { sleepAfter } from './backoff.ts';
import type { PossibleTraits } from './possibleTraits.ts';

/** The schedule by which a loop sleeps after skips. */
export interface PossibleSchedule {
  readonly schedule: BackoffSchedule;
  /** False where the version leaves both possible: then `schedule` is the one with sleeps from the shortest to the longest. */
  readonly scheduleKnown: boolean;
}

/** Up to 1.9 the loop sleeps five seconds after each skip. */
/** The schedule up to 1.9. */
export const FIXED = profileFor(OLDEST_KNOWN_VERSION).backoff;
const GROWING = profileFor({ major: 1, minor: 10 }).backoff;

/** The schedule of a version, or the growing one where two skips nearer than five seconds show it: `skips` are of one process, in order of time. */
export function scheduleOf({ schedule }: PossibleTraits, skips: readonly SkipFact[]): PossibleSchedule {
  if (schedule !== undefined) return { schedule, scheduleKnown: true };
  const [shortest, always] = [sleepAfter(GROWING, 0), sleepAfter(FIXED, 0)];
  const grows = skips.some(({ time }, index) => {
    const gap = time - (skips[index - 1]?.time ?? time);
    return gap >= shortest * 0.9 && gap <= always * 0.9;
  });
  return { schedule: GROWING, scheduleKnown: grows };
}
