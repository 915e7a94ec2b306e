/**
 * Relists that no line names and that took long: the inspection of pods one after another shows as events at an even pace, each of another pod. (At `-v=2` a slow inspection has
 * no line of its own.)
 */
import { firstAfter } from '../../kubelet/ordered.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import { type ProcessFacts } from './innerStateFacts.ts';
import type { PlannedRelist } from './plannedRelists.ts';
import type { TimedChange } from './sentTimes.ts';

/** The first change of a pod that a relist reported, of one or more. */
type Visit = TimedChange;

const ONE_VISIT: Duration = milliseconds(100);
const LEAST_PACE: Duration = milliseconds(200);
const MOST_PACE: Duration = seconds(60);
/** Relists that follow one another every second have this pace too. */
const PERIOD_FROM: Duration = seconds(0.85);
const PERIOD_TO: Duration = seconds(1.25);
/** How much one pod's time differs from the next one's. */
const EVEN = 0.25;
const LEAST_VISITS = 5;
/** A fast relist takes some milliseconds. */
export const FAST: Duration = milliseconds(8);

/** Slow relists between the planned ones, in order. */
export function slowInspections(
  facts: ProcessFacts,
  changes: readonly TimedChange[],
  planned: readonly PlannedRelist[],
): readonly PlannedRelist[] {
  const found: PlannedRelist[] = [];
  const endsUpTo = latestEnds(planned);
  let run: Visit[] = [];
  let uids = new Set<string>();
  let pace = 0;
  const close = (): void => {
    const first = run[0];
    const second = run[1];
    const last = run.at(-1);
    if (run.length >= LEAST_VISITS && first !== undefined && second !== undefined && last !== undefined) {
      const start = Math.max(first.sent - (second.sent - first.sent), found.at(-1)?.end ?? facts.begin) as Instant;
      // One longer than the threshold would have made the loop skip, with lines that name it.
      const plausible = start <= first.sent && last.sent - start <= facts.threshold;
      const before = firstAfter(planned, last.sent - 1, (one) => one.start) - 1;
      if (plausible && !((endsUpTo[before] ?? Number.NEGATIVE_INFINITY) > start))
        found.push(guess(facts, start, first, last));
    }
  };
  for (const visit of visitsOf(changes)) {
    const last = run.at(-1);
    const gap = last === undefined ? 0 : visit.sent - last.sent;
    const paced = gap >= LEAST_PACE && gap <= MOST_PACE && (gap < PERIOD_FROM || gap > PERIOD_TO);
    const even = run.length < 2 || Math.abs(gap - pace) <= EVEN * Math.max(gap, pace);
    if (last !== undefined && paced && even && !uids.has(visit.change.uid)) {
      run.push(visit);
      uids.add(visit.change.uid);
      pace = gap;
      continue;
    }
    close();
    run = last !== undefined && run.length === 1 && paced ? [last, visit] : [visit];
    uids = new Set(run.map(({ change }) => change.uid));
    pace = run.length === 2 ? gap : 0;
  }
  close();
  return found;
}

/** For each relist, they being in order of their starts, the latest end up to it. */
function latestEnds(planned: readonly PlannedRelist[]): readonly number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return planned.map(({ start, listed, end }) => (latest = Math.max(latest, end ?? listed ?? start)));
}

function visitsOf(changes: readonly TimedChange[]): readonly Visit[] {
  const visits: Visit[] = [];
  for (const timed of changes) {
    const last = visits.at(-1);
    if (last !== undefined && last.change.uid === timed.change.uid && timed.sent - last.sent < ONE_VISIT) continue;
    visits.push(timed);
  }
  return visits;
}

function guess(facts: ProcessFacts, start: Instant, first: Visit, last: Visit): PlannedRelist {
  const bounds = { min: start, max: first.sent };
  const { reportedAt, turn } = first.change;
  const at = reportedAt ?? (turn === undefined ? undefined : facts.handled[turn]);
  return {
    start,
    listed: Math.min(first.sent, start + FAST) as Instant,
    end: (last.sent + 1) as Instant,
    failed: false,
    guessed: true,
    relist: {
      process: facts.process.id,
      scope: 'all',
      start: bounds,
      listed: bounds,
      phase: 'inspecting',
      outcome: 'unknown',
      evidence: at === undefined ? [] : [{ source: at.source, line: at.line }],
    },
  };
}
