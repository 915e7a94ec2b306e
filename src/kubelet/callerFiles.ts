/**
 * What the source file that a klog header names tells of the program. The one home of these lists. File names are those of Kubernetes 1.8 to 1.36
 * (`pkg/kubelet`, `cmd/kubelet`; of the others `pkg/controller`, `pkg/proxy`, `pkg/scheduler`, `pkg/controlplane`, `staging/src/k8s.io/apiserver`).
 */

/**
 * Files that only a kubelet logs from. Files of the CRI client library (`remote_runtime.go`, `remote_image.go`, `log.go`, `util_unix.go`) and of klog itself
 * are no evidence: crictl and others share them.
 */
const KUBELET_FILES: ReadonlySet<string> = new Set([
  'kubelet.go',
  'kubelet_getters.go',
  'kubelet_network.go',
  'kubelet_network_linux.go',
  'kubelet_node_status.go',
  'kubelet_pods.go',
  'kubelet_resources.go',
  'kubelet_volumes.go',
  'kubelet_server_journal.go',
  'generic.go',
  'evented.go',
  'pleg.go',
  'setters.go',
  'pod_workers.go',
  'pod_container_deletor.go',
  'pod_startup_latency_tracker.go',
  'status_manager.go',
  'mirror_client.go',
  'runonce.go',
  'volume_host.go',
  'active_deadline.go',
  'kuberuntime_manager.go',
  'kuberuntime_container.go',
  'kuberuntime_container_linux.go',
  'kuberuntime_sandbox.go',
  'kuberuntime_sandbox_linux.go',
  'kuberuntime_gc.go',
  'predicate.go',
  'kuberuntime_image.go',
  'kuberuntime_logs.go',
  'kuberuntime_termination_order.go',
  'prober.go',
  'prober_manager.go',
  'worker.go',
  'container_manager_linux.go',
  'container_manager_windows.go',
  'cgroup_manager_linux.go',
  'cgroup_v1_manager_linux.go',
  'cgroup_v2_manager_linux.go',
  'pod_container_manager_linux.go',
  'qos_container_manager_linux.go',
  'node_container_manager_linux.go',
  'cpu_manager.go',
  'cpu_assignment.go',
  'memory_manager.go',
  'topology_manager.go',
  'scope_container.go',
  'scope_pod.go',
  'scope_none.go',
  'policy_none.go',
  'policy_static.go',
  'eviction_manager.go',
  'image_gc_manager.go',
  'image_manager.go',
  'container_gc.go',
  'container_log_manager.go',
  'oom_watcher_linux.go',
  'reconciler_common.go',
  'volume_manager.go',
  'nodeshutdown_manager_linux.go',
  'nodeshutdown_manager.go',
  'watchdog_linux.go',
  'nodelease.go',
  'docker_service.go',
  'docker_sandbox.go',
  'docker_container.go',
  'docker_checkpoint.go',
  'kube_docker_client.go',
  'file_linux.go',
  'fs_resource_analyzer.go',
  'cri_stats_provider.go',
  'cadvisor_stats_provider.go',
  'plugin_manager.go',
  'plugin_watcher.go',
  'cadvisor_linux.go',
  'summary_sys_containers.go',
  'pod_devices.go',
  'allocation_manager.go',
  'perfcounter_nodestats.go',
  'winstats.go',
  'secret.go',
  'configmap.go',
  'projected.go',
]);

/** Files of the kubelet whose names other components of Kubernetes have as well: a node's journal can hold a kube-proxy beside the kubelet. */
const SHARED_FILES: ReadonlySet<string> = new Set([
  'server.go',
  'server_linux.go',
  'config.go',
  'run.go',
  'runtime.go',
  'reconciler.go',
  'desired_state_of_world_populator.go',
  'csi_plugin.go',
  'controller.go',
  'flags.go',
  'flag.go',
  'dns.go',
  'fsHandler.go',
  'manager.go',
  'transport.go',
  'certificate_manager.go',
  'mount.go',
  'mount_linux.go',
  'operation_generator.go',
  'nestedpendingoperations.go',
  'plugins.go',
  'helpers.go',
  'scope.go',
  'state_mem.go',
  'state_checkpoint.go',
  'cni.go',
  'hairpin.go',
  'factory.go',
  'common.go',
  'file.go',
  'bootstrap.go',
  'daemon.go',
  'endpoint.go',
  'client.go',
  'reflector.go',
  'preemption.go',
]);

