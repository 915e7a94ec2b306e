/** The table of all marks: the accessible twin of the charts. A real table whose body holds only the rows in sight. */
import { saveJournalCommand } from '../../src/kubelet/journalCommand.ts';
import { namesDays } from '../charts/axis.ts';
import { element } from '../page/dom.ts';
import { closeHoles } from '../page/longNames.ts';
import type { Actions, Model } from '../page/model.ts';
import { copyInto, copyToClipboard, rowsAsCsv } from './tableCopy.ts';
import { placeOfMark, TABLE_COLUMNS, type TableColumn, tableRows } from './tableModel.ts';
import { ROW_HEIGHT, rowNode, spacer } from './tableRow.ts';
import { button, checkbox, type Checkbox } from '../toolkit.ts';
import { t } from '../page/words.ts';

const SPARE_ROWS = 8;
const NAMES: Readonly<Record<TableColumn, string>> = {
  time: 'Time',
  what: 'What',
  pod: 'Pod',
  container: 'Container',
  line: 'Line',
};

export class FactsTable {
  readonly root: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #body = element('tbody');
  readonly #table: HTMLElement;
  readonly #count = element('span', { className: 'table-count' });
  readonly #errors: Checkbox;
  readonly #empty = element('p', { className: 'table-empty muted' });
  readonly #headers = new Map<TableColumn, HTMLElement>();
  readonly #actions: Actions;
  #model: Model | undefined;
  #rows: Uint32Array = new Uint32Array();
  /** How many rows there are, and of how many. */
  #counted = '';
  #sort: TableColumn = 'time';
  #descending = false;
  #inView = false;
  #active = 0;
  /** The other end of the rows that are picked for copying. */
  #anchor = 0;

