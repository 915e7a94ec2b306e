import { type ArrayChart, ArrayController } from './arrayController.ts';
import { formatSeconds } from '../../src/timeline/format.ts';
import { toothHeight } from '../../src/timeline/series/sawtooth.ts';
import type { Window } from '../../src/timeline/series/thinning.ts';
import { formatDate } from './axis.ts';
import { type Shape, SHAPES } from './looks.ts';
import type { Model } from '../page/model.ts';
import { Painter } from './painting.ts';
import { SecondsAxis } from './secondsAxis.ts';
import { drawEpisodes } from './shading.ts';
import { curveAt, skipHeight } from './skipHeight.ts';
import { type DrawnSeries, drawnSeries } from '../../src/timeline/series/drawnSeries.ts';
import { drawnSkips, relistStarts } from './stalenessData.ts';
import { drawBand, drawLine, drawStarts, roleOfNode, skipShapes } from './stalenessParts.ts';
import { cssColour } from '../page/theme.ts';
import { Strip } from './thresholdLabel.ts';
import { namedThreshold, thresholdsInSight, type ThresholdStretch } from './thresholds.ts';
import { crisp } from './timeAxis.ts';
import { positionOf } from './viewport.ts';
import { t } from '../page/words.ts';

/** Skips that are nearer to each other, in pixels, are one. */
const SKIP_STEP = 2;
/** Of the mark of a skip. */
const MARK = 9;
/** As much room as the name of the threshold has at its ends and above and below its line, in CSS pixels. */
const NAME_ROOM = 7;
const NAME_HEIGHT = 15;
const NOTHING: DrawnSeries = { time: [], seconds: [], proven: [] };

export interface StalenessSource {
  model: Model | undefined;
  /** From the edge of the page to its texts, in CSS pixels. */
  inset: number;
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    staleness: ArrayChart<{ staleness: StalenessSource; clip: false }, 'timeAxis' | 'secondsAxis'>;
  }
}

/** Draws the staleness straight from the document's typed arrays: shades, bands and threshold, over them the lines, in front the skips. */
export class StalenessController extends ArrayController<'staleness'> {
  static readonly id = 'staleness';
  #painter: Painter | undefined;

  override draw(): void {
    const source = sourceOf(this.getDataset());
    const model = source?.model;
    const seconds = this.chart.scales['y'];
    if (source === undefined || model === undefined || !(seconds instanceof SecondsAxis)) return;
    const { ctx, chartArea } = this.chart;
    const window: Window = { from: model.view.from, to: model.view.to, columns: Math.max(50, chartArea.width) };
    const pixel = (value: number): number => seconds.pixelOf(value);
    if (this.#painter?.theme !== model.theme) this.#painter = new Painter(ctx, model.theme);
    const painter = this.#painter;
    ctx.save();
    painter.beginText();
    drawEpisodes(this.chart, model);
    for (const series of model.document.staleness) {
      const role = roleOfNode(model.document, series.node);
      drawBand(ctx, series, model, chartArea, pixel, role);
      drawStarts(ctx, relistStarts(series, window), model, chartArea, role);
    }
    this.#drawThreshold(model, pixel);
    const drawn = model.document.staleness.map((series) => drawnSeries(series, window));
    model.document.staleness.forEach(({ node }, place) =>
      drawLine(ctx, drawn[place] ?? NOTHING, model, chartArea, pixel, roleOfNode(model.document, node)),
    );
    const skips = this.#drawSkips(model, painter, window, pixel);
    this.#nameThreshold(model, painter, pixel, drawn, skips);
    if (model.scale.format !== 'relative')
      painter.text(
        formatDate(Math.max(0, model.view.from), model.scale),
        source.inset,
        chartArea.top - 12,
        chartArea.left - source.inset - 4,
        { muted: true },
      );
    ctx.restore();
  }

  #thresholds(model: Model): readonly ThresholdStretch[] {
    const { left, right, width } = this.chart.chartArea;
    return thresholdsInSight(
      model.document.staleness[0],
      { left, right },
      (time) => left + positionOf(model.view, time, width),
    );
  }

