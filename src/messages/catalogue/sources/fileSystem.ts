import type { SourceTable } from './source.ts';

export const fileSystemSources: SourceTable = {
  'github.com/google/cadvisor/container/common/fsHandler.go': {
    'fs.slow.u': 'glog',
    'fs.slow.u2': 'glog, lines',
    'fs.slow.u3': 'klog',
    'fs.slow.u4': 'lines',
    'fs.failed.u': 'glog, klog, lines',
  },
  'pkg/kubelet/server/stats/volume_stat_calculator.go': {
    'fs.volume-failed.u': 'glog, klog',
    'fs.volume-failed.s': 'structured',
  },
};
