/** The staleness chart: time since the last listed relist against the threshold, solid where proven, a band where bounded, the skips on it. */
import type { Plugin } from 'chart.js';
import { formatSeconds } from '../src/timeline/format.ts';
import { toothHeight } from '../src/timeline/sawtooth.ts';
import { lowerBound, upperBound, type Window } from '../src/timeline/thinning.ts';
import { formatDate, formatListed, secondsTicks, tickLabel, ticksThatFit } from './axis.ts';
import { Chart, COMMON_OPTIONS, keepEdges } from './charts.ts';
import { element } from './dom.ts';
import type { Shape } from './looks.ts';
import type { Actions, Model } from './model.ts';
import { Painter } from './painting.ts';
import { attachPointer } from './pointer.ts';
import { drawEpisodes } from './shading.ts';
import { drawnSeries, highestStaleness, relistStarts, splitByProof, stalenessAt, stalenessTop } from './stalenessData.ts';
import { drawBand, drawStarts, markOfNode, roleOfNode } from './stalenessParts.ts';
import { cssColour } from './theme.ts';
import type { Tip } from './tip.ts';
import { isWithin, positionOf, timeAt } from './viewport.ts';

/** As many names as there are colours. */
const MOST_NODES = 4;

export class StalenessView {
  readonly root: HTMLElement;
  readonly #plot: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #chart: Chart<'line', { x: number; y: number }[]>;
  readonly #nodes = element('div', { className: 'node-legend' });
  readonly #summary = element('p', { className: 'reader-only' });
  #model: Model | undefined;
  #painter: Painter | undefined;
  /** Of each lane: the shape of its node's skips, where there are several nodes. */
  #shapes: readonly (Exclude<Shape, 'tick'> | undefined)[] = [];
  #step = 1;
  readonly #gutter: () => number;

