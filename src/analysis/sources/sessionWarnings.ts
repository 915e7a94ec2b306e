/** The warnings of a session. A damaged log can give one for every other line: from some on they are counted only. */
import type { HistoryWarning } from '../../inference/history.ts';
import type { ReaderWarning } from '../../journal/record.ts';

const MOST_WARNINGS = 200;

export class SessionWarnings {
  readonly #list: HistoryWarning[] = [];
  #more = 0;

  /** About a line. */
  take({ text, source, line }: ReaderWarning): void {
    if (this.#list.length >= MOST_WARNINGS) this.#more += 1;
    else this.#list.push({ text, ...(line === undefined ? {} : { at: { source, line } }) });
  }

  /** About a source as a whole: there are few. */
  note(text: string): void {
    this.#list.push({ text });
  }

  all(): readonly HistoryWarning[] {
    return this.#more === 0 ? this.#list : [...this.#list, { text: `${this.#more} more warnings of this kind.` }];
  }
}
