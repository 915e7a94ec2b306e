import type { SkipFact } from '../../messages/fact.ts';
import { type Folded, FoldedCount } from '../store/folded.ts';
import { foldSkips } from './foldedSkips.ts';
import type { ProcessLedger } from '../streams/ledger.ts';

/** What is left of the bound when skips are folded, so that it is not done for each that comes. */
const LEFT = 0.75;

/** The skips of all processes in the order in which they came; above a bound the least interesting are only counted. */
export class SkipBook {
  readonly #most: number;
  #order: SkipFact[] = [];
  #total = 0;
  readonly #count = new FoldedCount();

  constructor(most: number) {
    this.#most = most;
  }

  /** Of all that came, whether kept or not. */
  get total(): number {
    return this.#total;
  }

  /** The kept ones, in the order in which they came. */
  get order(): readonly SkipFact[] {
    return this.#order;
  }

  get folded(): Folded | undefined {
    return this.#count.folded('skips');
  }

  /** Takes one that its process has taken. */
  add(skip: SkipFact, ledgers: readonly ProcessLedger[]): void {
    this.#order.push(skip);
    this.#total += 1;
    if (this.#order.length > this.#most) this.#fold(ledgers);
  }

  /** Leaves out those of processes that are no longer kept. */
  forget(processes: Iterable<ProcessLedger>): void {
    const dropped = new Set<SkipFact>();
    for (const { skips } of processes) for (const skip of skips) dropped.add(skip);
    this.#leaveOut(dropped);
  }

  /** Processes with the most skips give up theirs. */
  #fold(ledgers: readonly ProcessLedger[]): void {
    const most = levelOf(
      ledgers.map(({ skips }) => skips.length),
      this.#most * LEFT,
    );
    const dropped = new Set<SkipFact>();
    for (const ledger of ledgers)
      if (ledger.skips.length > most) for (const skip of foldSkips(ledger, most)) dropped.add(skip);
    this.#leaveOut(dropped);
  }

  #leaveOut(dropped: ReadonlySet<SkipFact>): void {
    if (dropped.size === 0) return;
    for (const { time } of dropped) this.#count.add(time);
    this.#order = this.#order.filter((skip) => !dropped.has(skip));
  }
}

/** The number above which all are cut down to it, so that together they are at most `sum`. */
function levelOf(numbers: readonly number[], sum: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  let left = sum;
  for (let at = 0; at < sorted.length; at += 1) {
    const share = left / (sorted.length - at);
    if ((sorted[at] ?? 0) > share) return Math.floor(share);
    left -= sorted[at] ?? 0;
  }
  return Number.POSITIVE_INFINITY;
}
