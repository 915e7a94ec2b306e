/** What of a log is in sight when it is shown first. */
import type { LaneKind, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { fitView, type View } from '../charts/viewport.ts';

/** The lanes that tell what a kubelet did, and what became of its node. */
const OF_KUBELET: ReadonlySet<LaneKind> = new Set(['sync-loop', 'relists', 'node-ready', 'lease', 'processes']);

/** All; the kubelet's own stretch where it was well and others wrote for much longer after it: a capture of many programs would show it as a dot. `ends`: `latestEnds` of each lane. */
export function firstView(
  { lanes, length, state }: Pick<TimelineDocument, 'lanes' | 'length' | 'state'>,
  ends: readonly Float64Array[],
  limits: View,
): View {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  lanes.forEach(({ kind, start }, index) => {
    if (!OF_KUBELET.has(kind)) return;
    from = Math.min(from, start[0] ?? from);
    to = Math.max(to, ends[index]?.at(-1) ?? to);
  });
  const isSmall = to > from && length - to > 3 * (to - from);
  return isSmall && state !== 'unhealthy-at-end' ? fitView(limits, from, to, limits) : limits;
}
