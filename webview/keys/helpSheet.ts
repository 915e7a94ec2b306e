import { element } from '../page/dom.ts';
import { sayNotLoaded } from '../page/loadedPart.ts';
import type { Model } from '../page/model.ts';
import { t } from '../page/words.ts';

/** The help sheet over the page. */
export class HelpSheet {
  readonly root = element('div', {
    className: 'sheet',
    role: 'dialog',
    label: t('Keys, mouse and legend'),
    attributes: { 'aria-modal': 'true', tabindex: '-1' },
  });
  #before: Element | null = null;

  constructor() {
    this.root.hidden = true;
    this.root.addEventListener('click', (event) => {
      if (event.target === this.root) this.hide();
    });
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  show(model: Model | undefined): void {
    this.#before = document.activeElement;
    const close = element('button', {
      className: 'sheet-close',
      text: '✕',
      label: t('Close'),
      attributes: { type: 'button' },
      onClick: () => this.hide(),
    });
    const page = element('div', { className: 'sheet-page', children: [close] });
    import('../page/onDemand.ts').then(
      ({ helpPage }) => page.append(helpPage(model)),
      (cause: unknown) => sayNotLoaded(page, 'The help sheet', cause),
    );
    this.root.replaceChildren(page);
    this.root.hidden = false;
    close.focus();
  }

  hide(): void {
    this.root.hidden = true;
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }
}
