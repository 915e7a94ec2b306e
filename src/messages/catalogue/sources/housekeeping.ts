import type { SourceTable } from './source.ts';

export const housekeepingSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'syncloop.housekeeping-slow.s': '1.22-1.26',
    'syncloop.housekeeping-slow.s2': '1.27-1.36',
    'syncloop.cleaning-failed.u': '1.8-1.20',
    'syncloop.cleaning-failed.s': '1.21-1.36',
  },
};
