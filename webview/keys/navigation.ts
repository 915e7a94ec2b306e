/** Next and previous: episodes, errors or events of a lane, errors of all lanes. Pure. */
import { lowerBound, upperBound } from '../../src/kubelet/ordered.ts';
import type { EpisodeChip, Lane, LaneKind, MarkColumns } from '../../src/timeline/timelineDocument.ts';

export type StepKind = 'episode' | 'error' | 'event';

/** What the focused lane lets one step through: its episodes, its errors, or all that is on it. */
export function stepKindOf(kind: LaneKind | undefined): StepKind {
  if (kind === 'sync-loop' || kind === 'node') return 'episode';
  return kind === 'runtime-errors' || kind === 'namespace' ? 'error' : 'event';
}

/** The mark of the lane before or after `from` that is at least as bad as `least`, or -1. `from` is a mark or, when it lies on another lane, its time counts. */
export function stepInLane(
  lane: Lane,
  marks: MarkColumns,
  selected: number,
  time: number,
  by: 1 | -1,
  least = 0,
): number {
  const here = selected < 0 ? -1 : lane.mark.indexOf(selected);
  const wanted = (index: number): number => {
    const mark = lane.mark[index] ?? -1;
    return mark >= 0 && mark < marks.count && mark !== selected && (lane.level[index] ?? 0) >= least ? mark : -1;
  };
  let index = here >= 0 ? here + by : by > 0 ? lowerBound(lane.start, time) : upperBound(lane.start, time) - 1;
  for (; index >= 0 && index < lane.mark.length; index += by) {
    const mark = wanted(index);
    if (mark >= 0) return mark;
  }
  return -1;
}

/** The episode that begins after `time`, or the last that begins before it. */
export function stepEpisode(episodes: readonly EpisodeChip[], time: number, by: 1 | -1): EpisodeChip | undefined {
  const sorted = episodes.toSorted((a, b) => a.begin - b.begin);
  return by > 0
    ? sorted.find((episode) => episode.begin > time + 1)
    : sorted.findLast((episode) => episode.begin < time - 1);
}

/** The first mark of a lane that touches an episode, or -1. */
export function firstMarkOf(lane: Lane, episode: EpisodeChip): number {
  for (let index = 0; index < lane.mark.length && (lane.start[index] ?? 0) <= episode.endMax; index += 1) {
    if ((lane.mark[index] ?? -1) >= 0 && (lane.level[index] ?? 0) > 0 && (lane.end[index] ?? 0) >= episode.begin)
      return lane.mark[index] ?? -1;
  }
  return -1;
}

/** The mark after or before `selected` in time that is an error; from the beginning again after the last one. -1: there is none. */
export function nextError(marks: MarkColumns, selected: number, time: number): number {
  const first = selected >= 0 ? selected + 1 : lowerBound(marks.time, time);
  for (let offset = 0; offset < marks.count; offset += 1) {
    const index = (first + offset) % marks.count;
    if ((marks.level[index] ?? 0) >= 2) return index;
  }
  return -1;
}

/** The mark before or after in time, of any lane, or -1. */
export function stepInTime(marks: MarkColumns, selected: number, time: number, by: 1 | -1): number {
  const next = selected >= 0 ? selected + by : by > 0 ? lowerBound(marks.time, time) : upperBound(marks.time, time) - 1;
  return next >= 0 && next < marks.count ? next : -1;
}