  constructor(actions: Actions, tip: Tip, gutter: () => number) {
    this.#gutter = gutter;
    this.#canvas = element('canvas', { role: 'img', label: 'Staleness chart' });
    this.#plot = element('div', { className: 'plot', children: [this.#canvas] });
    this.root = element('section', { className: 'staleness', label: 'Staleness', children: [
      element('div', { className: 'chart-caption', children: [
        element('span', { className: 'caption-title', text: 'Staleness', title: 'Time since the start of the last relist that could list the containers. Above the threshold PLEG is unhealthy.' }),
        element('span', { className: 'caption-text', text: 'since the last listed relist' }), this.#nodes,
      ] }),
      this.#plot, this.#summary,
    ] });
    this.#chart = new Chart<'line', { x: number; y: number }[]>(this.#canvas, {
      type: 'line',
      data: { datasets: [] },
      options: {
        ...COMMON_OPTIONS,
        elements: { point: { radius: 0, hitRadius: 0 } },
        scales: {
          x: {
            type: 'linear', position: 'top', min: 0, max: 1, border: { display: true },
            afterBuildTicks: (scale) => { scale.ticks = this.#timeTicks().map((value) => ({ value })); },
            afterFit: (scale) => {
              scale.height = 24;
              keepEdges(scale);
            },
            ticks: { callback: (value) => this.#tickText(Number(value)), maxRotation: 0, autoSkip: false, padding: 2 },
          },
          y: {
            type: 'linear', min: 0, max: 1, border: { display: true },
            afterBuildTicks: (scale) => { scale.ticks = secondsTicks(scale.max, Math.max(2, Math.floor(this.#plot.clientHeight / 34))).map((value) => ({ value })); },
            afterFit: (scale) => { scale.width = this.#gutter(); },
            ticks: { callback: (value) => formatSeconds(Number(value)), padding: 4 },
          },
        },
      },
      plugins: [this.#behind(), this.#inFront()],
    });
    attachPointer(this.#plot, () => this.#model, actions, {
      area: () => this.#area(),
      hover: (event) => this.#hover(event, tip),
      click: (event) => {
        const mark = this.#skipAt(event);
        actions.select(mark < 0 ? undefined : { kind: 'mark', mark });
        if (mark >= 0 && (event.ctrlKey || event.metaKey)) actions.openSelection(event.altKey);
      },
      doubleClick: (event) => {
        const mark = this.#skipAt(event);
        if (mark >= 0) {
          actions.select({ kind: 'mark', mark });
          actions.openSelection(false);
        } else if (this.#model !== undefined) actions.zoomToEpisodeAt(this.#timeOf(event, this.#model));
      },
    });
  }

  setModel(model: Model): void {
    this.#model = model;
    const skips = model.document.skips.time.length;
    const processes = model.document.staleness.length;
    const text = `Staleness over time, ${processes} kubelet ${processes === 1 ? 'process' : 'processes'}. Highest ${formatSeconds(highestStaleness(model.document))}, threshold ${formatSeconds(model.document.staleness[0]?.threshold ?? 180)}. ${skips} skips.`;
    this.#canvas.setAttribute('aria-label', text);
    this.#summary.textContent = text;
    const nodes = [...new Set(model.document.staleness.map((series) => series.node))];
    this.#nodes.replaceChildren(...(nodes.length < 2 ? [] : nodes.slice(0, MOST_NODES)).map((node) => element('span', { title: node, children: [element('i', { className: `is-${roleOfNode(model, node)}` }), element('span', { className: 'node-mark', text: markOfNode(model, node).symbol }), element('span', { text: node })] })));
    this.root.classList.toggle('has-nodes', nodes.length > 1);
    const shapes = new Map(nodes.map((node) => [node, markOfNode(model, node).shape]));
    this.#shapes = nodes.length < 2 ? [] : model.document.lanes.map((lane) => (lane.node === undefined ? undefined : shapes.get(lane.node)));
    this.applyTheme();
  }

  applyTheme(): void {
    const model = this.#model;
    if (model === undefined) return;
    const { theme } = model;
    for (const scale of Object.values(this.#chart.options.scales ?? {})) {
      if (scale === undefined) continue;
      scale.grid = { color: cssColour(theme.grid), drawTicks: true, tickLength: 4, lineWidth: 1 };
      scale.border = { color: cssColour(theme.grid) };
      if (scale.ticks !== undefined) {
        scale.ticks.color = cssColour(theme.muted);
        scale.ticks.font = { size: 11, family: theme.fontFamily };
      }
    }
    this.draw();
  }

  draw(): void {
    const model = this.#model;
    if (model === undefined) return;
    const { x, y } = this.#chart.options.scales ?? {};
    const window = this.#window(model);
    if (x !== undefined) {
      x.min = model.view.from;
      x.max = model.view.to;
    }
    if (y !== undefined) y.max = stalenessTop(model.document, window);
    this.#chart.data.datasets = model.document.staleness.flatMap((series) => {
      const { proven, likely } = splitByProof(drawnSeries(series, window));
      const role = roleOfNode(model, series.node);
      const line = { borderWidth: model.theme.highContrast ? 2 : 1.5, pointRadius: 0 };
      return [
        { ...line, data: likely, borderColor: cssColour(model.theme.faint[role]), borderDash: [4, 3] },
        { ...line, data: proven, borderColor: cssColour(model.theme.roles[role]) },
      ];
    });
    this.#chart.update('none');
  }

  #window(model: Model): Window {
    return { from: model.view.from, to: model.view.to, columns: Math.max(50, this.#plot.clientWidth - this.#gutter()) };
  }

  /** Measured, not asked of the chart: while the panel is resized the chart still has its old size. */
  #area(): { left: number; width: number } {
    const left = this.#gutter();
    return { left, width: Math.max(1, this.#plot.clientWidth - left) };
  }

  #timeTicks(): readonly number[] {
    const model = this.#model;
    if (model === undefined) return [];
    const { step, values } = ticksThatFit(model.view, model.scale, this.#area().width);
    this.#step = step;
    return values;
  }

  #tickText(value: number): string {
    const model = this.#model;
    if (model === undefined) return '';
    const text = tickLabel(value, this.#step, model.scale);
    return isWithin(positionOf(model.view, value, this.#plot.clientWidth - this.#gutter()), this.#plot.clientWidth - this.#gutter(), text) ? text : '';
  }

  /** Episodes, threshold and bands behind the line. */
  #behind(): Plugin<'line'> {
    return {
      id: 'behind',
      beforeDatasetsDraw: (chart) => {
        const model = this.#model;
        if (model === undefined) return;
        const { ctx, chartArea, scales } = chart;
        const y = scales['y'];
        if (y === undefined) return;
        drawEpisodes(chart, model);
        for (const series of model.document.staleness) {
          const role = roleOfNode(model, series.node);
          drawBand(ctx, series, model, chartArea, (seconds) => y.getPixelForValue(seconds), role);
          drawStarts(ctx, relistStarts(series, this.#window(model)), model, chartArea, role);
        }
        this.#drawThreshold(chart, model);
      },
    };
  }

  #drawThreshold(chart: Chart<'line'>, model: Model): void {
    const { ctx, chartArea, scales } = chart;
    const threshold = model.document.staleness[0]?.threshold ?? 180;
    const at = scales['y']?.getPixelForValue(threshold);
    if (at === undefined) return;
    if (at < chartArea.top) {
      this.#paint(ctx, model).text(`↑ threshold ${formatSeconds(threshold)}; likely teeth of ${formatSeconds(model.document.staleness[0] === undefined ? 1 : toothHeight(model.document.staleness[0].healthy), 3)}, no line names them`, chartArea.left + 6, chartArea.top + 8, chartArea.width - 12, { ground: true, muted: true });
      return;
    }
    ctx.save();
    ctx.strokeStyle = cssColour(model.theme.roles.bad);
    ctx.lineWidth = 1;
    ctx.setLineDash([6, 4]);
    ctx.beginPath();
    ctx.moveTo(chartArea.left, Math.round(at) + 0.5);
    ctx.lineTo(chartArea.right, Math.round(at) + 0.5);
    ctx.stroke();
    ctx.restore();
    this.#paint(ctx, model).text(`threshold ${formatSeconds(threshold)}`, chartArea.left + 6, at - 8, 200, { halo: true, muted: true });
  }

  /** Skips and the name of the date in front of the line. */
  #inFront(): Plugin<'line'> {
    return {
      id: 'in-front',
      afterDatasetsDraw: (chart) => {
        const model = this.#model;
        const y = chart.scales['y'];
        if (model === undefined || y === undefined) return;
        const { ctx, chartArea } = chart;
        const painter = this.#paint(ctx, model);
        const { skips } = model.document;
        ctx.save();
        ctx.beginPath();
        ctx.rect(chartArea.left - 6, chartArea.top, chartArea.width + 12, chartArea.height);
        ctx.clip();
        let lastColumn = Number.NaN;
        for (let index = lowerBound(skips.time, model.view.from); index < upperBound(skips.time, model.view.to); index += 1) {
          const x = chartArea.left + positionOf(model.view, skips.time[index] ?? 0, chartArea.width);
          const column = Math.round(x / 2);
          if (column === lastColumn) continue;
          lastColumn = column;
          const seconds = skips.seconds[index] ?? Number.NaN;
          const top = Number.isNaN(seconds) ? chartArea.bottom - 7 : y.getPixelForValue(seconds);
          painter.shape(this.#shapes[model.document.marks.lane[skips.mark[index] ?? -1] ?? -1] ?? 'diamond', Number.isNaN(seconds) ? 'neutral' : 'bad', x, top, 9, true);
        }
        ctx.restore();
        ctx.fillStyle = cssColour(model.theme.muted);
        ctx.font = model.theme.font;
        ctx.textAlign = 'left';
        ctx.textBaseline = 'middle';
        if (model.scale.format !== 'relative') painter.text(formatDate(Math.max(0, model.view.from), model.scale), 10, chartArea.top - 12, chartArea.left - 14, { muted: true });
      },
    };
  }

  #paint(ctx: CanvasRenderingContext2D, model: Model): Painter {
    if (this.#painter?.theme !== model.theme) this.#painter = new Painter(ctx, model.theme);
    return this.#painter;
  }

  #timeOf(event: MouseEvent, model: Model): number {
    const { left, width } = this.#area();
    return timeAt(model.view, event.clientX - this.#plot.getBoundingClientRect().left - left, width);
  }

  /** Mark of the skip within reach of the pointer, or -1. */
  #skipAt(event: MouseEvent): number {
    const model = this.#model;
    if (model === undefined) return -1;
    const { skips } = model.document;
    const { left, width } = this.#area();
    const x = event.clientX - this.#plot.getBoundingClientRect().left - left;
    const reach = timeAt(model.view, x + 7, width) - timeAt(model.view, x, width);
    const time = timeAt(model.view, x, width);
    let best = -1;
    let distance = reach;
    for (let index = lowerBound(skips.time, time - reach); index < upperBound(skips.time, time + reach); index += 1) {
      const away = Math.abs((skips.time[index] ?? 0) - time);
      if (away <= distance) {
        distance = away;
        best = skips.mark[index] ?? -1;
      }
    }
    return best;
  }

  #hover(event: PointerEvent | undefined, tip: Tip): void {
    const model = this.#model;
    if (event === undefined || model === undefined) {
      tip.hide();
      return;
    }
    const time = this.#timeOf(event, model);
    const mark = this.#skipAt(event);
    const lines = [formatListed(mark < 0 ? time : model.document.marks.time[mark] ?? time, model.scale, model.document.length)];
    if (mark >= 0) lines.push(model.document.strings[model.document.marks.what[mark] ?? 0] ?? '', `line ${model.document.marks.line[mark] ?? 0}`);
    const staleness = model.document.staleness.map((series) => stalenessAt(series, time)).find((value) => value !== undefined);
    if (staleness !== undefined) lines.push(`staleness ${formatSeconds(staleness.seconds, 3)}${staleness.proven ? '' : ' (likely)'}`);
    if (time < model.view.from || time > model.view.to) tip.hide();
    else tip.show(event.clientX, event.clientY, lines);
  }
}
