import type { ApiCall, Fact, NodeTrouble } from '../messages/fact.ts';
import { traitsOf } from '../messages/factTraits.ts';

/**
 * Whose source file a klog header names. Files of the CRI client library (`remote_runtime.go`, `remote_image.go`, `log.go`, `util_unix.go`) and of
 * klog itself are no evidence: crictl and others share them. The list holds files below pkg/kubelet and cmd/kubelet that log in every version from 1.8.
 */
const FILES: ReadonlySet<string> = new Set([
  'kubelet.go', 'kubelet_getters.go', 'kubelet_network.go', 'kubelet_network_linux.go', 'kubelet_node_status.go', 'kubelet_pods.go', 'kubelet_resources.go', 'kubelet_volumes.go', 'kubelet_server_journal.go',
  'generic.go', 'evented.go', 'setters.go', 'pod_workers.go', 'pod_container_deletor.go', 'pod_startup_latency_tracker.go', 'status_manager.go', 'mirror_client.go', 'runonce.go', 'volume_host.go', 'active_deadline.go',
  'kuberuntime_manager.go', 'kuberuntime_container.go', 'kuberuntime_container_linux.go', 'kuberuntime_sandbox.go', 'kuberuntime_gc.go', 'kuberuntime_image.go', 'kuberuntime_logs.go', 'kuberuntime_termination_order.go',
  'prober.go', 'prober_manager.go', 'worker.go', 'container_manager_linux.go', 'cgroup_manager_linux.go', 'pod_container_manager_linux.go', 'qos_container_manager_linux.go', 'node_container_manager_linux.go',
  'cpu_manager.go', 'memory_manager.go', 'topology_manager.go', 'policy_none.go', 'policy_static.go', 'eviction_manager.go', 'image_gc_manager.go', 'container_gc.go', 'container_log_manager.go', 'oom_watcher_linux.go',
  'reconciler_common.go', 'volume_manager.go', 'nodeshutdown_manager_linux.go', 'watchdog_linux.go', 'nodelease.go', 'docker_service.go', 'docker_sandbox.go',
  'pleg.go', 'file_linux.go',
]);

/** Files of the kubelet whose names other components of Kubernetes have as well: a node's journal can hold a kube-proxy beside the kubelet. */
const SHARED_FILES: ReadonlySet<string> = new Set(['server.go', 'config.go', 'run.go', 'runtime.go', 'reconciler.go', 'desired_state_of_world_populator.go', 'csi_plugin.go']);

/** True if a line of this caller file is the kubelet's: of a shared file only where the line states what only a kubelet does. */
export function isOfKubeletFile(file: string, facts: readonly Fact[]): boolean {
  return FILES.has(file) || (SHARED_FILES.has(file) && facts.some(isKubeletFact));
}

const IDENTIFIERS = ['kubelet', 'kubenswrapper', 'hyperkube', 'kubelite', 'k3s', 'rke2', 'edgecore', 'localkube', 'atomic-openshift-node', 'origin-node', 'minikube'];

/** True if a syslog identifier is one under which kubelets log. */
export function isKubeletIdentifier(identifier: string): boolean {
  const lower = identifier.toLowerCase();
  return IDENTIFIERS.some((name) => lower.includes(name));
}

/** Flags that of the components of Kubernetes only a kubelet has. */
const FLAGS: ReadonlySet<string> = new Set([
  'allowed-unsafe-sysctls', 'boot-id-file', 'cgroup-driver', 'cgroups-per-qos', 'cluster-dns', 'container-runtime', 'container-runtime-endpoint', 'eviction-hard', 'fail-swap-on', 'hairpin-mode',
  'image-gc-high-threshold', 'max-pods', 'node-labels', 'node-status-update-frequency', 'register-node', 'runtime-request-timeout', 'sync-frequency',
]);

/** What of the components of Kubernetes only a kubelet asks the API server for, and what only a kubelet is troubled by. */
const KUBELET_CALLS: ReadonlySet<ApiCall> = new Set<ApiCall>(['node-status', 'registration', 'pod-status', 'mirror-pod', 'csi-node']);
const KUBELET_TROUBLES: ReadonlySet<NodeTrouble> = new Set<NodeTrouble>(['swap', 'cadvisor', 'static-pod', 'dns', 'cgroup', 'device-plugin', 'image-gc', 'container-gc', 'orphaned-volumes', 'docker']);

/** True if only a kubelet states this. All components print a bare `Version: …`, their flags and `command failed`; the rest of the node tells no facts of a kubelet. */
export function isKubeletFact(fact: Fact): boolean {
  const { saidBy } = traitsOf(fact.kind);
  if (saidBy !== 'components') return saidBy === 'kubelet';
  switch (fact.kind) {
    case 'kubelet-version':
      return fact.message !== 'startup.version.u';
    case 'flag':
      return FLAGS.has(fact.name);
    case 'kubelet-exit':
    case 'startup-failed':
      return fact.text.toLowerCase().includes('kubelet');
    case 'api-error':
      return KUBELET_CALLS.has(fact.call);
    case 'node-trouble':
      return KUBELET_TROUBLES.has(fact.what);
    default:
      return false;
  }
}
