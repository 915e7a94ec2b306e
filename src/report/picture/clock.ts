/** Times of a picture, as the log writes them. */
import { clockParts } from '../../timeline/format.ts';
import type { TimelineDocument } from '../../timeline/timelineDocument.ts';

/** `00:31:42`, with its date where the part is longer than a day. `time` is microseconds since the document's origin. */
export function clockOf({ origin, zoneOffset }: TimelineDocument, time: number, withDate: boolean): string {
  const parts = clockParts(origin + time, zoneOffset ?? 0);
  return withDate ? `${parts.date} ${parts.time}` : parts.time;
}

/** The day of a moment. */
export function dateOf({ origin, zoneOffset }: TimelineDocument, time: number): string {
  return clockParts(origin + time, zoneOffset ?? 0).date;
}

/** Both ends are of one day: the date says nothing. */
export function isOneDay(document: TimelineDocument, from: number, to: number): boolean {
  return dateOf(document, from) === dateOf(document, to);
}
