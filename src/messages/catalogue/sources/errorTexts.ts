import type { SourceTable } from './source.ts';

export const errorTextsSources: SourceTable = {
  'pkg/kubelet/pleg/generic.go': {
    'err.pleg-last-seen': '1.8-1.36',
    'err.pleg-never': '1.13-1.36',
  },
  'pkg/kubelet/runtime.go': {
    'err.pleg-unhealthy-wrap': '1.8-1.13, 1.15-1.36',
    'err.pleg-unhealthy-wrap-dot': '1.14',
    'err.runtime-down': '1.8-1.13, 1.15-1.36',
    'err.runtime-down-dot': '1.14',
    'err.runtime-not-checked': '1.13, 1.15-1.36',
    'err.runtime-not-checked-dot': '1.14',
  },
  'pkg/kubelet/kubelet.go': {
    'err.network-not-ready-old': '1.8-1.20',
    'err.network-not-ready': '1.21-1.36',
    'err.runtime-not-ready': '1.21-1.36',
    'err.healthz-syncloop': '1.32-1.36',
  },
  'pkg/kubelet/pleg/evented.go': {
    'err.epleg-full': '1.26-1.36',
  },
};
