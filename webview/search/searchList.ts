/** The list below the search field: what its last word can become. The focus stays in the field; arrows choose, Tab and Enter take, Esc closes. */
import { element } from '../page/dom.ts';
import type { Completion } from './searchCompletion.ts';
import { t } from '../page/words.ts';

export interface SearchListParts {
  readonly take: (text: string) => void;
  /** Told to screen readers: the field lives in a shadow root that no list can be tied to. */
  readonly say: (text: string) => void;
}

export class SearchList {
  readonly root = element('ul', { className: 'search-list', role: 'listbox', label: t('Suggestions for the search') });
  readonly #parts: SearchListParts;
  #offered: readonly Completion[] = [];
  #chosen = -1;

  constructor(parts: SearchListParts) {
    this.#parts = parts;
    this.root.hidden = true;
    // Not `click`: the field would lose the focus, and the list would be gone.
    this.root.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const place =
        event.target instanceof Element
          ? [...this.root.children].findIndex((option) => event.target instanceof Node && option.contains(event.target))
          : -1;
      this.#take(place);
    });
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  offer(completions: readonly Completion[]): void {
    this.#offered = completions;
    this.#chosen = -1;
    this.root.hidden = completions.length === 0;
    this.root.replaceChildren(
      ...completions.map(({ label, hint }) =>
        element('li', {
          role: 'option',
          attributes: { 'aria-selected': 'false' },
          children: [
            element('span', { className: 'search-offered', text: label }),
            hint === '' ? undefined : element('span', { className: 'muted', text: hint }),
          ],
        }),
      ),
    );
  }

  close(): void {
    this.offer([]);
  }

  /** Does what a key asks of the list; false when it is none of the list's. */
  key(key: string): boolean {
    if (!this.isOpen) return false;
    const count = this.#offered.length;
    if (key === 'ArrowDown') this.#choose((this.#chosen + 1) % count);
    else if (key === 'ArrowUp') this.#choose(this.#chosen <= 0 ? count - 1 : this.#chosen - 1);
    else if (key === 'Tab') this.#take(Math.max(0, this.#chosen));
    else if (key === 'Enter' && this.#chosen >= 0) this.#take(this.#chosen);
    else if (key === 'Escape') this.close();
    else return false;
    return true;
  }

  #choose(place: number): void {
    this.#chosen = place;
    [...this.root.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === place)));
    const chosen = this.#offered[place];
    if (chosen !== undefined)
      this.#parts.say(
        `${chosen.label}${chosen.hint === '' ? '' : `, ${chosen.hint}`}, ${t('{0} of {1}', place + 1, this.#offered.length)}`,
      );
  }

  #take(place: number): void {
    const taken = this.#offered[place];
    if (taken === undefined) return;
    this.close();
    this.#parts.take(taken.text);
  }
}
