/** Silences between two skips of a run, of which nobody knows how much of them passed: the clock can have been set, or the machine paused. No skip is missing in one. */
import { duration, type Duration } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import { isOneSleep, skipsBetween, sleepAfter, WAKE_DELAY } from './backoff.ts';
import { linesLostBetween } from './lostLines.ts';
import type { PlacedSkip, SkipRun } from './skipRuns.ts';

/** How much of the time between the skips of a run is such a silence; `undefined` where none is. */
export function silentIn({ ledger: { silences } }: ProcessEvidence, { skips }: SkipRun): Duration | undefined {
  const at = skips.findIndex(({ afterSilence }) => afterSilence === true);
  const [before, after] = [skips[at - 1]?.fact.time, skips[at]?.fact.time];
  if (before === undefined || after === undefined) return undefined;
  const longest = silences.lengthBetween(before, after);
  const own = silences.firstBetween(before, after);
  return longest > 0 || own === undefined ? longest : duration(own.to - own.from);
}

/** The run, where its reasons are those of a start, of which no elapsed tells: also a silence that a quiet kubelet could have is such a one there, and the skips that it would lack are none. */
export function withSilencesOfStart(process: ProcessEvidence, run: SkipRun): SkipRun {
  const [first] = run.skips;
  const isStart = first?.fact.reasons.some(({ kind }) => kind === 'pleg-never' || kind === 'runtime-status-unknown');
  if (isStart !== true || !run.skips.some(({ missingBefore }) => missingBefore > 0)) return run;
  return {
    ...run,
    skips: run.skips.map((after, index) => {
      const before = run.skips[index - 1];
      return before?.step !== undefined && goesOnBehind(process, before, before.step, after, run.skips[index + 1])
        ? { ...after, step: before.step + 1, missingBefore: 0, afterSilence: true }
        : after;
    }),
  };
}

/** Whether the sleeps go on behind a silence as if nothing had passed, and no line is known to be missing in it. */
function goesOnBehind(
  process: ProcessEvidence,
  { fact: before }: PlacedSkip,
  step: number,
  { fact: after, missingBefore }: PlacedSkip,
  next: PlacedSkip | undefined,
): boolean {
  const { ledger, schedule } = process;
  const silence = missingBefore > 0 ? ledger.silences.firstBetween(before.time, after.time) : undefined;
  if (silence === undefined || linesLostBetween(process, silence.from, silence.to)) return false;
  if (next !== undefined && !isOneSleep(schedule, step + 1, next.fact.time - after.time)) return false;
  // By chance a clock is hardly ever set, or a machine paused, for as long as some sleeps take.
  if (skipsBetween(schedule, step, after.time - before.time) !== undefined) return false;
  // What is left are the lines before and after it, which the one sleep between these skips has room for.
  return after.time - before.time - (silence.to - silence.from) <= sleepAfter(schedule, step) + WAKE_DELAY;
}
