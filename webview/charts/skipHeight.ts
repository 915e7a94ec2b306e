/** Where a skip stands on the staleness chart. Pure. */
import type { StalenessSeries } from '../../src/timeline/timelineDocument.ts';
import { stalenessAt } from './stalenessData.ts';

/** How far beside the curve, or above the foot of the chart, stands the middle of a skip without an elapsed, in CSS pixels. */
const BESIDE = 8;

/** The seconds of the highest curve at a moment; `undefined` where none is known. */
export function curveAt(series: readonly StalenessSeries[], time: number): number | undefined {
  let highest: number | undefined;
  for (const one of series) {
    const value = stalenessAt(one, time)?.seconds;
    if (value !== undefined && (highest === undefined || value > highest)) highest = value;
  }
  return highest;
}

/**
 * The middle of a skip on the canvas: at the elapsed that it prints (`seconds`); one that prints none (NaN) stands beside the curve (`curve`, seconds there), above it where there
 * is room, and at the foot of the chart where no curve is known. `area`: upper and lower edge of the chart.
 */
export function skipHeight(
  seconds: number,
  curve: number | undefined,
  pixel: (seconds: number) => number,
  area: { readonly top: number; readonly bottom: number },
): number {
  if (!Number.isNaN(seconds)) return pixel(seconds);
  const at = curve === undefined ? area.bottom : Math.min(area.bottom, pixel(curve));
  return at - BESIDE >= area.top + BESIDE / 2 ? at - BESIDE : at + BESIDE;
}
