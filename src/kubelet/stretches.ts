import type { Instant } from './time.ts';

/** From a time to a later one. */
export interface Stretch<Time extends number = Instant> {
  readonly from: Time;
  readonly to: Time;
}

/** The times that any of the stretches covers, in order. Two that are at most `apart` from each other are one. */
export function joinedStretches<Time extends number>(
  stretches: Iterable<Stretch<Time>>,
  apart = 0,
): readonly Stretch<Time>[] {
  const joined: { from: Time; to: Time }[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from - last.to <= apart) last.to = Math.max(last.to, to) as Time;
    else joined.push({ from, to });
  }
  return joined;
}

/** What of the stretches lies within another one. */
export function within<Time extends number>(
  stretches: readonly Stretch<Time>[],
  { from, to }: Stretch<Time>,
): readonly Stretch<Time>[] {
  return stretches
    .map((one) => ({ from: Math.max(one.from, from) as Time, to: Math.min(one.to, to) as Time }))
    .filter((one) => one.to > one.from);
}

/** What is left of stretches without others. */
export function without<Time extends number>(
  stretches: readonly Stretch<Time>[],
  taken: readonly Stretch<Time>[],
): readonly Stretch<Time>[] {
  let left = stretches;
  for (const { from, to } of taken)
    left = left.flatMap((one) =>
      [
        { from: one.from, to: Math.min(one.to, from) as Time },
        { from: Math.max(one.from, to) as Time, to: one.to },
      ].filter((part) => part.to > part.from),
    );
  return left;
}

/** The time that stretches take together, in the unit of their ends (microseconds for instants). */
export function totalOf(stretches: readonly Stretch<number>[]): number {
  return stretches.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
}
