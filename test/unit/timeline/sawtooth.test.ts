import { describe, expect, it } from 'vitest';
import {
  likelyStaleness,
  likelyStarts,
  sawtooth,
  showsTeeth,
  stretchAt,
  toothHeight,
} from '../../../src/timeline/series/sawtooth.ts';
import type { HealthyRelists } from '../../../src/timeline/timelineDocument.ts';

/** One stretch from second 10 to 20; a relist of 0.1 s starts at 12.5 and one second after each end. */
const healthy: HealthyRelists = {
  from: Float64Array.of(10e6),
  to: Float64Array.of(20e6),
  anchor: Float64Array.of(12.5e6),
  period: 1e6,
  duration: 0.1e6,
};
const all = { from: 0, to: 30e6, columns: 1000 };

describe('the likely sawtooth', () => {
  it('rises one second a second and falls to the duration of a relist when it is stamped', () => {
    const { time, seconds } = sawtooth(healthy, 0, all);
    expect(time.slice(0, 4).map((at) => at / 1e6)).toEqual([10, 10.4, 10.4, 11.5]);
    expect(seconds.slice(0, 5).map((value) => Number(value.toFixed(6)))).toEqual([0.8, 1.2, 0.1, 1.2, 0.1]);
    expect([time[0], time.at(-1)]).toEqual([10e6, 20e6]);
    expect([...time]).toEqual(time.toSorted((a, b) => a - b));
  });

  it('lies between the bounds everywhere, and says the same at a moment as its line', () => {
    for (let time = 10e6; time <= 20e6; time += 0.037e6) {
      const value = likelyStaleness(healthy, 0, time);
      expect(value).toBeGreaterThanOrEqual(0.1 - 1e-9);
      expect(value).toBeLessThanOrEqual(toothHeight(healthy) + 1e-9);
    }
    const { time, seconds } = sawtooth(healthy, 0, all);
    for (let index = 1; index < time.length; index += 1) {
      const [a, b] = [time[index - 1] ?? 0, time[index] ?? 0];
      if (b > a)
        expect(likelyStaleness(healthy, 0, (a + b) / 2)).toBeCloseTo(
          ((seconds[index - 1] ?? 0) + (seconds[index] ?? 0)) / 2,
          6,
        );
    }
  });

  it('is made for the visible part only, from the same beat wherever the window begins', () => {
    const part = likelyStarts(healthy, 0, { from: 13e6, to: 16e6, columns: 1000 });
    expect(part.map((time) => time / 1e6)).toEqual([13.6, 14.7, 15.8]);
    expect(sawtooth(healthy, 0, { from: 13e6, to: 16e6, columns: 1000 }).time.length).toBeLessThan(12);
    expect(likelyStarts(healthy, 0, all)).toEqual(expect.arrayContaining(part));
  });

  it('is left out where its teeth would be narrower than they can be seen', () => {
    const long = { from: 0, to: 30_000e6, columns: 1000 };
    expect(showsTeeth(healthy, all)).toBe(true);
    expect(showsTeeth(healthy, long)).toBe(false);
    expect(sawtooth(healthy, 0, long).time).toEqual([]);
    expect(likelyStarts(healthy, 0, long)).toEqual([]);
  });

  it('is empty outside its stretch', () => {
    expect(sawtooth(healthy, 0, { from: 21e6, to: 25e6, columns: 1000 }).time).toEqual([]);
    expect([5e6, 10e6, 15e6, 20e6, 20.1e6].map((time) => stretchAt(healthy, time))).toEqual([-1, 0, 0, 0, -1]);
  });
});
