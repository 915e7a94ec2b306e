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
