/** The names of the lanes: real text on the left, one element for each row in sight. */
import type { Lane } from '../../src/timeline/timelineDocument.ts';
import { element, writeName } from '../page/dom.ts';
import { ROW_HEIGHT } from './laneLayout.ts';
import type { LaneWindow } from './laneWindow.ts';
import { closeHoles } from '../page/longNames.ts';
import type { Actions, Model } from '../page/model.ts';
import { shortNodeNames } from '../page/nodeNames.ts';
import { type Row, rowLabel } from './rows.ts';
import type { SearchResult } from '../search/search.ts';
import { printableLines } from '../../src/kubelet/printable.ts';
import { t } from '../page/words.ts';

/** No more of a name is drawn; a hostile one can be a megabyte long, and names are written while one scrolls. */
const LONGEST_NAME = 300;

/** Beside the log there is room for a dozen letters: the pods of one set would all read the same. */
const PLAIN_POD = 12;

/** What the names were drawn of. */
interface ShownNames {
  readonly rows: readonly Row[];
  readonly window: LaneWindow;
  readonly focused: number;
  readonly found: SearchResult | undefined;
}

export class LaneNames {
  readonly root = element('div', { className: 'lane-names' });
  readonly #actions: Actions;
  readonly #rows: HTMLElement[] = [];
  #model: Model | undefined;
  /** The short names of the nodes by the ids of their lanes, and of which lanes. */
  #nodes: { readonly lanes: readonly Lane[]; readonly names: ReadonlyMap<string, string> } = {
    lanes: [],
    names: new Map(),
  };
  #shown: ShownNames | undefined;

  constructor(actions: Actions) {
    this.#actions = actions;
  }

  /** There is another height or another document: everything is written anew. */
  layout(height: number): void {
    this.#shown = undefined;
    this.root.style.height = `${height}px`;
  }

  /** Names stay as they are while one pans and zooms: only other rows, another scroll or focus and what a search finds change them. */
  draw(model: Model, window: LaneWindow): void {
    const { places, pinned } = window;
    const shown: ShownNames = { rows: model.rows, window, focused: model.focused, found: model.search.result };
    const before = this.#shown;
    if (
      before?.rows === shown.rows &&
      before.window === window &&
      before.focused === shown.focused &&
      before.found === shown.found
    )
      return;
    this.#shown = shown;
    this.#model = model;
    const names = this.#nodeNames(model.document.lanes);
    while (this.#rows.length < places.length) this.#rows.push(this.#makeName());
    this.#rows.forEach((node, slot) => {
      const index = places[slot] ?? -1;
      const row = model.rows[index];
      const lane = row === undefined ? undefined : model.document.lanes[row.lane];
      node.hidden = lane === undefined;
      if (row === undefined || lane === undefined) return;
      node.style.transform = `translateY(${slot * ROW_HEIGHT}px)`;
      node.dataset['row'] = String(index);
      node.classList.toggle(
        'is-unlit',
        model.search.result !== undefined && model.search.result.lit[row.lane] === undefined,
      );
      node.classList.toggle('is-focused', index === model.focused);
      node.classList.toggle('is-edge', slot === pinned - 1);
      fillName(node, row, lane, names.get(lane.id));
    });
    closeHoles(this.root);
  }

  #nodeNames(lanes: readonly Lane[]): ReadonlyMap<string, string> {
    if (this.#nodes.lanes !== lanes) {
      const nodes = lanes.filter((lane) => lane.kind === 'node');
      const short = shortNodeNames(nodes.map((lane) => lane.label));
      this.#nodes = { lanes, names: new Map(nodes.map((lane, index) => [lane.id, short[index] ?? lane.label])) };
    }
    return this.#nodes.names;
  }

  #makeName(): HTMLElement {
    const node = element('div', {
      className: 'lane-name',
      role: 'button',
      children: [
        element('span', { className: 'lane-arrow', attributes: { 'aria-hidden': 'true' } }),
        element('span', { className: 'lane-label' }),
        element('span', { className: 'lane-note' }),
      ],
    });
    node.addEventListener('click', () => {
      const index = Number(node.dataset['row']);
      const row = this.#model?.rows[index];
      const lane = row === undefined ? undefined : this.#model?.document.lanes[row.lane];
      if (row?.overview === true) this.#actions.goToNode(row.lane);
      else this.#actions.focusRow(index);
      if (row?.folded !== undefined && lane !== undefined) this.#actions.toggleFold(lane.id);
    });
    this.root.append(node);
    return node;
  }
}

/** Writes the name of a lane into its row, or the short one. */
function fillName(node: HTMLElement, row: Row, lane: Lane, short: string | undefined): void {
  node.dataset['depth'] = String(Math.min(3, row.depth));
  node.classList.toggle('is-group', row.folded !== undefined);
  const [arrow, text, note] = [...node.children];
  if (arrow instanceof HTMLElement) arrow.textContent = row.folded === undefined ? '' : row.folded ? '▸' : '▾';
  const label = printableLines((short ?? rowLabel(lane, row.depth)).slice(0, LONGEST_NAME));
  if (text instanceof HTMLElement && text.textContent !== label)
    writeName(text, label, lane.kind === 'pod' ? PLAIN_POD : undefined);
  const title = printableLines(titleOf(lane, lane.label.slice(0, LONGEST_NAME)));
  if (node.title !== title) node.title = title;
  if (note instanceof HTMLElement) note.textContent = noteOf(lane);
  if (row.folded === undefined) node.removeAttribute('aria-expanded');
  else node.setAttribute('aria-expanded', String(!row.folded));
}

function titleOf({ restarts, inTurn }: Lane, name: string): string {
  if (restarts !== undefined)
    return t(restarts === 1 ? '{0}: {1} restart in this log' : '{0}: {1} restarts in this log', name, restarts);
  if (inTurn === undefined) return name;
  return t('{0}, then {1} more containers without a name, one after the other', name, inTurn - 1);
}

function noteOf({ restarts, inTurn }: Lane): string {
  if (restarts !== undefined) return `↻${restarts}`;
  return inTurn === undefined ? '' : `+${inTurn - 1}`;
}
