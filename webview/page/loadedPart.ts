/** Parts of the page that are scripts of their own: how one is loaded, and what is said where it cannot be. */
import { element } from './dom.ts';
import { post } from './messages.ts';
import { t } from './words.ts';

/** Says in a part's place that it could not be loaded, and tells the extension why. `name`: what its log channel calls the part. */
export function sayNotLoaded(place: HTMLElement, name: string, cause: unknown): void {
  const text = t(
    'This part could not be loaded. Close the panel and open it again; if that does not help, reinstall the extension.',
  );
  place.append(element('p', { className: 'hint', text }));
  post({ type: 'pageError', text: `${name}: ${String(cause)}` });
}

/** A part that is loaded once, when it is asked for first. */
export class LoadedPart<Part> {
  readonly #load: () => Promise<Part>;
  readonly #place: HTMLElement;
  readonly #name: string;
  #part: Part | undefined;
  #isLoading = false;

  /** `place` is what the part fills, `name` what the log channel calls it. */
  constructor(load: () => Promise<Part>, place: HTMLElement, name: string) {
    this.#load = load;
    this.#place = place;
    this.#name = name;
  }

  /** The part, once it is there. */
  get part(): Part | undefined {
    return this.#part;
  }

  /** Loads the part, and calls back with it; nothing is done while that is under way or over. After a load that failed it is tried again. */
  open(filled: (part: Part) => void): void {
    if (this.#part !== undefined || this.#isLoading) return;
    this.#isLoading = true;
    this.#load().then(
      (part) => {
        this.#part = part;
        filled(part);
      },
      (cause: unknown) => {
        this.#isLoading = false;
        this.#place.replaceChildren();
        sayNotLoaded(this.#place, this.#name, cause);
      },
    );
  }
}
