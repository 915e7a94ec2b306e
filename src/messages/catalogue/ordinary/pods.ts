/** What is done for pods, one by one and in rounds: what a kubelet that is well writes of it. Of these lines nothing follows; the hover says what they are. */
import type { CatalogueRow } from '../../recognise/row.ts';
import type { SourceTable } from '../source.ts';
import { ordinary } from './ordinary.ts';

const SOMEBODY_ASKED = 'The status of a pod was put together, because a worker or somebody who asked needs it.';

export const podsRows: readonly CatalogueRow[] = [
  ...ordinary(
    'ordinary.image-gc-off',
    ['image-gc', 'kubelet.go'],
    'Unused images are never removed, for the configuration says so: somebody else has to watch the disk.',
    ['ImageGCHighThresholdPercent is set 100 and ImageMaximumGCAge is 0, Disable image GC'],
    'ImageGCHighThresholdPercent is set {percent}, Disable image GC',
  ),
  ...ordinary(
    'ordinary.log-rotation',
    ['logs', 'container_log_manager.go'],
    'The part that rotates the logs of containers starts.',
    ['Initializing container log rotate workers', 'workers', 'monitorPeriod'],
  ),
  ...ordinary(
    'ordinary.eviction-starts',
    ['eviction', 'eviction_manager.go'],
    'The eviction manager begins to watch memory, disk and process ids of the node.',
    ['Eviction manager: starting control loop'],
  ),
  ...ordinary(
    'ordinary.no-status-manager',
    ['status-manager', 'status_manager.go'],
    'The kubelet works without an API server, so the status of pods is sent nowhere.',
    ['Kubernetes client is nil, not starting status manager'],
    'Kubernetes client is nil, not starting status manager.',
  ),
  ...ordinary(
    'ordinary.pause-image',
    ['image-gc', 'server.go'],
    'The pause image is not removed; containerd and CRI-O have a setting of their own for it.',
    [
      '--pod-infra-container-image will not be pruned by the image garbage collector in kubelet and should also be set in the remote runtime',
    ],
  ),
  ...ordinary(
    'ordinary.pod-start-duration',
    ['pod-worker', 'pod_startup_latency_tracker.go'],
    'How long this pod took from when it was made until it was seen to run. `podStartSLOduration` leaves out the pull of images; a huge negative number there means that the time is not known.',
    ['Observed pod startup duration', 'pod', 'podStartSLOduration', 'podCreationTimestamp'],
  ),
  ...ordinary(
    'ordinary.orphaned-groups',
    ['housekeeping', 'kubelet_pods.go'],
    'Housekeeping, every two seconds, looks for control groups of pods that are gone.',
    ['Clean up orphaned pod cgroups'],
  ),
  ...ordinary(
    'ordinary.unwanted-pod',
    ['housekeeping', 'kubelet_pods.go'],
    'Housekeeping found containers of a pod that this node is no longer to run, and stops them.',
    'Killing unwanted pod "{pod}"',
    ['Clean up orphaned pod containers', 'podUID'],
  ),
  ...ordinary(
    'ordinary.pod-status',
    ['status-manager', 'kubelet_pods.go'],
    SOMEBODY_ASKED,
    ['Generating pod status', 'pod'],
    ['Got phase for pod', 'pod', 'oldPhase', 'phase'],
    'Generating status for "{pod}"',
  ),
  ...ordinary(
    'ordinary.static-pod-status',
    ['status-manager', 'kubelet_getters.go'],
    'Somebody asked the kubelet for its pods; the status of static pods is filled in for that.',
    ['Pod status updated', 'pod', 'status'],
  ),
  ...ordinary(
    'ordinary.same-status',
    ['status-manager', 'status_manager.go'],
    'The status of a pod is as it was, so nothing is sent to the API server.',
    ['Ignoring same status for pod', 'pod', 'status'],
    'Ignoring same status for pod "{pod}", status: {status}',
  ),
  ...ordinary(
    'ordinary.container-gc',
    ['image-gc', 'kubelet.go'],
    'Dead containers that are no longer needed were looked for and removed, as once a minute.',
    ['Container garbage collection succeeded'],
    'Container garbage collection succeeded',
  ),
  ...ordinary(
    'ordinary.image-gc',
    ['image-gc', 'kubelet.go'],
    'Images were looked at; they are only removed where the disk is full enough.',
    'Image garbage collection succeeded',
  ),
  ...ordinary(
    'ordinary.pod-event',
    ['pod-worker', 'pod_workers.go'],
    'The worker of a pod takes up a change of it, or has done so. A begin without an end means that it is still at work, or hangs.',
    ['Processing pod event', 'pod', 'podUID', 'updateType'],
    ['Processing pod event done', 'pod', 'podUID', 'updateType'],
  ),
  ...ordinary(
    'ordinary.probe',
    ['prober', 'prober.go'],
    'A probe is sent to a container.',
    ['HTTP-Probe', 'scheme', 'host', 'port', 'path', 'timeout'],
    ['HTTP-Probe Headers', 'headers'],
    ['Exec-Probe runProbe', 'pod', 'containerName', 'execCommand'],
  ),
  ...ordinary(
    'ordinary.probe-answer',
    ['prober', 'http.go'],
    'A probe of a container got the answer that it wants.',
    'Probe succeeded for {url}, Response: {response}',
  ),
  ...ordinary(
    'ordinary.probe-now',
    ['prober', 'prober_manager.go'],
    'A probe could not be brought forward, because one is to come anyway.',
    ['Failed to trigger a manual run', 'probe'],
  ),
  ...ordinary(
    'ordinary.eviction-check',
    ['eviction', 'eviction_manager.go'],
    'The eviction manager looked at memory, disk and process ids, as every ten seconds; it says what it found.',
    ['Eviction manager: synchronize housekeeping'],
    ['Eviction manager: no resources are starved'],
    'eviction manager: synchronize housekeeping',
    'eviction manager: no resources are starved',
  ),
  ...ordinary(
    'ordinary.eviction-numbers',
    ['eviction', 'helpers.go'],
    'How much there is of what the eviction manager watches, and how much of it is free.',
    ['Eviction manager:', 'log', 'signal', 'resourceName', 'available', 'capacity', 'time'],
    'eviction manager: observations: signal={signal}, available: {available}, capacity: {capacity}, time: {time}',
  ),
];

