/** Messages of the sync loop (pkg/kubelet/kubelet.go). */
import { housekeeping, loopProbe, podConfig, podsSync, skip, syncLoopStarted } from '../facts/loop.ts';
import { exits } from '../facts/node.ts';
import { plegEvent, plegEventIgnored } from '../facts/pleg.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const syncLoopRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', facts: syncLoopStarted,
      meaning: 'The main loop begins; start-of-process mark.',
      whatToDo: 'Use as the kubelet start anchor in timelines.',
    },
    text('syncloop.start.u', 'Starting kubelet main sync loop.', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('syncloop.start.s', 'Starting kubelet main sync loop', [], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', highlight: 'trouble', facts: skip,
      meaning: 'The loop refuses to work because the runtime state has errors (PLEG, runtime down, runtime not ready); it sleeps 100 ms doubling to 5 s and tries again.',
      whatToDo: 'Read the reason: PLEG age grows by the sleep; fix the container runtime or node load.',
    },
    text('syncloop.skip.u', 'skipping pod synchronization - {err}', { severity: 'I', verbosity: 0, until: '1.16' }),
    text('syncloop.skip.u2', 'skipping pod synchronization - {err}', { severity: 'E', verbosity: 0, since: '1.17', until: '1.20' }),
    keyed('syncloop.skip.s', 'Skipping pod synchronization', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: exits(false),
      meaning: 'The pod source channel was closed; the loop ends.',
      whatToDo: 'Kubelet is about to exit; look for the cause above.',
    },
    text('syncloop.closed.u', 'Update channel is closed. Exiting the sync loop.', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('syncloop.closed.s', 'Update channel is closed, exiting the sync loop', [], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: podConfig('ADD'),
      meaning: 'New pods reached this kubelet from a source (api, file, http).',
      whatToDo: 'Timeline: pod assigned to node.',
    },
    text('syncloop.add.u', 'SyncLoop (ADD, "{source}"): "{pods}"', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('syncloop.add.s', 'SyncLoop ADD', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: podConfig('UPDATE'),
      meaning: 'Pod spec or metadata changed at the source.',
    },
    text('syncloop.update.u', 'SyncLoop (UPDATE, "{source}"): "{pods}"', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('syncloop.update.s', 'SyncLoop UPDATE', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: podConfig('REMOVE'),
      meaning: 'Pod object is gone from the source.',
      whatToDo: 'Timeline: pod deleted from the API.',
    },
    text('syncloop.remove.u', 'SyncLoop (REMOVE, "{source}"): "{pods}"', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('syncloop.remove.s', 'SyncLoop REMOVE', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: podConfig('RECONCILE'),
      meaning: 'Pod status at the API differs from what kubelet has.',
      whatToDo: 'Timeline only (V(4)).',
    },
    text('syncloop.reconcile.u', 'SyncLoop (RECONCILE, "{source}"): "{pods}"', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('syncloop.reconcile.s', 'SyncLoop RECONCILE', ['source', 'pods'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: podConfig('DELETE'),
      meaning: 'Pod got a deletion timestamp: graceful termination starts.',
      whatToDo: 'Timeline: start of termination.',
    },
    text('syncloop.delete.u', 'SyncLoop (DELETE, "{source}"): "{pods}"', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('syncloop.delete.s', 'SyncLoop DELETE', ['source', 'pods'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: podConfig('RESTORE'),
      meaning: 'Pods restored from a local checkpoint.',
      whatToDo: 'Only 1.9 to 1.18.',
    },
    text('syncloop.restore.u', 'SyncLoop (RESTORE, "{source}"): "{pods}"', { severity: 'I', verbosity: 2, since: '1.9', until: '1.18' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', highlight: 'pleg', facts: plegEvent,
      meaning: 'The loop took one PLEG event for a known pod and starts a pod sync.',
      whatToDo: 'Core event of a replay; pair with the pod and container id.',
    },
    text('syncloop.pleg.u', 'SyncLoop (PLEG): "{pod}", event: {event}', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('syncloop.pleg.s', 'SyncLoop (PLEG): event for pod', ['pod', 'event'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', highlight: 'pleg', facts: plegEventIgnored,
      meaning: 'A PLEG event for a pod kubelet does not know (already removed).',
      whatToDo: 'Normal during pod deletion.',
    },
    text('syncloop.pleg-ignored.u', 'SyncLoop (PLEG): ignore irrelevant event: {event}', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('syncloop.pleg-ignored.s', 'SyncLoop (PLEG): pod does not exist, ignore irrelevant event', ['event'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: podsSync,
      meaning: 'The 1 s tick found pods due for a resync.',
    },
    text('syncloop.sync.u', 'SyncLoop (SYNC): {count} pods; {pods}', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('syncloop.sync.s', 'SyncLoop (SYNC) pods', ['total', 'pods'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: housekeeping('start'),
      meaning: 'Housekeeping starts (orphan pods, volumes, cgroups).',
      whatToDo: 'Runs every 2 s and blocks the loop while it works.',
    },
    text('syncloop.housekeeping.u', 'SyncLoop (housekeeping)', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('syncloop.housekeeping.s', 'SyncLoop (housekeeping)', [], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'end', facts: housekeeping('end'),
      meaning: 'Housekeeping ended (duration given from 1.27).',
      whatToDo: 'Long durations delay pod starts.',
    },
    keyed('syncloop.housekeeping-end.s', 'SyncLoop (housekeeping) end', [], { severity: 'I', verbosity: 4, since: '1.22', until: '1.26' }),
    keyed('syncloop.housekeeping-end.s2', 'SyncLoop (housekeeping) end', ['duration'], { severity: 'I', verbosity: 4, since: '1.27' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: housekeeping('skipped'),
      meaning: 'Sources are not all ready yet, no housekeeping.',
      whatToDo: 'Normal right after start; if it lasts, the API server is unreachable.',
    },
    text('syncloop.housekeeping-skipped.u', "SyncLoop (housekeeping, skipped): sources aren't ready yet.", { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('syncloop.housekeeping-skipped.s', "SyncLoop (housekeeping, skipped): sources aren't ready yet", [], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: loopProbe,
      meaning: 'Liveness (or startup) failure reached the loop; pod is resynced and the container restarted.',
      whatToDo: 'Look at the prober lines just before.',
    },
    text('syncloop.unhealthy.u', 'SyncLoop (container unhealthy): "{pod}"', { severity: 'I', verbosity: 1, until: '1.20' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start',
      meaning: 'A probe failure for a pod that is gone.',
      whatToDo: 'Normal.',
    },
    text('syncloop.unhealthy-ignored.u', 'SyncLoop (container unhealthy): ignore irrelevant update: {update}', { severity: 'I', verbosity: 4, until: '1.20' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start', facts: loopProbe,
      meaning: 'A probe result changed (probe liveness/readiness/startup, status unhealthy/ready/not ready/started or empty).',
      whatToDo: 'Combine with prober lines for the reason.',
    },
    keyed('syncloop.probe.s', 'SyncLoop (probe)', ['probe', 'status', 'pod'], { severity: 'I', verbosity: 1, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start',
      meaning: 'Probe result for a pod that is gone.',
      whatToDo: 'Normal.',
    },
    keyed('syncloop.probe-ignored.s', 'SyncLoop (probe): ignore irrelevant update', ['probe', 'status', 'update'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start',
      meaning: 'Device or resource health update for a pod.',
      whatToDo: 'Look at device plugin health.',
    },
    keyed('syncloop.cm.s', 'SyncLoop (containermanager): event for pod', ['pod', 'event'], { severity: 'I', verbosity: 3, since: '1.31' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start',
      meaning: 'Device update for an unknown pod.',
      whatToDo: 'Normal.',
    },
    keyed('syncloop.cm-ignored.s', 'SyncLoop (containermanager): pod does not exist, ignore devices updates', ['event'], { severity: 'I', verbosity: 4, since: '1.31' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start',
      meaning: 'A SET operation was received, which kubelet ignores.',
      whatToDo: 'Should not happen.',
    },
    text('syncloop.set.u', 'Kubelet does not support snapshot update', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('syncloop.set.s', 'Kubelet does not support snapshot update', [], { severity: 'E', verbosity: 0, since: '1.21', until: '1.35' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go', loop: 'start',
      meaning: 'Unknown operation in the pod update.',
      whatToDo: 'Should not happen; report.',
    },
    text('syncloop.invalid-op.u', 'Invalid event type received: {op}.', { severity: 'E', verbosity: 0, since: '1.19', until: '1.20' }),
    keyed('syncloop.invalid-op.s', 'Invalid operation type received', ['operation'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet_pods.go', loop: 'middle',
      meaning: 'Housekeeping could not list the containers, so it could not compare the pods that run with the pods that should. It is given up for this turn.',
      whatToDo: 'See the error of the list call just before.',
    },
    keyed('syncloop.listing-failed.s', 'Error listing containers', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    text('syncloop.listing-failed.u', 'Error listing containers: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
  ),
];
