/** Carries the pixels of instants onto the canvas of the lanes. */
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';
import type { Lane } from '../../src/timeline/timelineDocument.ts';
import type { LaneInk } from '../lanes/laneInk.ts';
import { inkInstants } from '../lanes/laneInstants.ts';
import { MarkRaster } from '../lanes/markRaster.ts';

/** Half of the height of a row's strip in CSS pixels: as high as shapes and strokes can be. */
const HALF = 8;

export class InkLayer {
  readonly #raster = new MarkRaster();
  readonly #tops: number[] = [];
  #ink: LaneInk | undefined;
  #canvas: OffscreenCanvas | undefined;
  #image: ImageData | undefined;

  /** Makes ready for at most `rows` rows, `width` CSS pixels long. */
  begin(ink: LaneInk, width: number, rows: number): void {
    this.#ink = ink;
    this.#tops.length = 0;
    this.#raster.begin(Math.max(1, Math.round(width * ink.scale)), Math.ceil(HALF * 2 * ink.scale), rows);
  }

  /** Adds the instants of a lane to the row whose middle is `middle`. */
  add(lane: Lane, thinned: ThinnedLane, middle: number): void {
    if (this.#ink === undefined || thinned.count === 0) return;
    inkInstants(this.#raster, this.#tops.length, this.#ink, lane, thinned, HALF);
    this.#tops.push(middle - HALF);
  }

  /** Puts all of them onto a canvas whose time axis begins at `left`. */
  draw(context: CanvasRenderingContext2D, left: number): void {
    const { width, height } = this.#raster;
    const scale = this.#ink?.scale ?? 1;
    if (this.#tops.length === 0) return;
    const canvas = this.#put();
    if (canvas === undefined) return;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    this.#tops.forEach((top, strip) =>
      context.drawImage(
        canvas,
        0,
        strip * height,
        width,
        height,
        Math.round(left * scale),
        Math.round(top * scale),
        width,
        height,
      ),
    );
    context.restore();
  }

  #put(): OffscreenCanvas | undefined {
    const { width, height, pixels, strips } = this.#raster;
    if (this.#canvas === undefined || this.#canvas.width !== width || this.#canvas.height !== height * strips)
      this.#canvas = new OffscreenCanvas(width, height * strips);
    if (this.#image?.data.buffer !== pixels.buffer)
      this.#image = new ImageData(new Uint8ClampedArray(pixels.buffer), width, height * strips);
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    context?.putImageData(this.#image, 0, 0, 0, 0, width, this.#tops.length * height);
    return context === null ? undefined : this.#canvas;
  }
}
