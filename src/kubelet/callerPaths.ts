/**
 * Where the source files that klog headers name stand in the tree of Kubernetes. A header has the file's name alone; names that two files share (`server.go`, `manager.go`) are left out.
 * Source: the trees of Kubernetes 1.8 to 1.36; `since` is the first minor in which a file was seen at its place.
 */
import type { KubeletVersion } from './version.ts';

interface CallerPath {
  readonly path: string;
  /** Minor versions, both inclusive. */
  readonly since?: number;
  readonly until?: number;
}

const at = (folder: string, names: string, since?: number): [string, readonly CallerPath[]][] =>
  names.split(' ').map((name) => [name, [{ path: `${folder}/${name}`, ...(since === undefined ? {} : { since }) }]]);

/** The client of the CRI moved twice; between the minors at which it was seen nothing is said. */
const remote = (name: string): [string, readonly CallerPath[]] => [
  name,
  [
    { path: `pkg/kubelet/remote/${name}`, until: 10 },
    { path: `pkg/kubelet/cri/remote/${name}`, since: 20, until: 30 },
    { path: `staging/src/k8s.io/cri-client/pkg/${name}`, since: 31 },
  ],
];

const PATHS: ReadonlyMap<string, readonly CallerPath[]> = new Map([
  ...at('pkg/kubelet/pleg', 'generic.go evented.go'),
  ...at(
    'pkg/kubelet',
    'kubelet.go kubelet_network.go kubelet_network_linux.go kubelet_node_status.go kubelet_pods.go kubelet_volumes.go pod_workers.go runtime.go',
  ),
  ...at(
    'pkg/kubelet/kuberuntime',
    'kuberuntime_container.go kuberuntime_gc.go kuberuntime_image.go kuberuntime_manager.go kuberuntime_sandbox.go',
  ),
  ...at('pkg/kubelet/nodestatus', 'setters.go', 12),
  ...at('pkg/kubelet/status', 'status_manager.go'),
  ...at('pkg/kubelet/prober', 'prober.go worker.go'),
  ...at('pkg/kubelet/volumemanager', 'volume_manager.go'),
  ...at('pkg/kubelet/volumemanager/populator', 'desired_state_of_world_populator.go'),
  ...at('pkg/volume/util/nestedpendingoperations', 'nestedpendingoperations.go'),
  ...at('pkg/kubelet/eviction', 'eviction_manager.go'),
  ...at('pkg/kubelet/images', 'image_gc_manager.go', 10),
  ...at('pkg/kubelet/container', 'container_gc.go', 10),
  ...at('pkg/kubelet/logs', 'container_log_manager.go', 10),
  ...at('pkg/kubelet/cm', 'container_manager_linux.go node_container_manager_linux.go', 13),
  ...at('pkg/kubelet/nodeshutdown', 'nodeshutdown_manager_linux.go', 20),
  ...at('pkg/kubelet/oom', 'oom_watcher_linux.go', 15),
  ...at('pkg/kubelet/stats', 'cadvisor_stats_provider.go'),
  ...at('pkg/kubelet/watchdog', 'watchdog_linux.go', 32),
  remote('remote_runtime.go'),
  remote('remote_image.go'),
]);

/** The path of a source file in the tree of a version, `undefined` where it is not known for sure. */
export function callerPath(file: string, { major, minor }: KubeletVersion): string | undefined {
  if (major !== 1 || minor < 8) return undefined;
  return PATHS.get(file)?.find(({ since = 8, until = Number.POSITIVE_INFINITY }) => minor >= since && minor <= until)
    ?.path;
}
