/**
 * Details of the selection, the inner state of the kubelet at a moment, what would have happened, and the table of all marks; one at a time, as tabs. On a wide page the dock stands beside the charts
 * and is always open; on a narrow one it is a row of tabs at the foot that slides up over the lower third, and Esc closes it.
 */
import type { MomentDocument } from '../../src/timeline/moment/moment.ts';
import { showDetails } from './detailsPane.ts';
import { DOCK_TABS, type DockTab } from './dockTabs.ts';
import { element } from '../page/dom.ts';
import type { FactsTable } from './factsTable.ts';
import { MomentSlot } from './momentSlot.ts';
import type { Actions, Model } from '../page/model.ts';
import { IS_REPORT } from '../page/surroundings.ts';
import { t } from '../page/words.ts';
import { type WhatIfParts, WhatIfSlot } from '../whatIf/whatIfSlot.ts';

export interface DockParts {
  readonly actions: Actions;
  readonly table: FactsTable;
  readonly zoom: () => void;
  readonly step: (by: 1 | -1) => void;
  /** Asks for the inner state; `time` in microseconds since the epoch. */
  readonly moment: (time: number, process: string | undefined) => void;
  /** Holds a moment and brings it into view; microseconds since origin. */
  readonly pin: (time: number) => void;
  readonly changed: () => void;
  readonly whatIf: Pick<WhatIfParts, 'area' | 'place'>;
}

/** The inner state of a moment and what would have happened are asked of the analysis. */
const SHOWN_TABS = DOCK_TABS.filter((tab) => (tab !== 'moment' && tab !== 'whatIf') || !IS_REPORT);
const NAMES: Readonly<Record<DockTab, string>> = {
  details: 'Details',
  moment: 'State at this moment',
  whatIf: 'What if',
  table: 'Table',
};
/** A pointer that moves asks ten times a second at most. */
const PAUSE = 100;

