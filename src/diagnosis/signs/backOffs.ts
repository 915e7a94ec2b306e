import type { FactGroup, FactGroups, FactRow } from '../../inference/store/factGroups.ts';
import type { Duration, Instant } from '../../kubelet/time.ts';

/** One line of them, by its row. */
interface BackOff {
  readonly row: number;
  readonly time: Instant;
  readonly wait: Duration;
}

/** The kubelet's own words that it waits before it starts a container of a pod again: counted, with their first and last line by time. */
export class BackOffs {
  count = 0;
  first: BackOff | undefined;
  last: BackOff | undefined;
  /** The longest wait that a line names; 0 without one. */
  longest = 0 as Duration;
  /** The containers that they name. */
  readonly containers = new Set<string>();
  readonly #linesOf = new Map<Duration, number>();
  readonly #facts: FactGroups;

  /** `facts`: of which the lines are. */
  constructor(facts: FactGroups) {
    this.#facts = facts;
  }

  /** Where one of them stands. */
  lineOf({ row }: BackOff): FactRow {
    return this.#facts.lineOf(row);
  }

  /** Counts lines with the same words. */
  add(
    { containers, wait }: { readonly containers: readonly string[]; readonly wait: Duration },
    { count, earliest, latest }: FactGroup,
  ): void {
    this.count += count;
    this.#linesOf.set(wait, (this.#linesOf.get(wait) ?? 0) + count);
    for (const container of containers) this.containers.add(container);
    if (wait > this.longest) this.longest = wait;
    const [from, to] = [this.#facts.timeOf(earliest), this.#facts.timeOf(latest)];
    if (this.first === undefined || isBefore(from, earliest, this.first))
      this.first = { row: earliest, time: from, wait };
    if (this.last === undefined || isAfter(to, latest, this.last)) this.last = { row: latest, time: to, wait };
  }

  /** The waits that lines name, each once, the shortest first. */
  get waits(): readonly Duration[] {
    return [...this.#linesOf.keys()].filter((wait) => wait > 0).sort((a, b) => a - b);
  }

  /** How many lines name a wait of at least so long. */
  linesFrom(shortest: Duration): number {
    let lines = 0;
    for (const [wait, count] of this.#linesOf) if (wait >= shortest) lines += count;
    return lines;
  }
}

function isBefore(time: Instant, row: number, than: BackOff): boolean {
  return time < than.time || (time === than.time && row < than.row);
}

function isAfter(time: Instant, row: number, than: BackOff): boolean {
  return time > than.time || (time === than.time && row > than.row);
}
