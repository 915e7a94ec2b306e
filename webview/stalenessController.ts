import { DatasetController } from 'chart.js';
import { formatSeconds } from '../src/timeline/format.ts';
import { toothHeight } from '../src/timeline/sawtooth.ts';
import type { Window } from '../src/timeline/thinning.ts';
import { formatDate } from './axis.ts';
import { type Shape, SHAPES } from './looks.ts';
import type { Model } from './model.ts';
import { Painter } from './painting.ts';
import { SecondsAxis } from './secondsAxis.ts';
import { drawEpisodes } from './shading.ts';
import { drawnSeries, drawnSkips, relistStarts } from './stalenessData.ts';
import { drawBand, drawLine, drawStarts, roleOfNode, skipShapes } from './stalenessParts.ts';
import { cssColour } from './theme.ts';
import { crisp } from './timeAxis.ts';
import { positionOf } from './viewport.ts';

/** Skips that are nearer to each other, in pixels, are one. */
const SKIP_STEP = 2;
/** How far above the foot stands the middle of a skip without an elapsed. */
const FOOT = 7;

export interface StalenessSource {
  model: Model | undefined;
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    staleness: {
      chartOptions: Record<never, never>;
      datasetOptions: { staleness: StalenessSource; clip: false };
      defaultDataPoint: never;
      metaExtensions: Record<never, never>;
      parsedDataType: Record<never, never>;
      scales: 'timeAxis' | 'secondsAxis';
    };
  }
}

/** Draws the staleness straight from the document's typed arrays: shades, bands and threshold, over them the lines, in front the skips. */
export class StalenessController extends DatasetController<'staleness'> {
  static readonly id = 'staleness';
  static readonly defaults = { datasetElementType: false, dataElementType: 'none' };
  #painter: Painter | undefined;

  // No elements: the arrays are the elements.
  override addElements(): void {}
  override buildOrUpdateElements(): void {}
  override update(): void {}

  override draw(): void {
    const model = sourceOf(this.getDataset())?.model;
    const seconds = this.chart.scales['y'];
    if (model === undefined || !(seconds instanceof SecondsAxis)) return;
    const { ctx, chartArea } = this.chart;
    const window: Window = { from: model.view.from, to: model.view.to, columns: Math.max(50, chartArea.width) };
    const pixel = (value: number): number => seconds.pixelOf(value);
    if (this.#painter?.theme !== model.theme) this.#painter = new Painter(ctx, model.theme);
    const painter = this.#painter;
    ctx.save();
    painter.beginText();
    drawEpisodes(this.chart, model);
    for (const series of model.document.staleness) {
      const role = roleOfNode(model, series.node);
      drawBand(ctx, series, model, chartArea, pixel, role);
      drawStarts(ctx, relistStarts(series, window), model, chartArea, role);
    }
    this.#drawThreshold(model, pixel);
    for (const series of model.document.staleness) drawLine(ctx, drawnSeries(series, window), model, chartArea, pixel, roleOfNode(model, series.node));
    this.#drawSkips(model, painter, window, pixel);
    this.#nameThreshold(model, painter, pixel);
    if (model.scale.format !== 'relative') painter.text(formatDate(Math.max(0, model.view.from), model.scale), 10, chartArea.top - 12, chartArea.left - 14, { muted: true });
    ctx.restore();
  }

  #drawThreshold(model: Model, pixel: (seconds: number) => number): void {
    const { ctx, chartArea } = this.chart;
    const at = pixel(model.document.staleness[0]?.threshold ?? 180);
    if (at < chartArea.top) return;
    const y = crisp(at, this.chart.currentDevicePixelRatio);
    ctx.strokeStyle = cssColour(model.theme.roles.bad);
    ctx.lineWidth = 1;
    ctx.setLineDash([6, 4]);
    ctx.beginPath();
    ctx.moveTo(chartArea.left, y);
    ctx.lineTo(chartArea.right, y);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** Over everything else, on its own ground: a line through it would strike it out. */
  #nameThreshold(model: Model, painter: Painter, pixel: (seconds: number) => number): void {
    const { chartArea } = this.chart;
    const [series] = model.document.staleness;
    const threshold = series?.threshold ?? 180;
    const at = pixel(threshold);
    const outside = `↑ threshold ${formatSeconds(threshold)}; dashed: likely, up to ${formatSeconds(series === undefined ? 1 : toothHeight(series.healthy), 3)}`;
    const [text, middle] = at < chartArea.top ? [outside, chartArea.top + 9] : [`threshold ${formatSeconds(threshold)}`, at - 8];
    painter.text(text, chartArea.left + 7, middle, chartArea.width - 14, { ground: true, muted: true });
  }

  #drawSkips(model: Model, painter: Painter, window: Window, pixel: (seconds: number) => number): void {
    const { ctx, chartArea } = this.chart;
    const { skips } = model.document;
    ctx.save();
    ctx.beginPath();
    ctx.rect(chartArea.left - 6, chartArea.top, chartArea.width + 12, chartArea.height);
    ctx.clip();
    const shapes = skipShapes(model);
    const shapeOf = (index: number): Exclude<Shape, 'tick'> => shapes[model.document.marks.lane[skips.mark[index] ?? -1] ?? -1] ?? 'diamond';
    for (const index of drawnSkips(skips, window, SKIP_STEP, (skip) => Math.max(0, SHAPES.indexOf(shapeOf(skip))))) {
      const seconds = skips.seconds[index] ?? Number.NaN;
      painter.shape(shapeOf(index), Number.isNaN(seconds) ? 'neutral' : 'bad', chartArea.left + positionOf(model.view, skips.time[index] ?? 0, chartArea.width), skipHeight(seconds, pixel, chartArea.bottom), 9, true);
    }
    ctx.restore();
  }
}

/** Where a skip stands on the canvas: at the elapsed that it prints, at the foot of the chart (`bottom`) when it prints none. */
export function skipHeight(seconds: number, pixel: (seconds: number) => number, bottom: number): number {
  return Number.isNaN(seconds) ? bottom - FOOT : pixel(seconds);
}

function sourceOf(dataset: unknown): StalenessSource | undefined {
  if (typeof dataset !== 'object' || dataset === null || !('staleness' in dataset)) return undefined;
  return dataset.staleness as StalenessSource;
}
