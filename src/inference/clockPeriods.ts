/** The order of the process runs of a node where its clock was set back between them: those of a later period come later, whatever the times of their lines. */
import type { KubeletProcess } from './history.ts';

type Dated = Pick<KubeletProcess, 'clockPeriod'>;

/** In order of the time that `timeOf` gives, period by period; for sorting. */
export function compareByClock<Run extends Dated>(a: Run, b: Run, timeOf: (run: Run) => number): number {
  return periodOf(a) - periodOf(b) || timeOf(a) - timeOf(b);
}

/** Whether a process run was over when another began. */
export function wasOverBefore(
  one: Dated & Pick<KubeletProcess, 'to'>,
  other: Dated & Pick<KubeletProcess, 'from'>,
): boolean {
  return periodOf(one) === periodOf(other) ? one.to <= other.from : periodOf(one) < periodOf(other);
}

/** The process runs after which the clock was not set back any more. */
export function ofLastPeriod<Run extends Dated>(runs: readonly Run[]): readonly Run[] {
  let last = 0;
  for (const run of runs) last = Math.max(last, periodOf(run));
  return last === 0 ? runs : runs.filter((run) => periodOf(run) === last);
}

function periodOf({ clockPeriod = 0 }: Dated): number {
  return clockPeriod;
}
