/** The model's time as time of the log. */
import type { Instant } from '../../kubelet/time.ts';
import { type Nanoseconds, nanoseconds } from '../../model/nanoseconds.ts';

/** Microseconds since the epoch to nanoseconds since the model's beginning and back. */
export class ModelClock {
  readonly #origin: Instant;

  constructor(origin: Instant) {
    this.#origin = origin;
  }

  model(time: number): Nanoseconds {
    return nanoseconds((time - this.#origin) * 1000);
  }

  real(time: Nanoseconds): Instant {
    return (this.#origin + time / 1000) as Instant;
  }
}
