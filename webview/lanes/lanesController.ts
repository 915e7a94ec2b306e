import { type ArrayChart, ArrayController } from '../charts/arrayController.ts';
import { emptyThinnedLane, thinLane, type ThinnedLane, type Window } from '../../src/timeline/series/thinning.ts';
import type { Lane } from '../../src/timeline/timelineDocument.ts';
import { FoldedPods } from './foldedPods.ts';
import { InkLayer } from '../charts/inkLayer.ts';
import { drawBars, drawLikelyRelists } from './laneBars.ts';
import { LaneInk } from './laneInk.ts';
import { drawLabels } from './laneLabels.ts';
import { ROW_HEIGHT } from './laneLayout.ts';
import { drawSelected } from './laneSelection.ts';
import type { LaneWindow } from './laneWindow.ts';
import type { Model } from '../page/model.ts';
import { Painter } from '../charts/painting.ts';
import type { Row } from './rows.ts';
import { drawEpisodes, type ShadedPart } from '../charts/shading.ts';
import { cssColour, FOCUSED } from '../page/theme.ts';

/** How strong is drawn what a search did not find; high contrast keeps it well in sight. */
const DIMMED = 0.3;
const DIMMED_IN_HIGH_CONTRAST = 0.5;

/** What the controller draws from: the page's model and which rows are in sight. */
export interface LanesSource {
  model: Model | undefined;
  /** The rows in sight. */
  window: LaneWindow;
  /** What was drawn of each visible lane, for finding what is under the pointer. */
  readonly drawn: Map<number, ThinnedLane>;
  /** The same of what a search lit; indexes are of the lit part. */
  readonly lit: Map<number, ThinnedLane>;
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    lanes: ArrayChart<{ lanes: LanesSource }, 'timeAxis'>;
  }
}

/** A row in sight. */
interface RowInSight {
  readonly row: Row;
  readonly lane: Lane;
  readonly middle: number;
  readonly all: ThinnedLane;
  /** Of a folded pod: when its containers ran. */
  readonly under?: { readonly lane: Lane; readonly thinned: ThinnedLane };
  /** What a search found of it. */
  readonly lit?: { readonly lane: Lane; readonly thinned: ThinnedLane };
}

/**
 * Draws all lanes on one canvas, straight from the document's typed arrays: only rows in sight, and of these only what thinning leaves. chart.js
 * gives the canvas and its size; an element for each bar, as its own controllers make, would cost seconds (20,000 bars: 1 s). Layer by
 * layer: bars of all rows, then what is inked, then names.
 */
export class LanesController extends ArrayController<'lanes'> {
  static readonly id = 'lanes';
  #painter: Painter | undefined;
  #ink: LaneInk | undefined;
  readonly #layer = new InkLayer();
  readonly #spare: ThinnedLane[] = [];
  /** For the document that was drawn last. */
  #folded: { readonly lanes: readonly Lane[]; readonly pods: FoldedPods } | undefined;

  override draw(): void {
    const source = sourceOf(this.getDataset());
    const model = source?.model;
    if (source === undefined || model === undefined) return;
    const { ctx, chartArea } = this.chart;
    const painter = this.#paint(model);
    for (const used of source.drawn.values()) this.#spare.push(used);
    for (const used of source.lit.values()) this.#spare.push(used);
    source.drawn.clear();
    source.lit.clear();
    ctx.save();
    ctx.beginPath();
    ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
    ctx.clip();
    painter.beginText();
    drawEpisodes(this.chart, model, shadedParts(model, source.window, chartArea.top));
    this.#drawRows(this.#rows(source, model), model, painter);
    drawSelected(ctx, painter, model, source.drawn, source.window.places, chartArea.width);
    this.#drawEdge(source.window, model);
    ctx.restore();
  }

