/** The edges of the dock that can be moved: the upper one at the foot of a narrow page, and the one between it and the charts beside it. */
import { element } from '../page/dom.ts';
import type { Layout } from '../page/stateStore.ts';
import { t } from '../page/words.ts';

export type Edge = keyof Layout;

export interface Splitter {
  readonly root: HTMLElement;
  /** Puts the edge where it was before; per cent of `around`. */
  set(percent: number): void;
}

/** Per cent of what is around. */
const LIMITS: Readonly<Record<Edge, readonly [least: number, most: number]>> = { bottom: [20, 70], side: [20, 60] };
const STEP = 5;

/** An edge within `around`, dragged or moved with the arrow keys; `chosen` is told where to, in per cent. */
export function splitter(around: HTMLElement, edge: Edge, chosen: (percent: number) => void): Splitter {
  const isSide = edge === 'side';
  const [least, most] = LIMITS[edge];
  const [grow, shrink] = isSide ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const root = element('div', {
    className: `splitter is-${edge}`,
    role: 'separator',
    label: isSide ? t('Width of details and table') : t('Height of details and table'),
    attributes: {
      tabindex: '0',
      'aria-orientation': isSide ? 'vertical' : 'horizontal',
      'aria-valuemin': String(least),
      'aria-valuemax': String(most),
      'aria-valuenow': '30',
    },
  });
  const tell = (percent: number): void => root.setAttribute('aria-valuenow', String(Math.round(percent)));
  const percentAt = (x: number, y: number): number => {
    const { right, bottom, width, height } = around.getBoundingClientRect();
    return 100 * (isSide ? (right - x) / width : (bottom - y) / height);
  };
  const present = (): number => {
    const { left, top, width, height } = root.getBoundingClientRect();
    return percentAt(left + width / 2, top + height / 2);
  };
  const set = (percent: number): void => {
    around.style.setProperty(`--${edge}`, `${percent}${isSide ? '%' : 'vh'}`);
    tell(percent);
  };
  const move = (percent: number): void => {
    const kept = Math.min(most, Math.max(least, percent));
    set(kept);
    chosen(kept);
  };
  root.addEventListener('focus', () => tell(present()));
  root.addEventListener('pointerdown', (event) => root.setPointerCapture(event.pointerId));
  root.addEventListener('pointermove', (event) => {
    if (root.hasPointerCapture(event.pointerId)) move(percentAt(event.clientX, event.clientY));
  });
  root.addEventListener('keydown', (event) => {
    if (event.key !== grow && event.key !== shrink) return;
    event.preventDefault();
    event.stopPropagation();
    move(present() + (event.key === grow ? STEP : -STEP));
  });
  return { root, set };
}
