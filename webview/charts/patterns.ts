/** Patterns of bars: what tells them apart without colour. */
import type { Pattern } from './looks.ts';

/** How strong a bar's own fill is under its pattern. */
export function fillAlpha(pattern: Pattern, highContrast: boolean): number {
  if (highContrast) return pattern === 'plain' ? 0.35 : 0.12;
  return pattern === 'line' ? 0.16 : pattern === 'plain' ? 0.28 : pattern === 'dotted' ? 0.06 : 0.2;
}

/** A tile that repeats: diagonal lines, a lattice, dots, or upright lines. */
export function makePattern(
  context: CanvasRenderingContext2D,
  pattern: 'hatched' | 'crossed' | 'dotted' | 'upright',
  colour: string,
): CanvasPattern | string {
  const size = 6;
  const scale = Math.max(1, window.devicePixelRatio || 1);
  const tile = document.createElement('canvas');
  tile.width = size * scale;
  tile.height = size * scale;
  const paint = tile.getContext('2d');
  if (paint === null) return colour;
  paint.scale(scale, scale);
  paint.strokeStyle = colour;
  paint.fillStyle = colour;
  paint.lineWidth = 1;
  paint.beginPath();
  if (pattern === 'dotted') {
    paint.arc(size / 2, size / 2, 0.8, 0, Math.PI * 2);
    paint.fill();
  } else if (pattern === 'upright') {
    paint.moveTo(size / 2, 0);
    paint.lineTo(size / 2, size);
    paint.stroke();
  } else {
    for (const shift of [-size, 0, size]) {
      paint.moveTo(shift, size);
      paint.lineTo(shift + size, 0);
      if (pattern === 'crossed') {
        paint.moveTo(shift, 0);
        paint.lineTo(shift + size, size);
      }
    }
    paint.stroke();
  }
  const made = context.createPattern(tile, 'repeat');
  if (made === null) return colour;
  made.setTransform(new DOMMatrix().scale(1 / scale));
  return made;
}
