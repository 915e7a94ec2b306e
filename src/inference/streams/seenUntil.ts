import { onceFor } from '../../kubelet/oncePer.ts';
import type { Instant } from '../../kubelet/time.ts';

/** Until when a writer wrote; a field that is always a number is written in place. */
class Last {
  to = Number.NEGATIVE_INFINITY;
}

/**
 * The last time of each host, of whichever program: until then the log goes on for what runs there. Lines without a host count together where an envelope gives their time or
 * program, as all of a capture have the same; bare lines of klog may come from any machine and count for none.
 */
export class SeenUntil {
  readonly #hosts = new Map<string, Last>();
  #host: string | undefined;
  #last: Last | undefined;

  see(host: string | undefined, time: Instant): void {
    if (this.#last === undefined || host !== this.#host) this.#last = this.#of(host);
    if (time > this.#last.to) this.#last.to = time;
  }

  /** The last time of these hosts; of lines without a host where there is none. */
  of(hosts: ReadonlySet<string>): Instant | undefined {
    const lasts = hosts.size === 0 ? [this.#hosts.get(NO_HOST)] : [...hosts].map((host) => this.#hosts.get(host));
    const to = Math.max(...lasts.map((last) => last?.to ?? Number.NEGATIVE_INFINITY));
    return Number.isFinite(to) ? (to as Instant) : undefined;
  }

  #of(host: string | undefined): Last {
    this.#host = host;
    return onceFor(this.#hosts, host ?? NO_HOST, () => new Last());
  }
}

/** No host has this name. */
const NO_HOST = '';
