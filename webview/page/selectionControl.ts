/** What is selected, focused, folded and held: changed here, whoever asks for it. */
import { formatStamp } from '../charts/axis.ts';
import { openLine } from './messages.ts';
import { extentOf, type Model, type Selection, type SelectOptions } from './model.ts';
import type { Stage } from './stage.ts';
import type { Step } from '../keys/stepping.ts';
import type { ViewControl } from './viewControl.ts';

/** Two clicks farther apart are two, in milliseconds. */
const DOUBLE_CLICK = 500;

export class SelectionControl {
  readonly #stage: Stage;
  readonly #view: ViewControl;

  constructor(stage: Stage, view: ViewControl) {
    this.#stage = stage;
    this.#view = view;
  }

  /** `reveal`: with its moment and its lane brought into sight. `inTable`: it was chosen there, and the table stays. */
  select(selection: Selection | undefined, { reveal = false, inTable = false }: SelectOptions = {}): void {
    const { model, parts } = this.#stage;
    if (model === undefined) return;
    model.selection = selection;
    model.measure = undefined;
    if (!inTable) this.#follow(model, reveal);
    const extent = extentOf(model.document, selection);
    if (extent !== undefined && reveal) {
      this.#view.reveal(extent.start);
      const lane = selection?.kind === 'mark' ? model.document.marks.lane[selection.mark] : undefined;
      const row = lane === undefined ? -1 : rowOf(model, lane);
      if (row >= 0) {
        model.focused = row;
        parts.lanes.revealRow(row);
      }
    }
    if (extent !== undefined) model.pinned = extent.start;
    parts.dock.selected();
    parts.table.showSelection(true);
    parts.toolbar.syncSearch(model);
    if (selection?.kind === 'mark')
      this.#stage.say(
        `${formatStamp(model.document.marks.time[selection.mark] ?? 0, model.scale, 3)}: ${model.document.strings[model.document.marks.what[selection.mark] ?? 0] ?? ''}`,
      );
    this.#stage.changed();
  }

  /** Details come into sight. What was clicked stays where it is until a second click can no longer make a double click of it; then it moves above the dock. */
  #follow(model: Model, reveal: boolean): void {
    const { parts } = this.#stage;
    const wasOpen = parts.dock.isOpen;
    parts.dock.follow();
    if (reveal || wasOpen || !parts.dock.isOpen) return;
    window.setTimeout(() => {
      if (this.#stage.model === model && model.focused >= 0) parts.lanes.revealRow(model.focused);
    }, DOUBLE_CLICK);
  }

  /** Opens the log line of the selected mark. */
  open(beside: boolean): void {
    const { selection, document: timeline } = this.#stage.model ?? {};
    if (selection?.kind !== 'mark' || timeline === undefined) return;
    openLine(timeline.marks.source[selection.mark] ?? 0, timeline.marks.line[selection.mark] ?? 0, beside);
  }

  /** Selects where a step leads and keeps the focused row: a folded pod shows marks of lanes that have no row of their own. */
  step(way: (model: Model) => Step): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    const { mark, say } = way(model);
    const { focused } = model;
    if (mark >= 0) {
      this.select({ kind: 'mark', mark }, { reveal: true });
      if (focused >= 0) model.focused = focused;
    }
    if (say !== undefined) this.#stage.say(mark >= 0 ? `${say}. ${this.#stage.live.textContent ?? ''}` : say);
  }

  focusRow(row: number): void {
    const { model, parts } = this.#stage;
    if (model === undefined || model.rows.length === 0) return;
    model.focused = Math.min(model.rows.length - 1, Math.max(0, row));
    parts.lanes.revealRow(model.focused);
    this.#stage.say(parts.lanes.describe(model.focused));
    this.#stage.changed();
  }

  toggleFold(lane: string): void {
    const { model, parts } = this.#stage;
    if (model === undefined) return;
    if (model.folded.has(lane)) model.folded.delete(lane);
    else model.folded.add(lane);
    this.#stage.makeRows(model);
    parts.lanes.setModel(model);
    this.#stage.save();
  }

  /** Unfolds a node and brings its lanes into sight, from the overview of nodes. */
  goToNode(lane: number): void {
    const { model, parts } = this.#stage;
    const id = model?.document.lanes[lane]?.id;
    if (model === undefined || id === undefined) return;
    if (model.folded.has(id)) this.toggleFold(id);
    const place = model.rows.findIndex((row) => row.lane === lane && row.overview !== true);
    if (place < 0) return;
    this.focusRow(place);
    parts.lanes.scrollToRow(place);
  }

  /** Folds or unfolds the focused lane, or what it belongs to. */
  foldFocused(): void {
    const { model } = this.#stage;
    const row = model?.rows[model.focused];
    const lane = row === undefined ? undefined : model?.document.lanes[row.lane];
    if (lane === undefined) return;
    this.toggleFold(row?.folded === undefined ? (lane.parent ?? lane.id) : lane.id);
  }

  /** Holds a moment: the pane of the inner state shows it when the pointer is elsewhere. */
  pin(time: number, reveal: boolean): void {
    const { model, parts } = this.#stage;
    if (model === undefined) return;
    model.pinned = Math.min(Math.max(time, 0), model.document.length);
    if (reveal) this.#view.reveal(model.pinned);
    parts.dock.pointed();
    this.#stage.changed();
  }
}

/** The row of a lane, or of its folded parent. */
function rowOf(model: Model, lane: number): number {
  const own = model.rows.findIndex((row) => row.lane === lane && row.overview !== true);
  const parent = model.document.lanes[lane]?.parent;
  return own >= 0 || parent === undefined
    ? own
    : model.rows.findIndex((row) => model.document.lanes[row.lane]?.id === parent && row.overview !== true);
}
