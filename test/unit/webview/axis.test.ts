import { describe, expect, it } from 'vitest';
import {
  clockName,
  formatDate,
  formatLasted,
  formatListed,
  formatStamp,
  formatTime,
  secondsTicks,
  tickLabel,
  tickStep,
  ticksThatFit,
  timeTicks,
  type TimeFormat,
  type TimeScale,
} from '../../../webview/charts/axis.ts';

const ORIGIN = Date.UTC(2026, 10, 21, 0, 27, 36, 500) * 1000;

function scale(format: TimeFormat, reference = 246.387e6): TimeScale {
  return { format, origin: ORIGIN, loggedOffset: 330, localOffset: -60, reference };
}

describe('timeTicks', () => {
  it('stand at round moments of the clock that is shown', () => {
    const view = { from: 0, to: 460e6 };
    const shown = (format: TimeFormat): string[] => {
      const { step, values } = timeTicks(view, scale(format), 8);
      return values.map((value) => tickLabel(value, step, scale(format)));
    };
    expect(shown('utc')).toEqual(['00:28', '00:29', '00:30', '00:31', '00:32', '00:33', '00:34', '00:35']);
    expect(shown('logged')).toEqual(['05:58', '05:59', '06:00', '06:01', '06:02', '06:03', '06:04', '06:05']);
    expect(shown('relative')).toEqual(['-4m', '-3m', '-2m', '-1m', '0', '+1m', '+2m', '+3m']);
  });

  it('are as short as the step allows', () => {
    const at = (time: number, step: number): string => tickLabel(time, step, scale('utc'));
    expect(at(23.5e6, 60e6)).toBe('00:28');
    expect(at(23.5e6, 5e6)).toBe('00:28:00');
    expect(at(23.6e6, 100_000)).toBe('00:28:00.100');
    expect(at(23.500_25e6, 50)).toBe('00:28:00.000250');
    expect(at(0, 86_400e6)).toBe('2026-11-21');
    const midnight = (24 * 3600 - (27 * 60 + 36.5)) * 1e6;
    expect(at(midnight, 60e6)).toBe('2026-11-22');
  });

  it.each([
    [1, 1],
    [460e6, 60e6],
    [3e9, 300e6],
    [7 * 86_400e6, 86_400e6],
    [1e16, undefined],
  ])('never are more than asked for over %d µs', (span, step) => {
    const { values } = timeTicks({ from: 0, to: span }, scale('utc'), 10);
    expect(values.length).toBeLessThanOrEqual(11);
    if (step !== undefined) expect(tickStep(span, 10)).toBe(step);
  });
});

describe('ticksThatFit', () => {
  const shown = (span: number, width: number, format: TimeFormat = 'utc'): string[] => {
    const { step, values } = ticksThatFit({ from: 0, to: span }, scale(format), width);
    return values.map((value) => tickLabel(value, step, scale(format)));
  };

  it('are several on a narrow axis, and never so many that labels touch', () => {
    expect(shown(478e6, 276)).toEqual(['00:28', '00:30', '00:32', '00:34']);
    for (const format of ['utc', 'relative'] as const) {
      for (const width of [276, 350, 500, 1200, 3600]) {
        for (let span = 1000; span < 1e13; span *= 2.3) {
          const { step } = ticksThatFit({ from: 0, to: span }, scale(format), width);
          const labels = shown(span, width, format);
          const longest = Math.max(0, ...labels.map((label) => label.length));
          if (labels.length > 2 && !labels.some((label) => label.includes('-11-') || label.includes('-12-')))
            expect(
              (step / span) * width,
              `${format} ${span} on ${width}: ${labels.slice(0, 3).join(' ')}`,
            ).toBeGreaterThan(longest * 6.2 + 8);
        }
      }
    }
  });
});

