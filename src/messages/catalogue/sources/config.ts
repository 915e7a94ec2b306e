import type { SourceTable } from './source.ts';

export const configSources: SourceTable = {
  'pkg/kubelet/config/file_linux.go': {
    'config.static-dir.u': '1.11-1.20',
    'config.static-dir.s': '1.21-1.36',
    'config.manifest.u2': 'glog, lines',
  },
  'pkg/kubelet/config/file.go': {
    'config.manifest.u': 'klog, lines',
    'config.manifest.s': 'structured, lines',
    'config.manifest-kind.u': 'klog',
    'config.manifest-kind.s': 'structured, contextual',
  },
  'pkg/kubelet/config/http.go': {
    'config.url.u': 'glog',
    'config.url.s': 'structured',
  },
  'pkg/kubelet/config/config.go': {
    'config.pod-invalid.u': 'glog',
    'config.pod-invalid.s': 'structured',
  },
  'pkg/kubelet/config/apiserver.go': {
    'config.watching-api.s': '1.22-1.36',
  },
};
