import { type Chart, DatasetController } from 'chart.js';
import { showsTeeth } from '../src/timeline/sawtooth.ts';
import { emptyThinnedLane, lowerBound, thinLane, type ThinnedLane, type Window } from '../src/timeline/thinning.ts';
import type { Lane } from '../src/timeline/timelineDocument.ts';
import { lookOf } from './looks.ts';
import type { Model } from './model.ts';
import { Painter } from './painting.ts';
import { drawEpisodes } from './shading.ts';
import { relistStarts } from './stalenessData.ts';
import { cssColour, FOCUSED } from './theme.ts';
import { positionOf } from './viewport.ts';

export const ROW_HEIGHT = 22;
const BAR_HEIGHT = 14;
const SHAPE_SIZE = 11;
const LABEL_FROM = 30;
const CROWDED = 7;
/** How strong is drawn what a search did not find. */
const DIMMED = 0.22;

/** What the controller draws from: the page's model and how far the rows are scrolled. */
export interface LanesSource {
  model: Model | undefined;
  scrollTop: number;
  /** What was drawn of each visible lane, for finding what is under the pointer. */
  readonly drawn: Map<number, ThinnedLane>;
  /** The same of what a search lit; indexes are of the lit part. */
  readonly lit: Map<number, ThinnedLane>;
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    lanes: {
      chartOptions: Record<never, never>;
      datasetOptions: { lanes: LanesSource };
      defaultDataPoint: never;
      metaExtensions: Record<never, never>;
      parsedDataType: Record<never, never>;
      scales: 'linear';
    };
  }
}

/**
 * Draws all lanes on one canvas, straight from the document's typed arrays: only rows in sight, and of these only what thinning leaves. chart.js
 * gives the canvas, its size and the time scale; an element for each bar, as its own controllers make, would cost seconds (20,000 bars: 1 s).
 */
export class LanesController extends DatasetController<'lanes'> {
  static readonly id = 'lanes';
  static readonly defaults = { datasetElementType: false, dataElementType: 'point' };
  #painter: Painter | undefined;
  readonly #spare: ThinnedLane[] = [];

  // No elements: the arrays are the elements.
  override addElements(): void {}
  override buildOrUpdateElements(): void {}
  override update(): void {}

