/** Messages of the component `pod-worker`. */
import { podSyncError, sandboxFailed } from '../facts/pods.ts';
import { nodeTrouble } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const podWorkerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pod-worker',
      file: 'pod_workers.go',
      facts: podSyncError,
      meaning:
        "A pod could not be brought to its wanted state; it is tried again later. The word 'skipping' means this pod only and has nothing to do with the sync loop's skips.",
      whatToDo:
        'Read the error: CrashLoopBackOff, an image, a volume, the network. If it is a time-out of the runtime and repeats every 10 to 15 seconds for one pod, that pod cannot be inspected.',
    },
    text('podworker.error-syncing.u', 'Error syncing pod {podUID} ("{pod}"), skipping: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('podworker.error-syncing.u2', 'Error syncing pod {podUID}, skipping: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.6',
    }),
    text('podworker.no-infra.u', 'Failed to create pod infra container: {err}; Skipping pod "{pod}"{details}', {
      severity: 'E',
      verbosity: 0,
      until: '1.5',
      file: 'docker_manager.go',
      facts: sandboxFailed,
    }),
    keyed('podworker.error-syncing.s', 'Error syncing pod, skipping', ['err', 'pod', 'podUID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'pod_workers.go',
      meaning: 'A sync of the pod was broken off, because something more urgent came (its deletion).',
    },
    keyed('podworker.cancel.s', 'Sync exited with context cancellation error', ['pod', 'podUID', 'updateType'], {
      severity: 'I',
      verbosity: 2,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'pod_workers.go',
      meaning: 'The running sync of the pod is broken off, because the pod is to end.',
    },
    keyed('podworker.cancelling.s', 'Cancelling current pod sync', ['pod', 'podUID', 'updateType'], {
      severity: 'I',
      verbosity: 3,
      since: '1.22',
      until: '1.26',
    }),
    keyed('podworker.cancelling.s2', 'Cancelling current pod sync', ['pod', 'podUID', 'workType'], {
      severity: 'I',
      verbosity: 3,
      since: '1.27',
      until: '1.35',
    }),
    keyed('podworker.cancelling.s3', 'Cancelling current pod sync', ['pod', 'podUID', 'updateType', 'workType'], {
      severity: 'I',
      verbosity: 3,
      since: '1.36',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'pod_workers.go',
      meaning: 'The worker of this pod has ended; nothing more is done for it.',
    },
    keyed('podworker.stopped.s', 'Pod worker has stopped', ['podUID'], { severity: 'I', verbosity: 3, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'pod_workers.go',
      meaning: 'The worker of the pod took note of a change that needs no work now.',
    },
    keyed('podworker.ignored.s', 'Pod update is ignored, runtime pods can only be killed', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 0,
      since: '1.22',
      until: '1.26',
    }),
    keyed('podworker.ignored.s2', 'Pod is finished processing, no further updates', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed(
      'podworker.ignored.s3',
      'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated',
      ['pod', 'podUID'],
      { severity: 'I', verbosity: 3, since: '1.22', until: '1.26' },
    ),
    keyed('podworker.ignored.s4', 'Pod worker has observed request to terminate', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed('podworker.ignored.s5', 'Pod worker has been requested for removal but is not a known pod', ['podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed(
      'podworker.ignored.s6',
      'Pod worker has been requested for removal but is still not fully terminated',
      ['podUID'],
      { severity: 'I', verbosity: 4, since: '1.22' },
    ),
    keyed(
      'podworker.ignored.s7',
      'Pod update is ignored, runtime pods can only be killed',
      ['pod', 'podUID', 'updateType'],
      { severity: 'I', verbosity: 0, since: '1.27' },
    ),
    keyed('podworker.ignored.s8', 'Pod is finished processing, no further updates', ['pod', 'podUID', 'updateType'], {
      severity: 'I',
      verbosity: 4,
      since: '1.27',
      until: '1.35',
    }),
    keyed(
      'podworker.ignored.s9',
      'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated',
      ['pod', 'podUID', 'updateType'],
      { severity: 'I', verbosity: 3, since: '1.27', until: '1.35' },
    ),
    keyed('podworker.ignored.s10', 'Pod worker has observed request to terminate', ['podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.27',
    }),
    keyed('podworker.ignored.s11', 'Pod is finished processing, no further updates', ['pod', 'podUID', 'updateType'], {
      severity: 'I',
      verbosity: 4,
      since: '1.36',
    }),
    keyed(
      'podworker.ignored.s12',
      'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated',
      ['pod', 'podUID', 'updateType'],
      { severity: 'I', verbosity: 3, since: '1.36' },
    ),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'A sync of the pod begins.',
    },
    keyed('pod.syncpod-enter.s', 'syncPod enter', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed('pod.syncpod-enter.s2', 'SyncPod enter', ['pod', 'podUID'], { severity: 'I', verbosity: 4, since: '1.27' }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: "A sync of the pod ended. The time since 'enter' is its duration.",
    },
    keyed('pod.syncpod-exit.s', 'syncPod exit', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.23',
    }),
    keyed('pod.syncpod-exit.s2', 'syncPod exit', ['pod', 'podUID', 'isTerminal'], {
      severity: 'I',
      verbosity: 4,
      since: '1.24',
      until: '1.26',
    }),
    keyed('pod.syncpod-exit.s3', 'SyncPod exit', ['pod', 'podUID', 'isTerminal'], {
      severity: 'I',
      verbosity: 4,
      since: '1.27',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: "The pod's containers are going to be stopped.",
    },
    keyed('pod.terminating-enter.s', 'syncTerminatingPod enter', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed('pod.terminating-enter.s2', 'SyncTerminatingPod enter', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.27',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: "The stop of the pod's containers ended, or failed and is tried again.",
    },
    keyed('pod.terminating-exit.s', 'syncTerminatingPod exit', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed('pod.terminating-exit.s2', 'SyncTerminatingPod exit', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.27',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: "The pod's containers are gone; its volumes and control groups are cleaned up.",
    },
    keyed('pod.terminated.s', 'syncTerminatedPod enter', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed('pod.terminated.s2', 'SyncTerminatedPod enter', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.27',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'The pod could not be stopped; it stays in Terminating and is tried again.',
      whatToDo: 'See the errors of StopContainer and StopPodSandbox just before.',
    },
    // kubelet.go, syncPod: what it hands on to utilruntime.HandleError.
    text('pod.error-killing.u', 'error killing pod: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    text('pod.killpod-failed.u', 'killPod for pod "{pod}" (podStatus={podStatus}) failed: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.20',
      until: '1.20',
    }),
    keyed('pod.killpod-failed.s', 'killPod failed', ['err', 'pod', 'podStatus'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.21',
    }),
    keyed('pod.killpod-failed.s2', 'KillPod failed', ['err', 'pod', 'podStatus'], {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'The pod is gone from the API server and is stopped now.',
    },
    keyed('pod.must-be-killed.s', 'Pod has been deleted and must be killed', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 3,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'The pod may not run on this node; its containers are stopped.',
      whatToDo: 'See the message.',
    },
    keyed(
      'pod.not-runnable.s',
      'Pod is not runnable and must have running containers stopped',
      ['pod', 'podUID', 'message'],
      { severity: 'I', verbosity: 2, since: '1.22', until: '1.30' },
    ),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'The volumes of the ended pod are unmounted.',
    },
    keyed('pod.terminated-unmounted.s', 'Pod termination unmounted volumes', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'All containers of the ending pod have stopped.',
    },
    keyed('pod.all-stopped.s', 'Pod termination stopped all running containers', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'The pod has ended for good; its status will not change any more.',
    },
    keyed('pod.no-more-updates.s', 'Pod is terminated and will need no more status updates', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      facts: nodeTrouble('manifest-changed', 'pod'),
      meaning:
        'The mirror object of a static pod is deleted from the API server, for its manifest has changed, or somebody deleted that object.',
    },
    text('pod.trying-delete.u', 'Trying to delete pod {pod} {podUID}', {
      severity: 'I',
      verbosity: 0,
      since: '1.15',
      until: '1.20',
    }),
    keyed('pod.trying-delete.s', 'Trying to delete pod', ['pod', 'podUID'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      facts: nodeTrouble('manifest-changed', 'pod'),
      meaning:
        'The manifest of this static pod on the node has changed, or its mirror object was deleted: the object at the API server that shows it is made anew, the pod itself only where its manifest has changed.',
      whatToDo: 'Where nobody changed a manifest: `ls -lt /etc/kubernetes/manifests`.',
    },
    text('pod.mirror-outdated.u', 'Deleting mirror pod "{pod}" because it is outdated', {
      severity: 'W',
      verbosity: 0,
      until: '1.14',
    }),
    text('pod.mirror-outdated.u2', 'Deleted mirror pod "{pod}" because it is outdated', {
      severity: 'W',
      verbosity: 0,
      since: '1.15',
      until: '1.20',
    }),
    keyed('pod.mirror-outdated.s', 'Deleted mirror pod because it is outdated', ['pod'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: 'A pod could not be deleted. `pod not found` is nothing to care for: nothing of it runs any more.',
      whatToDo: 'See the error.',
    },
    text('pod.failed-delete.u', 'Failed to delete pod "{pod}", err: {err}', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('pod.failed-delete.s', 'Failed to delete pod', ['pod', 'err'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'pod-worker',
      file: 'kubelet.go',
      meaning: "The pod's folders could not be made.",
      whatToDo: 'The disk is full, or was made read-only.',
    },
    text('pod.data-dirs.u', 'Unable to make pod data directories for pod "{pod}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('pod.data-dirs.s', 'Unable to make pod data directories for pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const podWorkerSources: SourceTable = {
  'pkg/kubelet/pod_workers.go': {
    'podworker.error-syncing.u': '1.8-1.20',
    'podworker.error-syncing.u2': 'glog, lines',
    'podworker.error-syncing.s': '1.21-1.36',
    'podworker.cancel.s': '1.22-1.36',
    'podworker.cancelling.s': '1.22-1.26',
    'podworker.cancelling.s2': '1.27-1.35',
    'podworker.cancelling.s3': '1.36',
    'podworker.stopped.s': '1.27-1.36',
    'podworker.ignored.s': '1.22-1.26',
    'podworker.ignored.s2': '1.22-1.26',
    'podworker.ignored.s3': '1.22-1.26',
    'podworker.ignored.s4': '1.22-1.26',
    'podworker.ignored.s5': '1.22-1.26',
    'podworker.ignored.s6': '1.22-1.36',
    'podworker.ignored.s7': '1.27-1.36',
    'podworker.ignored.s8': '1.27-1.35',
    'podworker.ignored.s9': '1.27-1.35',
    'podworker.ignored.s10': '1.27-1.36',
    'podworker.ignored.s11': '1.36',
    'podworker.ignored.s12': '1.36',
  },
  'pkg/kubelet/dockertools/docker_manager.go': {
    'podworker.no-infra.u': 'lines',
  },
  'pkg/kubelet/kubelet.go': {
    'pod.syncpod-enter.s': '1.22-1.26',
    'pod.syncpod-enter.s2': '1.27-1.36',
    'pod.syncpod-exit.s': '1.22-1.23',
    'pod.syncpod-exit.s2': '1.24-1.26',
    'pod.syncpod-exit.s3': '1.27-1.36',
    'pod.terminating-enter.s': '1.22-1.26',
    'pod.terminating-enter.s2': '1.27-1.36',
    'pod.terminating-exit.s': '1.22-1.26',
    'pod.terminating-exit.s2': '1.27-1.36',
    'pod.terminated.s': '1.22-1.26',
    'pod.terminated.s2': '1.27-1.36',
    'pod.error-killing.u': 'lines',
    'pod.killpod-failed.u': '1.20',
    'pod.killpod-failed.s': '1.21',
    'pod.killpod-failed.s2': '1.22-1.36',
    'pod.must-be-killed.s': '1.22-1.36',
    'pod.not-runnable.s': '1.22-1.30',
    'pod.terminated-unmounted.s': '1.22-1.36',
    'pod.all-stopped.s': '1.22-1.36',
    'pod.no-more-updates.s': '1.22-1.36',
    'pod.trying-delete.u': '1.15-1.20',
    'pod.trying-delete.s': '1.21-1.36',
    'pod.mirror-outdated.u': 'glog',
    'pod.mirror-outdated.u2': 'klog',
    'pod.mirror-outdated.s': 'structured',
    'pod.failed-delete.u': '1.8-1.20',
    'pod.failed-delete.s': '1.21-1.36',
    'pod.data-dirs.u': '1.8-1.20',
    'pod.data-dirs.s': '1.21-1.36',
  },
};
