import type { SourceTable } from './source.ts';

export const startWarningsSources: SourceTable = {
  'cmd/kubelet/app/server.go': {
    'start.rlimit.u': 'lines of 1.20',
    'start.rlimit.s': 'structured, lines of 1.36',
    'start.oom-score.u': 'lines of 1.15, 1.20',
    'start.oom-score.u2': 'lines',
    'start.oom-score.s': 'structured, lines of 1.36',
    'start.uid.s': 'structured',
    'start.uid.u': 'lines',
    'start.standalone.u': 'glog, klog, lines',
    'start.no-events.u': 'glog, lines',
    'start.standalone.s': 'structured',
  },
  'pkg/volume/csi/csi_plugin.go': {
    'start.csi-standalone.u': 'klog, lines',
    'start.csi-standalone.u2': 'lines',
  },
  'k8s.io/component-base/featuregate/feature_gate.go': {
    'start.gate.u': 'unread',
  },
  'pkg/kubelet/dockershim/docker_service.go': {
    'start.hairpin.u': 'glog, lines',
    'start.hairpin.s': 'structured, lines',
  },
  'pkg/kubelet/kubelet_network.go': {
    'start.hairpin.u2': 'lines',
  },
  'pkg/volume/flexvolume/probe.go': {
    'start.flexvolume.u': 'glog, lines of 1.24, 1.28, 1.32, 1.36',
  },
  'github.com/google/cadvisor/manager/manager.go': {
    'start.perf-event.u': 'klog, lines of 1.20',
  },
  'github.com/google/cadvisor/utils/sysinfo/sysinfo.go': {
    'start.topology.u': 'klog, lines of 1.28',
  },
  'pkg/credentialprovider/aws/aws_credentials.go': {
    'start.no-credentials.u': 'klog, lines of 1.20',
  },
  'github.com/google/cadvisor/utils/oomparser/oomparser.go': {
    'start.oom-parser.u': 'glog, klog, lines',
    'start.oom-parser.u2': 'lines',
  },
};
