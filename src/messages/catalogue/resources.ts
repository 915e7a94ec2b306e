/** Messages of the component `resources`: processors, memory and devices for containers, and what the kubelet notes of them on disk (pkg/kubelet/cm). */
import { notMeasured, runtimeAway, statsUnreadable } from '../facts/devices.ts';
import { stateRefused } from '../facts/node.ts';
import { nodeTrouble } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

/** cm/cpumanager/cpu_manager.go and policy_static.go, cm/memorymanager/memory_manager.go: printf up to 1.20, the memory manager since 1.21. */
const managerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'resources',
      file: 'cpu_manager.go',
      facts: stateRefused,
      highlight: 'trouble',
      meaning:
        'What was noted of processors or memory of containers cannot be read, or does not fit the policy of the kubelet, or the machine, so it ends.',
      whatToDo:
        'Drain the node, stop the kubelet, move the file away that the error names (/var/lib/kubelet/cpu_manager_state or another), start it.',
    },
    text(
      'resources.state-refused.u',
      '[cpumanager] could not initialize checkpoint manager: {err}, please drain node and remove policy state file',
      { severity: 'E', verbosity: 0, since: '1.18', until: '1.20' },
    ),
    text(
      'resources.state-refused.u2',
      'failed to initialize cpu manager: could not initialize checkpoint manager: {err}',
      {
        severity: 'E',
        verbosity: 0,
        until: '1.20',
        file: 'container_manager_linux.go',
      },
    ),
    keyed(
      'resources.state-refused.s',
      'Could not initialize checkpoint manager, please drain node and remove policy state file',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
    keyed(
      'resources.state-refused.s2',
      'Could not initialize checkpoint manager, please drain node and remove policy state file',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.21', file: 'memory_manager.go' },
    ),
    keyed(
      'resources.pods-state-refused.s',
      'Could not initialize pod allocation checkpoint manager, please drain node and remove policy state file',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.27', until: '1.32', file: 'status_manager.go' },
    ),
    keyed(
      'resources.pods-state-refused.s2',
      'Failed to initialize allocation checkpoint manager',
      ['err', 'checkpointPath'],
      { severity: 'E', verbosity: 0, since: '1.33', file: 'allocation_manager.go' },
    ),
    text('resources.policy-start.u', '[cpumanager] policy start error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.18',
      until: '1.20',
    }),
    keyed('resources.policy-start.s', 'Policy start error', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('resources.policy-start.s2', 'Policy start error', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'memory_manager.go',
    }),
    text('resources.policy-state.u', '[cpumanager] static policy invalid state: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.8',
      until: '1.20',
      file: 'policy_static.go',
    }),
    keyed(
      'resources.policy-state.s',
      'Static policy invalid state, please drain node and remove policy state file',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.21', file: 'policy_static.go' },
    ),
    keyed('resources.memory-state.s', 'Invalid state, please drain node and remove policy state file', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'policy_static.go',
    }),
    // Written as an error up to 1.32, and without `field` up to 1.22.
    keyed(
      'resources.memory-differs.s',
      'Memory states for the NUMA node and resource are different',
      ['node', 'resource', 'field', 'memoryState1', 'memoryState2'],
      { severity: 'E', verbosity: 0, since: '1.21', file: 'policy_static.go' },
    ),
  ),
  ...family(
    {
      component: 'resources',
      file: 'cpu_manager.go',
      meaning: 'Processors of its own could not be given to a container; the pod is turned away with the same words.',
      whatToDo: 'See whether the node has so many whole processors free: `kubectl describe node`.',
    },
    text('resources.allocate.u', '[cpumanager] Allocate error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.18',
      until: '1.20',
    }),
    text('resources.allocate.u2', '[cpumanager] AddContainer error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.8',
      until: '1.20',
    }),
    keyed('resources.allocate.s', 'Allocate error', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
    keyed('resources.allocate.s2', 'Allocate error', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'memory_manager.go',
    }),
  ),
  ...family(
    {
      component: 'resources',
      file: 'cpu_manager.go',
      meaning:
        'Processors or memory that were set aside for a container are given back, for it has ended. Nothing is wrong, though some versions write it as an error.',
    },
    text('resources.stale.u', '[cpumanager] removeStaleState: removing (pod {podUID}, container: {containerName})', {
      severity: 'E',
      verbosity: 0,
      since: '1.18',
      until: '1.20',
    }),
    keyed('resources.stale.s', 'RemoveStaleState: removing container', ['podUID', 'containerName'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.33',
    }),
    keyed('resources.stale.s2', 'RemoveStaleState: removing container', ['podUID', 'containerName'], {
      severity: 'I',
      verbosity: 2,
      since: '1.31',
    }),
    keyed('resources.stale.s3', 'RemoveStaleState: containerMap: removing container', ['podUID', 'containerName'], {
      severity: 'I',
      verbosity: 2,
      since: '1.24',
    }),
    keyed('resources.stale.s4', 'RemoveStaleState removing state', ['podUID', 'containerName'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      file: 'memory_manager.go',
    }),
  ),
  ...family(
    {
      component: 'resources',
      file: 'cpu_manager.go',
      meaning: 'The processors of a container could not be set or given back; it is tried again every ten seconds.',
      whatToDo: 'See the error of UpdateContainerResources: the runtime has its own words.',
    },
    text(
      'resources.stale-failed.u',
      '[cpumanager] removeStaleState: failed to remove (pod {podUID}, container {containerName}), error: {err})',
      { severity: 'E', verbosity: 0, since: '1.18', until: '1.20' },
    ),
    keyed(
      'resources.stale-failed.s',
      'RemoveStaleState: failed to remove container',
      ['err', 'podUID', 'containerName'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
    keyed(
      'resources.stale-failed.s2',
      'RemoveStaleState: containerMap: failed to remove container',
      ['err', 'podUID', 'containerName'],
      { severity: 'E', verbosity: 0, since: '1.24' },
    ),
    text(
      'resources.reconcile.u2',
      '[cpumanager] reconcileState: failed to add container (pod: {podName}, container: {containerName}, container id: {containerID}, error: {err})',
      { severity: 'E', verbosity: 0, since: '1.8', until: '1.18' },
    ),
    text(
      'resources.reconcile.u',
      '[cpumanager] reconcileState: failed to update container (pod: {podName}, container: {containerName}, container id: {containerID}, cpuset: "{cpuSet}", error: {err})',
      { severity: 'E', verbosity: 0, since: '1.8', until: '1.20' },
    ),
    keyed(
      'resources.reconcile.s',
      'ReconcileState: failed to update container',
      ['err', 'pod', 'containerName', 'containerID', 'cpuSet'],
      { severity: 'E', verbosity: 0, since: '1.21' },
    ),
    text('resources.remove.u', '[cpumanager] RemoveContainer error: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.8',
      until: '1.20',
    }),
    keyed('resources.remove.s', 'RemoveContainer error', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'resources',
      file: 'cpu_manager.go',
      meaning:
        'The processors of a container are not looked after in this turn, for the pod or container is not known well enough yet, or has ended.',
    },
    text('resources.reconcile-skip.u', '[cpumanager] reconcileState: skipping pod; status not found (pod: {podName})', {
      severity: 'W',
      verbosity: 0,
      since: '1.8',
      until: '1.20',
    }),
    text(
      'resources.reconcile-skip.u2',
      '[cpumanager] reconcileState: skipping container; {reason} (pod: {podName}, container: {containerName}, error: {err})',
      { severity: 'W', verbosity: 0, since: '1.8', until: '1.20' },
    ),
    text(
      'resources.reconcile-skip.u3',
      '[cpumanager] reconcileState: ignoring terminated container (pod: {podName}, container id: {containerID})',
      { severity: 'W', verbosity: 0, since: '1.18', until: '1.20' },
    ),
  ),
];

