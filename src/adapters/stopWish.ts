/** The first signal that ends a program asks it to come to an end by itself; the second one ends it at once, as if nobody listened. */
import process from 'node:process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something before a signal ends the program; gives what takes that back. */
export function beforeSignalEnds(act: () => void): () => void {
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    release();
    act();
    // Nobody of us listens any more: the program ends as it would have.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return release;
}

export class StopWish {
  #isAsked = false;
  #listens = false;
  #wake: (() => void) | undefined;

  /** Whether a signal came since somebody waited for the first time; before, it ends the program. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Comes true after so many milliseconds, with a signal, or with `wake`, whatever is first. */
  wait(milliseconds: number): Promise<void> {
    this.#listen();
    if (this.#isAsked) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends a wait. */
  wake(): void {
    this.#wake?.();
  }

  #listen(): void {
    if (this.#listens) return;
    this.#listens = true;
    const take = (): void => {
      for (const signal of SIGNALS) process.off(signal, take);
      this.#isAsked = true;
      this.wake();
    };
    for (const signal of SIGNALS) process.on(signal, take);
  }
}
