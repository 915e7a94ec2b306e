/** The staleness chart in letters: what survives a paste into a chat or a ticket, where a picture does not. */
import { columnsOf } from '../../kubelet/columns.ts';
import { asWritten, type Printable } from '../../kubelet/printable.ts';
import { ENGLISH, type Language } from '../../language/language.ts';
import { formatSeconds } from '../../timeline/format.ts';
import { drawnSeries } from '../../timeline/series/drawnSeries.ts';
import type { TimelineDocument } from '../../timeline/timelineDocument.ts';
import { type ChartPart, chartPart } from './chartPart.ts';
import { clockOf, isOneDay } from './clock.ts';

/** A line of 72 signs fits into a mail, a ticket and a chat without a break. */
const COLUMNS = 60;
const GUTTER = 11;
const ROWS = 6;
/** A column filled by eighths. */
const EIGHTHS = ['', '▁', '▂', '▃', '▄', '▅', '▆', '▇'] as const;
export const ROOM_ABOVE_THRESHOLD = 1.25;
/** A staleness that stays below this part of the threshold is a line at the foot: its number says more. */
const LOW = 0.1;
/** A paste of some seconds has no course. Microseconds. */
const SHORTEST = 60e6;
const [YES, PERHAPS, NO, SKIP] = ['█', '░', '·', '|'];

/**
 * The lines, each without a blank at its end; none where there is nothing to draw. They hold signs, digits and words of ours only, so they can stand in a
 * block of code as they are.
 */
export function chartText(document: TimelineDocument, { say }: Language = ENGLISH): readonly Printable[] {
  const part = chartPart(document);
  if (part === undefined || part.to - part.from < SHORTEST) return [];
  const { from, to } = part;
  const lines = [say(title(part)), ...curve(part)];
  const dated = !isOneDay(document, from, to);
  const [left, right] = [clockOf(document, from, dated), clockOf(document, to, dated)];
  const strips = [
    `${gutter(say('unhealthy'))}${unhealthyStrip(part)}`,
    `${gutter(say('NotReady'))}${notReadyStrip(part)}`,
    `${gutter(say('skips'))}${skipStrip(part)}`,
  ];
  const drawn = [...lines, `${gutter('')}${left}${right.padStart(COLUMNS - left.length)}`, ...strips];
  return drawn.map((line) => asWritten(line.trimEnd()));
}

function gutter(name: string): string {
  return `${' '.repeat(Math.max(0, GUTTER - 2 - columnsOf(name)))}${name}  `;
}

function title({ highest, threshold, isWhole, to, from }: ChartPart): string {
  const span = formatSeconds((to - from) / 1e6, 0);
  const where = isWhole ? span : `${span} around the trouble`;
  return Number.isNaN(highest)
    ? `PLEG staleness is not known (${where})`
    : `PLEG staleness over ${where}: highest ${formatSeconds(highest)}, threshold ${formatSeconds(threshold)}`;
}

/** The rows of the chart from the top; none where the staleness is not known, or low. */
function curve(part: ChartPart): string[] {
  if (!(part.highest >= part.threshold * LOW)) return [];
  const top = Math.max(part.threshold * ROOM_ABOVE_THRESHOLD, part.highest);
  const heights = columnHeights(part).map((seconds) => Math.round((seconds / top) * ROWS * EIGHTHS.length));
  const limit = Math.min(ROWS - 1, Math.floor((part.threshold / top) * ROWS));
  const rows: string[] = [];
  for (let row = ROWS - 1; row >= 0; row -= 1) {
    const name = row === limit ? formatSeconds(part.threshold) : row === ROWS - 1 ? formatSeconds(top, 0) : '';
    const empty = row === limit ? '╌' : ' ';
    const cells = heights.map((height) => {
      const filled = height - row * EIGHTHS.length;
      return filled >= EIGHTHS.length ? YES : (EIGHTHS[Math.max(0, filled)] ?? '') || empty;
    });
    rows.push(`${name.padStart(GUTTER - 2)} ${row === limit ? '┼' : '┤'}${cells.join('')}`);
  }
  return [...rows, `${'0s'.padStart(GUTTER - 2)} └${'─'.repeat(COLUMNS)}`];
}

/** The highest staleness in each column, in seconds; 0 where none is known. */
function columnHeights({ series, from, to }: ChartPart): number[] {
  const heights = Array.from({ length: COLUMNS }, () => 0);
  const place = (time: number): number => ((time - from) / (to - from)) * COLUMNS;
  for (const one of series) {
    const { time, seconds } = drawnSeries(one, { from, to, columns: COLUMNS });
    for (let index = 1; index < time.length; index += 1) {
      const [a, b] = [place(time[index - 1] ?? 0), place(time[index] ?? 0)];
      const [low, high] = [seconds[index - 1] ?? Number.NaN, seconds[index] ?? Number.NaN];
      if (Number.isNaN(low) || Number.isNaN(high)) continue;
      const at = (x: number): number => (b > a ? low + ((high - low) * (x - a)) / (b - a) : Math.max(low, high));
      for (let column = Math.max(0, Math.floor(a)); column <= Math.min(COLUMNS - 1, Math.floor(b)); column += 1) {
        const highest = Math.max(at(Math.max(a, column)), at(Math.min(b, column + 1)));
        if (highest > (heights[column] ?? 0)) heights[column] = highest;
      }
    }
  }
  return heights;
}

/** One sign a column: the first of the kinds that has something in it. */
function strip({ from, to }: ChartPart, kinds: readonly (readonly [sign: string, times: Times])[]): string {
  const width = (to - from) / COLUMNS;
  return Array.from({ length: COLUMNS }, (_, column) => {
    const [begin, end] = [from + column * width, from + (column + 1) * width];
    return kinds.find(([, times]) => times.some((one) => one.from < end && one.to >= begin))?.[0] ?? NO;
  }).join('');
}

type Times = readonly { readonly from: number; readonly to: number }[];

function unhealthyStrip(part: ChartPart): string {
  const sure = part.episodes
    .map((one) => ({ from: one.beginMax, to: one.end ?? one.endMax }))
    .filter((one) => one.to > one.from);
  const bounds = part.episodes.map((one) => ({ from: one.begin, to: one.endMax }));
  return strip(part, [
    [YES, sure],
    [PERHAPS, bounds],
  ]);
}

function notReadyStrip(part: ChartPart): string {
  return strip(part, [
    [YES, part.notReady.filter(({ proven }) => proven)],
    [PERHAPS, part.notReady],
  ]);
}

function skipStrip(part: ChartPart): string {
  return strip(part, [[SKIP, part.skips.map((time) => ({ from: time, to: time }))]]);
}
