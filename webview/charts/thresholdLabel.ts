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
    // The parts of the way at which it enters and leaves the strip.
    const [a, b] =
      rise === 0
        ? fromY >= this.#top && fromY <= this.#bottom
          ? [0, 1]
          : [1, 0]
        : [(this.#top - fromY) / rise, (this.#bottom - fromY) / rise];
    const [enter, leave] = rise === 0 ? [a, b] : [Math.max(0, Math.min(a, b)), Math.min(1, Math.max(a, b))];
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
