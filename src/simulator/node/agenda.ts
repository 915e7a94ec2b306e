/** What is going to happen, in the order of its times; equal times in the order in which they were added. Outlives the kubelet's processes. */
import { countLeading } from '../../kubelet/ordered.ts';
import { NEVER, type Nanoseconds } from '../../model/nanoseconds.ts';

interface Entry {
  readonly at: Nanoseconds;
  readonly work: (at: Nanoseconds) => void;
}

export class Agenda {
  readonly #entries: Entry[] = [];
  /** Told when something was added that comes before everything else. */
  onEarlier: (() => void) | undefined;

  add(at: Nanoseconds, work: (at: Nanoseconds) => void): void {
    const place = countLeading(this.#entries, (entry) => entry.at <= at);
    this.#entries.splice(place, 0, { at, work });
    if (place === 0) this.onEarlier?.();
  }

  /** When the next entry is due. */
  next(): Nanoseconds {
    return this.#entries[0]?.at ?? NEVER;
  }

  /** Does everything that is due up to and including this time. */
  runUntil(until: Nanoseconds): void {
    for (let entry = this.#entries[0]; entry !== undefined && entry.at <= until; entry = this.#entries[0]) {
      this.#entries.shift();
      entry.work(entry.at);
    }
  }
}
