/** Sizes of rows and marks in CSS pixels, and which marks are bars. Pure. */
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';
import type { Lane } from '../../src/timeline/timelineDocument.ts';
import { lookOf } from '../charts/looks.ts';

export const ROW_HEIGHT = 22;
export const BAR_HEIGHT = 14;
/** Of a bar that is a line. */
export const THIN_HEIGHT = 7;
/** Shorter bars have neither edge nor pattern. */
const SHORT = 3;
/** An error that would be a shorter bar gets its shape. */
const LEAST_ERROR_BAR = 1.5;

/** A bar is drawn as a bar when it is wide enough to be seen; an error that is narrower gets its shape. */
export function isBar(lane: Lane, index: number, left: number, right: number): boolean {
  const instant = (lane.end[index] ?? 0) <= (lane.start[index] ?? 0);
  if (instant) return false;
  return right - left >= LEAST_ERROR_BAR || (lane.level[index] ?? 0) < 2;
}

/** True when a bar is too short for an edge and a pattern. */
export function isShortBar(left: number, right: number): boolean {
  return right - left < SHORT;
}

/** Where a bar ends as it is drawn, in pixels: a trace would go on inside the bar that follows in the row. */
export function drawnEnd(lane: Lane, thinned: ThinnedLane, place: number): number {
  const left = thinned.left[place] ?? 0;
  const end = Math.max(left, thinned.right[place] ?? left);
  if (isShortBar(left, end) || lookOf(lane.style[thinned.index[place] ?? 0]).pattern !== 'trace') return end;
  // The wide ones stand together, in order of start.
  for (let next = place + 1; next < thinned.count; next += 1) {
    const from = thinned.left[next] ?? left;
    const right = thinned.right[next] ?? from;
    if (isShortBar(from, right) || !isBar(lane, thinned.index[next] ?? 0, from, right)) break;
    if (from > left) return Math.min(end, from);
  }
  return end;
}
