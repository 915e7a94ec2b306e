import type { SourceTable } from './source.ts';

export const watchdogSources: SourceTable = {
  'pkg/kubelet/watchdog/watchdog_linux.go': {
    'watchdog.unhealthy.s': '1.32-1.36',
    'watchdog.start.s': '1.32-1.36',
  },
};
