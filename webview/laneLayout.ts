/** Sizes of rows and marks in CSS pixels, and which marks are bars. Pure. */
import type { Lane } from '../src/timeline/timelineDocument.ts';

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
