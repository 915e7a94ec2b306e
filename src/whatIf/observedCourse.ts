/** What the log shows of a node, in the form in which a what-if compares it. */
import { joinedStretches, type Stretch } from '../kubelet/stretches.ts';
import type { Episode, NodeReadyChange, ProvenHistory } from '../inference/history.ts';
import { LEASE_GRACE } from '../kubelet/constants.ts';
import { after, type Instant } from '../kubelet/time.ts';
import { absencesOf, likelyEnd } from '../inference/episodes/absences.ts';
import { goneForGood } from '../inference/episodes/goneForGood.ts';

export interface ObservedCourse {
  /** Likely: from the middle of the bounds of its begin to that of its end. */
  readonly unhealthy: readonly Stretch[];
  /** What the bounds of lines allow, in microseconds. */
  readonly unhealthyTime: { readonly min: number; readonly max: number };
  readonly notReady: readonly Stretch[];
  readonly skips: number;
}

/** `from` to `to`: what of the log is looked at. */
export function observedCourse(history: ProvenHistory, node: string, { from, to }: Stretch): ObservedCourse {
  const processes = new Map(
    history.processes.filter((process) => process.node === node).map((process) => [process.id, process]),
  );
  const episodes = history.episodes.filter(({ process, startup }) => processes.has(process) && !startup);
  const startups = new Set(history.episodes.filter(({ startup }) => startup).map(({ id }) => id));
  const stretches = episodes.map((episode) => stretchOf(episode, processes.get(episode.process)?.to ?? to));
  const time = { min: 0, max: 0 };
  for (const { begin, end, seenUntil, process } of episodes) {
    const processEnd = processes.get(process)?.to ?? to;
    time.min += Math.max(0, (end?.min ?? seenUntil ?? processEnd) - begin.max);
    time.max += Math.max(0, (end?.max ?? processEnd) - Math.max(from, begin.min));
  }
  return {
    unhealthy: joinedStretches(stretches),
    unhealthyTime: time,
    notReady: joinedStretches([
      ...notReadyOf(
        history.nodeReady.filter((change) => change.node === node),
        to,
      ),
      ...absentOf(history, node),
    ]),
    skips: history.skips.filter(({ process, episode }) => processes.has(process) && !startups.has(episode ?? ''))
      .length,
  };
}

function stretchOf({ begin, beginOpen, end, seenUntil }: Episode, processEnd: Instant): Stretch {
  return {
    from: (beginOpen === true ? begin.max : (begin.min + begin.max) / 2) as Instant,
    to: (end === undefined ? Math.max(seenUntil ?? processEnd, processEnd) : (end.min + end.max) / 2) as Instant,
  };
}

/** While no kubelet ran, from the time at which a lease was late. */
function absentOf(history: ProvenHistory, node: string): readonly Stretch[] {
  const unseen = goneForGood(history);
  const absences = absencesOf(history)
    .filter((absence) => absence.node === node)
    .map(({ ending, to }) => ({ ending, to }));
  if (unseen?.process.node === node) absences.push({ ending: unseen.ending, to: unseen.seenUntil });
  return absences
    .map(({ ending, to }) => ({ from: after(likelyEnd(ending), LEASE_GRACE), to }))
    .filter(({ from, to }) => to > from);
}

function notReadyOf(changes: readonly NodeReadyChange[], end: Instant): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let since: Instant | undefined;
  for (const { time, ready } of changes.toSorted((a, b) => a.time - b.time)) {
    if (!ready) since ??= time;
    else if (since !== undefined) {
      stretches.push({ from: since, to: time });
      since = undefined;
    }
  }
  if (since !== undefined) stretches.push({ from: since, to: end });
  return stretches;
}
