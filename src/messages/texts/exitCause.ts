/**
 * Why a kubelet ended, from its last words: one home for them, whoever logged them (an F line of `server.go`, `command failed` of `run.go`, a bare `Error: …`, Go itself).
 * Plain substring tests, because the text is a stranger's. Sources (kubernetes/kubernetes, v1.8 to v1.36): cmd/kubelet/app/server.go and options, pkg/kubelet/cm/
 * container_manager_linux.go, pkg/kubelet/kubelet.go, pkg/kubelet/certificate/bootstrap/bootstrap.go, pkg/kubelet/kubeletconfig/configfiles, pkg/kubelet/apis/config/validation,
 * staging/src/k8s.io/component-base/featuregate; spf13/pflag and cobra; the Go runtime (runtime/panic.go).
 */
import { classOfError, isRefused, isUnreachable } from './errorClass.ts';

export type ExitCause =
  | 'swap'
  | 'cgroup-driver'
  | 'certificate'
  | 'config'
  | 'port-in-use'
  | 'node-address'
  | 'inotify-limit'
  | 'file-limit'
  | 'kernel-setting'
  | 'cadvisor'
  | 'runtime'
  | 'disk'
  | 'container-manager'
  | 'panic'
  | 'csi-node'
  | 'api-unreachable'
  | 'api-refuses'
  | 'leader-lost'
  | 'other';

type Words = readonly string[];

/** What Go says of a socket without a name (cmd/kubelet/app/server.go from 1.24: nobody told the kubelet which runtime to use), in small letters. */
export const NO_ENDPOINT_WORDS: Words = ['dial unix: missing address', 'runtime endpoint address was not specified'];

/** How a kubelet ends over what it was told of plug-ins that give credentials for registries, in small letters. */
export const CREDENTIAL_PLUGINS = 'failed to register cri auth plugins';

/** How a kubelet ends whose `reservedMemory` is another amount than what it reserves and keeps free in all, in small letters. */
export const OTHER_RESERVED = 'determined by node allocatable feature';

/** Asked first: whoever else is named beside them. */
const SURE: readonly (readonly [ExitCause, Words])[] = [
  // A pager cuts its line behind the first words.
  [
    'swap',
    ['with swap on is not supported', 'running with swap on', '/proc/swaps', 'please disable swap', 'fail-swap-on'],
  ],
  // Of its `misconfiguration: kubelet cgroup driver: …` (pkg/kubelet/kubelet.go) `systemctl status` shows the begin and the end only. A field of this name is quoted for other faults.
  ['cgroup-driver', ['cgroup driver:', 'misconfigur']],
  // What controllers end with that are in one program with the kubelet (k3s, MicroK8s).
  ['leader-lost', ['leaderelection lost', 'leader election lost']],
  // Some kubelets end with a panic over what they keep on disk (pkg/kubelet/status, pkg/kubelet/allocation); it is no fault of the program.
  // runc (libcontainer/cgroups/fs2/create.go) says what is wrong with a group, and pkg/kubelet/cm/qos_container_manager_linux.go of that of all pods; neither is a setting of the kernel.
  ['container-manager', ['restore state from checkp', 'cannot enter cgroupv2', 'kubepods] : cgroup [']],
  // pkg/kubelet/apis/config/validation/validation_linux.go says it as a fault of the configuration, pkg/kubelet/kubelet.go as one of its own;
  // pkg/kubelet/cm/container_manager_linux.go of the control group that the configuration names, with the controllers that it lacks.
  [
    'kernel-setting',
    ['not run on a host using cgroup v1', 'has some missing ', 'could not read controllers', 'cgroup-root ['],
  ],
  [
    'panic',
    [
      'panic: ',
      'fatal error: ',
      'sigsegv',
      'segmentation violation',
      'pthread_create failed',
      'observed a panic',
      'goroutine ',
    ],
  ],
  [
    'certificate',
    [
      'bootstrap kubeconfig',
      'bootstrap-kubelet.conf',
      'client certificate has expired',
      'no valid client certificate',
      'certificate is expired',
      'unable to load bootstrap',
      'unable to read client-cert',
      'unable to read client-key',
      'kubelet-client-current.pem',
      'certificate has expired',
    ],
  ],
  [
    'config',
    [
      'unknown flag',
      'unknown shorthand flag',
      'invalid argument "',
      'flag needs an argument',
      'bad flag syntax',
      'unknown command',
      'failed to parse kubelet flag',
      'unrecognized feature gate',
      // Up to 1.10.
      'unrecognized key',
      'cannot set feature gate',
      'invalid configuration:',
      'failed to load kubelet config',
      'failed to read kubelet config',
      'failed to validate kubelet',
      'strict decoding error',
      'no kind "',
      'unsupported container runtime',
      'invalid kubelet flags',
      'unknown cloud provider',
      // client-go, rest/url_utils.go: the server of a kubeconfig. `systemctl status` leaves its middle out.
      'host must be a',
      // cmd/kubelet/app/server.go: what it did not reach is the cloud, and no API server.
      'could not init cloud provider',
      // pkg/kubelet/kubelet_node_status.go (`failed to get instance ID from cloud provider`), cmd/kubelet/app/server.go (`error fetching current node name from cloud provider`).
      'from cloud provider',
      ...NO_ENDPOINT_WORDS,
      // pkg/kubelet/kuberuntime/kuberuntime_manager.go.
      CREDENTIAL_PLUGINS,
      // pkg/kubelet/server/server.go, certificate/kubelet.go: what it shows to its clients is none for the API server.
      'failed to listen and serve: tls',
      'file based certificate manager',
      // pkg/kubelet/sysctl/allowlist.go: of --allowed-unsafe-sysctls.
      'known to be namespaced',
      // pkg/kubelet/cm/cpumanager/policy_static.go, memorymanager/policy_static.go: a policy without what it needs.
      'unable to determine reserved cpu resources',
      'the static policy requires systemreserved.cpu',
      'unable to reserve the required amount of cpus',
      // pkg/kubelet/cm/memorymanager/memory_manager.go, validateReservedMemory.
      OTHER_RESERVED,
    ],
  ],
];

