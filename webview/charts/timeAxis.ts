/**
 * The time axis of a chart, as a scale of chart.js that draws itself. Panning changes its ticks in every frame: chart.js lays the whole chart out anew for that, and
 * resolves options for each tick, which takes longer than drawing them.
 */
import { type ChartArea, Scale, type CoreScaleOptions } from 'chart.js';
import { type TimeScale, ticksThatFit, tickLabel } from './axis.ts';
import { cssColour, type Theme } from '../page/theme.ts';
import { isWithin, positionOf, type View } from './viewport.ts';

export interface TimeAxisState {
  readonly view: View;
  readonly scale: TimeScale;
  readonly theme: Theme;
}

/** How an axis looks: sizes in CSS pixels. */
export interface TimeAxisLook {
  readonly height: number;
  readonly fontSize: number;
  /** Middle of the labels, from the edge of the chart. */
  readonly label: number;
  /** With lines across the chart. */
  readonly grid: boolean;
  /** Ticks alone, where the same times stand right below. */
  readonly bare?: boolean;
}

const TICK = 4;

declare module 'chart.js' {
  interface CartesianScaleTypeRegistry {
    timeAxis: { options: CoreScaleOptions & { axis: 'x'; position: 'top' | 'bottom' } };
  }
}

export class TimeAxis extends Scale<CoreScaleOptions & { readonly position: 'top' | 'bottom' }> {
  static readonly id = 'timeAxis';
  static readonly defaults = {};
  #look: TimeAxisLook = { height: 24, fontSize: 11, label: 13, grid: true };
  #state: TimeAxisState | undefined;

  /** What it shows from now on; nothing is drawn yet. */
  show(state: TimeAxisState): void {
    this.#state = state;
  }

  setLook(look: TimeAxisLook): void {
    this.#look = look;
  }

  override fit(): void {
    this.width = this.maxWidth;
    this.height = this.#look.height;
  }

  override draw(area: ChartArea): void {
    if (this.#state === undefined || area.width <= 0) return;
    const { view, scale, theme } = this.#state;
    const { ctx } = this;
    const { fontSize, label, grid, bare } = this.#look;
    const onTop = this.options.position === 'top';
    const edge = onTop ? area.top : area.bottom;
    const outward = onTop ? -1 : 1;
    const { step, values } = ticksThatFit(view, scale, area.width);
    ctx.save();
    ctx.strokeStyle = cssColour(theme.grid);
    ctx.lineWidth = 1;
    ctx.setLineDash([]);
    ctx.beginPath();
    for (const value of values) {
      const x = crisp(area.left + positionOf(view, value, area.width), this.chart.currentDevicePixelRatio);
      ctx.moveTo(x, edge + outward * TICK);
      ctx.lineTo(x, grid ? (onTop ? area.bottom : area.top) : edge);
    }
    const line = crisp(edge, this.chart.currentDevicePixelRatio);
    ctx.moveTo(area.left, line);
    ctx.lineTo(area.right, line);
    ctx.stroke();
    ctx.fillStyle = cssColour(theme.muted);
    ctx.font = `${fontSize}px ${theme.fontFamily}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const value of bare === true ? [] : values) {
      const text = tickLabel(value, step, scale);
      const x = positionOf(view, value, area.width);
      if (isWithin(x, area.width, text)) ctx.fillText(text, area.left + x, edge + outward * label);
    }
    ctx.restore();
  }
}

/** The middle of the device pixel at a position, so that a line of one pixel is one. */
export function crisp(position: number, scale: number): number {
  return Math.round((position - 0.5) * scale) / scale + 0.5;
}
