import { oncePer } from '../../kubelet/oncePer.ts';
import type { BackoffSchedule } from '../../kubelet/profile.ts';
import { type Duration, duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';

/** A timer never fires early; the stamps of two lines can be this much nearer than the sleep between them. */
export const TIMER_GRAIN: Duration = milliseconds(5);

/** How late the loop's next check comes after its sleep on a loaded node: 193 ms was the most in 580 skips of real runs. */
export const WAKE_DELAY: Duration = milliseconds(250);

/** The sleeps of a schedule up to the longest; asked for again and again for each skip. */
const sleepsOf = oncePer(madeSleeps);

function madeSleeps(schedule: BackoffSchedule): readonly Duration[] {
  if (schedule.kind === 'fixed') return [schedule.every];
  const sleeps: Duration[] = [];
  let sleep: Duration;
  do {
    sleep = duration(Math.min(schedule.max, schedule.base * schedule.factor ** sleeps.length));
    sleeps.push(sleep);
  } while (sleep < schedule.max);
  return sleeps;
}

/** The sleep after the skip with this number (0 for the first of a run). */
export function sleepAfter(schedule: BackoffSchedule, step: number): Duration {
  const sleeps = sleepsOf(schedule);
  return sleeps[Math.min(step, sleeps.length - 1)] as Duration;
}

/** The number of the step from which the sleep no longer grows. */
export function lastStep(schedule: BackoffSchedule): number {
  return sleepsOf(schedule).length - 1;
}

/** The step whose sleep a spacing of two skips shows: the longest sleep that fits into it. `undefined` when even the first is longer. */
export function stepOf(schedule: BackoffSchedule, gap: number): number | undefined {
  const top = lastStep(schedule);
  for (let step = top; step >= 0; step -= 1) if (sleepAfter(schedule, step) <= gap + TIMER_GRAIN) return step;
  return undefined;
}

/** True if a spacing is one sleep of this step and nothing more. */
export function isOneSleep(schedule: BackoffSchedule, step: number, gap: number): boolean {
  const sleep = sleepAfter(schedule, step);
  return gap >= sleep - TIMER_GRAIN && gap <= sleep + Math.max(WAKE_DELAY, sleep * 0.1);
}

/** The step whose sleep a spacing of two skips is; `undefined` where it is none. */
export function sleepOf(schedule: BackoffSchedule, gap: number): number | undefined {
  const step = stepOf(schedule, gap);
  return step !== undefined && isOneSleep(schedule, step, gap) ? step : undefined;
}

/** How many skips between two, seen from `step`, would make this spacing: the sleeps of several steps. `undefined` when no number does. */
export function skipsBetween(schedule: BackoffSchedule, step: number, gap: number): number | undefined {
  let total: number = sleepAfter(schedule, step);
  for (let missing = 1; total < gap; missing += 1) {
    const top = lastStep(schedule);
    if (step + missing > top + 1 && sleepAfter(schedule, top) > 0) {
      // From the cap on all sleeps are equal: no need to count them one by one.
      const more = Math.max(0, Math.floor((gap - total) / sleepAfter(schedule, top)) - 1);
      total += more * sleepAfter(schedule, top);
      missing += more;
    }
    total += sleepAfter(schedule, step + missing);
    if (gap >= total - TIMER_GRAIN && gap <= total + WAKE_DELAY + missing * milliseconds(5)) return missing;
  }
  return undefined;
}

/** When the loop wakes after a skip of this step. `step` unknown: any step. */
export function wakeAfter(
  schedule: BackoffSchedule,
  time: Instant,
  step: number | undefined,
): { readonly min: Instant; readonly max: Instant } {
  const shortest = sleepAfter(schedule, step ?? 0);
  const longest = sleepAfter(schedule, step ?? lastStep(schedule));
  return { min: (time + shortest) as Instant, max: (time + longest + WAKE_DELAY) as Instant };
}

/** Spacing that no back-off has between two skips of one run, unless lines are missing. */
export const LONGEST_SLEEP: Duration = seconds(5);