/** They tell only that the kubelet gave up after 140 s; why, its attempts say (pkg/volume/csi/csi_plugin.go, initializeCSINode). */
const CSI_NODE: Words = ['failed to initialize csinode'];

/** Asked where neither a limit of the node nor the other end of a connection is named. */
const OTHERS: readonly (readonly [ExitCause, Words])[] = [
  ['port-in-use', ['address already in use', 'only one usage of each socket address']],
  // What Go's listener says, also where it was Windows that refused.
  ['node-address', ['bind: cannot assign requested address', 'the requested address is not valid in its context']],
  [
    'kernel-setting',
    [
      'invalid kernel flag',
      '/proc/sys/',
      'cgroup subsystem not mounted',
      'missing cgroup',
      'mountpoint for',
      'missing controllers',
      'missing paths',
      '/dev/kmsg',
      'system validation failed',
      'no such cgroup',
      'overcommit_memory',
      'cgroup v1',
      'cgroups v1',
      'cgroup version',
      'kernel version',
      'cgroup controllers',
      'memory controller',
      // k3s, pkg/agent/config: a file system or a kernel that overlayfs does not work on.
      'snapshotter cannot be enabled',
      // k3s and rke2, pkg/cgroups/cgroups_linux.go, and flannel where the kernel has no VXLAN.
      'failed to find memory cgroup',
      'failed to find cpuset cgroup',
      'failed to find pids cgroup',
      'flannel exited: operation not supported',
      'oom_score_adj',
      'sysctl',
      'cgroup2fs',
      '/sys/fs/cgroup',
    ],
  ],
  [
    'cadvisor',
    [
      'failed to get rootfs info',
      'partitions map',
      'could not find device with major',
      'filesystem info for device',
      'cadvisor',
      'failed to get device for dir',
      'failed to get machine info',
      'failed to get imagefs info',
    ],
  ],
  [
    'certificate',
    [
      'failed to initialize client certificate manager',
      'timed out waiting for certificate',
      'tls: failed to',
      'x509: ',
    ],
  ],
  [
    'config',
    [
      'kubeletconfiguration',
      'unknown field',
      'error unmarshaling json',
      'error converting yaml',
      'invalid kubeconfig',
      'kubelet.conf',
      'no configuration has been provided',
      'client ca file',
      'client-ca',
      'is required when',
      'cannot be set when',
      'must specify --',
      'bad --',
      'value failed to parse',
      'invalid value',
      'could not parse',
      'kubelet config file',
      'has been removed',
      'failed to load kubeconfig',
      'error loading config',
      'failed to construct kubelet dependencies',
      'config.yaml',
      // pkg/kubelet/cm/topologymanager, cpumanager, memorymanager.
      'unknown policy',
      'manager policy',
      'unsupported policy',
      // cmd/kubelet/app/server.go, parseResourceList; pkg/kubelet/eviction/helpers.go.
      'reserved-cpus',
      'cannot reserve "',
      'quantit',
      'eviction ',
      'limitedswap',
      // cmd/kubelet/app/auth.go.
      'cannot use webhook',
      // pkg/kubelet/kubelet.go, NewMainKubelet; pkg/kubelet/dockershim/network/plugins.go.
      'cloud provider "',
      'network plugin "',
      'container log manager',
    ],
  ],
  [
    'container-manager',
    ['containermanager', 'container manager', 'qos containers', 'qos cgroup', 'kubepods', 'failed to create cgroup'],
  ],
];

