/** The shared time axis: which ticks, and how moments read. A linear axis in microseconds with our own labels: no zone of the browser slips in. */
import { isYearKnown } from '../../src/kubelet/time.ts';
import { clockParts, formatSeconds } from '../../src/timeline/format.ts';
import type { View } from './viewport.ts';
import { t } from '../page/words.ts';

export const TIME_FORMATS = ['logged', 'utc', 'local', 'relative'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];

/** How the document's times become text. */
export interface TimeScale {
  readonly format: TimeFormat;
  /** Microseconds since the epoch of the document's zero. */
  readonly origin: number;
  /** Minutes east of UTC of the log's own stamps. */
  readonly loggedOffset: number;
  /** Minutes east of UTC of the reader's clock at that time. */
  readonly localOffset: number;
  /** What relative times count from, microseconds since origin. */
  readonly reference: number;
}

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pixels: the nearest that two ticks ever stand, a letter of a label, and the room between two labels. */
const LEAST_TICK = 56;
const LETTER = 6.6;
const TICK_ROOM = 24;

const STEPS: readonly number[] = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  1_000,
  2_000,
  5_000,
  10_000,
  20_000,
  50_000,
  100_000,
  200_000,
  500_000,
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  28 * DAY,
];

/** The least round step that gives at most `most` ticks over `span`. */
export function tickStep(span: number, most: number): number {
  const least = span / Math.max(1, most);
  for (const step of STEPS) if (step >= least) return step;
  return Math.ceil(least / (28 * DAY)) * 28 * DAY;
}

/** Minutes to add to UTC in this format; none for relative times. */
export function offsetOf(scale: TimeScale): number {
  return scale.format === 'logged' ? scale.loggedOffset : scale.format === 'local' ? scale.localOffset : 0;
}

/** Ticks in the view at round moments of the format's own clock, microseconds since origin. */
export function timeTicks(
  view: View,
  scale: TimeScale,
  most: number,
): { readonly step: number; readonly values: readonly number[] } {
  const step = tickStep(view.to - view.from, most);
  // What the round moments are counted from: midnight of the format's clock, or the reference.
  const zero = scale.format === 'relative' ? scale.reference : -(scale.origin + offsetOf(scale) * MINUTE);
  const values: number[] = [];
  const first = Math.ceil((view.from - zero) / step);
  const last = Math.floor((view.to - zero) / step);
  for (let index = first; index <= last && values.length < 1000; index += 1) values.push(zero + index * step);
  return { step, values };
}

/** As many ticks as have room for their labels on an axis of `width` pixels. */
export function ticksThatFit(
  view: View,
  scale: TimeScale,
  width: number,
): { readonly step: number; readonly values: readonly number[] } {
  for (let most = Math.max(2, Math.floor(width / LEAST_TICK)); ; most = Math.max(2, Math.floor((most * 2) / 3))) {
    const ticks = timeTicks(view, scale, most);
    const room = (ticks.step / (view.to - view.from)) * width;
    if (most === 2 || room >= lettersOf(ticks.step, scale, view) * LETTER + TICK_ROOM) return ticks;
  }
}

/** How long labels are: of relative times at the ends of the view, of others by the step; a date between times does not count, it comes once a day. */
function lettersOf(step: number, scale: TimeScale, view: View): number {
  if (scale.format === 'relative')
    return Math.max(
      ...[view.from, view.to].map(
        (time) => tickLabel(scale.reference + Math.trunc((time - scale.reference) / step) * step, step, scale).length,
      ),
    );
  return step >= DAY ? 10 : step >= MINUTE ? 5 : step >= SECOND ? 8 : step >= 1000 ? 12 : 15;
}

