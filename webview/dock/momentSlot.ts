/** The place of the inner state. What fills it is a script of its own, loaded when the tab is opened for the first time: most panels never show it. */
import type { MomentDocument } from '../../src/timeline/moment/moment.ts';
import { element } from '../page/dom.ts';
import { post } from '../page/messages.ts';
import type { Model } from '../page/model.ts';
import type { MomentPane, MomentPaneParts } from './momentPane.ts';
import { t } from '../page/words.ts';

export class MomentSlot {
  readonly root = element('div', {
    className: 'pane moment-pane',
    role: 'tabpanel',
    attributes: { id: 'pane-moment', 'aria-labelledby': 'tab-moment' },
  });
  readonly #parts: MomentPaneParts;
  #pane: MomentPane | undefined;
  #loading = false;
  #model: Model | undefined;
  #moment: MomentDocument | undefined;

  constructor(parts: MomentPaneParts) {
    this.#parts = parts;
  }

  setModel(model: Model): void {
    this.#model = model;
    this.#moment = undefined;
    this.#pane?.setModel(model);
  }

  show(moment: MomentDocument): void {
    this.#moment = moment;
    this.#pane?.show(moment);
  }

  /** Hides the explanations when they are open; false when they are not. */
  closeTop(): boolean {
    return this.#pane?.closeTop() ?? false;
  }

  redraw(): void {
    this.#pane?.redraw();
  }

  /** The tab is opened. */
  open(): void {
    if (this.#pane !== undefined || this.#loading) return;
    this.#loading = true;
    import('../page/onDemand.ts').then(
      (loaded) => this.#fill(new loaded.MomentPane(this.root, this.#parts)),
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
        post({ type: 'pageError', text: `The pane of the inner state: ${String(cause)}` });
      },
    );
  }

  #fill(pane: MomentPane): void {
    this.#pane = pane;
    if (this.#model !== undefined) pane.setModel(this.#model);
    if (this.#moment !== undefined) pane.show(this.#moment);
  }
}