const RUNTIME: Words = [
  '.sock',
  'docker daemon',
  'docker endpoint',
  'remote runtime',
  'server is not initialized yet',
  // What it asks of the runtime before it is made, by gRPC: its version (pkg/kubelet/kuberuntime/kuberuntime_manager.go).
  'create kubelet: rpc error',
  'remote image',
  'container runtime',
  'containerd',
  'cri-o',
  'cri v1',
  'validate service connection',
  'runtimeservice',
  'runtime api version',
  'docker version',
  'dockershim',
  'npipe',
  '//./pipe',
];
const API: Words = ['http://', 'https://', 'api server', 'apiserver', 'dial tcp', 'nodes "', 'lease', 'client-go'];
const INOTIFY: Words = ['inotify', 'fsnotify', 'watcher', 'cadvisor'];
const DISK: Words = ['read-only file system', 'no space left on device'];

const READ_ONLY_KERNEL: Words = ['open /proc/sys/', 'open /sys/', 'mkdir /sys/fs/cgroup'];

/** Whatever was read or written when it failed. */
const BROKEN_DISK: Words = ['input/output error', 'structure needs cleaning'];
const ASKS_FOR_CERTIFICATE: Words = ['cannot create certificate signing request'];
/** Up to 1.7 without `is forbidden:`; a pager cuts the line in the user, or in what it may not make. */
const MAY_NOT: Words = [
  '" cannot create certificatesigningrequests',
  'signing request: user "',
  'signing request: certifi',
];
/** What is behind it failed below HTTP: client-go says the call first, a pager cuts the line in it. */
const CALL_CUT = /signing request: (?:post|get) /;

/** How the one program of MicroK8s says that its API server ended, and it with that: it is none that was asked (kubelite, daemon.go). */
const OWN_API_SERVER = /^api server exited /;

/** Why a kubelet ended with these last words. */
export function exitCause(text: string): ExitCause {
  // The settings kernel/panic and kernel/panic_on_oops are no panic of the kubelet, and the sockets on which it listens itself are none of the runtime.
  const lower = text
    .toLowerCase()
    .replace(OWN_API_SERVER, '')
    .replaceAll('/kernel/panic', '/kernel')
    .replaceAll('kubelet.sock', '');
  const has = (words: Words): boolean => words.some((word) => lower.includes(word));
  if (has(BROKEN_DISK)) return 'disk';
  const first = SURE.find(([, words]) => has(words))?.[0];
  if (first !== undefined) return first;
  const failure = classOfError(text);
  // The API server answered: it is the right to ask that is missing, not a certificate that is old.
  if (has(ASKS_FOR_CERTIFICATE)) {
    if (isRefused(failure) || has(MAY_NOT)) return 'api-refuses';
    if (failure === 'expired' || failure === 'tls') return 'certificate';
    if (isUnreachable(failure) || CALL_CUT.test(lower)) return 'api-unreachable';
  }
  // cAdvisor watches control groups, by the names of their mounts; without an error behind them the line is cut.
  if ((failure === 'other' || failure === 'no-file') && lower.includes('inotify_add_watch /sys/fs/cgroup'))
    return 'cadvisor';
  if (failure === 'too-many-files' || failure === 'no-space') {
    if (has(INOTIFY)) return 'inotify-limit';
    if (failure === 'too-many-files') return 'file-limit';
  }
  // Settings of the kernel that are read-only are those of a container that may not change them.
  if (has(DISK) && !(has(READ_ONLY_KERNEL) && lower.includes('read-only file system'))) return 'disk';
  if (has(RUNTIME)) return 'runtime';
  if (has(API) && failure !== 'in-use') {
    if (isUnreachable(failure)) return 'api-unreachable';
    if (failure === 'unauthorized' || failure === 'forbidden') return 'api-refuses';
    if (failure === 'expired' || failure === 'tls') return 'certificate';
  }
  const other = OTHERS.find(([, words]) => has(words))?.[0] ?? (has(CSI_NODE) ? 'csi-node' : 'other');
  // What that API server cannot read is no file of the kubelet.
  return other === 'config' && OWN_API_SERVER.test(text.toLowerCase()) ? 'other' : other;
}
