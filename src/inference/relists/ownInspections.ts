import { milliseconds, type Duration } from '../../kubelet/time.ts';
import type { InspectFailedFact, PodReference } from '../../messages/fact.ts';
import type { PossibleTraits } from '../episodes/possibleTraits.ts';

/** Lines of one failure stand this near to each other. */
export const ONE_FAILURE: Duration = milliseconds(100);

/**
 * The failed inspections that PLEG made, of those in order of time. From 1.24 on each has a line of PLEG's own; one without it is of somebody else who asked
 * for the pod's status, such as the worker of a pod that ends (pkg/kubelet/pleg/generic.go, updateCache; kubelet.go, SyncTerminatingPod).
 */
export function inspectionsOfPleg(
  failures: readonly InspectFailedFact[],
  { writesFailures }: PossibleTraits,
): readonly InspectFailedFact[] {
  if (writesFailures === 'never') return failures;
  const own = failures.filter(({ message }) => message.startsWith('pleg.'));
  let next = 0;
  return failures.filter((fact) => {
    while (own[next] !== undefined && (own[next]?.time ?? 0) <= fact.time - ONE_FAILURE) next += 1;
    for (let index = next; ; index += 1) {
      const line = own[index];
      if (line === undefined || line.time >= fact.time + ONE_FAILURE) return false;
      if (isSamePod(line.pod, fact.pod)) return true;
    }
  });
}

/** True if two lines name the same pod, by uid or else by name. */
export function isSamePod(a: PodReference, b: PodReference): boolean {
  if (a.uid !== undefined && b.uid !== undefined) return a.uid === b.uid;
  return a.name === b.name && (a.namespace === undefined || b.namespace === undefined || a.namespace === b.namespace);
}
