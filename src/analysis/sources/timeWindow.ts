/** The stretch of time that a user asks for, in the ways people write it, and what it means for a log. */
import { type Duration, duration, type Instant, instant } from '../../kubelet/time.ts';
import type { TimeWindow } from '../session.ts';

/** A time as it was written: with a zone, without one, without a date, or counted back from the end of the log. Microseconds. */
export type TimeWish =
  | { readonly kind: 'absolute'; readonly time: Instant }
  | { readonly kind: 'local'; readonly local: number }
  | { readonly kind: 'clock'; readonly ofDay: number }
  | { readonly kind: 'before-end'; readonly by: number };

/** What is wrong with a time, or with two of them. */
export interface WishProblem {
  readonly why: string;
}

export const TIME_FORMS = 'give 2026-11-21T00:31:42Z, 2026-11-21 00:31, 00:31:42 or -1h (before the end of the log)';

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/i;
const CLOCK = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['m', 60],
  ['s', 1],
  ['ms', 0.001],
]);

/** Reads a time of `--since` and `--until`. */
export function parseTimeWish(text: string): TimeWish | WishProblem {
  const trimmed = text.trim();
  const clock = CLOCK.exec(trimmed);
  if (clock !== null) {
    const ofDay = clockOf(clock[1], clock[2], clock[3], clock[4]);
    return ofDay === undefined ? { why: `there is no ${trimmed} o'clock` } : { kind: 'clock', ofDay };
  }
  const date = DATE_TIME.exec(trimmed);
  if (date !== null) return dateWish(date, trimmed);
  if (trimmed.startsWith('-')) {
    const by = parseDuration(trimmed.slice(1));
    return by === undefined ? { why: TIME_FORMS } : { kind: 'before-end', by };
  }
  return { why: TIME_FORMS };
}

function dateWish(parts: RegExpExecArray, text: string): TimeWish | WishProblem {
  const [, year, month, day, hours, minutes, seconds, fraction, zone] = parts;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const there = new Date(midnight);
  if (there.getUTCMonth() !== Number(month) - 1 || there.getUTCDate() !== Number(day))
    return { why: `there is no day ${text.slice(0, 10)}` };
  const ofDay = hours === undefined ? 0 : clockOf(hours, minutes, seconds, fraction);
  if (ofDay === undefined) return { why: `there is no such time of day in ${text}` };
  const local = midnight * 1000 + ofDay;
  if (zone === undefined) return { kind: 'local', local };
  return { kind: 'absolute', time: instant(local - offsetOf(zone)) };
}

/** Microseconds since midnight. */
function clockOf(
  hours: string | undefined,
  minutes: string | undefined,
  seconds = '0',
  fraction = '',
): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return (
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1_000_000 +
    Math.floor(Number(fraction.padEnd(9, '0')) / 1000)
  );
}

function offsetOf(zone: string): number {
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.replace(/\D/g, '');
  return digits === '' ? 0 : sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000_000;
}

/** Reads `1h`, `90m`, `1h30m`, `2d`, `500ms`; `undefined` for what is no such duration. */
export function parseDuration(text: string): Duration | undefined {
  let rest = text;
  let sum = 0;
  while (rest !== '') {
    const part = /^(\d{1,9}(?:\.\d{1,9})?)(d|h|min|ms|m|s)/.exec(rest);
    if (part === null) return undefined;
    sum += Number(part[1]) * (UNITS.get(part[2] ?? '') ?? 0) * 1_000_000;
    rest = rest.slice(part[0].length);
  }
  return text === '' ? undefined : duration(Math.round(sum));
}

/** True if the wish can be understood only when the begin and the end of the log are known. */
export function needsSpan(wish: TimeWish | undefined): boolean {
  return wish?.kind === 'clock' || wish?.kind === 'before-end';
}

export interface WindowWishes {
  readonly since?: TimeWish;
  readonly until?: TimeWish;
}

const DAY = 86_400_000_000;

/**
 * What the wishes mean for a log with this span. `offsetAt` gives microseconds east of UTC of a local time (as if UTC); without it, times without a zone are read as they are
 * printed: UTC, or as logged where the zone is unknown. A clock time without a date is the latest one within the log; as an end it is the first one after the begin.
 */
export function resolveWindow(
  { since, until }: WindowWishes,
  span: { readonly from: Instant; readonly to: Instant } | undefined,
  offsetAt: (local: number) => number = () => 0,
): TimeWindow | WishProblem {
  const toLocal = (time: number): number => time + offsetAt(time + offsetAt(time));
  const resolve = (wish: TimeWish, after: number | undefined): Instant | undefined => {
    if (wish.kind === 'absolute') return wish.time;
    if (wish.kind === 'local') return instant(wish.local - offsetAt(wish.local));
    if (span === undefined) return undefined;
    if (wish.kind === 'before-end') return instant(span.to - wish.by);
    const lastMidnight = Math.floor(toLocal(span.to) / DAY) * DAY;
    const firstMidnight = Math.floor(toLocal(span.from) / DAY) * DAY;
    const at = (midnight: number): number => midnight + wish.ofDay - offsetAt(midnight + wish.ofDay);
    if (after !== undefined) {
      for (let midnight = firstMidnight; midnight <= lastMidnight; midnight += DAY)
        if (at(midnight) >= after) return instant(at(midnight));
      return instant(at(lastMidnight));
    }
    for (let midnight = lastMidnight; midnight >= firstMidnight; midnight -= DAY)
      if (at(midnight) >= span.from && at(midnight) <= span.to) return instant(at(midnight));
    return instant(at(lastMidnight));
  };
  const from = since === undefined ? undefined : resolve(since, undefined);
  const to = until === undefined ? undefined : resolve(until, from);
  if ((since !== undefined && from === undefined) || (until !== undefined && to === undefined))
    return { why: 'the log has no times to count from' };
  if (from !== undefined && to !== undefined && from > to) return { why: '--since is later than --until' };
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
