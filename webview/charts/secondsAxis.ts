/** The axis of seconds of the staleness chart, as a scale of chart.js that draws itself (why: timeAxis.ts). */
import { type ChartArea, Scale, type CoreScaleOptions } from 'chart.js';
import { formatSeconds } from '../../src/timeline/format.ts';
import { secondsTicks } from './axis.ts';
import { cssColour, type Theme } from '../page/theme.ts';
import { crisp } from './timeAxis.ts';

const TICK = 4;
const PADDING = 4;
/** Height of a tick with its label and some room, in CSS pixels. */
const TICK_HEIGHT = 32;
/** Labels that are nearer to each other cannot be read. */
const LABEL_HEIGHT = 13;

declare module 'chart.js' {
  interface CartesianScaleTypeRegistry {
    secondsAxis: { options: CoreScaleOptions & { axis: 'y'; position: 'left' } };
  }
}

export class SecondsAxis extends Scale {
  static readonly id = 'secondsAxis';
  static readonly defaults = {};
  #top = 1;
  #threshold = 0;
  #theme: Theme | undefined;
  #gutter: () => number = () => 0;
  #below = 0;

  /** `top`: where it ends, and the threshold, which has a tick of its own; in seconds. */
  show(top: number, theme: Theme, threshold: number): void {
    this.#top = top;
    this.#threshold = threshold;
    this.#theme = theme;
  }

  /** How wide it is (asked at each layout) and the room below it for the lower half of a label, in CSS pixels. */
  setRoom(width: () => number, below: number): void {
    this.#gutter = width;
    this.#below = below;
  }

  override fit(): void {
    this.width = this.#gutter();
    this.paddingBottom = this.#below;
    this.height = this.maxHeight;
  }

  /** The place of a value on the canvas. */
  pixelOf(seconds: number): number {
    const { top, height } = this.chart.chartArea;
    return top + height * (1 - seconds / this.#top);
  }

  override draw(area: ChartArea): void {
    const theme = this.#theme;
    if (theme === undefined || area.height <= 0) return;
    const { ctx } = this;
    const isNear = (value: number): boolean =>
      Math.abs(this.pixelOf(value) - this.pixelOf(this.#threshold)) < LABEL_HEIGHT;
    const named = this.#threshold <= this.#top && !isNear(0) ? [this.#threshold] : [];
    const values = secondsTicks(this.#top, Math.max(2, Math.floor(this.chart.height / TICK_HEIGHT)))
      .filter((value) => named.length === 0 || !isNear(value))
      .concat(named);
    ctx.save();
    ctx.strokeStyle = cssColour(theme.grid);
    ctx.lineWidth = 1;
    ctx.setLineDash([]);
    ctx.beginPath();
    const scale = this.chart.currentDevicePixelRatio;
    for (const value of values) {
      const y = crisp(this.pixelOf(value), scale);
      ctx.moveTo(area.left - TICK, y);
      ctx.lineTo(area.right, y);
    }
    const line = crisp(area.left, scale);
    ctx.moveTo(line, area.top);
    ctx.lineTo(line, area.bottom);
    ctx.stroke();
    ctx.fillStyle = cssColour(theme.muted);
    ctx.font = theme.font;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    for (const value of values) ctx.fillText(formatSeconds(value), area.left - TICK - PADDING, this.pixelOf(value));
    ctx.restore();
  }
}