  #paint(model: Model): Painter {
    if (this.#painter?.theme !== model.theme) this.#painter = new Painter(this.chart.ctx, model.theme);
    const scale = this.chart.currentDevicePixelRatio;
    if (this.#ink?.theme !== model.theme || this.#ink.scale !== scale) this.#ink = new LaneInk(model.theme, scale);
    return this.#painter;
  }

  /** Thins the rows in sight and draws what lies under their marks. */
  #rows(source: LanesSource, model: Model): RowInSight[] {
    const { ctx, chartArea } = this.chart;
    const window: Window = { from: model.view.from, to: model.view.to, columns: chartArea.width };
    const rows: RowInSight[] = [];
    for (const [slot, place] of source.window.places.entries()) {
      const row = model.rows[place];
      const lane = row === undefined ? undefined : model.document.lanes[row.lane];
      const ends = row === undefined ? undefined : model.ends[row.lane];
      if (row === undefined || lane === undefined || ends === undefined) continue;
      const top = slot * ROW_HEIGHT;
      if (place === model.focused) {
        ctx.fillStyle = cssColour(model.theme.focus, FOCUSED);
        ctx.fillRect(0, top, chartArea.width, ROW_HEIGHT);
      }
      const middle = top + ROW_HEIGHT / 2;
      if (lane.kind === 'relists') {
        if (model.search.result !== undefined)
          ctx.globalAlpha = model.theme.highContrast ? DIMMED_IN_HIGH_CONTRAST : DIMMED;
        drawLikelyRelists(ctx, lane, model, window, middle);
        ctx.globalAlpha = 1;
      }
      ctx.fillStyle = cssColour(model.theme.grid, lane.parent === undefined ? 1 : 0.5);
      ctx.fillRect(0, top + ROW_HEIGHT - 1, chartArea.width, 1);
      const all = thinLane(lane, ends, window, this.#spare.pop() ?? emptyThinnedLane());
      source.drawn.set(place, all);
      const under = row.folded === true && lane.kind === 'pod' ? this.#running(lane, model, window) : undefined;
      const parts = under === undefined ? { row, lane, middle, all } : { row, lane, middle, all, under };
      const found = model.search.result?.lit[row.lane];
      if (found === undefined) {
        rows.push(parts);
        continue;
      }
      const thinned = thinLane(found.lane, found.ends, window, this.#spare.pop() ?? emptyThinnedLane());
      source.lit.set(place, thinned);
      rows.push({ ...parts, lit: { lane: found.lane, thinned } });
    }
    return rows;
  }

  /** Below what stays while the rest scrolls. */
  #drawEdge({ pinned }: LaneWindow, model: Model): void {
    if (pinned === 0) return;
    const { ctx, chartArea } = this.chart;
    ctx.fillStyle = cssColour(model.theme.faint.neutral);
    ctx.fillRect(0, pinned * ROW_HEIGHT - 1, chartArea.width, 1);
  }

  #running(pod: Lane, model: Model, window: Window): { readonly lane: Lane; readonly thinned: ThinnedLane } {
    const { lanes } = model.document;
    if (this.#folded?.lanes !== lanes) this.#folded = { lanes, pods: new FoldedPods(lanes) };
    const { lane, ends } = this.#folded.pods.of(pod);
    return { lane, thinned: thinLane(lane, ends, window, this.#spare.pop() ?? emptyThinnedLane()) };
  }

  #drawRows(rows: readonly RowInSight[], model: Model, painter: Painter): void {
    const { ctx, chartArea } = this.chart;
    const width = chartArea.width;
    const searching = model.search.result !== undefined;
    if (searching) ctx.globalAlpha = model.theme.highContrast ? DIMMED_IN_HIGH_CONTRAST : DIMMED;
    for (const { under, middle } of rows) {
      if (under === undefined) continue;
      drawBars(painter, under.lane, under.thinned, middle, width);
      this.#spare.push(under.thinned);
    }
    this.#drawMarks(rows, painter, ({ lane, all }) => ({ lane, thinned: all }));
    ctx.globalAlpha = 1;
    if (searching) this.#drawMarks(rows, painter, ({ lit }) => lit);
    for (const { row, lane, middle, all, under, lit } of rows) {
      // The lane above unfolded children leaves the names to these.
      if (row.folded === false) continue;
      if (!searching) drawLabels(painter, lane, all, middle, width, model, under !== undefined);
      else if (lit !== undefined)
        drawLabels(painter, lit.lane, lit.thinned, middle, width, model, under !== undefined, all);
    }
  }

  #drawMarks(
    rows: readonly RowInSight[],
    painter: Painter,
    part: (row: RowInSight) => { readonly lane: Lane; readonly thinned: ThinnedLane } | undefined,
  ): void {
    const { ctx, chartArea } = this.chart;
    if (this.#ink !== undefined) this.#layer.begin(this.#ink, chartArea.width, rows.length);
    for (const row of rows) {
      const drawn = part(row);
      if (drawn === undefined) continue;
      drawBars(painter, drawn.lane, drawn.thinned, row.middle, chartArea.width);
      this.#layer.add(drawn.lane, drawn.thinned, row.middle);
    }
    this.#layer.draw(ctx, chartArea.left);
  }
}

function sourceOf(dataset: unknown): LanesSource | undefined {
  if (typeof dataset !== 'object' || dataset === null || !('lanes' in dataset)) return undefined;
  return dataset.lanes as LanesSource;
}

/** The visible rows by their nodes. */
function shadedParts(model: Model, { places }: LaneWindow, top: number): readonly ShadedPart[] {
  const parts: { node: string | undefined; top: number; height: number }[] = [];
  for (const [slot, place] of places.entries()) {
    const node = model.document.lanes[model.rows[place]?.lane ?? -1]?.node;
    const before = parts.at(-1);
    if (before !== undefined && before.node === node) before.height += ROW_HEIGHT;
    else parts.push({ node, top: top + slot * ROW_HEIGHT, height: ROW_HEIGHT });
  }
  return parts;
}
