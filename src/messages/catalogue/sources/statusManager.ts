import type { SourceTable } from './source.ts';

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
