import { lowerBound, upperBound } from '../../kubelet/ordered.ts';
import { type Window } from './thinning.ts';

/**
 * Indexes of the points of a series to draw, in order: all when they are few, else per pixel column the first, the lowest, the highest and the
 * last, every break (NaN) and every change between proven and likely. One point on each side of the window is kept, so that lines run out of the picture.
 */
export function thinSeries(time: Float64Array, value: Float64Array, proven: Uint8Array, window: Window): Int32Array {
  const first = Math.max(0, lowerBound(time, window.from) - 1);
  const last = Math.min(time.length, upperBound(time, window.to) + 1);
  const visible = last - first;
  if (visible <= window.columns)
    return Int32Array.from({ length: Math.max(0, visible) }, (_, offset) => first + offset);
  const perColumn = (window.to - window.from) / window.columns;
  const out: number[] = [];
  let start = first;
  while (start < last) {
    const column = columnOf(time[start], window, perColumn);
    let end = start + 1;
    while (end < last && columnOf(time[end], window, perColumn) === column) end += 1;
    keepOfColumn(value, proven, start, end, out);
    start = end;
  }
  return Int32Array.from(out);
}

function columnOf(time: number | undefined, window: Window, perColumn: number): number {
  return Math.floor(((time ?? 0) - window.from) / perColumn);
}

/** Called for each column in each frame: two passes over its points, and nothing is allocated. */
function keepOfColumn(value: Float64Array, proven: Uint8Array, start: number, end: number, out: number[]): void {
  let lowest = -1;
  let highest = -1;
  for (let index = start; index < end; index += 1) {
    const here = value[index] ?? Number.NaN;
    if (Number.isNaN(here)) continue;
    if (lowest < 0 || here < (value[lowest] ?? here)) lowest = index;
    if (highest < 0 || here > (value[highest] ?? here)) highest = index;
  }
  for (let index = start; index < end; index += 1) {
    const isEnd = index === start || index === end - 1 || index === lowest || index === highest;
    if (isEnd || isTurn(value, proven, index)) out.push(index);
  }
}

/** A change between proven and likely, or the first of a stretch of breaks: one of them is enough to interrupt the line. */
function isTurn(value: Float64Array, proven: Uint8Array, index: number): boolean {
  return Number.isNaN(value[index] ?? Number.NaN)
    ? !Number.isNaN(value[index - 1] ?? Number.NaN)
    : proven[index] !== proven[index - 1];
}

/** Lowest and highest of a band per column: pairs of arrays of the same length as `at`, which are times of the columns' points. */
export interface ThinnedBand {
  readonly at: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** The band of bounds: per pixel column its least and its greatest value; NaN where it is not known. */
export function thinBand(time: Float64Array, min: Float64Array, max: Float64Array, window: Window): ThinnedBand {
  const first = Math.max(0, lowerBound(time, window.from) - 1);
  const last = Math.min(time.length, upperBound(time, window.to) + 1);
  if (last - first <= window.columns * 4)
    return { at: time.subarray(first, last), min: min.subarray(first, last), max: max.subarray(first, last) };
  const perColumn = (window.to - window.from) / window.columns;
  const at: number[] = [];
  const low: number[] = [];
  const high: number[] = [];
  let start = first;
  while (start < last) {
    const column = columnOf(time[start], window, perColumn);
    let least = Number.NaN;
    let greatest = Number.NaN;
    let end = start;
    for (; end < last && columnOf(time[end], window, perColumn) === column; end += 1) {
      const a = min[end] ?? Number.NaN;
      const b = max[end] ?? Number.NaN;
      if (!(a >= least)) least = Number.isNaN(a) ? least : a;
      if (!(b <= greatest)) greatest = Number.isNaN(b) ? greatest : b;
    }
    at.push(time[start] ?? 0);
    low.push(least);
    high.push(greatest);
    start = end;
  }
  return { at: Float64Array.from(at), min: Float64Array.from(low), max: Float64Array.from(high) };
}
