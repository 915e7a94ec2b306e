import { element, setHidden } from '../page/dom.ts';

/** A place on a plot, in CSS pixels. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Lights the mark under the pointer: an element over the canvas that only moves, so that pointing draws nothing anew. */
export class PointedFrame {
  readonly root = element('div', { className: 'pointed', attributes: { 'aria-hidden': 'true' } });

  constructor() {
    this.root.hidden = true;
  }

  /** `undefined`: nothing is pointed at. */
  place(frame: Frame | undefined): void {
    setHidden(this.root, frame === undefined);
    if (frame === undefined) return;
    const { style } = this.root;
    style.transform = `translate(${frame.left}px, ${frame.top}px)`;
    style.width = `${frame.width}px`;
    style.height = `${frame.height}px`;
  }
}
