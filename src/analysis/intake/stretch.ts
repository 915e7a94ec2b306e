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

  /** Whether all of what lies between these times is looked at, or nothing of it. */
  isOneWith(from: number, to: number): boolean {
    return to < this.#from || from > this.#to || (from >= this.#from && to <= this.#to);
  }

  /** How many lines were left out. */
  get leftOut(): number {
    return this.#before + this.#after;
  }

  get before(): number {
    return this.#before;
  }

  get after(): number {
    return this.#after;
  }

  isBefore(time: Instant): boolean {
    return time < this.#from;
  }

  /** Where lines are left out counts them. */
  leavesOut(time: Instant, lines = 1): boolean {
    if (time >= this.#from && time <= this.#to) return false;
    if (time < this.#from) this.#before += lines;
    else this.#after += lines;
    return true;
  }
}
