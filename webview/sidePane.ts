/** Beside the table: details of the selection, or the inner state of the kubelet at a moment; one at a time, as tabs. */
import type { MomentDocument } from '../src/timeline/moment.ts';
import { showDetails } from './detailsPane.ts';
import { element } from './dom.ts';
import { MomentSlot } from './momentSlot.ts';
import type { Actions, Model } from './model.ts';

export type SideTab = 'details' | 'moment';

export interface SidePaneParts {
  readonly actions: Actions;
  readonly zoom: () => void;
  readonly step: (by: 1 | -1) => void;
  /** Asks for the inner state; `time` in microseconds since the epoch. */
  readonly moment: (time: number, process: string | undefined) => void;
  /** Holds a moment and brings it into view; microseconds since origin. */
  readonly pin: (time: number) => void;
  readonly changed: () => void;
}

const NAMES: Readonly<Record<SideTab, string>> = { details: 'Details', moment: 'State at this moment' };
/** A pointer that moves asks ten times a second at most. */
const PAUSE = 100;

export class SidePane {
  readonly root: HTMLElement;
  readonly #parts: SidePaneParts;
  readonly #tabs = new Map<SideTab, HTMLElement>();
  readonly #details = element('div', { className: 'pane details-pane', role: 'tabpanel', attributes: { 'id': 'pane-details', 'aria-labelledby': 'tab-details' } });
  readonly #moment: MomentSlot;
  #model: Model | undefined;
  #tab: SideTab = 'details';
  #asked: number | undefined;
  #process: string | undefined;
  #waiting = 0;

  constructor(parts: SidePaneParts) {
    this.#parts = parts;
    this.#moment = new MomentSlot({
      actions: parts.actions, goTo: (time) => { if (this.#model !== undefined) parts.pin(time - this.#model.document.origin); },
      choose: (process) => {
        this.#process = process;
        this.#asked = undefined;
        this.#ask();
      },
    });
    const head = element('div', { className: 'pane-tabs', role: 'tablist', label: 'Beside the table', children: (['details', 'moment'] as const).map((tab) => this.#makeTab(tab)) });
    this.root = element('aside', { className: 'details', label: 'Details and inner state', children: [head, this.#details, this.#moment.root] });
    this.show('details');
  }

  get tab(): SideTab {
    return this.#tab;
  }

  setModel(model: Model, tab: SideTab): void {
    this.#model = model;
    this.#asked = undefined;
    this.#process = undefined;
    this.#moment.setModel(model);
    this.show(tab);
    this.selected();
  }

  show(tab: SideTab): void {
    this.#tab = tab;
    for (const [name, node] of this.#tabs) {
      node.setAttribute('aria-selected', String(name === tab));
      node.tabIndex = name === tab ? 0 : -1;
    }
    // The inner state needs more room than details.
    this.root.closest('.page')?.classList.toggle('has-moment', tab === 'moment');
    this.#details.hidden = tab !== 'details';
    this.#moment.root.hidden = tab !== 'moment';
    if (tab === 'moment') this.#moment.open();
    this.#ask();
    if (this.#model !== undefined) this.#parts.changed();
  }

  /** Shows a tab and brings it into sight. */
  open(tab: SideTab): void {
    this.show(tab);
    this.root.scrollIntoView({ block: 'nearest' });
  }

  /** Closes what is open over the pane; false when nothing is. */
  closeTop(): boolean {
    return this.#tab === 'moment' && this.#moment.closeTop();
  }

  /** Goes back from the inner state to the details; false when it is not open. */
  closeMoment(): boolean {
    if (this.#tab !== 'moment') return false;
    this.show('details');
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
    if (this.#tab !== 'moment' || this.#waiting !== 0) return;
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
    if (model === undefined || this.#tab !== 'moment') return;
    const time = Math.round(model.document.origin + Math.min(Math.max(model.pointer ?? model.pinned, 0), model.document.length));
    if (time === this.#asked) return;
    this.#asked = time;
    this.#parts.moment(time, this.#process);
  }

  #makeTab(tab: SideTab): HTMLElement {
    const made = element('button', { className: 'pane-tab', text: NAMES[tab], role: 'tab', attributes: { 'type': 'button', 'id': `tab-${tab}`, 'aria-controls': `pane-${tab}` }, onClick: () => this.show(tab) });
    made.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      event.stopPropagation();
      const other = tab === 'details' ? 'moment' : 'details';
      this.show(other);
      this.#tabs.get(other)?.focus();
    });
    this.#tabs.set(tab, made);
    return made;
  }
}
