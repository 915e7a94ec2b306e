/** What pictures of the page show that its styles do not tell: how it looks when something has the focus, and parts that the browser draws by itself. PNG as base64. */
import { type Colour, contrast } from '../../../webview/page/contrast.ts';
import { named } from './colours.ts';

const LEAST = 3;

/** How many pixels of two pictures of the same place differ by 3 to 1 or more. */
export async function changedPixels(before: string, after: string): Promise<number> {
  const [first, second] = await Promise.all([pixelsOf(before), pixelsOf(after)]);
  let changed = 0;
  for (let y = 0; y < first.height; y += 1)
    for (let x = 0; x < first.width; x += 1)
      if (contrast(colourAt(first, x, y), colourAt(second, x, y)) >= LEAST) changed += 1;
  return changed;
}

/** Contrasts within a picture of a progress bar that is half full, with `margin` pixels of what is around it. */
export interface ProgressColours {
  readonly valueToTrack: number;
  readonly valueToAround: number;
  /** The strongest of what marks where the track ends. */
  readonly endToAround: number;
  readonly text: string;
}

export async function progressColours(picture: string, margin: number): Promise<ProgressColours> {
  const pixels = await pixelsOf(picture);
  const middle = Math.floor(pixels.height / 2);
  const around = colourAt(pixels, 0, 0);
  const value = colourAt(pixels, Math.floor(pixels.width * 0.2), middle);
  const track = colourAt(pixels, Math.floor(pixels.width * 0.8), middle);
  let endToAround = 1;
  for (let x = pixels.width - margin - 2; x < pixels.width; x += 1)
    endToAround = Math.max(endToAround, contrast(colourAt(pixels, x, middle), around));
  return {
    valueToTrack: contrast(value, track),
    valueToAround: contrast(value, around),
    endToAround,
    text: `${named(value)}, ${named(track)} on ${named(around)}`,
  };
}

async function pixelsOf(picture: string): Promise<ImageData> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.codePointAt(0) ?? 0);
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  if (context === null) throw new Error('no canvas to read pictures with');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

function colourAt({ data, width }: ImageData, x: number, y: number): Colour {
  const at = (y * width + x) * 4;
  return { red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0, alpha: 1 };
}
