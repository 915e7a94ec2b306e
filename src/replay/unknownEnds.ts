import type { Episode, KubeletProcess, LineReference } from '../inference/history.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Stretch } from '../kubelet/stretches.ts';

/**
 * Where a process may still have been unhealthy, though no line says so: from the sleep after the last skip of an unhealthy time that ends nowhere, as lines are
 * missing, to the next unhealthy time or the end of the process.
 * @param episodes of the process
 * @param wakeAfter when the loop's sleep after a skip was over
 */
export function unknownEnds(
  { to }: Pick<KubeletProcess, 'to'>,
  episodes: readonly Episode[],
  wakeAfter: (skip: LineReference) => Instant | undefined,
): readonly Stretch[] {
  const sorted = episodes.toSorted((a, b) => a.begin.min - b.begin.min);
  return sorted.flatMap(({ endedBy, end, lastSkip }, place) => {
    if (endedBy !== 'gap' || end !== undefined || lastSkip === undefined) return [];
    const from = wakeAfter(lastSkip);
    const until = Math.min(sorted[place + 1]?.begin.min ?? to, to) as Instant;
    return from === undefined || from >= until ? [] : [{ from, to: until }];
  });
}
