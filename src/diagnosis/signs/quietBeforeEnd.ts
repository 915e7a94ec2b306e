/** A kubelet that wrote nothing for long before it ended, unlike its time before: one that hangs writes nothing, and no skip tells of it. */
import type { KubeletProcess } from '../../inference/history.ts';
import { LEAST_HOLE, LONGER_BY, SHORTEST_SILENCE, TALKATIVE } from '../../inference/streams/silences.ts';
import { type Duration, duration } from '../../kubelet/time.ts';

/** How long, in microseconds; 0 where nothing tells of its end or it was as quiet before. */
export function quietBeforeEnd({ ending, records, to, quietest }: KubeletProcess): Duration {
  if (ending === undefined || ending.how === 'reboot' || records < TALKATIVE) return duration(0);
  const quiet = ending.at.min - to;
  return quiet >= LEAST_HOLE && quiet > (quietest ?? SHORTEST_SILENCE) * LONGER_BY ? duration(quiet) : duration(0);
}
