/** When the faults begin that follow the kubelet's relists. */
import { NEVER, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import type { Fault } from '../scenario/scenario.ts';

export class FaultBegins {
  readonly #waiting: Set<Fault>;
  readonly #begins = new Map<Fault, Nanoseconds>();

  constructor(faults: readonly Fault[]) {
    this.#waiting = new Set(faults.filter(({ afterRelist }) => afterRelist !== undefined));
  }

  /** A relist of all pods ended (scenario's time). */
  relistEnded(at: Nanoseconds): void {
    for (const fault of this.#waiting) {
      if (fault.afterRelist === undefined || at < fault.from) continue;
      this.#begins.set(fault, plus(at, fault.afterRelist));
      this.#waiting.delete(fault);
    }
  }

  /** When a fault begins; never as long as it waits. */
  of(fault: Fault): Nanoseconds {
    return fault.afterRelist === undefined ? fault.from : (this.#begins.get(fault) ?? NEVER);
  }
}
