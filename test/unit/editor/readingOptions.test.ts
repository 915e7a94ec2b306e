import { describe, expect, it } from 'vitest';
import { readingOptions } from '../../../src/editor/readingOptions.ts';

describe('the settings', () => {
  it('are options where they make sense, and none where they are empty', () => {
    expect(readingOptions(2024, ' Europe/Berlin ')).toEqual({ year: 2024, timeZone: 'Europe/Berlin' });
    expect(readingOptions(null, '')).toEqual({});
    expect(readingOptions(undefined, undefined)).toEqual({});
  });

  it.each([99_999, -5, 0, 2024.5, '2024', Number.NaN, {}])(
    'are not used where the year is %j, with a word about it',
    (year) => {
      expect(readingOptions(year, '+02:00')).toEqual({
        timeZone: '+02:00',
        warnings: [expect.stringMatching(/kubeletTimeline\.year .* not used/)],
      });
    },
  );

  it.each(['Nowhere/Land', '+99:00', 'x'.repeat(50)])(
    'are not used where the zone is %j, with a word about it',
    (zone) => {
      expect(readingOptions(2024, zone)).toEqual({
        year: 2024,
        warnings: [expect.stringContaining(JSON.stringify(zone))],
      });
    },
  );
});
