import { encodeText } from './bytes.ts';
import type { LogRecord } from './record.ts';
import { createSourceReader } from './sourceReader.ts';

const SNIFFED = 4096;

/** Syslog identifiers of programs that are, or contain, a kubelet. */
const IDENTIFIERS: readonly string[] = ['kubelet', 'kubenswrapper', 'hyperkube', 'kubelite', 'k3s', 'rke2', 'edgecore', 'localkube', 'atomic-openshift-node', 'origin-node'];

/** Source files that only a kubelet logs from; `server.go`, `reflector.go`, `flags.go` and the like are shared with other components. */
const FILES: ReadonlySet<string> = new Set([
  'kubelet.go', 'kubelet_node_status.go', 'kubelet_pods.go', 'kubelet_volumes.go', 'kubelet_network.go', 'kubelet_network_linux.go', 'kubelet_getters.go', 'generic.go', 'evented.go', 'pod_workers.go', 'setters.go',
  'kuberuntime_manager.go', 'kuberuntime_container.go', 'kuberuntime_sandbox.go', 'kuberuntime_gc.go', 'prober.go', 'prober_manager.go', 'status_manager.go', 'pod_container_deletor.go', 'pod_startup_latency_tracker.go',
  'container_manager_linux.go', 'qos_container_manager_linux.go', 'eviction_manager.go', 'image_gc_manager.go', 'desired_state_of_world_populator.go', 'volume_manager.go', 'fs_resource_analyzer.go', 'cri_stats_provider.go',
  'docker_service.go', 'docker_sandbox.go', 'reconciler_common.go', 'nodeshutdown_manager_linux.go', 'plugin_manager.go', 'cpu_manager.go', 'memory_manager.go', 'topology_manager.go', 'mirror_client.go', 'file_linux.go',
]);

/** Flags that no other component of Kubernetes has; a kubelet at `-v=2` begins with a dump of all its flags in the order of the alphabet. */
const FLAGS: readonly string[] = ['allowed-unsafe-sysctls', 'cgroup-driver', 'cgroups-per-qos', 'cluster-dns', 'container-runtime', 'boot-id-file', 'node-labels', 'eviction-hard', 'fail-swap-on', 'hairpin-mode', 'max-pods', 'register-node', 'image-gc-high-threshold'];

const WORDS: readonly string[] = ['Skipping pod synchronization', 'skipping pod synchronization', 'SyncLoop (PLEG)', 'SyncLoop ADD', 'GenericPLEG: '];

/**
 * Whether the beginning of a text (its first 4 KB are looked at) is of a kubelet's log, in any of the forms that the reader knows.
 * Logs of other units and of other components of Kubernetes are not; journals of k3s and the like, which contain a kubelet, are.
 */
export function looksLikeKubeletLog(head: Uint8Array | string): boolean {
  const bytes = typeof head === 'string' ? encodeText(head.slice(0, SNIFFED)) : head;
  let found = false;
  const reader = createSourceReader(0, '', {}, {
    record(record) {
      found ||= isOfKubelet(record);
    },
    warning() {
      // A sniff shows nothing.
    },
  });
  reader.push(bytes.subarray(0, SNIFFED));
  reader.end();
  return found;
}

function isOfKubelet(record: LogRecord): boolean {
  const identifier = record.journal?.identifier?.toLowerCase() ?? '';
  const { klog } = record;
  if (identifier.startsWith('systemd')) return record.message.includes('kubelet');
  if (identifier !== '' && IDENTIFIERS.some((name) => identifier.includes(name))) return true;
  if (klog !== undefined && FILES.has(klog.file)) return true;
  const { message } = record;
  if (klog?.file === 'flags.go') return FLAGS.some((flag) => message.startsWith(`FLAG: --${flag}=`));
  return WORDS.some((words) => message.startsWith(words));
}
