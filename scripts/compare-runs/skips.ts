/** Skips of the sync loop in a truth: runs of them with no finished turn between, and how far two truths are apart in them. */
import type { TruthEntry } from './truth.ts';

export interface SkipRun {
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly gaps: readonly number[];
}

export interface SkipsApart {
  /** Recorded, simulated. */
  readonly skips: readonly [number, number];
  /** Runs that are no mere start of a kubelet. */
  readonly runs: readonly [number, number];
  /** The first skips of each such run are at most so many seconds apart; infinite if there are more runs on one side. */
  readonly first: number;
  /** Median difference of the gaps between skips, as a part of the recorded gap. */
  readonly spacing: number;
}

export function skipRuns(truth: readonly TruthEntry[]): SkipRun[] {
  const runs: { first: number; last: number; text: string; gaps: number[] }[] = [];
  let open: (typeof runs)[number] | undefined;
  for (const { ev, at, err } of truth) {
    if (ev === 'kubelet_start' || ev === 'sync_iter') open = undefined;
    else if (ev !== 'sync_skip') continue;
    else if (open === undefined) {
      open = { first: at, last: at, text: err ?? '', gaps: [] };
      runs.push(open);
    } else {
      open.gaps.push(at - open.last);
      open.last = at;
    }
  }
  return runs;
}

export function compareSkips(recorded: readonly TruthEntry[], simulated: readonly TruthEntry[]): SkipsApart {
  const [real, ours] = [skipRuns(recorded), skipRuns(simulated)];
  const [faults, ourFaults] = [real.filter(isFault), ours.filter(isFault)];
  let first = faults.length === ourFaults.length ? 0 : Number.POSITIVE_INFINITY;
  const spacing: number[] = [];
  faults.forEach((run, index) => {
    const other = ourFaults[index];
    if (other === undefined) return;
    first = Math.max(first, Math.abs(run.first - other.first));
    run.gaps.forEach((gap, at) => {
      const ourGap = other.gaps[at];
      if (ourGap !== undefined) spacing.push(Math.abs(gap - ourGap) / gap);
    });
  });
  return {
    skips: [count(real), count(ours)],
    runs: [faults.length, ourFaults.length],
    first,
    spacing: median(spacing),
  };
}

/** Each start of a kubelet skips some times before its first relist. */
function isFault({ text, gaps }: SkipRun): boolean {
  return text.includes('last seen active') || !text.includes('yet') || gaps.length > 3;
}

function count(runs: readonly SkipRun[]): number {
  return runs.reduce((sum, { gaps }) => sum + gaps.length + 1, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
