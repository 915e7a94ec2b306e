/** The gauges `kubelet_running_pods` and `kubelet_running_containers` that a relist sets: pleg/generic.go, `updateRunningPodAndContainerMetrics`, 1.16–1.36. */
import type { PlegPod } from './plegPod.ts';

export interface RunningCounts {
  /** Pods with at least one running sandbox. */
  readonly pods: number;
  readonly containers: ReadonlyMap<string, number>;
}

export function runningCounts(listing: readonly PlegPod[]): RunningCounts {
  const containers = new Map<string, number>();
  let pods = 0;
  for (const pod of listing) {
    for (const { state } of pod.containers) containers.set(state, (containers.get(state) ?? 0) + 1);
    if (pod.sandboxes.some(({ state }) => state === 'running')) pods += 1;
  }
  return { pods, containers };
}
