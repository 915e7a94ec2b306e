/** Builds the page of its parts and shows a document in it. */
import type { CursorMessage, MomentMessage, WhatIfMessage } from '../../src/protocol/protocol.ts';
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { answerCard, unfoldedOf } from '../answer/answerCard.ts';
import { formatBegin, type TimeFormat } from '../charts/axis.ts';
import { focusedRow, isOfSameLog, makeModel, timeScale } from './documentModel.ts';
import { Dock } from '../dock/dock.ts';
import { element } from './dom.ts';
import { FactsTable } from '../dock/factsTable.ts';
import { HelpSheet } from '../keys/helpSheet.ts';
import { keepFocus } from './keepFocus.ts';
import { type Controls, listenToKeys } from '../keys/keyboard.ts';
import { LanesView } from '../lanes/lanesView.ts';
import { openLine, post } from './messages.ts';
import type { Actions, Model } from './model.ts';
import { OverviewView } from '../charts/overviewView.ts';
import { SearchControl } from '../search/searchControl.ts';
import { SelectionControl } from './selectionControl.ts';
import { type Edge, type Splitter, splitter } from '../dock/splitter.ts';
import { Stage } from './stage.ts';
import { StalenessView } from '../charts/stalenessView.ts';
import { readState } from './stateStore.ts';
import { stepFrom, stepToFound } from '../keys/stepping.ts';
import { exportTheme, type Theme, watchTheme } from './theme.ts';
import { TimeArea } from '../charts/timeArea.ts';
import { Tip } from '../charts/tip.ts';
import { Toolbar } from './toolbar.ts';
import { ViewControl } from './viewControl.ts';
import { t } from './words.ts';

export class App {
  readonly root = element('main', { className: 'page' });
  readonly #stage: Stage;
  readonly #controls: Controls;
  readonly #actions: Actions;
  readonly #splitters: Readonly<Record<Edge, Splitter>>;
  readonly #answer = element('div', { className: 'answer-slot' });
  readonly #summary = element('p', { className: 'reader-only', attributes: { id: 'lanes-summary' } });

