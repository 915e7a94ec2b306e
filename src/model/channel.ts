/** A bounded Go channel between activities, and a Go ticker. */
import type { Nanoseconds } from './nanoseconds.ts';
import { Signal, type Scheduler } from './scheduler.ts';

/** First in, first out, with a capacity. Without a scheduler nobody can wait on it, which is enough for steps driven by hand. */
export class Channel<Item> {
  readonly capacity: number;
  readonly #items: Item[] = [];
  #first = 0;
  readonly #filled: Signal | undefined;
  readonly #drained: Signal | undefined;

  constructor(capacity: number, scheduler?: Scheduler) {
    this.capacity = capacity;
    this.#filled = scheduler === undefined ? undefined : new Signal(scheduler);
    this.#drained = scheduler === undefined ? undefined : new Signal(scheduler);
  }

  get length(): number {
    return this.#items.length - this.#first;
  }

  get isFull(): boolean {
    return this.length >= this.capacity;
  }

  /** Puts an item in, or gives false if the channel is full. */
  trySend(item: Item): boolean {
    if (this.isFull) return false;
    this.#items.push(item);
    this.#filled?.fire();
    return true;
  }

  /** Takes the oldest item, or `undefined` if there is none. */
  tryReceive(): Item | undefined {
    const item = this.#items[this.#first];
    if (item === undefined) return undefined;
    this.#first += 1;
    if (this.#first > 1024 && this.#first * 2 > this.#items.length) {
      this.#items.splice(0, this.#first);
      this.#first = 0;
    }
    this.#drained?.fire();
    return item;
  }

  /** Fires when an item comes in. */
  get filled(): Signal {
    return signalOf(this.#filled);
  }

  /** Fires when an item is taken out. */
  get drained(): Signal {
    return signalOf(this.#drained);
  }
}

function signalOf(signal: Signal | undefined): Signal {
  if (signal === undefined) throw new Error('this channel has no scheduler to wait with');
  return signal;
}

/** Go's `time.Ticker`: ticks at multiples of the period after its start; one tick can wait, further ones are dropped. */
export class Ticker {
  readonly #start: Nanoseconds;
  readonly #period: Nanoseconds;
  #taken = 0;

  constructor(start: Nanoseconds, period: Nanoseconds) {
    this.#start = start;
    this.#period = period;
  }

  /** True if a tick waits. */
  isReady(now: Nanoseconds): boolean {
    return this.#ticksUntil(now) > this.#taken;
  }

  /** Takes the waiting tick. */
  take(now: Nanoseconds): void {
    this.#taken = this.#ticksUntil(now);
  }

  /** When the next tick comes, if none waits. */
  next(): Nanoseconds {
    return (this.#start + (this.#taken + 1) * this.#period) as Nanoseconds;
  }

  #ticksUntil(now: Nanoseconds): number {
    return Math.max(0, Math.floor((now - this.#start) / this.#period));
  }
}
