/**
 * Parts the skips of a process into runs: skips without a healthy check between them, so that one back-off goes through all of them. Where the lines allow no
 * healthy check (the same relist stays too old, reasons of a start stand again), there is none, whatever the spacing says; else the spacing decides.
 */
import {
  isOneSleep,
  lastStep,
  skipsBetween,
  sleepAfter,
  stepOf,
  TIMER_GRAIN,
  WAKE_DELAY,
} from '../inference/episodes/backoff.ts';
import type { BackoffSchedule } from '../kubelet/profile.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../kubelet/constants.ts';
import { type Duration } from '../kubelet/time.ts';
import type { LoggedSkip, ReplayProcess } from './loggedSkips.ts';
import { SAME_RELIST } from '../inference/relists/namedRelist.ts';

export interface Run {
  readonly skips: readonly LoggedSkip[];
  /** For each skip by how much its spacing from the skip before misses the sleep that was due there; 0 for the first. */
  readonly missed: readonly Duration[];
  /** Number of the sleep after the first skip: 0 is the shortest. */
  readonly firstStep: number;
  /** The first step was read from the first spacing, because the log begins in the middle of the run. */
  readonly stepFitted: boolean;
}

/** The spacing that follows tells so many missing skips from one more. */
const FEW = 3;

/** All runs of a process, in order. */
export function runsOf(of: ReplayProcess): readonly Run[] {
  const schedule = of.profile.backoff;
  const runs: Run[] = [];
  let skips: LoggedSkip[] = [];
  let missed: Duration[] = [];
  let firstStep = 0;
  let stepFitted = false;
  let anchor: LoggedSkip | undefined;
  let step = 0;
  const begin = (skip: LoggedSkip, next: LoggedSkip | undefined): void => {
    if (skips.length > 0) runs.push({ skips, missed, firstStep, stepFitted });
    const gap = next === undefined ? undefined : next.time - skip.time;
    const inMiddle = skip.isAfterFolded === true || (runs.length === 0 && !of.process.startedInLog);
    const followed = gap === undefined ? undefined : stepOf(schedule, gap);
    stepFitted = inMiddle && followed !== undefined && followed > 0;
    firstStep = stepFitted && followed !== undefined ? followed : 0;
    skips = [skip];
    missed = [0 as Duration];
    anchor = skip;
    step = firstStep;
  };
  of.skips.forEach((skip, at) => {
    const next = of.skips[at + 1];
    if (anchor === undefined) {
      begin(skip, next);
      return;
    }
    const gap = skip.time - anchor.time;
    const nextGap = next === undefined ? undefined : next.time - skip.time;
    // Between skips that are not kept nothing can be compared.
    if (skip.isAfterFolded === true) {
      begin(skip, next);
      return;
    }
    if (!staysUnhealthy(skips.at(-1) ?? anchor, skip, of.threshold) && beginsAnew(schedule, step, gap, nextGap)) {
      begin(skip, next);
      return;
    }
    skips.push(skip);
    missed.push((gap - sleepAfter(schedule, step)) as Duration);
    const moved = placeAfter(schedule, step, gap, nextGap);
    if (moved !== undefined) {
      anchor = skip;
      step = moved;
    }
  });
  if (skips.length > 0) runs.push({ skips, missed, firstStep, stepFitted });
  return runs;
}

/** No check between two skips can have been healthy. */
function staysUnhealthy(a: LoggedSkip, b: LoggedSkip, threshold: Duration): boolean {
  // Reasons of a start go once and never come back within a process.
  if (b.kinds.has('never') || b.kinds.has('statusUnknown')) return true;
  if (a.named !== undefined && b.named !== undefined) {
    if (Math.abs(b.named - a.named) < SAME_RELIST) return true;
    // A newer relist that was already too old when the first of the two was written.
    if (b.named > a.named && b.named + threshold <= a.time) return true;
  }
  // A good Status would have held for 30 s.
  return a.kinds.has('down') && b.kinds.has('down') && b.time - a.time < BASE_RUNTIME_SYNC_THRESHOLD;
}

/** The spacing shows a new back-off: a short sleep follows where a longer one is due, or it fits no sleeps of the old one. */
function beginsAnew(schedule: BackoffSchedule, step: number, gap: number, nextGap: number | undefined): boolean {
  const due = Math.min(step + 1, lastStep(schedule));
  if (gap < sleepAfter(schedule, step) - 5_000) return false;
  const restarts =
    schedule.kind === 'exponential' &&
    due !== 0 &&
    nextGap !== undefined &&
    stepOf(schedule, nextGap) === 0 &&
    isOneSleep(schedule, 0, nextGap);
  if (restarts) return true;
  if (isOneSleep(schedule, step, gap)) return false;
  // Sleeps that are all alike show no beginning: any later skip would seem to go on.
  if (schedule.kind === 'fixed') return true;
  // The next sleep is the long one that is due: the back-off was not reset, the loop was held up or the clock stepped.
  if (nextGap !== undefined && isOneSleep(schedule, due, nextGap)) return false;
  const missing = skipsBetween(schedule, step, gap);
  const goesOn =
    missing !== undefined &&
    nextGap !== undefined &&
    isOneSleep(schedule, Math.min(step + missing + 1, lastStep(schedule)), nextGap);
  return !goesOn;
}

/**
 * The step after a skip of the same run, or `undefined` if the skip is no turn of this loop (too early, and nothing follows from it). Short sleeps are shorter
 * than what a loaded loop is late, so a spacing can fit with or without a missing skip; the next spacing decides then.
 */
function placeAfter(
  schedule: BackoffSchedule,
  step: number,
  gap: number,
  nextGap: number | undefined,
): number | undefined {
  const top = lastStep(schedule);
  const goesOn = (next: number): boolean => nextGap !== undefined && isOneSleep(schedule, Math.min(next, top), nextGap);
  let total: number = sleepAfter(schedule, step);
  // The usual one: nothing is missing, and the next sleep is the one that is due.
  if (total <= gap + TIMER_GRAIN && gap <= total + WAKE_DELAY && goesOn(step + 1)) return Math.min(step + 1, top);
  const fitting: number[] = [];
  for (let missing = 0; missing <= FEW && total <= gap + TIMER_GRAIN; missing += 1) {
    if (gap <= total + WAKE_DELAY) fitting.push(step + missing + 1);
    total += sleepAfter(schedule, Math.min(step + missing + 1, top));
  }
  const [first] = fitting;
  const next = fitting.find(goesOn) ?? first;
  if (next !== undefined) return Math.min(next, top);
  const missing = gap < sleepAfter(schedule, step) ? undefined : skipsBetween(schedule, step, gap);
  if (missing !== undefined) return Math.min(step + missing + 1, top);
  return goesOn(step + 1) ? Math.min(step + 1, top) : undefined;
}