describe('formatTime', () => {
  it('writes all digits, a few, or the distance to the episode', () => {
    expect(formatTime(1.25e6, scale('utc'))).toBe('00:27:37.750000');
    expect(formatTime(1.25e6, scale('utc'), 3)).toBe('00:27:37.750');
    expect(formatTime(1.25e6, scale('local'), 0)).toBe('23:27:37');
    expect(formatDate(1.25e6, scale('local'))).toBe('2026-11-20');
    expect(formatTime(374.987e6, scale('relative'))).toBe('+2m8.6s');
    expect(formatTime(246.387e6, scale('relative'))).toBe('+0s');
  });
});

describe('formatListed', () => {
  it('gives the day where the log has more than one', () => {
    expect(formatListed(1.25e6, scale('utc'), 460e6)).toBe('00:27:37.750');
    expect(formatListed(1.25e6, scale('utc'), 86_400e6)).toBe('11-21 00:27:37.750');
    expect(formatListed(374.987e6, scale('relative'), 86_400e6)).toBe('+2m8.6s');
  });
});

describe('formatLasted', () => {
  it('says until when and for how long, and of an instant neither', () => {
    const relative = { ...scale('relative'), reference: 0 };
    expect(formatLasted(60e6, 417.6e6, relative, 500e6)).toBe(
      `${formatListed(60e6, relative, 500e6)}–${formatListed(417.6e6, relative, 500e6)} (5m57.6s)`,
    );
    for (const end of [60e6, Number.NaN])
      expect(formatLasted(60e6, end, relative, 500e6)).toBe(formatListed(60e6, relative, 500e6));
  });
});

describe('clockName', () => {
  it('says which clock the times are of', () => {
    expect(clockName(scale('logged'), true)).toBe('UTC+05:30');
    expect(clockName(scale('local'), true)).toBe('UTC−01:00');
    expect(clockName(scale('utc'), true)).toBe('UTC');
    expect(clockName(scale('logged'), false)).toBe('time zone unknown');
    expect(clockName(scale('relative'), false)).toBe('since the episode');
  });

  it('says of lines without times that they have none, and no zone of these', () => {
    expect(clockName({ ...scale('logged'), origin: 0 }, false)).toBe('lines without times');
    expect(clockName({ ...scale('relative'), origin: 0 }, false)).toBe('lines without times');
  });

  it('tells a stamp of whole seconds as it stands in the log, and all digits of others; what is copied is of one form', () => {
    const logged = { ...scale('logged'), origin: Date.UTC(2026, 10, 21, 0, 31, 42) * 1000, loggedOffset: 0 };
    expect([formatStamp(0, logged), formatStamp(1, logged), formatListed(1, logged, 1)]).toEqual([
      '00:31:42',
      '00:31:42.000001',
      '00:31:42.000',
    ]);
    expect(formatTime(0, logged)).toBe('00:31:42.000000');
  });

  it('says that a log names no year, of which no text then shows one', () => {
    const of = (year: number, format: TimeFormat = 'logged'): TimeScale => ({
      ...scale(format),
      origin: Date.UTC(year, 10, 21, 23, 59) * 1000,
      loggedOffset: 0,
    });
    expect([2000, 1999, 2014].map((year) => formatDate(0, of(year)))).toEqual(['11-21', '11-21', '2014-11-21']);
    expect(formatListed(0, of(2000), 86_400e6)).toBe('11-21 23:59:00');
    expect(tickLabel(60e6, 60e6, of(2000))).toBe('11-22');
    expect([clockName(of(2000), false), clockName(of(2000, 'utc'), true), clockName(of(2014), false)]).toEqual([
      'year and time zone unknown',
      'UTC, year unknown',
      'time zone unknown',
    ]);
  });
});

describe('secondsTicks', () => {
  it.each([
    [345, 4, [0, 120, 240]],
    [225, 4, [0, 60, 120, 180]],
    [1.2, 4, [0, 0.5, 1]],
    [100_000, 2, [0, 86_400]],
  ])('divides %d s into at most %d', (top, most, ticks) => {
    expect(secondsTicks(top, most)).toEqual(ticks);
  });
});
