import type { SourceTable } from './source.ts';

export const shutdownSources: SourceTable = {
  'pkg/kubelet/nodeshutdown/nodeshutdown_manager_linux.go': {
    'shutdown.creating.s': '1.23-1.36',
    'shutdown.event.u': '1.20',
    'shutdown.event.s': '1.21-1.36',
    'shutdown.event.s2': '1.23-1.36',
    'shutdown.processing.u': '1.20',
    'shutdown.processing.s': '1.21-1.36',
    'shutdown.killing.u': '1.20',
    'shutdown.killed.u': '1.20',
    'shutdown.timeout.u': '1.20',
    'shutdown.timeout.s': '1.21-1.22',
    'shutdown.done.u': '1.20',
    'shutdown.done.s': '1.21-1.36',
    'shutdown.watch-failed.s': '1.22-1.36',
    'shutdown.restart-watch.s': '1.22-1.36',
    'shutdown.watch-ended.s': 'structured, contextual',
    'shutdown.state-load.s': 'contextual',
    'shutdown.state-store.s': 'contextual',
  },
  'pkg/kubelet/nodeshutdown/nodeshutdown_manager.go': {
    'shutdown.killing.s': '1.21-1.36',
    'shutdown.killed.s': '1.21-1.36',
    'shutdown.timeout.s2': '1.23-1.36',
  },
  'pkg/kubelet/kubelet.go': {
    'shutdown.not-started.s': 'structured, contextual',
  },
};
