/** A kubelet that wrote nothing for long before it ended, unlike its time before: one that hangs writes nothing, and no skip tells of it. */
import type { KubeletProcess } from '../../inference/history.ts';
import { type Duration, duration, seconds } from '../../kubelet/time.ts';

/** Of fewer lines the usual silence is not known. */
const TALKATIVE = 100;
/** A kubelet that has nothing to say may be silent for minutes. */
const LONG: Duration = seconds(600);
/** It is unlike the others where it is longer by this factor. */
const LONGER_BY = 5;
/** Silences that are not known were shorter (`SHORTEST_SILENCE`, inference/streams/silences.ts). */
const USUAL: Duration = seconds(120);

/** How long, in microseconds; 0 where nothing tells of its end or it was as quiet before. */
export function quietBeforeEnd({ ending, records, to, quietest }: KubeletProcess): Duration {
  if (ending === undefined || ending.how === 'reboot' || records < TALKATIVE) return duration(0);
  const quiet = ending.at.min - to;
  return quiet >= LONG && quiet > (quietest ?? USUAL) * LONGER_BY ? duration(quiet) : duration(0);
}
