import type { SourceTable } from './source.ts';

export const volumeSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'volume.mount-timeout.u': '1.8-1.15',
    'volume.mount-timeout.u2': '1.16-1.20',
    'volume.mount-timeout.s': '1.21-1.36',
  },
  'pkg/kubelet/kubelet_volumes.go': {
    'volume.orphan.u': '1.8-1.20',
    'volume.orphan.s': '1.21-1.36',
    'volume.orphan.u3': 'lines',
    'volume.orphan.u4': 'lines',
    'volume.orphan.u5': 'lines',
    'volume.orphan.u2': '1.8-1.20',
    'volume.orphan.s2': '1.21-1.36',
    'volume.orphan.s3': '1.22-1.36',
    'volume.orphan-removing.u': '1.8-1.20',
    'volume.orphan-removing.s': '1.21-1.36',
    'volume.orphan-dir-failed.u': '1.8-1.20',
    'volume.orphan-dir-failed.s': '1.21-1.36',
    'volume.orphan-dir-failed.s2': '1.22-1.36',
  },
  'pkg/kubelet/volumemanager/volume_manager.go': {
    'volume.waiting.u': '1.8-1.20',
    'volume.waiting.s': '1.21-1.36',
    'volume.all-mounted.u': '1.8-1.20',
    'volume.all-mounted.s': '1.21-1.36',
  },
  'pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go': {
    'volume.processing-error.u': '1.8-1.20',
    'volume.processing-error.s': '1.21-1.36',
    'volume.add-failed.u': '1.8-1.15',
    'volume.add-failed.u2': '1.16-1.20',
    'volume.add-failed.s': '1.21-1.36',
  },
  'pkg/volume/util/nestedpendingoperations/nestedpendingoperations.go': {
    'volume.operation-failed.u': '1.8-1.36',
    'volume.operation-failed.u2': '1.16-1.36',
  },
  'k8s.io/mount-utils/mount_linux.go': {
    'volume.mount-command.u': 'klog, lines of 1.32',
  },
  'pkg/volume/secret/secret.go': {
    'volume.no-secret.u': 'glog',
  },
  'pkg/volume/configmap/configmap.go': {
    'volume.no-config-map.u': 'lines of 1.30',
  },
  'pkg/volume/projected/projected.go': {
    'volume.projected.u': 'klog, lines of 1.30, 1.31',
  },
  'pkg/volume/csi/csi_attacher.go': {
    'volume.csi.u': 'klog',
  },
  'pkg/volume/csi/csi_mounter.go': {
    'volume.csi.u2': 'klog',
  },
  'pkg/kubelet/volumemanager/reconciler/reconciler.go': {
    'volume.reconstruct.u': 'glog, lines',
    'volume.reconstruct.u2': 'klog',
    'volume.reconstruct.s': 'structured',
  },
  'pkg/kubelet/volumemanager/reconciler/reconstruct.go': {
    'volume.reconstruct.s2': 'structured, contextual',
  },
  'pkg/volume/util/operationexecutor/operation_generator.go': {
    'volume.attached-check.u': 'glog, klog',
    'volume.attached-check.u2': 'glog, klog',
    'volume.attached-check.u3': 'glog, klog',
  },
  'pkg/volume/csi/csi_plugin.go': {
    'csi.node-fatal.u': 'klog',
    'csi.node-fatal.u3': 'klog, lines',
    'csi.node-fatal.u2': 'klog',
    'csi.unregister.u': 'klog',
    'csi.unregister.u2': 'klog',
    'csi.unregister.u3': 'klog',
  },
  'pkg/volume/emptydir/empty_dir.go': {
    'volume.quota.u': 'klog, lines',
  },
  'pkg/util/goroutinemap/goroutinemap.go': {
    'plugin.operation.u': 'lines',
  },
  'pkg/kubelet/pluginmanager/pluginwatcher/plugin_watcher.go': {
    'plugin.watch.u': 'klog',
    'plugin.watch.s': 'structured',
    'plugin.event.u': 'glog, klog',
    'plugin.event.u2': 'glog, klog',
    'plugin.event.s': 'structured',
    'plugin.event.s2': 'structured',
  },
};
