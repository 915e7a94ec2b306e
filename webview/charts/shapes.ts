/** The shapes of instants: drawn once for each colour and size, then copied, as an image or as pixels. A long log has thousands of them in sight. */
import type { Colour } from '../page/contrast.ts';
import type { Shape } from './looks.ts';
import type { Sprite } from '../lanes/markRaster.ts';
import { cssColour } from '../page/theme.ts';

/** Room around a shape for its edge. */
const MARGIN = 2;

/** A square picture, and of its pixels those that hold the shape. */
export interface ShapeImage extends Sprite {
  readonly image: ImageBitmap;
  readonly side: number;
}

/** A shape of about `size` CSS pixels on a screen with `scale` device pixels for each of them; hollow where it is not proven. `undefined` when the browser gives no canvas. */
export function makeShape(
  shape: Exclude<Shape, 'tick'>,
  colour: Colour,
  background: Colour,
  size: number,
  proven: boolean,
  scale: number,
): ShapeImage | undefined {
  const side = Math.ceil((size + MARGIN * 2) * scale);
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.scale(scale, scale);
  drawShape(context, shape, colour, background, side / scale / 2, size, proven);
  const all = new Int32Array(context.getImageData(0, 0, side, side).data.buffer);
  return { ...trimmed(all, side), side, image: canvas.transferToImageBitmap() };
}

/** The smallest part of a square that holds all that is not empty. */
function trimmed(all: Int32Array, side: number): Sprite {
  const inked = [...all.keys()].filter((place) => all[place] !== 0);
  const columns = inked.map((place) => place % side);
  const left = columns.reduce((least, column) => Math.min(least, column), side);
  const right = columns.reduce((most, column) => Math.max(most, column), left - 1);
  const top = Math.floor((inked[0] ?? 0) / side);
  const bottom = Math.floor((inked.at(-1) ?? -1) / side);
  const width = right - left + 1;
  const height = bottom - top + 1;
  return {
    width,
    height,
    fromMiddle: { x: left - side / 2, y: top - side / 2 },
    pixels: Int32Array.from(
      { length: width * height },
      (_, place) => all[(top + Math.floor(place / width)) * side + left + (place % width)] ?? 0,
    ),
  };
}

/** A shape around the middle of a square canvas. */
function drawShape(
  context: OffscreenCanvasRenderingContext2D,
  shape: Exclude<Shape, 'tick'>,
  colour: Colour,
  background: Colour,
  middle: number,
  size: number,
  proven: boolean,
): void {
  const half = size / 2;
  const x = middle;
  context.lineWidth = 1.5;
  context.strokeStyle = cssColour(colour);
  context.fillStyle = cssColour(proven ? colour : background);
  context.beginPath();
  switch (shape) {
    case 'cross':
      context.moveTo(x - half * 0.7, middle - half * 0.7);
      context.lineTo(x + half * 0.7, middle + half * 0.7);
      context.moveTo(x + half * 0.7, middle - half * 0.7);
      context.lineTo(x - half * 0.7, middle + half * 0.7);
      context.lineWidth = 2;
      context.stroke();
      return;
    case 'diamond':
      context.moveTo(x, middle - half);
      context.lineTo(x + half * 0.8, middle);
      context.lineTo(x, middle + half);
      context.lineTo(x - half * 0.8, middle);
      break;
    case 'circle':
      context.arc(x, middle, half * 0.7, 0, Math.PI * 2);
      break;
    case 'square':
      context.rect(x - half * 0.6, middle - half * 0.6, size * 0.6, size * 0.6);
      break;
    case 'triangle':
      context.moveTo(x, middle - half * 0.8);
      context.lineTo(x + half * 0.85, middle + half * 0.7);
      context.lineTo(x - half * 0.85, middle + half * 0.7);
      break;
    case 'flag':
      context.moveTo(x, middle + half);
      context.lineTo(x, middle - half);
      context.lineTo(x + half, middle - half * 0.4);
      context.lineTo(x, middle + half * 0.1);
      break;
  }
  context.closePath();
  context.fill();
  // An edge in the colour of the background keeps neighbours apart where marks crowd.
  if (proven) context.strokeStyle = cssColour(background, 0.9);
  context.lineWidth = proven ? 1 : 1.5;
  context.stroke();
}
