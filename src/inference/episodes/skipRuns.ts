import type { BackoffSchedule } from '../../kubelet/profile.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { SkipFact } from '../../messages/fact.ts';
import { isOneSleep, lastStep, skipsBetween, sleepAfter, stepOf, TIMER_GRAIN } from './backoff.ts';
import type { FoldedBefore } from './foldedSkips.ts';
import { namingReason, startOfNamed } from '../relists/namedRelist.ts';

/** A skip and its place in the back-off. */
export interface PlacedSkip {
  readonly fact: SkipFact;
  /** Number of the sleep after it: 0 is 100 ms; `undefined` when neither spacing tells. */
  readonly step: number | undefined;
  /** Skips that the spacing before it proves to be missing. */
  readonly missingBefore: number;
  /** Nearer to the skip before than any sleep: no turn of this loop can have printed it there, or a clock stepped. */
  readonly offBackoff: boolean;
  /** How far the wall clock stepped between the skip before and this one, in microseconds; 0 for not at all. */
  readonly clockStep: number;
  /** Skips of the same run between the one before and this one that are not kept. */
  readonly foldedBefore?: number;
}

/** The wall clock stepped between two skips: their elapsed (a monotonic clock) differ by a sleep, their stamps do not. */
export interface ClockStep {
  readonly before: SkipFact;
  readonly after: SkipFact;
  /** Positive: forward. */
  readonly by: number;
}

/** How far the wall clock stepped between two skips that name a relist, or `undefined` when it did not (or nothing tells). */
export function clockStepBetween(schedule: BackoffSchedule, before: SkipFact, after: SkipFact): ClockStep | undefined {
  const first = namingReason(before)?.elapsed;
  const second = namingReason(after)?.elapsed;
  if (first === undefined || second === undefined || before.timeUnknown === true || after.timeUnknown === true)
    return undefined;
  const slept = second - first;
  const stamped = after.time - before.time;
  if (Math.abs(stamped - slept) < LEAST_STEP || !fitsSomeSleep(schedule, slept) || fitsSomeSleep(schedule, stamped))
    return undefined;
  return { before, after, by: stamped - slept };
}

/** Smaller differences are the noise of two clocks. */
const LEAST_STEP = 500_000;

/** Skips without a healthy check between them. */
export interface SkipRun {
  readonly skips: readonly PlacedSkip[];
  /** The first skip is the first of the run: the sleeps begin with the shortest. False when the log begins in the middle of the run. */
  readonly fromStart: boolean;
}

/**
 * Parts the skips of one process (in order of time) into runs. `provenHealthy(a, b)` says whether other lines prove a healthy check between two times.
 * `knownStart` is true when the first skip cannot have had one before it (the process began in this log). `foldedBefore` tells of skips that are not kept.
 */
