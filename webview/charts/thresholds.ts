/** Which thresholds of PLEG hold where on the chart: beside Evented PLEG it is another one until that gives up. Pure. */
import { RELIST_THRESHOLD } from '../../src/kubelet/constants.ts';
import type { StalenessSeries } from '../../src/timeline/timelineDocument.ts';

/** From and to: pixels of the canvas; the threshold: seconds. */
export interface ThresholdStretch {
  readonly from: number;
  readonly to: number;
  readonly threshold: number;
}

/** A threshold that holds for less of the chart gives its name's room to the other one, in CSS pixels. */
const LEAST_STRETCH = 120;
const USUAL = RELIST_THRESHOLD / 1_000_000;

/** Those in sight, from left to right, without a gap. `x`: where a moment is on the canvas, microseconds since origin. */
export function thresholdsInSight(
  series: Pick<StalenessSeries, 'threshold' | 'evented'> | undefined,
  { left, right }: { readonly left: number; readonly right: number },
  x: (time: number) => number,
): readonly ThresholdStretch[] {
  const threshold = series?.threshold ?? USUAL;
  if (series?.evented === undefined) return [{ from: left, to: right, threshold }];
  const change = Math.min(right, Math.max(left, x(series.evented.until)));
  return [
    { from: left, to: change, threshold: series.evented.threshold },
    { from: change, to: right, threshold },
  ].filter(({ from, to }) => to > from);
}

/** The one that is named, beside its own line: that which holds at the end, unless it is hardly in sight. */
export function namedThreshold(all: readonly ThresholdStretch[]): ThresholdStretch | undefined {
  return all.findLast(({ from, to }) => to - from >= LEAST_STRETCH) ?? all.at(-1);
}
