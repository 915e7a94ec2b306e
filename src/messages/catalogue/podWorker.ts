/** Messages of the component `pod-worker`. */
import { podSyncError } from '../facts/pods.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const podWorkerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pod-worker', file: 'pod_workers.go', facts: podSyncError,
      meaning: 'Pod sync failed; it is retried with back-off. err holds CrashLoopBackOff, ImagePullBackOff, sandbox or volume errors.',
      whatToDo: 'Read err; the most useful per-pod error line.',
    },
    text('podworker.error-syncing.u', 'Error syncing pod {podUID} ("{pod}"), skipping: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('podworker.error-syncing.s', 'Error syncing pod, skipping', ['err', 'pod', 'podUID'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'pod_workers.go',
      meaning: 'Sync was interrupted by a newer request (deletion).',
      whatToDo: 'Normal.',
    },
    keyed('podworker.cancel.s', 'Sync exited with context cancellation error', ['pod', 'podUID', 'updateType'], { severity: 'I', verbosity: 2, since: '1.22' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'pod_workers.go',
      meaning: 'Running sync is cancelled because termination started.',
      whatToDo: 'Normal.',
    },
    keyed('podworker.cancelling.s', 'Cancelling current pod sync', ['pod', 'podUID', 'updateType'], { severity: 'I', verbosity: 3, since: '1.22', until: '1.26' }),
    keyed('podworker.cancelling.s2', 'Cancelling current pod sync', ['pod', 'podUID', 'workType'], { severity: 'I', verbosity: 3, since: '1.27', until: '1.35' }),
    keyed('podworker.cancelling.s3', 'Cancelling current pod sync', ['pod', 'podUID', 'updateType', 'workType'], { severity: 'I', verbosity: 3, since: '1.36' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'pod_workers.go',
      meaning: 'Pod worker ended.',
    },
    keyed('podworker.stopped.s', 'Pod worker has stopped', ['podUID'], { severity: 'I', verbosity: 3, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'pod_workers.go',
      meaning: 'Pod worker state message.',
      whatToDo: 'Timeline detail.',
    },
    keyed('podworker.ignored.s', 'Pod update is ignored, runtime pods can only be killed', ['pod', 'podUID'], { severity: 'I', verbosity: 0, since: '1.22', until: '1.26' }),
    keyed('podworker.ignored.s2', 'Pod is finished processing, no further updates', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('podworker.ignored.s3', 'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated', ['pod', 'podUID'], { severity: 'I', verbosity: 3, since: '1.22', until: '1.26' }),
    keyed('podworker.ignored.s4', 'Pod worker has observed request to terminate', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('podworker.ignored.s5', 'Pod worker has been requested for removal but is not a known pod', ['podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('podworker.ignored.s6', 'Pod worker has been requested for removal but is still not fully terminated', ['podUID'], { severity: 'I', verbosity: 4, since: '1.22' }),
    keyed('podworker.ignored.s7', 'Pod update is ignored, runtime pods can only be killed', ['pod', 'podUID', 'updateType'], { severity: 'I', verbosity: 0, since: '1.27' }),
    keyed('podworker.ignored.s8', 'Pod is finished processing, no further updates', ['pod', 'podUID', 'updateType'], { severity: 'I', verbosity: 4, since: '1.27', until: '1.35' }),
    keyed('podworker.ignored.s9', 'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated', ['pod', 'podUID', 'updateType'], { severity: 'I', verbosity: 3, since: '1.27', until: '1.35' }),
    keyed('podworker.ignored.s10', 'Pod worker has observed request to terminate', ['podUID'], { severity: 'I', verbosity: 4, since: '1.27' }),
    keyed('podworker.ignored.s11', 'Pod is finished processing, no further updates', ['pod', 'podUID', 'updateType'], { severity: 'I', verbosity: 4, since: '1.36' }),
    keyed('podworker.ignored.s12', 'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated', ['pod', 'podUID', 'updateType'], { severity: 'I', verbosity: 3, since: '1.36' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'SyncPod starts for a pod.',
      whatToDo: 'Pair with exit to measure sync time (V(4)).',
    },
    keyed('pod.syncpod-enter.s', 'syncPod enter', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('pod.syncpod-enter.s2', 'SyncPod enter', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'SyncPod ended.',
      whatToDo: 'Pair with enter.',
    },
    keyed('pod.syncpod-exit.s', 'syncPod exit', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.23' }),
    keyed('pod.syncpod-exit.s2', 'syncPod exit', ['pod', 'podUID', 'isTerminal'], { severity: 'I', verbosity: 4, since: '1.24', until: '1.26' }),
    keyed('pod.syncpod-exit.s3', 'SyncPod exit', ['pod', 'podUID', 'isTerminal'], { severity: 'I', verbosity: 4, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Termination work starts.',
      whatToDo: 'Pair with exit.',
    },
    keyed('pod.terminating-enter.s', 'syncTerminatingPod enter', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('pod.terminating-enter.s2', 'SyncTerminatingPod enter', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Termination work ended.',
      whatToDo: 'Pair with enter.',
    },
    keyed('pod.terminating-exit.s', 'syncTerminatingPod exit', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('pod.terminating-exit.s2', 'SyncTerminatingPod exit', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Final clean-up starts.',
    },
    keyed('pod.terminated.s', 'syncTerminatedPod enter', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('pod.terminated.s2', 'SyncTerminatedPod enter', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Killing the pod failed; pod stays Terminating and is retried.',
      whatToDo: 'See StopContainer/StopPodSandbox errors.',
    },
    text('pod.killpod-failed.u', 'killPod for pod "{pod}" (podStatus={podStatus}) failed: {err}', { severity: 'E', verbosity: 0, since: '1.20', until: '1.20' }),
    keyed('pod.killpod-failed.s', 'killPod failed', ['err', 'pod', 'podStatus'], { severity: 'E', verbosity: 0, since: '1.21', until: '1.21' }),
    keyed('pod.killpod-failed.s2', 'KillPod failed', ['err', 'pod', 'podStatus'], { severity: 'E', verbosity: 0, since: '1.22' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Pod vanished from the API; kubelet kills it.',
    },
    keyed('pod.must-be-killed.s', 'Pod has been deleted and must be killed', ['pod', 'podUID'], { severity: 'I', verbosity: 3, since: '1.22' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Pod cannot run on this node; containers are stopped.',
      whatToDo: 'See message.',
    },
    keyed('pod.not-runnable.s', 'Pod is not runnable and must have running containers stopped', ['pod', 'podUID', 'message'], { severity: 'I', verbosity: 2, since: '1.22', until: '1.30' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Volumes are unmounted at the end of a pod.',
    },
    keyed('pod.terminated-unmounted.s', 'Pod termination unmounted volumes', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'All containers of the terminating pod are stopped.',
    },
    keyed('pod.all-stopped.s', 'Pod termination stopped all running containers', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Pod is fully terminated.',
    },
    keyed('pod.no-more-updates.s', 'Pod is terminated and will need no more status updates', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.22' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Mirror pod deletion.',
    },
    text('pod.trying-delete.u', 'Trying to delete pod {pod} {podUID}', { severity: 'I', verbosity: 0, since: '1.15', until: '1.20' }),
    keyed('pod.trying-delete.s', 'Trying to delete pod', ['pod', 'podUID'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Pod removal failed.',
      whatToDo: 'See err.',
    },
    text('pod.failed-delete.u', 'Failed to delete pod "{pod}", err: {err}', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('pod.failed-delete.s', 'Failed to delete pod', ['pod', 'err'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'pod-worker', file: 'kubelet.go',
      meaning: 'Pod directory creation failed.',
      whatToDo: 'Disk full or read-only.',
    },
    text('pod.data-dirs.u', 'Unable to make pod data directories for pod "{pod}": {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('pod.data-dirs.s', 'Unable to make pod data directories for pod', ['err', 'pod'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
];