/** cm/devicemanager/manager.go, cm/container_manager_linux.go. */
const containerManagerRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'resources',
      file: 'manager.go',
      meaning: 'There is no note yet of devices that pods have. Normal for a node that never had any.',
    },
    text('resources.no-checkpoint.u', 'Failed to retrieve checkpoint for "{checkpoint}": {err}', {
      severity: 'W',
      verbosity: 0,
      since: '1.9',
      until: '1.20',
    }),
    keyed('resources.no-checkpoint.s', 'Failed to read data from checkpoint', ['checkpoint', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      until: '1.35',
    }),
    keyed('resources.no-checkpoint.s2', 'Failed to read data from checkpoint', ['err', 'checkpoint'], {
      severity: 'E',
      verbosity: 0,
      since: '1.33',
    }),
  ),
  ...family(
    {
      component: 'cgroup',
      file: 'container_manager_linux.go',
      meaning:
        'The kubelet could not raise its own chance to survive when memory runs out (oom_score_adj). Normal for a kubelet that is not root or runs in a container.',
    },
    keyed('cgroup.oom-score.s', 'Failed to ensure process in container with oom score', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'container_manager_linux.go',
      facts: notMeasured,
      meaning:
        'The kubelet has no measurement of the file system below /var/lib/kubelet (yet), so it reports no ephemeral storage.',
    },
    text('cadvisor.rootfs-data.u', '[ContainerManager]: Fail to get rootfs information {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.13',
    }),
    keyed('cadvisor.rootfs-data.s', 'Unable to get rootfs data from cAdvisor interface', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'container.go',
      facts: statsUnreadable,
      meaning:
        'cAdvisor could not measure a control group. For a moment that is normal when its container ends; of all groups, or of the node itself ("/"), it means that this kernel writes a file otherwise than cAdvisor expects.',
    },
    text('cadvisor.stats.u', 'Failed to update stats for container "{container}": {err}', {
      severity: 'W',
      verbosity: 0,
    }),
  ),
  ...family(
    {
      component: 'startup',
      file: 'container_manager_linux.go',
      facts: nodeTrouble('kernel-setting', 'flag'),
      meaning:
        'The kubelet wants a setting of the kernel to be another and may not change it, so it ends. It runs without the rights of root, or in a container.',
      whatToDo:
        'Set it on the node itself (`sysctl -w`), or turn on the feature gate KubeletInUserNamespace for a kubelet without root.',
    },
    keyed(
      'kernel.flag-failed.s',
      'Updating kernel flag failed (Hint: enable KubeletInUserNamespace feature flag to ignore the error)',
      ['err', 'flag'],
      { severity: 'E', verbosity: 0, since: '1.22' },
    ),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'cri_stats_provider.go',
      meaning:
        'The size of the file system with the images is not known (yet). Normal once after a start; if it stays, image garbage collection cannot work.',
    },
    text('cadvisor.image-fs.u', 'Failed to get the info of the filesystem with mountpoint "{mountpoint}": {err}.', {
      severity: 'E',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    text('cadvisor.image-fs.u2', 'Failed to get the info of the filesystem with id "{id}": {err}.', {
      severity: 'E',
      verbosity: 0,
      until: '1.9',
    }),
    keyed('cadvisor.image-fs.s', 'Failed to get the info of the filesystem with mountpoint', ['err', 'mountpoint'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'cri_stats_provider.go',
      meaning:
        'The processor time of a container could not be worked out. `zero or negative interval` means that the clock was set back, or that it was measured twice at once.',
    },
    text('cadvisor.cpu-usage.u', 'failed updating cpu usage nano core: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cadvisor.cpu-usage.s', 'Failed updating cpu usage nano core', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'cri_stats_provider.go',
      meaning:
        'How large the logs of a container are could not be measured, mostly for a file that is gone meanwhile; only that number is missing.',
    },
    text('cadvisor.log-stats.u', 'Unable to fetch container log stats for path {path}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cadvisor.log-stats.s', 'Unable to fetch container log stats', ['err', 'containerName'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'perfcounter_nodestats.go',
      meaning:
        'A counter of Windows could not be read, so figures of the node are missing, as in `kubectl top`; normal in the first seconds.',
      whatToDo: 'Where it goes on, build the counters anew on the node: `lodctr /r`.',
    },
    text('cadvisor.perf-counter.u', 'Unable to get cpu perf counter data; err: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('cadvisor.perf-counter.s', 'Unable to get cpu perf counter data', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'cadvisor',
      file: 'resource_metrics.go',
      facts: runtimeAway('docker'),
      meaning: 'Somebody asked for the use of processors and memory, and some of it could not be measured.',
    },
    text('cadvisor.metrics.u', 'Error getting summary for resourceMetric prometheus endpoint: {err}', {
      severity: 'W',
      verbosity: 0,
      since: '1.14',
      until: '1.20',
      file: 'prometheus_resource_metrics.go',
    }),
    keyed('cadvisor.metrics.s', 'Error getting summary for resourceMetric prometheus endpoint', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
];

export const resourceRows: readonly CatalogueRow[] = [...managerRows, ...containerManagerRows];

/** Where the texts of these rows were read. */
export const resourcesSources: SourceTable = {
  'pkg/kubelet/cm/cpumanager/cpu_manager.go': {
    'resources.state-refused.u': 'klog',
    'resources.state-refused.s': 'structured',
    'resources.policy-start.u': 'klog',
    'resources.policy-start.s': 'structured, contextual',
    'resources.allocate.u': 'klog',
    'resources.allocate.u2': 'glog, klog, lines',
    'resources.allocate.s': 'structured',
    'resources.stale.u': 'klog',
    'resources.stale.s': 'structured, lines of 1.24, 1.26, 1.27, 1.28, 1.30',
    'resources.stale.s2': 'structured',
    'resources.stale.s3': 'structured',
    'resources.stale-failed.u': 'klog',
    'resources.stale-failed.s': 'structured',
    'resources.stale-failed.s2': 'structured',
    'resources.reconcile.u2': 'glog, klog, lines',
    'resources.reconcile.u': 'glog, klog',
    'resources.reconcile.s': 'structured',
    'resources.remove.u': 'glog, klog',
    'resources.remove.s': 'structured',
    'resources.reconcile-skip.u': 'glog, klog',
    'resources.reconcile-skip.u2': 'glog, klog',
    'resources.reconcile-skip.u3': 'klog',
  },
  'pkg/kubelet/cm/memorymanager/memory_manager.go': {
    'resources.state-refused.s2': 'structured',
    'resources.policy-start.s2': 'structured',
    'resources.allocate.s2': 'structured',
    'resources.stale.s4': 'structured, lines of 1.24, 1.26, 1.27, 1.28, 1.30, 1.36',
  },
  'pkg/kubelet/status/status_manager.go': {
    'resources.pods-state-refused.s': 'structured',
  },
  'pkg/kubelet/allocation/allocation_manager.go': {
    'resources.pods-state-refused.s2': 'structured, contextual',
  },
  'pkg/kubelet/cm/cpumanager/policy_static.go': {
    'resources.policy-state.u': 'glog, klog',
    'resources.policy-state.s': 'structured',
  },
  'pkg/kubelet/cm/memorymanager/policy_static.go': {
    'resources.memory-state.s': 'lines of 1.21',
    'resources.memory-differs.s': 'contextual, lines of 1.21, 1.32',
  },
  'pkg/kubelet/cm/devicemanager/manager.go': {
    'resources.no-checkpoint.u': 'klog, lines of 1.15, 1.20',
    'resources.no-checkpoint.s': 'lines of 1.24, 1.28, 1.32',
    'resources.no-checkpoint.s2': 'structured, lines of 1.36',
  },
  'pkg/kubelet/cm/container_manager_linux.go': {
    'resources.state-refused.u2': 'lines of 1.20',
    'cgroup.oom-score.s': 'structured, contextual, lines of 1.36',
    'cadvisor.rootfs-data.u': 'lines',
    'cadvisor.rootfs-data.s': 'structured, contextual, lines of 1.28',
    'kernel.flag-failed.s': 'contextual',
  },
  'github.com/google/cadvisor/manager/container.go': {
    'cadvisor.stats.u': 'glog, klog, read, lines',
  },
  'pkg/kubelet/stats/cri_stats_provider.go': {
    'cadvisor.image-fs.u': 'klog, lines',
    'cadvisor.image-fs.u2': 'glog, lines',
    'cadvisor.cpu-usage.u': 'klog',
    'cadvisor.image-fs.s': 'structured, lines of 1.28',
    'cadvisor.cpu-usage.s': 'structured, contextual, lines of 1.32',
    'cadvisor.log-stats.u': 'glog, klog',
    'cadvisor.log-stats.s': 'structured, contextual, lines',
  },
  'pkg/kubelet/winstats/perfcounter_nodestats.go': {
    'cadvisor.perf-counter.u': 'glog, klog, lines',
    'cadvisor.perf-counter.s': 'structured',
  },
  'pkg/kubelet/server/stats/prometheus_resource_metrics.go': {
    'cadvisor.metrics.u': 'klog, lines',
  },
  'pkg/kubelet/metrics/collectors/resource_metrics.go': {
    'cadvisor.metrics.s': 'structured, lines of 1.28',
  },
};
