import type { FactGroup, FactGroups, FactRow } from '../../inference/store/factGroups.ts';
import type { Duration, Instant } from '../../kubelet/time.ts';

/** One line of them. */
export interface BackOff extends FactRow {
  readonly wait: Duration;
}

/** A line by its row; objects are made of the few that are asked for. */
interface RowOfWait {
  readonly row: number;
  readonly time: Instant;
  readonly wait: Duration;
  line?: BackOff;
}

/** The kubelet's own words that it waits before it starts a container of a pod again: counted, with their first and last line by time. */
export class BackOffs {
  count = 0;
  /** The longest wait that a line names; 0 without one. */
  longest = 0 as Duration;
  /** The containers that they name. */
  readonly containers = new Set<string>();
  readonly #linesOf = new Map<Duration, number>();
  readonly #facts: FactGroups;
  #first: RowOfWait | undefined;
  #last: RowOfWait | undefined;

  /** `facts`: of which the lines are. */
  constructor(facts: FactGroups) {
    this.#facts = facts;
  }

  get first(): BackOff | undefined {
    return this.#lineOf(this.#first);
  }

  get last(): BackOff | undefined {
    return this.#lineOf(this.#last);
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
    if (this.#first === undefined || isBefore(from, earliest, this.#first))
      this.#first = { row: earliest, time: from, wait };
    if (this.#last === undefined || isAfter(to, latest, this.#last)) this.#last = { row: latest, time: to, wait };
  }

  /** How many lines name a wait of at least so long. */
  linesFrom(shortest: Duration): number {
    let lines = 0;
    for (const [wait, count] of this.#linesOf) if (wait >= shortest) lines += count;
    return lines;
  }

  #lineOf(line: RowOfWait | undefined): BackOff | undefined {
    return line === undefined ? undefined : (line.line ??= { ...this.#facts.lineOf(line.row), wait: line.wait });
  }
}

function isBefore(time: Instant, row: number, than: RowOfWait): boolean {
  return time < than.time || (time === than.time && row < than.row);
}

function isAfter(time: Instant, row: number, than: RowOfWait): boolean {
  return time > than.time || (time === than.time && row > than.row);
}
