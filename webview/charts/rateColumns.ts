/** The columns of the overview. Pure. */
import type { RateSeries } from '../../src/timeline/timelineDocument.ts';
import { positionOf, type View } from './viewport.ts';

/** Records by severity in `count` columns over `limits`. A bucket counts where its middle lies; one that only reaches in at an edge, at that edge. */
export function columnSums(
  rate: RateSeries,
  limits: View,
  count: number,
): { readonly info: Float64Array; readonly warning: Float64Array; readonly error: Float64Array } {
  const sums = { info: new Float64Array(count), warning: new Float64Array(count), error: new Float64Array(count) };
  for (let bucket = 0; bucket < rate.info.length; bucket += 1) {
    const begin = rate.start + bucket * rate.bucket;
    if (begin > limits.to || begin + rate.bucket < limits.from) continue;
    const part = (begin + rate.bucket / 2 - limits.from) / (limits.to - limits.from);
    const place = Math.min(count - 1, Math.max(0, Math.floor(part * count)));
    sums.info[place] = (sums.info[place] ?? 0) + (rate.info[bucket] ?? 0);
    sums.warning[place] = (sums.warning[place] ?? 0) + (rate.warning[bucket] ?? 0);
    sums.error[place] = (sums.error[place] ?? 0) + (rate.error[bucket] ?? 0);
  }
  return sums;
}

/** Where a column of `step` pixels is drawn: only as far as the log of `length` µs reaches, at least two pixels wide. */
export function columnSpan(
  column: number,
  step: number,
  limits: View,
  length: number,
  width: number,
): { readonly left: number; readonly right: number } {
  const end = Math.max(positionOf(limits, length, width), positionOf(limits, 0, width) + 2);
  const left = Math.min(Math.max(column * step, positionOf(limits, 0, width)), end - 2);
  return { left, right: Math.max(left + 2, Math.min((column + 1) * step - 1, end)) };
}
