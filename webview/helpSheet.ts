import { element } from './dom.ts';
import { KEY_TABLE, MOUSE_TABLE } from './keyTable.ts';
import { legendNodes } from './legend.ts';
import type { Model } from './model.ts';

/** The help sheet: keys, mouse and legend, from the same tables that drive them. */
export class HelpSheet {
  readonly root = element('div', { className: 'sheet', role: 'dialog', label: 'Keys, mouse and legend', attributes: { 'aria-modal': 'true', 'tabindex': '-1' } });
  #before: Element | null = null;

  constructor() {
    this.root.hidden = true;
    this.root.addEventListener('click', (event) => { if (event.target === this.root) this.hide(); });
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  show(model: Model | undefined): void {
    this.#before = document.activeElement;
    const close = element('button', { className: 'sheet-close', text: '✕', label: 'Close', attributes: { type: 'button' }, onClick: () => this.hide() });
    this.root.replaceChildren(element('div', { className: 'sheet-page', children: [
      close,
      element('div', { className: 'sheet-columns', children: [
        element('div', { children: [element('h2', { text: 'Keys' }), element('table', { children: [element('tbody', { children: KEY_TABLE.map((row) => element('tr', { children: [element('th', { attributes: { scope: 'row' }, children: row.shown.map((key) => element('kbd', { text: key })) }), element('td', { text: row.text })] })) })] })] }),
        element('div', { children: [element('h2', { text: 'Mouse' }), element('table', { children: [element('tbody', { children: MOUSE_TABLE.map((row) => element('tr', { children: [element('th', { attributes: { scope: 'row' }, text: row.gesture }), element('td', { text: row.text })] })) })] }), ...(model === undefined ? [] : [element('h2', { text: 'Legend' }), legendNodes(model)])] }),
      ] }),
    ] }));
    this.root.hidden = false;
    close.focus();
  }

  hide(): void {
    this.root.hidden = true;
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }
}
