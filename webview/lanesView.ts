/** The lanes: names as real text on the left, bars on one canvas, only rows in sight. */
import { countVisible } from '../src/timeline/thinning.ts';
import { formatListed } from './axis.ts';
import { Chart, COMMON_OPTIONS } from './charts.ts';
import { element } from './dom.ts';
import { itemAt, type LaneItem, selectionOf } from './laneHit.ts';
import type { LanesSource } from './lanesController.ts';
import { ROW_HEIGHT } from './laneLayout.ts';
import { LaneNames } from './laneNames.ts';
import { frameOf } from './laneSelection.ts';
import { lookOf } from './looks.ts';
import type { Actions, Model, Selection } from './model.ts';
import { PointedFrame } from './pointedFrame.ts';
import { attachPointer } from './pointer.ts';
import type { Tip } from './tip.ts';
import { timeAt } from './viewport.ts';

export class LanesView {
  readonly root: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #names: LaneNames;
  readonly #plot: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #source: LanesSource = { model: undefined, scrollTop: 0, drawn: new Map(), lit: new Map() };
  readonly #chart: Chart<'lanes'>;
  readonly #actions: Actions;
  readonly #frame = new PointedFrame();
  /** Height of the rows in sight, whole ones. */
  #visible = 0;
  #model: Model | undefined;
  /** What is under the pointer. */
  #pointed: LaneItem | undefined;

