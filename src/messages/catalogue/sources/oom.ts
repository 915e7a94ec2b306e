import type { SourceTable } from './source.ts';

export const oomSources: SourceTable = {
  'pkg/kubelet/oom/oom_watcher_linux.go': {
    'oom.event.u': '1.15-1.20',
    'oom.event.s': '1.21-1.36',
    'oom.stopped.u': '1.15-1.20',
    'oom.stopped.s': '1.21-1.36',
  },
};
