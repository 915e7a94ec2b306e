import { type ArrayChart, ArrayController } from './arrayController.ts';
import type { RateSeries } from '../../src/timeline/timelineDocument.ts';
import type { Model } from '../page/model.ts';
import { columnSpan, columnSums } from './rateColumns.ts';
import { shadesOf } from './shading.ts';
import { cssColour, OVERVIEW_LAYERS } from '../page/theme.ts';
import { positionOf } from './viewport.ts';

export interface RateSource {
  model: Model | undefined;
  /** Is told the highest column and how long a column is, in microseconds, whenever columns were drawn. */
  readonly drawn: (most: number, duration: number) => void;
}

declare module 'chart.js' {
  interface ChartTypeRegistry {
    rate: ArrayChart<{ rate: RateSource }, 'timeAxis' | 'secondsAxis'>;
  }
}

/** Draws the overview: records per time as columns stacked by severity, over the shaded episodes. Always the whole log. */
export class RateController extends ArrayController<'rate'> {
  static readonly id = 'rate';

  override draw(): void {
    const dataset: unknown = this.getDataset();
    if (typeof dataset !== 'object' || dataset === null || !('rate' in dataset)) return;
    const { model, drawn } = dataset.rate as RateSource;
    if (model === undefined) return;
    const { ctx, chartArea } = this.chart;
    ctx.save();
    ctx.translate(chartArea.left, chartArea.top);
    drawEpisodeBlocks(ctx, model, chartArea.width, chartArea.height);
    if (model.document.rate !== undefined)
      drawColumns(ctx, model, model.document.rate, chartArea.width, chartArea.height, drawn);
    ctx.restore();
  }
}

/** The episodes as shades with a bar on top; the bar of a start-up is thinner. */
function drawEpisodeBlocks(ctx: CanvasRenderingContext2D, model: Model, width: number, height: number): void {
  const { shade, roles } = model.theme;
  const shades = shadesOf(model.document);
  for (const [stretches, ground, bar, tall] of [
    [shades.startup, shade.startup, roles.neutral, 2],
    [shades.open, shade.episode, roles.bad, 3],
  ] as const) {
    for (const { from, to } of stretches) {
      const left = positionOf(model.limits, from, width);
      const right = Math.max(left + 2, positionOf(model.limits, to, width));
      ctx.fillStyle = cssColour(ground, shade.strength);
      for (let layer = 0; layer < OVERVIEW_LAYERS; layer += 1) ctx.fillRect(left, 0, right - left, height);
      ctx.fillStyle = cssColour(bar);
      ctx.fillRect(left, 0, right - left, tall);
    }
  }
}

/** How wide each severity is in its column, errors first: what it is can be seen without colour. */
const WIDTHS: readonly number[] = [1, 0.75, 0.5];

/** Sums the buckets that share a column of pixels; heights by the logarithm, so that single records stay in sight beside bursts. */
function drawColumns(
  ctx: CanvasRenderingContext2D,
  model: Model,
  rate: RateSeries,
  width: number,
  height: number,
  drawn: RateSource['drawn'],
): void {
  const buckets = (model.limits.to - model.limits.from) / rate.bucket;
  const columns = columnSums(rate, model.limits, Math.max(1, Math.min(Math.floor(width / 3), Math.floor(buckets))));
  let most = 1;
  for (let column = 0; column < columns.info.length; column += 1)
    most = Math.max(most, (columns.info[column] ?? 0) + (columns.warning[column] ?? 0) + (columns.error[column] ?? 0));
  const step = width / columns.info.length;
  drawn(most, Math.min(model.document.length, (model.limits.to - model.limits.from) / columns.info.length));
  const room = height - 5;
  const { roles, faint } = model.theme;
  for (let column = 0; column < columns.info.length; column += 1) {
    const parts = [columns.error[column] ?? 0, columns.warning[column] ?? 0, columns.info[column] ?? 0];
    const total = parts.reduce((sum, part) => sum + part, 0);
    if (total === 0) continue;
    const tall = Math.max(3, (Math.log1p(total) / Math.log1p(most)) * room);
    const { left, right } = columnSpan(column, step, model.limits, model.document.length, width);
    let bottom = height;
    parts.forEach((part, severity) => {
      if (part === 0) return;
      const own = Math.max(severity < 2 ? 2 : 1, (part / total) * tall);
      ctx.fillStyle = cssColour(severity === 0 ? roles.bad : severity === 1 ? roles.warn : faint.info);
      const wide = Math.max(1, Math.round((right - left) * (WIDTHS[severity] ?? 1)));
      ctx.fillRect(Math.round((left + right - wide) / 2), bottom - own, wide, own);
      bottom -= own;
    });
  }
}
