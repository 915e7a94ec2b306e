import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { drawnSeries, piecesOf } from '../../../src/timeline/series/drawnSeries.ts';
import {
  drawnSkips,
  nearestSkip,
  relistStarts,
  stalenessAt,
  stalenessTop,
} from '../../../webview/charts/stalenessData.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const timeline = buildTimeline(hangAnalysis(), 'kubelet.log');
const [series] = timeline.staleness;
if (series === undefined) throw new Error('the hang has a staleness series');
const close = { from: 40e6, to: 60e6, columns: 1000 };
const across = { from: 60e6, to: 70e6, columns: 1000 };
const whole = { from: 0, to: 460e6, columns: 1000 };

describe('the staleness chart', () => {
  it('draws likely teeth where only healthy relists are in sight', () => {
    const { time, seconds, proven } = drawnSeries(series, close);
    const visible = seconds.filter((_, index) => (time[index] ?? 0) >= close.from && (time[index] ?? 0) <= close.to);
    expect(visible.length).toBeGreaterThan(36);
    expect(proven.every((part) => !part)).toBe(true);
    expect(Math.max(...visible.map((value) => (Number.isNaN(value) ? 0 : value)))).toBeLessThan(1.5);
  });

  it('draws a level line instead where teeth would be too narrow', () => {
    const { seconds } = drawnSeries(series, whole);
    expect(seconds.length).toBeLessThan(40);
    expect(seconds).toContain(0.5);
  });

  it('draws the fall at a recovery also where teeth follow it', () => {
    const recovery = { from: 360e6, to: 400e6, columns: 1000 };
    const { time, seconds, proven } = drawnSeries(series, recovery);
    const highest = seconds.reduce((best, value, index) => (value > (seconds[best] ?? 0) ? index : best), 0);
    expect(seconds[highest]).toBeGreaterThan(300);
    const fall = seconds.findIndex((value, index) => index > highest && value < 2);
    expect(seconds.slice(highest, fall + 1).some(Number.isNaN)).toBe(false);
    expect(proven[fall]).toBe(false);
    expect((time[fall] ?? 0) - (time[highest] ?? 0)).toBeLessThan(10e6);
    // Teeth follow.
    expect(time.length - fall).toBeGreaterThan(20);
  });

  it('ends the teeth where the relist that a line names begins, and draws that one proven', () => {
    const { time, seconds, proven } = drawnSeries(series, across);
    const named = time.findIndex((at, index) => Math.abs(at - 66.387e6) < 1 && seconds[index] === 0);
    expect(named).toBeGreaterThan(6);
    expect(proven[named + 1]).toBe(true);
    expect(time).toEqual(time.toSorted((a, b) => a - b));
  });

  it('is drawn as two lines that meet: what lines prove, and what is likely', () => {
    const drawn = drawnSeries(series, across);
    const pieces = { proven: [] as [number, number][], likely: [] as [number, number][] };
    piecesOf(drawn, true, (first, last) => pieces.proven.push([first, last]));
    piecesOf(drawn, false, (first, last) => pieces.likely.push([first, last]));
    const lines = [...pieces.proven, ...pieces.likely]
      .flatMap(([first, last]) => Array.from({ length: last - first }, (_, place) => first + place + 1))
      .toSorted((a, b) => a - b);
    const drawable = drawn.seconds.flatMap((value, index) =>
      index > 0 && !Number.isNaN(value) && !Number.isNaN(drawn.seconds[index - 1] ?? Number.NaN) ? [index] : [],
    );
    expect(lines).toEqual(drawable);
    expect(pieces.proven.length).toBeGreaterThan(0);
    expect(drawn.time[pieces.likely.at(-1)?.[1] ?? -1]).toBe(66.387e6);
    for (const [first, last] of pieces.proven) expect(drawn.proven.slice(first + 1, last + 1)).not.toContain(false);
  });

  it('finds the skip that is nearest, within reach only', () => {
    const skips = {
      time: Float64Array.from([0, 10, 10, 40]),
      seconds: new Float64Array(4),
      mark: Int32Array.from([7, 8, 9, 10]),
    };
    expect([3, 6, 12, 25, 33, 47, 48].map((time) => nearestSkip(skips, time, 7))).toEqual([0, 2, 2, -1, 3, 3, -1]);
  });

  it('draws of the skips that share a place the one with the greatest elapsed, and one of each kind', () => {
    const skips = {
      time: Float64Array.from([0, 1, 2, 3, 500, 501, 1000]),
      seconds: Float64Array.from([5, 9, 7, Number.NaN, 1, 2, 3]),
      mark: Int32Array.from([0, 1, 2, 3, 4, 5, 6]),
    };
    const window = { from: 0, to: 1000, columns: 100 };
    expect(drawnSkips(skips, window, 2, () => 0)).toEqual([1, 3, 5, 6]);
    expect(drawnSkips(skips, window, 2, (index) => (index === 4 ? 3 : 0))).toEqual([1, 3, 4, 5, 6]);
    expect(drawnSkips(skips, { from: 400, to: 600, columns: 100_000 }, 2, () => 0)).toEqual([4, 5]);
  });

  it('counts the beat from the relist that a line names', () => {
    const { proven, likely } = relistStarts(series, across);
    expect([...proven].map((time) => time / 1e6)).toEqual([66.387, 67.4]);
    const tooth = series.healthy.period + series.healthy.duration;
    expect(
      likely.every((start) => Math.abs((66.387e6 - start) / tooth - Math.round((66.387e6 - start) / tooth)) < 1e-6),
    ).toBe(true);
    expect(likely).toHaveLength(5);
  });

  it('ends its axis low where little but teeth is in sight, else above the threshold', () => {
    expect(stalenessTop(timeline, close)).toBeLessThan(3);
    expect(stalenessTop(timeline, across)).toBe(5);
    expect(stalenessTop(timeline, whole)).toBeGreaterThan(225);
    expect(stalenessTop(timeline, { from: 320e6, to: 330e6, columns: 1000 })).toBeGreaterThan(225);
  });

  it('says the likely value of a tooth and the proven one of a named relist', () => {
    expect(stalenessAt(series, 50e6)).toMatchObject({ proven: false });
    expect(stalenessAt(series, 50e6)?.seconds).toBeLessThan(1.5);
    expect(stalenessAt(series, 256.5e6)).toMatchObject({ proven: true });
    expect(stalenessAt(series, 256.5e6)?.seconds).toBeCloseTo(190.113, 2);
  });
});
