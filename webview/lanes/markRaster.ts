/**
 * Pixels of what is too small and too many to be drawn one by one: strokes, short bars and shapes of instants. A canvas takes two microseconds for
 * each, this a tenth. One strip of pixels for each row; what comes later lies over what came before. Pure; pixels are as `ImageData` holds them: one number
 * each, red in its lowest byte, alpha in its highest, colours not multiplied by alpha. The numbers have a sign: so what is opaque is small, and the engine
 * makes no object of it.
 */

/** Pixels to copy. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  /** Where its left upper corner lies when its middle is at zero. */
  readonly fromMiddle: { readonly x: number; readonly y: number };
  readonly pixels: Int32Array;
}

export class MarkRaster {
  /** Of a strip, in pixels. */
  width = 0;
  height = 0;
  strips = 0;
  /** All strips, one below the other. */
  pixels = new Int32Array();

  /** Makes room for so many empty strips. */
  begin(width: number, height: number, strips: number): void {
    if (width !== this.width || height !== this.height || strips > this.strips) {
      this.width = width;
      this.height = height;
      this.strips = strips;
      this.pixels = new Int32Array(width * height * strips);
    } else this.pixels.fill(0, 0, width * height * strips);
  }

  /** Fills the pixels from `left` and `top` up to but without `right` and `bottom`; what lies outside of the strip is cut off. */
  rect(strip: number, left: number, top: number, right: number, bottom: number, colour: number): void {
    const { width, pixels } = this;
    const from = Math.max(0, left);
    const to = Math.min(width, right);
    const last = Math.min(this.height, bottom);
    const isOpaque = colour >>> 24 === 255;
    for (let y = Math.max(0, top); y < last; y += 1) {
      const row = (strip * this.height + y) * width;
      for (let at = row + from; at < row + to; at += 1) pixels[at] = isOpaque ? colour : over(colour, pixels[at] ?? 0);
    }
  }

  /** Copies a sprite with its middle at `x`, `middle`; what lies outside of the strip is cut off. */
  stamp(strip: number, sprite: Sprite, x: number, middle: number): void {
    const { width, pixels } = this;
    const left = Math.round(x + sprite.fromMiddle.x);
    const top = Math.round(middle + sprite.fromMiddle.y);
    const firstX = Math.max(0, -left);
    const lastX = Math.min(sprite.width, width - left);
    const lastY = Math.min(sprite.height, this.height - top);
    for (let y = Math.max(0, -top); y < lastY; y += 1) {
      const row = (strip * this.height + top + y) * width + left;
      for (let column = firstX, from = y * sprite.width + firstX; column < lastX; column += 1, from += 1) {
        const colour = sprite.pixels[from] ?? 0;
        if (colour === 0) continue;
        const at = row + column;
        pixels[at] = colour >>> 24 === 255 ? colour : over(colour, pixels[at] ?? 0);
      }
    }
  }
}

/** A colour over another one. */
export function over(front: number, back: number): number {
  const alpha = front >>> 24;
  const alphaBack = back >>> 24;
  if (alpha === 255 || alphaBack === 0) return front;
  if (alpha === 0) return back;
  const rest = (alphaBack * (255 - alpha)) / 255;
  const sum = alpha + rest;
  return pack(
    Math.round(((front & 255) * alpha + (back & 255) * rest) / sum),
    Math.round((((front >>> 8) & 255) * alpha + ((back >>> 8) & 255) * rest) / sum),
    Math.round((((front >>> 16) & 255) * alpha + ((back >>> 16) & 255) * rest) / sum),
    Math.round(sum),
  );
}

/** A colour as one number: parts of 0 to 255. */
export function pack(red: number, green: number, blue: number, alpha: number): number {
  return (alpha << 24) | (blue << 16) | (green << 8) | red;
}
