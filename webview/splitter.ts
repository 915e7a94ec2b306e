import { element } from './dom.ts';

const LEAST_BOTTOM = 15;
const MOST_BOTTOM = 70;

/** The edge between charts and table: dragged, or moved with the arrow keys. */
export function splitter(page: HTMLElement): HTMLElement {
  const edge = element('div', { className: 'splitter', role: 'separator', label: 'Height of the table', attributes: { 'tabindex': '0', 'aria-orientation': 'horizontal', 'aria-valuemin': String(LEAST_BOTTOM), 'aria-valuemax': String(MOST_BOTTOM), 'aria-valuenow': '25' } });
  const move = (percent: number): void => {
    const kept = Math.min(MOST_BOTTOM, Math.max(LEAST_BOTTOM, percent));
    page.style.setProperty('--bottom', `${kept}%`);
    edge.setAttribute('aria-valuenow', String(Math.round(kept)));
  };
  edge.addEventListener('pointerdown', (event) => edge.setPointerCapture(event.pointerId));
  edge.addEventListener('pointermove', (event) => {
    if (!edge.hasPointerCapture(event.pointerId)) return;
    const { bottom, height } = page.getBoundingClientRect();
    move(((bottom - event.clientY) / height) * 100);
  });
  edge.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    move(Number(edge.getAttribute('aria-valuenow')) + (event.key === 'ArrowUp' ? 5 : -5));
  });
  return edge;
}
