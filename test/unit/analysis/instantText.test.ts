import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatClockBounds,
  formatLengthBetween,
  formatRfc3339,
  parseRfc3339,
} from '../../../src/analysis/outputs/instantText.ts';
import { exactly, instant } from '../../../src/kubelet/time.ts';

const at = (text: string) => {
  const time = parseRfc3339(text);
  if (time === undefined) throw new Error(text);
  return time;
};

describe('formatRfc3339', () => {
  it('writes microseconds and Z', () => {
    expect(formatRfc3339(instant(1_795_221_102_387_001))).toBe('2026-11-21T00:31:42.387001Z');
  });

  it('keeps the microseconds of times before 1970', () => {
    expect(formatRfc3339(instant(-1))).toBe('1969-12-31T23:59:59.999999Z');
  });

  it('rounds a fraction of a microsecond up into the next second', () => {
    expect(formatRfc3339(instant(999_999.6))).toBe('1970-01-01T00:00:01.000000Z');
  });

  it('is read back by parseRfc3339', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7_258_118_400_000_000 }), (time) => {
        expect(parseRfc3339(formatRfc3339(instant(time)))).toBe(time);
      }),
    );
  });
});

it('reads nothing but its own form', () => {
  for (const text of ['2026-11-21T00:31:42Z', '2026-11-21 00:31:42.387001Z', '2026-13-21T00:31:42.387001Z', ''])
    expect(parseRfc3339(text)).toBeUndefined();
});

it('cuts the clock to milliseconds, like the eye that looks for it in the log', () => {
  expect(formatClock(at('2026-11-21T00:31:42.387499Z'))).toBe('00:31:42.387');
  expect(formatClock(at('2026-11-21T23:59:59.999900Z'))).toBe('23:59:59.999');
  expect(formatClock(at('2026-11-21T00:31:42.000387Z'))).toBe('00:31:42.000');
  expect(formatClock(at('2026-11-21T00:31:42.000000Z'))).toBe('00:31:42');
});

it('writes bounds with the digits that their width allows', () => {
  const min = at('2026-11-21T00:33:51.012000Z');
  expect(formatClockBounds(exactly(min))).toBe('00:33:51.012');
  expect(formatClockBounds({ min, max: at('2026-11-21T00:33:52.866000Z') })).toBe('00:33:51.0–00:33:52.9');
  expect(formatClockBounds({ min, max: at('2026-11-21T00:33:51.052000Z') })).toBe('00:33:51.012–00:33:51.052');
  const whole = at('2026-11-21T00:33:51.000000Z');
  expect(formatClockBounds({ min: whole, max: at('2026-11-21T00:33:53.000000Z') })).toBe('00:33:51.0–00:33:53.0');
});

it('writes the length between bounds as a range', () => {
  const begin = exactly(at('2026-11-21T00:31:42.387000Z'));
  expect(
    formatLengthBetween(begin, { min: at('2026-11-21T00:33:51.000000Z'), max: at('2026-11-21T00:33:52.900000Z') }),
  ).toBe('2m8.6s–2m10.5s');
  expect(formatLengthBetween(begin, begin)).toBe('0s');
});
