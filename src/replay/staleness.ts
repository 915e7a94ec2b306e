/**
 * Staleness over time as break points: the sawtooth of healthy relists is one band, each relist that a line names is a rising line, proven at the lines that name it.
 * A log of any length gives a handful of points per episode and named relist.
 */
import { grouped } from '../kubelet/groups.ts';
import type { Episode, KubeletProcess, ProvenHistory } from '../inference/history.ts';
import { RELIST_PERIOD } from '../kubelet/constants.ts';
import { type Duration, type Instant, seconds } from '../kubelet/time.ts';
import type { StalenessPoint } from './reconstruction.ts';
import { SAME_RELIST } from '../inference/relists/namedRelist.ts';
import { namesOf } from '../inference/relists/namings.ts';

/** One relist as lines name it. */
interface NamedRelist {
  readonly start: Instant;
  readonly first: Instant;
  last: Instant;
}

/** A healthy PLEG lists every second; with its own time and some load the age stays below this. */
export const HEALTHY_MOST: Duration = seconds(2);
export const HEALTHY_LIKELY: Duration = seconds(0.5);

/** Break points of all processes; of one that never started its loop there are none. */
export function stalenessOf(
  history: ProvenHistory,
  neverStarted: ReadonlySet<string>,
): ReadonlyMap<string, readonly StalenessPoint[]> {
  const named = namedByProcess(history);
  const episodes = grouped(history.episodes, ({ process }) => process);
  return new Map(
    history.processes.map((process) => [
      process.id,
      neverStarted.has(process.id)
        ? []
        : seriesOf(process, named.get(process.id) ?? [], episodes.get(process.id) ?? []),
    ]),
  );
}

function namedByProcess(history: ProvenHistory): ReadonlyMap<string, readonly NamedRelist[]> {
  const named = new Map<string, readonly NamedRelist[]>();
  for (const [process, list] of namesOf(history)) {
    const relists: NamedRelist[] = [];
    for (const { time, start } of list) {
      if (start === undefined) continue;
      const current = relists.at(-1);
      if (current !== undefined && Math.abs(start - current.start) < SAME_RELIST) current.last = time;
      // The start of the last listed relist never goes back.
      else if (current === undefined || start > current.start) relists.push({ start, first: time, last: time });
    }
    named.set(process, relists);
  }
  return named;
}

function seriesOf(
  process: KubeletProcess,
  named: readonly NamedRelist[],
  episodes: readonly Episode[],
): readonly StalenessPoint[] {
  const points: StalenessPoint[] = [];
  const never = episodes.find((episode) => episode.reasons.includes('pleg-never'));
  const begin = process.loopStarted ?? process.from;
  let healthyFrom: Instant | undefined = begin;
  if (never !== undefined) {
    const until =
      never.end?.max ??
      (never.endedBy === 'recovered' ? (never.lastSkip === undefined ? begin : process.to) : process.to);
    points.push({ time: begin, proven: true }, { time: until, proven: false });
    healthyFrom = never.end === undefined ? undefined : until;
  }
  const inTurn = episodesInTurn(episodes);
  named.forEach((relist, at) => {
    const next = named[at + 1];
    if (healthyFrom !== undefined && relist.start > healthyFrom) band(points, healthyFrom, relist.start);
    if (relist.start >= begin) points.push({ time: relist.start, staleness: 0 as Duration, proven: true });
    points.push(on(relist, relist.first));
    if (relist.last > relist.first) points.push(on(relist, relist.last));
    const episode = inTurn(relist.last);
    const end = episode?.end;
    if (next !== undefined && (end === undefined || next.first <= end.max)) {
      // The next one was listed between the last line that names this one and the first that names the next.
      const listed = Math.max(relist.last, Math.min(next.first - 1, next.start + RELIST_PERIOD)) as Instant;
      points.push(
        { ...on(relist, listed), proven: false },
        { time: listed, staleness: Math.max(0, listed - next.start) as Duration, proven: false },
      );
      healthyFrom = undefined;
    } else if (end !== undefined) {
      if (end.min > relist.last) points.push({ ...on(relist, end.min), proven: false });
      points.push({
        time: end.max,
        staleness: HEALTHY_LIKELY,
        min: 0 as Duration,
        max: (end.max - relist.start) as Duration,
        proven: false,
      });
      healthyFrom = end.max;
    } else {
      const last = episode === undefined ? relist.last : process.to;
      if (last > relist.last) points.push({ ...on(relist, last), proven: false });
      healthyFrom = episode === undefined ? last : undefined;
    }
  });
  if (healthyFrom !== undefined && process.to > healthyFrom) band(points, healthyFrom, process.to);
  return points.sort((a, b) => a.time - b.time);
}

/** Gives the episode that a time lies in, for times that never go back: each episode is looked at once, however many there are. */
function episodesInTurn(episodes: readonly Episode[]): (time: Instant) => Episode | undefined {
  const inOrder = [...episodes].sort((a, b) => a.begin.min - b.begin.min);
  let next = 0;
  return (time) => {
    for (; next < inOrder.length; next += 1) {
      const episode = inOrder[next];
      if (episode === undefined || episode.begin.min > time) return undefined;
      if (episode.end === undefined || episode.end.max >= time) return episode;
    }
    return undefined;
  };
}

function on(relist: NamedRelist, time: Instant): StalenessPoint {
  return { time, staleness: Math.max(0, time - relist.start) as Duration, proven: true };
}

/** A stretch of relists every second: a low band, likely only. */
function band(points: StalenessPoint[], from: Instant, to: Instant): void {
  const low = { staleness: HEALTHY_LIKELY, min: 0 as Duration, max: HEALTHY_MOST, proven: false };
  points.push({ time: from, ...low }, { time: to, ...low });
}
