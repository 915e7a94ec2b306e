/** What the times that a user asks for mean for a log. */
import { type Instant, instant } from '../../kubelet/time.ts';
import type { TimeWindow } from '../session.ts';
import type { TimeWish, WishProblem } from './timeWish.ts';

/** True if the wish can be understood only when the begin and the end of the log are known. */
export function needsSpan(wish: TimeWish | undefined): boolean {
  return wish !== undefined && wish.kind !== 'absolute' && wish.kind !== 'local';
}

export interface WindowWishes {
  readonly since?: TimeWish;
  readonly until?: TimeWish;
}

const DAY = 86_400_000_000;

/**
 * What the wishes mean for a log with this span. `offsetAt` gives microseconds east of UTC of a local time (as if UTC); without it, times without a zone are read as they are
 * printed: UTC, or as logged where the zone is unknown. A date without a year is of the year in which it is nearest to the log. A clock time without a date is the latest one within the log; as an end it is the first one after the begin.
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
    if (wish.kind === 'yearless') {
      const year = new Date(toLocal(span.to) / 1000).getUTCFullYear();
      const times = [year, year - 1, year + 1].map((one) => {
        const local = Date.UTC(one, wish.month - 1, wish.day) * 1000 + wish.ofDay;
        return local - offsetAt(local);
      });
      const far = (time: number): number => Math.max(span.from - time, time - span.to, 0);
      return instant(times.reduce((nearest, time) => (far(time) < far(nearest) ? time : nearest)));
    }
    const lastMidnight = Math.floor(toLocal(span.to) / DAY) * DAY;
    const firstMidnight = Math.floor(toLocal(span.from) / DAY) * DAY;
    const at = (midnight: number): number => midnight + wish.ofDay - offsetAt(midnight + wish.ofDay);
    if (wish.kind === 'day') return instant(at(lastMidnight - wish.daysBack * DAY));
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
