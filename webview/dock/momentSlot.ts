/** The place of the inner state. What fills it is a script of its own, loaded when the tab is opened for the first time: most panels never show it. */
import type { MomentDocument } from '../../src/timeline/moment/moment.ts';
import { element } from '../page/dom.ts';
import { LoadedPart } from '../page/loadedPart.ts';
import type { Model } from '../page/model.ts';
import type { MomentPane, MomentPaneParts } from './momentPane.ts';

export class MomentSlot {
  readonly root = element('div', {
    className: 'pane moment-pane',
    role: 'tabpanel',
    attributes: { id: 'pane-moment', 'aria-labelledby': 'tab-moment' },
  });
  readonly #loaded: LoadedPart<MomentPane>;
  #model: Model | undefined;
  #moment: MomentDocument | undefined;

  constructor(parts: MomentPaneParts) {
    this.#loaded = new LoadedPart(
      () => import('../page/onDemand.ts').then((loaded) => new loaded.MomentPane(this.root, parts)),
      this.root,
      'The pane of the inner state',
    );
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#moment = undefined;
    this.#loaded.part?.setModel(model);
  }

  show(moment: MomentDocument): void {
    this.#moment = moment;
    this.#loaded.part?.show(moment);
  }

  /** Hides the explanations when they are open; false when they are not. */
  closeTop(): boolean {
    return this.#loaded.part?.closeTop() ?? false;
  }

  redraw(): void {
    this.#loaded.part?.redraw();
  }

  /** The tab is opened. */
  open(): void {
    this.#loaded.open((pane) => {
      if (this.#model !== undefined) pane.setModel(this.#model);
      if (this.#moment !== undefined) pane.show(this.#moment);
    });
  }
}
