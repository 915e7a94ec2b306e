import type { SourceTable } from './source.ts';

export const startupSources: SourceTable = {
  'cmd/kubelet/app/server.go': {
    'startup.version.u': '1.9-1.20',
    'startup.version.s': '1.21-1.36',
    'startup.golang.s': '1.24-1.36',
    'startup.started.u': '1.9-1.20',
    'startup.started.s': '1.21-1.36',
    'startup.command-failed.u': 'lines of 1.20',
    'startup.command-failed.s2': 'structured, lines',
  },
  'pkg/kubelet/server/server.go': {
    'startup.listen.u': '1.8-1.20',
    'startup.listen.s': '1.21-1.36',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_manager.go': {
    'startup.runtime-init.u': '1.8-1.20',
    'startup.runtime-init.s': '1.21-1.36',
  },
  'pkg/kubelet/status/status_manager.go': {
    'startup.status-manager.u': '1.8-1.20',
    'startup.status-manager.s': '1.21-1.36',
  },
  'pkg/kubelet/volumemanager/volume_manager.go': {
    'startup.volume-manager.u': '1.8-1.20',
    'startup.volume-manager.s': '1.21-1.36',
  },
  'pkg/kubelet/cm/container_manager_linux.go': {
    'startup.container-manager.u': '1.8-1.20',
    'startup.container-manager.s': '1.21-1.36',
  },
  'pkg/kubelet/kubelet.go': {
    'startup.cm-failed.u': '1.10-1.20',
    'startup.cm-failed.s': '1.21-1.36',
    'startup.cadvisor-failed.u': '1.8-1.20',
    'startup.cadvisor-failed.s': '1.21-1.36',
    'startup.no-api.u': '1.8-1.20',
    'startup.no-api.s': '1.21-1.36',
    'startup.attempt-sync.s': '1.22-1.36',
    'startup.no-node.u': 'glog, klog',
    'startup.no-node.s': 'structured, contextual',
  },
  'pkg/kubelet/cri/remote/remote_image.go': {
    'startup.validated-cri.s': '1.23-1.25',
    'startup.validated-cri.s2': '1.23-1.25',
  },
  'pkg/kubelet/cri/remote/remote_runtime.go': {
    'startup.validated-cri.s3': '1.23-1.25',
    'startup.validated-cri.s4': '1.23-1.25',
  },
  'staging/src/k8s.io/cri-client/pkg/remote_image.go': {
    'startup.validated-cri.s5': '1.26-1.36',
  },
  'staging/src/k8s.io/cri-client/pkg/remote_runtime.go': {
    'startup.validated-cri.s6': '1.26-1.36',
  },
  'k8s.io/component-base/cli/flag/flags.go': {
    'startup.flag.u': 'lines of 1.15, 1.20, 1.36',
  },
  'k8s.io/component-base/featuregate/feature_gate.go': {
    'startup.feature-gates.u': 'lines of 1.15, 1.20',
    'startup.feature-gates.s': 'lines of 1.36',
  },
  'k8s.io/component-base/cli/run.go': {
    'startup.command-failed.s': 'lines of 1.28, 1.30, 1.31, 1.32',
  },
};
