/**
 * Exits that a kubelet tells right after its start, of containers that only the kubelet before it had reported. They happened after the last listing of that one, in which they still ran: between the two nobody looked.
 */
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, type TimeBounds } from '../../kubelet/time.ts';
import type { Episode, Relist } from '../history.ts';
import { type ListingsAround, NEXT_AT_ONCE } from './exitBounds.ts';

/** What the loop takes so soon after it resumed was waiting for it; what a worker stops then takes longer. */
export const AT_ONCE = milliseconds(50);
/** So much of the time in which something may have happened makes it likely. */
const LIKELY = 0.85;

/**
 * The bounds of an exit that the first relist of `own` reported at `reported`, of a container that `earlier` reported; `undefined` where that is not so or not known, or where it most likely belongs to the time before. PLEG
 * writes a line of each exit from 1.22 on, so one that `earlier` had found would be known. Without such lines (`timeout` is given: that of its calls) its event can have been lost in the channel, unless the next
 * relist hung at once.
 */
export function sinceEarlierKubelet(
  own: ListingsAround,
  earlier: ListingsAround,
  reported: Instant,
  timeout: Duration | undefined,
): TimeBounds | undefined {
  const [first] = own.episodes;
  const isFirst =
    first?.reasons.includes('pleg-never') === true &&
    first.lastRelist === undefined &&
    reported <= (first.resumed?.max ?? first.end?.max ?? reported) + AT_ONCE;
  const last = earlier.episodes.at(-1);
  if (!isFirst || last?.endedBy !== 'restart' || last.lastRelist === undefined) return undefined;
  const { min, max } = last.lastRelist;
  const bounds = { min, max: reported };
  return isLikelyOf(first, bounds) && (timeout === undefined || hungAtOnce(earlier.relists, max, timeout))
    ? bounds
    : undefined;
}

function hungAtOnce(relists: readonly Relist[], last: Instant, timeout: Duration): boolean {
  const next = relists.find(({ start, outcome }) => start.max > last && outcome !== 'ok');
  return (
    next !== undefined &&
    (next.start.max <= last + NEXT_AT_ONCE ||
      (next.phase === 'listing' && next.end !== undefined && next.end.max <= last + timeout + NEXT_AT_ONCE))
  );
}

/** An exit over a restart of the kubelet belongs most likely to the episode after it: what a healthy PLEG would have reported before that is the smaller part. */
function isLikelyOf({ begin }: Episode, { min, max }: TimeBounds): boolean {
  return max - Math.max(min, begin.min - RELIST_THRESHOLD) >= LIKELY * (max - min);
}
