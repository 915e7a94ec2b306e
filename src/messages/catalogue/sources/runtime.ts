import type { SourceTable } from './source.ts';

export const runtimeSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'runtime.sanity-failed.u': '1.8-1.20',
    'runtime.sanity-failed.s': '1.21-1.36',
    'runtime.status-nil.u': '1.8-1.20',
    'runtime.status-nil.s': '1.21-1.36',
    'runtime.status.u': '1.8-1.20',
    'runtime.status.s': '1.21-1.36',
    'runtime.not-ready.u': '1.8-1.15',
    'runtime.not-ready.s': '1.21-1.25',
    'runtime.not-ready.s2': '1.26-1.35',
    'runtime.not-ready.s3': '1.36',
    'runtime.not-ready.u2': '1.16-1.20',
  },
};
