import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { drawnSeries, relistStarts, splitByProof, stalenessAt, stalenessTop } from '../../../webview/stalenessData.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const timeline = buildTimeline(hangAnalysis(), 'kubelet.log');
const [series] = timeline.staleness;
if (series === undefined) throw new Error('the hang has a staleness series');
const close = { from: 40e6, to: 60e6, columns: 1000 };
const across = { from: 60e6, to: 70e6, columns: 1000 };
const whole = { from: 0, to: 460e6, columns: 1000 };

describe('the staleness chart', () => {
  it('draws likely teeth where only healthy relists are in sight', () => {
    const { points, proven } = drawnSeries(series, close);
    const visible = points.filter(({ x }) => x >= close.from && x <= close.to && !Number.isNaN(x));
    expect(visible.length).toBeGreaterThan(36);
    expect(proven.every((part) => !part)).toBe(true);
    expect(Math.max(...visible.map(({ y }) => (Number.isNaN(y) ? 0 : y)))).toBeLessThan(1.5);
  });

  it('draws a level line instead where teeth would be too narrow', () => {
    const { points } = drawnSeries(series, whole);
    expect(points.length).toBeLessThan(40);
    expect(points.some(({ y }) => y === 0.5)).toBe(true);
  });

  it('ends the teeth where the relist that a line names begins, and draws that one proven', () => {
    const { points, proven } = drawnSeries(series, across);
    const named = points.findIndex(({ x, y }) => Math.abs(x - 66.387e6) < 1 && y === 0);
    expect(named).toBeGreaterThan(6);
    expect(proven[named + 1]).toBe(true);
    expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b));
  });

  it('is drawn as two lines that meet: what lines prove, and what is likely', () => {
    const drawn = drawnSeries(series, across);
    const { proven, likely } = splitByProof(drawn);
    const parts = (line: readonly { x: number; y: number }[]): number => line.filter((point, index) => index > 0 && !Number.isNaN(point.y) && !Number.isNaN(line[index - 1]?.y ?? Number.NaN)).length;
    const drawable = drawn.points.filter((point, index) => index > 0 && !Number.isNaN(point.y) && !Number.isNaN(drawn.points[index - 1]?.y ?? Number.NaN)).length;
    expect(parts(proven) + parts(likely)).toBe(drawable);
    expect(parts(proven)).toBeGreaterThan(0);
    expect(likely.at(-1)?.x).toBe(66.387e6);
  });

  it('counts the beat from the relist that a line names', () => {
    const { proven, likely } = relistStarts(series, across);
    expect([...proven].map((time) => time / 1e6)).toEqual([66.387, 67.4]);
    const tooth = series.healthy.period + series.healthy.duration;
    expect(likely.every((start) => Math.abs(((66.387e6 - start) / tooth) - Math.round((66.387e6 - start) / tooth)) < 1e-6)).toBe(true);
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
