/** The whole log in one strip: log rate by severity, episodes, and the brush that is the visible part. */
import { tickLabel, ticksThatFit } from './axis.ts';
import { Chart, COMMON_OPTIONS, keepEdges } from './charts.ts';
import { element } from './dom.ts';
import type { Actions, Model } from './model.ts';
import type { RateSource } from './rateController.ts';
import { cssColour } from './theme.ts';
import { clampView, isWithin, positionOf, timeAt } from './viewport.ts';

const EDGE = 6;

type Drag = { readonly kind: 'new' | 'move' | 'from' | 'to'; readonly start: number; readonly from: number; readonly to: number; moved: boolean };

export class OverviewView {
  readonly root: HTMLElement;
  readonly #plot: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #window = element('div', { className: 'brush' });
  readonly #before = element('div', { className: 'brush-shade' });
  readonly #after = element('div', { className: 'brush-shade' });
  readonly #pointer = element('div', { className: 'crosshair is-pointer' });
  readonly #chart: Chart<'rate'>;
  readonly #source: RateSource = { model: undefined };
  readonly #gutter: () => number;
  #model: Model | undefined;
  #step = 1;
  #drag: Drag | undefined;

  constructor(actions: Actions, gutter: () => number) {
    this.#gutter = gutter;
    this.#canvas = element('canvas', { role: 'img', label: 'Overview of the whole log' });
    this.#plot = element('div', { className: 'plot overview-plot', children: [this.#canvas, this.#before, this.#after, this.#window, this.#pointer] });
    this.root = element('section', { className: 'overview', label: 'Overview', children: [
      element('div', { className: 'chart-caption', children: [element('span', { className: 'caption-title', text: 'Whole log' }), element('span', { className: 'caption-text', text: 'records by severity' })] }), this.#plot,
    ] });
    this.#chart = new Chart<'rate'>(this.#canvas, {
      type: 'rate',
      data: { datasets: [{ data: [], rate: this.#source }] },
      options: {
        ...COMMON_OPTIONS,
        scales: {
          x: {
            type: 'linear', min: 0, max: 1,
            afterBuildTicks: (scale) => { scale.ticks = this.#ticks().map((value) => ({ value })); },
            afterFit: (scale) => {
              scale.height = 18;
              keepEdges(scale);
            },
            ticks: { callback: (value) => this.#tickText(Number(value)), maxRotation: 0, autoSkip: false, padding: 0 },
          },
          y: { type: 'linear', display: true, min: 0, max: 1, afterFit: (scale) => { scale.width = this.#gutter(); }, ticks: { display: false }, grid: { display: false }, border: { display: false } },
        },
      },
    });
    this.#attach(actions);
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#source.model = model;
    const errors = model.document.rate?.error.reduce((sum, value) => sum + value, 0) ?? 0;
    this.#canvas.setAttribute('aria-label', `Overview of the whole log: ${model.document.summary.lines} lines, ${errors} error records, ${model.document.episodes.length} episodes.`);
    this.applyTheme();
  }

  applyTheme(): void {
    const model = this.#model;
    const { x } = this.#chart.options.scales ?? {};
    if (model === undefined || x === undefined) return;
    x.min = model.limits.from;
    x.max = model.limits.to;
    x.grid = { display: true, color: cssColour(model.theme.grid), drawOnChartArea: false, tickLength: 4 };
    x.border = { color: cssColour(model.theme.grid) };
    if (x.ticks !== undefined) {
      x.ticks.color = cssColour(model.theme.muted);
      x.ticks.font = { size: 10, family: model.theme.fontFamily };
    }
    this.#chart.update('none');
    this.draw();
  }

  /** Moves brush and pointer; the columns stay as they are. */
  draw(): void {
    const model = this.#model;
    if (model === undefined) return;
    const { left, width } = this.#area();
    const from = left + positionOf(model.limits, model.view.from, width);
    const to = left + positionOf(model.limits, model.view.to, width);
    this.#window.style.transform = `translateX(${from}px)`;
    this.#window.style.width = `${Math.max(3, to - from)}px`;
    this.#before.style.transform = `translateX(${left}px)`;
    this.#before.style.width = `${Math.max(0, from - left)}px`;
    this.#after.style.transform = `translateX(${to}px)`;
    this.#after.style.width = `${Math.max(0, left + width - to)}px`;
    this.#pointer.hidden = model.pointer === undefined;
    if (model.pointer !== undefined) this.#pointer.style.transform = `translateX(${left + positionOf(model.limits, model.pointer, width)}px)`;
  }

  #area(): { left: number; width: number } {
    // Measured, not asked of the chart: while the panel is resized the chart still has its old size.
    const left = this.#gutter();
    return { left, width: Math.max(1, this.#plot.clientWidth - left) };
  }

  #ticks(): readonly number[] {
    const model = this.#model;
    if (model === undefined) return [];
    const { step, values } = ticksThatFit(model.limits, model.scale, this.#area().width);
    this.#step = step;
    return values;
  }

  #tickText(value: number): string {
    const model = this.#model;
    if (model === undefined) return '';
    const text = tickLabel(value, this.#step, model.scale);
    const width = this.#plot.clientWidth - this.#gutter();
    return isWithin(positionOf(model.limits, value, width), width, text) ? text : '';
  }

  #attach(actions: Actions): void {
    const plot = this.#plot;
    const xOf = (event: MouseEvent): number => event.clientX - plot.getBoundingClientRect().left - this.#area().left;
    plot.addEventListener('pointerdown', (event) => {
      const model = this.#model;
      if (model === undefined || event.button !== 0) return;
      plot.setPointerCapture(event.pointerId);
      this.#drag = { kind: this.#kindAt(xOf(event), model), start: timeAt(model.limits, xOf(event), this.#area().width), from: model.view.from, to: model.view.to, moved: false };
    });
    plot.addEventListener('pointermove', (event) => {
      const model = this.#model;
      if (model === undefined) return;
      const time = timeAt(model.limits, xOf(event), this.#area().width);
      const drag = this.#drag;
      if (drag === undefined) {
        plot.dataset['zone'] = this.#kindAt(xOf(event), model);
        actions.point(time);
        return;
      }
      if (Math.abs(positionOf(model.limits, time, this.#area().width) - positionOf(model.limits, drag.start, this.#area().width)) < 3 && !drag.moved) return;
      drag.moved = true;
      const by = time - drag.start;
      if (drag.kind === 'move') actions.show(clampView({ from: drag.from + by, to: drag.to + by }, model.limits));
      else if (drag.kind === 'from') actions.show({ from: Math.min(time, drag.to), to: Math.max(time, drag.to) });
      else if (drag.kind === 'to') actions.show({ from: Math.min(time, drag.from), to: Math.max(time, drag.from) });
      else actions.show({ from: Math.min(time, drag.start), to: Math.max(time, drag.start) });
    });
    const finish = (event: PointerEvent): void => {
      const drag = this.#drag;
      const model = this.#model;
      this.#drag = undefined;
      // A plain click outside the brush brings the brush there.
      if (drag === undefined || drag.moved || model === undefined || drag.kind !== 'new' || event.type !== 'pointerup') return;
      const half = (model.view.to - model.view.from) / 2;
      actions.show({ from: drag.start - half, to: drag.start + half });
    };
    plot.addEventListener('pointerup', finish);
    plot.addEventListener('pointercancel', finish);
    plot.addEventListener('pointerleave', () => actions.point(undefined));
    plot.addEventListener('dblclick', (event) => {
      const model = this.#model;
      if (model !== undefined) actions.zoomToEpisodeAt(timeAt(model.limits, xOf(event), this.#area().width));
    });
  }

  /** What a drag that begins here does. With the whole log in view there is nothing to move: it makes a new brush. */
  #kindAt(x: number, model: Model): Drag['kind'] {
    const { width } = this.#area();
    const from = positionOf(model.limits, model.view.from, width);
    const to = positionOf(model.limits, model.view.to, width);
    if (to - from > width - 2) return 'new';
    if (Math.abs(x - from) <= EDGE) return 'from';
    if (Math.abs(x - to) <= EDGE) return 'to';
    return x > from && x < to ? 'move' : 'new';
  }
}
