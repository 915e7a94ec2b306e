/** The staleness chart on the page: caption, nodes, pointer, and the words about it. What it draws: stalenessController.ts. */
import { formatSeconds } from '../../src/timeline/format.ts';
import { formatListed } from './axis.ts';
import { Chart, COMMON_OPTIONS } from './charts.ts';
import { element, writeName } from '../page/dom.ts';
import type { Actions, Model } from '../page/model.ts';
import { shortNodeNames } from '../page/nodeNames.ts';
import { PointedFrame } from './pointedFrame.ts';
import { attachPointer } from './pointer.ts';
import { SecondsAxis } from './secondsAxis.ts';
import { curveAt, skipHeight } from './skipHeight.ts';
import type { StalenessSource } from './stalenessController.ts';
import { highestStaleness, nearestSkip, stalenessAt, stalenessTop } from './stalenessData.ts';
import { markOfNode, roleOfNode, nodesOf } from './stalenessParts.ts';
import type { TimeArea } from './timeArea.ts';
import { TimeAxis } from './timeAxis.ts';
import type { Tip } from './tip.ts';
import { positionOf, timeAt } from './viewport.ts';
import { t } from '../page/words.ts';
import { chartCaption } from './chartCaption.ts';

/** As many names as there are colours. */
const MOST_NODES = 4;
/** Longer names of nodes are cut in their middle where there is too little room: their ends tell them apart. */
const PLAIN_NODE = 8;
/** Below zero seconds, for the lower half of its label, in CSS pixels. */
const HALF_LABEL = 11;
/** How near to a skip the pointer must be, and half of the frame around it, in CSS pixels. */
const REACH = 7;

export class StalenessView {
  readonly root: HTMLElement;
  readonly #plot: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #chart: Chart<'staleness'>;
  readonly #source: StalenessSource = { model: undefined, inset: 0 };
  readonly #nodes = element('div', { className: 'node-legend' });
  readonly #summary = element('p', { className: 'reader-only' });
  readonly #area: TimeArea;
  readonly #frame = new PointedFrame();
  #model: Model | undefined;
  /** The skip under the pointer, or -1. */
  #pointed = -1;

  constructor(actions: Actions, tip: Tip, area: TimeArea) {
    this.#area = area;
    this.#canvas = element('canvas', { role: 'img', label: t('Staleness chart') });
    this.#plot = element('div', { className: 'plot', children: [this.#canvas, this.#frame.root] });
    this.root = element('section', {
      className: 'staleness',
      label: t('Staleness'),
      children: [
        chartCaption(
          t('Staleness'),
          t(
            'Time since the start of the last relist that could list the containers. Above the threshold PLEG is unhealthy.',
          ),
          [element('span', { className: 'caption-text', text: t('since the last good relist began') }), this.#nodes],
        ),
        this.#plot,
        this.#summary,
      ],
    });
    this.#chart = new Chart<'staleness'>(this.#canvas, {
      type: 'staleness',
      data: { datasets: [{ data: [], clip: false, staleness: this.#source }] },
      options: {
        ...COMMON_OPTIONS,
        scales: {
          x: { type: 'timeAxis', axis: 'x', position: 'top' },
          y: { type: 'secondsAxis', axis: 'y', position: 'left' },
        },
      },
    });
    // chart.js makes the axes when it first lays out, which it would only do on the page.
    this.#chart.update('none');
    const { y } = this.#chart.scales;
    if (y instanceof SecondsAxis) y.setRoom(() => area.get().left, HALF_LABEL);
    attachPointer(this.#plot, () => this.#model, actions, {
      area: () => this.#area.get(),
      hover: (event) => this.#hover(event, tip),
      click: (event) => {
        const mark = this.#markAt(event);
        actions.select(mark < 0 ? undefined : { kind: 'mark', mark });
        if (mark >= 0 && (event.ctrlKey || event.metaKey)) actions.openSelection(event.altKey);
      },
      doubleClick: (event) => {
        const mark = this.#markAt(event);
        if (mark >= 0) {
          actions.select({ kind: 'mark', mark });
          actions.openSelection(false);
        } else if (this.#model !== undefined) actions.zoomToEpisodeAt(this.#timeOf(event, this.#model));
      },
    });
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#source.model = model;
    this.#pointed = -1;
    const skips = model.document.skips.time.length;
    const processes = model.document.staleness.filter(
      ({ process }, place) => place === 0 || process !== 'metrics',
    ).length;
    const text = t(
      processes === 1
        ? 'Staleness over time, {0} kubelet process. Highest {1}, threshold {2}. {3} skips.'
        : 'Staleness over time, {0} kubelet processes. Highest {1}, threshold {2}. {3} skips.',
      processes,
      formatSeconds(highestStaleness(model.document)),
      formatSeconds(model.document.staleness[0]?.threshold ?? 180),
      skips,
    );
    this.#canvas.setAttribute('aria-label', text);
    this.#summary.textContent = text;
    const nodes = nodesOf(model.document);
    const names = shortNodeNames(nodes);
    this.#nodes.replaceChildren(
      ...(nodes.length < 2 ? [] : nodes.slice(0, MOST_NODES)).map((node, index) => {
        const name = element('span');
        writeName(name, names[index] ?? node, PLAIN_NODE);
        return element('span', {
          title: node,
          children: [
            element('i', { className: `is-${roleOfNode(model.document, node)}` }),
            element('span', { className: 'node-mark', text: markOfNode(model.document, node).symbol }),
            name,
          ],
        });
      }),
    );
    this.root.classList.toggle('has-nodes', nodes.length > 1);
    this.layout();
  }

  /** Lays the chart out anew: another document, theme or size. */
  layout(): void {
    this.#chart.update('none');
    this.draw();
  }

  draw(): void {
    const model = this.#model;
    if (model === undefined) return;
    const { x, y } = this.#chart.scales;
    if (x instanceof TimeAxis) x.show(model);
    if (y instanceof SecondsAxis)
      y.show(
        stalenessTop(model.document, {
          from: model.view.from,
          to: model.view.to,
          columns: Math.max(50, this.#chart.chartArea.width),
        }),
        model.theme,
        model.document.staleness[0]?.threshold ?? 180,
      );
    this.#source.inset = this.#area.get().inset;
    this.#chart.draw();
    this.#placeFrame();
  }

  #timeOf(event: MouseEvent, model: Model): number {
    const { left, width } = this.#area.get();
    return timeAt(model.view, event.clientX - this.#plot.getBoundingClientRect().left - left, width);
  }

  /** The skip within reach of the pointer, or -1. */
  #skipAt(event: MouseEvent): number {
    const model = this.#model;
    if (model === undefined) return -1;
    const { left, width } = this.#area.get();
    const x = event.clientX - this.#plot.getBoundingClientRect().left - left;
    const time = timeAt(model.view, x, width);
    return nearestSkip(model.document.skips, time, timeAt(model.view, x + REACH, width) - time);
  }

  /** Its mark, or -1. */
  #markAt(event: MouseEvent): number {
    return this.#model?.document.skips.mark[this.#skipAt(event)] ?? -1;
  }

