import type { BackoffSchedule } from '../kubelet/profile.ts';
import type { Instant } from '../kubelet/time.ts';
import type { SkipFact } from '../messages/fact.ts';
import { isOneSleep, lastStep, skipsBetween, sleepAfter, stepOf, TIMER_GRAIN } from './backoff.ts';

/** A skip and its place in the back-off. */
export interface PlacedSkip {
  readonly fact: SkipFact;
  /** Number of the sleep after it: 0 is 100 ms; `undefined` when neither spacing tells. */
  readonly step: number | undefined;
  /** Skips that the spacing before it proves to be missing. */
  readonly missingBefore: number;
  /** Nearer to the skip before than any sleep: no turn of this loop can have printed it there, or a clock stepped. */
  readonly offBackoff: boolean;
}

/** Skips without a healthy check between them. */
export interface SkipRun {
  readonly skips: readonly PlacedSkip[];
  /** The first skip is the first of the run: the sleeps begin with the shortest. False when the log begins in the middle of the run. */
  readonly fromStart: boolean;
}

/**
 * Parts the skips of one process (in order of time) into runs. `provenHealthy(a, b)` says whether other lines prove a healthy check between two times.
 * `knownStart` is true when the first skip cannot have had one before it (the life began in this log).
 */
export function partIntoRuns(
  skips: readonly SkipFact[], schedule: BackoffSchedule, knownStart: boolean, provenHealthy: (from: Instant, to: Instant) => boolean,
): readonly SkipRun[] {
  const runs: SkipRun[] = [];
  let run: PlacedSkip[] = [];
  let fromStart = knownStart;
  let step: number | undefined = knownStart ? 0 : undefined;
  let anchor: SkipFact | undefined;
  const close = (): void => {
    if (run.length > 0) runs.push({ skips: run, fromStart });
    run = [];
  };
  const begin = (fact: SkipFact, first: number | undefined, isStart: boolean): void => {
    close();
    step = first;
    fromStart = isStart;
    run.push({ fact, step, missingBefore: 0, offBackoff: false });
    anchor = fact;
  };
  skips.forEach((fact, index) => {
    const next = skips[index + 1];
    const nextGap = next === undefined ? undefined : next.time - fact.time;
    if (anchor === undefined) {
      const shown = nextGap === undefined || !fitsSomeSleep(schedule, nextGap) ? undefined : stepOf(schedule, nextGap);
      const isStart = knownStart || (schedule.kind === 'exponential' && shown === 0);
      begin(fact, isStart ? 0 : shown, isStart);
      return;
    }
    const gap = fact.time - anchor.time;
    const current = step;
    if (provenHealthy(anchor.time, fact.time)) {
      begin(fact, 0, true);
      return;
    }
    const expected = current === undefined ? undefined : Math.min(current + 1, lastStep(schedule) + 1);
    const restarts = schedule.kind === 'exponential' && nextGap !== undefined && expected !== 0 && stepOf(schedule, nextGap) === 0 && isOneSleep(schedule, 0, nextGap);
    if (restarts && (current === undefined || gap >= sleepAfter(schedule, current) - TIMER_GRAIN)) {
      begin(fact, 0, true);
      return;
    }
    if (current === undefined) {
      const shown = fitsSomeSleep(schedule, gap) ? stepOf(schedule, gap) : undefined;
      step = shown === undefined ? undefined : shown + 1;
      run.push({ fact, step: shown === undefined ? undefined : capped(schedule, step), missingBefore: 0, offBackoff: false });
      anchor = fact;
      return;
    }
    if (gap < sleepAfter(schedule, current) - TIMER_GRAIN) {
      run.push({ fact, step: current, missingBefore: 0, offBackoff: true });
      // A wall clock that stepped shows the next sleep from here, a stranger's line from the skip before.
      if (nextGap !== undefined && isOneSleep(schedule, Math.min(current + 1, lastStep(schedule)), nextGap)) {
        anchor = fact;
        step = current + 1;
      }
      return;
    }
    const missing = isOneSleep(schedule, current, gap) ? 0 : skipsBetween(schedule, current, gap);
    const goesOn = nextGap !== undefined && missing !== undefined && isOneSleep(schedule, Math.min(current + missing + 1, lastStep(schedule)), nextGap);
    if (missing === 0 || (missing !== undefined && (goesOn || missing <= 3))) {
      step = current + missing + 1;
      run.push({ fact, step: capped(schedule, step), missingBefore: missing, offBackoff: false });
      anchor = fact;
      return;
    }
    if (gap <= sleepAfter(schedule, current) * 2 && nextGap !== undefined && isOneSleep(schedule, Math.min(current + 1, lastStep(schedule)), nextGap)) {
      // Late by more than a wake-up takes, but the back-off goes on: a stopped process or a clock step, not a healthy check.
      step = current + 1;
      run.push({ fact, step: capped(schedule, step), missingBefore: 0, offBackoff: false });
      anchor = fact;
      return;
    }
    const shown = nextGap === undefined || !fitsSomeSleep(schedule, nextGap) ? undefined : stepOf(schedule, nextGap);
    begin(fact, shown ?? 0, shown === undefined || shown === 0);
  });
  close();
  return runs;
}

function capped(schedule: BackoffSchedule, step: number | undefined): number | undefined {
  return step === undefined ? undefined : Math.min(step, lastStep(schedule));
}

function fitsSomeSleep(schedule: BackoffSchedule, gap: number): boolean {
  const step = stepOf(schedule, gap);
  return step !== undefined && isOneSleep(schedule, step, gap);
}
