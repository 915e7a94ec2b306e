/** When an unhealthy time was over, whichever way it ended. */
import type { Instant, TimeBounds } from '../../kubelet/time.ts';
import type { Episode, ProvenHistory } from '../history.ts';
import { lookupsOf } from '../lookups.ts';

/** When the state was healthy again, or when lines say that its process ended, which took it along; `undefined` where neither is known. */
export function overAt(
  history: ProvenHistory,
  { end, endedBy, process, begin, seenUntil }: Episode,
): TimeBounds | undefined {
  if (end !== undefined || endedBy !== 'restart') return end;
  const at = lookupsOf(history).process(process)?.ending?.at;
  return at === undefined
    ? undefined
    : {
        min: Math.max(Math.min(at.min, seenUntil ?? at.min), begin.min) as Instant,
        max: Math.max(at.max, begin.min) as Instant,
      };
}
