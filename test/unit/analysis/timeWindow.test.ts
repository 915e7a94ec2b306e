import { describe, expect, it } from 'vitest';
import { resolveWindow } from '../../../src/analysis/sources/timeWindow.ts';
import { parseDuration, parseTimeWish, type TimeWish } from '../../../src/analysis/sources/timeWish.ts';
import { formatRfc3339 } from '../../../src/analysis/outputs/instantText.ts';
import { zoneRule } from '../../../src/journal/time/zones.ts';
import { instant } from '../../../src/kubelet/time.ts';

const at = (text: string): ReturnType<typeof instant> => instant(Date.parse(text) * 1000);
const span = { from: at('2026-11-20T22:00:00Z'), to: at('2026-11-21T00:35:12Z') };

function wish(text: string): TimeWish {
  const read = parseTimeWish(text);
  if ('why' in read) throw new Error(`${text}: ${read.why}`);
  return read;
}
function resolved(since: string | undefined, until: string | undefined, zone?: string): unknown {
  const window = resolveWindow(
    { ...(since === undefined ? {} : { since: wish(since) }), ...(until === undefined ? {} : { until: wish(until) }) },
    span,
    zone === undefined ? undefined : zoneRule(zone),
  );
  if ('why' in window) return window.why;
  return [window.from, window.to].map((time) => (time === undefined ? '' : formatRfc3339(time)));
}

