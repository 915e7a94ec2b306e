/** The best single times of an unhealthy time, between its bounds: for titles and first sentences, which give an estimate before the bounds. */
import { isOfPleg } from '../../kubelet/skipReason.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { oncePer } from '../../kubelet/oncePer.ts';
import { grouped } from '../../kubelet/groups.ts';
import type { Episode, KubeletProcess } from '../../inference/history.ts';
import { FirstBetween } from '../../inference/store/firstBetween.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { finishedAfterListing } from '../../inference/rules/finishedAfterListing.ts';
import type { Instant, TimeBounds } from '../../kubelet/time.ts';
import type { LikelyRelist, Reconstruction } from '../../replay/reconstruction.ts';
import { likelyEnd } from '../../inference/episodes/absences.ts';

/**
 * The most likely begin: the threshold after the relist that skips name, if no line bounds it closer: that its listing took so long that the one before counts is rare. The middle of the bounds where
 * none is named.
 */
export function likelyBegin({ begin, beginOpen, lastRelist }: Episode): Instant {
  const named = lastRelist !== undefined && lastRelist.max + RELIST_THRESHOLD === begin.max;
  return beginOpen === true || named ? begin.max : middle(begin);
}

/**
 * The most likely end; `undefined` where the log does not show that it ended. PLEG is well again with the first listing after the trouble: one that later skips name, else the one that brought news
 * or let the blocked loop go (without a skip it waited for the same call), else that of the embedded kubelet; the middle of the bounds where neither lies in them. A process that ended took its unhealthy time along.
 */
export function likelyEndOf(
  reconstruction: Reconstruction,
  episode: Episode,
  process: KubeletProcess,
): Instant | undefined {
  const { end, endedBy } = episode;
  if (end === undefined)
    return endedBy === 'restart' && process.ending !== undefined ? likelyEnd(process.ending) : undefined;
  const ofPleg = isOfPleg(episode.reasons);
  if (!ofPleg) return middle(end);
  const named =
    namedRelist(reconstruction, episode, end) ??
    (isNews(reconstruction, episode, end) || episode.skips.observed === 0 ? end.max : undefined);
  if (named !== undefined) return named;
  return listedIn(reconstruction, process.id)?.find(end.min, end.max)?.listed ?? middle(end);
}

/** A relist that skips of a later unhealthy time name began in these bounds: it was listed at once, or it would not be named. */
function namedRelist({ history }: Reconstruction, { process, begin }: Episode, end: TimeBounds): Instant | undefined {
  const next = lookupsOf(history).laterNaming(process, begin.min, end.min);
  return next?.lastRelist !== undefined && next.lastRelist.max <= end.max ? next.lastRelist.max : undefined;
}

/** The first listing found containers that had ended meanwhile, and a line says so right after it. */
function isNews({ history }: Reconstruction, { id }: Episode, end: TimeBounds): boolean {
  return lookupsOf(history)
    .constraintsOf(`${id}.end`)
    .some(({ rule, bounds }) => rule === finishedAfterListing.id && bounds.max === end.max);
}

/** The relists of each process by when they were listed, made once a reconstruction. */
const listedByProcess = oncePer((relists: readonly LikelyRelist[]) => {
  const lists = grouped(relists, ({ process }) => process);
  return new Map([...lists].map(([id, list]) => [id, new FirstBetween(list, ({ listed }) => listed ?? Number.NaN)]));
});

function listedIn({ likelyRelists }: Reconstruction, process: string): FirstBetween<LikelyRelist> | undefined {
  return listedByProcess(likelyRelists).get(process);
}

function middle({ min, max }: TimeBounds): Instant {
  return Math.round((min + max) / 2) as Instant;
}
