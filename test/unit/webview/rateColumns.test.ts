import { describe, expect, it } from 'vitest';
import type { RateSeries } from '../../../src/timeline/timelineDocument.ts';
import { columnSpan, columnSums } from '../../../webview/charts/rateColumns.ts';
import { fullView } from '../../../webview/charts/viewport.ts';

/** Buckets of a second with so many records each. */
const rateOf = (start: number, info: readonly number[]): RateSeries => ({
  start,
  bucket: 1e6,
  info: Float64Array.from(info),
  warning: new Float64Array(info.length),
  error: new Float64Array(info.length),
});

describe('the columns of the overview', () => {
  it('hold each record once', () => {
    expect([...columnSums(rateOf(0, [1, 2, 3, 4]), { from: 0, to: 4e6 }, 2).info]).toEqual([3, 7]);
  });

  it('hold the records of a log that is shorter than a bucket, which begins before it', () => {
    expect([...columnSums(rateOf(-829_452, [149]), fullView(600), 1).info]).toEqual([149]);
  });

  it('leave out what lies outside', () => {
    expect([...columnSums(rateOf(-5e6, [9]), { from: 0, to: 4e6 }, 2).info]).toEqual([0, 0]);
  });
});

describe('a column', () => {
  it('is as wide as its time', () => {
    expect(columnSpan(3, 10, { from: 0, to: 100e6 }, 100e6, 1000)).toEqual({ left: 30, right: 39 });
  });

  it('reaches no further than the log', () => {
    const limits = fullView(600);
    const { left, right } = columnSpan(0, 1000, limits, 600, 1000);
    expect(left).toBeCloseTo((-limits.from / (limits.to - limits.from)) * 1000);
    expect(right).toBeCloseTo(left + 2);
  });

  it('stands within the log when its bucket begins before it', () => {
    const limits = fullView(100e6);
    const zero = (-limits.from / (limits.to - limits.from)) * 1000;
    expect(columnSpan(0, 5, limits, 100e6, 1000)).toEqual({ left: zero, right: zero + 2 });
  });
});
