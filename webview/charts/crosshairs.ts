/** The lines across all charts: pointer, cursor of the editor, measure. Elements that only move, so following the pointer draws no canvas. */
import { formatSeconds } from '../../src/timeline/format.ts';
import { formatListed } from './axis.ts';
import { element, setHidden } from '../page/dom.ts';
import { extentOf, type Model } from '../page/model.ts';
import type { Extent } from './timeArea.ts';
import { positionOf } from './viewport.ts';

export class Crosshairs {
  readonly root: HTMLElement;
  readonly #pointer = line('is-pointer');
  readonly #cursor = line('is-cursor');
  readonly #pinned = line('is-pinned');
  readonly #label = element('span', { className: 'pointer-label' });
  readonly #measure = element('div', { className: 'measure' });
  readonly #length = element('span', { className: 'measure-label' });

  constructor() {
    this.#measure.append(this.#length);
    this.#measure.hidden = true;
    this.#label.hidden = true;
    this.root = element('div', {
      className: 'time-overlay',
      attributes: { 'aria-hidden': 'true' },
      children: [this.#measure, this.#pinned, this.#cursor, this.#pointer, this.#label],
    });
  }

  /** `area`: where the time axis lies. `pinned`: with the moment that the pane of the inner state holds. */
  draw(model: Model, { left: gutter, width }: Extent, pinned: boolean): void {
    const place = (node: HTMLElement, time: number | undefined): void => {
      setHidden(node, time === undefined || time < model.view.from || time > model.view.to);
      if (time !== undefined) node.style.transform = `translateX(${gutter + positionOf(model.view, time, width)}px)`;
    };
    place(this.#pointer, model.pointer);
    place(this.#cursor, model.cursor);
    place(this.#pinned, pinned ? model.pinned : undefined);
    this.#drawLabel(model, gutter, width);
    const { measure } = model;
    setHidden(this.#measure, measure === undefined);
    if (measure === undefined) return;
    const from = Math.max(0, positionOf(model.view, measure.from, width));
    const to = Math.min(width, positionOf(model.view, measure.to, width));
    this.#measure.style.transform = `translateX(${gutter + from}px)`;
    this.#measure.style.width = `${Math.max(1, to - from)}px`;
    this.#length.textContent = formatSeconds((measure.to - measure.from) / 1e6, 3);
  }

  /** The moment under the pointer, and how far it is from the selection. */
  #drawLabel(model: Model, gutter: number, width: number): void {
    const { pointer } = model;
    setHidden(
      this.#label,
      pointer === undefined || pointer < model.view.from || pointer > model.view.to || model.measure !== undefined,
    );
    if (pointer === undefined || this.#label.hidden) return;
    this.#label.textContent = [formatListed(pointer, model.scale, model.document.length), deltaText(model, pointer)]
      .filter((part) => part !== '')
      .join('   ');
    const half = this.#label.offsetWidth / 2;
    const at = positionOf(model.view, pointer, width);
    this.#label.style.transform = `translateX(${gutter + Math.min(Math.max(at - half, 0), Math.max(0, width - half * 2))}px)`;
  }
}

/** `Δ +2m3.1s`: from the begin of the selection to a moment; nothing without a selection. */
function deltaText(model: Pick<Model, 'document' | 'selection'>, time: number): string {
  const extent = extentOf(model.document, model.selection);
  if (extent === undefined) return '';
  const delta = (time - extent.start) / 1e6;
  return `Δ ${delta < 0 ? '−' : '+'}${formatSeconds(Math.abs(delta), 3)}`;
}

function line(kind: string): HTMLElement {
  const made = element('div', { className: `crosshair ${kind}` });
  made.hidden = true;
  return made;
}
