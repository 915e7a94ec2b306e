/** Relists worth drawing one by one: those that lines bound (hung, failed, slow, named). Between them a healthy PLEG relists every second, which needs no list. */
import type { ProvenHistory } from '../inference/history.ts';
import type { Instant, TimeBounds } from '../kubelet/time.ts';
import type { LikelyRelist } from './reconstruction.ts';

/** The likely place of each within its bounds: a start as late, an end as early as nothing else speaks for. */
export function likelyRelistsOf(history: ProvenHistory): readonly LikelyRelist[] {
  const relists: LikelyRelist[] = [];
  for (const relist of history.relists) {
    if (relist.scope !== 'all' || relist.startOpen === true) continue;
    relists.push({
      process: relist.process,
      start: middle(relist.start),
      ...(relist.listed === undefined || !isFinite(relist.listed) ? {} : { listed: middle(relist.listed) }),
      ...(relist.end === undefined || !isFinite(relist.end) ? {} : { end: middle(relist.end) }),
      failed: relist.outcome === 'list-failed',
    });
  }
  return relists;
}

function isFinite(bounds: TimeBounds): boolean {
  return Number.isFinite(bounds.min) && Number.isFinite(bounds.max);
}

function middle(bounds: TimeBounds): Instant {
  return Math.round((bounds.min + bounds.max) / 2) as Instant;
}
