import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { curveAt, skipHeight } from '../../../webview/charts/skipHeight.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const area = { top: 20, bottom: 120 };
/** 10 seconds to a pixel. */
const pixel = (seconds: number): number => area.bottom - seconds / 10;

describe('a skip on the staleness chart', () => {
  it('stands at the elapsed that it prints', () => {
    expect(skipHeight(240, 10, pixel, area)).toBe(pixel(240));
  });

  it('stands beside the curve when it prints none: above it, below it where there is no room, at the foot where no curve is known', () => {
    const middle = skipHeight(Number.NaN, 300, pixel, area);
    expect(middle).toBeLessThan(pixel(300));
    expect(pixel(300) - middle).toBeLessThan(12);
    expect(skipHeight(Number.NaN, 995, pixel, area)).toBeGreaterThan(pixel(995));
    expect(skipHeight(Number.NaN, undefined, pixel, area)).toBeLessThan(area.bottom);
    expect(skipHeight(Number.NaN, undefined, pixel, area)).toBeGreaterThan(area.bottom - 12);
  });

  it('finds the highest curve of its moment', () => {
    const { staleness, episodes } = buildTimeline(hangAnalysis(), 'kubelet.log');
    const begin = episodes.find(({ startup }) => !startup)?.begin ?? 0;
    expect(curveAt(staleness, begin + 10e6)).toBeGreaterThan(180);
    expect(curveAt([], begin)).toBeUndefined();
  });
});
