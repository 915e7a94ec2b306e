/** What is drawn of a series of the staleness chart: kept points where lines say something, likely teeth between them. */
import { lowerBound } from '../../kubelet/ordered.ts';
import type { StalenessSeries } from '../timelineDocument.ts';
import { sawtooth, showsTeeth, stretchAt } from './sawtooth.ts';
import { thinSeries } from './seriesThinning.ts';
import { type Window } from './thinning.ts';

/** The drawn polyline: times and seconds of its points, NaN where it is broken; `proven[i]` tells of the line from point i−1 to i. */
export interface DrawnSeries {
  readonly time: readonly number[];
  readonly seconds: readonly number[];
  readonly proven: readonly boolean[];
}

export function drawnSeries(series: StalenessSeries, window: Window): DrawnSeries {
  const drawn = { time: [] as number[], seconds: [] as number[], proven: [] as boolean[] };
  const teeth = showsTeeth(series.healthy, window);
  const add = (time: number, seconds: number, isProven: boolean): void => {
    drawn.time.push(time);
    drawn.seconds.push(seconds);
    drawn.proven.push(isProven);
  };
  let stretch = teeth ? Math.max(0, lowerBound(series.healthy.to, window.from)) : Number.POSITIVE_INFINITY;
  const addTeeth = (before: number): void => {
    while (stretch < series.healthy.from.length && (series.healthy.from[stretch] ?? 0) < before) {
      const { time, seconds } = sawtooth(series.healthy, stretch, window);
      if (time.length > 0) add(time[0] ?? 0, Number.NaN, false);
      time.forEach((at, place) => add(at, seconds[place] ?? 0, false));
      if (time.length > 0) add(time.at(-1) ?? 0, Number.NaN, false);
      stretch += 1;
    }
  };
  for (const index of thinSeries(series.time, series.seconds, series.proven, window)) {
    const time = series.time[index] ?? 0;
    if (teeth && isLevelEnd(series, index)) {
      // The fall to a healthy stretch is drawn, the level line is not: teeth take its place.
      if ((drawn.seconds.at(-1) ?? 0) > 0 && time === series.healthy.from[stretchAt(series.healthy, time)])
        add(time, series.seconds[index] ?? Number.NaN, false);
      continue;
    }
    addTeeth(time);
    add(time, series.seconds[index] ?? Number.NaN, series.proven[index] === 1);
  }
  addTeeth(Number.POSITIVE_INFINITY);
  return drawn;
}

/** Calls `piece` for each unbroken piece of what is proven (or of what is likely) with its first and last point. */
export function piecesOf(
  { seconds, proven }: DrawnSeries,
  isProven: boolean,
  piece: (first: number, last: number) => void,
): void {
  let first = -1;
  for (let index = 1; index <= seconds.length; index += 1) {
    const goesOn =
      index < seconds.length &&
      proven[index] === isProven &&
      !Number.isNaN(seconds[index - 1] ?? Number.NaN) &&
      !Number.isNaN(seconds[index] ?? Number.NaN);
    if (goesOn && first < 0) first = index - 1;
    if (goesOn || first < 0) continue;
    piece(first, index - 1);
    first = -1;
  }
}

/** True for the points that stand for a healthy stretch as a level line. */
function isLevelEnd(series: StalenessSeries, index: number): boolean {
  const time = series.time[index] ?? 0;
  const stretch = stretchAt(series.healthy, time);
  return (
    stretch >= 0 &&
    series.proven[index] !== 1 &&
    series.bandMin[index] === 0 &&
    (time === series.healthy.from[stretch] || time === series.healthy.to[stretch])
  );
}
