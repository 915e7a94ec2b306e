/** Holds the page together: one model, the parts that draw it, and the actions that change it. */
import type { CursorMessage, MomentMessage } from '../src/protocol/protocol.ts';
import type { TimelineDocument } from '../src/timeline/timelineDocument.ts';
import { answerCard } from './answerCard.ts';
import { formatListed, formatTime, type TimeFormat } from './axis.ts';
import { Crosshairs } from './crosshairs.ts';
import { makeModel, savedStateOf, timeScale } from './documentModel.ts';
import { element } from './dom.ts';
import { FactsTable } from './factsTable.ts';
import { HelpSheet } from './helpSheet.ts';
import { actionFor } from './keys.ts';
import type { Action } from './keyTable.ts';
import { LanesView } from './lanesView.ts';
import { openLine, post } from './messages.ts';
import { type Actions, extentOf, type Model, type Selection } from './model.ts';
import { OverviewView } from './overviewView.ts';
import { visibleRows } from './rows.ts';
import { runSearch } from './search.ts';
import { SidePane } from './sidePane.ts';
import { splitter } from './splitter.ts';
import { StalenessView } from './stalenessView.ts';
import { type Step, stepFrom, stepToError, stepToFound } from './stepping.ts';
import { readState, saveState } from './stateStore.ts';
import { exportTheme, watchTheme } from './theme.ts';
import { Tip } from './tip.ts';
import { Toolbar } from './toolbar.ts';
import { clampView, fitView, panBy, revealIn, type View, zoomAt } from './viewport.ts';
import { visibleText } from './visibleText.ts';

const ZOOM_STEP = 1.6;
const PAN_STEP = 0.2;
/** From this many marks on a search waits until the typing pauses. */
const LONG_LOG = 50_000;

export class App {
  readonly root: HTMLElement;
  readonly #tip = new Tip();
  readonly #help = new HelpSheet();
  readonly #live = element('div', { className: 'reader-only', attributes: { 'aria-live': 'polite' } });
  readonly #toolbar: Toolbar;
  readonly #answer = element('div', { className: 'answer-slot' });
  readonly #overview: OverviewView;
  readonly #staleness: StalenessView;
  readonly #lanes: LanesView;
  readonly #table: FactsTable;
  readonly #side: SidePane;
  readonly #charts: HTMLElement;
  readonly #crosshairs = new Crosshairs();
  readonly #summary = element('p', { className: 'reader-only', attributes: { id: 'lanes-summary' } });
  #model: Model | undefined;
  #cardOpen = true;
  #drawing = false;
  #viewDirty = false;
  #searching = 0;
  #gutterWidth: number | undefined;

  constructor() {
    const actions = this.#actions();
    const gutter = (): number => this.#gutter();
    this.#toolbar = new Toolbar({
      search: (text) => this.#search(text),
      stepFound: (by) => { if (this.#model !== undefined) this.#step(stepToFound(this.#model, by)); },
      errorsOnly: (on) => this.#errorsOnly(on),
      timeFormat: (format) => this.#timeFormat(format),
      episode: (id) => { if (id === '') this.#reset(); else actions.zoomToEpisode(id); },
      zoom: (factor) => this.#zoom(factor),
      reset: () => this.#reset(),
      help: () => this.#help.show(this.#model),
    });
    this.root = element('main', { className: 'page' });
    this.#overview = new OverviewView(actions, gutter);
    this.#staleness = new StalenessView(actions, this.#tip, gutter);
    this.#lanes = new LanesView(actions, this.#tip);
    this.#table = new FactsTable(actions);
    this.#side = new SidePane({
      actions, zoom: () => this.#zoomToSelection(), step: (by) => { if (this.#model !== undefined) this.#step(stepFrom(this.#model, by)); },
      moment: (time, process) => post({ type: 'momentRequest', time, ...(process === undefined ? {} : { process }) }),
      pin: (time) => this.#pin(time, true), changed: () => this.#changed(),
    });
    this.#charts = element('div', { className: 'charts', children: [this.#staleness.root, this.#lanes.root, this.#crosshairs.root, this.#summary] });
    this.root.append(this.#toolbar.root, this.#answer, this.#overview.root, this.#charts, splitter(this.root), element('div', { className: 'bottom', children: [this.#table.root, this.#side.root] }), this.#live, this.#tip.root, this.#help.root);
    document.addEventListener('keydown', (event) => this.#key(event));
    watchTheme((theme) => {
      if (this.#model === undefined) return;
      this.#model.theme = theme;
      exportTheme(theme, this.root);
      this.#overview.applyTheme();
      this.#staleness.applyTheme();
      this.#changed();
    });
    new ResizeObserver(() => {
      this.#gutterWidth = undefined;
      this.#changed();
    }).observe(this.#charts);
  }

  /** Shows a document; zoom, selection and filter come back when it is the one that was shown before. */
  show(timeline: TimelineDocument): void {
    const saved = readState();
    this.#cardOpen = saved?.cardOpen ?? true;
    const model = makeModel(timeline, saved);
    this.#model = model;
    exportTheme(model.theme, this.root);
    this.#makeRows(model);
    this.#toolbar.setModel(model);
    this.#showAnswer(model);
    this.#overview.setModel(model);
    this.#staleness.setModel(model);
    this.#lanes.setModel(model);
    this.#table.setModel(model);
    this.#summary.textContent = `${timeline.lanes.length} lanes with ${timeline.marks.count} marks. Arrow up and down choose a lane, comma and dot step through its marks, Enter opens the log line, question mark shows all keys. The table below holds the same marks.`;
    this.#side.setModel(model, saved?.pane ?? 'details');
    this.#changed();
  }

  #showAnswer(model: Model): void {
    const timeline = model.document;
    this.#answer.replaceChildren(answerCard(timeline, {
      actions: this.#actions(), open: this.#cardOpen, time: (time) => formatListed(Math.max(0, time), model.scale, timeline.length).replace(/\.\d{1,9}$/, ''), copy: () => { post({ type: 'copyAnswer' }); this.#say('The answer is copied as Markdown.'); },
      toggled: (open) => { this.#cardOpen = open; this.#save(); },
    }));
  }