export class Dock {
  readonly root: HTMLElement;
  readonly #parts: DockParts;
  readonly #tabs = new Map<DockTab, HTMLElement>();
  readonly #details = element('div', {
    className: 'pane details-pane',
    role: 'tabpanel',
    attributes: { id: 'pane-details', 'aria-labelledby': 'tab-details' },
  });
  readonly #moment: MomentSlot;
  readonly whatIf: WhatIfSlot;
  readonly #table: HTMLElement;
  #model: Model | undefined;
  #tab: DockTab = 'table';
  #isOpen = false;
  #asked: number | undefined;
  #process: string | undefined;
  #waiting = 0;

  constructor(parts: DockParts) {
    this.#parts = parts;
    this.#moment = new MomentSlot({
      actions: parts.actions,
      goTo: (time) => {
        if (this.#model !== undefined) parts.pin(time - this.#model.document.origin);
      },
      choose: (process) => {
        this.#process = process;
        this.#asked = undefined;
        this.#ask();
      },
    });
    this.whatIf = new WhatIfSlot({ actions: parts.actions, changed: parts.changed, ...parts.whatIf });
    this.#table = element('div', {
      className: 'pane table-pane',
      role: 'tabpanel',
      attributes: { id: 'pane-table', 'aria-labelledby': 'tab-table' },
      children: [parts.table.root],
    });
    const tabs = element('div', {
      className: 'pane-tabs',
      role: 'tablist',
      label: t('Details, inner state, what if and table'),
      children: SHOWN_TABS.map((tab) => this.#makeTab(tab)),
    });
    const close = element('button', {
      className: 'dock-close',
      text: '✕',
      label: t('Close'),
      title: t('Close (Esc)'),
      attributes: { type: 'button' },
      onClick: () => this.close(),
    });
    this.root = element('aside', {
      className: 'dock',
      label: t('Details, inner state, what if and table'),
      children: [
        element('div', { className: 'dock-head', children: [tabs, close] }),
        this.#details,
        this.#moment.root,
        this.whatIf.root,
        this.#table,
      ],
    });
    this.#showTab('table');
  }

  get tab(): DockTab {
    return this.#tab;
  }

  /** On a narrow page: what the tabs lead to is in sight. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The inner state is in sight. */
  get showsMoment(): boolean {
    return this.#tab === 'moment' && (this.#isOpen || this.#isBeside());
  }

  setModel(model: Model, tab: DockTab, open: boolean): void {
    this.#model = model;
    this.#asked = undefined;
    this.#process = undefined;
    this.#moment.setModel(model);
    this.whatIf.setModel(model);
    this.#setOpen(open);
    this.#showTab(tab);
    this.selected();
  }

  /** Shows a tab and brings it into sight. */
  show(tab: DockTab): void {
    if (!this.#tabs.has(tab)) return;
    this.#setOpen(true);
    this.#showTab(tab);
  }

  /** Something was selected or not any more, on the charts or by a key: its details come into sight, unless the inner state of its moment is looked at. */
  follow(): void {
    const isSelected = this.#model?.selection !== undefined;
    if (isSelected && !this.showsMoment) this.show('details');
    else if (!isSelected && this.#tab === 'details') this.#setOpen(false);
  }

  /** On a narrow page: only the tabs stay. */
  close(): void {
    const hadFocus = this.root.contains(document.activeElement);
    this.#setOpen(false);
    if (hadFocus) this.#tabs.get(this.#tab)?.focus();
    this.#parts.changed();
  }

  #setOpen(open: boolean): void {
    this.#isOpen = open;
    this.root.closest('.page')?.classList.toggle('has-dock', open);
  }

  /** The page is so wide that the dock stands beside the charts (webview.css). */
  #isBeside(): boolean {
    return getComputedStyle(this.root).position === 'absolute';
  }

  #showTab(tab: DockTab): void {
    this.#tab = tab;
    for (const [name, node] of this.#tabs) {
      node.setAttribute('aria-selected', String(name === tab));
      node.tabIndex = name === tab ? 0 : -1;
    }
    this.#details.hidden = tab !== 'details';
    this.#moment.root.hidden = tab !== 'moment';
    this.whatIf.root.hidden = tab !== 'whatIf';
    this.#table.hidden = tab !== 'table';
    if (tab === 'table') this.#parts.table.showSelection(true); // out of sight nothing can be scrolled to
    if (tab === 'moment') this.#moment.open();
    if (tab === 'whatIf' && (this.#isOpen || this.#isBeside())) this.whatIf.open();
    this.#ask();
    if (this.#model !== undefined) this.#parts.changed();
  }

  /** Closes what is open over the pane; false when nothing is. */
  closeTop(): boolean {
    return this.showsMoment && this.#moment.closeTop();
  }

  /** One step back: from the inner state to the details where the dock stands beside the charts, else it is closed; false when there is nothing to close. Details go with the selection. */
  stepBack(): boolean {
    if (this.#isBeside()) {
      if (this.#tab !== 'moment') return false;
      this.#showTab('details');
      return true;
    }
    if (!this.#isOpen || (this.#tab === 'details' && this.#model?.selection !== undefined)) return false;
    this.close();
    return true;
  }

  /** The selection changed, or how times are written. */
  selected(): void {
    const model = this.#model;
    if (model === undefined) return;
    showDetails(this.#details, model, { actions: this.#parts.actions, zoom: this.#parts.zoom, step: this.#parts.step });
    this.#moment.redraw();
    this.pointed();
  }

  /** The pointer or the held moment moved. */
  pointed(): void {
    if (!this.showsMoment || this.#waiting !== 0) return;
    this.#waiting = window.setTimeout(() => {
      this.#waiting = 0;
      this.#ask();
    }, PAUSE);
  }

  showMoment(moment: MomentDocument): void {
    this.#moment.show(moment);
  }

  #ask(): void {
    const model = this.#model;
    if (model === undefined || !this.showsMoment) return;
    const time = Math.round(
      model.document.origin + Math.min(Math.max(model.pointer ?? model.pinned, 0), model.document.length),
    );
    if (time === this.#asked) return;
    this.#asked = time;
    this.#parts.moment(time, this.#process);
  }

  #makeTab(tab: DockTab): HTMLElement {
    const made = element('button', {
      className: 'pane-tab',
      text: t(NAMES[tab]),
      role: 'tab',
      attributes: { type: 'button', id: `tab-${tab}`, 'aria-controls': `pane-${tab}` },
      onClick: () => this.show(tab),
    });
    made.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      event.stopPropagation();
      const count = SHOWN_TABS.length;
      const other = SHOWN_TABS[(SHOWN_TABS.indexOf(tab) + (event.key === 'ArrowRight' ? 1 : count - 1)) % count] ?? tab;
      this.show(other);
      this.#tabs.get(other)?.focus();
    });
    this.#tabs.set(tab, made);
    return made;
  }
}
