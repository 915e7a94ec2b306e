/** Watches what is drawn on canvases. Functions run in the page: each stands alone, because the browser gets its text. */

/** A text on a canvas and what it was drawn on. */
export interface InkedText {
  readonly text: string;
  readonly ink: string;
  /** Part of the pixels under and next to the letters on which the ink has less than 4.5 to 1. */
  readonly faint: number;
  /** The least contrast among the grounds that make up a tenth of these pixels or more. */
  readonly least: number;
}

export interface Ink {
  texts: InkedText[];
  /** Every colour that something was filled or stroked with, with its strength; what a search dims is left out. */
  styles: Set<string>;
  on: boolean;
}

declare global {
  interface Window {
    ink: Ink;
  }
}

/** To be run before the page's own script: from then on `window.ink` holds what is drawn, while it is on. */
export function watchInk(): void {
  type Rgb = [number, number, number];
  const ink: Ink = { texts: [], styles: new Set(), on: false };
  window.ink = ink;
  const proto = CanvasRenderingContext2D.prototype;
  const scratch = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colourOf = (style: string): [...Rgb, number] => {
    if (scratch === null) return [0, 0, 0, 0];
    scratch.clearRect(0, 0, 1, 1);
    scratch.fillStyle = style;
    const text = scratch.fillStyle;
    const parts = text.startsWith('#') ? [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) : (text.match(/[\d.]+/g) ?? []).map(Number);
    return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0, parts[3] ?? 1];
  };
  const luminance = (colour: Rgb): number => {
    const [red = 0, green = 0, blue = 0] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (a: Rgb, b: Rgb): number => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
  const note = (context: CanvasRenderingContext2D, style: string | CanvasGradient | CanvasPattern): void => {
    if (ink.on && context.globalAlpha === 1 && typeof style === 'string') ink.styles.add(style);
  };
  for (const name of ['fillRect', 'fill'] as const) {
    const draw = proto[name] as (...args: unknown[]) => void;
    Object.assign(proto, { [name](this: CanvasRenderingContext2D, ...args: unknown[]) { note(this, this.fillStyle); draw.apply(this, args); } });
  }
  for (const name of ['strokeRect', 'stroke'] as const) {
    const draw = proto[name] as (...args: unknown[]) => void;
    Object.assign(proto, { [name](this: CanvasRenderingContext2D, ...args: unknown[]) { note(this, this.strokeStyle); draw.apply(this, args); } });
  }
  const fillText = proto.fillText;
  proto.fillText = function (this: CanvasRenderingContext2D, text: string, x: number, y: number, ...rest: []) {
    if (ink.on && this.globalAlpha === 1 && typeof this.fillStyle === 'string' && this.canvas.isConnected && text.trim() !== '') {
      const size = this.measureText(text);
      const matrix = this.getTransform();
      const corner = matrix.transformPoint(new DOMPoint(x - size.actualBoundingBoxLeft - 2, y - size.actualBoundingBoxAscent - 2));
      const [left, top] = [Math.floor(corner.x), Math.floor(corner.y)];
      const width = Math.ceil((size.actualBoundingBoxLeft + size.actualBoundingBoxRight + 4) * matrix.a) + 1;
      const height = Math.ceil((size.actualBoundingBoxAscent + size.actualBoundingBoxDescent + 4) * matrix.d) + 1;
      const mask = new OffscreenCanvas(width, height).getContext('2d');
      if (mask !== null && width > 0 && height > 0) {
        mask.setTransform(matrix.a, 0, 0, matrix.d, matrix.e - left, matrix.f - top);
        mask.font = this.font;
        mask.textAlign = this.textAlign;
        mask.textBaseline = this.textBaseline;
        mask.fillText(text, x, y);
        const letters = mask.getImageData(0, 0, width, height).data;
        const behind = this.getImageData(left, top, width, height).data;
        const [r, g, b] = colourOf(getComputedStyle(document.body).backgroundColor);
        const [red, green, blue] = colourOf(this.fillStyle);
        const grounds = new Map<number, number>();
        let all = 0;
        const isLetter = (px: number, py: number): boolean => px >= 0 && py >= 0 && px < width && py < height && (letters[(py * width + px) * 4 + 3] ?? 0) > 96;
        for (let py = 0; py < height; py += 1) {
          for (let px = 0; px < width; px += 1) {
            // What is cut off at an edge of the canvas is not seen.
            if (left + px < 0 || top + py < 0 || left + px >= this.canvas.width || top + py >= this.canvas.height) continue;
            if (![[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]].some(([dx = 0, dy = 0]) => isLetter(px + dx, py + dy))) continue;
            const at = (py * width + px) * 4;
            const alpha = (behind[at + 3] ?? 0) / 255;
            const mixed = [r, g, b].map((back, part) => Math.round((behind[at + part] ?? 0) * alpha + back * (1 - alpha)));
            const key = ((mixed[0] ?? 0) << 16) | ((mixed[1] ?? 0) << 8) | (mixed[2] ?? 0);
            grounds.set(key, (grounds.get(key) ?? 0) + 1);
            all += 1;
          }
        }
        let faint = 0;
        let least = 21;
        for (const [key, count] of grounds) {
          const ratio = contrast([red, green, blue], [key >> 16, (key >> 8) & 255, key & 255]);
          if (ratio < 4.5) faint += count;
          if (count >= all / 10) least = Math.min(least, ratio);
        }
        if (all > 0) ink.texts.push({ text, ink: this.fillStyle, faint: faint / all, least });
      }
    }
    fillText.call(this, text, x, y, ...rest);
  };
}