  override draw(): void {
    const dataset: unknown = this.getDataset();
    const source = sourceOf(dataset);
    const model = source?.model;
    if (source === undefined || model === undefined) return;
    const { ctx, chartArea } = this.chart;
    if (this.#painter?.theme !== model.theme) this.#painter = new Painter(ctx, model.theme);
    for (const used of source.drawn.values()) this.#spare.push(used);
    for (const used of source.lit.values()) this.#spare.push(used);
    source.drawn.clear();
    source.lit.clear();
    ctx.save();
    ctx.beginPath();
    ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
    ctx.clip();
    this.#drawRows(source, model, this.#painter);
    ctx.restore();
  }

  #drawRows(source: LanesSource, model: Model, painter: Painter): void {
    const { ctx, chartArea } = this.chart;
    const width = chartArea.width;
    const firstRow = Math.max(0, Math.floor(source.scrollTop / ROW_HEIGHT));
    const lastRow = Math.min(model.rows.length, Math.ceil((source.scrollTop + chartArea.height) / ROW_HEIGHT));
    drawEpisodes(this.chart, model);
    for (let place = firstRow; place < lastRow; place += 1) {
      const row = model.rows[place];
      const lane = row === undefined ? undefined : model.document.lanes[row.lane];
      const ends = row === undefined ? undefined : model.ends[row.lane];
      if (row === undefined || lane === undefined || ends === undefined) continue;
      const top = place * ROW_HEIGHT - source.scrollTop;
      if (place === model.focused) {
        ctx.fillStyle = cssColour(model.theme.focus, FOCUSED);
        ctx.fillRect(0, top, width, ROW_HEIGHT);
      }
      const thinned = thinLane(lane, ends, { from: model.view.from, to: model.view.to, columns: width }, this.#spare.pop() ?? emptyThinnedLane());
      source.drawn.set(place, thinned);
      const search = model.search.result;
      const window = { from: model.view.from, to: model.view.to, columns: width };
      if (lane.kind === 'relists') drawLikelyRelists(ctx, lane, model, window, top + ROW_HEIGHT / 2);
      if (search === undefined) drawLane(painter, lane, thinned, top + ROW_HEIGHT / 2, width, model, row.folded !== false);
      else {
        ctx.globalAlpha = DIMMED;
        drawLane(painter, lane, thinned, top + ROW_HEIGHT / 2, width, model, false);
        ctx.globalAlpha = 1;
        const lit = search.lit[row.lane];
        if (lit !== undefined) {
          const part = thinLane(lit.lane, lit.ends, window, this.#spare.pop() ?? emptyThinnedLane());
          source.lit.set(place, part);
          drawLane(painter, lit.lane, part, top + ROW_HEIGHT / 2, width, model, row.folded !== false);
        }
      }
      ctx.fillStyle = cssColour(model.theme.grid, lane.parent === undefined ? 1 : 0.5);
      ctx.fillRect(0, top + ROW_HEIGHT - 1, width, 1);
    }
    drawSelected(painter, this.chart, source, model);
  }
}

/** Relists that no line names, as light ticks where single ones can be told apart, else as a trace: here they are, one a second. */
function drawLikelyRelists(ctx: CanvasRenderingContext2D, lane: Lane, model: Model, window: Window, middle: number): void {
  ctx.fillStyle = cssColour(model.theme.faint.info);
  for (const series of model.document.staleness) {
    if (lane.node !== undefined && lane.node !== series.node) continue;
    if (showsTeeth(series.healthy, window)) {
      for (const time of relistStarts(series, window).likely) ctx.fillRect(Math.round(positionOf(model.view, time, window.columns)), middle - 4, 1, 8);
      continue;
    }
    for (let stretch = lowerBound(series.healthy.to, window.from); stretch < series.healthy.from.length && (series.healthy.from[stretch] ?? 0) <= window.to; stretch += 1) {
      const left = Math.max(0, positionOf(model.view, series.healthy.from[stretch] ?? 0, window.columns));
      const right = Math.min(window.columns, positionOf(model.view, series.healthy.to[stretch] ?? 0, window.columns));
      for (let x = Math.ceil(left / 4) * 4; x < right; x += 4) ctx.fillRect(x, middle - 2, 1, 4);
    }
  }
}

function sourceOf(dataset: unknown): LanesSource | undefined {
  if (typeof dataset !== 'object' || dataset === null || !('lanes' in dataset)) return undefined;
  return dataset.lanes as LanesSource;
}

/** `named`: with the names of the marks; the lane above unfolded children leaves them to these. */
function drawLane(painter: Painter, lane: Lane, thinned: ThinnedLane, middle: number, width: number, model: Model, named: boolean): void {
  for (let place = 0; place < thinned.count; place += 1) {
    const index = thinned.index[place] ?? 0;
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    const look = lookOf(lane.style[index]);
    const proven = lane.proven[index] === 1;
    if (isBar(lane, index, left, right)) {
      const from = Math.max(-2, left);
      const to = Math.min(width + 2, right);
      if (to - from < 0) continue;
      painter.bar(look, from, to, middle, BAR_HEIGHT, proven);
    }
  }
  let last = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < thinned.count; place += 1) {
    const index = thinned.index[place] ?? 0;
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    const look = lookOf(lane.style[index]);
    if (isBar(lane, index, left, right)) continue;
    // Where marks crowd, shapes would cover each other: strokes stay apart.
    const crowded = left - last < CROWDED && nextInstant(lane, thinned, place) - left < CROWDED;
    last = left;
    if (crowded) {
      if (lane.kind === 'sync-loop') painter.shape('tick', look.role, left, middle + BAR_HEIGHT / 2 - 2, 5, true);
      else painter.shape('tick', look.role, left, middle, BAR_HEIGHT - 2, true);
      continue;
    }
    // Skips stand at the foot of the loop's bar, so that its name can still be read.
    if (lane.kind === 'sync-loop' && look.shape === 'tick') painter.shape('tick', look.role, left, middle + BAR_HEIGHT / 2 - 2, 5, true);
    else painter.shape(look.shape, look.role, left, middle, look.shape === 'tick' ? BAR_HEIGHT : SHAPE_SIZE, lane.proven[index] === 1);
  }
  if (named) drawLabels(painter, lane, thinned, middle, width, model);
}

/** A bar is drawn as a bar when it is wide enough to be seen; an error that is narrower gets its shape. */
function isBar(lane: Lane, index: number, left: number, right: number): boolean {
  const instant = (lane.end[index] ?? 0) <= (lane.start[index] ?? 0);
  if (instant) return false;
  return right - left >= 1.5 || (lane.level[index] ?? 0) < 2;
}

/** Names wide bars, and instants that have free room to the right. */
function drawLabels(painter: Painter, lane: Lane, thinned: ThinnedLane, middle: number, width: number, model: Model): void {
  let free = Number.POSITIVE_INFINITY;
  for (let place = thinned.count - 1; place >= 0; place -= 1) {
    const index = thinned.index[place] ?? 0;
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    if (!isBar(lane, index, left, right)) {
      const room = Math.min(free, width) - left - SHAPE_SIZE;
      if (room > 60 && (lane.mark[index] ?? -1) >= 0 && lookOf(lane.style[index]).shape !== 'tick' && left >= 0 && !barWithin(lane, thinned, left + 2, left + Math.min(room, 200))) painter.text(textOf(lane, index, thinned.merged[place] ?? 1, model), left + SHAPE_SIZE * 0.75, middle, Math.min(room, 200), { halo: true });
      free = left - SHAPE_SIZE;
      continue;
    }
    const from = Math.max(0, left);
    const to = Math.min(width, right);
    if (to - from < LABEL_FROM || marksWithin(lane, thinned, from, to)) continue;
    const { pattern } = lookOf(lane.style[index]);
    const inset = lane.kind === 'processes' || pattern === 'line' || pattern === 'trace' ? 12 : 5;
    // On a pattern or a line a name needs ground to stand on.
    painter.text(textOf(lane, index, 1, model), from + inset, middle, to - from - inset - 5, pattern === 'plain' ? {} : { ground: true });
  }
}

/** Where the next instant of the row stands. */
function nextInstant(lane: Lane, thinned: ThinnedLane, place: number): number {
  const next = place + 1;
  if (next >= thinned.count) return Number.POSITIVE_INFINITY;
  const left = thinned.left[next] ?? Number.POSITIVE_INFINITY;
  return isBar(lane, thinned.index[next] ?? 0, left, thinned.right[next] ?? left) ? Number.POSITIVE_INFINITY : left;
}

/** True when a bar lies on this stretch of the row. */
function barWithin(lane: Lane, thinned: ThinnedLane, from: number, to: number): boolean {
  for (let place = 0; place < thinned.count; place += 1) {
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    if (left <= to && right >= from && isBar(lane, thinned.index[place] ?? 0, left, right)) return true;
  }
  return false;
}

/** True when instants lie on this stretch of the row: then a name would be struck through. */
function marksWithin(lane: Lane, thinned: ThinnedLane, from: number, to: number): boolean {
  const reach = Math.min(to, from + 120);
  for (let place = 0; place < thinned.count; place += 1) {
    const left = thinned.left[place] ?? 0;
    const index = thinned.index[place] ?? 0;
    if (left <= from + 1 || left > reach || isBar(lane, index, left, thinned.right[place] ?? left)) continue;
    if (lookOf(lane.style[index]).shape !== 'tick' && (lane.mark[index] ?? -1) >= 0) return true;
  }
  return false;
}

function textOf(lane: Lane, index: number, merged: number, model: Model): string {
  const { marks, strings } = model.document;
  const mark = lane.mark[index] ?? -1;
  const look = lookOf(lane.style[index]);
  const container = lane.kind === 'container' || lane.kind === 'sync-loop' || lane.kind === 'node-ready';
  const exit = lane.kind === 'container' && look.pattern === 'trace';
  const what = mark < 0 || (container && !exit) ? look.label : strings[marks.what[mark] ?? 0] ?? look.label;
  // The lane's name says the method already.
  const known = `${lane.label} failed: `;
  const text = what.startsWith(known) ? what.slice(known.length) : what;
  return merged > 1 ? `${text} (${merged})` : text;
}

function drawSelected(painter: Painter, chart: Chart, source: LanesSource, model: Model): void {
  const selection = model.selection;
  if (selection === undefined) return;
  const { ctx, chartArea } = chart;
  for (const place of source.drawn.keys()) {
    const row = model.rows[place];
    const lane = row === undefined ? undefined : model.document.lanes[row.lane];
    if (row === undefined || lane === undefined) continue;
    const index = selection.kind === 'bar' ? (selection.lane === row.lane ? selection.index : -1) : lane.mark.indexOf(selection.mark);
    if (index < 0) continue;
    const left = positionOf(model.view, lane.start[index] ?? 0, chartArea.width);
    const right = positionOf(model.view, lane.end[index] ?? 0, chartArea.width);
    if (right < -10 || left > chartArea.width + 10) continue;
    const middle = place * ROW_HEIGHT - source.scrollTop + ROW_HEIGHT / 2;
    const look = lookOf(lane.style[index]);
    if (!isBar(lane, index, left, right)) painter.shape(look.shape, look.role, left, middle, SHAPE_SIZE + 1, lane.proven[index] === 1);
    const from = Math.max(-4, Math.min(left - 7, isBar(lane, index, left, right) ? left - 2 : left - 7));
    const to = Math.min(chartArea.width + 4, isBar(lane, index, left, right) ? right + 2 : left + 7);
    ctx.strokeStyle = cssColour(model.theme.foreground);
    ctx.lineWidth = 1.5;
    ctx.setLineDash([]);
    ctx.strokeRect(from, middle - ROW_HEIGHT / 2 + 1.5, to - from, ROW_HEIGHT - 4);
  }
}
