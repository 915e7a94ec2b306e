import type { SourceTable } from './source.ts';

export const apiSources: SourceTable = {
  'k8s.io/client-go/tools/cache/reflector.go': {
    'api.list-failed.u': 'glog, klog, lines',
    'api.list-failed.u2': 'klog, lines of 1.24, 1.27, 1.28, 1.30, 1.31, 1.32',
    'api.watch-failed.u': 'klog, lines of 1.24, 1.27, 1.28, 1.30',
    'api.watch-failed.s': 'contextual, lines of 1.33, 1.34',
    'api.watch-ended.u': 'glog, klog, lines of 1.28',
    'api.watch-ended.s': 'contextual',
    'api.unhandled.s': 'lines of 1.31, 1.32',
  },
  'k8s.io/client-go/gentype/type.go': {
    'api.watch-list.u': 'lines of 1.32',
  },
  'google.golang.org/grpc/clientconn.go': {
    'grpc.connect.u': 'lines of 1.28, 1.30, 1.31, 1.32',
    'grpc.connect.u2': 'lines',
    'grpc.connect.u3': 'lines of 1.20',
  },
  'pkg/kubelet/nodelease/controller.go': {
    'lease.ensure-failed.u': 'klog, lines',
    'lease.ensure-failed.u2': 'klog, lines of 1.24',
    'lease.update-failed.u': 'klog, lines',
    'lease.update-failed.u2': 'klog',
    'lease.update-latest.u': 'klog',
    'lease.owner.u2': 'lines of 1.15',
  },
  'k8s.io/component-helpers/apimachinery/lease/controller.go': {
    'lease.ensure-failed.s': 'lines of 1.27, 1.28, 1.30, 1.31, 1.32, 1.36',
    'lease.update-failed.s': 'lines of 1.28',
    'lease.update-latest.s': 'contextual, lines of 1.28',
  },
  'pkg/util/node/nodelease.go': {
    'lease.owner.u': 'lines of 1.20',
    'lease.owner.s': 'structured, lines of 1.24, 1.28, 1.32, 1.36',
  },
  'k8s.io/client-go/tools/record/event.go': {
    'event.write-failed.u': 'klog',
    'event.write-failed.u2': 'klog',
    'event.write-failed.s': 'lines of 1.32, 1.36',
    'event.rejected.u': 'lines of 1.24, 1.28',
    'event.rejected.s': 'contextual',
    'event.gave-up.u': 'glog, klog, lines',
    'event.gave-up.s': 'contextual',
    'event.dropped.u': 'klog',
    'event.dropped.u2': 'klog',
    'event.dropped.s': 'contextual',
    'event.dropped.s2': 'contextual',
    'event.shut-down.s': 'contextual',
    'event.construct.u': 'glog, klog',
    'event.construct.s': 'contextual',
    'event.reference.u': 'glog, klog',
    'event.reference.s': 'contextual',
  },
  'pkg/kubelet/kubelet.go': {
    'node.not-found.u': 'lines of 1.15, 1.20',
    'mirror.create-failed.u': 'glog, klog',
    'mirror.create-failed.s': 'structured, lines of 1.30, 1.31',
    'mirror.create-failed.s2': 'structured, lines of 1.32, 1.36',
    'mirror.no-node.s': 'lines of 1.32, 1.36',
    'mirror.unregistered.s': 'lines of 1.36',
    'mirror.no-node.s2': 'structured',
  },
  'pkg/kubelet/kubelet_node_status.go': {
    'node.get-current.s': 'structured, lines of 1.32, 1.36',
  },
  'pkg/kubelet/pod/mirror_client.go': {
    'mirror.delete-failed.u': 'glog, klog',
    'mirror.delete-failed.s': 'structured, lines',
  },
  'pkg/volume/csi/csi_plugin.go': {
    'csi.node-failed.u': 'klog, lines of 1.24',
    'csi.node-failed.u2': 'klog',
    'csi.node-waits.u': 'klog, lines of 1.29',
  },
};
