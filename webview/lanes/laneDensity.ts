/** How dense the marks of a lane stand where they cannot be told apart: there their height and their shade tell how many there are. Pure. */
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';

/** Marks are counted in steps so wide, in CSS pixels. */
const STEP = 4;
/** With fewer in the densest step each stands for itself: by chance a step more or less would look like news. */
const DENSE = 5;
/** What a single one is drawn with among many: it never vanishes. */
const LEAST = 0.25;

export class LaneDensity {
  #counts = new Float64Array(0);
  #most = 0;

  /** Counts the narrow marks of a lane, all that are drawn with one mark too (`isNarrow` tells by the place in `thinned`). */
  count(thinned: ThinnedLane, isNarrow: (place: number) => boolean): void {
    this.#counts.fill(0);
    this.#most = 0;
    for (let place = 0; place < thinned.count; place += 1) {
      const step = Math.floor((thinned.left[place] ?? 0) / STEP);
      if (step < 0 || !isNarrow(place)) continue;
      if (step >= this.#counts.length) this.#grow(step + 1);
      const count = (this.#counts[step] ?? 0) + (thinned.merged[place] ?? 1);
      this.#counts[step] = count;
      if (count > this.#most) this.#most = count;
    }
  }

  /** From 0 to 1, by the logarithm: how much of the densest step stands around `left`. 1 where all can be told apart. */
  at(left: number): number {
    if (this.#most < DENSE) return 1;
    const count = this.#counts[Math.floor(left / STEP)] ?? 0;
    return LEAST + (1 - LEAST) * (Math.log(Math.max(1, count)) / Math.log(this.#most));
  }

  #grow(size: number): void {
    const counts = new Float64Array(Math.max(size, this.#counts.length * 2, 512));
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
