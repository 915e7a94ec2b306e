import { describe, expect, it } from 'vitest';
import { durationRangeText, durationText } from '../../../src/diagnosis/words/durationText.ts';
import { type Duration, seconds } from '../../../src/kubelet/time.ts';

describe('durationText', () => {
  it.each([
    [0, '0s'],
    [0.0004, '400µs'],
    [0.0006, '600µs'],
    [0.0009996, '1ms'],
    [0.051, '51ms'],
    [0.9996, '1s'],
    [4, '4s'],
    [4.25, '4.3s'],
    [59.94, '59.9s'],
    [59.96, '1m'],
    [128.62, '2m8.6s'],
    [180, '3m'],
    [240.05, '4m0.1s'],
    [599.94, '9m59.9s'],
    [599.96, '10m'],
    [754.4, '12m34s'],
    [3599.6, '1h'],
    [3780, '1h3m'],
    [86_399, '1d'],
    [208_800, '2d10h'],
    [-2.5, '-2.5s'],
  ])('%f s reads %s', (value, text) => {
    expect(durationText(seconds(value))).toBe(text);
  });

  it('does not print what is no number', () => {
    expect(durationText(Number.NaN as Duration)).toBe('an unknown time');
    expect(durationText(Number.POSITIVE_INFINITY as Duration)).toBe('an unknown time');
  });

  it('writes a range, and one value when both ends read the same', () => {
    expect(durationRangeText(seconds(128.6), seconds(130.5))).toBe('2m8.6s–2m10.5s');
    expect(durationRangeText(seconds(128.61), seconds(128.62))).toBe('2m8.6s');
  });

  it.each([
    [600.838, 602.652, '10m–10m3s'],
    [598.2, 600.2, '9m58.2s–10m1s'],
    [3590, 3700, '59m50s–1h2m'],
    [90_000, 100_000, '1d1h–1d4h'],
    [86_000, 86_400, '23h53m–1d'],
  ])('rounds the bounds of long times outwards: %d to %d s', (min, max, text) => {
    expect(durationRangeText(seconds(min), seconds(max))).toBe(text);
  });
});
