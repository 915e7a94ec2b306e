import type { WarningKind } from '../analysis/sources/openedSource.ts';
/** Warnings about an input that come before somebody listens. */
type Listener = (text: string, kind?: WarningKind) => void;

export class LateWarnings {
  #listener: Listener | undefined;
  readonly #waiting: Parameters<Listener>[] = [];

  /** Takes a warning, to be told now or later. */
  readonly take: Listener = (...warning) => {
    if (this.#listener === undefined) this.#waiting.push(warning);
    else this.#listener(...warning);
  };

  /** Tells those that wait, and from now on all. */
  tell(listener: Listener): void {
    this.#listener = listener;
    for (const warning of this.#waiting.splice(0)) listener(...warning);
  }
}
