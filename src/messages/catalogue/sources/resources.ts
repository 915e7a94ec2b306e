import type { SourceTable } from './source.ts';

export const resourcesSources: SourceTable = {
  'pkg/kubelet/cm/cpumanager/cpu_manager.go': {
    'resources.state-refused.u': 'klog',
    'resources.state-refused.s': 'structured',
    'resources.policy-start.u': 'klog',
    'resources.policy-start.s': 'structured, contextual',
    'resources.allocate.u': 'klog',
    'resources.allocate.u2': 'glog, klog, lines',
    'resources.allocate.s': 'structured',
    'resources.stale.u': 'klog',
    'resources.stale.s': 'structured, lines of 1.24, 1.26, 1.27, 1.28, 1.30',
    'resources.stale.s2': 'structured',
    'resources.stale.s3': 'structured',
    'resources.stale-failed.u': 'klog',
    'resources.stale-failed.s': 'structured',
    'resources.stale-failed.s2': 'structured',
    'resources.reconcile.u2': 'glog, klog, lines',
    'resources.reconcile.u': 'glog, klog',
    'resources.reconcile.s': 'structured',
    'resources.remove.u': 'glog, klog',
    'resources.remove.s': 'structured',
    'resources.reconcile-skip.u': 'glog, klog',
    'resources.reconcile-skip.u2': 'glog, klog',
    'resources.reconcile-skip.u3': 'klog',
  },
  'pkg/kubelet/cm/memorymanager/memory_manager.go': {
    'resources.state-refused.s2': 'structured',
    'resources.policy-start.s2': 'structured',
    'resources.allocate.s2': 'structured',
    'resources.stale.s4': 'structured, lines of 1.24, 1.26, 1.27, 1.28, 1.30, 1.36',
  },
  'pkg/kubelet/cm/cpumanager/policy_static.go': {
    'resources.policy-state.u': 'glog, klog',
    'resources.policy-state.s': 'structured',
  },
  'pkg/kubelet/cm/devicemanager/manager.go': {
    'resources.no-checkpoint.u': 'klog, lines of 1.15, 1.20',
    'resources.no-checkpoint.s': 'lines of 1.24, 1.28, 1.32',
    'resources.no-checkpoint.s2': 'structured, lines of 1.36',
  },
  'pkg/kubelet/cm/container_manager_linux.go': {
    'cgroup.oom-score.s': 'structured, contextual, lines of 1.36',
    'cadvisor.rootfs-data.u': 'lines',
    'cadvisor.rootfs-data.s': 'structured, contextual, lines of 1.28',
    'kernel.flag-failed.s': 'contextual',
  },
  'pkg/kubelet/stats/cri_stats_provider.go': {
    'cadvisor.image-fs.u': 'klog, lines',
    'cadvisor.image-fs.u2': 'glog, lines',
    'cadvisor.cpu-usage.u': 'klog',
    'cadvisor.image-fs.s': 'structured, lines of 1.28',
    'cadvisor.cpu-usage.s': 'structured, contextual, lines of 1.32',
  },
  'pkg/kubelet/server/stats/prometheus_resource_metrics.go': {
    'cadvisor.metrics.u': 'klog, lines',
  },
  'pkg/kubelet/metrics/collectors/resource_metrics.go': {
    'cadvisor.metrics.s': 'structured, lines of 1.28',
  },
};
