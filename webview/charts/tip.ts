import { element, setHidden } from '../page/dom.ts';

/** The small text beside the pointer. Never the only place of what it says: details and table say it too. */
export class Tip {
  readonly root = element('div', { className: 'tip', attributes: { 'aria-hidden': 'true' } });

  constructor() {
    this.root.hidden = true;
  }

  show(x: number, y: number, lines: readonly string[]): void {
    this.root.replaceChildren(...lines.map((text) => element('div', { text })));
    this.root.hidden = false;
    const { width, height } = this.root.getBoundingClientRect();
    const left = x + 14 + width > window.innerWidth ? Math.max(4, x - 14 - width) : x + 14;
    const top = y + 16 + height > window.innerHeight ? Math.max(4, y - 12 - height) : y + 16;
    this.root.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide(): void {
    setHidden(this.root, true);
  }
}