  showMoment(message: MomentMessage): void {
    this.#side.showMoment(message.document);
  }

  /** The editor's cursor: moves the crosshair and nothing else, so that it never comes back as a request. */
  showCursor(message: CursorMessage): void {
    const model = this.#model;
    if (model === undefined) return;
    model.cursor = message.time - model.document.origin;
    model.view = revealIn(model.view, model.limits, Math.min(Math.max(model.cursor, 0), model.document.length));
    this.#viewDirty = true;
    this.#pin(model.cursor, false);
  }

  #actions(): Actions {
    return {
      show: (view) => this.#show(view),
      select: (selection, options) => this.#select(selection, options?.reveal ?? false),
      openSelection: (beside) => this.#openSelection(beside),
      openLine,
      point: (time) => {
        if (this.#model === undefined) return;
        this.#model.pointer = time;
        this.#drawLines();
        this.#overview.draw();
        this.#side.pointed();
      },
      pin: (time) => this.#pin(time, false),
      measure: (range) => {
        if (this.#model === undefined) return;
        this.#model.measure = range;
        this.#drawLines();
      },
      focusRow: (row) => this.#focusRow(row),
      toggleFold: (lane) => this.#toggleFold(lane),
      zoomToEpisode: (id) => this.#zoomToEpisode(id),
      zoomToEpisodeAt: (time) => {
        const episode = this.#model?.document.episodes.find((candidate) => candidate.begin <= time && (candidate.endMax ?? Number.POSITIVE_INFINITY) >= time);
        if (episode === undefined) this.#reset();
        else this.#zoomToEpisode(episode.id);
      },
      say: (text) => this.#say(text),
    };
  }

  #show(view: View): void {
    const model = this.#model;
    if (model === undefined) return;
    model.view = clampView(view, model.limits);
    this.#viewDirty = true;
    this.#changed();
  }

  #reset(): void {
    if (this.#model === undefined) return;
    this.#show(this.#model.limits);
    this.#toolbar.showEpisode('');
  }

