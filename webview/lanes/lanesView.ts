/** The lanes: names as real text on the left, bars on one canvas, only rows in sight. */
import { countVisible } from '../../src/timeline/series/thinning.ts';
import { formatLasted } from '../charts/axis.ts';
import { Chart, COMMON_OPTIONS } from '../charts/charts.ts';
import { element } from '../page/dom.ts';
import { itemAt, type LaneItem, selectionOf } from './laneHit.ts';
import type { LanesSource } from './lanesController.ts';
import { ROW_HEIGHT } from './laneLayout.ts';
import { LaneNames } from './laneNames.ts';
import { laneWindow, NO_LANES, scrollTo } from './laneWindow.ts';
import { frameOf } from './laneSelection.ts';
import { lookOf } from '../charts/looks.ts';
import type { Actions, Model, Selection } from '../page/model.ts';
import { PointedFrame } from '../charts/pointedFrame.ts';
import { attachPointer } from '../charts/pointer.ts';
import { scrollWhenRested } from './restedScroll.ts';
import type { Row } from './rows.ts';
import type { Tip } from '../charts/tip.ts';
import { timeAt } from '../charts/viewport.ts';
import { t } from '../page/words.ts';

export class LanesView {
  readonly root: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #names: LaneNames;
  readonly #plot: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #source: LanesSource = { model: undefined, window: NO_LANES, drawn: new Map(), lit: new Map() };
  readonly #chart: Chart<'lanes'>;
  readonly #actions: Actions;
  readonly #frame = new PointedFrame();
  /** What `window` was made of. */
  #known: { readonly rows: readonly Row[]; readonly scrolled: number; readonly visible: number } | undefined;
  /** So many rows stay at the top until the next scrolling, though there is less room. */
  #stay = 0;
  /** Height of what scrolls, as `layout` found it. */
  #room = 0;
  /** Height of the rows in sight, whole ones. */
  #visible = 0;
  #model: Model | undefined;
  /** What is under the pointer. */
  #pointed: LaneItem | undefined;
  /** The row that it is in. */
  #pointedPlace = -1;

