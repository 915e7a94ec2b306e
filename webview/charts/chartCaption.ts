/** The line above a chart: what it shows, with an explanation for the pointer, and what stands beside it. */
import { element } from '../page/dom.ts';

export function chartCaption(text: string, title: string, beside: readonly HTMLElement[]): HTMLElement {
  return element('div', {
    className: 'chart-caption',
    children: [element('span', { className: 'caption-title', text, title }), ...beside],
  });
}
