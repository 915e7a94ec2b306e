/** What a start of a kubelet says as a warning or an error, and what is none: rights that it lacks, devices and files that a machine does not have. But that it works alone none of these gives a fact. */
import { nodeTrouble } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

/** cmd/kubelet/app/server.go, pkg/kubelet/kubelet_network.go, staging/src/k8s.io/component-base/featuregate. */
const serverRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      meaning:
        'The kubelet may not raise its own limits, because it is not root or runs in a container; on Windows there are none. It goes on.',
    },
    text('start.rlimit.u', 'Failed to set rlimit on max file handles: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('start.rlimit.s', 'Failed to set rlimit on max file handles', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('start.oom-score.u', 'write /proc/self/oom_score_adj: {err}', { severity: 'W', verbosity: 0, until: '1.20' }),
    text('start.oom-score.u2', 'setting OOM scores is unsupported in this build', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('start.oom-score.s', 'Failed to ApplyOOMScoreAdj', ['err'], { severity: 'I', verbosity: 0, since: '1.21' }),
    keyed('start.uid.s', 'kubelet running with insufficient permissions', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('start.uid.u', 'kubelet needs to run as uid `0`. It is being run as {uid}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'server.go',
      facts: nodeTrouble('standalone'),
      meaning:
        'The kubelet was started without a kubeconfig, so it works alone: it runs static pods and reports nothing to any API server.',
      whatToDo: 'Right for a start by kubeadm before its first `init` or `join`; else give it --kubeconfig.',
    },
    text('start.standalone.u', 'standalone mode, no API client', { severity: 'W', verbosity: 0, until: '1.20' }),
    text('start.no-events.u', 'No api server defined - no events will be sent to API server.', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('start.standalone.s', 'Standalone mode, no API client', [], { severity: 'I', verbosity: 0, since: '1.21' }),
    text('start.csi-standalone.u', 'kubernetes.io/csi: kubeclient not set, assuming standalone kubelet', {
      severity: 'W',
      verbosity: 0,
      since: '1.14',
      file: 'csi_plugin.go',
    }),
    text('start.csi-standalone.u2', 'Skipping CSINode initialization, kubelet running in standalone mode', {
      severity: 'W',
      verbosity: 0,
      since: '1.15',
      file: 'csi_plugin.go',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'feature_gate.go',
      meaning: 'A feature gate is set that this version does not have.',
      whatToDo: 'Nothing, where the distribution sets it for other components; else take it out of the configuration.',
    },
    text('start.gate.u', 'unrecognized feature gate: {gate}', { severity: 'W', verbosity: 0 }),
  ),
  ...family(
    {
      component: 'network',
      file: 'docker_service.go',
      meaning:
        'How a pod reaches itself over its own service (hairpin) is set otherwise than this network plugin can do; the default is taken.',
    },
    text('start.hairpin.u', 'Hairpin mode set to "{mode}" but kubenet is not enabled, falling back to "{fallback}"', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    text('start.hairpin.u2', 'Hairpin mode set to "{mode}" but kubenet is not enabled, falling back to "{fallback}"', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
      file: 'kubelet_network.go',
    }),
    keyed(
      'start.hairpin.s',
      'Hairpin mode is set but kubenet is not enabled, falling back to HairpinVeth',
      ['hairpinMode'],
      { severity: 'I', verbosity: 0, since: '1.21', until: '1.23' },
    ),
  ),
  ...family(
    {
      component: 'network',
      file: 'hostport_manager.go',
      meaning:
        'The command `conntrack` is missing: connections (UDP) to a host port may go on to a pod that is gone. Pods without host ports do not need it.',
    },
    text(
      'start.no-conntrack.u',
      'The binary conntrack is not installed, this can cause failures in network connection cleanup.',
      { severity: 'W' },
    ),
    keyed(
      'start.no-conntrack.s',
      'The binary conntrack is not installed, this can cause failures in network connection cleanup.',
      [],
      { severity: 'I' },
    ),
  ),
  ...family(
    {
      component: 'network',
      file: 'iptables.go',
      meaning:
        'The command `iptables` is missing or does not tell its version. The kubelet only marks packets with it; Windows has none.',
    },
    text('start.no-iptables.u', 'Error checking iptables version, assuming version at least {version}: {err}', {
      severity: 'W',
    }),
    keyed('start.no-iptables.s', 'Error checking iptables version, assuming version at least', ['version', 'err'], {
      severity: 'I',
    }),
  ),
  ...family(
    {
      component: 'volume',
      file: 'probe.go',
      meaning: 'The folder for flexvolume drivers was not there and is made.',
    },
    text('start.flexvolume.u', 'Flexvolume plugin directory at {path} does not exist. Recreating.', {
      severity: 'W',
      verbosity: 0,
      since: '1.10',
    }),
  ),
];

/** github.com/google/cadvisor and dockershim. */
const measuringRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'cadvisor',
      file: 'conversion.go',
      meaning:
        'How much processor time something takes at this moment could not be told from its last two measurements; the next two will do.',
    },
    text('start.instant-cpu.u', 'Could not get instant cpu stats: {err}', { severity: 'W' }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'manager.go',
      meaning:
        'cAdvisor does not find the control group for the counters of the processor. They are not measured; nothing else is hurt.',
    },
    text('start.perf-event.u', 'Error getting perf_event cgroup path: "{err}"', { severity: 'W', verbosity: 0 }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'sysinfo.go',
      meaning: 'The machine does not tell which processors belong to which memory.',
    },
    text('start.topology.u', 'Nodes topology is not available, providing CPU topology', {
      severity: 'W',
      verbosity: 0,
    }),
  ),
  ...family(
    {
      component: 'image-gc',
      file: 'aws_credentials.go',
      meaning:
        'The kubelet looked for credentials of a registry of a cloud and found none. It matters only where images come from there.',
    },
    text('start.no-credentials.u', 'while getting AWS credentials {err}', { severity: 'E', verbosity: 0 }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'file_unsupported.go',
      meaning:
        'This kubelet is not told of changes in the folder of its static pods, and reads it every 20 seconds instead. Normal on Windows.',
    },
    text('start.no-file-watch.u', 'Watching source file is unsupported in this build', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('start.no-file-watch.s', 'Watching source file is unsupported in this build', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'processstarttime.go',
      meaning:
        'The kubelet could not read when it was started, so a metric has the time of this line instead. Normal on Windows, which has no /proc.',
    },
    text('start.process-time.u', 'Could not get process start time, {err}', { severity: 'E', verbosity: 0 }),
  ),
  ...family(
    {
      component: 'oom',
      file: 'oomparser.go',
      meaning:
        'cAdvisor ceased to read the messages of the kernel, so the kubelet hears no more of processes that are killed for memory.',
    },
    text('start.oom-parser.u', 'exiting analyzeLines. OOM events will not be reported.', {
      severity: 'E',
      verbosity: 0,
    }),
    text('start.oom-parser.u2', 'error reading /dev/kmsg: {err}', { severity: 'W', verbosity: 0 }),
  ),
];

export const startWarningRows: readonly CatalogueRow[] = [...serverRows, ...measuringRows];

/** Where the texts of these rows were read. */
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
  'pkg/kubelet/config/file_unsupported.go': {
    'start.no-file-watch.u': 'lines',
    'start.no-file-watch.s': 'contextual',
  },
  'k8s.io/component-base/metrics/processstarttime.go': {
    'start.process-time.u': 'lines',
  },
  'github.com/google/cadvisor/utils/oomparser/oomparser.go': {
    'start.oom-parser.u': 'glog, klog, lines',
    'start.oom-parser.u2': 'lines',
  },
  'pkg/kubelet/dockershim/network/hostport/hostport_manager.go': {
    'start.no-conntrack.u': 'klog, lines',
    'start.no-conntrack.s': 'lines',
  },
  'github.com/google/cadvisor/info/v2/conversion.go': {
    'start.instant-cpu.u': 'glog, klog, lines',
  },
  'pkg/util/iptables/iptables.go': {
    'start.no-iptables.u': 'klog, lines',
    'start.no-iptables.s': 'structured',
  },
};
