/** The staleness chart and the kubelet's lanes as SVG: the picture beside a Markdown report, which needs neither a page nor a canvas. */
import { columnsOf } from '../../kubelet/columns.ts';
import { asWritten, printable, type Printable } from '../../kubelet/printable.ts';
import { ENGLISH, type Language } from '../../language/language.ts';
import { formatSeconds } from '../../timeline/format.ts';
import { type DrawnSeries, drawnSeries, piecesOf } from '../../timeline/series/drawnSeries.ts';
import { latestEnds, thinLane, type Window } from '../../timeline/series/thinning.ts';
import { type Lane, type LaneKind, MARK_STYLES, type TimelineDocument } from '../../timeline/timelineDocument.ts';
import { escapeHtml } from '../htmlText.ts';
import { type ChartPart, chartPart } from './chartPart.ts';
import { clockOf, dateOf, isOneDay } from './clock.ts';
import { laneLook } from './laneLooks.ts';
import { ROOM_ABOVE_THRESHOLD } from './chartText.ts';

const WIDTH = 960;
const [LEFT, RIGHT, TOP, PLOT, ROW, FOOT] = [120, 16, 62, 190, 22, 14];
const INNER = WIDTH - LEFT - RIGHT;
/** What of the lanes is drawn, in their own order. */
const DRAWN: readonly LaneKind[] = ['processes', 'sync-loop', 'relists', 'node-ready', 'lease', 'runtime-errors'];
const MOST_LANES = 8;
/** Styles of the skips, which stand below the staleness. */
const SHOWN_ABOVE: ReadonlySet<number> = new Set(
  (['skip', 'startup'] as const).map((style) => MARK_STYLES.indexOf(style)),
);
/** Width of a letter at the size of the labels. */
const LETTER = 6.2;
const TICKS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];

/** The file, in one piece; `undefined` where there is nothing to draw. A log's text in it is text: the node's name and the names of lanes, escaped. */
export function chartSvg(document: TimelineDocument, language: Language = ENGLISH): Printable | undefined {
  const { say } = language;
  const part = chartPart(document);
  if (part === undefined) return undefined;
  const window: Window = { from: part.from, to: part.to, columns: INNER };
  const lanes = document.lanes
    .filter(({ kind, node }) => DRAWN.includes(kind) && (part.node === undefined || node === part.node))
    .filter((lane) => lane.start.some((start, index) => start <= part.to && (lane.end[index] ?? start) >= part.from))
    .slice(0, MOST_LANES);
  const height = TOP + PLOT + lanes.length * ROW + FOOT;
  const name = pictureName(document, language, part);
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeHtml(name)}" font-family="system-ui,sans-serif" font-size="11" fill="#1f2328">`,
    `<title>${escapeHtml(name)}</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="18" font-size="13" font-weight="bold">${escapeHtml(printable(titleOf(document, part, say)))}</text>`,
    `<text x="8" y="36" fill="#57606a">${escapeHtml(say('Staleness: since the last good relist began. Solid: proven; dashed: likely; ◆: skip.'))}</text>`,
    ...shades(part, height - FOOT),
    ...times(document, part, height - FOOT),
    ...staleness(part, window, say),
    ...lanes.flatMap((lane, row) => laneRow(lane, TOP + PLOT + row * ROW, window, say)),
    '</svg>',
  ];
  return asWritten(`${out.join('\n')}\n`);
}

/** One sentence for who does not see the picture. */
export function pictureName(
  document: TimelineDocument,
  { say }: Language = ENGLISH,
  part: ChartPart | undefined = chartPart(document),
): Printable {
  if (part === undefined) return asWritten('');
  const dated = !isOneDay(document, part.from, part.to);
  const highest = Number.isNaN(part.highest) ? 'not known' : `at most ${formatSeconds(part.highest)}`;
  return say(
    `PLEG staleness from ${clockOf(document, part.from, dated)} to ${clockOf(document, part.to, dated)}: ${highest}, threshold ${formatSeconds(part.threshold)}, unhealthy ${timesText(part.episodes.length)}, NotReady ${timesText(part.notReady.length)}`,
  );
}

function timesText(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : count === 0 ? 'never' : `${count} times`;
}

function titleOf(document: TimelineDocument, { node, isWhole, from }: ChartPart, say: Language['say']): string {
  const { summary, title } = document;
  const whose = (node ?? (summary.node === '' ? title : summary.node)).slice(0, 60);
  return `${whose}${summary.version === '' ? '' : ` · ${summary.version}`} · ${dateOf(document, from)}${isWhole ? '' : ` · ${say('around the trouble')}`}`;
}

function xOf({ from, to }: { readonly from: number; readonly to: number }, time: number): number {
  return LEFT + (Math.min(Math.max(time, from), to) - from) * (INNER / (to - from));
}

function box(left: number, top: number, right: number, height: number, look: string): string {
  return `<rect x="${left.toFixed(1)}" y="${top}" width="${Math.max(1, right - left).toFixed(1)}" height="${height}" ${look}/>`;
}

