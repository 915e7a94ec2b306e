import { copyBytes } from '../bytes/bytes.ts';
import { type Yearless, YearHints } from './yearHints.ts';

/** More is not held back: a line that does not end tells no year. */
const MOST_HELD_BYTES = 16 * 1024 * 1024;

/** Holds the first bytes of a source back until it is known of which year it is, or that nothing tells it; where the year is known otherwise, until the first date comes. */
export class YearWait {
  readonly #isYearKnown: boolean;
  readonly #hints = new YearHints();
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(isYearKnown: boolean) {
    this.#isYearKnown = isYearKnown;
  }

  /** Takes the next bytes. `true`: they wait (as a copy); `false`: it is time to read, what waited first, then these. */
  holds(chunk: Uint8Array): boolean {
    if (this.#heldBytes > MOST_HELD_BYTES || this.#hints.see(chunk)) return false;
    if (this.#isYearKnown && this.#hints.first !== undefined) return false;
    this.#heldBytes += chunk.length;
    this.#held.push(copyBytes(chunk, 0, chunk.length));
    return true;
  }

  /** The year of the first stamp without one, if the log tells it. */
  year(): number | undefined {
    return this.#hints.year();
  }

  /** The first date without a year that stands in the log. */
  get first(): Yearless | undefined {
    return this.#hints.first;
  }

  /** Newlines in what waits. */
  get newlines(): number {
    return this.#hints.newlines;
  }

  get held(): readonly Uint8Array[] {
    return this.#held;
  }
}
