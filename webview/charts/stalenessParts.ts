/** Pieces of the staleness chart: the band of bounds, the line, and the starts of relists. */
import { oncePer } from '../../src/kubelet/oncePer.ts';
import { thinBand } from '../../src/timeline/series/seriesThinning.ts';
import type { StalenessSeries, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import type { Shape } from './looks.ts';
import type { Model } from '../page/model.ts';
import { type DrawnSeries, piecesOf } from '../../src/timeline/series/drawnSeries.ts';
import { type ColourRole, cssColour } from '../page/theme.ts';
import { positionOf } from './viewport.ts';

/** Where a chart draws, in pixels of its canvas. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

const NODE_ROLES: readonly ColourRole[] = ['info', 'special', 'good', 'warn'];
/** A node's skips have a shape of their own, so that colour is not all that tells lines apart. */
const NODE_MARKS: readonly { readonly shape: Exclude<Shape, 'tick'>; readonly symbol: string }[] = [
  { shape: 'diamond', symbol: '◆' },
  { shape: 'square', symbol: '■' },
  { shape: 'triangle', symbol: '▲' },
  { shape: 'circle', symbol: '●' },
];
/** A band of healthy relists is a second of three minutes: it must still be seen. */
const LEAST_BAND = 2;
/** How far outside of the chart, in pixels, lines go on. */
const OUTSIDE = 70;

/** The nodes whose staleness the chart shows, in the order of its lines. */
export const nodesOf = oncePer((document: TimelineDocument): readonly string[] => [
  ...new Set(document.staleness.map((series) => series.node)),
]);

/** The colour of a node's line; processes of one node share it. */
export function roleOfNode(document: TimelineDocument, node: string): ColourRole {
  return NODE_ROLES[Math.max(0, nodesOf(document).indexOf(node)) % NODE_ROLES.length] ?? 'info';
}

/** The shape of a node's skips, on the chart and in the legend. */
export function markOfNode(
  document: TimelineDocument,
  node: string,
): { readonly shape: Exclude<Shape, 'tick'>; readonly symbol: string } {
  return (
    NODE_MARKS[Math.max(0, nodesOf(document).indexOf(node)) % NODE_MARKS.length] ?? { shape: 'diamond', symbol: '◆' }
  );
}

/** Of each lane the shape of its node's skips; empty where there is one node. Worked out once for each document. */
export const skipShapes = oncePer((document: TimelineDocument): readonly Exclude<Shape, 'tick'>[] => {
  const nodes = nodesOf(document);
  return nodes.length < 2
    ? []
    : document.lanes.map(({ node }) =>
        node === undefined || !nodes.includes(node) ? 'diamond' : markOfNode(document, node).shape,
      );
});

export function drawBand(
  ctx: CanvasRenderingContext2D,
  series: StalenessSeries,
  model: Model,
  area: Area,
  pixel: (seconds: number) => number,
  role: ColourRole,
): void {
  const band = thinBand(series.time, series.bandMin, series.bandMax, {
    from: model.view.from,
    to: model.view.to,
    columns: Math.max(1, area.width),
  });
  const x = (place: number): number => area.left + positionOf(model.view, band.at[place] ?? 0, area.width);
  const low = (place: number): number => pixel(band.min[place] ?? 0);
  ctx.save();
  ctx.beginPath();
  ctx.rect(area.left, area.top, area.width, area.height);
  ctx.clip();
  ctx.fillStyle = cssColour(model.theme.roles[role], model.theme.highContrast ? 0.35 : 0.18);
  let start = -1;
  for (let index = 0; index <= band.at.length; index += 1) {
    const known =
      index < band.at.length &&
      !Number.isNaN(band.min[index] ?? Number.NaN) &&
      !Number.isNaN(band.max[index] ?? Number.NaN);
    if (known && start < 0) start = index;
    if (known || start < 0) continue;
    ctx.beginPath();
    for (let place = start; place < index; place += 1)
      ctx.lineTo(x(place), Math.min(pixel(band.max[place] ?? 0), low(place) - LEAST_BAND));
    for (let place = index - 1; place >= start; place -= 1) ctx.lineTo(x(place), low(place));
    ctx.closePath();
    ctx.fill();
    start = -1;
  }
  ctx.restore();
}

/** The line of a series: broken where it is only likely, solid where lines prove it. */
export function drawLine(
  ctx: CanvasRenderingContext2D,
  drawn: DrawnSeries,
  model: Model,
  area: Area,
  pixel: (seconds: number) => number,
  role: ColourRole,
): void {
  const { highContrast, roles, faint } = model.theme;
  ctx.save();
  ctx.beginPath();
  ctx.rect(area.left, area.top - 1, area.width, area.height + 2);
  ctx.clip();
  ctx.lineWidth = highContrast ? 2 : 1.5;
  for (const isProven of [false, true]) {
    ctx.setLineDash(isProven ? [] : [4, 3]);
    ctx.strokeStyle = cssColour(isProven ? roles[role] : faint[role]);
    const x = (index: number): number => area.left + positionOf(model.view, drawn.time[index] ?? 0, area.width);
    const y = (index: number): number => pixel(drawn.seconds[index] ?? 0);
    piecesOf(drawn, isProven, (first, last) => {
      // Each piece by itself: one path over the whole chart takes longer. A line that begins or ends far outside would be broken into a million dashes that nobody sees.
      const enter = Math.max(x(first), area.left - OUTSIDE);
      const leave = Math.min(x(last), area.left + area.width + OUTSIDE);
      ctx.beginPath();
      ctx.moveTo(enter, heightAt(enter, x(first), y(first), x(first + 1), y(first + 1)));
      for (let index = first + 1; index < last; index += 1) ctx.lineTo(x(index), y(index));
      ctx.lineTo(leave, heightAt(leave, x(last - 1), y(last - 1), x(last), y(last)));
      ctx.stroke();
    });
  }
  ctx.restore();
}

/** The height of the line from one point to another at `x`. */
function heightAt(x: number, fromX: number, fromY: number, toX: number, toY: number): number {
  return toX > fromX ? fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX) : x > fromX ? toY : fromY;
}

/** Starts of relists as ticks on the foot of the chart: proven ones tall and full, or low where they follow each other without a gap, likely ones short and light. */
export function drawStarts(
  ctx: CanvasRenderingContext2D,
  starts: { readonly proven: Float64Array; readonly likely: readonly number[] },
  model: Model,
  area: Area,
  role: ColourRole,
): void {
  const tick = (time: number, height: number, width: number): void =>
    ctx.fillRect(Math.round(area.left + positionOf(model.view, time, area.width)), area.bottom - height, width, height);
  ctx.fillStyle = cssColour(model.theme.faint[role]);
  for (const time of starts.likely) tick(time, 4, 1);
  ctx.fillStyle = cssColour(model.theme.roles[role]);
  let last = Number.NaN;
  for (const time of starts.proven) {
    const column = Math.round(positionOf(model.view, time, area.width) / 2);
    if (column === last) continue;
    tick(time, column === last + 1 ? 3 : 8, 2);
    last = column;
  }
}
