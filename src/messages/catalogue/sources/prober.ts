import type { SourceTable } from './source.ts';

export const proberSources: SourceTable = {
  'pkg/kubelet/prober/prober.go': {
    'prober.failed.u': '1.8-1.20',
    'prober.failed.s': '1.21-1.36',
    'prober.errored.u': '1.8-1.20',
    'prober.errored.s': '1.21-1.32',
    'prober.errored.s2': '1.33-1.34',
    'prober.errored.s3': '1.35-1.36',
    'prober.succeeded.u': '1.8-1.20',
    'prober.succeeded.s': '1.21-1.36',
    'prober.unknown.s': '1.33-1.36',
    'prober.unknown.s2': '1.33-1.36',
    'probe.no-ref.u': 'glog',
  },
  'pkg/kubelet/prober/worker.go': {
    'prober.no-status.u': '1.8-1.20',
    'prober.no-status.s': '1.21-1.36',
    'prober.non-running.u': '1.8-1.20',
    'prober.non-running.s': '1.21-1.36',
    'prober.deletion.s': '1.21-1.36',
    'prober.deletion.s2': '1.21-1.36',
  },
  'pkg/kubelet/prober/prober_manager.go': {
    'probe.exists.u': 'glog',
    'probe.exists.u2': 'klog',
    'probe.exists.u3': 'klog',
    'probe.exists.s': 'structured, lines',
    'probe.exists.s2': 'structured',
    'probe.exists.s3': 'structured, lines',
  },
};
