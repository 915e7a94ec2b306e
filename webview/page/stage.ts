/** What the parts of the page share: one model, where the time axis lies, and the ways to have things drawn, told and kept. */
import { Crosshairs } from '../charts/crosshairs.ts';
import type { Dock } from '../dock/dock.ts';
import { savedStateOf } from './documentModel.ts';
import { element } from './dom.ts';
import type { FactsTable } from '../dock/factsTable.ts';
import type { HelpSheet } from '../keys/helpSheet.ts';
import type { LanesView } from '../lanes/lanesView.ts';
import type { Model } from './model.ts';
import type { OverviewView } from '../charts/overviewView.ts';
import { visibleRows } from '../lanes/rows.ts';
import type { StalenessView } from '../charts/stalenessView.ts';
import { SearchRunner } from '../search/searchRunner.ts';
import { type Layout, saveState } from './stateStore.ts';
import type { TimeArea } from '../charts/timeArea.ts';
import type { Tip } from '../charts/tip.ts';
import type { Toolbar } from './toolbar.ts';
import { printableLines } from '../../src/kubelet/printable.ts';

/** The parts of the page. */
export interface StageParts {
  readonly toolbar: Toolbar;
  readonly overview: OverviewView;
  readonly staleness: StalenessView;
  readonly lanes: LanesView;
  readonly table: FactsTable;
  readonly dock: Dock;
  readonly help: HelpSheet;
  readonly tip: Tip;
}

export class Stage {
  readonly area: TimeArea;
  readonly crosshairs = new Crosshairs();
  readonly searching = new SearchRunner();
  /** How often something was said. */
  said = 0;
  readonly live = element('div', { className: 'reader-only', attributes: { 'aria-live': 'polite' } });
  model: Model | undefined;
  cardOpen = true;
  layout: Layout = {};
  #parts: StageParts | undefined;
  #drawing = false;
  #viewDirty = false;

  constructor(area: TimeArea) {
    this.area = area;
  }

  /** The parts are made with actions that need the stage, so they come after it. */
  setParts(parts: StageParts): void {
    this.#parts = parts;
  }

  get parts(): StageParts {
    if (this.#parts === undefined) throw new Error('the page has its parts before anything happens to it');
    return this.#parts;
  }

  /** The visible part of time changed. */
  viewChanged(): void {
    this.parts.tip.hide(); // what it named is elsewhere now
    this.#viewDirty = true;
    this.changed();
  }

  /** Draws once in the next frame, however many things changed. */
  changed(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      if (this.model === undefined) return;
      const { staleness, lanes, overview, table, dock } = this.parts;
      staleness.draw();
      dock.whatIf.draw();
      lanes.draw();
      overview.draw();
      this.drawLines();
      if (this.#viewDirty) table.viewChanged();
      this.#viewDirty = false;
      this.save();
    });
  }

  drawLines(): void {
    if (this.model !== undefined) this.crosshairs.draw(this.model, this.area.get(), this.parts.dock.showsMoment);
  }

  /** Makes the rows anew after folding or searching; the focus stays with its lane. */
  makeRows(model: Model): void {
    const focused = model.rows[model.focused]?.lane;
    model.rows = visibleRows(
      model.document.lanes,
      model.folded,
      model.search.result === undefined ? undefined : (lane) => model.search.result?.lit[lane] !== undefined,
    );
    model.focused =
      focused === undefined ? -1 : model.rows.findIndex((row) => row.lane === focused && row.overview !== true);
  }

  /** Tells screen readers. */
  say(text: string): void {
    this.said += 1;
    this.live.textContent = printableLines(text);
  }

  save(): void {
    const { model } = this;
    if (model !== undefined)
      saveState(() =>
        savedStateOf(model, {
          cardOpen: this.cardOpen,
          pane: this.parts.dock.tab,
          dockOpen: this.parts.dock.isOpen,
          layout: this.layout,
        }),
      );
  }
}
