/** When a log that changed is read again: after a pause in its changes, and so seldom that reading is not all that the machine does. */

/** Pause in typing before a changed document is analysed again. */
const CHANGE_PAUSE_MS = 700;
/** A log that is written without a pause is analysed again all the same. */
const LONGEST_PAUSE_MS = 3000;
/** Between two analyses of a log that grows there is so many times the pause that one of them takes. */
const REST = 4;

/** Whether a change has to be read as soon as its pause is over (text that somebody types), or may wait: until what is being read is done, or until the machine has rested. */
export type Urgency = 'at-once' | 'after-this-reading' | 'rested';

/** The change of one log that waits to be read. */
export class PendingRead {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when it waits, and before when a log that only grew is not read again; milliseconds. */
  #since: number | undefined;
  #notBefore = 0;
  /** Called when the change was read, or will not be. */
  readonly #waiting: (() => void)[] = [];
  readonly #urgency: () => Urgency;
  readonly #read: () => void;

  /** `urgency` is asked when a pause is over; `read` reads the change, which waits until then (`clear`). */
  constructor(urgency: () => Urgency, read: () => void) {
    this.#urgency = urgency;
    this.#read = read;
  }

  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** The log changed. */
  note(): void {
    const now = Date.now();
    this.#since ??= now;
    const due = Math.min(now + CHANGE_PAUSE_MS, Math.max(now, this.#since + LONGEST_PAUSE_MS));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#due(), due - now);
  }

  #due(): void {
    const urgency = this.#urgency();
    const wait = urgency === 'at-once' ? 0 : urgency === 'rested' ? this.#notBefore - Date.now() : CHANGE_PAUSE_MS;
    if (wait > 0) this.#timer = setTimeout(() => this.#due(), wait);
    else this.#read();
  }

  /** An analysis that began then (milliseconds) is done. */
  restAfter(begun: number): void {
    const now = Date.now();
    this.#notBefore = now + REST * (now - begun);
  }

  /** Nothing waits any more; who asked for it (`settled`) still does. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#since = undefined;
  }

  /** Resolves when the change was read, or will not be. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The change was read, or will not be. */
  settle(): void {
    for (const proceed of this.#waiting.splice(0)) proceed();
  }
}
