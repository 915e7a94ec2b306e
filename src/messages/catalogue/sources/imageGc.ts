import type { SourceTable } from './source.ts';

export const imageGcSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'gc.image-failed-old.u': 'lines',
    'gc.image-failed-once.u': '1.8-1.20',
    'gc.image-failed-once.s': '1.21-1.36',
    'gc.image-failed.u': '1.8-1.20',
    'gc.image-failed.s': '1.21-1.36',
    'gc.container-failed.u': '1.8-1.20',
    'gc.container-failed.s': '1.21-1.36',
  },
  'pkg/kubelet/kuberuntime/kuberuntime_image.go': {
    'gc.list-images.u': 'klog, lines',
    'gc.list-images.s': 'lines of 1.28, 1.36',
    'gc.image-status.u': 'glog, klog',
    'gc.image-status.s': 'structured, contextual',
    'gc.remove-image.u': 'glog, klog',
    'gc.remove-image.s': 'structured, contextual',
  },
  'pkg/kubelet/image_manager.go': {
    'gc.over-threshold.u3': 'lines',
    'gc.removing-image.u2': 'lines',
  },
  'pkg/kubelet/images/image_gc_manager.go': {
    'gc.over-threshold.u4': 'glog',
    'gc.over-threshold.u': '1.9-1.12',
    'gc.over-threshold.u2': '1.13-1.20',
    'gc.over-threshold.s': '1.21-1.36',
    'gc.removing-image.u': '1.8-1.20',
    'gc.removing-image.s': '1.21-1.28',
    'gc.removing-image.s2': '1.29-1.36',
    'gc.delete-unused.u': '1.10-1.20',
    'gc.delete-unused.s': '1.21-1.36',
    'gc.monitor-failed.u': '1.8-1.20',
    'gc.monitor-failed.u2': '1.8-1.20',
    'gc.monitor-failed.s': '1.21-1.36',
    'gc.monitor-failed.s2': '1.21-1.36',
  },
  'pkg/kubelet/container/container_gc.go': {
    'gc.delete-unused.u2': '1.10-1.20',
    'gc.delete-unused.s2': '1.21-1.36',
  },
};
