/** A question that is asked of the worker, until a newer one makes its answer useless. */

/** One that has run for less is let be: somebody who moves along the log sees moments go by. */
const PATIENCE_MS = 300;

export class RunningQuestion {
  readonly #abort = new AbortController();
  readonly #since = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** Tells whoever answers that it can stop. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** A newer question waits: this one is given up once it has run for `PATIENCE_MS`. */
  giveUpSoon(): void {
    this.#timer ??= setTimeout(() => this.#abort.abort(), this.#since + PATIENCE_MS - performance.now());
  }

  /** It was answered. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