  #drawThreshold(model: Model, pixel: (seconds: number) => number): void {
    const { ctx, chartArea } = this.chart;
    const { top } = chartArea;
    ctx.strokeStyle = cssColour(model.theme.roles.bad);
    ctx.lineWidth = 1;
    ctx.setLineDash([6, 4]);
    for (const { from, to, threshold } of this.#thresholds(model)) {
      const at = pixel(threshold);
      if (at < top) continue;
      const y = crisp(at, this.chart.currentDevicePixelRatio);
      ctx.beginPath();
      ctx.moveTo(from, y);
      ctx.lineTo(to, y);
      ctx.stroke();
    }
    ctx.setLineDash([]);
  }

  /** On its own ground, above or below its line where nothing else is drawn: over a curve it would hide it. Where there is no room the axis says it alone. */
  #nameThreshold(
    model: Model,
    painter: Painter,
    pixel: (seconds: number) => number,
    drawn: readonly DrawnSeries[],
    skips: readonly (readonly [x: number, y: number])[],
  ): void {
    const { left: start, top, bottom, width: whole } = this.chart.chartArea;
    const [series] = model.document.staleness;
    const stretch = namedThreshold(this.#thresholds(model));
    if (stretch === undefined) return;
    const { from: left, threshold } = stretch;
    const width = stretch.to - left;
    const at = pixel(threshold);
    const isOutside = at < top;
    const name = `${isOutside ? '↑ ' : ''}${t('threshold {0}', formatSeconds(threshold))}`;
    const long = isOutside
      ? `${name}; dashed: likely, up to ${formatSeconds(series === undefined ? 1 : toothHeight(series.healthy), 3)}`
      : name;
    const text = painter.width(long) + 2 * NAME_ROOM > width ? name : long;
    const need = painter.width(text) + 2 * NAME_ROOM;
    for (const strip of isOutside ? [top + 1] : [at - 1 - NAME_HEIGHT, at + 1]) {
      if (strip < top || strip + NAME_HEIGHT > bottom - MARK) continue;
      const room = new Strip(left, width, strip, strip + NAME_HEIGHT);
      const x = (time: number): number => start + positionOf(model.view, time, whole);
      for (const { time, seconds } of drawn)
        for (let index = 1; index < time.length; index += 1)
          room.line(
            x(time[index - 1] ?? 0),
            pixel(seconds[index - 1] ?? 0),
            x(time[index] ?? 0),
            pixel(seconds[index] ?? 0),
          );
      for (const [markX, markY] of skips) room.mark(markX, markY, MARK / 2 + 1);
      const free = room.room(need) ?? (isOutside ? left : undefined);
      if (free === undefined) continue;
      painter.text(text, free + NAME_ROOM, strip + NAME_HEIGHT / 2, width - 2 * NAME_ROOM, {
        ground: true,
        muted: true,
      });
      return;
    }
  }

  #drawSkips(
    model: Model,
    painter: Painter,
    window: Window,
    pixel: (seconds: number) => number,
  ): (readonly [x: number, y: number])[] {
    const { ctx, chartArea } = this.chart;
    const { skips } = model.document;
    const places: (readonly [x: number, y: number])[] = [];
    ctx.save();
    ctx.beginPath();
    ctx.rect(chartArea.left - 6, chartArea.top, chartArea.width + 12, chartArea.height);
    ctx.clip();
    const shapes = skipShapes(model.document);
    const shapeOf = (index: number): Exclude<Shape, 'tick'> =>
      shapes[model.document.marks.lane[skips.mark[index] ?? -1] ?? -1] ?? 'diamond';
    for (const index of drawnSkips(skips, window, SKIP_STEP, (skip) => Math.max(0, SHAPES.indexOf(shapeOf(skip))))) {
      const seconds = skips.seconds[index] ?? Number.NaN;
      const place = [
        chartArea.left + positionOf(model.view, skips.time[index] ?? 0, chartArea.width),
        skipHeight(
          seconds,
          Number.isNaN(seconds) ? curveAt(model.document.staleness, skips.time[index] ?? 0) : undefined,
          pixel,
          chartArea,
        ),
      ] as const;
      places.push(place);
      painter.shape(shapeOf(index), Number.isNaN(seconds) ? 'neutral' : 'bad', ...place, MARK, true);
    }
    ctx.restore();
    return places;
  }
}

function sourceOf(dataset: unknown): StalenessSource | undefined {
  if (typeof dataset !== 'object' || dataset === null || !('staleness' in dataset)) return undefined;
  return dataset.staleness as StalenessSource;
}
