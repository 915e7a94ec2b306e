/** The lanes: names as real text on the left, bars on one canvas, only rows in sight. */
import { countVisible, type ThinnedLane } from '../src/timeline/thinning.ts';
import type { Lane } from '../src/timeline/timelineDocument.ts';
import { formatListed } from './axis.ts';
import { Chart, COMMON_OPTIONS } from './charts.ts';
import { element } from './dom.ts';
import type { LanesSource } from './lanesController.ts';
import { ROW_HEIGHT } from './laneLayout.ts';
import { lookOf } from './looks.ts';
import type { Actions, Model, Selection } from './model.ts';
import { attachPointer } from './pointer.ts';
import { type Row, rowLabel } from './rows.ts';
import type { SearchResult } from './search.ts';
import type { Tip } from './tip.ts';
import { timeAt } from './viewport.ts';
import { visibleText } from './visibleText.ts';

const REACH = 6;
/** No more of a name is drawn; a hostile one can be a megabyte long, and names are drawn in each frame. */
const LONGEST_NAME = 300;

/** What the names were drawn of. */
interface ShownNames {
  readonly rows: readonly Row[];
  readonly scrollTop: number;
  readonly count: number;
  readonly focused: number;
  readonly found: SearchResult | undefined;
}

export class LanesView {
  readonly root: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #names: HTMLElement;
  readonly #plot: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #source: LanesSource = { model: undefined, scrollTop: 0, drawn: new Map(), lit: new Map() };
  readonly #chart: Chart<'lanes'>;
  readonly #actions: Actions;
  #model: Model | undefined;
  #rows: HTMLElement[] = [];
  #shown: ShownNames | undefined;
  /** Measured at each layout. */
  #plotHeight = 0;

