/** Messages of the component `cgroup`. */
import { notMeasured } from '../facts/devices.ts';
import { nodeTrouble } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const cgroupRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'cgroup',
      file: 'kubelet.go',
      facts: nodeTrouble('cgroup'),
      meaning: "The limits of the pod's control group could not be updated.",
      whatToDo: 'Check systemd and the control groups.',
    },
    text('pod.qos.u', 'Failed to update QoS cgroups while syncing pod: {err}', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('pod.qos.s', 'Failed to update QoS cgroups while syncing pod', ['pod', 'err'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'kubelet_pods.go',
      facts: nodeTrouble('cgroup'),
      meaning: 'The limits of control groups could not be updated while a pod was stopped.',
      whatToDo: 'Check systemd and the control groups.',
    },
    text('pod.qos-kill.u', 'Failed to update QoS cgroups while killing pod: {err}', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
    }),
    keyed('pod.qos-kill.s', 'Failed to update QoS cgroups while killing pod', ['err'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'container_manager_linux.go',
      meaning: 'The kubelet could not find its own control group.',
    },
    text('cgroup.find-failed.u', 'failed to find cgroups of kubelet - {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cgroup.find-failed.s', 'Failed to find cgroups of kubelet', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'container_manager_linux.go',
      facts: nodeTrouble('cgroup', 'containerName'),
      meaning: 'The runtime or the kubelet could not be put into its control group.',
    },
    text('cgroup.ensure-state.u', '[ContainerManager] Failed to ensure state of "{containerName}": {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cgroup.ensure-state.s', 'Failed to ensure state', ['containerName', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'node_container_manager_linux.go',
      facts: nodeTrouble('cgroup'),
      meaning: 'The control group for all pods could not be made.',
      whatToDo: 'Check the cgroup driver and the mounts of control groups.',
    },
    text('cgroup.create-failed.u', 'Failed to create "{cgroupRoot}" cgroup', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.20',
    }),
    keyed('cgroup.create-failed.s', 'Failed to create cgroup', ['err', 'cgroupName'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'cgroup_manager_linux.go',
      facts: nodeTrouble('cgroup'),
      meaning:
        'A control group was made, and its limits could not be set. With cgroup v2 mostly a controller is not handed down to it (`cgroup.subtree_control`).',
    },
    // cgroup_manager_linux.go, Create: what it hands on to utilruntime.HandleError.
    text('cgroup.update-failed.u', 'cgroup update failed {err}', { severity: 'E', verbosity: 0 }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'container_manager_linux.go',
      meaning: 'systemd does not measure processor or memory use for this service.',
    },
    text('cgroup.cpu-acct.u', 'CPUAccounting not enabled for pid: {pid}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    text('cgroup.cpu-acct.u2', 'MemoryAccounting not enabled for pid: {pid}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cgroup.cpu-acct.s', 'CPUAccounting not enabled for process', ['pid'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('cgroup.cpu-acct.s2', 'MemoryAccounting not enabled for process', ['pid'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'server.go',
      meaning: 'The kubelet could not find its own control group; measurements of system services may be missing.',
    },
    text(
      'cgroup.kubelet-cgroup.u',
      "failed to get the kubelet's cgroup: {err}.  Kubelet system container metrics may be missing.",
      { severity: 'W', verbosity: 0, since: '1.15', until: '1.20' },
    ),
    keyed(
      'cgroup.kubelet-cgroup.s',
      "Failed to get the kubelet's cgroup. Kubelet system container metrics may be missing.",
      ['err'],
      { severity: 'I', verbosity: 0, since: '1.21', until: '1.33' },
    ),
    keyed(
      'cgroup.kubelet-cgroup.s2',
      "Failed to get the kubelet's cgroup. Kubelet system container metrics may be missing",
      ['err'],
      { severity: 'I', verbosity: 0, since: '1.34' },
    ),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'cadvisor_stats_provider.go',
      facts: nodeTrouble('cgroup', 'containerName'),
      meaning: 'Some control groups could not be measured.',
    },
    text('cgroup.unexpected.u', 'Partial failure issuing GetRawContainerInfo({query}): {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'handler.go',
    }),
    text('cgroup.unexpected.u2', 'Partial failure issuing cadvisor.ContainerInfoV2: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('cgroup.unexpected.u3', 'Failed to get system container stats for "{containerName}": {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.12',
      until: '1.20',
      file: 'summary_sys_containers.go',
    }),
    text('cgroup.unexpected.u4', 'Failed to get system container stats for "{containerName}": {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.11',
      file: 'summary.go',
    }),
    keyed('cgroup.unexpected.s', 'Failed to get system container stats', ['err', 'containerName'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'summary_sys_containers.go',
    }),
    keyed('cgroup.unexpected.s2', 'Partial failure issuing cadvisor.ContainerInfoV2', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'qos_container_manager_linux.go',
      facts: nodeTrouble('cgroup'),
      meaning: 'The limits of the control groups of the classes of pods could not be written.',
      whatToDo:
        'Read the error: it names the file or the unit of systemd. Check that kubelet and runtime use the same cgroup driver and version.',
    },
    text('cgroup.qos-update.u', '[ContainerManager]: Failed to update QoS cgroup configuration', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cgroup.qos-update.s', 'Failed to update QoS cgroup configuration', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('cgroup.qos-reserve.u', '[ContainerManager] Failed to reserve QoS requests: {err}', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cgroup.qos-reserve.s', 'Failed to reserve QoS requests', ['err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'cgroup_manager_linux.go',
      facts: nodeTrouble('cgroup'),
      meaning: 'A control group could not be read, written or removed.',
      whatToDo: 'Check systemd and the mounts of control groups.',
    },
    keyed('cgroup.delete-failed.s', 'Failed to delete cgroup paths', ['cgroupName', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      file: 'pod_container_manager_linux.go',
    }),
    keyed('cgroup.not-found.s', 'The cgroup has some missing paths', ['cgroupName', 'paths'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
      facts: () => undefined,
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'helpers.go',
      facts: nodeTrouble('cgroup'),
      meaning:
        'The eviction manager cannot measure the memory of all pods, for their control group is not known yet. Normal for the first minute after a start.',
    },
    text('cgroup.signal.u', 'eviction manager: failed to construct signal: "{signal}" error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.13',
      until: '1.20',
    }),
    keyed('cgroup.signal.s', 'Eviction manager: failed to construct signal', ['err', 'signal'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'manager.go',
      facts: nodeTrouble('cgroup'),
      meaning: 'cAdvisor found a control group whose container it cannot ask the runtime about; it is not measured.',
    },
    text('cgroup.existing.u', 'Failed to create existing container: {containerName}: {err}', {
      severity: 'E',
      verbosity: 0,
    }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'kubelet.go',
      facts: notMeasured,
      meaning: 'The kubelet has no measurement of its file systems (yet).',
    },
    text('cadvisor.disk-space.u', 'Failed to check if disk space is available {details}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.9',
    }),
  ),
];

/** Where the texts of these rows were read. */
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
    'cgroup.update-failed.u': 'glog, klog, structured, lines',
  },
  'pkg/kubelet/eviction/helpers.go': {
    'cgroup.signal.u': 'klog',
    'cgroup.signal.s': 'structured, lines of 1.30, 1.31, 1.32',
  },
  'github.com/google/cadvisor/manager/manager.go': {
    'cgroup.existing.u': 'glog, klog',
  },
};
