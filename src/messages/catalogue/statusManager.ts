/** Messages of the component `status-manager`. */
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const statusManagerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'status-manager', file: 'status_manager.go',
      meaning: 'Pod status patch failed.',
      whatToDo: 'API server.',
    },
    text('status.update-failed.u', 'Failed to update status for pod "{pod}": {err}', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('status.update-failed.s', 'Failed to update status for pod', ['pod', 'err'], { severity: 'I', verbosity: 0, since: '1.21', until: '1.33' }),
    keyed('status.update-failed.s2', 'Failed to update status for pod', ['err', 'pod'], { severity: 'E', verbosity: 0, since: '1.34' }),
  ),
  ...family(
    {
      component: 'status-manager', file: 'status_manager.go',
      meaning: 'Pod could not be read from the API.',
      whatToDo: 'API server.',
    },
    text('status.get-failed.u', 'Failed to get status for pod "{pod}": {err}', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('status.get-failed.s', 'Failed to get status for pod', ['podUID', 'pod', 'error'], { severity: 'I', verbosity: 0, since: '1.21', until: '1.21' }),
    keyed('status.get-failed.s2', 'Failed to get status for pod', ['podUID', 'pod', 'err'], { severity: 'I', verbosity: 0, since: '1.22', until: '1.33' }),
    keyed('status.get-failed.s3', 'Failed to get status for pod', ['err', 'podUID', 'pod'], { severity: 'E', verbosity: 0, since: '1.34' }),
  ),
  ...family(
    {
      component: 'status-manager', file: 'status_manager.go',
      meaning: 'Pod status sent.',
      whatToDo: 'Timeline (V(3)).',
    },
    text('status.updated.u', 'Status for pod "{pod}" updated successfully: ({statusVersion}, {status})', { severity: 'I', verbosity: 3, until: '1.20' }),
    keyed('status.updated.s', 'Status for pod updated successfully', ['pod', 'statusVersion', 'status'], { severity: 'I', verbosity: 3, since: '1.21' }),
  ),
  ...family(
    {
      component: 'status-manager', file: 'status_manager.go',
      meaning: 'Same name, new UID.',
      whatToDo: 'Normal for static pods/StatefulSets.',
    },
    text('status.recreated.u', 'Pod "{pod}" was deleted and then recreated, skipping status update; old UID "{oldPodUID}", new UID "{podUID}"', { severity: 'I', verbosity: 2, until: '1.20' }),
    keyed('status.recreated.s', 'Pod was deleted and then recreated, skipping status update', ['pod', 'oldPodUID', 'podUID'], { severity: 'I', verbosity: 2, since: '1.21' }),
  ),
  ...family(
    {
      component: 'status-manager', file: 'status_manager.go',
      meaning: 'Pod object removed.',
      whatToDo: 'Timeline mark.',
    },
    text('status.terminated.u', 'Pod "{pod}" fully terminated and removed from etcd', { severity: 'I', verbosity: 3, until: '1.20' }),
    keyed('status.terminated.s', 'Pod fully terminated and removed from etcd', ['pod'], { severity: 'I', verbosity: 3, since: '1.21' }),
  ),
  ...family(
    {
      component: 'status-manager', file: 'status_manager.go',
      meaning: 'Illegal status change was refused.',
      whatToDo: 'Bug or race.',
    },
    text('status.aborted.u', 'Status update on pod {namespace}/{name} aborted: {err}', { severity: 'E', verbosity: 0, since: '1.9', until: '1.20' }),
    keyed('status.aborted.s', 'Status update on pod aborted', ['err', 'pod'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'status-manager', file: 'status_manager.go',
      meaning: 'Readiness changed before the pod synced.',
      whatToDo: 'Harmless.',
    },
    text('status.readiness-before-sync.u', 'Container readiness changed before pod has synced: "{pod}" - "{containerID}"', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('status.readiness-before-sync.s', 'Container readiness changed before pod has synced', ['pod', 'containerID'], { severity: 'I', verbosity: 0, since: '1.21' }),
  ),
];
