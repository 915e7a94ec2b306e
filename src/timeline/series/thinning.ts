/**
 * Thinning: what of a lane or a series must be drawn so that nothing that matters is lost at the given width. Per pixel column the
 * worst level and the longest bar always stay, an error is never merged into something milder, and a series keeps its first, last, lowest and
 * highest point. Pure; the page calls it for what is visible, with buffers that it uses again.
 */
import { lowerBound, upperBound } from '../../kubelet/ordered.ts';
import type { Lane } from '../timelineDocument.ts';

/** Which part of time is drawn on how many columns. Times are microseconds since origin; `from < to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/** What to draw of one lane; only the first `count` entries hold something. Positions are columns, may lie outside 0…columns and are fractional. */
export interface ThinnedLane {
  count: number;
  /** So many of these are at least one column wide; they come first. Within them and within the narrow ones, `left` never falls. */
  wide: number;
  left: Float64Array;
  right: Float64Array;
  /** Index of the bar that stands for the group: the worst, of these the longest, of these the first. */
  index: Int32Array;
  /** How many bars or instants it stands for. */
  merged: Uint32Array;
}

/** Bars or groups that a lane has room for at first. */
const ROOM = 256;

export function emptyThinnedLane(): ThinnedLane {
  return {
    count: 0,
    wide: 0,
    left: new Float64Array(ROOM),
    right: new Float64Array(ROOM),
    index: new Int32Array(ROOM),
    merged: new Uint32Array(ROOM),
  };
}

/** Bars to a block: one end is kept for each block, because a million of them would be eight megabytes. */
const BLOCK = 64;

/** For each block of bars the latest end of it and all before it: with it the first visible bar is found by bisection though bars overlap. */
export function latestEnds(lane: Pick<Lane, 'end'>): Float64Array {
  const out = new Float64Array(Math.ceil(lane.end.length / BLOCK));
  let latest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < lane.end.length; index += 1) {
    latest = Math.max(latest, lane.end[index] ?? latest);
    out[Math.floor(index / BLOCK)] = latest;
  }
  return out;
}

/** Index of a bar before which none reaches `from`; some after it may not either. `ends` is `latestEnds(lane)`. */
function firstInSight(ends: Float64Array, from: number): number {
  return lowerBound(ends, from) * BLOCK;
}

const NARROW = 1;

/**
 * What to draw of a lane: each bar at least one column wide as itself, the narrow ones and the instants as one mark a column for what is harmless and
 * one a column for errors. Wide bars come first, so marks are painted on top. `ends` is `latestEnds(lane)`; `out` is filled and returned.
 */
export function thinLane(
  lane: Lane,
  ends: Float64Array,
  window: Window,
  out: ThinnedLane = emptyThinnedLane(),
): ThinnedLane {
  out.count = 0;
  out.wide = 0;
  const perColumn = (window.to - window.from) / window.columns;
  if (!(perColumn > 0)) return out;
  const narrow = perColumn * NARROW;
  const first = firstInSight(ends, window.from);
  const last = upperBound(lane.start, window.to);
  const { start, end, level } = lane;
  for (let index = first; index < last; index += 1) {
    const from = start[index] ?? 0;
    const to = end[index] ?? from;
    if (to - from < narrow || to < window.from) continue;
    append(out, (from - window.from) / perColumn, (to - window.from) / perColumn, index);
  }
  out.wide = out.count;
  // The narrow ones come in order of start, so those of a column follow each other; `at` is the open group of each kind.
  let column = Number.NaN;
  let mild = -1;
  let error = -1;
  for (let index = first; index < last; index += 1) {
    const from = start[index] ?? 0;
    const to = end[index] ?? from;
    if (to < window.from || to - from >= narrow) continue;
    const left = (from - window.from) / perColumn;
    const here = Math.floor(left);
    if (here !== column) {
      column = here;
      mild = -1;
      error = -1;
    }
    const right = (to - window.from) / perColumn;
    const isError = (level[index] ?? 2) >= 2;
    const group = isError ? error : mild;
    if (group < 0) {
      if (isError) error = out.count;
      else mild = out.count;
      append(out, left, right, index);
      continue;
    }
    out.merged[group] = (out.merged[group] ?? 0) + 1;
    if (right > (out.right[group] ?? right)) out.right[group] = right;
    const kept = out.index[group] ?? index;
    const worse = (level[index] ?? 2) - (level[kept] ?? 2);
    if (worse > 0 || (worse === 0 && to - from > (end[kept] ?? 0) - (start[kept] ?? 0))) out.index[group] = index;
  }
  return out;
}

function append(out: ThinnedLane, left: number, right: number, index: number): void {
  if (out.count === out.left.length) grow(out);
  out.left[out.count] = left;
  out.right[out.count] = right;
  out.index[out.count] = index;
  out.merged[out.count] = 1;
  out.count += 1;
}

function grow(out: ThinnedLane): void {
  const size = Math.max(64, out.left.length * 2);
  const left = new Float64Array(size);
  const right = new Float64Array(size);
  const index = new Int32Array(size);
  const merged = new Uint32Array(size);
  left.set(out.left);
  right.set(out.right);
  index.set(out.index);
  merged.set(out.merged);
  out.left = left;
  out.right = right;
  out.index = index;
  out.merged = merged;
}

/** Counts of what a window holds of a lane, by level: for names and summaries. */
export function countVisible(
  lane: Lane,
  ends: Float64Array,
  from: number,
  to: number,
): readonly [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  const last = upperBound(lane.start, to);
  for (let index = firstInSight(ends, from); index < last; index += 1) {
    if ((lane.end[index] ?? 0) < from) continue;
    const level = lane.level[index] ?? 2;
    counts[level === 0 ? 0 : level === 1 ? 1 : 2] += 1;
  }
  return counts;
}
