/** The place of the what-if. What fills it is loaded when the tab is opened for the first time: most panels never show it. */
import type { WhatIfMessage } from '../../src/protocol/protocol.ts';
import { element } from '../page/dom.ts';
import { LoadedPart } from '../page/loadedPart.ts';
import type { Actions, Model } from '../page/model.ts';
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
  readonly #loaded: LoadedPart<WhatIfPane>;
  #model: Model | undefined;

  constructor(parts: WhatIfParts) {
    this.#loaded = new LoadedPart(
      () => import('../page/onDemand.ts').then((loaded) => new loaded.WhatIfPane(this.root, parts)),
      this.root,
      'The pane of the what-if',
    );
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#loaded.part?.setModel(model);
  }

  show({ answer }: WhatIfMessage): void {
    this.#loaded.part?.show(answer);
  }

  advance(share: number): void {
    this.#loaded.part?.advance(share);
  }

  draw(): void {
    this.#loaded.part?.draw();
  }

  /** The tab is opened. */
  open(): void {
    this.#loaded.part?.open();
    this.#loaded.open((pane) => {
      if (this.#model !== undefined) pane.setModel(this.#model);
      pane.open();
    });
  }
}
