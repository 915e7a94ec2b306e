/** The whole log in one strip: log rate by severity, episodes, and the brush that is the visible part. */
import { formatSeconds } from '../../src/timeline/format.ts';
import { Chart, COMMON_OPTIONS } from './charts.ts';
import { element, setHidden } from '../page/dom.ts';
import type { Actions, Model } from '../page/model.ts';
import type { RateSource } from './rateController.ts';
import { SecondsAxis } from './secondsAxis.ts';
import type { TimeArea } from './timeArea.ts';
import { TimeAxis, type TimeAxisLook } from './timeAxis.ts';
import { clampView, positionOf, timeAt } from './viewport.ts';
import { t } from '../page/words.ts';
import { chartCaption } from './chartCaption.ts';

const EDGE = 6;
const AXIS: TimeAxisLook = { height: 18, fontSize: 10, label: 10, grid: false };

type Drag = {
  readonly kind: 'new' | 'move' | 'from' | 'to';
  readonly start: number;
  readonly from: number;
  readonly to: number;
  moved: boolean;
};

export class OverviewView {
  readonly root: HTMLElement;
  readonly #plot: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #window = element('div', { className: 'brush' });
  readonly #before = element('div', { className: 'brush-shade' });
  readonly #after = element('div', { className: 'brush-shade' });
  readonly #pointer = element('div', { className: 'crosshair is-pointer' });
  readonly #chart: Chart<'rate'>;
  readonly #peak = element('span', { className: 'caption-text rate-peak' });
  readonly #source: RateSource = { model: undefined, drawn: (most, duration) => this.#tellPeak(most, duration) };
  readonly #area: TimeArea;
  readonly #legend = element('span', {
    className: 'caption-text rate-legend',
    children: (
      [
        ['error', t('error')],
        ['warning', t('warning')],
        ['info', t('info')],
      ] as const
    ).map(([severity, text]) =>
      element('span', { children: [element('i', { className: `is-${severity}` }), document.createTextNode(text)] }),
    ),
  });
  #model: Model | undefined;
  /** The whole log is in view: the axis of the charts below has the same times. */
  #isWhole = false;
  /** What `#peak` says. */
  #announced: { readonly most: number; readonly duration: number } | undefined;
  #drag: Drag | undefined;

  constructor(actions: Actions, area: TimeArea) {
    this.#area = area;
    this.#canvas = element('canvas', { role: 'img', label: t('Overview of the whole log') });
    this.#plot = element('div', {
      className: 'plot overview-plot',
      children: [this.#canvas, this.#before, this.#after, this.#window, this.#pointer],
    });
    this.root = element('section', {
      className: 'overview',
      label: t('Overview'),
      children: [
        chartCaption(
          t('Whole log'),
          t('Records by severity. Heights go by the logarithm, so that single records stay in sight beside bursts.'),
          [this.#legend, this.#peak],
        ),
        this.#plot,
      ],
    });
    this.#chart = new Chart<'rate'>(this.#canvas, {
      type: 'rate',
      data: { datasets: [{ data: [], rate: this.#source }] },
      options: {
        ...COMMON_OPTIONS,
        scales: {
          x: { type: 'timeAxis', axis: 'x', position: 'bottom' },
          y: { type: 'secondsAxis', axis: 'y', position: 'left' },
        },
      },
    });
    // chart.js makes the axes when it first lays out, which it would only do on the page.
    this.#chart.update('none');
    const { x, y } = this.#chart.scales;
    if (x instanceof TimeAxis) x.setLook(AXIS);
    if (y instanceof SecondsAxis) y.setRoom(() => area.get().left, 0);
    this.#attach(actions);
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#source.model = model;
    const errors = model.document.rate?.error.reduce((sum, value) => sum + value, 0) ?? 0;
    this.#canvas.setAttribute(
      'aria-label',
      t(
        'Overview of the whole log: {0} lines, {1} error records, {2} episodes.',
        model.document.summary.lines,
        errors,
        model.document.episodes.length,
      ),
    );
    this.#legend.hidden = model.document.rate === undefined;
    this.#announced = undefined;
    this.#peak.textContent = model.document.rate === undefined ? t('no records to count') : '';
    this.layout();
  }

  /** Lays the chart out anew: another document, theme, time format or size. */
  layout(): void {
    const model = this.#model;
    if (model === undefined) return;
    const { x } = this.#chart.scales;
    if (x instanceof TimeAxis) x.show({ view: model.limits, scale: model.scale, theme: model.theme });
    this.#chart.update('none');
    this.draw();
  }

  /** Moves brush and pointer; the columns stay as they are. */
  draw(): void {
    const model = this.#model;
    if (model === undefined) return;
    this.#showTimes(model);
    const { left, width } = this.#area.get();
    const from = left + positionOf(model.limits, model.view.from, width);
    const to = left + positionOf(model.limits, model.view.to, width);
    this.#window.style.transform = `translateX(${from}px)`;
    this.#window.style.width = `${Math.max(3, to - from)}px`;
    this.#before.style.transform = `translateX(${left}px)`;
    this.#before.style.width = `${Math.max(0, from - left)}px`;
    this.#after.style.transform = `translateX(${to}px)`;
    this.#after.style.width = `${Math.max(0, left + width - to)}px`;
    setHidden(this.#pointer, model.pointer === undefined);
    if (model.pointer !== undefined)
      this.#pointer.style.transform = `translateX(${left + positionOf(model.limits, model.pointer, width)}px)`;
  }

  #showTimes({ view, limits }: Model): void {
    const isWhole = view.from <= limits.from && view.to >= limits.to;
    if (isWhole === this.#isWhole) return;
    this.#isWhole = isWhole;
    const { x } = this.#chart.scales;
    if (x instanceof TimeAxis) x.setLook({ ...AXIS, bare: isWhole });
    this.#chart.draw();
  }

  #tellPeak(most: number, duration: number): void {
    if (this.#announced?.most === most && this.#announced.duration === duration) return;
    this.#announced = { most, duration };
    const seconds = duration / 1e6;
    const text = t(
      most === 1 ? 'peak {0} line in {1}' : 'peak {0} lines in {1}',
      most.toLocaleString('en'),
      formatSeconds(seconds, seconds < 60 ? undefined : 0),
    );
    this.#peak.textContent = text;
    this.#peak.title = text; // cut where it is longer than its line: the axis stands below
  }

  #attach(actions: Actions): void {
    const plot = this.#plot;
    const xOf = (event: MouseEvent): number =>
      event.clientX - plot.getBoundingClientRect().left - this.#area.get().left;
    plot.addEventListener('pointerdown', (event) => {
      const model = this.#model;
      if (model === undefined || event.button !== 0) return;
      plot.setPointerCapture(event.pointerId);
      this.#drag = {
        kind: this.#kindAt(xOf(event), model),
        start: timeAt(model.limits, xOf(event), this.#area.get().width),
        from: model.view.from,
        to: model.view.to,
        moved: false,
      };
    });
    plot.addEventListener('pointermove', (event) => {
      const model = this.#model;
      if (model === undefined) return;
      const time = timeAt(model.limits, xOf(event), this.#area.get().width);
      const drag = this.#drag;
      if (drag === undefined) {
        plot.dataset['zone'] = this.#kindAt(xOf(event), model);
        actions.point(time);
        return;
      }
      if (
        Math.abs(
          positionOf(model.limits, time, this.#area.get().width) -
            positionOf(model.limits, drag.start, this.#area.get().width),
        ) < 3 &&
        !drag.moved
      )
        return;
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
      if (drag === undefined || drag.moved || model === undefined || drag.kind !== 'new' || event.type !== 'pointerup')
        return;
      const half = (model.view.to - model.view.from) / 2;
      actions.show({ from: drag.start - half, to: drag.start + half });
    };
    plot.addEventListener('pointerup', finish);
    plot.addEventListener('pointercancel', finish);
    plot.addEventListener('pointerleave', () => actions.point(undefined));
    plot.addEventListener('dblclick', (event) => {
      const model = this.#model;
      if (model !== undefined) actions.zoomToEpisodeAt(timeAt(model.limits, xOf(event), this.#area.get().width));
    });
  }

  /** What a drag that begins here does. With the whole log in view there is nothing to move: it makes a new brush. */
  #kindAt(x: number, model: Model): Drag['kind'] {
    const { width } = this.#area.get();
    const from = positionOf(model.limits, model.view.from, width);
    const to = positionOf(model.limits, model.view.to, width);
    if (to - from > width - 2) return 'new';
    if (Math.abs(x - from) <= EDGE) return 'from';
    if (Math.abs(x - to) <= EDGE) return 'to';
    return x > from && x < to ? 'move' : 'new';
  }
}