  #placeFrame(): void {
    const model = this.#model;
    const time = model?.document.skips.time[this.#pointed];
    const { y } = this.#chart.scales;
    if (
      model === undefined ||
      time === undefined ||
      time < model.view.from ||
      time > model.view.to ||
      !(y instanceof SecondsAxis)
    ) {
      this.#frame.place(undefined);
      return;
    }
    const { left, width } = this.#area.get();
    const middle = skipHeight(
      model.document.skips.seconds[this.#pointed] ?? Number.NaN,
      curveAt(model.document.staleness, time),
      (seconds) => y.pixelOf(seconds),
      this.#chart.chartArea,
    );
    this.#frame.place({
      left: left + positionOf(model.view, time, width) - REACH,
      top: middle - REACH,
      width: REACH * 2,
      height: REACH * 2,
    });
  }

  #hover(event: PointerEvent | undefined, tip: Tip): void {
    const model = this.#model;
    this.#pointed = event === undefined ? -1 : this.#skipAt(event);
    this.#placeFrame();
    if (event === undefined || model === undefined) {
      tip.hide();
      return;
    }
    const time = this.#timeOf(event, model);
    const mark = model.document.skips.mark[this.#pointed] ?? -1;
    const lines = [
      formatListed(mark < 0 ? time : (model.document.marks.time[mark] ?? time), model.scale, model.document.length),
    ];
    if (mark >= 0)
      lines.push(
        model.document.strings[model.document.marks.what[mark] ?? 0] ?? '',
        t('line {0}', model.document.marks.line[mark] ?? 0),
      );
    // A skip tells it itself, as it was then.
    const elapsed = model.document.skips.seconds[this.#pointed] ?? Number.NaN;
    if (mark < 0) lines.push(...stalenessLines(model, time));
    else if (!Number.isNaN(elapsed)) lines.push(t('staleness {0}', formatSeconds(elapsed, 3)));
    if (time < model.view.from || time > model.view.to) tip.hide();
    else tip.show(event.clientX, event.clientY, lines);
  }
}

/** The staleness at a time, of several nodes that of each. */
function stalenessLines({ document }: Model, time: number): string[] {
  const known = document.staleness.flatMap((series) => {
    const value = stalenessAt(series, time);
    return value === undefined
      ? []
      : [
          {
            node: series.node,
            text: t(value.proven ? 'staleness {0}' : 'staleness {0} (likely)', formatSeconds(value.seconds, 3)),
          },
        ];
  });
  return known.map(({ node, text }) => (known.length === 1 ? text : `${node}: ${text}`));
}
