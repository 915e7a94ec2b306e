import { copyBytes } from './bytes.ts';
import { YearHints } from './yearHints.ts';

/** Holds the first bytes of a source back until it is known of which year it is, or that nothing tells it. */
export class YearWait {
  readonly #hints = new YearHints();
  readonly #held: Uint8Array[] = [];

  /** Takes the next bytes. `true`: they wait (as a copy); `false`: it is time to read, what waited first, then these. */
  holds(chunk: Uint8Array): boolean {
    if (this.#hints.see(chunk)) return false;
    this.#held.push(copyBytes(chunk, 0, chunk.length));
    return true;
  }

  /** The year of the first stamp without one, if the log tells it. */
  year(): number | undefined {
    return this.#hints.year();
  }

  get held(): readonly Uint8Array[] {
    return this.#held;
  }
}
