/**
 * Time as the whole house keeps it. An `Instant` is microseconds since the Unix epoch and fits a double exactly until the year 2255;
 * a `Duration` is microseconds and may carry a fraction, because Go prints nanoseconds. Brands keep the units apart; text is made at the edge only.
 */

/** Microseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly __unit: 'microseconds since the epoch' };

/** A length of time in microseconds; fractions are nanoseconds. */
export type Duration = number & { readonly __unit: 'microseconds' };

const MICROSECONDS_PER_SECOND = 1_000_000;

/** Brands a number that is already microseconds since the epoch. */
export function instant(microseconds: number): Instant {
  return microseconds as Instant;
}

/** Brands a number that is already microseconds. */
export function duration(microseconds: number): Duration {
  return microseconds as Duration;
}

/** Seconds to a duration, e.g. `seconds(180)` is the relist threshold. */
export function seconds(value: number): Duration {
  return (value * MICROSECONDS_PER_SECOND) as Duration;
}

/** Milliseconds to a duration. */
export function milliseconds(value: number): Duration {
  return (value * 1000) as Duration;
}

/** A duration in seconds, for output. */
export function inSeconds(value: Duration): number {
  return value / MICROSECONDS_PER_SECOND;
}

/** `from` moved by `by`. */
export function after(from: Instant, by: Duration): Instant {
  return (from + by) as Instant;
}

/** `from` moved back by `by`. */
export function before(from: Instant, by: Duration): Instant {
  return (from - by) as Instant;
}

/** The time from `from` to `to`; negative if `to` is earlier. */
export function between(from: Instant, to: Instant): Duration {
  return (to - from) as Duration;
}

/** The first year of Kubernetes. An earlier one is that of a log that names no year and of which nothing else tells it: the reader counts from 2000 then. */
const FIRST_YEAR = 2014;

/** Whether the year of a day (`2026-11-21`) is known. */
export function isYearKnown(day: string): boolean {
  return Number(day.slice(0, day.indexOf('-', 1))) >= FIRST_YEAR;
}

/** A day as it is shown: without the year that is not known. */
export function dayText(day: string): string {
  return isYearKnown(day) ? day : day.slice(-5);
}

/** A time known only within bounds, both inclusive; `min === max` is exact. */
export interface TimeBounds {
  readonly min: Instant;
  readonly max: Instant;
}

/** Bounds of a time that is known exactly. */
export function exactly(time: Instant): TimeBounds {
  return { min: time, max: time };
}
