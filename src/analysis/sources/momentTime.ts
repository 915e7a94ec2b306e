import { zoneRule } from '../../journal/time/zones.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { TimeWindow } from '../session.ts';
import { resolveWindow, type WindowWishes } from './timeWindow.ts';
import type { TimeWish, WishProblem } from './timeWish.ts';

type Span = { readonly from: Instant; readonly to: Instant } | undefined;

/** The moment that a user asks for, in a log with this span. Without a zone it is read in `timeZone`, else as times are printed. */
export function resolveMoment(wish: TimeWish, span: Span, timeZone: string | undefined): Instant | WishProblem {
  const window = resolveMoments({ since: wish }, span, timeZone);
  if ('why' in window) return window;
  return window.from ?? { why: 'the log has no times to count from' };
}

/** The same for the stretch of moments that `--since` and `--until` leave. */
export function resolveMoments(
  wishes: WindowWishes,
  span: Span,
  timeZone: string | undefined,
): TimeWindow | WishProblem {
  return resolveWindow(wishes, span, timeZone === undefined ? undefined : zoneRule(timeZone));
}
