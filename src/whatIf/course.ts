/** What happened on a node, or would happen, as far as a what-if compares it. Times are those of the log. */
import type { Instant } from '../kubelet/time.ts';

export interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
}

/** From here on the staleness counts from `since`, the start of the last listed relist; `undefined`: no relist was listed yet in this process. */
export interface ListedAt {
  readonly at: Instant;
  readonly since: Instant | undefined;
}

export interface Course {
  /** In order; each holds until the next one. */
  readonly listed: readonly ListedAt[];
  /** The runtime state was unhealthy: the loop skips, or would if it were free. Starts of a kubelet are not counted. */
  readonly unhealthy: readonly Stretch[];
  /** The kubelet reported the node as not ready. */
  readonly notReady: readonly Stretch[];
  readonly skips: readonly Instant[];
}

/** The time that stretches take together, in microseconds. */
export function totalOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
}

/** Stretches in order, those that touch made one. */
export function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const result: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && one.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, one.to) as Instant };
    else result.push(one);
  }
  return result;
}

/** What of the stretches lies within another one. */
export function within(stretches: readonly Stretch[], { from, to }: Stretch): readonly Stretch[] {
  return stretches
    .map((one) => ({ from: Math.max(one.from, from) as Instant, to: Math.min(one.to, to) as Instant }))
    .filter((one) => one.to > one.from);
}
