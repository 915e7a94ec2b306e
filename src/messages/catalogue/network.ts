/** Messages of the component `network`. */
import { cniFailed, networkConfigRefused } from '../facts/pods.ts';
import { nodeTrouble } from '../facts/troubles.ts';
import { networkNotReady } from '../facts/runtime.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const networkRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'network',
      file: 'kubelet.go',
      highlight: 'trouble',
      facts: networkNotReady,
      meaning:
        'The container runtime says that its network is not ready (NetworkReady=false), mostly because no CNI configuration is there. The node is NotReady and only pods with host network start; the sync loop does not skip for it.',
      whatToDo:
        'Install or repair the network plugin; see its configuration in /etc/cni/net.d and the log of its pods.',
    },
    text('runtime.network-not-ready.u', 'Container runtime network not ready: {networkReady}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('runtime.network-not-ready.s', 'Container runtime network not ready', ['networkReady'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.25',
    }),
    keyed('runtime.network-not-ready.s2', 'Container runtime network not ready', ['networkReady'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
      until: '1.35',
    }),
    keyed('runtime.network-not-ready.s3', 'Container runtime network not ready', ['networkReady'], {
      severity: 'I',
      verbosity: 0,
      since: '1.36',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'kubelet_network.go',
      meaning: 'The range of addresses for the pods of this node changed.',
    },
    text('network.pod-cidr.u', 'Setting Pod CIDR: {podCIDR} -> {cidr}', { severity: 'I', verbosity: 0, until: '1.20' }),
    keyed('network.pod-cidr.s', 'Updating Pod CIDR', ['originalPodCIDR', 'newPodCIDR'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'kubelet_network_linux.go',
      meaning: 'The kubelet set up its own packet filter rules.',
    },
    text('network.iptables.u', 'Initialized {i} iptables rules.', {
      severity: 'I',
      verbosity: 0,
      since: '1.20',
      until: '1.20',
    }),
    keyed('network.iptables.s', 'Initialized protocol iptables rules.', ['protocol'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.24',
    }),
    keyed('network.iptables.s3', 'Initialized iptables rules.', ['protocol'], {
      severity: 'I',
      verbosity: 0,
      since: '1.25',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'kubelet_network_linux.go',
      meaning:
        'The kubelet could not set up its own packet filter rules. It goes on; some services of pods may not work from this node.',
      whatToDo: 'Read the error; see whether `iptables` is there, and who else holds its lock.',
    },
    text('network.iptables-rule.u', 'Failed to ensure marking rule for {chain}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'kubelet_network.go',
    }),
    text('network.iptables-rule.u2', 'Failed to ensure marking rule for {chain}: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.16',
      until: '1.20',
    }),
    text('network.iptables-rule.u3', 'Failed to ensure that {table} chain {chain} exists: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'kubelet_network.go',
    }),
    text('network.iptables.u2', 'Failed to initialize {i} iptables rules; some functionality may be missing.', {
      severity: 'W',
      verbosity: 0,
      since: '1.20',
      until: '1.20',
    }),
    keyed(
      'network.iptables.s2',
      'Failed to initialize protocol iptables rules; some functionality may be missing.',
      ['protocol'],
      { severity: 'I', verbosity: 0, since: '1.21', until: '1.24' },
    ),
    keyed(
      'network.iptables.s4',
      'Failed to initialize iptables rules; some functionality may be missing.',
      ['protocol'],
      { severity: 'I', verbosity: 0, since: '1.25' },
    ),
  ),
  ...family(
    {
      component: 'network',
      file: 'cni.go',
      meaning: 'No configuration of a network plugin was found (with dockershim).',
      whatToDo: 'Install the network plugin.',
    },
    text('network.cni-update.u', 'Unable to update cni config: {err}', { severity: 'W', verbosity: 0, until: '1.20' }),
    keyed('network.cni-update.s', 'Unable to update cni config', ['err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'cni.go',
      facts: networkConfigRefused,
      meaning:
        'There is a configuration of a network plugin, but it cannot be used (with dockershim); behind it stands why. Mostly the program of a plugin that it names is missing.',
      whatToDo: 'Compare the types that the configuration names with what is installed in /opt/cni/bin.',
    },
    text('network.cni-config.u', 'Error validating CNI config {config}', {
      severity: 'W',
      verbosity: 0,
      since: '1.16',
      until: '1.20',
    }),
    // The last line of it, which the journal keeps apart.
    text('network.cni-config.u2', ': [failed to find plugin {details}', {
      severity: 'W',
      verbosity: 0,
      since: '1.16',
      until: '1.20',
    }),
    text('network.cni-config.u3', ': [plugin {plugin} does not support config version {details}', {
      severity: 'W',
      verbosity: 0,
      since: '1.16',
      until: '1.20',
    }),
    keyed('network.cni-config.s', 'Error validating CNI config list', ['configList', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'cni.go',
      facts: cniFailed,
      meaning: 'The network plugin could not connect a pod (with dockershim).',
      whatToDo: 'See the network plugin.',
    },
    text('network.cni-add.u', 'Error adding network when building cni runtime conf: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('network.cni-add.u2', 'Error adding network: {err}', { severity: 'E', verbosity: 0, until: '1.12' }),
    text('network.cni-add.u3', 'Error adding {pdesc} to network {type}/{name}: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.20',
    }),
    keyed('network.cni-add.s', 'Error adding network when building cni runtime conf', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
    }),
    keyed(
      'network.cni-add.s2',
      'Error adding pod to network',
      ['err', 'pod', 'podSandboxID', 'podNetnsPath', 'networkType', 'networkName'],
      { severity: 'E', verbosity: 0, since: '1.21', until: '1.23' },
    ),
  ),
  ...family(
    {
      component: 'network',
      file: 'cni.go',
      facts: cniFailed,
      meaning:
        'The network plugin could not disconnect a pod (with dockershim). While it hangs, it holds up everything that needs the same sandbox.',
      whatToDo: 'See the network plugin.',
    },
    text('network.cni-del.u', 'Error deleting network when building cni runtime conf: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('network.cni-del.u2', 'Error deleting network: {err}', { severity: 'E', verbosity: 0, until: '1.12' }),
    text('network.cni-del.u3', 'Error deleting {pdesc} from network {type}/{name}: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.20',
    }),
    keyed('network.cni-del.s', 'Error deleting network when building cni runtime conf', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.23',
    }),
    keyed(
      'network.cni-del.s2',
      'Error deleting pod from network',
      ['err', 'pod', 'podSandboxID', 'podNetnsPath', 'networkType', 'networkName'],
      { severity: 'E', verbosity: 0, since: '1.21', until: '1.23' },
    ),
  ),
  ...family(
    {
      component: 'network',
      file: 'dns.go',
      facts: nodeTrouble('dns'),
      meaning:
        'The name resolution set up for pods has more servers or search domains than allowed; the surplus is left out.',
      whatToDo: "Shorten the node's resolv.conf.",
    },
    text(
      'network.dns-limits.u',
      'Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: {line}',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    text(
      'network.dns-limits.u2',
      'Search Line limits were exceeded, some search paths have been omitted, the applied search line is: {line}',
      { severity: 'E', verbosity: 0, until: '1.20' },
    ),
    text(
      'network.dns-limits.u3',
      'Search Line limits were exceeded, some dns names have been omitted, the applied search line is: {line}',
      { severity: 'E', verbosity: 0, until: '1.12' },
    ),
    keyed('network.dns-limits.s', 'Search Line limits exceeded', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('network.dns-limits.s2', 'Nameserver limits exceeded', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'dns.go',
      facts: nodeTrouble('dns', 'path'),
      meaning: 'The resolv.conf that pods are to get could not be read, so no pod can be made.',
      whatToDo:
        'See which file it is (`resolvConf` of the kubelet, with systemd-resolved /run/systemd/resolve/resolv.conf) and whether it is there.',
    },
    keyed('network.resolv-conf.s', 'Could not open resolv conf file.', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text(
      'network.pod-dns.u',
      'Failed to get DNS type for pod "{pod}": {err}. Falling back to DNSClusterFirst policy.',
      { severity: 'E', verbosity: 0, since: '1.9', until: '1.20' },
    ),
    keyed(
      'network.pod-dns.s',
      'Failed to get DNS type for pod. Falling back to DNSClusterFirst policy.',
      ['err', 'pod'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
  ),
];

/** Where the texts of these rows were read. */
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
    'network.iptables-rule.u3': 'lines',
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
    'network.cni-config.u': 'klog, lines of 1.16',
    'network.cni-config.u2': 'klog, lines',
    'network.cni-config.u3': 'klog',
    'network.cni-config.s': 'lines of 1.21',
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
