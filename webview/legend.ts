import { MARK_STYLES } from '../src/timeline/timelineDocument.ts';
import { element } from './dom.ts';
import { LOOKS } from './looks.ts';
import type { Model } from './model.ts';
import { Painter } from './painting.ts';

const SWATCH = { width: 28, height: 16 };

/** The styles that occur in the document, each with its look and how often it is there; and what filled and hollow mean. */
export function legendNodes(model: Model): HTMLElement {
  const bars = new Float64Array(MARK_STYLES.length);
  const instants = new Float64Array(MARK_STYLES.length);
  for (const lane of model.document.lanes) {
    for (let index = 0; index < lane.start.length; index += 1) {
      const style = lane.style[index] ?? 0;
      if ((lane.end[index] ?? 0) > (lane.start[index] ?? 0)) bars[style] = (bars[style] ?? 0) + 1;
      else instants[style] = (instants[style] ?? 0) + 1;
    }
  }
  const items = MARK_STYLES.flatMap((style, index) => {
    const count = (bars[index] ?? 0) + (instants[index] ?? 0);
    if (count === 0) return [];
    const look = LOOKS[style];
    return [item(model, (painter) => {
      if ((bars[index] ?? 0) > 0) painter.bar(look, 2, 26, 8, 12, true);
      else painter.shape(look.shape, look.role, 14, 8, 11, true);
    }, look.label, count)];
  });
  const likely = item(model, (painter) => painter.bar(LOOKS.relist, 2, 26, 8, 12, false), 'hollow: likely, not proven', undefined);
  return element('ul', { className: 'legend', children: [...items, likely] });
}

function item(model: Model, paint: (painter: Painter) => void, label: string, count: number | undefined): HTMLElement {
  const canvas = element('canvas', { attributes: { 'aria-hidden': 'true' } });
  const scale = Math.max(1, window.devicePixelRatio || 1);
  canvas.width = SWATCH.width * scale;
  canvas.height = SWATCH.height * scale;
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.scale(scale, scale);
    paint(new Painter(context, model.theme));
  }
  return element('li', { children: [canvas, element('span', { text: label }), count === undefined ? undefined : element('span', { className: 'muted', text: count.toLocaleString('en') })] });
}
