import type { BackoffSchedule } from '../../kubelet/profile.ts';
import { isOneSleep, lastStep } from './backoff.ts';
import { type ProcessEvidence, provenHealthyBetween } from '../evidence.ts';
import { FIXED } from './possibleSchedule.ts';
import { withSilencesOfStart } from './silentTimes.ts';
import { partIntoRuns, type PlacedSkip, type SkipRun } from './skipRuns.ts';

/** The runs of skips of one process. Where its schedule is not known, skips five seconds apart are of one run, and only these show their sleep. */
export function skipRunsOf(process: ProcessEvidence): readonly SkipRun[] {
  const { skips, schedule, scheduleKnown, ledger } = process;
  const [first] = skips;
  // Of lines that were left out before the first skip some may have been skips.
  const knownStart =
    ledger.startedInLog && !(first !== undefined && ledger.losses.some(({ time }) => time <= first.time));
  const part = (by: BackoffSchedule): readonly SkipRun[] =>
    partIntoRuns(
      skips,
      by,
      knownStart,
      (a, b) => provenHealthyBetween(process, a, b),
      (skip) => ledger.foldedBefore(skip),
      (a, b) => ledger.silences.lengthBetween(a, b) > 0,
    );
  if (scheduleKnown) return part(schedule).map((run) => withSilencesOfStart(process, run));
  const stepAfter = ({ fact }: PlacedSkip, before: PlacedSkip | undefined): number | undefined =>
    before !== undefined && isOneSleep(FIXED, 0, fact.time - before.fact.time) ? lastStep(schedule) : undefined;
  return part(FIXED).map((run) => ({
    ...run,
    skips: run.skips.map((skip, index) => ({ ...skip, step: stepAfter(skip, run.skips[index - 1]) })),
  }));
}
