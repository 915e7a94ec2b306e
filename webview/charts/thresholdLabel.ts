/** Room for the name of the threshold beside its line, where it covers neither curve nor mark. Pure. */

/** The room is looked for in steps of this many CSS pixels. */
const STEP = 4;

/** A strip of a chart, in pixels of its canvas, that knows where something is drawn on it. */
export class Strip {
  readonly #left: number;
  readonly #top: number;
  readonly #bottom: number;
  readonly #taken: Uint8Array;

  constructor(left: number, width: number, top: number, bottom: number) {
    this.#left = left;
    this.#top = top;
    this.#bottom = bottom;
    this.#taken = new Uint8Array(Math.max(0, Math.floor(width / STEP)));
  }

  /** A line from one point to another; nothing when a number is not known. */
  line(fromX: number, fromY: number, toX: number, toY: number): void {
    const rise = toY - fromY;
    if (rise === 0) {
      if (fromY >= this.#top && fromY <= this.#bottom) this.#take(fromX, toX);
      return;
    }
    // The parts of the way at which it enters and leaves the strip.
    const top = (this.#top - fromY) / rise;
    const bottom = (this.#bottom - fromY) / rise;
    const enter = Math.max(0, Math.min(top, bottom));
    const leave = Math.min(1, Math.max(top, bottom));
    if (enter <= leave) this.#take(fromX + (toX - fromX) * enter, fromX + (toX - fromX) * leave);
  }

  /** A mark around a point. */
  mark(x: number, y: number, reach: number): void {
    if (y + reach >= this.#top && y - reach <= this.#bottom) this.#take(x - reach, x + reach);
  }

  /** Where `width` pixels are free: at the left end, else at the right one, else the first such place; `undefined` when there is none. */
  room(width: number): number | undefined {
    const need = Math.ceil(width / STEP);
    const last = this.#taken.length - need;
    for (let at = 0, place = 0; place <= last; at += 1, place = at < 2 ? last : at - 1) {
      if (!this.#taken.subarray(place, place + need).includes(1)) return this.#left + place * STEP;
    }
    return undefined;
  }

  #take(from: number, to: number): void {
    this.#taken.fill(
      1,
      Math.max(0, Math.floor((Math.min(from, to) - this.#left) / STEP)),
      Math.max(0, Math.floor((Math.max(from, to) - this.#left) / STEP) + 1),
    );
  }
}