  #zoom(factor: number): void {
    const model = this.#model;
    if (model === undefined) return;
    const middle = (model.view.from + model.view.to) / 2;
    const at = model.pointer !== undefined && model.pointer >= model.view.from && model.pointer <= model.view.to ? model.pointer : middle;
    this.#show(zoomAt(model.view, model.limits, factor, at));
  }

  #zoomToEpisode(id: string): void {
    const model = this.#model;
    const episode = model?.document.episodes.find((candidate) => candidate.id === id);
    if (model === undefined || episode === undefined) return;
    // The last listed relist lies one threshold before the begin: without it the picture does not explain itself.
    const lead = episode.startup ? 0 : (model.document.staleness[0]?.threshold ?? 180) * 1e6;
    this.#show(fitView(model.limits, Math.max(0, episode.begin - lead), episode.endMax ?? model.document.length, model.view));
    this.#toolbar.showEpisode(id);
    this.#say(`Zoomed to ${episode.label}`);
  }

  #select(selection: Selection | undefined, reveal: boolean): void {
    const model = this.#model;
    if (model === undefined) return;
    model.selection = selection;
    model.measure = undefined;
    const extent = extentOf(model.document, selection);
    if (extent !== undefined && reveal) {
      model.view = revealIn(model.view, model.limits, extent.start);
      this.#viewDirty = true;
      const lane = selection?.kind === 'mark' ? model.document.marks.lane[selection.mark] : undefined;
      const row = lane === undefined ? -1 : this.#rowOf(model, lane);
      if (row >= 0) {
        model.focused = row;
        this.#lanes.revealRow(row);
      }
    }
    if (extent !== undefined) model.pinned = extent.start;
    this.#side.selected();
    this.#table.showSelection(true);
    this.#toolbar.syncSearch(model);
    if (selection?.kind === 'mark') this.#say(`${formatTime(model.document.marks.time[selection.mark] ?? 0, model.scale, 3)}: ${model.document.strings[model.document.marks.what[selection.mark] ?? 0] ?? ''}`);
    this.#changed();
  }

  /** The row of a lane, or of its folded parent. */
  #rowOf(model: Model, lane: number): number {
    const own = model.rows.findIndex((row) => row.lane === lane);
    const parent = model.document.lanes[lane]?.parent;
    return own >= 0 || parent === undefined ? own : model.rows.findIndex((row) => model.document.lanes[row.lane]?.id === parent);
  }

  #openSelection(beside: boolean): void {
    const { selection, document: timeline } = this.#model ?? {};
    if (selection?.kind !== 'mark' || timeline === undefined) return;
    openLine(timeline.marks.source[selection.mark] ?? 0, timeline.marks.line[selection.mark] ?? 0, beside);
  }

  #focusRow(row: number): void {
    const model = this.#model;
    if (model === undefined || model.rows.length === 0) return;
    model.focused = Math.min(model.rows.length - 1, Math.max(0, row));
    this.#lanes.revealRow(model.focused);
    this.#say(this.#lanes.describe(model.focused));
    this.#changed();
  }

  #toggleFold(lane: string): void {
    const model = this.#model;
    if (model === undefined) return;
    if (model.folded.has(lane)) model.folded.delete(lane);
    else model.folded.add(lane);
    this.#makeRows(model);
    this.#lanes.setModel(model);
    this.#save();
  }

  #makeRows(model: Model): void {
    const focused = model.rows[model.focused]?.lane;
    model.rows = visibleRows(model.document.lanes, model.folded, model.search.result === undefined ? undefined : (lane) => model.search.result?.lit[lane] !== undefined);
    model.focused = focused === undefined ? -1 : model.rows.findIndex((row) => row.lane === focused);
  }

  #search(text: string): void {
    const model = this.#model;
    if (model === undefined || text === model.filter) return;
    model.filter = text;
    clearTimeout(this.#searching);
    // Short logs answer while one types; in a long one a search takes a moment.
    this.#searching = window.setTimeout(() => this.#runSearch(model), model.document.marks.count > LONG_LOG ? 150 : 0);
  }

  #runSearch(model: Model): void {
    model.search = runSearch(model.document, model.filter, model.scale);
    this.#makeRows(model);
    this.#toolbar.syncSearch(model);
    this.#lanes.setModel(model);
    this.#table.refresh();
    this.#changed();
  }

  /** Holds a moment: the pane of the inner state shows it when the pointer is elsewhere. */
  #pin(time: number, reveal: boolean): void {
    const model = this.#model;
    if (model === undefined) return;
    model.pinned = Math.min(Math.max(time, 0), model.document.length);
    if (reveal) {
      model.view = revealIn(model.view, model.limits, model.pinned);
      this.#viewDirty = true;
    }
    this.#side.pointed();
    this.#changed();
  }

  #errorsOnly(on: boolean): void {
    if (this.#model === undefined) return;
    this.#model.errorsOnly = on;
    this.#table.refresh();
    this.#save();
  }

  #timeFormat(format: TimeFormat): void {
    const model = this.#model;
    if (model === undefined) return;
    model.scale = timeScale(model.document, format);
    this.#toolbar.sync(model);
    this.#overview.applyTheme();
    this.#staleness.applyTheme();
    model.search = runSearch(model.document, model.filter, model.scale);
    this.#showAnswer(model);
    this.#table.refresh();
    this.#side.selected();
    this.#changed();
  }

  /** Selects where a step leads and keeps the focused row: a folded pod shows marks of lanes that have no row of their own. */
  #step({ mark, say }: Step): void {
    const model = this.#model;
    if (model === undefined) return;
    const { focused } = model;
    if (mark >= 0) {
      this.#select({ kind: 'mark', mark }, true);
      if (focused >= 0) model.focused = focused;
    }
    if (say !== undefined) this.#say(mark >= 0 ? `${say}. ${this.#live.textContent ?? ''}` : say);
  }

  #zoomToSelection(): void {
    const model = this.#model;
    if (model === undefined) return;
    const extent = extentOf(model.document, model.selection);
    if (model.measure !== undefined) this.#show(model.measure);
    else if (extent !== undefined) this.#show(fitView(model.limits, extent.start, extent.end, model.view));
  }

  /** Closes or undoes the topmost thing, one at a time. */
  #stepBack(): void {
    const model = this.#model;
    if (this.#help.isOpen) this.#help.hide();
    else if (model === undefined) return;
    else if (this.#side.closeTop()) return;
    else if (model.measure !== undefined) {
      model.measure = undefined;
      this.#drawLines();
    } else if (model.filter !== '') {
      model.filter = '';
      this.#runSearch(model);
      this.#lanes.root.focus();
    } else if (model.selection !== undefined) this.#select(undefined, false);
    else this.#reset();
  }

  #key(event: KeyboardEvent): void {
    const action = actionFor(event, this.#help.isOpen);
    if (action === undefined) return;
    event.preventDefault();
    this.#do(action);
  }

  #do(action: Action): void {
    const model = this.#model;
    const pan = (part: number): void => { if (model !== undefined) this.#show(panBy(model.view, model.limits, part)); };
    const step = (way: (shown: Model) => Step): void => { if (model !== undefined) this.#step(way(model)); };
    const run: Readonly<Record<Action, () => void>> = {
      'zoom-in': () => this.#zoom(1 / ZOOM_STEP), 'zoom-out': () => this.#zoom(ZOOM_STEP), 'pan-left': () => pan(-PAN_STEP), 'pan-right': () => pan(PAN_STEP),
      'reset': () => this.#reset(), 'zoom-selection': () => this.#zoomToSelection(), 'previous': () => step((shown) => stepFrom(shown, -1)), 'next': () => step((shown) => stepFrom(shown, 1)), 'next-error': () => step(stepToError),
      'previous-match': () => step((shown) => stepToFound(shown, -1)), 'next-match': () => step((shown) => stepToFound(shown, 1)), 'moment': () => this.#side.show('moment'),
      'lane-up': () => this.#focusRow((model?.focused ?? 0) - 1), 'lane-down': () => this.#focusRow((model?.focused ?? -1) + 1), 'fold': () => this.#foldFocused(),
      'open-line': () => this.#openSelection(false), 'open-line-beside': () => this.#openSelection(true), 'search': () => this.#toolbar.focusSearch(), 'escape': () => this.#stepBack(),
      'help': () => { if (this.#help.isOpen) this.#help.hide(); else this.#help.show(model); },
    };
    run[action]();
  }

  #foldFocused(): void {
    const row = this.#model?.rows[this.#model.focused];
    const lane = row === undefined ? undefined : this.#model?.document.lanes[row.lane];
    if (lane === undefined) return;
    this.#toggleFold(row?.folded === undefined ? lane.parent ?? lane.id : lane.id);
  }

  #say(text: string): void {
    this.#live.textContent = visibleText(text);
  }

  /** Draws once in the next frame, however many things changed. */
  #changed(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      if (this.#model === undefined) return;
      this.#staleness.draw();
      this.#lanes.draw();
      this.#overview.draw();
      this.#drawLines();
      if (this.#viewDirty) this.#table.viewChanged();
      this.#viewDirty = false;
      this.#save();
    });
  }

  #drawLines(): void {
    if (this.#model === undefined) return;
    const gutter = this.#gutter();
    this.#crosshairs.draw(this.#model, gutter, this.#charts.clientWidth - gutter, this.#side.tab === 'moment');
  }

  /** Where the time axis begins. Read once for each size of the page: asking for a style makes the browser compute all of them. */
  #gutter(): number {
    this.#gutterWidth ??= Number.parseFloat(getComputedStyle(this.root).getPropertyValue('--gutter')) || undefined;
    return this.#gutterWidth ?? 150;
  }

  #save(): void {
    const model = this.#model;
    if (model === undefined) return;
    saveState(() => savedStateOf(model, { cardOpen: this.#cardOpen, pane: this.#side.tab }));
  }
}
