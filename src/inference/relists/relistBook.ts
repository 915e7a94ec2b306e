import { type StopCheck } from '../../kubelet/stopCheck.ts';
import type { SkipRun } from '../episodes/skipRuns.ts';
import type { ProcessEvidence } from '../evidence.ts';
import { failedRelistsOf } from '../rules/relistFailed.ts';
import { namedRelistsOf } from '../rules/skipNamesRelist.ts';
import type { RelistBook } from './bookedRelists.ts';

/** Collects named and failed relists of a process. */
export function relistBookOf(process: ProcessEvidence, runs: readonly SkipRun[], stopCheck: StopCheck): RelistBook {
  const named = namedRelistsOf(process, runs, stopCheck);
  return { named, failed: failedRelistsOf(process, named) };
}
