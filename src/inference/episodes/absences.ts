/** Times in which no kubelet ran on a node: the cluster counts it as NotReady then, though no line of a kubelet says so. */
import { LEASE_GRACE } from '../../kubelet/constants.ts';
import type { Instant, TimeBounds } from '../../kubelet/time.ts';
import type { KubeletProcess, ProcessEnding, ProvenHistory } from '../history.ts';
import { lookupsOf } from '../lookups.ts';

/** From the end of one kubelet process until the next began on its node. */
export interface Absence {
  readonly node: string;
  readonly ending: ProcessEnding;
  readonly after: KubeletProcess;
  /** Bounds of the end of the process before. */
  readonly from: TimeBounds;
  /** First line of the process after it. */
  readonly to: Instant;
}

/**
 * The absences that lasted for longer than a lease may be late, in order of the processes. Each is proven: a line tells how the process before ended (else it may have run on with nothing to say), the first line
 * of the one after is a start, in the same source (else a file between them may be missing), and no lines are missing between them. Looks at each process once.
 */
export function absencesOf(history: ProvenHistory): readonly Absence[] {
  const lookups = lookupsOf(history);
  return history.processes.flatMap((before): Absence[] => {
    const { ending, node } = before;
    if (ending === undefined) return [];
    const after = lookups.processAfter(before);
    if (after?.startedInLog !== true || after.first.source !== before.last.source) return [];
    const from = ending.at;
    if (after.from - from.max < LEASE_GRACE || lookups.holesBetween(from.max, after.from).length > 0) return [];
    return [{ node, ending, after, from, to: after.from }];
  });
}

/** The best single time for the end: the middle of its bounds; of one that wrote why it ends, its last line (klog exits once that is flushed). */
export function likelyEnd({ how, at }: ProcessEnding): Instant {
  return how === 'fatal' || how === 'panic' ? at.min : (Math.round((at.min + at.max) / 2) as Instant);
}
