/** The parts of the kubelet by the source file that a klog header names: what a message that the catalogue does not know is about. */

export interface Component {
  readonly name: string;
  /** What this part does, as a sentence. */
  readonly does: string;
}

const component = (name: string, does: string): Component => ({ name, does });

const SYNC_LOOP = component(
  'sync loop',
  "The kubelet's main loop: it takes changes of pods, events from PLEG and probe results, one after the other, and hands each pod to its worker.",
);
const PLEG = component(
  'PLEG',
  'The Pod Lifecycle Event Generator finds out what happened to containers, by listing them from the container runtime every second, and tells the sync loop.',
);
const POD_WORKERS = component(
  'pod workers',
  'One worker for each pod brings it to the state it should have: volumes, sandbox, containers; and takes it down again.',
);
const RUNTIME_MANAGER = component(
  'runtime manager',
  "Starts and stops a pod's sandbox and containers by calling the container runtime.",
);
const CRI_CLIENT = component(
  'client of the container runtime',
  'Makes the calls to the container runtime over its socket (CRI).',
);
const NODE_STATUS = component(
  'node status',
  "Reports the node's condition, capacity and addresses to the API server every ten seconds.",
);
const PROBER = component('prober', 'Runs the liveness, readiness and startup probes of containers.');
const VOLUMES = component('volume manager', 'Attaches, mounts and unmounts the volumes of pods.');
const EVICTION = component(
  'eviction manager',
  'Watches memory, disk and process ids of the node and evicts pods when they run short.',
);
const CONTAINER_MANAGER = component(
  'container manager',
  'Looks after control groups, processors, memory and devices of the node.',
);
const IMAGES = component(
  'images and garbage collection',
  'Pulls images and removes images and containers that are no longer needed.',
);
const STATUS_MANAGER = component('status manager', 'Sends the status of pods to the API server.');
const CADVISOR = component('cAdvisor', 'Measures the use of resources by containers and the machine.');
const STATISTICS = component(
  'statistics of pods and node',
  'Puts together what containers, volumes and the node use, for metrics and for the eviction manager.',
);
const CERTIFICATES = component('certificates', "Requests and renews the kubelet's certificates.");
const SERVER = component(
  'server and start-up',
  'Starts the kubelet and serves its own interface (logs, exec, metrics, health).',
);
const CONFIG = component(
  'configuration and pod sources',
  'Reads the configuration and learns of pods from files, a URL and the API server.',
);
const DOCKERSHIM = component('dockershim', 'Translated calls of the CRI for docker; part of the kubelet up to 1.23.');
const SHUTDOWN = component('node shutdown manager', 'Stops pods in order when the machine shuts down.');
const WATCHDOG = component('watchdog', 'Tells systemd that the kubelet lives, where the unit asks for that.');
const API_CLIENT = component(
  'client of the API server',
  'Talks to the API server: reads objects, watches for changes, renews the lease of the node.',
);
const GRPC = component('gRPC library', 'Connects to local sockets, such as that of the container runtime.');
const PLUGINS = component(
  'plugin manager',
  'Finds and registers device, storage and resource plugins through their sockets.',
);
const NETWORK = component(
  'network set-up',
  'Sets up what the kubelet itself needs of the network: name resolution for pods, packet filter rules, CNI with dockershim.',
);
const LOGS = component('container logs', 'Rotates the logs of containers.');

