/** Starts of a kubelet that the log shows no end of: what they become, nobody can tell. */
import type { Episode } from '../history.ts';

/** A start whose log ends after so many skips (100 ms, doubled each time: over three seconds) may become a fault. */
const SKIPS_OF_A_START = 5;

/** A start that has lasted for longer than most when the log ends, in which a relist failed, or with a silence within it for nobody knows how long. */
export function isOpenStart({ startup, endedBy, end, skips, silent, relistFailed }: Episode): boolean {
  return (
    startup &&
    endedBy === 'end-of-log' &&
    end === undefined &&
    (skips.observed >= SKIPS_OF_A_START || silent !== undefined || relistFailed === true)
  );
}
