/** The pane of the what-if: the form, the difference in one sentence, the figures, and how the scenario is known. */
import type { WhatIfAnswer, WhatIfDocument, WhatIfKnown } from '../../src/whatIf/whatIfDocument.ts';
import { element, lineLink } from '../page/dom.ts';
import { post } from '../page/messages.ts';
import type { Model } from '../page/model.ts';
import { t } from '../page/words.ts';
import { WhatIfChart } from './whatIfChart.ts';
import { WhatIfForm } from './whatIfForm.ts';
import type { WhatIfParts } from './whatIfSlot.ts';

export class WhatIfPane {
  readonly #parts: WhatIfParts;
  readonly #form: WhatIfForm;
  readonly #chart: WhatIfChart;
  readonly #problem = element('p', { className: 'what-if-problem', role: 'alert' });
  readonly #result = element('div', { className: 'what-if-result' });
  #model: Model | undefined;
  #shown: WhatIfDocument | undefined;
  #runs = false;
  #asked = false;

  /** Fills `root`. */
  constructor(root: HTMLElement, parts: WhatIfParts) {
    this.#parts = parts;
    this.#chart = new WhatIfChart(parts.area);
    this.#form = new WhatIfForm({
      run: () => this.#ask(),
      cancel: () => this.#cancel(),
      clear: () => {
        this.#form.clear();
        this.#ask();
      },
    });
    this.#chart.root.hidden = true;
    parts.place(this.#chart.root);
    root.replaceChildren(
      element('p', {
        className: 'hint',
        text: t(
          'A scenario is inferred from the log and run through the embedded kubelet with your changes. What is left empty stays as in the log.',
        ),
      }),
      this.#form.root,
      this.#problem,
      this.#result,
    );
  }

  /** Another log, or more of it: what was predicted of the one before says nothing of it. */
  setModel(model: Model): void {
    const isOther = this.#model !== undefined && this.#model.document !== model.document;
    this.#model = model;
    if (!isOther) return;
    this.#shown = undefined;
    this.#asked = false;
    this.#result.replaceChildren();
    this.#chart.root.hidden = true;
    this.#setRunning(false);
  }

  /** The tab comes into sight: the first time the scenario runs as it is. */
  open(): void {
    if (!this.#asked && this.#model !== undefined) this.#ask();
  }

  advance(share: number): void {
    if (this.#runs) this.#form.advance(share);
  }

  show(answer: WhatIfAnswer): void {
    if (!this.#runs) return; // it was cancelled
    this.#setRunning(false);
    if (!('document' in answer)) {
      this.#problem.textContent = `${answer.why}.`;
      if (answer.name !== undefined) this.#form.focus(answer.name);
      return;
    }
    this.#shown = answer.document;
    this.#form.tell(answer.document.values);
    this.#result.replaceChildren(...this.#resultOf(answer.document));
    this.#chart.tell(answer.document);
    this.#chart.root.hidden = false;
    this.#parts.changed();
    this.#parts.actions.say(answer.document.sentence);
  }

  draw(): void {
    if (this.#model !== undefined && this.#shown !== undefined) this.#chart.draw(this.#model, this.#shown);
  }

  #ask(): void {
    this.#asked = true;
    this.#problem.textContent = '';
    this.#setRunning(true);
    post({ type: 'whatIfRequest', changes: this.#form.changes });
  }

  #cancel(): void {
    post({ type: 'whatIfCancel' });
    this.#setRunning(false);
    this.#parts.actions.say(t('The simulation is cancelled.'));
  }

  #setRunning(runs: boolean): void {
    this.#runs = runs;
    this.#form.setRunning(runs);
  }

  #resultOf({ sentence, figures, resemblance, known }: WhatIfDocument): HTMLElement[] {
    const head = (text: string): HTMLElement => element('th', { text, attributes: { scope: 'col' } });
    return [
      element('p', { className: 'what-if-sentence', text: sentence }),
      element('table', {
        className: 'what-if-figures',
        children: [
          element('thead', {
            children: [
              element('tr', {
                children: [
                  element('td'),
                  head(t('observed')),
                  head(t('simulated, unchanged')),
                  head(t('simulated, changed')),
                ],
              }),
            ],
          }),
          element('tbody', {
            children: figures.map(({ what, observed, unchanged, predicted }) =>
              element('tr', {
                children: [
                  element('th', { text: what, attributes: { scope: 'row' } }),
                  ...[observed, unchanged, predicted].map((text) => element('td', { text })),
                ],
              }),
            ),
          }),
        ],
      }),
      element('p', { className: 'what-if-resemblance', text: resemblance }),
      ...(['inferred', 'assumed'] as const).map((is) =>
        this.#knownOf(
          is === 'inferred' ? t('Inferred from lines') : t('Assumed: no line tells it'),
          known.filter((one) => one.is === is),
          is === 'assumed',
        ),
      ),
    ];
  }

  #knownOf(title: string, known: readonly WhatIfKnown[], isOpen: boolean): HTMLElement {
    return element('details', {
      className: 'moment-section',
      attributes: isOpen ? { open: '' } : {},
      children: [
        element('summary', { text: `${title} (${known.length})` }),
        element('ul', {
          className: 'what-if-known',
          children: known.map(({ text, lines }) =>
            element('li', {
              children: [
                document.createTextNode(`${text} `),
                ...lines.map(({ source, line }) =>
                  lineLink(t('line {0}', line), t('Open line {0}', line), (event) =>
                    this.#parts.actions.openLine(source, line, event.altKey),
                  ),
                ),
              ],
            }),
          ),
        }),
      ],
    });
  }
}
