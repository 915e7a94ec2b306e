/** The search field: what is wrong is shown below it at its place; how many marks are found, and the way to the next one beside it. */
import { element } from '../page/dom.ts';
import type { Model } from '../page/model.ts';
import type { Completion } from './searchCompletion.ts';
import { SearchList } from './searchList.ts';
import { placeOfFound } from './search.ts';
import { button, textField, type TextField } from '../toolkit.ts';
import { printableLines } from '../../src/kubelet/printable.ts';
import { t } from '../page/words.ts';

export interface SearchBarParts {
  readonly search: (text: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly say: (text: string) => void;
  /** The field has the focus; `then` once searching is possible, where it was not yet. */
  readonly prepare: (then: () => void) => void;
  readonly completions: (text: string) => readonly Completion[];
}

const HINT = 'Text, or pod: ns: uid: container: severity: kind: time:, -not, "quoted"';

export class SearchBar {
  readonly root: HTMLElement;
  readonly #field: TextField;
  readonly #count = element('span', { className: 'search-count' });
  readonly #error = element('div', { className: 'search-error', attributes: { id: 'search-error' } });
  readonly #steps: HTMLElement;
  readonly #list: SearchList;
  readonly #completions: SearchBarParts['completions'];

  constructor(parts: SearchBarParts) {
    this.#completions = parts.completions;
    this.#field = textField(t('Search and filter'), t('Search: web-1, severity:error …'), (text) => {
      this.#offer(text);
      parts.search(text);
    });
    this.#list = new SearchList({
      say: parts.say,
      take: (text) => {
        this.#field.set(text);
        this.#offer(text);
        parts.search(text);
      },
    });
    // What was typed meanwhile has not been offered anything.
    this.#field.root.addEventListener('focusin', () => parts.prepare(() => this.#offer(this.#field.get())));
    this.#field.root.addEventListener('focusout', () => this.#list.close());
    this.#field.root.title = t(HINT);
    this.#field.root.addEventListener('keydown', (event) => {
      if (this.#list.key(event.key)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (event.key === 'ArrowDown') this.#offer(this.#field.get(), true);
      if (event.key !== 'Enter' || (event.target instanceof Element && event.target.closest('.search-steps') !== null))
        return;
      event.preventDefault();
      event.stopPropagation();
      this.#list.close();
      parts.step(event.shiftKey ? -1 : 1);
    });
    this.#steps = element('div', {
      className: 'search-steps',
      children: [
        this.#count,
        button({
          text: '‹',
          title: t('Previous match (P, Shift+Enter)'),
          appearance: 'icon',
          onClick: () => parts.step(-1),
        }),
        button({ text: '›', title: t('Next match (N, Enter)'), appearance: 'icon', onClick: () => parts.step(1) }),
      ],
    });
    this.#steps.hidden = true;
    // In the field: the toolbar must not grow while one types.
    this.#steps.slot = 'end';
    this.#field.root.append(this.#steps);
    this.#error.hidden = true;
    this.root = element('div', {
      className: 'search',
      role: 'search',
      children: [this.#field.root, this.#list.root, this.#error],
    });
  }

  get text(): string {
    return this.#field.get();
  }

  focus(): void {
    this.#field.root.focus();
  }

  /** Offers what the last word can become; before it has a letter only who asks for it gets the fields. */
  #offer(text: string, isAsked = false): void {
    const hasWord = text !== '' && !text.endsWith(' ');
    this.#list.offer(hasWord || isAsked ? this.#completions(text) : []);
  }

  sync(model: Model): void {
    if (this.#field.get() !== model.filter) this.#field.set(model.filter);
    const { error, result } = model.search;
    if (error === undefined) this.#field.root.removeAttribute('aria-invalid');
    else this.#field.root.setAttribute('aria-invalid', 'true');
    this.#error.hidden = error === undefined;
    if (error !== undefined) {
      const text = model.filter;
      const end = Math.min(text.length, error.at + error.length);
      this.#error.replaceChildren(
        element('code', {
          className: 'search-typed',
          children: [
            document.createTextNode(printableLines(text.slice(0, error.at))),
            element('mark', { text: text.slice(error.at, end) || '\u00a0' }),
            document.createTextNode(printableLines(text.slice(end))),
          ],
        }),
        element('span', { text: error.message }),
        ...(result === undefined || text.slice(0, error.at).trim() === ''
          ? []
          : [element('span', { text: t('Showing what matches the words before it.') })]),
      );
    }
    this.#steps.hidden = result === undefined;
    if (result === undefined) return;
    const selected = model.selection?.kind === 'mark' ? placeOfFound(result, model.selection.mark) : 0;
    const all = result.found.length.toLocaleString('en');
    const text =
      result.found.length === 0
        ? t('no matches')
        : selected > 0
          ? t('{0} of {1}', selected.toLocaleString('en'), all)
          : result.found.length === 1
            ? t('1 match')
            : t('{0} matches', all);
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }
}
