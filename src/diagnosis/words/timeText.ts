/** Times for people, when the edge brings no form of its own: as logged. */
import { dayText, type Instant } from '../../kubelet/time.ts';
import type { FormatTime } from '../view.ts';

const SECOND = 1e6;
const DAY = 24 * 3600 * SECOND;
/** The last microsecond that a Date can hold. */
const LAST_DATE = 8.64e18;

/** A form for a log: `00:31:42.387`, `00:31:42` where that is all that the stamp shows, with the date before it when the log covers more than a day, or when the time lies on another day than the log. */
export function timeOfDay(span: { readonly from: Instant; readonly to: Instant } | undefined): FormatTime {
  const first = span === undefined ? undefined : Math.floor(span.from / DAY);
  const oneDay = span === undefined || first === Math.floor(span.to / DAY);
  return (time) => {
    if (!Number.isFinite(time) || Math.abs(time) > LAST_DATE) return 'an unknown time';
    const text = new Date(Math.floor(time / 1000)).toISOString();
    // A stamp of whole seconds is told as it stands in the log.
    const clock = text.slice(11, time % SECOND === 0 ? 19 : 23);
    return !oneDay || (first !== undefined && Math.floor(time / DAY) !== first)
      ? `${dayText(text.slice(0, 10))} ${clock}`
      : clock;
  };
}
