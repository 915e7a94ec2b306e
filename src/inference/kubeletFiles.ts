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
  'reconciler.go', 'reconciler_common.go', 'desired_state_of_world_populator.go', 'volume_manager.go', 'csi_plugin.go', 'nodeshutdown_manager_linux.go', 'watchdog_linux.go', 'nodelease.go', 'docker_service.go', 'docker_sandbox.go',
  'pleg.go', 'runtime.go', 'file_linux.go', 'config.go', 'server.go', 'run.go',
]);

/** True if this caller file is the kubelet's own. */
export function isKubeletFile(file: string): boolean {
  return FILES.has(file);
}

const IDENTIFIERS = ['kubelet', 'kubenswrapper', 'hyperkube', 'kubelite', 'k3s', 'rke2', 'edgecore', 'localkube', 'atomic-openshift-node', 'origin-node', 'minikube'];

/** True if a syslog identifier is one under which kubelets log. */
export function isKubeletIdentifier(identifier: string): boolean {
  const lower = identifier.toLowerCase();
  return IDENTIFIERS.some((name) => lower.includes(name));
}
