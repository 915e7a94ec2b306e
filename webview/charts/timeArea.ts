/** Where the time axis lies, the same for all charts: where it begins and how long it is, in CSS pixels of the page. */
export interface Extent {
  readonly left: number;
  readonly width: number;
  /** From the edge of the page to its texts. */
  readonly inset: number;
}

/** Measured once for each size of the page: to ask in every frame makes the browser lay out the page in the middle of drawing it. */
export class TimeArea {
  readonly #charts: HTMLElement;
  #known: Extent | undefined;

  /** `charts`: the element that is as wide as the gutter and the time axis. */
  constructor(charts: HTMLElement) {
    this.#charts = charts;
  }

  get(): Extent {
    if (this.#known !== undefined) return this.#known;
    const measured = this.#measure();
    // A page that something else stands in place of has no size, and no styles either.
    if (this.#charts.isConnected) this.#known = measured;
    return measured;
  }

  /** The page has another size. */
  forget(): void {
    this.#known = undefined;
  }

  #measure(): Extent {
    const style = getComputedStyle(this.#charts);
    const left = Number.parseFloat(style.getPropertyValue('--gutter')) || 150;
    // Only the lanes scroll; the other charts leave out what their scroll bar takes.
    const lanes = this.#charts.querySelector<HTMLElement>('.lanes');
    const bar = lanes === null ? 0 : lanes.offsetWidth - lanes.clientWidth;
    this.#charts.closest<HTMLElement>('.page')?.style.setProperty('--scroll-bar', `${bar}px`);
    return {
      left,
      inset: Number.parseFloat(style.getPropertyValue('--inset')) || 0,
      width: Math.max(1, this.#charts.clientWidth - left - bar),
    };
  }
}