export function partIntoRuns(
  skips: readonly SkipFact[],
  schedule: BackoffSchedule,
  knownStart: boolean,
  provenHealthy: (from: Instant, to: Instant) => boolean,
  foldedBefore: (skip: SkipFact) => FoldedBefore | undefined = () => undefined,
): readonly SkipRun[] {
  const runs: SkipRun[] = [];
  let run: PlacedSkip[] = [];
  let fromStart = knownStart;
  let step: number | undefined = knownStart ? 0 : undefined;
  let anchor: SkipFact | undefined;
  /** The first step of the run is what the spacing after it shows, which tells of no sleep where the next skip is of another run. */
  let shownByNext = false;
  const close = (): void => {
    const [only] = run;
    if (only !== undefined)
      runs.push(
        run.length === 1 && shownByNext
          ? { skips: [{ ...only, step: undefined }], fromStart: false }
          : { skips: run, fromStart },
      );
    run = [];
  };
  const begin = (fact: SkipFact, first: number | undefined, isStart: boolean): void => {
    close();
    step = first;
    fromStart = isStart;
    shownByNext = false;
    run.push({ fact, step, missingBefore: 0, offBackoff: false, clockStep: 0 });
    anchor = fact;
  };
  /** The elapsed of two relists can differ by some sleep by chance: it has to be the one that is due, and nothing may have been done in between. */
  const believableStep = (before: SkipFact, fact: SkipFact, due: number | undefined): number => {
    const by = clockStepBetween(schedule, before, fact)?.by ?? 0;
    const fits =
      due === undefined || isOneSleep(schedule, Math.min(due, lastStep(schedule)), fact.time - before.time - by);
    return fits && !(by > 0 && provenHealthy(before.time, fact.time)) ? by : 0;
  };
  /** A skip before which some are not kept: the loop went on skipping as it did, or nobody knows what it did. */
  const goOn = (fact: SkipFact, { count, isSteady }: FoldedBefore): void => {
    if (!isSteady) {
      begin(fact, undefined, false);
      run = run.map((skip) => ({ ...skip, foldedBefore: 0 }));
      return;
    }
    step = lastStep(schedule);
    run.push({ fact, step, missingBefore: 0, offBackoff: false, clockStep: 0, foldedBefore: count });
    anchor = fact;
  };
  skips.forEach((fact, index) => {
    const folded = foldedBefore(fact);
    if (folded !== undefined) {
      goOn(fact, folded);
      return;
    }
    const stale = anchor !== undefined && nameTheSame(anchor, fact);
    // The usual one: the next turn of a loop for which the same relist is too old. All else asks more.
    if (
      stale &&
      anchor !== undefined &&
      step !== undefined &&
      isOneSleep(schedule, step, fact.time - anchor.time) &&
      !provenHealthy(anchor.time, fact.time)
    ) {
      step += 1;
      run.push({ fact, step: capped(schedule, step), missingBefore: 0, offBackoff: false, clockStep: 0 });
      anchor = fact;
      return;
    }
    const next = skips[index + 1];
    const nextGap = next === undefined ? undefined : next.time - fact.time;
    if (anchor === undefined) {
      const shown = nextGap === undefined ? undefined : shownStep(schedule, nextGap);
      const isStart = knownStart || (schedule.kind === 'exponential' && shown === 0);
      begin(fact, isStart ? 0 : shown, isStart);
      shownByNext = !knownStart && schedule.kind === 'exponential';
      return;
    }
    const current = step;
    // Elapsed and stamps of two skips that name the same relist differ by less than a step.
    const clockStep = stale ? 0 : believableStep(anchor, fact, current);
    const gap = fact.time - anchor.time - clockStep;
    if (clockStep === 0 && provenHealthy(anchor.time, fact.time)) {
      begin(fact, 0, true);
      return;
    }
    const expected = current === undefined ? undefined : Math.min(current + 1, lastStep(schedule) + 1);
    const restarts =
      !stale &&
      schedule.kind === 'exponential' &&
      nextGap !== undefined &&
      expected !== 0 &&
      stepOf(schedule, nextGap) === 0 &&
      isOneSleep(schedule, 0, nextGap);
    if (restarts && (current === undefined || gap >= sleepAfter(schedule, current) - TIMER_GRAIN)) {
      begin(fact, 0, true);
      return;
    }
    if (current === undefined) {
      const shown = shownStep(schedule, gap);
      const lacking = !fitsSomeSleep(schedule, gap) ? skipsBetween(schedule, lastStep(schedule), gap) : 0;
      if (
        lacking !== 0 &&
        !stale &&
        gap > sleepAfter(schedule, lastStep(schedule)) &&
        (lacking === undefined || lacking > 3)
      ) {
        const following = nextGap === undefined ? undefined : shownStep(schedule, nextGap);
        begin(fact, following, schedule.kind === 'exponential' && following === 0);
        shownByNext = schedule.kind === 'exponential';
        return;
      }
      step = shown === undefined ? undefined : shown + 1;
      run.push({ fact, step: capped(schedule, step), missingBefore: lacking ?? 0, offBackoff: false, clockStep });
      anchor = fact;
      return;
    }
    if (gap < sleepAfter(schedule, current) - TIMER_GRAIN) {
      run.push({ fact, step: current, missingBefore: 0, offBackoff: true, clockStep: 0 });
      // A wall clock that stepped shows the next sleep from here, a stranger's line from the skip before.
      if (nextGap !== undefined && isOneSleep(schedule, Math.min(current + 1, lastStep(schedule)), nextGap)) {
        anchor = fact;
        step = current + 1;
      }
      return;
    }
    const missing = isOneSleep(schedule, current, gap) ? 0 : skipsBetween(schedule, current, gap);
    const goesOn =
      nextGap !== undefined &&
      missing !== undefined &&
      isOneSleep(schedule, Math.min(current + missing + 1, lastStep(schedule)), nextGap);
    if (
      missing === 0 ||
      (missing !== undefined && (stale || missing <= 3 || (goesOn && schedule.kind === 'exponential')))
    ) {
      step = current + missing + 1;
      run.push({ fact, step: capped(schedule, step), missingBefore: missing, offBackoff: false, clockStep });
      anchor = fact;
      return;
    }
    if (
      gap <= sleepAfter(schedule, current) * 2 &&
      nextGap !== undefined &&
      isOneSleep(schedule, Math.min(current + 1, lastStep(schedule)), nextGap)
    ) {
      // Late by more than a wake-up takes, but the back-off goes on: a stopped process or a clock step, not a healthy check.
      step = current + 1;
      run.push({ fact, step: capped(schedule, step), missingBefore: 0, offBackoff: false, clockStep });
      anchor = fact;
      return;
    }
    const fits = nextGap !== undefined && fitsSomeSleep(schedule, nextGap);
    const shown = fits ? shownStep(schedule, nextGap) : undefined;
    if (stale) {
      // The stretch goes on, but its sleeps do not add up: the process stood still, or lines are missing and others late.
      step = fits ? shown : lastStep(schedule);
      run.push({
        fact,
        step: capped(schedule, step),
        missingBefore: Math.max(0, Math.floor(gap / sleepAfter(schedule, lastStep(schedule))) - 1),
        offBackoff: false,
        clockStep,
      });
      anchor = fact;
      return;
    }
    begin(fact, fits ? shown : 0, !fits || shown === 0);
  });
  close();
  return runs;
}

/** Two skips that name one relist stand in one stretch: it was never listed again between them. */
function nameTheSame(a: SkipFact, b: SkipFact): boolean {
  const first = namingReason(a);
  const second = namingReason(b);
  return (
    first !== undefined &&
    second !== undefined &&
    Math.abs(startOfNamed(a, first) - startOfNamed(b, second)) < LEAST_STEP
  );
}

function capped(schedule: BackoffSchedule, step: number | undefined): number | undefined {
  return step === undefined ? undefined : Math.min(step, lastStep(schedule));
}

/** The step whose sleep a spacing shows, where it is one sleep; `undefined` where it is none, or can be a shorter one from which the loop woke late. */
function shownStep(schedule: BackoffSchedule, gap: number): number | undefined {
  const step = fitsSomeSleep(schedule, gap) ? stepOf(schedule, gap) : undefined;
  return step !== undefined && step > 0 && isOneSleep(schedule, step - 1, gap) ? undefined : step;
}

function fitsSomeSleep(schedule: BackoffSchedule, gap: number): boolean {
  const step = stepOf(schedule, gap);
  return step !== undefined && isOneSleep(schedule, step, gap);
}
