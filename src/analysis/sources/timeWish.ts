/** A time that a user asks for, in the ways people and journalctl write it. */
import { type Duration, duration, type Instant, instant } from '../../kubelet/time.ts';

/**
 * A time as it was written: with a zone, without one, without a year as log lines have it, without a date, counted back from the end of the log, or of a day that is counted back from the day on which the log ends.
 * Microseconds.
 */
export type TimeWish =
  | { readonly kind: 'absolute'; readonly time: Instant }
  | { readonly kind: 'local'; readonly local: number }
  | { readonly kind: 'yearless'; readonly month: number; readonly day: number; readonly ofDay: number }
  | { readonly kind: 'clock'; readonly ofDay: number }
  | { readonly kind: 'before-end'; readonly by: number }
  | { readonly kind: 'day'; readonly daysBack: number; readonly ofDay: number };

/** What is wrong with a time, or with two of them. */
export interface WishProblem {
  readonly why: string;
}

const TIME_FORMS =
  'give 2026-11-21T00:31:42Z, 2026-11-21 00:31, 00:31:42, -1h or "1 hour ago" (before the end of the log), yesterday 13:00, or what stands before a line: Nov 21 00:31:42';

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/i;
/** What journalctl, syslog and klog write before a line. */
const SYSLOG = /^([a-z]{3}) {1,2}(\d{1,2}) (\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/i;
const KLOG = /^[IWEF]?(\d\d)(\d\d) (\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const CLOCK = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? (?=\d)/i;
const EPOCH = /^@(\d{1,11})(?:\.(\d{1,9}))?$/;
/** Has all days that a year may have. */
const LEAP_YEAR = 2024;
const SECONDS_A_DAY = 86_400;
const DAYS_BACK: ReadonlyMap<string, number> = new Map([
  ['tomorrow', -1],
  ['today', 0],
  ['yesterday', 1],
]);

/** Seconds of a unit, under all names of systemd.time(7); a month and a year are as long as there. */
const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [['us', 'µs', 'μs', 'usec'], 1e-6],
      [['ms', 'msec'], 1e-3],
      [['s', 'sec', 'second', 'seconds'], 1],
      [['m', 'min', 'minute', 'minutes'], 60],
      [['h', 'hr', 'hour', 'hours'], 3600],
      [['d', 'day', 'days'], SECONDS_A_DAY],
      [['w', 'week', 'weeks'], 7 * SECONDS_A_DAY],
      [['M', 'month', 'months'], 30.44 * SECONDS_A_DAY],
      [['y', 'year', 'years'], 365.25 * SECONDS_A_DAY],
    ] as const
  ).flatMap(([names, seconds]) => names.map((name) => [name, seconds] as const)),
);

/**
 * Reads a time of `--since`, `--until` and `--at`, in the forms of journalctl (systemd.time(7)). What journalctl counts from the present is counted from the end of the log, which
 * is the present of whoever wrote it: `now`, `today`, `yesterday 13:00`, `-2h`, `+5m`, `1 hour ago`.
 */
export function parseTimeWish(text: string): TimeWish | WishProblem {
  const trimmed = text.trim().replace(WEEKDAY, '');
  const clock = CLOCK.exec(trimmed);
  if (clock !== null) {
    const ofDay = clockOf(clock[1], clock[2], clock[3], clock[4]);
    return ofDay === undefined ? { why: `there is no ${trimmed} o'clock` } : { kind: 'clock', ofDay };
  }
  const date = DATE_TIME.exec(trimmed);
  if (date !== null) return dateWish(date, trimmed);
  const epoch = EPOCH.exec(trimmed);
  if (epoch !== null)
    return { kind: 'absolute', time: instant(Number(epoch[1]) * 1_000_000 + microsecondsOf(epoch[2])) };
  return yearlessWish(trimmed) ?? relativeWish(trimmed) ?? { why: TIME_FORMS };
}

/** A time copied from a line that names no year; `undefined`: it is nothing of that kind. */
function yearlessWish(text: string): TimeWish | WishProblem | undefined {
  const [syslog, klog] = [SYSLOG.exec(text), KLOG.exec(text)];
  const [, , day = '', time = ''] = syslog ?? klog ?? [];
  const month = klog === null ? MONTHS.indexOf((syslog?.[1] ?? '').toLowerCase()) + 1 : Number(klog[1]);
  if (time === '' || month === 0) return undefined;
  const there = new Date(Date.UTC(LEAP_YEAR, month - 1, Number(day)));
  if (there.getUTCMonth() !== month - 1 || there.getUTCDate() !== Number(day))
    return { why: `there is no such day: ${text}` };
  const clock = CLOCK.exec(time);
  const ofDay = clockOf(clock?.[1], clock?.[2], clock?.[3], clock?.[4]);
  return ofDay === undefined
    ? { why: `there is no such time of day in ${text}` }
    : { kind: 'yearless', month, day: Number(day), ofDay };
}

/** What is counted from the end of the log; `undefined`: it is nothing of that kind. */
function relativeWish(text: string): TimeWish | WishProblem | undefined {
  const [word = '', time, ...more] = text.toLowerCase().split(' ');
  if (word === 'now' && time === undefined) return { kind: 'before-end', by: 0 };
  const daysBack = DAYS_BACK.get(word);
  if (daysBack !== undefined && more.length === 0) {
    const clock = CLOCK.exec(time ?? '00:00');
    if (clock === null) return undefined;
    const ofDay = clockOf(clock[1], clock[2], clock[3], clock[4]);
    return ofDay === undefined ? { why: `there is no such time of day in ${text}` } : { kind: 'day', daysBack, ofDay };
  }
  const back = text.startsWith('-') ? text.slice(1) : text.endsWith(' ago') ? text.slice(0, -' ago'.length) : undefined;
  const by = parseDuration(back ?? (text.startsWith('+') ? text.slice(1) : ''));
  return by === undefined ? undefined : { kind: 'before-end', by: back === undefined ? -by : by };
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
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1_000_000 + microsecondsOf(fraction);
}

function offsetOf(zone: string): number {
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.replace(/\D/g, '');
  return digits === '' ? 0 : sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000_000;
}

/** Microseconds of the digits behind a decimal point. */
function microsecondsOf(fraction = ''): number {
  return Math.floor(Number(fraction.padEnd(9, '0')) / 1000);
}

/** Reads `1h`, `90m`, `1h30m`, `2d`, `500ms`, `1 hour 30 min`; `undefined` for what is no such duration. */
export function parseDuration(text: string): Duration | undefined {
  let rest = text.trim();
  if (rest === '') return undefined;
  let sum = 0;
  while (rest !== '') {
    const part = /^(\d{1,9}(?:\.\d{1,9})?) ?([a-zµμ]{1,7}) ?/i.exec(rest);
    const unit = UNITS.get(part?.[2] ?? '') ?? UNITS.get(part?.[2]?.toLowerCase() ?? '');
    if (part === null || unit === undefined) return undefined;
    sum += Number(part[1]) * unit * 1_000_000;
    rest = rest.slice(part[0].length);
  }
  return duration(Math.round(sum));
}
