import { describe, expect, it } from 'vitest';
import { namedThreshold, thresholdsInSight } from '../../../webview/charts/thresholds.ts';

const AREA = { left: 100, right: 1100 };
/** Evented PLEG gives up at 40 s of 100 s. */
const EVENTED = { threshold: 180, evented: { until: 40e6, threshold: 600 } };
/** Where a moment is while `from` to `to` seconds are in view. */
const scale =
  (from: number, to: number) =>
  (time: number): number =>
    AREA.left + ((time / 1e6 - from) / (to - from)) * 1000;

describe('the thresholds in sight', () => {
  it('are one over the whole chart without Evented PLEG, three minutes where nothing is known', () => {
    expect(thresholdsInSight({ threshold: 180 }, AREA, scale(0, 100))).toEqual([
      { from: 100, to: 1100, threshold: 180 },
    ]);
    expect(thresholdsInSight(undefined, AREA, scale(0, 100))).toEqual([{ from: 100, to: 1100, threshold: 180 }]);
  });

  it('change where Evented PLEG gives up', () => {
    expect(thresholdsInSight(EVENTED, AREA, scale(0, 100))).toEqual([
      { from: 100, to: 500, threshold: 600 },
      { from: 500, to: 1100, threshold: 180 },
    ]);
    expect(thresholdsInSight(EVENTED, AREA, scale(0, 30))).toEqual([{ from: 100, to: 1100, threshold: 600 }]);
    expect(thresholdsInSight(EVENTED, AREA, scale(50, 100))).toEqual([{ from: 100, to: 1100, threshold: 180 }]);
  });

  it('are named where they hold: the last one, unless it is hardly in sight', () => {
    expect(namedThreshold(thresholdsInSight(EVENTED, AREA, scale(0, 100)))).toEqual({
      from: 500,
      to: 1100,
      threshold: 180,
    });
    expect(namedThreshold(thresholdsInSight(EVENTED, AREA, scale(0, 42)))?.threshold).toBe(600);
    expect(namedThreshold(thresholdsInSight(EVENTED, AREA, scale(39.9, 40)))?.threshold).toBe(600);
    expect(namedThreshold([])).toBeUndefined();
  });
});