/** Of each file name the only part of the kubelet that has it: `controller.go` (lease, dynamic configuration), `handler.go` and `manager.go` (cAdvisor, device plug-ins, DRA) are of several. */
const FILES: readonly (readonly [Component, string])[] = [
  [SYNC_LOOP, 'kubelet.go kubelet_pods.go kubelet_getters.go kubelet_resources.go runonce.go'],
  [PLEG, 'generic.go evented.go pleg.go'],
  [
    POD_WORKERS,
    'pod_workers.go pod_container_deletor.go pod_startup_latency_tracker.go active_deadline.go mirror_client.go work_queue.go',
  ],
  [
    RUNTIME_MANAGER,
    'kuberuntime_manager.go kuberuntime_container.go kuberuntime_container_linux.go kuberuntime_sandbox.go kuberuntime_sandbox_linux.go kuberuntime_gc.go kuberuntime_logs.go kuberuntime_image.go kuberuntime_termination_order.go labels.go instrumented_services.go runtime.go',
  ],
  [CRI_CLIENT, 'remote_runtime.go remote_image.go util_unix.go log.go'],
  [NODE_STATUS, 'kubelet_node_status.go setters.go nodelease.go'],
  [PROBER, 'prober.go prober_manager.go worker.go results_manager.go http.go tcp.go'],
  [
    VOLUMES,
    'volume_manager.go reconciler.go reconciler_common.go reconstruct.go reconstruct_common.go desired_state_of_world_populator.go desired_state_of_world.go actual_state_of_world.go operation_generator.go operation_executor.go nestedpendingoperations.go kubelet_volumes.go volume_host.go csi_plugin.go csi_attacher.go csi_mounter.go nodeinfomanager.go mount_linux.go secret.go configmap.go projected.go empty_dir.go nfs.go glusterfs.go rbd.go subpath_linux.go hostutil_linux.go plugins.go atomic_writer.go quota_linux.go',
  ],
  [EVICTION, 'eviction_manager.go preemption.go helpers.go memory_threshold_notifier.go threshold_notifier_linux.go'],
  [
    CONTAINER_MANAGER,
    'container_manager_linux.go container_manager.go cgroup_manager_linux.go pod_container_manager_linux.go qos_container_manager_linux.go node_container_manager_linux.go cpu_manager.go cpu_assignment.go policy_none.go policy_static.go memory_manager.go topology_manager.go scope.go scope_none.go scope_pod.go scope_container.go state_mem.go state_checkpoint.go policy.go helpers_linux.go oom_linux.go oom_watcher_linux.go pod_devices.go endpoint.go topology_hints.go',
  ],
  [
    IMAGES,
    'image_gc_manager.go container_gc.go image_manager.go puller.go provider.go credential_provider.go metadata.go gce.go',
  ],
  [STATUS_MANAGER, 'status_manager.go generate.go'],
  [
    CADVISOR,
    'factory.go container.go fs.go fsHandler.go info.go machine.go nvidia.go cadvisor_linux.go manager_no_libpfm.go conversion.go',
  ],
  [
    STATISTICS,
    'cadvisor_stats_provider.go cri_stats_provider.go summary.go summary_sys_containers.go fs_resource_analyzer.go volume_stat_calculator.go',
  ],
  [
    CERTIFICATES,
    'certificate_manager.go certificate_store.go csr.go transport.go bootstrap.go dynamic_cafile_content.go dynamic_serving_content.go',
  ],
  [
    SERVER,
    'server.go server_linux.go run.go flags.go flag.go options.go feature_gate.go config_file.go kubelet_server_journal.go httplog.go trace.go auth.go server_v1.go',
  ],
  [CONFIG, 'config.go apiserver.go file.go file_linux.go common.go configfiles.go'],
  [
    DOCKERSHIM,
    'docker_service.go docker_sandbox.go docker_container.go docker_server.go docker_stats.go kube_docker_client.go convert.go docker_checkpoint.go docker_manager.go',
  ],
  [SHUTDOWN, 'nodeshutdown_manager_linux.go nodeshutdown_manager.go'],
  [WATCHDOG, 'watchdog_linux.go'],
  [
    API_CLIENT,
    'reflector.go shared_informer.go request.go round_trippers.go event.go cache_based_manager.go watch_based_manager.go streamwatcher.go with_retry.go warnings.go',
  ],
  [
    GRPC,
    'clientconn.go logging.go passthrough.go resolver_conn_wrapper.go balancer_conn_wrappers.go component.go asm_amd64.s pickfirst.go',
  ],
  [PLUGINS, 'plugin_watcher.go plugin_manager.go'],
  [
    NETWORK,
    'dns.go cni.go kubelet_network.go kubelet_network_linux.go iptables.go hairpin.go kubenet_linux.go hostport_manager.go',
  ],
  [LOGS, 'container_log_manager.go'],
];

