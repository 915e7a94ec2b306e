import { onceFor } from '../../kubelet/oncePer.ts';
import type { Instant, TimeBounds } from '../../kubelet/time.ts';

/** From when and until when a writer wrote; fields that are always numbers are written in place. */
class Seen {
  from = Number.POSITIVE_INFINITY;
  to = Number.NEGATIVE_INFINITY;
}

/**
 * The first and the last time of each host, of whichever program: so long the log tells of what runs there. Lines without a host count together where an envelope gives their time or
 * program, as all of a capture have the same; bare lines of klog may come from any machine and count for none.
 */
export class SeenOfHosts {
  readonly #hosts = new Map<string, Seen>();
  #host: string | undefined;
  #seen: Seen | undefined;

  /** Notes lines of a host between two times. */
  see(host: string | undefined, from: Instant, to: Instant): void {
    if (this.#seen === undefined || host !== this.#host) this.#seen = this.#of(host);
    if (from < this.#seen.from) this.#seen.from = from;
    if (to > this.#seen.to) this.#seen.to = to;
  }

  /** The first and the last time of these hosts; of lines without a host where there is none. */
  of(hosts: ReadonlySet<string>): TimeBounds | undefined {
    const all = [...(hosts.size === 0 ? [NO_HOST] : hosts)].flatMap((host) => this.#hosts.get(host) ?? []);
    return all.length === 0
      ? undefined
      : {
          min: Math.min(...all.map(({ from }) => from)) as Instant,
          max: Math.max(...all.map(({ to }) => to)) as Instant,
        };
  }

  #of(host: string | undefined): Seen {
    this.#host = host;
    return onceFor(this.#hosts, host ?? NO_HOST, () => new Seen());
  }
}

/** No host has this name. */
const NO_HOST = '';
