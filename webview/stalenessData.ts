/** What the staleness chart draws of its series in the visible part: kept points where lines say something, likely teeth between them. Pure. */
import { likelyStaleness, likelyStarts, sawtooth, showsTeeth, stretchAt, toothHeight } from '../src/timeline/sawtooth.ts';
import { thinSeries } from '../src/timeline/seriesThinning.ts';
import { lowerBound, upperBound, type Window } from '../src/timeline/thinning.ts';
import type { StalenessSeries, TimelineDocument } from '../src/timeline/timelineDocument.ts';

/** The drawn polyline; `proven[i]` tells of the line from point i−1 to i. */
export interface DrawnSeries {
  readonly points: { x: number; y: number }[];
  readonly proven: readonly boolean[];
}

/** The polyline as two, broken by NaN: what lines prove, and what is likely. chart.js draws two plain lines much faster than one whose style changes. */
export function splitByProof({ points, proven }: DrawnSeries): { readonly proven: { x: number; y: number }[]; readonly likely: { x: number; y: number }[] } {
  const out = { proven: [] as { x: number; y: number }[], likely: [] as { x: number; y: number }[] };
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before === undefined) return;
    const line = proven[index] === true ? out.proven : out.likely;
    if (line.at(-1) !== before) line.push({ x: before.x, y: Number.NaN }, before);
    line.push(point);
  });
  return out;
}

export function drawnSeries(series: StalenessSeries, window: Window): DrawnSeries {
  const points: { x: number; y: number }[] = [];
  const proven: boolean[] = [];
  const teeth = showsTeeth(series.healthy, window);
  const add = (x: number, y: number, isProven: boolean): void => {
    points.push({ x, y });
    proven.push(isProven);
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
    if (teeth && isLevelEnd(series, index)) continue;
    addTeeth(time);
    add(time, series.seconds[index] ?? Number.NaN, series.proven[index] === 1);
  }
  addTeeth(Number.POSITIVE_INFINITY);
  return { points, proven };
}

/** True for the points that stand for a healthy stretch as a level line. */
function isLevelEnd(series: StalenessSeries, index: number): boolean {
  const time = series.time[index] ?? 0;
  const stretch = stretchAt(series.healthy, time);
  return stretch >= 0 && series.proven[index] !== 1 && series.bandMin[index] === 0 && (time === series.healthy.from[stretch] || time === series.healthy.to[stretch]);
}

/** The staleness at a moment, between the points around it, or of the likely tooth there. */
export function stalenessAt(series: StalenessSeries, time: number): { readonly seconds: number; readonly proven: boolean } | undefined {
  const stretch = stretchAt(series.healthy, time);
  if (stretch >= 0) return { seconds: likelyStaleness(series.healthy, stretch, time), proven: false };
  const next = upperBound(series.time, time);
  const before = series.time[next - 1];
  const after = series.time[next];
  if (before === undefined || after === undefined) return undefined;
  const low = series.seconds[next - 1] ?? Number.NaN;
  const high = series.seconds[next] ?? Number.NaN;
  if (Number.isNaN(low) || Number.isNaN(high)) return undefined;
  const part = after > before ? (time - before) / (after - before) : 0;
  return { seconds: low + (high - low) * part, proven: series.proven[next] === 1 };
}

/** Starts of relists in the window: proven ones, and likely ones where single teeth are drawn. */
export function relistStarts(series: StalenessSeries, window: Window): { readonly proven: Float64Array; readonly likely: readonly number[] } {
  const proven = series.starts.subarray(lowerBound(series.starts, window.from), upperBound(series.starts, window.to));
  const likely: number[] = [];
  for (let stretch = lowerBound(series.healthy.to, window.from); stretch < series.healthy.from.length && (series.healthy.from[stretch] ?? 0) <= window.to; stretch += 1) {
    for (const start of likelyStarts(series.healthy, stretch, window)) if (!isNear(series.starts, start, series.healthy.period / 2)) likely.push(start);
  }
  return { proven, likely };
}

function isNear(sorted: Float64Array, value: number, reach: number): boolean {
  return (sorted[lowerBound(sorted, value - reach)] ?? Number.POSITIVE_INFINITY) <= value + reach;
}

/** The highest value that the whole document holds, in seconds. */
export function highestStaleness(document: Pick<TimelineDocument, 'staleness' | 'skips'>): number {
  let highest = 0;
  for (const series of document.staleness) for (const value of series.seconds) if (value > highest) highest = value;
  for (const value of document.skips.seconds) if (value > highest) highest = value;
  return highest;
}

const ROOM = 1.12;
const ROOM_ABOVE_THRESHOLD = 1.25;
/** Room above likely teeth: the band of bounds reaches higher than they do. */
const ROOM_ABOVE_TEETH = 2.1;
/** Low ends of the axis, in seconds: few, so that it does not jump while the view moves. */
const LOW_TOPS: readonly number[] = [5, 10, 20];

/**
 * Where the axis ends, in seconds. Always the same height over the threshold, so that the eye can compare, except where healthy teeth and little
 * else are in sight: they would be one pixel high beside a threshold of three minutes.
 */
export function stalenessTop(document: Pick<TimelineDocument, 'staleness' | 'skips'>, window: Window): number {
  const threshold = Math.max(0, ...document.staleness.map((series) => series.threshold)) || 180;
  const whole = Math.max(threshold * ROOM_ABOVE_THRESHOLD, highestStaleness(document) * ROOM);
  let highest = 0;
  let teeth = 0;
  for (const series of document.staleness) {
    if (!showsTeeth(series.healthy, window)) return whole;
    const here = highestWithin(series, window);
    if (here === undefined) continue;
    highest = Math.max(highest, here);
    if (hasStretch(series, window)) teeth = Math.max(teeth, toothHeight(series.healthy) * ROOM_ABOVE_TEETH);
  }
  if (teeth === 0) return whole;
  const { skips } = document;
  for (let index = lowerBound(skips.time, window.from); index < upperBound(skips.time, window.to); index += 1) highest = Math.max(highest, skips.seconds[index] ?? 0);
  return [teeth, ...LOW_TOPS].find((top) => top >= highest * ROOM && top < whole) ?? whole;
}

function hasStretch({ healthy }: StalenessSeries, window: Window): boolean {
  return (healthy.from[lowerBound(healthy.to, window.from)] ?? Number.POSITIVE_INFINITY) <= window.to;
}

/** The highest value in the window, likely teeth included; `undefined` where nothing is known. */
function highestWithin(series: StalenessSeries, window: Window): number | undefined {
  let highest: number | undefined;
  const take = (value: number | undefined): void => { if (value !== undefined && !Number.isNaN(value)) highest = Math.max(highest ?? 0, value); };
  for (const time of [window.from, window.to]) take(stalenessAt(series, time)?.seconds);
  for (let index = lowerBound(series.time, window.from); index < upperBound(series.time, window.to); index += 1) take(series.seconds[index]);
  return highest;
}
