/** Times as text; only the outputs of this room use them, the model never does. */
import { AS_ONE, durationRangeText } from '../../diagnosis/words/durationText.ts';
import { dayText, type Duration, duration, type Instant, instant, type TimeBounds } from '../../kubelet/time.ts';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

/** The day that was written last, as text up to the `T`: neighbouring times mostly share it. */
let lastDay = Number.NaN;
let lastDayText = '';

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

/** RFC 3339 in UTC with microseconds: `2026-11-21T00:31:42.387000Z`. A fraction of a microsecond is rounded. */
export function formatRfc3339(time: Instant): string {
  const whole = Math.round(time);
  const seconds = Math.floor(whole / 1_000_000);
  const day = Math.floor(seconds / DAY_SECONDS);
  if (day !== lastDay) {
    lastDayText = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, -13); // …T00:00:00.000Z
    lastDay = day;
  }
  const micros = whole - seconds * 1_000_000;
  const second = seconds - day * DAY_SECONDS;
  const minute = Math.floor(second / MINUTE_SECONDS);
  const millis = Math.floor(micros / 1000);
  return `${lastDayText}${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:${TWO_DIGITS[second % MINUTE_SECONDS]}.${THREE_DIGITS[millis]}${THREE_DIGITS[micros - millis * 1000]}Z`;
}

/** Reads what `formatRfc3339` writes; `undefined` for any other text. */
export function parseRfc3339(text: string): Instant | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/.exec(text);
  if (match === null) return undefined;
  const seconds = Date.parse(`${match[1]}Z`);
  return Number.isNaN(seconds) ? undefined : instant(seconds * 1000 + Number(match[2]));
}

/** The time of day with milliseconds, cut and not rounded, so that it is the beginning of what one reads in the log: `00:31:42.387`, and `00:31:42` where that is all that a stamp shows. */
export function formatClock(time: Instant): string {
  return time % 1_000_000 === 0 ? formatRfc3339(time).slice(11, 19) : milliseconds(time);
}

function milliseconds(time: Instant): string {
  return formatRfc3339(instant(Math.floor(time / 1000) * 1000)).slice(11, 23);
}

/** The day: `2026-11-21`, or `11-21` where no year is known. */
export function formatDay(time: Instant): string {
  return dayText(formatRfc3339(time).slice(0, 10));
}

/** A bounded time: `00:31:42.387`, or `00:33:51.0–00:33:52.9` when its bounds are farther from each other than the answer takes for one time, the later. Tenths are rounded outwards, so that the true time lies between what is read. */
export function formatClockBounds(bounds: TimeBounds): string {
  if (bounds.max - bounds.min <= AS_ONE) return formatClock(bounds.max);
  if (bounds.max - bounds.min < 100_000) return `${formatClock(bounds.min)}–${formatClock(bounds.max)}`;
  return `${milliseconds(bounds.min).slice(0, -2)}–${milliseconds(instant(Math.ceil(bounds.max / 100_000) * 100_000)).slice(0, -2)}`;
}

/** When an unhealthy time began: its bounds, or the latest moment where nothing bounds it from below. */
export function formatBegin({ begin, beginOpen }: { readonly begin: TimeBounds; readonly beginOpen?: true }): string {
  return beginOpen === true ? `${formatClock(begin.max)} or earlier` : formatClockBounds(begin);
}

/** The length between two bounded times: `2m8.6s–2m10.5s`, or one value when they read the same. */
export function formatLengthBetween(from: TimeBounds, to: TimeBounds): string {
  const length = (micros: number): Duration => duration(Math.max(0, micros));
  return durationRangeText(length(to.min - from.max), length(to.max - from.min));
}
