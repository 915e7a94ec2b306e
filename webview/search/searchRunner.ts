/** Brings what searches when it is needed for the first time; until then nothing is searched for. */
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import type { TimeScale } from '../charts/axis.ts';
import { post } from '../page/messages.ts';
import type * as onDemand from '../page/onDemand.ts';
import type { Search } from './search.ts';
import type { Completion } from './searchCompletion.ts';

type Searching = Pick<typeof onDemand, 'runSearch' | 'completionsOf'>;

export class SearchRunner {
  #searching: Searching | undefined;
  #loading: Promise<void> | undefined;

  get isReady(): boolean {
    return this.#searching !== undefined;
  }

  /** Runs a search; of what is not loaded yet nothing is found: `whenReady` tells when to ask again. */
  run(document: TimelineDocument, text: string, scale: TimeScale): Search {
    return this.#searching?.runSearch(document, text, scale) ?? {};
  }

  /** What the search field offers. */
  completions(text: string, document: TimelineDocument): readonly Completion[] {
    return this.#searching?.completionsOf(text, document) ?? [];
  }

  /** Calls back when searching is possible, at once where it is already; false then. */
  whenReady(then: () => void): boolean {
    if (this.#searching !== undefined) {
      then();
      return false;
    }
    this.#loading ??= import('../page/onDemand.ts').then(
      (loaded) => {
        this.#searching = loaded;
      },
      (cause: unknown) => {
        this.#loading = undefined; // the next letter tries again
        post({ type: 'pageError', text: `The search: ${String(cause)}` });
      },
    );
    void this.#loading.then(() => {
      if (this.#searching !== undefined) then();
    });
    return true;
  }
}
