import type { SourceTable } from './source.ts';

export const cgroupSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'pod.qos.u': '1.8-1.20',
    'pod.qos.s': '1.21-1.36',
    'cadvisor.disk-space.u': 'glog, lines',
  },
  'pkg/kubelet/kubelet_pods.go': {
    'pod.qos-kill.u': '1.8-1.20',
    'pod.qos-kill.s': '1.21-1.36',
  },
  'pkg/kubelet/cm/container_manager_linux.go': {
    'cgroup.find-failed.u': '1.8-1.20',
    'cgroup.find-failed.s': '1.21-1.36',
    'cgroup.ensure-state.u': '1.8-1.20',
    'cgroup.ensure-state.s': '1.21-1.36',
    'cgroup.cpu-acct.u': '1.8-1.20',
    'cgroup.cpu-acct.u2': '1.8-1.20',
    'cgroup.cpu-acct.s': '1.21-1.36',
    'cgroup.cpu-acct.s2': '1.21-1.36',
  },
  'pkg/kubelet/cm/node_container_manager_linux.go': {
    'cgroup.create-failed.u': '1.13-1.20',
    'cgroup.create-failed.s': '1.21-1.36',
  },
  'cmd/kubelet/app/server.go': {
    'cgroup.kubelet-cgroup.u': '1.15-1.20',
    'cgroup.kubelet-cgroup.s': '1.21-1.33',
    'cgroup.kubelet-cgroup.s2': '1.34-1.36',
  },
  'pkg/kubelet/server/stats/handler.go': {
    'cgroup.unexpected.u': '1.8-1.20',
  },
  'pkg/kubelet/stats/cadvisor_stats_provider.go': {
    'cgroup.unexpected.u2': '1.8-1.20',
    'cgroup.unexpected.s2': '1.21-1.36',
  },
  'pkg/kubelet/server/stats/summary_sys_containers.go': {
    'cgroup.unexpected.u3': '1.12-1.20',
    'cgroup.unexpected.s': '1.21-1.36',
  },
  'pkg/kubelet/server/stats/summary.go': {
    'cgroup.unexpected.u4': 'lines',
  },
  'pkg/kubelet/cm/qos_container_manager_linux.go': {
    'cgroup.qos-update.u': 'glog, klog',
    'cgroup.qos-update.s': 'structured',
    'cgroup.qos-reserve.u': 'glog, klog',
    'cgroup.qos-reserve.s': 'structured, contextual',
  },
  'pkg/kubelet/cm/pod_container_manager_linux.go': {
    'cgroup.delete-failed.s': 'structured, contextual',
  },
  'pkg/kubelet/cm/cgroup_manager_linux.go': {
    'cgroup.not-found.s': 'structured',
  },
  'pkg/kubelet/eviction/helpers.go': {
    'cgroup.signal.u': 'klog',
    'cgroup.signal.s': 'structured, lines of 1.30, 1.31, 1.32',
  },
  'github.com/google/cadvisor/manager/manager.go': {
    'cgroup.existing.u': 'glog, klog',
  },
};