  constructor(actions: Actions, tip: Tip) {
    this.#actions = actions;
    this.#canvas = element('canvas', { role: 'img', label: t('Lanes of the timeline') });
    this.#names = new LaneNames(actions);
    this.#plot = element('div', { className: 'plot lanes-plot', children: [this.#canvas, this.#frame.root] });
    const sticky = element('div', { className: 'lanes-sticky', children: [this.#names.root, this.#plot] });
    this.#spacer = element('div', { className: 'lanes-spacer', children: [sticky] });
    this.#scroller = element('div', {
      className: 'lanes',
      role: 'application',
      label: t('Lanes'),
      attributes: { tabindex: '0', 'aria-roledescription': 'timeline', 'aria-describedby': 'lanes-summary' },
      children: [this.#spacer],
    });
    this.root = this.#scroller;
    this.#chart = new Chart<'lanes'>(this.#canvas, {
      type: 'lanes',
      data: { datasets: [{ data: [], lanes: this.#source }] },
      options: COMMON_OPTIONS,
    });
    this.#scroller.addEventListener('scroll', () => {
      tip.hide(); // what it named is not under the pointer any more
      this.#stay = 0;
      this.draw();
    });
    scrollWhenRested(() => document.getElementById('kubelet-timeline'), this.#scroller);
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
    const room = this.#scroller.clientHeight;
    if (room < this.#room) this.#stay = this.#source.window.pinned;
    this.#room = room;
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
    this.#showWindow(model);
    this.#chart.draw();
    this.#names.draw(model, this.#source.window);
    this.#placeFrame();
  }

  /** Brings a row into sight. */
  revealRow(row: number): void {
    const model = this.#model;
    if (this.#scroller.clientHeight !== this.#room) this.layout(); // the dock has just opened or closed
    const to =
      model === undefined
        ? undefined
        : scrollTo(model.rows, model.document.lanes, this.#visible / ROW_HEIGHT, this.#scrolled(), row);
    if (to !== undefined) this.#scroller.scrollTop = to * ROW_HEIGHT;
  }

  /** Brings a row to the top, below what stays there. */
  scrollToRow(row: number): void {
    this.#scroller.scrollTop = Math.max(0, row - this.#source.window.pinned) * ROW_HEIGHT;
  }

  /** Rows above those in sight. */
  #scrolled(): number {
    return Math.round(this.#scroller.scrollTop / ROW_HEIGHT);
  }

  /** The rows in sight: made anew when they are others, so that whoever drew them can tell. */
  #showWindow(model: Model): void {
    const known = this.#known;
    const [scrolled, visible] = [this.#scrolled(), this.#visible];
    if (known?.rows === model.rows && known.scrolled === scrolled && known.visible === visible) return;
    this.#known = { rows: model.rows, scrolled, visible };
    this.#source.window = laneWindow(model.rows, model.document.lanes, visible / ROW_HEIGHT, scrolled, this.#stay);
  }

  #rowAt(event: MouseEvent): number {
    const top = this.#plot.getBoundingClientRect().top;
    return this.#source.window.places[Math.floor((event.clientY - top) / ROW_HEIGHT)] ?? -1;
  }

  #itemAt(event: MouseEvent): LaneItem | undefined {
    const place = this.#rowAt(event);
    return this.#model === undefined
      ? undefined
      : itemAt(
          this.#model,
          place,
          event.clientX - this.#plot.getBoundingClientRect().left,
          this.#source.drawn.get(place),
          this.#source.lit.get(place),
        );
  }

  #hit(event: MouseEvent): Selection | undefined {
    const item = this.#itemAt(event);
    return this.#model === undefined || item === undefined ? undefined : selectionOf(this.#model, item);
  }

  #placeFrame(): void {
    const model = this.#model;
    const pointed = this.#pointed;
    const slot =
      model === undefined || pointed === undefined ? -1 : this.#source.window.places.indexOf(this.#pointedPlace);
    this.#frame.place(
      model === undefined || pointed === undefined || slot < 0
        ? undefined
        : frameOf(model, pointed, slot, this.#chart.chartArea.width, this.#source.drawn.get(this.#pointedPlace)),
    );
  }

  #hover(event: PointerEvent | undefined, tip: Tip): void {
    const model = this.#model;
    this.#pointed = event === undefined ? undefined : this.#itemAt(event);
    this.#pointedPlace = event === undefined ? -1 : this.#rowAt(event);
    this.#placeFrame();
    if (model === undefined || event === undefined || this.#pointed === undefined) {
      tip.hide();
      return;
    }
    const hit = selectionOf(model, this.#pointed);
    const { marks, strings, lanes } = model.document;
    const lane = hit.kind === 'bar' ? lanes[hit.lane] : undefined;
    const [time = 0, end = time] =
      hit.kind === 'bar' ? [lane?.start[hit.index], lane?.end[hit.index]] : [marks.time[hit.mark], marks.end[hit.mark]];
    const what =
      hit.kind === 'bar'
        ? t('{0} (likely)', t(lookOf(lane?.style[hit.index]).label))
        : (strings[marks.what[hit.mark] ?? 0] ?? '');
    const line = hit.kind === 'mark' && (marks.line[hit.mark] ?? 0) > 0 ? t('line {0}', marks.line[hit.mark] ?? 0) : '';
    tip.show(
      event.clientX,
      event.clientY,
      [formatLasted(time, end, model.scale, model.document.length), what, line].filter((part) => part !== ''),
    );
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
    } else
      this.#actions.zoomToEpisodeAt(
        timeAt(model.view, event.clientX - this.#plot.getBoundingClientRect().left, this.#plot.clientWidth),
      );
  }

  /** In words: what the focused lane holds in the visible time. */
  describe(row: number): string {
    const model = this.#model;
    const lane = model?.rows[row] === undefined ? undefined : model.document.lanes[model.rows[row].lane];
    const ends = model?.rows[row] === undefined ? undefined : model.ends[model.rows[row].lane];
    if (model === undefined || lane === undefined || ends === undefined) return '';
    const [normal, warnings, errors] = countVisible(lane, ends, model.view.from, model.view.to);
    return t(
      'Lane {0}: {1} marks in view, {2} errors, {3} warnings',
      lane.label,
      normal + warnings + errors,
      errors,
      warnings,
    );
  }
}
