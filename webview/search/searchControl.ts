/** Runs searches and shows everywhere what they found. */
import type { Model } from '../page/model.ts';
import { placeOfFound, searchSummary } from './search.ts';
import type { Completion } from './searchCompletion.ts';
import type { Stage } from '../page/stage.ts';

/** From this many marks on a search waits until the typing pauses, for so many milliseconds. */
const LONG_LOG = 50_000;
const PAUSE = 150;
/** What was found is told once nothing was typed for so long: a count for each letter would never let the reader finish. */
const QUIET = 700;

export class SearchControl {
  readonly #stage: Stage;
  #waiting = 0;
  #telling = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** The text of the search changed. Short logs answer while one types; in a long one a search takes a moment. */
  type(text: string): void {
    const { model } = this.#stage;
    if (model === undefined || text === model.filter) return;
    model.filter = text;
    clearTimeout(this.#waiting);
    clearTimeout(this.#telling);
    this.#waiting = window.setTimeout(() => this.#run(model), model.document.marks.count > LONG_LOG ? PAUSE : 0);
  }

  /** Searches at once for what was typed last: who presses Enter right after typing means the matches of all of it. */
  settle(): void {
    const { model } = this.#stage;
    if (model !== undefined && this.#waiting !== 0) this.#run(model);
  }

  /** Somebody is about to search. */
  prepare(then: () => void): void {
    if (!this.#stage.searching.isReady) this.#stage.searching.whenReady(then);
  }

  /** A document came with a search, which may wait for what searches. */
  resume(): void {
    const { model } = this.#stage;
    if (
      model !== undefined &&
      model.filter !== '' &&
      model.search.result === undefined &&
      model.search.error === undefined
    )
      this.#stage.searching.whenReady(() => this.#show(model, false));
  }

  /** What the field offers for the word at its end. */
  completions(text: string): readonly Completion[] {
    const { model } = this.#stage;
    return model === undefined ? [] : this.#stage.searching.completions(text, model.document);
  }

  /** Ends the search. */
  clear(): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    model.filter = '';
    this.#run(model);
  }

  #run(model: Model): void {
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    if (model !== this.#stage.model) return; // another log came meanwhile
    if (model.filter !== '' && this.#stage.searching.whenReady(() => this.#show(model))) return;
    if (model.filter === '') this.#show(model);
  }

  /** Searches; `tells`: screen readers hear what was found. */
  #show(model: Model, tells = true): void {
    if (model !== this.#stage.model) return;
    const { toolbar, lanes, table } = this.#stage.parts;
    model.search = this.#stage.searching.run(model.document, model.filter, model.scale);
    this.#stage.makeRows(model);
    toolbar.syncSearch(model);
    lanes.setModel(model);
    table.refresh();
    this.#stage.changed();
    if (!tells) return;
    clearTimeout(this.#telling);
    const { said } = this.#stage;
    this.#telling = window.setTimeout(() => this.#tell(model, said), QUIET);
  }

  /** Says what was found, unless something was said since (the user went on: to a match, a lane, another mark), or one of the matches is selected: that was told, with its place among them. */
  #tell(model: Model, said: number): void {
    const { result } = model.search;
    const atMatch =
      result !== undefined && model.selection?.kind === 'mark' && placeOfFound(result, model.selection.mark) > 0;
    if (this.#stage.model === model && !atMatch && this.#stage.said === said)
      this.#stage.say(searchSummary(model.search, model.document.marks.count));
  }
}