  constructor(actions: Actions) {
    this.#actions = actions;
    const head = element('tr', {
      attributes: { 'aria-rowindex': '1' },
      children: TABLE_COLUMNS.map((column) => this.#header(column)),
    });
    this.#table = element('table', {
      role: 'grid',
      label: t('All marks of the timeline'),
      attributes: { tabindex: '0' },
      children: [element('thead', { children: [head] }), this.#body],
    });
    this.#scroller = element('div', { className: 'table-scroll', children: [this.#table, this.#empty] });
    this.#errors = checkbox(t('Errors only'), (on) => actions.errorsOnly(on));
    const inView = checkbox(t('In view only'), (checked) => {
      this.#inView = checked;
      this.refresh();
      this.tellCount();
    });
    const copy = button({
      text: t('Copy rows'),
      title: t('Copy rows: the selected ones, or all that are shown (Ctrl/Cmd+C in the table)'),
      className: 'is-small',
      onClick: () => {
        if (this.#model !== undefined) copyToClipboard(this.#model, this.#copied(true), actions.say);
      },
    });
    const save = button({
      text: t('Save CSV…'),
      title: t('Save CSV: the selected rows, or all rows shown, as a file for spreadsheets'),
      className: 'is-small',
      onClick: () => {
        if (this.#model !== undefined) actions.saveTable(rowsAsCsv(this.#model, this.#copied(true), actions.say));
      },
    });
    this.root = element('section', {
      className: 'facts',
      label: t('Table'),
      children: [
        element('div', {
          className: 'facts-head',
          children: [
            this.#count,
            element('div', {
              className: 'facts-controls',
              children: [
                this.#errors.root,
                inView.root,
                element('span', { className: 'facts-actions', children: [copy, save] }),
              ],
            }),
          ],
        }),
        this.#scroller,
      ],
    });
    this.#scroller.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(this.#scroller);
    this.root.addEventListener('copy', (event) => {
      if (this.#model !== undefined && this.#rows.length > 0)
        copyInto(event, this.#model, this.#copied(false), actions.say);
    });
    this.#table.addEventListener('keydown', (event) => this.#key(event));
    this.#table.addEventListener('focus', () => {
      if (!this.#table.matches(':focus-visible')) return; // clicked: the rows stay under the pointer
      this.#revealActive();
      this.#draw();
    });
    // The second click of a double click counts, not `dblclick`: the first one draws the rows anew, so that the browser finds no row under both.
    this.#body.addEventListener('click', (event) => this.#pick(event, event.detail === 2));
  }

  /** `reveal`: with the selected row brought into sight. */
  setModel(model: Model, reveal: boolean): void {
    this.#model = model;
    this.refresh(reveal);
  }

  /** Filters and sorts again; the active row stays with its mark where it is still there, and in sight. */
  refresh(reveal = true): void {
    const model = this.#model;
    if (model === undefined) return;
    this.#rows = tableRows(model.document, {
      ...(model.search.result === undefined ? {} : { hits: model.search.result.hits }),
      errorsOnly: model.errorsOnly,
      sort: this.#sort,
      descending: this.#descending,
      ...(this.#inView ? { within: { from: model.view.from, to: model.view.to } } : {}),
    });
    this.root.classList.toggle('is-long', namesDays(model.scale, model.document.length));
    this.#active = Math.max(0, Math.min(this.#active, this.#rows.length - 1));
    this.#errors.set(model.errorsOnly);
    const all = model.document.marks.count;
    this.root.classList.toggle('is-empty', all === 0);
    this.#empty.hidden = this.#rows.length > 0;
    this.#empty.textContent = emptyText(all, model);
    const shown = this.#rows.length.toLocaleString('en');
    this.#counted = this.#rows.length === all ? shown : t('{0} of {1}', shown, all.toLocaleString('en'));
    this.#count.textContent = all === 1 ? t('1 row') : t('{0} rows', this.#counted);
    this.#table.setAttribute('aria-rowcount', String(this.#rows.length + 1));
    for (const [column, header] of this.#headers)
      header.setAttribute(
        'aria-sort',
        column === this.#sort ? (this.#descending ? 'descending' : 'ascending') : 'none',
      );
    this.#anchor = this.#active;
    if (reveal) this.#draw(); // as high as its rows now: else it could not be scrolled to the selected one
    this.showSelection(reveal);
  }

  /** Tells screen readers how many rows there are, after a switch that is not the search: the search tells by itself. */
  tellCount(): void {
    this.#actions.say(t('{0} rows in the table', this.#counted));
  }

  /** The visible part of time changed: matters only to a table of what is in view. */
  viewChanged(): void {
    if (this.#inView) this.refresh(false);
  }

  /** Marks the selected row; scrolls to it when asked. */
  showSelection(reveal: boolean): void {
    const selection = this.#model?.selection;
    if (selection?.kind === 'mark') {
      const place = placeOfMark(this.#rows, selection.mark, this.#sort === 'time' && !this.#descending);
      if (place >= 0) {
        this.#active = place;
        this.#anchor = place;
        if (reveal) this.#revealActive();
      }
    }
    this.#draw();
  }

  #header(column: TableColumn): HTMLElement {
    const sorter = element('button', {
      text: t(NAMES[column]),
      attributes: { type: 'button' },
      title: t('Sort by {0}', t(NAMES[column]).toLowerCase()),
      onClick: () => {
        this.#descending = this.#sort === column && !this.#descending;
        this.#sort = column;
        this.refresh();
      },
    });
    const header = element('th', {
      className: `col-${column}`,
      attributes: { scope: 'col', 'aria-sort': 'none' },
      children: [sorter],
    });
    this.#headers.set(column, header);
    return header;
  }

  #revealActive(): void {
    const top = this.#active * ROW_HEIGHT;
    const height = this.#scroller.clientHeight - ROW_HEIGHT;
    if (top < this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > this.#scroller.scrollTop + height) this.#scroller.scrollTop = top + ROW_HEIGHT - height;
  }

  /** Two spacer rows stand for what is not in sight. */
  #draw(): void {
    const model = this.#model;
    if (model === undefined) return;
    const first = Math.max(0, Math.floor(this.#scroller.scrollTop / ROW_HEIGHT) - SPARE_ROWS);
    const last = Math.min(
      this.#rows.length,
      Math.ceil((this.#scroller.scrollTop + this.#scroller.clientHeight) / ROW_HEIGHT) + SPARE_ROWS,
    );
    const nodes: HTMLElement[] = [spacer(first)];
    for (let place = first; place < last; place += 1)
      nodes.push(
        rowNode(
          this.#rows[place] ?? 0,
          { place, active: place === this.#active, picked: this.#isPicked(place) },
          model,
        ),
      );
    nodes.push(spacer(this.#rows.length - last));
    this.#body.replaceChildren(...nodes);
    closeHoles(this.#body);
    // A row that is out of sight is not there: a screen reader could not be led to it.
    if (this.#active >= first && this.#active < last)
      this.#table.setAttribute('aria-activedescendant', `fact-${this.#active}`);
    else this.#table.removeAttribute('aria-activedescendant');
  }

  #pick(event: MouseEvent, open: boolean): void {
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    const place = Number(row?.getAttribute('data-place') ?? Number.NaN);
    const mark = this.#rows[place];
    if (mark === undefined) return;
    if (event.shiftKey) {
      this.#pickTo(place);
      return;
    }
    this.#active = place;
    this.#actions.select({ kind: 'mark', mark }, { reveal: true, inTable: true });
    if (open || event.ctrlKey || event.metaKey) this.#actions.openSelection(event.altKey);
  }

  #isPicked(place: number): boolean {
    return (
      this.#anchor !== this.#active &&
      place >= Math.min(this.#anchor, this.#active) &&
      place <= Math.max(this.#anchor, this.#active)
    );
  }

  /** Picks the rows from the anchor to this one; what is selected stays. */
  #pickTo(place: number): void {
    this.#active = place;
    this.#actions.say(t('{0} rows selected', Math.abs(this.#active - this.#anchor) + 1));
    this.#draw();
  }

  /** The picked rows, else the selected one; for the button, else all. */
  #copied(otherwiseAll: boolean): Uint32Array {
    const isPicked = this.#anchor !== this.#active;
    if (!isPicked && otherwiseAll) return this.#rows;
    return this.#rows.subarray(Math.min(this.#anchor, this.#active), Math.max(this.#anchor, this.#active) + 1);
  }

  #key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#scroller.clientHeight / ROW_HEIGHT) - 2);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.#rows.length,
      End: this.#rows.length,
    };
    const by = moves[event.key];
    if (event.target !== this.#table) return;
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation(); // VS Code would mark all text of the page, and that would be copied
      this.#anchor = 0;
      this.#pickTo(this.#rows.length - 1);
      return;
    }
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) {
      this.#pickTo(Math.min(this.#rows.length - 1, Math.max(0, this.#active + by)));
      this.#revealActive();
      return;
    }
    this.#active = Math.min(this.#rows.length - 1, Math.max(0, this.#active + by));
    const mark = this.#rows[this.#active];
    if (mark === undefined) return;
    this.#revealActive();
    this.#actions.select({ kind: 'mark', mark }, { reveal: true, inTable: true });
  }
}

/** Why there is no row. */
function emptyText(all: number, model: Model): string {
  if (all === 0)
    return t('This log shows no events. Save more of the journal ({0}) and open that.', saveJournalCommand());
  if (model.search.result !== undefined && model.search.result.found.length === 0)
    return t('No events match the search.');
  return model.errorsOnly ? t('No errors among these events.') : t('No events in the visible time range.');
}