/** Files that programs beside the kubelet log from, and no kubelet but where they are shared. */
const OTHERS: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        'kube-apiserver',
        'genericapiserver.go instance.go apiserver_service_controller.go available_controller.go autoregister_controller.go apiservice_controller.go storage_rbac.go cacher.go watch_cache.go establishing_controller.go naming_controller.go crd_finalizer.go customresource_discovery_controller.go apf_controller.go cidrallocator.go alloc.go lease.go kubernetesservice.go storage_scheduling.go storage_factory.go dispatcher.go admission.go compact.go aggregator.go handler_proxy.go local_available_controller.go remote_available_controller.go system_namespaces_controller.go',
      ],
      [
        'kube-controller-manager',
        'controllermanager.go range_allocator.go node_lifecycle_controller.go taint_controller.go taint_eviction.go garbagecollector.go graph_builder.go replica_set.go deployment_controller.go deployment_util.go endpoints_controller.go endpointslice_controller.go resource_quota_monitor.go resource_quota_controller.go attach_detach_controller.go pv_controller.go pv_controller_base.go job_controller.go cronjob_controllerv2.go stateful_set.go daemon_controller.go serviceaccounts_controller.go tokens_controller.go horizontal.go disruption.go namespace_controller.go node_ipam_controller.go pvc_protection_controller.go expand_controller.go bootstrapsigner.go certificate_controller.go clusterroleaggregation_controller.go',
      ],
      ['kube-apiserver or kube-controller-manager', 'gc_controller.go'],
      [
        'kube-scheduler',
        'schedule_one.go scheduler.go eventhandlers.go generic_scheduler.go preemption.go default_preemption.go scheduling_queue.go',
      ],
      [
        // Of libraries: of programs that serve others, and of those that elect a leader.
        'another Kubernetes component',
        'secure_serving.go serving.go authorization.go authentication.go requestheader_controller.go configmap_cafile_content.go leaderelection.go',
      ],
      [
        'kube-proxy',
        'proxier.go conntrack.go server_others.go server_linux.go endpointslicecache.go endpointschangetracker.go graceful_termination.go proxier_health.go roundrobin.go',
      ],
      [
        'minikube',
        'out.go cli_runner.go kic.go kicrunner.go ssh_runner.go kapi.go kverify.go cache_images.go preload.go sshutil.go oci.go start_flags.go libmachine.go addons.go api_server.go system_pods.go node_conditions.go',
      ],
      ['kubeadm', 'checks.go initconfiguration.go join.go waitcontrolplane.go uploadconfig.go clusterinfo.go'],
      ['storage-provisioner', 'storage_provisioner.go'],
      ['cluster-autoscaler', 'static_autoscaler.go scale_up.go scale_down.go clusterstate.go'],
    ] as const
  ).flatMap(([program, files]) => files.split(' ').map((file) => [file, program] as const)),
);

/** What a caller file is evidence of. */
export type FileOwner = 'kubelet' | 'shared' | 'other' | 'unknown';

/** Whose source file this is. */
export function ownerOfFile(file: string): FileOwner {
  if (KUBELET_FILES.has(file)) return 'kubelet';
  if (SHARED_FILES.has(file)) return 'shared';
  return OTHERS.has(file) ? 'other' : 'unknown';
}

/** Files that are only compiled for Windows; `winstats.go` and its counters are of pkg/kubelet/winstats. */
const ONLY_ON_WINDOWS = /^(?:\w{1,60}_windows|winstats|perfcounters?|perfcounter_nodestats)\.go$/;

/** Whether only a program on Windows logs from this file. */
export function isWindowsFile(file: string): boolean {
  return ONLY_ON_WINDOWS.test(file);
}

/** The program beside the kubelet that logs from this file, as far as it is known; of a shared file that of the others which logs from it most. */
export function otherProgramOfFile(file: string): string | undefined {
  return OTHERS.get(file);
}

/** Flags that of the components of Kubernetes only a kubelet has; a kubelet at `-v=2` begins with a dump of all its flags in the order of the alphabet. */
const FLAGS: ReadonlySet<string> = new Set([
  'allowed-unsafe-sysctls',
  'boot-id-file',
  'cgroup-driver',
  'cgroups-per-qos',
  'cluster-dns',
  'container-runtime',
  'container-runtime-endpoint',
  'eviction-hard',
  'fail-swap-on',
  'hairpin-mode',
  'image-gc-high-threshold',
  'max-pods',
  'node-labels',
  'node-status-update-frequency',
  'register-node',
  'runtime-request-timeout',
  'sync-frequency',
]);

/** True if of the components of Kubernetes only a kubelet has this flag (without dashes). */
export function isKubeletFlag(flag: string): boolean {
  return FLAGS.has(flag);
}

/** Beginnings of messages that only a kubelet prints, for lines of shared files and lines that lost their header. */
export const KUBELET_ONLY_MESSAGES: readonly string[] = [
  'Skipping pod synchronization',
  'skipping pod synchronization',
  'SyncLoop (',
  'SyncLoop ADD',
  'SyncLoop UPDATE',
  'SyncLoop DELETE',
  'SyncLoop REMOVE',
  'SyncLoop RECONCILE',
  'GenericPLEG: ',
  'Kubelet version',
  'Starting kubelet',
  'Started kubelet',
  '--cgroups-per-qos',
  'kubelet config controller',
  'standalone mode, no API client',
  'Standalone mode, no API client',
  'No api server defined',
  'failed to ensure lease exists',
  'Error: failed to run Kubelet',
  'failed to run Kubelet',
  'Failed running kubelet: ',
  'Error updating node status',
  'Unable to register node',
  'Attempting to register node',
  'Successfully registered node',
  'Orphaned pod ',
  'Container runtime network not ready',
  'Nameserver limits',
  'Housekeeping took longer',
  'kubelet needs to run as uid',
  'No API client: no api servers specified',
  'Topology Admit Handler',
  'The currently active client certificate has expired',
  'Error syncing pod, skipping',
  'eviction manager: ',
  'Eviction manager: ',
  'Failed getting credential from external registry credential provider',
  'Failed to get system container stats',
  'failed to get system container stats',
  'operationExecutor.VerifyControllerAttachedVolume started',
  'operationExecutor.MountVolume started',
  'operationExecutor.UnmountVolume started',
];

/** Who asked client-go for a list, as its reflector's messages begin: the kubelet's own files, and its managers of config maps and secrets. */
const KUBELET_REFLECTORS: readonly string[] = ['k8s.io/kubernetes/pkg/kubelet/', 'object-"'];

/** True if only a kubelet prints messages that begin so. */
export function isKubeletMessage(message: string): boolean {
  return [...KUBELET_ONLY_MESSAGES, ...KUBELET_REFLECTORS].some((beginning) => message.startsWith(beginning));
}
