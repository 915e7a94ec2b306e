/** How dense the marks of a lane stand where they cannot be told apart: there their height and their shade tell how many there are. Pure. */
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';

/** Marks are counted in steps so wide, in CSS pixels. */
const STEP = 4;
/** With fewer in the densest step each stands for itself: by chance a step more or less would look like news. */
const DENSE = 5;
/** What a single one is drawn with among many: it never vanishes. */
const LEAST = 0.25;
/** In a lane that has marks in so many steps, those with as many as most have are drawn with no more than this: it would be one solid block. */
const MANY_STEPS = 60;
const USUAL = 0.35;

export class LaneDensity {
  /** By step: how many marks there are, then the logarithm of that. */
  #counts = new Float64Array(0);
  #most = 0;
  /** The logarithm of a count that is drawn in full. */
  #full = 0;

  /** Counts the narrow marks of a lane, all that are drawn with one mark too. `inks`: 0 for each place in `thinned` that is not narrow. */
  count({ count: places, left, merged }: ThinnedLane, inks: Uint8Array): void {
    let counts = this.#counts.fill(0);
    let most = 0;
    for (let place = 0; place < places; place += 1) {
      if (inks[place] === 0) continue;
      const step = Math.floor((left[place] ?? 0) / STEP);
      if (step < 0) continue;
      if (step >= counts.length) counts = this.#grow(step + 1);
      const count = (counts[step] ?? 0) + (merged[place] ?? 1);
      counts[step] = count;
      if (count > most) most = count;
    }
    this.#most = most;
    if (this.#most >= DENSE) this.#full = Math.max(Math.log(this.#most), this.#takeLogarithms() / USUAL);
  }

  /** Makes logarithms of the counts, once a step and not for each mark that is drawn. Their mean over the steps with marks, where these are many. */
  #takeLogarithms(): number {
    const counts = this.#counts;
    let steps = 0;
    let sum = 0;
    for (let step = 0; step < counts.length; step += 1) {
      const count = counts[step] ?? 0;
      if (count === 0) continue;
      const logarithm = count > 1 ? Math.log(count) : 0;
      counts[step] = logarithm;
      steps += 1;
      sum += logarithm;
    }
    return steps < MANY_STEPS ? 0 : sum / steps;
  }

  /** From 0 to 1, by the logarithm: how much of the densest step stands around `left`. 1 where all can be told apart. */
  at(left: number): number {
    if (this.#most < DENSE) return 1;
    return LEAST + (1 - LEAST) * ((this.#counts[Math.floor(left / STEP)] ?? 0) / this.#full);
  }

  #grow(size: number): Float64Array<ArrayBuffer> {
    const counts = new Float64Array(Math.max(size, this.#counts.length * 2, 512));
    counts.set(this.#counts);
    this.#counts = counts;
    return counts;
  }
}
