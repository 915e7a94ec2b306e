/** Which unhealthy times are folded into a count, where a log has more of them than a history keeps. */
import { countLeading } from '../../kubelet/ordered.ts';
import { seconds, type Instant, type TimeBounds } from '../../kubelet/time.ts';
import type { FoldedCount } from '../store/folded.ts';
import { weightiest } from '../store/weightiest.ts';
import type { SkipRun } from './skipRuns.ts';

/** The threshold passes so long before its first skip at the most, where the loop is not held up. */
const BEFORE_FIRST_SKIP = seconds(10);

/** Runs of skips of one process that are not listed one by one. */
export class FoldedRuns {
  readonly #runs: ReadonlySet<SkipRun>;
  /** From the first to the last skip of each, in order. */
  readonly spans: readonly TimeBounds[];

  constructor(runs: readonly SkipRun[]) {
    this.#runs = new Set(runs);
    this.spans = runs.map(({ skips }) => ({
      min: ((skips[0]?.fact.time ?? 0) - BEFORE_FIRST_SKIP) as Instant,
      max: skips.at(-1)?.fact.time ?? (0 as Instant),
    }));
  }

  /** Whether a stretch lies in one of them. */
  covers(from: Instant, to: Instant): boolean {
    const span = this.spans[countLeading(this.spans, ({ max }) => max < from)];
    return span !== undefined && span.min <= from && span.max >= to;
  }

  has(run: SkipRun): boolean {
    return this.#runs.has(run);
  }
}

/** Of the runs of all processes the ones that are folded, by process: all but the first, the last and the longest. Counts them. */
export function runsToFold(
  runsOf: readonly (readonly SkipRun[])[],
  most: number,
  count: FoldedCount,
): readonly (FoldedRuns | undefined)[] {
  if (runsOf.reduce((sum, { length }) => sum + length, 0) <= most) return [];
  const kept = weightiest(runsOf.flat(), most, lengthOf);
  return runsOf.map((runs) => {
    const folded = runs.filter((run) => !kept.has(run));
    for (const { skips } of folded) count.add(skips[0]?.fact.time ?? (0 as Instant), skips.at(-1)?.fact.time);
    return folded.length === 0 ? undefined : new FoldedRuns(folded);
  });
}

function lengthOf({ skips }: SkipRun): number {
  return (skips.at(-1)?.fact.time ?? 0) - (skips[0]?.fact.time ?? 0);
}
