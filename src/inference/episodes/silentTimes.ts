/** Silences between two skips of a run, of which nobody knows how much of them passed: the clock can have been set, or the machine paused. */
import { duration, type Duration } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import { isOneSleep, sleepAfter, WAKE_DELAY } from './backoff.ts';
import { linesLostBetween } from './lostLines.ts';
import type { PlacedSkip, SkipRun } from './skipRuns.ts';

/** How much of the time between the skips of a run is such a silence; `undefined` where none is. `isStart`: its reasons are those of a start, of which no elapsed tells. */
export function silentIn(process: ProcessEvidence, run: SkipRun, isStart: boolean): Duration | undefined {
  for (const [index, after] of run.skips.entries()) {
    const before = run.skips[index - 1];
    if (before === undefined) continue;
    if (after.afterSilence === true) return process.ledger.silences.lengthBetween(before.fact.time, after.fact.time);
    if (isStart && after.missingBefore > 0) {
      const silent = silentAtStart(process, before, after, run.skips[index + 1]);
      if (silent !== undefined) return silent;
    }
  }
  return undefined;
}

/** A shorter one in a start: its sleeps go on behind it as if nothing had passed, and no line is known to be missing. */
function silentAtStart(
  process: ProcessEvidence,
  { fact: before, step }: PlacedSkip,
  { fact: after }: PlacedSkip,
  next: PlacedSkip | undefined,
): Duration | undefined {
  const { ledger, schedule } = process;
  const silence = ledger.silences.firstBetween(before.time, after.time);
  if (silence === undefined || step === undefined || linesLostBetween(process, silence.from, silence.to))
    return undefined;
  const length = silence.to - silence.from;
  const goesOn = next === undefined || isOneSleep(schedule, step + 1, next.fact.time - after.time);
  // What is left are the lines before and after it, which the one sleep between these skips has room for.
  const left = after.time - before.time - length;
  return goesOn && left <= sleepAfter(schedule, step) + WAKE_DELAY ? duration(length) : undefined;
}