const byFile: ReadonlyMap<string, Component> = new Map(
  FILES.flatMap(([owner, files]) => files.split(' ').map((file) => [file, owner] as const)),
);

const WRITERS: ReadonlyMap<string, Component> = new Map([
  ['kernel', component('kernel', 'The Linux kernel: processes, memory, disks, network.')],
  [
    'systemd',
    component(
      'systemd',
      'Starts, stops and watches the services of the machine, and makes control groups for runtimes that ask it to.',
    ),
  ],
  ['containerd', component('containerd', 'A container runtime: it does what the kubelet asks for over the CRI.')],
  ['dockerd', component('docker', 'The docker daemon, the container runtime of older nodes.')],
  ['crio', component('CRI-O', 'A container runtime: it does what the kubelet asks for over the CRI.')],
  [
    'cri-dockerd',
    component('cri-dockerd', 'Stands between the kubelet and docker: it serves the CRI and calls docker.'),
  ],
  ['coredns', component('CoreDNS', 'Answers the name resolution of the cluster; it runs in pods.')],
  ['etcd', component('etcd', 'The database of the API server.')],
  ['kube-proxy', component('kube-proxy', 'Brings packets for services to their pods.')],
  ['chronyd', component('time service', 'Keeps the clock of the node right.')],
  ['ntpd', component('time service', 'Keeps the clock of the node right.')],
  ['systemd-journald', component('journald', 'The journal: it collects the lines of all services.')],
  [
    'dbus-daemon',
    component('D-Bus', 'The message bus between systemd and its clients, the container runtime among them.'),
  ],
]);

/** The part of the kubelet a source file belongs to. */
export function componentOfFile(file: string): Component | undefined {
  return byFile.get(file);
}

/** A neighbour in the journal, by its identifier. */
export function componentOfWriter(identifier: string): Component | undefined {
  return WRITERS.get(identifier);
}

/** The component names of the catalogue as titles, for docs and explanations. */
export const COMPONENT_TITLES: Readonly<Record<string, string>> = {
  pleg: 'PLEG',
  'pleg-evented': 'Evented PLEG',
  syncloop: 'Sync loop',
  runtime: 'Runtime state',
  'node-status': 'Node status',
  startup: 'Start and end of the kubelet',
  server: "The kubelet's own interface",
  'cri-remote': 'Calls to the container runtime',
  kuberuntime: 'Runtime manager',
  'pod-worker': 'Pod workers',
  volume: 'Volumes',
  eviction: 'Eviction',
  prober: 'Probes',
  oom: 'Out of memory',
  'image-gc': 'Garbage collection',
  'file-system': 'File system statistics',
  'status-manager': 'Status manager',
  network: 'Network',
  cgroup: 'Control groups',
  shutdown: 'Node shutdown',
  watchdog: 'Watchdog',
  certificate: 'Certificates',
  config: 'Pod sources',
  logs: 'Container logs',
  device: 'Devices',
  resources: 'Processors and memory for containers',
  housekeeping: 'Housekeeping of pods',
  kernel: 'Kernel',
  systemctl: 'systemctl status',
  systemd: 'systemd and D-Bus',
  logind: 'Power and sessions',
  'health-monitor': 'Health monitor of the node',
  containerd: 'containerd',
  crio: 'CRI-O',
  dockerd: 'docker',
  cni: 'Network plugins',
  storage: 'Full disks',
  clock: 'Time services',
  journald: 'The journal itself',
  rke2: 'Programs that run a kubelet',
  sudo: 'sudo',
  edgecore: 'edgecore of KubeEdge',
  kine: 'Databases in the place of etcd',
  leaders: 'Controllers that lead',
  etcd: 'etcd',
  'kube-apiserver': 'API server',
  client: 'Clients of the API server',
  cadvisor: 'cAdvisor',
};