/** Where the texts of these rows were read. */
export const podsSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'ordinary.image-gc-off.s': 'lines',
    'ordinary.image-gc-off.u': 'lines',
    'ordinary.container-gc.s': 'lines',
    'ordinary.container-gc.u': 'lines',
    'ordinary.image-gc.u': 'lines',
  },
  'cmd/kubelet/app/server.go': {
    'ordinary.pause-image.s': 'lines',
  },
  'pkg/kubelet/logs/container_log_manager.go': {
    'ordinary.log-rotation.s': 'lines',
  },
  'pkg/kubelet/eviction/eviction_manager.go': {
    'ordinary.eviction-starts.s': 'lines',
    'ordinary.eviction-check.s': 'lines',
    'ordinary.eviction-check.s2': 'lines',
    'ordinary.eviction-check.u': 'lines',
    'ordinary.eviction-check.u2': 'lines',
  },
  'pkg/kubelet/status/status_manager.go': {
    'ordinary.no-status-manager.s': 'lines',
    'ordinary.no-status-manager.u': 'lines',
    'ordinary.same-status.s': 'lines',
    'ordinary.same-status.u': 'lines',
  },
  'pkg/kubelet/util/pod_startup_latency_tracker.go': {
    'ordinary.pod-start-duration.s': 'lines',
  },
  'pkg/kubelet/kubelet_pods.go': {
    'ordinary.orphaned-groups.s': 'lines',
    'ordinary.unwanted-pod.u': 'lines',
    'ordinary.pod-status.s': 'lines',
    'ordinary.pod-status.s2': 'lines',
    'ordinary.pod-status.u': 'lines',
    'ordinary.unwanted-pod.s': 'lines',
  },
  'pkg/kubelet/kubelet_getters.go': {
    'ordinary.static-pod-status.s': 'lines',
  },
  'pkg/kubelet/pod_workers.go': {
    'ordinary.pod-event.s': 'lines',
    'ordinary.pod-event.s2': 'lines',
  },
  'pkg/kubelet/prober/prober.go': {
    'ordinary.probe.s': 'lines',
    'ordinary.probe.s2': 'lines',
    'ordinary.probe.s3': 'lines',
  },
  'pkg/probe/http/http.go': {
    'ordinary.probe-answer.u': 'lines',
  },
  'pkg/kubelet/prober/prober_manager.go': {
    'ordinary.probe-now.s': 'lines',
  },
  'pkg/kubelet/eviction/helpers.go': {
    'ordinary.eviction-numbers.s': 'lines',
    'ordinary.eviction-numbers.u': 'lines',
  },
};
