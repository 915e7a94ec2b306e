/** Messages of the sync loop (pkg/kubelet/kubelet.go). */
import { housekeeping, loopLate, loopProbe, podConfig, podsSync, skip, syncLoopStarted } from '../facts/loop.ts';
import { exits } from '../facts/node.ts';
import { plegEvent, plegEventIgnored } from '../facts/pleg.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

/** What the kubelet's own check of its loop says, whoever asks. */
export const LATE_LOOP =
  "The sync loop has not finished a turn for five minutes or more, so the kubelet's own health check fails. Skipping counts as not finishing, so a long outage of PLEG leads to it; with the systemd watchdog (1.32 and later) the kubelet is restarted then.";

export const syncLoopRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      highlight: 'loop',
      facts: syncLoopStarted,
      meaning: "The kubelet's main loop begins. A new kubelet process is at work from here on.",
    },
    text('syncloop.start.u', 'Starting kubelet main sync loop.', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('syncloop.start.s', 'Starting kubelet main sync loop', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      highlight: 'trouble',
      facts: skip,
      meaning:
        'The sync loop refuses to work in this turn, because the runtime state has errors: the reasons stand in the line. It sleeps (100 ms at first, doubled each time up to 5 s; up to 1.9 always 5 s) and checks again. Until the state is healthy no pod is started, stopped or updated; containers that run keep running.',
      whatToDo:
        "Read the reason. In the first seconds after a start it is normal. 'PLEG is not healthy' means that the kubelet has not been able to list the containers for longer than the threshold: 'last seen active' is the age of the last relist that could. 'container runtime is down' means that the Status call has not succeeded for 30 seconds.",
    },
    text('syncloop.skip.u', 'skipping pod synchronization - {err}', { severity: 'I', verbosity: 0, until: '1.16' }),
    text('syncloop.skip.u2', 'skipping pod synchronization - {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.17',
      until: '1.20',
    }),
    keyed('syncloop.skip.s', 'Skipping pod synchronization', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    text('syncloop.skip.u3', 'Skipping pod synchronization, {err}', { severity: 'I', verbosity: 0, until: '1.7' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'trouble',
      facts: exits(false),
      meaning:
        'The channel through which pods reach the kubelet was closed, so the sync loop ends and the kubelet with it.',
      whatToDo: 'Look for the reason above.',
    },
    text('syncloop.closed.u', 'Update channel is closed. Exiting the sync loop.', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('syncloop.closed.s', 'Update channel is closed, exiting the sync loop', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: podConfig('ADD'),
      meaning:
        'The sync loop learned of new pods from a source: api (the API server), file (static pods) or http. It starts them next.',
    },
    text('syncloop.add.u', 'SyncLoop (ADD, "{source}"): "{pods}"', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('syncloop.add.s', 'SyncLoop ADD', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: podConfig('UPDATE'),
      meaning: 'The definition of these pods changed at their source; the sync loop acts on it next.',
    },
    text('syncloop.update.u', 'SyncLoop (UPDATE, "{source}"): "{pods}"', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('syncloop.update.s', 'SyncLoop UPDATE', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: podConfig('REMOVE'),
      meaning:
        'These pods are gone from their source: they were deleted from the API, and what is left of them on the node is cleaned up.',
    },
    text('syncloop.remove.u', 'SyncLoop (REMOVE, "{source}"): "{pods}"', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('syncloop.remove.s', 'SyncLoop REMOVE', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: podConfig('RECONCILE'),
      meaning:
        'The status of these pods at the API server differs from what this kubelet knows; it will send its own again.',
    },
    text('syncloop.reconcile.u', 'SyncLoop (RECONCILE, "{source}"): "{pods}"', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    keyed('syncloop.reconcile.s', 'SyncLoop RECONCILE', ['source', 'pods'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: podConfig('DELETE'),
      meaning: 'These pods were marked for deletion: their graceful termination begins.',
    },
    text('syncloop.delete.u', 'SyncLoop (DELETE, "{source}"): "{pods}"', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('syncloop.delete.s', 'SyncLoop DELETE', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      facts: podConfig('RESTORE'),
      meaning: 'These pods were restored from a checkpoint on disk (1.9 to 1.18 only).',
    },
    text('syncloop.restore.u', 'SyncLoop (RESTORE, "{source}"): "{pods}"', {
      severity: 'I',
      verbosity: 2,
      since: '1.9',
      until: '1.18',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'pleg',
      facts: plegEvent,
      meaning:
        "The sync loop took an event from PLEG: something happened to a container or to the pod's sandbox (Data is the id of either), and the pod is looked after next. The line proves that the loop was working at this moment; the event itself can be older, because events wait while the loop is blocked or skips.",
    },
    text('syncloop.pleg.u', 'SyncLoop (PLEG): "{pod}", event: {event}', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('syncloop.pleg.s', 'SyncLoop (PLEG): event for pod', ['pod', 'event'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'pleg',
      facts: plegEventIgnored,
      meaning:
        'The sync loop took an event from PLEG for a pod that this kubelet does not know (any more), and did nothing.',
      whatToDo:
        'Normal while pods are deleted, and for the old containers that are found after a start of the kubelet.',
    },
    text('syncloop.pleg-ignored.u', 'SyncLoop (PLEG): ignore irrelevant event: {event}', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    keyed('syncloop.pleg-ignored.s', 'SyncLoop (PLEG): pod does not exist, ignore irrelevant event', ['event'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: podsSync,
      meaning: 'Once a second the sync loop looks which pods are due for their periodic sync; these are.',
    },
    text('syncloop.sync.u', 'SyncLoop (SYNC): {count} pods; {pods}', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('syncloop.sync.s', 'SyncLoop (SYNC) pods', ['total', 'pods'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'healthz.go',
      facts: loopLate,
      meaning: LATE_LOOP,
    },
    text('syncloop.check-failed.u', 'Healthz check syncloop failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.12',
    }),
    text('syncloop.check-failed.u2', 'healthz check syncloop failed: {err}', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    text('syncloop.check-failed.u3', 'syncloop check failed: {name}', { severity: 'I', verbosity: 2, since: '1.13' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: housekeeping('start'),
      meaning:
        'The sync loop begins its housekeeping, every two seconds: it stops pods that should not run and cleans up after those that are gone. The loop does nothing else meanwhile, and housekeeping lists the containers from the runtime, so it hangs when the runtime does.',
    },
    text('syncloop.housekeeping.u', 'SyncLoop (housekeeping)', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('syncloop.housekeeping.s', 'SyncLoop (housekeeping)', [], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'end',
      highlight: 'loop',
      facts: housekeeping('end'),
      meaning: 'The housekeeping of this turn ended (its duration is given from 1.27 on).',
    },
    keyed('syncloop.housekeeping-end.s', 'SyncLoop (housekeeping) end', [], {
      severity: 'I',
      verbosity: 4,
      since: '1.22',
      until: '1.26',
    }),
    keyed('syncloop.housekeeping-end.s2', 'SyncLoop (housekeeping) end', ['duration'], {
      severity: 'I',
      verbosity: 4,
      since: '1.27',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      facts: housekeeping('skipped'),
      meaning:
        'No housekeeping in this turn, because not all sources of pods have answered yet; the kubelet must not stop pods it has not heard of yet.',
      whatToDo: 'Normal just after a start. If it goes on, the API server cannot be reached.',
    },
    text('syncloop.housekeeping-skipped.u', "SyncLoop (housekeeping, skipped): sources aren't ready yet.", {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    keyed('syncloop.housekeeping-skipped.s', "SyncLoop (housekeeping, skipped): sources aren't ready yet", [], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: loopProbe,
      meaning: 'A liveness probe found the container unhealthy; the sync loop restarts it next.',
      whatToDo: "The reason is in the prober's line just before, which needs -v=1.",
    },
    text('syncloop.unhealthy.u', 'SyncLoop (container unhealthy): "{pod}"', {
      severity: 'I',
      verbosity: 1,
      until: '1.20',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      meaning: 'A liveness result came for a pod that is gone; nothing is done.',
    },
    text('syncloop.unhealthy-ignored.u', 'SyncLoop (container unhealthy): ignore irrelevant update: {update}', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      highlight: 'loop',
      facts: loopProbe,
      meaning:
        "The result of a probe changed (liveness, readiness or startup) and the sync loop acts on it: an unhealthy container is restarted, readiness changes the pod's status.",
      whatToDo: "The reason is in the prober's line just before, which needs -v=1.",
    },
    keyed('syncloop.probe.s', 'SyncLoop (probe)', ['probe', 'status', 'pod'], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      meaning: 'The result of a probe came for a pod that is gone; nothing is done.',
    },
    keyed('syncloop.probe-ignored.s', 'SyncLoop (probe): ignore irrelevant update', ['probe', 'status', 'update'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      meaning:
        'The container manager reported that a device or resource of this pod changed its health; the pod is looked after next.',
      whatToDo: 'See the device plugin.',
    },
    keyed('syncloop.cm.s', 'SyncLoop (containermanager): event for pod', ['pod', 'event'], {
      severity: 'I',
      verbosity: 3,
      since: '1.31',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      meaning: 'The container manager reported a change for a pod that is gone; nothing is done.',
    },
    keyed(
      'syncloop.cm-ignored.s',
      'SyncLoop (containermanager): pod does not exist, ignore devices updates',
      ['event'],
      { severity: 'I', verbosity: 4, since: '1.31' },
    ),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      meaning: 'The sync loop was sent a full replacement of its pods, which it does not support.',
      whatToDo: 'Should not happen.',
    },
    text('syncloop.set.u', 'Kubelet does not support snapshot update', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('syncloop.set.s', 'Kubelet does not support snapshot update', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.35',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      loop: 'start',
      meaning: 'The sync loop was sent pods with an operation it does not know.',
      whatToDo: 'Should not happen.',
    },
    text('syncloop.invalid-op.u', 'Invalid event type received: {op}.', {
      severity: 'E',
      verbosity: 0,
      since: '1.19',
      until: '1.20',
    }),
    keyed('syncloop.invalid-op.s', 'Invalid operation type received', ['operation'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet_pods.go',
      loop: 'middle',
      meaning:
        'Housekeeping could not list the containers, so it could not compare the pods that run with the pods that should. It is given up for this turn.',
      whatToDo: 'See the error of the list call just before.',
    },
    keyed('syncloop.listing-failed.s', 'Error listing containers', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('syncloop.listing-failed.u', 'Error listing containers: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet_pods.go',
      loop: 'middle',
      meaning:
        'A step of the housekeeping, which the sync loop does every two seconds. The loop is at work in this moment.',
    },
    keyed('syncloop.cleaning-step.s', 'Clean up pod workers for terminated pods', [], {
      severity: 'I',
      verbosity: 3,
      since: '1.27',
    }),
    keyed('syncloop.cleaning-step.s2', 'Clean up probes for terminated pods', [], {
      severity: 'I',
      verbosity: 3,
      since: '1.27',
    }),
    keyed('syncloop.cleaning-step.s3', 'Clean up orphaned pod statuses', [], {
      severity: 'I',
      verbosity: 3,
      since: '1.27',
    }),
    keyed('syncloop.cleaning-step.s4', 'Clean up orphaned pod user namespace allocations', [], {
      severity: 'I',
      verbosity: 3,
      since: '1.27',
    }),
    keyed('syncloop.cleaning-step.s5', 'Clean up orphaned pod directories', [], {
      severity: 'I',
      verbosity: 3,
      since: '1.27',
    }),
    keyed('syncloop.cleaning-step.s6', 'Clean up orphaned mirror pods', [], {
      severity: 'I',
      verbosity: 3,
      since: '1.27',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const syncLoopSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'syncloop.start.u': '1.8-1.20',
    'syncloop.start.s': '1.21-1.36',
    'syncloop.skip.u': '1.8-1.16',
    'syncloop.skip.u2': '1.17-1.20',
    'syncloop.skip.s': '1.21-1.36',
    'syncloop.skip.u3': 'glog',
    'syncloop.closed.u': '1.8-1.20',
    'syncloop.closed.s': '1.21-1.36',
    'syncloop.add.u': '1.8-1.20',
    'syncloop.add.s': '1.21-1.36',
    'syncloop.update.u': '1.8-1.20',
    'syncloop.update.s': '1.21-1.36',
    'syncloop.remove.u': '1.8-1.20',
    'syncloop.remove.s': '1.21-1.36',
    'syncloop.reconcile.u': '1.8-1.20',
    'syncloop.reconcile.s': '1.21-1.36',
    'syncloop.delete.u': '1.8-1.20',
    'syncloop.delete.s': '1.21-1.36',
    'syncloop.restore.u': '1.9-1.18',
    'syncloop.pleg.u': '1.8-1.20',
    'syncloop.pleg.s': '1.21-1.36',
    'syncloop.pleg-ignored.u': '1.8-1.20',
    'syncloop.pleg-ignored.s': '1.21-1.36',
    'syncloop.sync.u': '1.8-1.20',
    'syncloop.sync.s': '1.21-1.36',
    'syncloop.housekeeping.u': '1.8-1.20',
    'syncloop.housekeeping.s': '1.21-1.36',
    'syncloop.housekeeping-end.s': '1.22-1.26',
    'syncloop.housekeeping-end.s2': '1.27-1.36',
    'syncloop.housekeeping-skipped.u': '1.8-1.20',
    'syncloop.housekeeping-skipped.s': '1.21-1.36',
    'syncloop.unhealthy.u': '1.8-1.20',
    'syncloop.unhealthy-ignored.u': '1.8-1.20',
    'syncloop.probe.s': '1.21-1.36',
    'syncloop.probe-ignored.s': '1.21-1.36',
    'syncloop.cm.s': '1.31-1.36',
    'syncloop.cm-ignored.s': '1.31-1.36',
    'syncloop.set.u': '1.8-1.20',
    'syncloop.set.s': '1.21-1.35',
    'syncloop.invalid-op.u': '1.19-1.20',
    'syncloop.invalid-op.s': '1.21-1.36',
  },
  'staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go': {
    'syncloop.check-failed.u': 'glog',
    'syncloop.check-failed.u2': 'glog, klog',
    'syncloop.check-failed.u3': 'klog',
  },
  'pkg/kubelet/kubelet_pods.go': {
    'syncloop.listing-failed.s': 'structured, lines of 1.28, 1.36',
    'syncloop.listing-failed.u': 'lines of 1.15, 1.20',
    'syncloop.cleaning-step.s': 'lines',
    'syncloop.cleaning-step.s2': 'structured, lines',
    'syncloop.cleaning-step.s3': 'lines',
    'syncloop.cleaning-step.s4': 'structured, lines',
    'syncloop.cleaning-step.s5': 'lines',
    'syncloop.cleaning-step.s6': 'lines',
  },
};