  constructor(actions: Actions, tip: Tip) {
    this.#actions = actions;
    this.#canvas = element('canvas', { role: 'img', label: 'Lanes of the timeline' });
    this.#names = element('div', { className: 'lane-names' });
    this.#plot = element('div', { className: 'plot lanes-plot', children: [this.#canvas] });
    const sticky = element('div', { className: 'lanes-sticky', children: [this.#names, this.#plot] });
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
    this.layout();
  }

  /** Sizes for what is there: the plot is as high as the window onto the rows. */
  layout(): void {
    const model = this.#model;
    if (model === undefined) return;
    const height = model.rows.length * ROW_HEIGHT;
    this.#spacer.style.height = `${height}px`;
    const visible = Math.min(height, this.#scroller.clientHeight);
    this.#plotHeight = visible;
    this.#shown = undefined;
    this.#names.style.height = `${visible}px`;
    this.#plot.style.height = `${visible}px`;
    this.draw();
  }

  draw(): void {
    const model = this.#model;
    if (model === undefined) return;
    this.#source.scrollTop = this.#scroller.scrollTop;
    this.#chart.draw();
    this.#drawNames(model);
  }

  /** Brings a row into sight. */
  revealRow(row: number): void {
    const top = row * ROW_HEIGHT;
    if (top < this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > this.#scroller.scrollTop + this.#scroller.clientHeight) this.#scroller.scrollTop = top + ROW_HEIGHT - this.#scroller.clientHeight;
  }

  /** Names stay as they are while one pans and zooms: only other rows, another scroll or focus and what a search finds change them. */
  #drawNames(model: Model): void {
    const first = Math.floor(this.#source.scrollTop / ROW_HEIGHT);
    const count = Math.min(model.rows.length - first, Math.ceil(this.#plotHeight / ROW_HEIGHT) + 1);
    const shown: ShownNames = { rows: model.rows, scrollTop: this.#source.scrollTop, count, focused: model.focused, found: model.search.result };
    const before = this.#shown;
    if (before?.rows === shown.rows && before.scrollTop === shown.scrollTop && before.count === count && before.focused === shown.focused && before.found === shown.found) return;
    this.#shown = shown;
    while (this.#rows.length < count) this.#rows.push(this.#makeName());
    this.#rows.forEach((node, place) => {
      const index = first + place;
      const row = place < count ? model.rows[index] : undefined;
      const lane = row === undefined ? undefined : model.document.lanes[row.lane];
      node.hidden = lane === undefined;
      if (row === undefined || lane === undefined) return;
      node.style.transform = `translateY(${index * ROW_HEIGHT - this.#source.scrollTop}px)`;
      node.dataset['row'] = String(index);
      node.classList.toggle('is-unlit', model.search.result !== undefined && model.search.result.lit[row.lane] === undefined);
      node.classList.toggle('is-focused', index === model.focused);
      fillName(node, row, lane);
    });
  }

  #makeName(): HTMLElement {
    const node = element('div', { className: 'lane-name', role: 'button', children: [element('span', { className: 'lane-arrow', attributes: { 'aria-hidden': 'true' } }), element('span', { className: 'lane-label' }), element('span', { className: 'lane-note' })] });
    node.addEventListener('click', () => {
      const index = Number(node.dataset['row']);
      const row = this.#model?.rows[index];
      const lane = row === undefined ? undefined : this.#model?.document.lanes[row.lane];
      this.#actions.focusRow(index);
      if (row?.folded !== undefined && lane !== undefined) this.#actions.toggleFold(lane.id);
    });
    this.#names.append(node);
    return node;
  }

  #rowAt(event: MouseEvent): number {
    const top = this.#plot.getBoundingClientRect().top;
    return Math.floor((event.clientY - top + this.#source.scrollTop) / ROW_HEIGHT);
  }

  /** What is under the pointer; what a search found comes first. */
  #hit(event: MouseEvent): Selection | undefined {
    const model = this.#model;
    const place = this.#rowAt(event);
    const row = model?.rows[place];
    const lane = row === undefined ? undefined : model?.document.lanes[row.lane];
    const thinned = this.#source.drawn.get(place);
    if (model === undefined || row === undefined || lane === undefined || thinned === undefined) return undefined;
    const x = event.clientX - this.#plot.getBoundingClientRect().left;
    const lit = this.#source.lit.get(place);
    const found = lit === undefined ? -1 : model.search.result?.lit[row.lane]?.index[nearest(lit, x)] ?? -1;
    const best = found >= 0 ? found : nearest(thinned, x);
    if (best < 0) return undefined;
    const mark = lane.mark[best] ?? -1;
    return mark < 0 ? { kind: 'bar', lane: row.lane, index: best } : { kind: 'mark', mark };
  }

  #hover(event: PointerEvent | undefined, tip: Tip): void {
    const model = this.#model;
    const hit = event === undefined ? undefined : this.#hit(event);
    if (model === undefined || event === undefined || hit === undefined) {
      tip.hide();
      return;
    }
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

/** Writes the name of a lane into its row. */
function fillName(node: HTMLElement, row: Row, lane: Lane): void {
  node.dataset['depth'] = String(Math.min(3, row.depth));
  node.classList.toggle('is-group', row.folded !== undefined);
  const [arrow, text, note] = [...node.children];
  if (arrow instanceof HTMLElement) arrow.textContent = row.folded === undefined ? '' : row.folded ? '▸' : '▾';
  const label = visibleText(rowLabel(lane, row.depth).slice(0, LONGEST_NAME));
  if (text instanceof HTMLElement && text.textContent !== label) text.textContent = label;
  const name = lane.label.slice(0, LONGEST_NAME);
  const title = visibleText(lane.restarts === undefined ? name : `${name}: ${lane.restarts === 1 ? '1 restart' : `${lane.restarts} restarts`} in this log`);
  if (node.title !== title) node.title = title;
  if (note instanceof HTMLElement) note.textContent = lane.restarts === undefined ? '' : `↻${lane.restarts}`;
  if (row.folded === undefined) node.removeAttribute('aria-expanded');
  else node.setAttribute('aria-expanded', String(!row.folded));
}

/** What is drawn nearest to `x`: an instant within reach first, else the shortest bar there; -1: nothing. */
function nearest(thinned: ThinnedLane, x: number): number {
  let best = -1;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let item = 0; item < thinned.count; item += 1) {
    const left = thinned.left[item] ?? 0;
    const right = Math.max(left, thinned.right[item] ?? left);
    const width = right - left;
    const distance = x < left ? left - x : x > right ? x - right : 0;
    if (distance > (width < REACH ? REACH : 0)) continue;
    const score = width < REACH ? distance : 1000 + width;
    if (score <= bestScore) {
      bestScore = score;
      best = thinned.index[item] ?? -1;
    }
  }
  return best;
}
