import { describe, expect, it } from 'vitest';
import { clockParts, formatSeconds, formatSecondsRange } from '../../../src/timeline/format.ts';

describe('formatSeconds', () => {
  it.each([
    [0, '0s'],
    [0.000_012, '12µs'],
    [0.0035, '3.5ms'],
    [0.2, '200ms'],
    [0.9996, '1s'],
    [1, '1s'],
    [59.96, '1m'],
    [128.6, '2m8.6s'],
    [180, '3m'],
    [599.94, '9m59.9s'],
    [600.4, '10m'],
    [615, '10m15s'],
    [3600, '1h'],
    [3840, '1h4m'],
    [172_800, '2d'],
    [180_000, '2d2h'],
    [-5.25, '-5.3s'],
    [Number.NaN, '?'],
  ])('writes %d as %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  it('writes bounds as one value where they read the same', () => {
    expect(formatSecondsRange(128.6, 130.5)).toBe('2m8.6s–2m10.5s');
    expect(formatSecondsRange(180.01, 180.02)).toBe('3m');
  });
});

describe('clockParts', () => {
  it('splits a moment in any zone', () => {
    const time = Date.UTC(2026, 10, 21, 23, 59, 59, 500) * 1000 + 7;
    expect(clockParts(time)).toEqual({ date: '2026-11-21', time: '23:59:59', microseconds: '500007' });
    expect(clockParts(time, 330)).toEqual({ date: '2026-11-22', time: '05:29:59', microseconds: '500007' });
    expect(clockParts(time, -300)).toEqual({ date: '2026-11-21', time: '18:59:59', microseconds: '500007' });
  });

  it('survives a time that no calendar has', () => {
    expect(clockParts(1e300)).toMatchObject({ date: '?' });
  });
});
