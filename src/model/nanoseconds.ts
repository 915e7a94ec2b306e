/**
 * The model's own time: whole nanoseconds since the model began, so that arithmetic is exact and equal on every machine
 * (a double holds 104 days of them). Points and lengths of time share the unit.
 */
import type { Duration } from '../kubelet/time.ts';

/** Whole nanoseconds: a point since the beginning of the model, or a length. */
export type Nanoseconds = number & { readonly __unit: 'nanoseconds of the model' };

export const NEVER = Number.POSITIVE_INFINITY as Nanoseconds;
export const ZERO = 0 as Nanoseconds;

/** Brands a number of nanoseconds; fractions are rounded. */
export function nanoseconds(value: number): Nanoseconds {
  return (Number.isFinite(value) ? Math.round(value) : value) as Nanoseconds;
}

/** Seconds to nanoseconds. */
export function fromSeconds(value: number): Nanoseconds {
  return nanoseconds(value * 1e9);
}

/** A duration of the house (microseconds) to nanoseconds. */
export function fromDuration(value: Duration): Nanoseconds {
  return nanoseconds(value * 1000);
}

/** Nanoseconds to a duration of the house (microseconds, nanoseconds as the fraction). */
export function toDuration(value: Nanoseconds): Duration {
  return (value / 1000) as Duration;
}

/** `a + b`. */
export function plus(a: Nanoseconds, b: Nanoseconds): Nanoseconds {
  return (a + b) as Nanoseconds;
}

/** `a - b`. */
export function minus(a: Nanoseconds, b: Nanoseconds): Nanoseconds {
  return (a - b) as Nanoseconds;
}

/** The earlier of two. */
export function earlier(a: Nanoseconds, b: Nanoseconds): Nanoseconds {
  return a < b ? a : b;
}

/** The later of two. */
export function later(a: Nanoseconds, b: Nanoseconds): Nanoseconds {
  return a > b ? a : b;
}
