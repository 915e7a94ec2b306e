/** The place of the what-if. What fills it is a script of its own, loaded when the tab is opened for the first time: most panels never show it. */
import type { WhatIfMessage } from '../../src/protocol/protocol.ts';
import { element } from '../page/dom.ts';
import { post } from '../page/messages.ts';
import type { Actions, Model } from '../page/model.ts';
import { t } from '../page/words.ts';
import type { TimeArea } from '../charts/timeArea.ts';
import type { WhatIfPane } from './whatIfPane.ts';

export interface WhatIfParts {
  readonly actions: Actions;
  readonly area: TimeArea;
  /** Puts the predicted course below the observed one. */
  readonly place: (chart: HTMLElement) => void;
  /** Something has to be drawn, or its place has changed. */
  readonly changed: () => void;
}

export class WhatIfSlot {
  readonly root = element('div', {
    className: 'pane what-if-pane',
    role: 'tabpanel',
    attributes: { id: 'pane-whatIf', 'aria-labelledby': 'tab-whatIf' },
  });
  readonly #parts: WhatIfParts;
  #pane: WhatIfPane | undefined;
  #loading = false;
  #model: Model | undefined;

  constructor(parts: WhatIfParts) {
    this.#parts = parts;
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#pane?.setModel(model);
  }

  show({ answer }: WhatIfMessage): void {
    this.#pane?.show(answer);
  }

  advance(share: number): void {
    this.#pane?.advance(share);
  }

  draw(): void {
    this.#pane?.draw();
  }

  /** The tab is opened. */
  open(): void {
    this.#pane?.open();
    if (this.#pane !== undefined || this.#loading) return;
    this.#loading = true;
    import('./whatIfPane.ts').then(
      (loaded) => {
        const pane = (this.#pane = new loaded.WhatIfPane(this.root, this.#parts));
        if (this.#model !== undefined) pane.setModel(this.#model);
        pane.open();
      },
      (cause: unknown) => {
        this.#loading = false;
        this.root.replaceChildren(
          element('p', {
            className: 'hint',
            text: t(
              'This pane could not be loaded. Close the panel and open it again; if that does not help, reinstall the extension.',
            ),
          }),
        );
        post({ type: 'pageError', text: `The pane of the what-if: ${String(cause)}` });
      },
    );
  }
}
