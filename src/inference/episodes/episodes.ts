import { type StopCheck } from '../../kubelet/stopCheck.ts';
import type { TimeBounds } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import type { RelistBook } from '../relists/bookedRelists.ts';
import type { EpisodeDraft } from './episodeParts.ts';
import type { FoldedRuns } from './foldedRuns.ts';
import { losesSkips } from './lostLines.ts';
import { RunEpisode } from './runEpisode.ts';
import { silentEpisodesOf } from './silentEpisodes.ts';
import { comesAfterHole, type SkipRun } from './skipRuns.ts';

/** All episodes of one process, in order of time: those with skips, but for the folded, and the silent ones. */
export function episodesOf(
  process: ProcessEvidence,
  book: RelistBook,
  runs: readonly SkipRun[],
  span: TimeBounds,
  folded: FoldedRuns | undefined,
  stopCheck: StopCheck,
): readonly EpisodeDraft[] {
  const withSkips: EpisodeDraft[] = [];
  const losing = losesSkips(process, runs);
  runs.forEach((run, index) => {
    stopCheck();
    if (folded?.has(run) === true) return;
    const before = comesAfterHole(run) ? undefined : runs[index - 1];
    const neighbours = { before, next: runs[index + 1], losesSkips: losing };
    withSkips.push(new RunEpisode(process, book, run, neighbours, span).draft());
  });
  const silent = silentEpisodesOf(process, book, withSkips, span, folded?.spans ?? []);
  return [...withSkips, ...silent].sort((a, b) => a.episode.begin.max - b.episode.begin.max);
}
