/** What the staleness chart draws of its series in the visible part: kept points where lines say something, likely teeth between them. Pure. */
import { oncePer } from '../../src/kubelet/oncePer.ts';
import { lowerBound, upperBound } from '../../src/kubelet/ordered.ts';
import {
  likelyStaleness,
  likelyStarts,
  showsTeeth,
  stretchAt,
  toothHeight,
} from '../../src/timeline/series/sawtooth.ts';
import { type Window } from '../../src/timeline/series/thinning.ts';
import type { SkipMarks, StalenessSeries, TimelineDocument } from '../../src/timeline/timelineDocument.ts';

/** The skip nearest to `time` within `reach`, as an index, of several at once the last; -1: none. */
export function nearestSkip({ time: times }: SkipMarks, time: number, reach: number): number {
  let best = -1;
  let distance = reach;
  for (let index = lowerBound(times, time - reach); index < upperBound(times, time + reach); index += 1) {
    const away = Math.abs((times[index] ?? 0) - time);
    if (away > distance) continue;
    distance = away;
    best = index;
  }
  return best;
}

/**
 * The skips to draw, as indexes: of those that share `step` pixels the one with the greatest elapsed and one without elapsed, of each kind. `kindOf` gives small
 * numbers that tell skips apart which are drawn differently.
 */
export function drawnSkips(
  { time, seconds }: SkipMarks,
  window: Window,
  step: number,
  kindOf: (index: number) => number,
): number[] {
  const kept: number[] = [];
  /** Of each kind in this column: its place in `kept`; those without elapsed are kinds of their own. */
  const places: number[] = [];
  const perStep = ((window.to - window.from) / window.columns) * step;
  const last = upperBound(time, window.to);
  let column = Number.NaN;
  for (let index = lowerBound(time, window.from); index < last; index += 1) {
    const here = Math.floor(((time[index] ?? 0) - window.from) / perStep);
    if (here !== column) places.length = 0;
    column = here;
    const value = seconds[index] ?? Number.NaN;
    const kind = kindOf(index) * 2 + (Number.isNaN(value) ? 1 : 0);
    const place = places[kind];
    if (place === undefined) {
      places[kind] = kept.length;
      kept.push(index);
    } else if (value > (seconds[kept[place] ?? -1] ?? 0)) kept[place] = index;
  }
  return kept;
}

/** The staleness at a moment, between the points around it, or of the likely tooth there. */
export function stalenessAt(
  series: StalenessSeries,
  time: number,
): { readonly seconds: number; readonly proven: boolean } | undefined {
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
export function relistStarts(
  series: StalenessSeries,
  window: Window,
): { readonly proven: Float64Array; readonly likely: readonly number[] } {
  const proven = series.starts.subarray(lowerBound(series.starts, window.from), upperBound(series.starts, window.to));
  const likely: number[] = [];
  for (
    let stretch = lowerBound(series.healthy.to, window.from);
    stretch < series.healthy.from.length && (series.healthy.from[stretch] ?? 0) <= window.to;
    stretch += 1
  ) {
    for (const start of likelyStarts(series.healthy, stretch, window))
      if (!isNear(series.starts, start, series.healthy.period / 2)) likely.push(start);
  }
  return { proven, likely };
}

function isNear(sorted: Float64Array, value: number, reach: number): boolean {
  return (sorted[lowerBound(sorted, value - reach)] ?? Number.POSITIVE_INFINITY) <= value + reach;
}

/** The highest value that the whole document holds, in seconds. Looked for once: the axis is asked in every frame. */
export const highestStaleness = oncePer((document: Pick<TimelineDocument, 'staleness' | 'skips'>): number => {
  let highest = 0;
  for (const series of document.staleness) for (const value of series.seconds) if (value > highest) highest = value;
  for (const value of document.skips.seconds) if (value > highest) highest = value;
  return highest;
});

const ROOM = 1.12;
const ROOM_ABOVE_THRESHOLD = 1.25;
/** Room above likely teeth: the band of bounds reaches higher than they do. */
const ROOM_ABOVE_TEETH = 2.1;
/** Even the shortest teeth have a band of two seconds. */
const LEAST_TOP = 2.5;
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
    if (hasStretch(series, window)) teeth = Math.max(teeth, LEAST_TOP, toothHeight(series.healthy) * ROOM_ABOVE_TEETH);
  }
  if (teeth === 0) return whole;
  const { skips } = document;
  for (let index = lowerBound(skips.time, window.from); index < upperBound(skips.time, window.to); index += 1)
    highest = Math.max(highest, skips.seconds[index] ?? 0);
  return [teeth, ...LOW_TOPS].find((top) => top >= highest * ROOM && top < whole) ?? whole;
}

function hasStretch({ healthy }: StalenessSeries, window: Window): boolean {
  return (healthy.from[lowerBound(healthy.to, window.from)] ?? Number.POSITIVE_INFINITY) <= window.to;
}

/** The highest value in the window, likely teeth included; `undefined` where nothing is known. */
function highestWithin(series: StalenessSeries, window: Window): number | undefined {
  let highest: number | undefined;
  const take = (value: number | undefined): void => {
    if (value !== undefined && !Number.isNaN(value)) highest = Math.max(highest ?? 0, value);
  };
  for (const time of [window.from, window.to]) take(stalenessAt(series, time)?.seconds);
  for (let index = lowerBound(series.time, window.from); index < upperBound(series.time, window.to); index += 1)
    take(series.seconds[index]);
  return highest;
}
