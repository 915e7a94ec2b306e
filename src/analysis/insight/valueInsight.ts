/** What a value under the mouse means: a duration in plain words with the moment that it points back to, the two stamps of a line with what lies between them. */
import { listText } from '../../diagnosis/answer/paragraph.ts';
import { durationText } from '../../diagnosis/words/durationText.ts';
import type { LogRecord } from '../../journal/record.ts';
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import { type Printable, printing } from '../../kubelet/printable.ts';
import { before, type Duration, duration, type Instant } from '../../kubelet/time.ts';
import { formatClock } from '../outputs/instantText.ts';
import { lineClock } from './lineClock.ts';

export interface ValueInsight {
  /** Where the value stands in its line, 0-based, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly text: Printable;
}

const DURATION = /^[-+]?(?:\d{1,9}(?:\.\d{1,9})?(?:h|ms|m|s|us|µs|ns)){1,4}$/;
const PART_OF_DURATION = /[\d.a-zµ]/;
const LONGEST_DURATION = 60;
/** What stands before the time that something took. */
const TOOK = /\b(?:actual|took|duration|latency|elapsed|(?:total )?time|age|after)[\s:="\\(]{1,6}$/i;
const LONGEST_WORD = 20;
/** 2^63 - 1 nanoseconds, in whole hours of microseconds: what Go gives for the time since a moment that never was. */
const LARGEST = 2_562_047 * 3_600_000_000;
const KLOG_TIME = /[IWEF]\d{4} \d\d:\d\d:\d\d(?:\.\d{1,6})?/;
const CLOCK = /\d\d:\d\d:\d\d/;
/** Where a klog header is looked for: behind the longest envelope. */
const LONGEST_ENVELOPE = 512;
const A_SECOND = 1_000_000;

/**
 * The value of a record's line at a column.
 * @param line the line as it stands in the log
 * @param column 0-based
 * @param time the time of the record in the whole log
 * @param zoneKnown whether the log tells its time zone
 */
export function valueInsight(
  record: LogRecord,
  line: string,
  column: number,
  time: Instant | undefined,
  zoneKnown: boolean,
): ValueInsight | undefined {
  return stampInsight(record, line, column, zoneKnown) ?? durationInsight(line, column, time);
}

function durationInsight(line: string, column: number, time: Instant | undefined): ValueInsight | undefined {
  let from = column;
  let to = column;
  while (from > 0 && column - from < LONGEST_DURATION && PART_OF_DURATION.test(line.charAt(from - 1))) from -= 1;
  while (to < line.length && to - column < LONGEST_DURATION && PART_OF_DURATION.test(line.charAt(to))) to += 1;
  while (to > from && line.charAt(to - 1) === '.') to -= 1;
  const text = line.slice(from, to);
  if (!DURATION.test(text)) return undefined;
  const length = goDurationToMicroseconds(text);
  if (length === undefined) return undefined;
  if (length >= LARGEST)
    return { from, to, text: printing`${text}: the longest duration that there is. It stands for never.` };
  const words = durationWords(length);
  const back =
    time === undefined || length < A_SECOND || !pointsBack(line, from, to)
      ? undefined
      : lineClock(time).at(before(time, length));
  return {
    from,
    to,
    text:
      back === undefined
        ? printing`${text}: ${words}.`
        : printing`${text}: ${words}. That long before this line it was ${back}.`,
  };
}

/** Whether a duration is one that has passed when the line is written: an age, or how long something took; no limit, and no pause to come. */
function pointsBack(line: string, from: number, to: number): boolean {
  return line.startsWith(' ago', to) || TOOK.test(line.slice(Math.max(0, from - LONGEST_WORD), from));
}

/** `3 minutes and 0.4 seconds`. */
function durationWords(length: Duration): string {
  const total = length / A_SECOND;
  if (total < 1) return durationText(length).replace('ms', ' milliseconds').replace('µs', ' microseconds');
  const units: readonly (readonly [number, string])[] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  const parts: string[] = [];
  let rest = Math.round(total * 10) / 10;
  for (const [size, name] of units) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    rest -= count * size;
  }
  const last = Math.round(rest * 10) / 10;
  if (last > 0 || parts.length === 0) parts.push(`${last} second${last === 1 ? '' : 's'}`);
  return listText(parts);
}

/** Of the envelope's stamp and of the klog header's time: what each is, and what lies between them. */
function stampInsight(
  { journal, klog, form }: LogRecord,
  line: string,
  column: number,
  zoneKnown: boolean,
): ValueInsight | undefined {
  const header = form === 'json' ? null : KLOG_TIME.exec(line.slice(0, LONGEST_ENVELOPE));
  const envelope = journal?.host === undefined ? -1 : line.indexOf(` ${journal.host} `);
  const ofJournal = journal?.time !== undefined && envelope > 0 && column < envelope;
  const ofKlog = header !== null && column >= header.index && column < header.index + header[0].length;
  if (!ofJournal && !ofKlog) return undefined;
  const between = skewWords(journal?.time, klog?.time);
  const stamp = CLOCK.exec(line.slice(0, Math.max(0, envelope)))?.[0];
  const shifted =
    otherZoneWords('The header of the kubelet', header?.[0].slice(6, 14), klog?.time, zoneKnown) ||
    otherZoneWords('The stamp of the journal', stamp, journal?.time, zoneKnown);
  const zone = zoneKnown ? '' : ' The log does not say its time zone: times are shown as they stand.';
  const what = ofJournal
    ? 'The time at which the journal took this line.'
    : 'The time at which the kubelet wrote this line: month, day and time of day, without year and zone.';
  const [from, to] = ofKlog ? [header.index, header.index + header[0].length] : [0, envelope];
  return { from, to, text: printing`${what}${between}${shifted}${zone}` };
}

/** The clock that stands in the line is not that of the time that the reader found: it is of another zone. */
function otherZoneWords(
  whose: string,
  clock: string | undefined,
  time: Instant | undefined,
  zoneKnown: boolean,
): string {
  if (clock === undefined || time === undefined) return '';
  const read = formatClock(time);
  if (clock === read.slice(0, 8)) return '';
  return ` ${whose} shows another time zone: ${zoneKnown ? 'in UTC' : 'in that of the other times'} it was ${read}.`;
}

function skewWords(journal: Instant | undefined, klog: Instant | undefined): string {
  if (journal === undefined || klog === undefined) return '';
  const skew = journal - klog;
  // Most stamps of the journal have whole seconds.
  if (journal % A_SECOND === 0 && skew > -A_SECOND && skew <= 0)
    return ' Journal and kubelet agree to the second, which is all that the stamp shows.';
  return skew < 0
    ? ` The journal's stamp is ${durationText(duration(-skew))} earlier than the kubelet's.`
    : ` The journal took it ${durationText(duration(skew))} after the kubelet wrote it.`;
}
