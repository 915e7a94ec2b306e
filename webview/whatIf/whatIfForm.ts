/** The form of a what-if: one field for each change of the table. What is left empty stays as in the log. */
import { type ChangeName, CHANGES, type ChangeRow } from '../../src/whatIf/changeTable.ts';
import { element } from '../page/dom.ts';
import { t } from '../page/words.ts';
import { button, dropdown, textField } from '../toolkit.ts';

export interface FormParts {
  readonly run: () => void;
  readonly cancel: () => void;
  readonly clear: () => void;
}

interface Field {
  readonly root: HTMLElement;
  readonly get: () => string;
  readonly set: (value: string) => void;
  /** Shows what the value is in the log. */
  readonly tell: (value: string) => void;
}

export class WhatIfForm {
  readonly root: HTMLFormElement;
  readonly #fields: ReadonlyMap<ChangeName, Field>;
  readonly #run: HTMLElement;
  readonly #cancel: HTMLElement;
  readonly #bar = element('progress', { label: t('Simulating'), attributes: { max: '1', value: '0' } });

  constructor({ run, cancel, clear }: FormParts) {
    this.#fields = new Map(CHANGES.map((row) => [row.name, fieldOf(row)]));
    this.#run = button({
      text: t('Simulate'),
      title: t('Simulate with these changes (Enter)'),
      appearance: 'primary',
      onClick: run,
    });
    this.#cancel = button({ text: t('Cancel'), onClick: cancel });
    this.root = element('form', {
      className: 'what-if-form',
      label: t('What if'),
      children: [
        element('div', { className: 'what-if-fields', children: [...this.#fields.values()].map(({ root }) => root) }),
        element('div', {
          className: 'what-if-buttons',
          children: [
            this.#run,
            button({ text: t('Clear'), title: t('Take all changes back'), onClick: clear }),
            this.#cancel,
            this.#bar,
          ],
        }),
      ],
    });
    this.root.addEventListener('submit', (event) => event.preventDefault());
    this.root.addEventListener('keydown', (event) => {
      if (
        event.key !== 'Enter' ||
        !(event.target instanceof HTMLElement) ||
        event.target.localName !== 'vscode-text-field'
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      run();
    });
    this.setRunning(false);
  }

  /** What was typed. */
  get changes(): (readonly [ChangeName, string])[] {
    return [...this.#fields].flatMap(([name, field]) =>
      field.get().trim() === '' ? [] : [[name, field.get()] as const],
    );
  }

  clear(): void {
    for (const field of this.#fields.values()) field.set('');
  }

  tell(values: Readonly<Record<ChangeName, string>>): void {
    for (const [name, field] of this.#fields) field.tell(values[name]);
  }

  focus(name: ChangeName): void {
    this.#fields.get(name)?.root.querySelector<HTMLElement>('vscode-text-field, vscode-dropdown')?.focus();
  }

  /** While it runs it can be cancelled. */
  setRunning(runs: boolean): void {
    const hadFocus = this.#cancel === document.activeElement;
    this.#cancel.hidden = !runs;
    this.#bar.hidden = !runs;
    this.#bar.value = 0;
    if (hadFocus && !runs) this.#run.focus();
  }

  advance(share: number): void {
    this.#bar.value = share;
  }
}

const AS_LOGGED = 'as in the log';

function fieldOf({ label, help, value, offers }: ChangeRow): Field {
  const caption = element('span', { className: 'what-if-label', text: t(label), title: t(help) });
  const logged = element('span', { className: 'what-if-logged' });
  const wrap = (control: HTMLElement): HTMLElement =>
    element('div', { className: 'what-if-field', title: t(help), children: [caption, control, logged] });
  const tell = (text: string): void => {
    logged.textContent = text === AS_LOGGED || text === 'not' ? '' : t('in the log: {0}', text);
  };
  if (value === 'on|off') {
    let chosen = '';
    const list = dropdown(
      t(label),
      [{ value: '', text: t('as in the log') }, ...offers.map((offer) => ({ value: offer, text: offer }))],
      '',
      (next) => {
        chosen = next;
      },
    );
    return {
      root: wrap(list.root),
      get: () => chosen,
      set: (next) => {
        chosen = next;
        list.set(next);
      },
      tell,
    };
  }
  const field = textField(
    t(label),
    value === 'D' ? t('e.g. {0}', offers[0] ?? '') : t('as in the log'),
    () => undefined,
  );
  return { root: wrap(field.root), get: () => field.get(), set: (next) => field.set(next), tell };
}
