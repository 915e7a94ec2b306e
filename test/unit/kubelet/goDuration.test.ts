import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatGoDuration,
  goDurationToMicroseconds,
  parseGoDuration,
  roundGoDuration,
} from '../../../src/kubelet/goDuration.ts';

describe('Go durations', () => {
  it.each([
    ['0s', 0n],
    ['1.5µs', 1_500n],
    ['350ms', 350_000_000n],
    ['3m0s', 180_000_000_000n],
    ['3m0.416753742s', 180_416_753_742n],
    ['58h29m3.04s', 210_543_040_000_000n],
    ['2562047h47m16.854775807s', 9_223_372_036_854_775_807n],
    ['-2562047h47m16.854775808s', -9_223_372_036_854_775_808n],
  ])('%s is %s ns, both ways', (text, nanoseconds) => {
    expect(formatGoDuration(nanoseconds)).toBe(text);
    expect(parseGoDuration(text)).toEqual({ ok: true, nanoseconds });
  });

  it.each([
    ['', 'time: invalid duration ""'],
    ['3', 'time: missing unit in duration "3"'],
    ['.s', 'time: invalid duration ".s"'],
    ['3x', 'time: unknown unit "x" in duration "3x"'],
    ['1h 2m', 'time: unknown unit "h " in duration "1h 2m"'],
    ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
    ['3é', 'time: unknown unit "\\xc3\\xa9" in duration "3\\xc3\\xa9"'],
  ])('%s is refused in the words of Go', (text, error) => {
    expect(parseGoDuration(text)).toEqual({ ok: false, error });
  });

  it('reads back every duration it writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanoseconds) => {
        expect(parseGoDuration(formatGoDuration(nanoseconds))).toEqual({ ok: true, nanoseconds });
      }),
    );
  });

  it('reads the same on the fast path, to the nanosecond below 10 days', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 864_000_000_000_000n }), (nanoseconds) => {
        const fast = goDurationToMicroseconds(formatGoDuration(nanoseconds));
        expect(BigInt(Math.round((fast ?? 0) * 1000))).toBe(nanoseconds);
      }),
    );
  });

  it.each(['', '-', 's', '3', '3 m', '3m 0s', '3m0', 'three', '3q', '.s', '3m0.4'])(
    'the fast path refuses %j',
    (text) => {
      expect(goDurationToMicroseconds(text)).toBeUndefined();
    },
  );

  it('takes any text without harm', () => {
    const texts = fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[-+]?[0-9.hmsnu ]{0,30}$/));
    fc.assert(
      fc.property(texts, (text) => {
        const exact = parseGoDuration(text);
        const fast = goDurationToMicroseconds(text);
        // What Go refuses is no duration for the fast path either, except for its limit of 292 years.
        expect(exact.ok || fast === undefined || Math.abs(fast) > 9e15).toBe(true);
      }),
    );
  });

  it('rounds as housekeeping does, halves away from zero', () => {
    expect(formatGoDuration(roundGoDuration(120_000_500_000n, 1_000_000n))).toBe('2m0.001s');
    expect(formatGoDuration(roundGoDuration(-120_000_500_000n, 1_000_000n))).toBe('-2m0.001s');
    expect(formatGoDuration(roundGoDuration(120_000_499_999n, 1_000_000n))).toBe('2m0s');
  });
});
