import type { SourceTable } from './source.ts';

export const networkSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'runtime.network-not-ready.u': '1.8-1.20',
    'runtime.network-not-ready.s': '1.21-1.25',
    'runtime.network-not-ready.s2': '1.26-1.35',
    'runtime.network-not-ready.s3': '1.36',
  },
  'pkg/kubelet/kubelet_network.go': {
    'network.pod-cidr.u': '1.8-1.20',
    'network.pod-cidr.s': '1.21-1.36',
    'network.iptables-rule.u': 'glog, klog, lines',
  },
  'pkg/kubelet/kubelet_network_linux.go': {
    'network.iptables.u': '1.20',
    'network.iptables-rule.u2': 'klog',
    'network.iptables.u2': '1.20',
    'network.iptables.s': '1.21-1.24',
    'network.iptables.s2': '1.21-1.24',
    'network.iptables.s3': '1.25-1.36',
    'network.iptables.s4': '1.25-1.36',
  },
  'pkg/kubelet/dockershim/network/cni/cni.go': {
    'network.cni-update.u': '1.8-1.20',
    'network.cni-update.s': '1.21-1.23',
    'network.cni-add.u': '1.8-1.20',
    'network.cni-add.u2': '1.8-1.12',
    'network.cni-add.u3': '1.13-1.20',
    'network.cni-add.s': '1.21-1.23',
    'network.cni-add.s2': '1.21-1.23',
    'network.cni-del.u': '1.8-1.20',
    'network.cni-del.u2': '1.8-1.12',
    'network.cni-del.u3': '1.13-1.20',
    'network.cni-del.s': '1.21-1.23',
    'network.cni-del.s2': '1.21-1.23',
  },
  'pkg/kubelet/network/dns/dns.go': {
    'network.dns-limits.u': 'lines',
    'network.dns-limits.u2': 'klog',
    'network.dns-limits.u3': 'glog',
    'network.dns-limits.s': '1.21-1.36',
    'network.dns-limits.s2': '1.21-1.36',
    'network.resolv-conf.s': 'structured',
    'network.pod-dns.u': 'glog, klog',
    'network.pod-dns.s': 'structured, contextual',
  },
};
