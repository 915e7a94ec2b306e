import type { Instant } from '../../kubelet/time.ts';

/** The stretch of time that is looked at, both ends inside, with how many lines were before and after it. */
export class Stretch {
  #from = Number.NEGATIVE_INFINITY;
  #to = Number.POSITIVE_INFINITY;
  #before = 0;
  #after = 0;

  /** Looks only at this stretch, from now on. */
  only(from: Instant | undefined, to: Instant | undefined): void {
    this.#from = from ?? Number.NEGATIVE_INFINITY;
    this.#to = to ?? Number.POSITIVE_INFINITY;
  }

  /** Whether nothing is left out. */
  get isWhole(): boolean {
    return this.#from === Number.NEGATIVE_INFINITY && this.#to === Number.POSITIVE_INFINITY;
  }

  /** How many lines were left out. */
  get leftOut(): number {
    return this.#before + this.#after;
  }

  get after(): number {
    return this.#after;
  }

  isBefore(time: Instant): boolean {
    return time < this.#from;
  }

  /** Where a line is left out counts it. */
  leavesOut(time: Instant): boolean {
    if (time >= this.#from && time <= this.#to) return false;
    if (time < this.#from) this.#before += 1;
    else this.#after += 1;
    return true;
  }
}