/** Text of a tick: as short as the step allows. */
export function tickLabel(time: number, step: number, scale: TimeScale): string {
  if (scale.format === 'relative') {
    const seconds = (time - scale.reference) / SECOND;
    return seconds === 0 ? '0' : `${seconds > 0 ? '+' : ''}${formatSeconds(seconds, step < SECOND ? 6 : 0)}`;
  }
  const parts = clockParts(scale.origin + time, offsetOf(scale));
  if (step >= DAY) return parts.date;
  if (step >= MINUTE) return parts.time === '00:00:00' ? parts.date : parts.time.slice(0, 5);
  if (step >= SECOND) return parts.time;
  return `${parts.time}.${parts.microseconds.slice(0, step >= 1000 ? 3 : 6)}`;
}

/** A moment in full, for what is copied of the table: `00:31:42.387000`, or `+2m8.6s` from the reference. */
export function formatTime(time: number, scale: TimeScale, digits = 6): string {
  if (scale.format === 'relative') {
    const seconds = (time - scale.reference) / SECOND;
    return `${seconds >= 0 ? '+' : ''}${formatSeconds(seconds, 3)}`;
  }
  const parts = clockParts(scale.origin + time, offsetOf(scale));
  return digits === 0 ? parts.time : `${parts.time}.${parts.microseconds.slice(0, digits)}`;
}

/** The same for people: a stamp of whole seconds as it stands in the log, `00:31:42`. */
export function formatStamp(time: number, scale: TimeScale, digits = 6): string {
  return formatTime(time, scale, (scale.origin + time) % SECOND === 0 ? 0 : digits);
}

/** A moment in a list: with month and day where the log is longer than a day. */
export function formatListed(time: number, scale: TimeScale, length: number): string {
  const text = formatStamp(time, scale, 3);
  return !namesDays(scale, length) ? text : `${formatDate(time, scale).slice(-5)} ${text}`;
}

/** When something was, and for how long where it lasted: `00:33:46.293–00:39:43.908 (5m57.6s)`. */
export function formatLasted(time: number, end: number, scale: TimeScale, length: number): string {
  const from = formatListed(time, scale, length);
  return end > time ? `${from}–${formatListed(end, scale, length)} (${formatSeconds((end - time) / SECOND)})` : from;
}

/** True where a list names the day of each time: the log goes over midnight, in a format that is a clock. */
export function namesDays(scale: TimeScale, length: number): boolean {
  return scale.format !== 'relative' && formatDate(0, scale) !== formatDate(length, scale);
}

/** When an episode begins, to the second; one that began before the log begins with it. */
export function formatBegin(time: number, scale: TimeScale, length: number): string {
  return formatListed(Math.max(0, time), scale, length).replace(/\.\d{1,9}$/, '');
}

/** The date of a moment in the format's clock: `2026-11-21`, or `11-21` where the log names no year. */
export function formatDate(time: number, scale: TimeScale): string {
  return clockParts(scale.origin + time, offsetOf(scale)).date;
}

/** False where no line carries a time: all of them stand at the epoch then. */
export function hasTimes({ origin }: TimeScale): boolean {
  return origin !== 0;
}

/** The name of the format's clock, as it stands in the toolbar. */
export function clockName(scale: TimeScale, timeZoneKnown: boolean): string {
  if (!hasTimes(scale)) return t('lines without times');
  if (scale.format === 'relative') return t('since the episode');
  const yearKnown = isYearKnown(formatDate(0, scale));
  if (!timeZoneKnown) return yearKnown ? t('time zone unknown') : t('year and time zone unknown');
  return `${zoneName(scale)}${yearKnown ? '' : t(', year unknown')}`;
}

function zoneName(scale: TimeScale): string {
  const offset = offsetOf(scale);
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  return `UTC${offset < 0 ? '−' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

const VALUE_STEPS: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600,
  7200, 10800, 21600, 43200, 86400,
];

/** Ticks from zero to `top` seconds: at most `most` of them, at round durations. */
export function secondsTicks(top: number, most: number): readonly number[] {
  const step = VALUE_STEPS.find((candidate) => top / candidate <= most) ?? 86400 * Math.ceil(top / 86400 / most);
  const values: number[] = [];
  for (let value = 0; value <= top * 1.0001 && values.length < 100; value += step) values.push(value);
  return values;
}
