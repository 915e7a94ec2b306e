import type { Instant } from '../kubelet/time.ts';
import { hashOfWords, WORDS, writeBytes } from './idWords.ts';

/** Few enough to stay near to the processor, enough for their containers to be looked up side by side. */
const SIZE = 256;

/** Events whose containers were not looked up yet, in the order in which they came. */
export class EventBatch {
  count = 0;
  /** Their numbers in the table of events. */
  readonly events = new Int32Array(SIZE);
  readonly pods = new Int32Array(SIZE);
  /** The states that they tell, as numbers of the table of changes; `NO_STATE`: none. */
  readonly states = new Uint8Array(SIZE);
  readonly times = new Float64Array(SIZE);
  /** Packed. */
  readonly lines = new Float64Array(SIZE);
  /** The ids of their containers, `WORDS` of each. */
  readonly words = new Int32Array(SIZE * WORDS);
  readonly hashes = new Int32Array(SIZE);
  /** Room for whoever looks them up. */
  readonly guesses = new Int32Array(SIZE);

  get isFull(): boolean {
    return this.count === SIZE;
  }

  /** Takes the id of the next event's container, which begins at `idAt`; `false` when such an id cannot wait here. There must be room. */
  takeId(view: DataView, idAt: number): boolean {
    return writeBytes(this.words, this.count * WORDS, view, idAt);
  }

  /** Adds the event of the id that was taken last. */
  add(event: number, pod: number, state: number, time: Instant, line: number): void {
    const at = this.count;
    this.hashes[at] = hashOfWords(this.words, at * WORDS);
    this.events[at] = event;
    this.pods[at] = pod;
    this.states[at] = state;
    this.times[at] = time;
    this.lines[at] = line;
    this.count = at + 1;
  }
}