describe('a time', () => {
  it.each([
    ['2026-11-21T00:31:42Z', '2026-11-21T00:31:42.000000Z'],
    ['2026-11-21T08:31:42.387531+08:00', '2026-11-21T00:31:42.387531Z'],
    ['2026-11-20t19:31:42-0500', '2026-11-21T00:31:42.000000Z'],
    ['2026-11-21 00:31', '2026-11-21T00:31:00.000000Z'],
    ['2026-11-21 00:31:42 UTC', '2026-11-21T00:31:42.000000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000000Z'],
    ['00:31:42', '2026-11-21T00:31:42.000000Z'],
    ['23:15', '2026-11-20T23:15:00.000000Z'],
    ['-1h', '2026-11-20T23:35:12.000000Z'],
    ['-90m', '2026-11-20T23:05:12.000000Z'],
    ['-1h30m', '2026-11-20T23:05:12.000000Z'],
    ['-0.5s', '2026-11-21T00:35:11.500000Z'],
    ['-2min', '2026-11-21T00:33:12.000000Z'],
    ['-1 hour', '2026-11-20T23:35:12.000000Z'],
    ['1 hour ago', '2026-11-20T23:35:12.000000Z'],
    ['1h 30 minutes ago', '2026-11-20T23:05:12.000000Z'],
    ['2 Days ago', '2026-11-19T00:35:12.000000Z'],
    ['now', '2026-11-21T00:35:12.000000Z'],
    ['today', '2026-11-21T00:00:00.000000Z'],
    ['today 00:20', '2026-11-21T00:20:00.000000Z'],
    ['yesterday', '2026-11-20T00:00:00.000000Z'],
    ['tomorrow', '2026-11-22T00:00:00.000000Z'],
    ['+90m', '2026-11-21T02:05:12.000000Z'],
    ['Yesterday 13:00', '2026-11-20T13:00:00.000000Z'],
    ['Sat 2026-11-21 00:31:42 UTC', '2026-11-21T00:31:42.000000Z'],
    ['@1795221102.5', '2026-11-21T00:31:42.500000Z'],
    ['Nov 21 00:31:42', '2026-11-21T00:31:42.000000Z'],
    ['nov  9 00:31:42.5', '2026-11-09T00:31:42.500000Z'],
    ['E1121 00:31:42.387531', '2026-11-21T00:31:42.387531Z'],
    ['1120 23:59', '2026-11-20T23:59:00.000000Z'],
    ['Jan 02 00:00:00', '2027-01-02T00:00:00.000000Z'],
    ['Dec 31 00:00:00', '2026-12-31T00:00:00.000000Z'],
  ])('%s is understood', (text, expected) => {
    expect(resolved(text, undefined)).toEqual([expected, '']);
  });

  it.each([
    ['yesterday noon', 'give 2026-11-21'],
    ['Foo 21 00:31:42', 'give 2026-11-21'],
    ['Feb 30 00:31:42', 'there is no such day'],
    ['1121 24:31:42', 'there is no such time of day'],
    ['yesterday 13:00 UTC', 'give 2026-11-21'],
    ['today 25:00', 'no such time of day'],
    ['ago', 'give 2026-11-21'],
    ['1 ago', 'give 2026-11-21'],
    ['in 1 hour', 'give 2026-11-21'],
    ['', 'give 2026-11-21'],
    ['-', 'give 2026-11-21'],
    ['+', 'give 2026-11-21'],
    ['-1 fortnight', 'give 2026-11-21'],
    ['1h', 'give 2026-11-21'],
    ['2026-02-29', 'there is no day 2026-02-29'],
    ['2026-13-01', 'there is no day'],
    ['2026-11-21 24:00', 'no such time of day'],
    ['25:00', "no 25:00 o'clock"],
    ['12:60', "no 12:60 o'clock"],
  ])('%j is none, and it is said why', (text, why) => {
    expect(parseTimeWish(text)).toEqual({ why: expect.stringContaining(why) as unknown });
  });

  it('without a zone is read in the zone of the option, by name with its daylight saving', () => {
    expect(resolved('2026-11-21 01:31', undefined, 'Europe/Berlin')).toEqual(['2026-11-21T00:31:00.000000Z', '']);
    expect(resolved('2026-07-21 02:31', undefined, 'Europe/Berlin')).toEqual(['2026-07-21T00:31:00.000000Z', '']);
    expect(resolved('08:31', undefined, '+08:00')).toEqual(['2026-11-21T00:31:00.000000Z', '']);
  });

  it('of a day is of the day on which the log ends in that zone', () => {
    expect(resolved('yesterday 23:00', 'today 08:31', '+08:00')).toEqual([
      '2026-11-20T15:00:00.000000Z',
      '2026-11-21T00:31:00.000000Z',
    ]);
    expect(resolved('today', undefined, '-05:00')).toEqual(['2026-11-20T05:00:00.000000Z', '']);
  });

  it('of day lies within the log: the latest one, and as an end the first one after the begin', () => {
    expect(resolved('23:50', '00:10')).toEqual(['2026-11-20T23:50:00.000000Z', '2026-11-21T00:10:00.000000Z']);
    expect(resolved(undefined, '22:30')).toEqual(['', '2026-11-20T22:30:00.000000Z']);
    expect(resolved(undefined, '12:00')).toEqual(['', '2026-11-21T12:00:00.000000Z']);
  });
});

it('a stretch that ends before it begins is refused', () => {
  expect(resolved('-10m', '-20m')).toBe('--since is later than --until');
});

it('a time that is counted from the end needs a log with times', () => {
  expect(resolveWindow({ since: wish('-1h') }, undefined)).toEqual({ why: 'the log has no times to count from' });
  expect(resolveWindow({ since: wish('2026-11-21') }, undefined)).toEqual({ from: at('2026-11-21T00:00:00Z') });
});

it.each([
  ['1h', 3600],
  ['2 hours 5min', 7500],
  ['1.5s', 1.5],
  ['3M', 3 * 30.44 * 86_400],
  ['3m', 180],
  ['1w', 604_800],
  ['20 usec', 0.00002],
])('%s is a duration', (text, seconds) => {
  expect(parseDuration(text)).toBe(Math.round(seconds * 1_000_000));
});

it.each(['', ' ', '1', 'h', '1h2', '1 fortnight', '1  h', `${'1h'.repeat(3)}x`])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});
