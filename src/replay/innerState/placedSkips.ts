/** The skips of a process, each with its place in the back-off. */
import type { KubeletProcess, PlegEvent, Skip } from '../../inference/history.ts';
import { type Duration, seconds } from '../../kubelet/time.ts';
import type { ReplayProcess } from '../loggedSkips.ts';
import { isOneSleep, lastStep, skipsBetween, sleepAfter } from '../../inference/episodes/backoff.ts';
import { runsOf } from '../runs.ts';

/** One skip with its place in the back-off. */
export interface PlacedSkip {
  readonly skip: Skip;
  /** The sleep after it. */
  readonly sleep: Duration;
  /** In a log that begins inside the run only a spacing tells the sleep; before one did it is the shortest. */
  readonly sleepKnown: boolean;
  readonly index: number;
  /** How many skips of the run there were up to this one, with those that are missing in the log. */
  readonly count: number;
  /** The first skip of the run may be missing: the log begins after it. */
  readonly beganEarlier: boolean;
  /** Last skip of its run. */
  readonly isLast: boolean;
  /** Place in the list of runs. */
  readonly run: number;
}

export function placedSkips(of: ReplayProcess): readonly PlacedSkip[] {
  const schedule = of.profile.backoff;
  const top = lastStep(schedule);
  return runsOf(of).flatMap((run, number) => {
    let step = run.firstStep;
    const inMiddle = number === 0 && !of.process.startedInLog;
    let sleepKnown = !inMiddle || schedule.kind === 'fixed';
    let beganEarlier = inMiddle;
    let count = 1;
    return run.skips.map(({ skip }, index): PlacedSkip => {
      const next = run.skips[index + 1];
      if (!sleepKnown && next !== undefined && isOneSleep(schedule, step, next.time - skip.time)) {
        sleepKnown = true;
        // A spacing of the shortest sleep follows the first skip only.
        beganEarlier = index > 0 || step > 0;
      }
      const placed = {
        skip,
        sleep: sleepAfter(schedule, sleepKnown ? step : 0),
        sleepKnown,
        index,
        count,
        beganEarlier,
        isLast: next === undefined,
        run: number,
      };
      const gap = next === undefined ? 0 : next.time - skip.time;
      const missing =
        next === undefined || isOneSleep(schedule, step, gap) ? 0 : (skipsBetween(schedule, step, gap) ?? 0);
      count += 1 + missing;
      step = Math.min(step + 1 + missing, top);
      return placed;
    });
  });
}

/** So soon after the log's begin a first skip tells how the loop stood then, wherever in the back-off it is. */
const AT_BEGIN: Duration = seconds(1);

/** The first skip of a log that begins inside its run, if the loop was not seen to work before. */
export function insideAt(
  process: KubeletProcess,
  first: PlacedSkip | undefined,
  handled: readonly PlegEvent[],
): PlacedSkip | undefined {
  if (process.startedInLog || first === undefined || (handled[0] !== undefined && handled[0].time < first.skip.time))
    return undefined;
  return (first.beganEarlier && first.sleepKnown) || first.skip.time - process.from < AT_BEGIN ? first : undefined;
}
