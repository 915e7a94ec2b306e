import type { SourceTable } from './source.ts';

export const deviceSources: SourceTable = {
  'pkg/kubelet/cm/devicemanager/manager.go': {
    'device.unhealthy.u': '1.10-1.20',
    'device.unhealthy.u2': '1.12-1.20',
    'device.unhealthy.s': '1.21-1.35',
    'device.unhealthy.s2': '1.21-1.36',
    'device.unhealthy.s3': '1.36',
    'device.dial-failed.u': 'glog, klog',
    'device.dial-failed.s': 'structured',
    'device.checkpoint.u': 'unread',
    'device.checkpoint.s': 'structured',
  },
  'pkg/kubelet/cm/devicemanager/endpoint.go': {
    'device.watch-ended.u': 'klog, lines',
    'device.watch-ended.s': 'lines',
  },
  'pkg/kubelet/cm/devicemanager/plugin/v1beta1/client.go': {
    'device.watch-ended.s2': 'structured, lines',
    'device.dial-failed.s2': 'structured, lines',
  },
  'pkg/kubelet/kubelet.go': {
    'pod.admission-denied.s': 'structured',
  },
  'pkg/kubelet/allocation/allocation_manager.go': {
    'pod.admission-denied.s2': 'structured, contextual, lines',
    'pod.admission-denied.s3': 'contextual',
  },
};
