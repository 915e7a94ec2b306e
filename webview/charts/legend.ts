import { MARK_STYLES } from '../../src/timeline/timelineDocument.ts';
import type { Colour } from '../page/contrast.ts';
import { element } from '../page/dom.ts';
import { LOOKS } from './looks.ts';
import type { Model } from '../page/model.ts';
import { Painter } from './painting.ts';
import { cssColour, OVERVIEW_LAYERS } from '../page/theme.ts';
import { t } from '../page/words.ts';

const SWATCH = { width: 28, height: 16 };

/** The styles that occur in the document, each with its look and how often it is there; what filled and hollow mean; and how the charts say the rest. */
export function legendNodes(model: Model): HTMLElement {
  const bars = new Float64Array(MARK_STYLES.length);
  const instants = new Float64Array(MARK_STYLES.length);
  const counts = new Float64Array(MARK_STYLES.length);
  // A mark that a pod and its namespace show is one.
  const counted = new Int8Array(model.document.marks.count).fill(-1);
  for (const lane of model.document.lanes) {
    for (let index = 0; index < lane.start.length; index += 1) {
      const style = lane.style[index] ?? 0;
      if ((lane.end[index] ?? 0) > (lane.start[index] ?? 0)) bars[style] = 1;
      else instants[style] = 1;
      const mark = lane.mark[index] ?? -1;
      if (counted[mark] === style) continue;
      counts[style] = (counts[style] ?? 0) + 1;
      if (mark >= 0) counted[mark] = style;
    }
  }
  const items = MARK_STYLES.flatMap((style, index) => {
    const count = counts[index] ?? 0;
    if (count === 0) return [];
    const look = LOOKS[style];
    return [
      item(
        model,
        (painter) => {
          const both = (bars[index] ?? 0) > 0 && (instants[index] ?? 0) > 0;
          if ((bars[index] ?? 0) > 0) painter.bar(look, 2, both ? 15 : 26, 8, 12, true);
          if ((instants[index] ?? 0) > 0) painter.shape(look.shape, look.role, both ? 22 : 14, 8, 11, true);
        },
        t(look.label),
        count,
      ),
    ];
  });
  const likely = item(
    model,
    (painter) => painter.bar(LOOKS.relist, 2, 26, 8, 12, false),
    t('hollow: likely, not proven'),
    undefined,
  );
  return element('ul', { className: 'legend', children: [...items, likely, ...chartItems(model)] });
}

/** What the staleness chart and the names of lanes say by lines, shades and signs. */
function chartItems(model: Model): HTMLElement[] {
  const { roles, faint, shade, font } = model.theme;
  const line =
    (colour: Colour, dashes: readonly number[]) =>
    (_: Painter, context: CanvasRenderingContext2D): void => {
      context.strokeStyle = cssColour(colour);
      context.lineWidth = 1.5;
      context.setLineDash([...dashes]);
      context.beginPath();
      context.moveTo(2, 13);
      context.lineTo(26, 3);
      context.stroke();
    };
  const ground =
    (colour: Colour, alpha: number, layers: number) =>
    (_: Painter, context: CanvasRenderingContext2D): void => {
      context.fillStyle = cssColour(colour, alpha);
      for (let layer = 0; layer < layers; layer += 1) context.fillRect(2, 1, 24, 14);
      context.strokeStyle = cssColour(colour);
      context.strokeRect(2.5, 1.5, 23, 13);
    };
  const text = (_: Painter, context: CanvasRenderingContext2D): void => {
    context.font = font;
    context.fillStyle = cssColour(roles.warn);
    context.fillText('↻2', 6, 12);
  };
  return [
    item(model, line(roles.info, []), t('staleness, proven'), undefined),
    item(model, line(faint.info, [4, 3]), t('staleness, likely'), undefined),
    item(model, ground(roles.info, 0.25, 1), t('bounds of staleness'), undefined),
    item(model, ground(shade.episode, shade.strength, OVERVIEW_LAYERS), t('unhealthy episode'), undefined),
    item(
      model,
      (painter) => painter.shape('diamond', 'neutral', 14, 8, 9, true),
      t('skip without an elapsed time'),
      undefined,
    ),
    item(model, text, t('restarts of this container'), undefined),
  ];
}

function item(
  model: Model,
  paint: (painter: Painter, context: CanvasRenderingContext2D) => void,
  label: string,
  count: number | undefined,
): HTMLElement {
  const canvas = element('canvas', { attributes: { 'aria-hidden': 'true' } });
  const scale = Math.max(1, window.devicePixelRatio || 1);
  canvas.width = SWATCH.width * scale;
  canvas.height = SWATCH.height * scale;
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.scale(scale, scale);
    paint(new Painter(context, model.theme), context);
  }
  return element('li', {
    children: [
      canvas,
      element('span', {
        text: `${label}\u00A0`,
        children: [
          count === undefined ? undefined : element('span', { className: 'muted', text: count.toLocaleString('en') }),
        ],
      }),
    ],
  });
}