/** The unhealthy times, within their bounds lighter. */
function shades(part: ChartPart, bottom: number): string[] {
  return part.episodes
    .filter(({ begin, endMax }) => begin < part.to && endMax > part.from)
    .flatMap(({ begin, beginMax, end, endMax }) => [
      box(xOf(part, begin), TOP, xOf(part, endMax), bottom - TOP, 'fill="#b3261e" fill-opacity=".06"'),
      box(xOf(part, beginMax), TOP, xOf(part, end ?? endMax), bottom - TOP, 'fill="#b3261e" fill-opacity=".06"'),
    ]);
}

function times(document: TimelineDocument, part: ChartPart, bottom: number): string[] {
  const seconds = (part.to - part.from) / 1e6;
  const dated = !isOneDay(document, part.from, part.to);
  const most = dated ? 5 : 9;
  const step = (TICKS.find((one) => seconds / one <= most) ?? Math.ceil(seconds / most)) * 1e6;
  const offset = document.origin + (document.zoneOffset ?? 0) * 60e6;
  const out: string[] = [];
  for (let at = Math.ceil((part.from + offset) / step) * step - offset; at <= part.to; at += step) {
    const label = clockOf(document, at, dated);
    const x = xOf(part, at);
    const middle = Math.min(x, WIDTH - (label.length * LETTER) / 2 - 4);
    out.push(
      `<path d="M${x.toFixed(1)} ${TOP}V${bottom}" stroke="#d8dee4"/><text x="${middle.toFixed(1)}" y="${TOP - 6}" text-anchor="middle" fill="#57606a">${label}</text>`,
    );
  }
  return out;
}

function staleness(part: ChartPart, window: Window, say: Language['say']): string[] {
  const foot = TOP + PLOT - 16;
  const top = Math.max(part.threshold * ROOM_ABOVE_THRESHOLD, (Number.isNaN(part.highest) ? 0 : part.highest) * 1.05);
  const y = (seconds: number): number => foot - (seconds / top) * (foot - TOP);
  const line = y(part.threshold).toFixed(1);
  const out = [
    `<path d="M${LEFT} ${foot}H${WIDTH - RIGHT}" stroke="#8c959f"/><text x="${LEFT - 6}" y="${foot + 4}" text-anchor="end">0s</text>`,
    `<path d="M${LEFT} ${line}H${WIDTH - RIGHT}" stroke="#b3261e" stroke-dasharray="6 4"/><text x="${LEFT - 6}" y="${line}" dy="4" text-anchor="end">${escapeHtml(say(`threshold ${formatSeconds(part.threshold)}`))}</text>`,
  ];
  for (const series of part.series) {
    const drawn = drawnSeries(series, window);
    for (const isProven of [false, true])
      piecesOf(drawn, isProven, (first, last) =>
        out.push(curve(drawn, [first, last], isProven, (time) => xOf(part, time), y)),
      );
  }
  let before = Number.NEGATIVE_INFINITY;
  for (const time of part.skips) {
    const x = xOf(part, time);
    if (time < part.from || time > part.to || x - before < 5) continue;
    before = x;
    out.push(`<path d="M${(x - 4).toFixed(1)} ${foot + 8}l4 -4 4 4-4 4z" fill="#b3261e"/>`);
  }
  return out;
}

function curve(
  drawn: DrawnSeries,
  [first, last]: readonly [number, number],
  isProven: boolean,
  x: (time: number) => number,
  y: (seconds: number) => number,
): string {
  let path = '';
  for (let index = first; index <= last; index += 1)
    path += `${path === '' ? 'M' : 'L'}${x(drawn.time[index] ?? 0).toFixed(1)} ${y(drawn.seconds[index] ?? 0).toFixed(1)}`;
  return `<path d="${path}" fill="none" stroke="#1a56a8" stroke-width="${isProven ? 1.8 : 1.2}"${isProven ? '' : ' stroke-dasharray="4 3" stroke-opacity=".8"'}/>`;
}

function laneRow(lane: Lane, top: number, window: Window, say: Language['say']): string[] {
  const out = [
    `<path d="M0 ${top}H${WIDTH}" stroke="#d8dee4"/><text x="8" y="${top + 15}">${escapeHtml(printable(lane.label.slice(0, 18)))}</text>`,
  ];
  const thinned = thinLane(lane, latestEnds(lane), window);
  for (let at = 0; at < thinned.count; at += 1) {
    const index = thinned.index[at] ?? 0;
    if (SHOWN_ABOVE.has(lane.style[index] ?? -1)) continue;
    const look = laneLook(lane.style[index]);
    const { fill, stroke } = look;
    const name = look.name === '' ? '' : say(look.name);
    const left = LEFT + Math.max(0, thinned.left[at] ?? 0);
    const right = LEFT + Math.min(INNER, thinned.right[at] ?? 0);
    const isLikely = lane.proven[index] !== 1;
    out.push(
      box(
        left,
        top + 4,
        right,
        ROW - 8,
        `fill="${isLikely ? '#fff' : fill}" stroke="${stroke}"${isLikely ? ' stroke-dasharray="3 2"' : ''}`,
      ),
    );
    if (name !== '' && right - left > columnsOf(name) * LETTER + 8)
      out.push(`<text x="${(left + 4).toFixed(1)}" y="${top + 15}">${escapeHtml(printable(name))}</text>`);
  }
  return out;
}