  constructor(actions: Actions, tip: Tip) {
    this.#actions = actions;
    this.#canvas = element('canvas', { role: 'img', label: 'Lanes of the timeline' });
    this.#names = new LaneNames(actions);
    this.#plot = element('div', { className: 'plot lanes-plot', children: [this.#canvas, this.#frame.root] });
    const sticky = element('div', { className: 'lanes-sticky', children: [this.#names.root, this.#plot] });
    this.#spacer = element('div', { className: 'lanes-spacer', children: [sticky] });
    this.#scroller = element('div', { className: 'lanes', role: 'application', label: 'Lanes', attributes: { tabindex: '0', 'aria-roledescription': 'timeline', 'aria-describedby': 'lanes-summary' }, children: [this.#spacer] });
    this.root = this.#scroller;
    this.#chart = new Chart<'lanes'>(this.#canvas, {
      type: 'lanes',
      data: { datasets: [{ data: [], lanes: this.#source }] },
      options: COMMON_OPTIONS,
    });
    this.#scroller.addEventListener('scroll', () => this.draw());
    new ResizeObserver(() => this.layout()).observe(this.#scroller);
    attachPointer(this.#plot, () => this.#model, actions, {
      area: () => ({ left: 0, width: this.#plot.clientWidth }),
      hover: (event) => this.#hover(event, tip),
      click: (event) => this.#click(event),
      doubleClick: (event) => this.#doubleClick(event),
    });
  }

  /** A new document or other rows. */
  setModel(model: Model): void {
    this.#model = model;
    this.#source.model = model;
    this.#pointed = undefined;
    this.layout();
  }

  /** Sizes for what is there: the plot is as high as the rows that the window onto them holds. */
  layout(): void {
    const model = this.#model;
    if (model === undefined) return;
    const height = model.rows.length * ROW_HEIGHT;
    // The charts are as high as that at most.
    this.root.parentElement?.style.setProperty('--rows', `${height}px`);
    const room = this.#scroller.clientHeight;
    // Whole rows only: half of one at the edge of the table looks like a fault. What is left over lies below the last row.
    this.#visible = Math.min(height, Math.max(1, Math.floor(room / ROW_HEIGHT)) * ROW_HEIGHT);
    this.#spacer.style.height = `${height > this.#visible ? height + room - this.#visible : height}px`;
    this.#names.layout(this.#visible);
    this.#plot.style.height = `${this.#visible}px`;
    this.draw();
  }

  draw(): void {
    const model = this.#model;
    if (model === undefined) return;
    this.#source.scrollTop = Math.round(this.#scroller.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
    this.#chart.draw();
    this.#names.draw(model, this.#source.scrollTop);
    this.#placeFrame();
  }

  /** Brings a row into sight. */
  revealRow(row: number): void {
    const top = row * ROW_HEIGHT;
    if (top < this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > this.#scroller.scrollTop + this.#visible) this.#scroller.scrollTop = top + ROW_HEIGHT - this.#visible;
  }

  #rowAt(event: MouseEvent): number {
    const top = this.#plot.getBoundingClientRect().top;
    return Math.floor((event.clientY - top + this.#source.scrollTop) / ROW_HEIGHT);
  }

  #itemAt(event: MouseEvent): LaneItem | undefined {
    const place = this.#rowAt(event);
    return this.#model === undefined ? undefined : itemAt(this.#model, place, event.clientX - this.#plot.getBoundingClientRect().left, this.#source.drawn.get(place), this.#source.lit.get(place));
  }

  #hit(event: MouseEvent): Selection | undefined {
    const item = this.#itemAt(event);
    return this.#model === undefined || item === undefined ? undefined : selectionOf(this.#model, item);
  }

  #placeFrame(): void {
    const model = this.#model;
    const pointed = this.#pointed;
    const place = model === undefined || pointed === undefined ? -1 : model.rows.findIndex((row) => row.lane === pointed.lane);
    this.#frame.place(model === undefined || pointed === undefined || place < 0 ? undefined : frameOf(model, pointed, place, this.#source.scrollTop, this.#chart.chartArea.width, this.#source.drawn.get(place)));
  }

  #hover(event: PointerEvent | undefined, tip: Tip): void {
    const model = this.#model;
    this.#pointed = event === undefined ? undefined : this.#itemAt(event);
    this.#placeFrame();
    if (model === undefined || event === undefined || this.#pointed === undefined) {
      tip.hide();
      return;
    }
    const hit = selectionOf(model, this.#pointed);
    const { marks, strings, lanes } = model.document;
    const lane = hit.kind === 'bar' ? lanes[hit.lane] : undefined;
    const time = hit.kind === 'bar' ? lane?.start[hit.index] ?? 0 : marks.time[hit.mark] ?? 0;
    const what = hit.kind === 'bar' ? `${lookOf(lane?.style[hit.index]).label} (likely)` : strings[marks.what[hit.mark] ?? 0] ?? '';
    const line = hit.kind === 'mark' && (marks.line[hit.mark] ?? 0) > 0 ? `line ${marks.line[hit.mark]}` : '';
    tip.show(event.clientX, event.clientY, [formatListed(time, model.scale, model.document.length), what, line].filter((part) => part !== ''));
  }

  #click(event: MouseEvent): void {
    const place = this.#rowAt(event);
    this.#actions.focusRow(place);
    const hit = this.#hit(event);
    this.#actions.select(hit);
    if (hit !== undefined && (event.ctrlKey || event.metaKey)) this.#actions.openSelection(event.altKey);
  }

  #doubleClick(event: MouseEvent): void {
    const model = this.#model;
    if (model === undefined) return;
    const hit = this.#hit(event);
    if (hit !== undefined && hit.kind === 'mark' && (model.document.marks.line[hit.mark] ?? 0) > 0) {
      this.#actions.select(hit);
      this.#actions.openSelection(false);
    } else this.#actions.zoomToEpisodeAt(timeAt(model.view, event.clientX - this.#plot.getBoundingClientRect().left, this.#plot.clientWidth));
  }

  /** In words: what the focused lane holds in the visible time. */
  describe(row: number): string {
    const model = this.#model;
    const lane = model?.rows[row] === undefined ? undefined : model.document.lanes[model.rows[row].lane];
    const ends = model?.rows[row] === undefined ? undefined : model.ends[model.rows[row].lane];
    if (model === undefined || lane === undefined || ends === undefined) return '';
    const [normal, warnings, errors] = countVisible(lane, ends, model.view.from, model.view.to);
    return `Lane ${lane.label}: ${normal + warnings + errors} marks in view, ${errors} errors, ${warnings} warnings`;
  }
}
