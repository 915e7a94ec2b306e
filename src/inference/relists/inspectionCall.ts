import type { InspectFailedFact } from '../../messages/fact.ts';
import type { Instant } from '../../kubelet/time.ts';
import { factsBetween, type ProcessEvidence } from '../evidence.ts';
import { isSamePod } from './ownInspections.ts';

/** The line of the call stands this near to that of the inspection. */
const SAME_MOMENT = 20_000;

/**
 * The CRI call in which an inspection failed, where a line names it. An inspection lists the pod's sandboxes (and up to 1.2x its containers), then asks for the
 * status of each; the status calls are named by their own line, the list calls by the runtime client's of the same moment (kuberuntime_manager.go, GetPodStatus).
 */
export function callOf(process: ProcessEvidence, fact: InspectFailedFact): string | undefined {
  const lines = factsBetween(
    process.inspectFailures,
    (fact.time - SAME_MOMENT) as Instant,
    (fact.time + SAME_MOMENT) as Instant,
  ).filter(({ pod }) => isSamePod(pod, fact.pod));
  if (lines.some(({ containerId }) => containerId !== undefined)) return 'ContainerStatus';
  if (lines.some(({ sandboxId }) => sandboxId !== undefined)) return 'PodSandboxStatus';
  return factsBetween(process.runtimeCallFailures, (fact.time - SAME_MOMENT) as Instant, fact.time).findLast(
    ({ error }) => error.code === fact.error.code,
  )?.method;
}
