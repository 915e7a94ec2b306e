import type { SourceTable } from './source.ts';

export const plegEventedSources: SourceTable = {
  'pkg/kubelet/pleg/evented.go': {
    'epleg.fallback.s': '1.26-1.36',
    'epleg.retry.s': '1.26-1.36',
    'epleg.gen-status-error.s': '1.26-1.33',
    'epleg.gen-status-error.s2': '1.28-1.33',
    'epleg.gen-status.s': '1.26-1.36',
    'epleg.gen-status.s2': '1.26-1.36',
    'epleg.nil-sandbox.s': '1.27-1.36',
    'epleg.channel-full.s': '1.26-1.36',
    'epleg.stopped.s': '1.26-1.36',
    'epleg.started.s': '1.26-1.36',
    'epleg.created.s': '1.26-1.36',
    'epleg.deleted.s': '1.26-1.36',
    'epleg.get-cache.s': '1.26-1.36',
  },
};