  constructor() {
    const charts = element('div', { className: 'charts' });
    const stage = new Stage(new TimeArea(charts));
    const view = new ViewControl(stage);
    const selection = new SelectionControl(stage, view);
    this.#stage = stage;
    this.#controls = { view, selection, search: new SearchControl(stage) };
    this.#actions = actionsOf(stage, this.#controls);
    const tip = new Tip();
    const overview = new OverviewView(this.#actions, stage.area);
    const staleness = new StalenessView(this.#actions, tip, stage.area);
    const lanes = new LanesView(this.#actions, tip);
    const table = new FactsTable(this.#actions);
    const help = new HelpSheet();
    const dock = new Dock({
      actions: this.#actions,
      table,
      zoom: () => view.zoomToSelection(),
      step: (by) => selection.step((model) => stepFrom(model, by)),
      moment: (time, process) => post({ type: 'momentRequest', time, ...(process === undefined ? {} : { process }) }),
      pin: (time) => selection.pin(time, true),
      changed: () => stage.changed(),
      whatIf: { area: stage.area, place: (chart) => staleness.root.after(chart) },
    });
    const toolbar = this.#makeToolbar(help);
    stage.setParts({ toolbar, overview, staleness, lanes, table, dock, help, tip });
    charts.append(staleness.root, lanes.root, stage.crosshairs.root, this.#summary);
    const lower = element('div', { className: 'lower' });
    const edge = (name: Edge, around: HTMLElement): Splitter =>
      splitter(around, name, (percent) => {
        stage.layout = { ...stage.layout, [name]: percent };
        stage.save();
      });
    this.#splitters = { bottom: edge('bottom', document.documentElement), side: edge('side', lower) };
    dock.root.prepend(this.#splitters.bottom.root);
    lower.append(overview.root, charts, dock.root, this.#splitters.side.root);
    this.root.append(toolbar.root, this.#answer, lower, stage.live, tip.root, help.root);
    listenToKeys(stage, this.#controls);
    watchTheme((theme) => this.#setTheme(theme));
    new ResizeObserver(() => {
      stage.area.forget();
      stage.changed();
    }).observe(charts);
  }

  /**
   * Shows a document; zoom, selection and filter come back when it is the one that was shown before. `isShown`: the page shows one until now; where that is the same
   * log, which has grown, nothing is changed under the reader's hands.
   */
  show(timeline: TimelineDocument, isShown: boolean): void {
    this.readsAgain(false);
    const before = this.#stage.model;
    keepFocus(this.root, () => this.#show(timeline, isShown && isOfSameLog(timeline, before) ? before : undefined));
  }

  /** The log is read again, or that is over: what is shown is what was read before. */
  readsAgain(reads: boolean): void {
    this.#stage.parts.toolbar.readsAgain(reads);
  }

  /** `before`: the model of the same log, when there was less of it. */
  #show(timeline: TimelineDocument, before: Model | undefined): void {
    const { parts } = this.#stage;
    const saved = readState();
    if (before === undefined) this.#stage.cardOpen = saved?.cardOpen ?? true;
    if (before === undefined) this.#stage.layout = saved?.layout ?? this.#stage.layout;
    const { bottom, side } = this.#stage.layout;
    if (bottom !== undefined) this.#splitters.bottom.set(bottom);
    if (side !== undefined) this.#splitters.side.set(side);
    const { searching } = this.#stage;
    const model = makeModel(timeline, saved, (filter, scale) => searching.run(timeline, filter, scale), before);
    this.#stage.model = model;
    exportTheme(model.theme, this.root);
    this.#stage.makeRows(model);
    model.focused = focusedRow(model, before);
    parts.toolbar.setModel(model, before !== undefined);
    this.#showAnswer(model);
    parts.overview.setModel(model);
    parts.staleness.setModel(model);
    parts.lanes.setModel(model);
    parts.table.setModel(model, before === undefined);
    this.#summary.textContent = t(
      '{0} lanes with {1} marks. Arrow up and down choose a lane, comma and dot step through its marks, Enter opens the log line, question mark shows all keys. The table holds the same marks.',
      timeline.lanes.length,
      timeline.marks.count,
    );
    if (before === undefined) parts.dock.setModel(model, saved?.pane ?? 'table', saved?.dockOpen ?? false);
    else parts.dock.setModel(model, parts.dock.tab, parts.dock.isOpen);
    this.#controls.search.resume();
    this.#stage.changed();
  }

  showMoment(message: MomentMessage): void {
    this.#stage.parts.dock.showMoment(message.document);
  }

  showWhatIf(message: WhatIfMessage): void {
    this.#stage.parts.dock.whatIf.show(message);
  }

  advanceWhatIf(share: number): void {
    this.#stage.parts.dock.whatIf.advance(share);
  }

  openWhatIf(): void {
    this.#stage.parts.dock.show('whatIf');
  }

  /** Posts a picture of what is in sight; `without`: the same log without its names. */
  sendPicture(without: TimelineDocument | undefined): void {
    const fail = (cause: unknown): void => {
      post({ type: 'picture' });
      post({ type: 'pageError', text: `The picture: ${String(cause)}` });
    };
    import('./onDemand.ts')
      .then(async ({ pictureOf }) => pictureOf(this.#stage, without))
      .then((png) => post(png === undefined ? { type: 'picture' } : { type: 'picture', png }), fail);
  }

  /** The editor's cursor: moves the crosshair and nothing else, so that it never comes back as a request. */
  showCursor(message: CursorMessage): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    model.cursor = message.time - model.document.origin;
    this.#controls.view.reveal(Math.min(Math.max(model.cursor, 0), model.document.length));
    this.#controls.selection.pin(model.cursor, false);
  }

  #makeToolbar(help: HelpSheet): Toolbar {
    const { view, selection, search } = this.#controls;
    return new Toolbar({
      search: (text) => search.type(text),
      stepFound: (by) => {
        search.settle();
        selection.step((model) => stepToFound(model, by));
      },
      say: (text) => this.#stage.say(text),
      prepareSearch: (then) => search.prepare(then),
      completions: (text) => search.completions(text),
      timeFormat: (format) => this.#timeFormat(format),
      episode: (id) => {
        if (id === '') view.reset();
        else view.zoomToEpisode(id);
      },
      zoom: (factor) => view.zoom(factor),
      reset: () => view.reset(),
      help: () => help.show(this.#stage.model),
    });
  }

  #showAnswer(model: Model): void {
    const timeline = model.document;
    const unfolded = unfoldedOf(this.#answer);
    this.#answer.replaceChildren(
      answerCard(timeline, {
        unfolded,
        actions: this.#actions,
        open: this.#stage.cardOpen,
        time: (time) => formatBegin(time, model.scale, timeline.length),
        copy: () => {
          post({ type: 'copyAnswer' });
          this.#stage.say(t('Answer copied as Markdown.'));
        },
        save: () => post({ type: 'saveReport' }),
        toggled: (open) => {
          this.#stage.cardOpen = open;
          this.#stage.save();
        },
      }),
    );
  }

  #setTheme(theme: Theme): void {
    const { model, parts } = this.#stage;
    if (model === undefined) return;
    model.theme = theme;
    exportTheme(theme, this.root);
    parts.overview.layout();
    parts.staleness.layout();
    this.#stage.changed();
  }

  #timeFormat(format: TimeFormat): void {
    const { model, parts } = this.#stage;
    if (model === undefined) return;
    model.scale = timeScale(model.document, format);
    parts.toolbar.sync(model);
    parts.overview.layout();
    model.search = this.#stage.searching.run(model.document, model.filter, model.scale);
    this.#showAnswer(model);
    parts.table.refresh();
    parts.dock.selected();
    this.#stage.changed();
  }
}

/** What the charts and panes may ask for. */
function actionsOf(stage: Stage, { view, selection }: Controls): Actions {
  return {
    show: (next) => view.show(next),
    select: (next, options) => selection.select(next, options),
    openSelection: (beside) => selection.open(beside),
    openLine,
    point: (time) => {
      if (stage.model === undefined) return;
      stage.model.pointer = time;
      stage.drawLines();
      stage.parts.overview.draw();
      stage.parts.dock.pointed();
    },
    pin: (time) => selection.pin(time, false),
    measure: (range) => {
      if (stage.model === undefined) return;
      stage.model.measure = range;
      stage.drawLines();
    },
    focusRow: (row) => selection.focusRow(row),
    toggleFold: (lane) => selection.toggleFold(lane),
    goToNode: (lane) => selection.goToNode(lane),
    errorsOnly: (on) => {
      if (stage.model === undefined) return;
      stage.model.errorsOnly = on;
      stage.parts.table.refresh();
      stage.parts.table.tellCount();
      stage.save();
    },
    zoomToEpisode: (id) => view.zoomToEpisode(id),
    zoomToEpisodeAt: (time) => view.zoomToEpisodeAt(time),
    say: (text) => stage.say(text),
    copyCommand: (command) => {
      post({ type: 'copyCommand', command });
      stage.say(t('Command copied.'));
    },
    guide: (finding) => post({ type: 'guide', finding }),
    saveTable: (csv) => post({ type: 'saveTable', csv }),
  };
}
