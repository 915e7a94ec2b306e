/** How the sentences about a line tell times: by the clock, and with the day where it is another than the line's. */
import type { Instant, TimeBounds } from '../../kubelet/time.ts';
import { formatBegin, formatClock, formatClockBounds, formatDay } from '../outputs/instantText.ts';

export interface LineClock {
  /** `00:31:42.387`, `00:31:42` for a stamp of whole seconds, of another day `2026-11-20 23:31:42.387`. */
  at(time: Instant): string;
  /** As `formatClockBounds`. */
  bounds(bounds: TimeBounds): string;
  /** As `formatBegin`. */
  begin(episode: { readonly begin: TimeBounds; readonly beginOpen?: true }): string;
  /** `at …`, or `between … and …`. */
  words(bounds: TimeBounds): string;
}

/** The clock of a line of this time. */
export function lineClock(line: Instant | undefined): LineClock {
  const day = line === undefined ? undefined : formatDay(line);
  const dayOf = (time: Instant): string => {
    const other = formatDay(time);
    return day === undefined || other === day ? '' : `${other} `;
  };
  const at = (time: Instant): string => `${dayOf(time)}${formatClock(time)}`;
  const bounds = ({ min, max }: TimeBounds): string => {
    const text = formatClockBounds({ min, max });
    const isOneDay = formatDay(min) === formatDay(max);
    return `${dayOf(min)}${isOneDay ? text : text.replace('–', `–${formatDay(max)} `)}`;
  };
  return {
    at,
    bounds,
    begin: (episode) =>
      episode.beginOpen === true ? `${dayOf(episode.begin.max)}${formatBegin(episode)}` : bounds(episode.begin),
    words: ({ min, max }) => (max - min < 1000 ? `at ${at(min)}` : `between ${at(min)} and ${at(max)}`),
  };
}
