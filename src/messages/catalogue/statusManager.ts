/** Messages of the component `status-manager`. */
import { apiFailed } from '../facts/api.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const statusManagerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      facts: apiFailed('pod-status'),
      meaning: 'The status of a pod could not be sent to the API server; it is tried again.',
      whatToDo: 'Check the way to the API server.',
    },
    text('status.update-failed.u', 'Failed to update status for pod "{pod}": {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('status.update-failed.s', 'Failed to update status for pod', ['pod', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.33',
    }),
    keyed('status.update-failed.s2', 'Failed to update status for pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.34',
    }),
  ),
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      facts: apiFailed('pod-status'),
      meaning:
        'A pod could not be read from the API server. Just after a start that forbids it for pods of which it does not know yet that they are on this node.',
      whatToDo: 'Read the error: does the API server not answer, or refuse?',
    },
    text('status.get-failed.u', 'Failed to get status for pod "{pod}": {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('status.get-failed.s', 'Failed to get status for pod', ['podUID', 'pod', 'error'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.21',
    }),
    keyed('status.get-failed.s2', 'Failed to get status for pod', ['podUID', 'pod', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.22',
      until: '1.33',
    }),
    keyed('status.get-failed.s3', 'Failed to get status for pod', ['err', 'podUID', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.34',
    }),
  ),
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      facts: apiFailed('pod-status'),
      meaning:
        'A pod has ended, and its object could not be removed from the API server; it is tried again. Where it is not found there, it is gone already.',
      whatToDo: 'Read the error: does the API server not answer, or refuse?',
    },
    text('status.delete-failed.u', 'Failed to delete status for pod "{pod}": {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('status.delete-failed.s', 'Failed to delete status for pod', ['pod', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.33',
    }),
    keyed('status.delete-failed.s2', 'Failed to delete status for pod', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.34',
    }),
  ),
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      meaning: 'The status of a pod was sent to the API server.',
    },
    text('status.updated.u', 'Status for pod "{pod}" updated successfully: ({statusVersion}, {status})', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('status.updated.s', 'Status for pod updated successfully', ['pod', 'statusVersion', 'status'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      meaning: 'The pod was deleted and made anew under the same name; the status of the old one is dropped.',
    },
    text(
      'status.recreated.u',
      'Pod "{pod}" was deleted and then recreated, skipping status update; old UID "{oldPodUID}", new UID "{podUID}"',
      { severity: 'I', verbosity: 2, until: '1.20' },
    ),
    keyed(
      'status.recreated.s',
      'Pod was deleted and then recreated, skipping status update',
      ['pod', 'oldPodUID', 'podUID'],
      { severity: 'I', verbosity: 2, since: '1.21' },
    ),
  ),
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      meaning: 'The pod has ended and its object is removed from the API server.',
    },
    text('status.terminated.u', 'Pod "{pod}" fully terminated and removed from etcd', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('status.terminated.s', 'Pod fully terminated and removed from etcd', ['pod'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      meaning: "A change of a pod's status was refused, because it made no sense.",
    },
    text('status.aborted.u', 'Status update on pod {namespace}/{name} aborted: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.9',
      until: '1.20',
    }),
    keyed('status.aborted.s', 'Status update on pod aborted', ['err', 'pod'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'status-manager',
      file: 'status_manager.go',
      meaning: 'A container became ready, or ceased to be, before the pod was synced for the first time.',
    },
    text(
      'status.readiness-before-sync.u',
      'Container readiness changed before pod has synced: "{pod}" - "{containerID}"',
      { severity: 'W', verbosity: 0, until: '1.20' },
    ),
    keyed(
      'status.readiness-before-sync.s',
      'Container readiness changed before pod has synced',
      ['pod', 'containerID'],
      { severity: 'I', verbosity: 0, since: '1.21' },
    ),
  ),
];

/** Where the texts of these rows were read. */
export const statusManagerSources: SourceTable = {
  'pkg/kubelet/status/status_manager.go': {
    'status.update-failed.u': '1.8-1.20',
    'status.update-failed.s': '1.21-1.33',
    'status.update-failed.s2': '1.34-1.36',
    'status.get-failed.u': '1.8-1.20',
    'status.get-failed.s': '1.21',
    'status.get-failed.s2': '1.22-1.33',
    'status.get-failed.s3': '1.34-1.36',
    'status.delete-failed.u': 'klog',
    'status.delete-failed.s': 'structured',
    'status.delete-failed.s2': 'unread',
    'status.updated.u': '1.8-1.20',
    'status.updated.s': '1.21-1.36',
    'status.recreated.u': '1.8-1.20',
    'status.recreated.s': '1.21-1.36',
    'status.terminated.u': '1.8-1.20',
    'status.terminated.s': '1.21-1.36',
    'status.aborted.u': '1.9-1.20',
    'status.aborted.s': '1.21-1.36',
    'status.readiness-before-sync.u': '1.8-1.20',
    'status.readiness-before-sync.s': '1.21-1.36',
  },
};
