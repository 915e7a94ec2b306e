/** Brings what draws the timeline: two thirds of the page's script, which a reader of "Reading the log…" does not wait for. */
import type { App } from './app.ts';

/** Calls back when the page has been painted for the first time. */
function afterPaint(then: () => void): void {
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    then();
  });
  observer.observe({ type: 'paint', buffered: true });
}

export class AppLoader {
  #app: App | undefined;
  #waiting: ((app: App) => void)[] = [];
  #isLoading = false;
  #hasFailed = false;
  readonly #failed: (cause: unknown) => void;

  /** Loads once the page has been painted for the first time, or sooner when it is asked for. `failed`: it cannot be loaded; called anew for each thing that is asked of it then. */
  constructor(failed: (cause: unknown) => void) {
    this.#failed = failed;
    afterPaint(() => this.#load());
  }

  /** The timeline's element, once it is there. */
  get root(): HTMLElement | undefined {
    return this.#app?.root;
  }

  /** Does this with the timeline: now, or in its turn once it is loaded. */
  with(action: (app: App) => void): void {
    if (this.#app !== undefined) action(this.#app);
    else if (this.#hasFailed) this.#failed(new Error('the timeline is not loaded'));
    else {
      this.#waiting.push(action);
      this.#load();
    }
  }

  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    import('./app.ts').then(
      (loaded) => this.#fill(new loaded.App()),
      (cause: unknown) => this.#fail(cause),
    );
  }

  #fill(app: App): void {
    this.#app = app;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const action of waiting) action(app);
  }

  #fail(cause: unknown): void {
    this.#hasFailed = true;
    this.#waiting = [];
    this.#failed(cause);
  }
}
