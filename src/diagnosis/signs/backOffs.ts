import type { FactRow } from '../../inference/store/factGroups.ts';
import type { Duration } from '../../kubelet/time.ts';

/** One line of them. */
export interface BackOff extends FactRow {
  readonly wait: Duration;
}

/** The kubelet's own words that it waits before it starts a container of a pod again: counted, with their first and last line by time. */
export class BackOffs {
  count = 0;
  first: BackOff | undefined = undefined;
  last: BackOff | undefined = undefined;
  /** The longest wait that a line names; 0 without one. */
  longest = 0 as Duration;
  /** The containers that they name. */
  readonly containers = new Set<string>();
  readonly #linesOf = new Map<Duration, number>();

  /** Counts lines with the same words, given the first and the last of them. */
  add(
    { containers, wait }: { readonly containers: readonly string[]; readonly wait: Duration },
    count: number,
    first: FactRow,
    last: FactRow,
  ): void {
    this.count += count;
    this.#linesOf.set(wait, (this.#linesOf.get(wait) ?? 0) + count);
    for (const container of containers) this.containers.add(container);
    if (wait > this.longest) this.longest = wait;
    if (this.first === undefined || isBefore(first, this.first)) this.first = { ...first, wait };
    if (this.last === undefined || isBefore(this.last, last)) this.last = { ...last, wait };
  }

  /** How many lines name a wait of at least so long. */
  linesFrom(shortest: Duration): number {
    let lines = 0;
    for (const [wait, count] of this.#linesOf) if (wait >= shortest) lines += count;
    return lines;
  }
}

function isBefore(a: FactRow, b: FactRow): boolean {
  return a.time < b.time || (a.time === b.time && a.row < b.row);
}
