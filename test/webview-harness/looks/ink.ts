/** Watches what is drawn on canvases: which texts stand where, what they are drawn on, and with which colours anything is drawn. */
import { contrast, parseColour } from '../../../webview/page/contrast.ts';
import { CLEAR, over } from './colours.ts';

/** A text on a canvas and what it was drawn on. */
export interface InkedText {
  readonly text: string;
  readonly ink: string;
  /** Part of the pixels under and next to the letters on which the ink has less than 4.5 to 1. */
  readonly faint: number;
  /** The least contrast among the grounds that make up a tenth of these pixels or more. */
  readonly least: number;
}

/** Where a text stands on its canvas, in CSS pixels. */
export interface Label {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Ink {
  texts: InkedText[];
  /** Every colour that something was filled or stroked with, with its strength; what a search dims is left out. */
  styles: Set<string>;
  /** Texts and styles are kept only while this is true: to look at pixels takes its time. */
  on: boolean;
}

const labels = new WeakMap<HTMLCanvasElement, Label[]>();
/** A pixel with more of a letter than this, of 255, belongs to it. */
const LETTER = 96;
const NEXT_TO = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** The texts that the canvas shows now: those since it was last wiped. */
export function labelsOf(canvas: HTMLCanvasElement): readonly Label[] {
  return labels.get(canvas) ?? [];
}

/** What was drawn. */
export const INK: Ink = { texts: [], styles: new Set(), on: false };
let watching = false;

/** From now on what is drawn is known. To be called before the page draws. */
export function watchInk(): void {
  if (watching) return;
  watching = true;
  const ink = INK;
  const proto = CanvasRenderingContext2D.prototype;
  const note = (context: CanvasRenderingContext2D, style: CanvasRenderingContext2D['fillStyle']): void => {
    if (ink.on && context.globalAlpha === 1 && typeof style === 'string') ink.styles.add(style);
  };
  for (const name of ['fillRect', 'fill'] as const) before(name, (context) => note(context, context.fillStyle));
  for (const name of ['strokeRect', 'stroke'] as const) before(name, (context) => note(context, context.strokeStyle));
  const wipe = proto.clearRect;
  proto.clearRect = function (this: CanvasRenderingContext2D, x: number, y: number, width: number, height: number) {
    if (x <= 0 && y <= 0 && width >= this.canvas.clientWidth - 1 && height >= this.canvas.clientHeight - 1)
      labels.set(this.canvas, []);
    wipe.call(this, x, y, width, height);
  };
  const fillText = proto.fillText;
  proto.fillText = function (this: CanvasRenderingContext2D, text: string, x: number, y: number, ...rest: []) {
    if (this.canvas.isConnected && text.trim() !== '') {
      keepLabel(this, text, x, y);
      const inked =
        ink.on && this.globalAlpha === 1 && typeof this.fillStyle === 'string'
          ? inkedText(this, text, x, y, this.fillStyle)
          : undefined;
      if (inked !== undefined) ink.texts.push(inked);
    }
    fillText.call(this, text, x, y, ...rest);
  };
}

/** Has `look` called before each call of a method. */
function before(
  name: 'fillRect' | 'fill' | 'strokeRect' | 'stroke',
  look: (context: CanvasRenderingContext2D) => void,
): void {
  const draw = CanvasRenderingContext2D.prototype[name] as (...args: unknown[]) => void;
  Object.assign(CanvasRenderingContext2D.prototype, {
    [name](this: CanvasRenderingContext2D, ...args: unknown[]) {
      look(this);
      draw.apply(this, args);
    },
  });
}

function keepLabel(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  const size = context.measureText(text);
  const matrix = context.getTransform();
  const scale = context.canvas.width / Math.max(1, context.canvas.clientWidth);
  const corner = matrix.transformPoint(new DOMPoint(x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent));
  const label = {
    text,
    left: corner.x / scale,
    top: corner.y / scale,
    width: ((size.actualBoundingBoxLeft + size.actualBoundingBoxRight) * matrix.a) / scale,
    height: ((size.actualBoundingBoxAscent + size.actualBoundingBoxDescent) * matrix.d) / scale,
  };
  const kept = labels.get(context.canvas);
  if (kept === undefined) labels.set(context.canvas, [label]);
  else kept.push(label);
}

/** Compares a text with the pixels that it is about to be drawn on. */
function inkedText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  style: string,
): InkedText | undefined {
  const size = context.measureText(text);
  const matrix = context.getTransform();
  const corner = matrix.transformPoint(
    new DOMPoint(x - size.actualBoundingBoxLeft - 2, y - size.actualBoundingBoxAscent - 2),
  );
  const [left, top] = [Math.floor(corner.x), Math.floor(corner.y)];
  const width = Math.ceil((size.actualBoundingBoxLeft + size.actualBoundingBoxRight + 4) * matrix.a) + 1;
  const height = Math.ceil((size.actualBoundingBoxAscent + size.actualBoundingBoxDescent + 4) * matrix.d) + 1;
  if (width <= 0 || height <= 0) return undefined;
  const mask = new OffscreenCanvas(width, height).getContext('2d');
  if (mask === null) return undefined;
  mask.setTransform(matrix.a, 0, 0, matrix.d, matrix.e - left, matrix.f - top);
  mask.font = context.font;
  mask.textAlign = context.textAlign;
  mask.textBaseline = context.textBaseline;
  mask.fillText(text, x, y);
  const letters = mask.getImageData(0, 0, width, height).data;
  const pixels = context.getImageData(left, top, width, height).data;
  const page = parseColour(getComputedStyle(document.body).backgroundColor) ?? CLEAR;
  const colour = parseColour(style) ?? CLEAR;
  const isLetter = (column: number, row: number): boolean =>
    column >= 0 &&
    row >= 0 &&
    column < width &&
    row < height &&
    (letters[(row * width + column) * 4 + 3] ?? 0) > LETTER;
  const grounds = new Map<number, number>();
  let all = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      // What is cut off at an edge of the canvas is not seen.
      if (
        left + column < 0 ||
        top + row < 0 ||
        left + column >= context.canvas.width ||
        top + row >= context.canvas.height
      )
        continue;
      if (!NEXT_TO.some(([right, down]) => isLetter(column + right, row + down))) continue;
      const at = (row * width + column) * 4;
      const ground = over(
        {
          red: pixels[at] ?? 0,
          green: pixels[at + 1] ?? 0,
          blue: pixels[at + 2] ?? 0,
          alpha: (pixels[at + 3] ?? 0) / 255,
        },
        page,
      );
      const key = (Math.round(ground.red) << 16) | (Math.round(ground.green) << 8) | Math.round(ground.blue);
      grounds.set(key, (grounds.get(key) ?? 0) + 1);
      all += 1;
    }
  }
  if (all === 0) return undefined;
  let faint = 0;
  let least = 21;
  for (const [key, count] of grounds) {
    const ratio = contrast(colour, { red: key >> 16, green: (key >> 8) & 255, blue: key & 255, alpha: 1 });
    if (ratio < 4.5) faint += count;
    if (count >= all / 10) least = Math.min(least, ratio);
  }
  return { text, ink: style, faint: faint / all, least };
}
