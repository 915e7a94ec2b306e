import { describe, expect, it } from 'vitest';
import { parseTimeWish, resolveWindow, type TimeWish } from '../../../src/analysis/sources/timeWindow.ts';
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
  ])('%s is understood', (text, expected) => {
    expect(resolved(text, undefined)).toEqual([expected, '']);
  });

  it.each([
    ['yesterday', 'give 2026-11-21'],
    ['', 'give 2026-11-21'],
    ['-', 'give 2026-11-21'],
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
