/** Runs searches and shows everywhere what they found. */
import type { Model } from './model.ts';
import { runSearch } from './search.ts';
import type { Stage } from './stage.ts';

/** From this many marks on a search waits until the typing pauses, for so many milliseconds. */
const LONG_LOG = 50_000;
const PAUSE = 150;

export class SearchControl {
  readonly #stage: Stage;
  #waiting = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** The text of the search changed. Short logs answer while one types; in a long one a search takes a moment. */
  type(text: string): void {
    const { model } = this.#stage;
    if (model === undefined || text === model.filter) return;
    model.filter = text;
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => this.#run(model), model.document.marks.count > LONG_LOG ? PAUSE : 0);
  }

  /** Ends the search. */
  clear(): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    model.filter = '';
    this.#run(model);
  }

  #run(model: Model): void {
    const { toolbar, lanes, table } = this.#stage.parts;
    model.search = runSearch(model.document, model.filter, model.scale);
    this.#stage.makeRows(model);
    toolbar.syncSearch(model);
    lanes.setModel(model);
    table.refresh();
    this.#stage.changed();
  }
}
