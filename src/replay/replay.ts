/**
 * The room's door: proven history in, reconstruction out. Per process the skips are parted into runs, the model's inputs fitted on the first skip of each relist,
 * Status change and run, the embedded kubelet run on them, and its skips compared with the log's.
 */
import { lastStep, sleepAfter } from '../inference/episodes/backoff.ts';
import type { LineReference, ProvenHistory, Skip } from '../inference/history.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import type { Duration } from '../kubelet/time.ts';
import { compareRun, type RunComparison } from './compare.ts';
import { likelyRelistsOf } from './likelyRelists.ts';
import { type LoggedSkip, type ReplayProcess, replayProcesses } from './loggedSkips.ts';
import { loopSpansOf } from './loopSpans.ts';
import type { ClockStep, EpisodeCheck, LoopSpan, MissingSkip, Reconstruction } from './reconstruction.ts';
import { neverStartedOf } from './neverStarted.ts';
import { type Run, runsOf } from './runs.ts';
import { stalenessOf } from './staleness.ts';
import { distinctLines, lineOf } from '../inference/store/lines.ts';

/**
 * Replays a history. Costs time linear in the skips and in the unhealthy time they cover. Never throws, but for `stopCheck`: what the model cannot be fitted to counts
 * as unexplained.
 */
export function replay(history: ProvenHistory, stopCheck: StopCheck = goesOn): Reconstruction {
  const explained: LoggedSkip[] = [];
  const unexplained: LoggedSkip[] = [];
  const unplaced: Skip[] = [];
  const missing: MissingSkip[] = [];
  const fitted: LineReference[] = [];
  const clockSteps: ClockStep[] = [];
  const loop: LoopSpan[] = [];
  const neverStarted = neverStartedOf(history);
  for (const of of replayProcesses(history)) {
    const runs = runsOf(of);
    for (const skip of of.withoutTime) unplaced.push(skip);
    stopCheck();
    for (const run of runs) {
      stopCheck();
      const result = compared(run, of);
      append(explained, result.explained);
      append(unexplained, result.unexplained);
      append(missing, result.missing);
      append(fitted, result.fitted);
      append(clockSteps, result.clockSteps);
    }
    if (neverStarted.has(of.process.id)) continue;
    append(
      loop,
      loopSpansOf(
        of.process,
        history,
        runs.map((run) => ({ run, lastSleep: lastSleepOf(run, of) })),
      ),
    );
  }
  stopCheck();
  const unexplainedSkips = [...unexplained.map((logged) => logged.skip), ...unplaced];
  return {
    history,
    check: {
      explainedSkips: explained.length,
      unexplainedSkips: unexplainedSkips.map(lineOf).sort(inLog),
      missingSkips: missing,
      episodes: byEpisode(history, explained, unexplainedSkips, missing),
      fitted: distinctLines(fitted),
      clockSteps,
    },
    staleness: stalenessOf(history, neverStarted),
    loop,
    likelyRelists: likelyRelistsOf(history),
  };
}

/** A run that the model cannot be run on is unexplained, not an accident of the whole analysis. */
function compared(run: Run, of: ReplayProcess): RunComparison {
  try {
    return compareRun(run, of);
  } catch {
    return { explained: [], unexplained: run.skips, missing: [], fitted: [], clockSteps: [] };
  }
}

function lastSleepOf(run: Run, of: ReplayProcess): Duration {
  const schedule = of.profile.backoff;
  return sleepAfter(schedule, Math.min(run.firstStep + run.skips.length - 1, lastStep(schedule)));
}

function byEpisode(
  history: ProvenHistory,
  explained: readonly LoggedSkip[],
  unexplained: readonly Skip[],
  missing: readonly MissingSkip[],
): readonly EpisodeCheck[] {
  const checks = new Map<string, { explained: number; unexplained: LineReference[]; missing: number }>();
  for (const episode of history.episodes) checks.set(episode.id, { explained: 0, unexplained: [], missing: 0 });
  for (const skip of explained) {
    const check = checks.get(skip.skip.episode ?? '');
    if (check !== undefined) check.explained += 1;
  }
  for (const skip of unexplained) checks.get(skip.episode ?? '')?.unexplained.push(lineOf(skip));
  for (const skip of missing) {
    const check = checks.get(skip.episode ?? '');
    if (check !== undefined) check.missing += 1;
  }
  return [...checks].map(([episode, check]) => ({ episode, ...check, unexplained: check.unexplained.sort(inLog) }));
}

function inLog(a: LineReference, b: LineReference): number {
  return a.source - b.source || a.line - b.line;
}

/** Spread arguments overflow the stack for very long lists. */
function append<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item);
}
