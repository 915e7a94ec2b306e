/** cAdvisor, which measures containers: what a kubelet that is well writes of it. Of these lines nothing follows; the hover says what they are. */
import type { CatalogueRow } from '../../recognise/row.ts';
import type { SourceTable } from '../source.ts';
import { ordinary } from './ordinary.ts';

const CADVISOR_LOOKS =
  'cAdvisor, which measures containers, looks for each runtime that it knows. That those fail which this node does not have is normal.';

const CADVISOR_SORTS =
  'cAdvisor, which measures containers, asks itself whether a control group belongs to a container. Those of systemd units and mounts do not, which is normal.';

const CADVISOR_MEASURES =
  'cAdvisor, which measures containers, begins to measure a control group, or ends it because the group is gone.';

export const cadvisorRows: readonly CatalogueRow[] = [
  ...ordinary(
    'ordinary.cadvisor-machine',
    ['cadvisor', 'manager.go'],
    'What cAdvisor, which measures containers, found out about this machine.',
    'cAdvisor running in container: "{container}"',
    'Machine: {machine}',
    'Version: {KernelVersion}',
  ),
  ...ordinary(
    'ordinary.cadvisor-file-systems',
    ['cadvisor', 'fs.go'],
    'What cAdvisor, which measures containers, found out about the file systems of this machine.',
    'Filesystem UUIDs: {ids}',
    'Filesystem partitions: {partitions}',
  ),
  ...ordinary(
    'ordinary.cadvisor-lost-mount',
    ['cadvisor', 'fs.go'],
    'A mount that cAdvisor, which measures containers, knows of is not there, mostly that of a container that ended.',
    'unable to determine file system type, partition mountpoint does not exist: {path}',
  ),
  ...ordinary(
    'ordinary.cadvisor-factories',
    ['cadvisor', 'factory.go'],
    CADVISOR_LOOKS,
    'Registering {runtime} factory',
    'Registration of the {runtime} container factory successfully',
    'Registration of the {runtime} container factory failed: {err}',
  ),
  ...ordinary(
    'ordinary.cadvisor-recovery',
    ['cadvisor', 'manager.go'],
    'cAdvisor, which measures containers, takes up those that run already, and watches for processes that are killed for memory.',
    'Started watching for new ooms in manager',
    'Starting recovery of all containers',
    'Recovery completed',
  ),
  ...ordinary(
    'ordinary.no-libpfm',
    ['cadvisor', 'manager_no_libpfm.go'],
    'cAdvisor, which measures containers, cannot count events of the processor. Nobody misses them in a kubelet.',
    'cAdvisor is build without cgo and/or libpfm support. Perf event counters are not available.',
  ),
  ...ordinary(
    'ordinary.no-nvidia',
    ['cadvisor', 'nvidia.go'],
    'cAdvisor found no card of NVIDIA: normal on a node that has none.',
    'NVIDIA setup failed: {err}',
  ),
  ...ordinary(
    'ordinary.no-pressure',
    ['cadvisor', 'cadvisor_linux.go'],
    'The kernel does not tell how long processes wait for processor, memory and disk (PSI).',
    ['PSI support not available'],
  ),
  ...ordinary(
    'ordinary.cadvisor-sorts',
    ['cadvisor', 'factory.go'],
    CADVISOR_SORTS,
    'Factory "{factory}" was unable to handle container "{container}"',
    'Factory "{factory}" can handle container "{container}", but ignoring.',
    'Using factory "{factory}" for container "{container}"',
    '{container} not handled by systemd handler',
    'Error trying to work out if we can handle {container}: {err}',
  ),
  ...ordinary(
    'ordinary.cadvisor-ignores',
    ['cadvisor', 'manager.go'],
    CADVISOR_SORTS,
    'ignoring container "{container}"',
  ),
  ...ordinary(
    'ordinary.cadvisor-measures',
    ['cadvisor', 'manager.go'],
    CADVISOR_MEASURES,
    'Added container: "{container}" (aliases: {aliases}, namespace: "{namespace}")',
    'Destroyed container: "{container}" (aliases: {aliases}, namespace: "{namespace}")',
  ),
  ...ordinary(
    'ordinary.cadvisor-housekeeping',
    ['cadvisor', 'container.go'],
    CADVISOR_MEASURES,
    'Start housekeeping for container "{container}"',
  ),
  ...ordinary('ordinary.cadvisor-event', ['cadvisor', 'handler.go'], CADVISOR_MEASURES, 'Added event {event}'),
  ...ordinary(
    'ordinary.cadvisor-process-gone',
    ['cadvisor', 'handler.go'],
    'A process or container ended while cAdvisor, which measures containers, looked at it.',
    'error while reading "{path}" link: {err}',
    'Unable to get network stats from pid {pid}: {err}',
    'Unable to get Process Stats: {err}',
  ),
  ...ordinary(
    'ordinary.no-network-counters',
    ['cadvisor', 'cri_stats_provider.go'],
    'No network counters of this sandbox are known: normal for pods on the network of the node.',
    ['Unable to find network stats for sandbox', 'sandboxID'],
    'Unable to find network stats for sandbox "{sandboxID}"',
  ),
  ...ordinary(
    'ordinary.no-counters',
    ['cadvisor', 'cri_stats_provider.go'],
    'cAdvisor, which measures containers, does not know this one: it has just come or gone, or only the container runtime sees it.',
    ['Unable to find cadvisor stats for container', 'containerID'],
  ),
];

