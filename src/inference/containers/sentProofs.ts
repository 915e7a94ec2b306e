import { countLeading } from '../../kubelet/ordered.ts';
import type { Instant } from '../../kubelet/time.ts';

/**
 * When the channel to the sync loop was how far through: an exit of which both PLEG's own line (written as it sends the event) and the event as the loop handled
 * it are in the log. Events come out in the order in which they were sent, so what the loop handles later was sent later than that one, however long it waited.
 * generic.go, Relist; kubelet.go, syncLoopIteration; 1.22–1.36.
 */
export class SentProofs {
  /** When the loop handled such an event, in order, and when it had been sent. */
  readonly #handled: number[] = [];
  readonly #sent: number[] = [];

  add(sent: Instant, handled: Instant): void {
    if (handled < (this.#handled.at(-1) ?? Number.NEGATIVE_INFINITY)) return;
    this.#handled.push(handled);
    this.#sent.push(Math.min(sent, handled) - WRITTEN_WITHIN);
  }

  /** From when on an event was sent that the loop handled at a time; `undefined` where nothing tells. */
  sentSince(handled: Instant): Instant | undefined {
    const sent = this.#sent[countLeading(this.#handled, (time) => time < handled) - 1];
    return sent === undefined ? undefined : (sent as Instant);
  }
}

/** PLEG writes its line so soon after it sent the event, in microseconds. */
const WRITTEN_WITHIN = 100_000;
