import type { SourceTable } from './source.ts';

export const logsSources: SourceTable = {
  'pkg/kubelet/logs/container_log_manager.go': {
    'logs.rotate-failed.u': '1.10-1.20',
    'logs.rotate-failed.u2': '1.10-1.20',
    'logs.rotate-failed.s': '1.21-1.36',
    'logs.rotate-failed.s2': '1.21-1.29',
    'logs.rotate-failed.s3': '1.30-1.36',
  },
};