/** Where the texts of these rows were read. */
export const cadvisorSources: SourceTable = {
  'github.com/google/cadvisor/manager/manager.go': {
    'ordinary.cadvisor-machine.u': 'lines',
    'ordinary.cadvisor-machine.u2': 'lines',
    'ordinary.cadvisor-machine.u3': 'lines',
    'ordinary.cadvisor-recovery.u': 'lines',
    'ordinary.cadvisor-recovery.u2': 'lines',
    'ordinary.cadvisor-recovery.u3': 'lines',
    'ordinary.cadvisor-ignores.u': 'lines',
    'ordinary.cadvisor-measures.u': 'lines',
    'ordinary.cadvisor-measures.u2': 'lines',
  },
  'github.com/google/cadvisor/fs/fs.go': {
    'ordinary.cadvisor-file-systems.u': 'lines',
    'ordinary.cadvisor-file-systems.u2': 'lines',
    'ordinary.cadvisor-lost-mount.u': 'lines',
  },
  'github.com/google/cadvisor/container/factory.go': {
    'ordinary.cadvisor-factories.u': 'lines',
    'ordinary.cadvisor-factories.u2': 'lines',
    'ordinary.cadvisor-factories.u3': 'lines',
    'ordinary.cadvisor-sorts.u': 'lines',
    'ordinary.cadvisor-sorts.u2': 'lines',
    'ordinary.cadvisor-sorts.u3': 'lines',
    'ordinary.cadvisor-sorts.u4': 'lines',
    'ordinary.cadvisor-sorts.u5': 'lines',
  },
  'github.com/google/cadvisor/perf/manager_no_libpfm.go': {
    'ordinary.no-libpfm.u': 'lines',
  },
  'github.com/google/cadvisor/accelerators/nvidia.go': {
    'ordinary.no-nvidia.u': 'lines',
  },
  'pkg/kubelet/cadvisor/cadvisor_linux.go': {
    'ordinary.no-pressure.s': 'lines',
  },
  'github.com/google/cadvisor/container/libcontainer/handler.go': {
    'ordinary.cadvisor-process-gone.u': 'lines',
    'ordinary.cadvisor-process-gone.u2': 'lines',
    'ordinary.cadvisor-process-gone.u3': 'lines',
  },
  'pkg/kubelet/stats/cri_stats_provider.go': {
    'ordinary.no-network-counters.s': 'lines',
    'ordinary.no-network-counters.u': 'lines',
    'ordinary.no-counters.s': 'lines',
  },
  'github.com/google/cadvisor/manager/container.go': {
    'ordinary.cadvisor-housekeeping.u': 'lines',
  },
  'github.com/google/cadvisor/events/handler.go': {
    'ordinary.cadvisor-event.u': 'lines',
  },
};
