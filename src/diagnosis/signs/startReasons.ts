/** Why a container cannot be started, by the words of runc, crun, containerd, CRI-O, docker and the kubelet. */
import { CONTROL_GROUPS_FULL } from './controlGroups.ts';
import type { Reason } from './reasons.ts';
import { OF_RUNTIMES } from '../words/runtimeWords.ts';

export const TOO_MANY_PROCESSES: Reason = [
  ['resource temporarily unavailable', 'Resource temporarily unavailable'],
  'the kernel allowed no more processes or threads',
  'Compare how many there are with how many may be: `ps -eLf | wc -l`, `sysctl kernel.pid_max kernel.threads-max`, `grep -H . /sys/fs/cgroup/{,pids/}system.slice/*.service/pids.max`; who has them: `ps -eo nlwp,pid,args --sort -nlwp | head`.',
];
const TOO_MANY_FILES: Reason = [
  ['too many open files'],
  'the runtime, or who it starts for it, has as many open files as it may',
  'See how many the runtime has, and how many it may have: `ls /proc/$(pidof containerd || pidof crio || pidof dockerd)/fd | wc -l`, `grep "open files" /proc/$(pidof containerd || pidof crio || pidof dockerd)/limits`; raise `LimitNOFILE` of its unit and restart it. Where the text speaks of inotify, raise `fs.inotify.max_user_instances`.',
];
/** opencontainers/runc, libcontainer/process_linux.go, up to 1.0: its child ended before it told its number, mostly in unshare(2). */
const NO_CHILD: Reason = [
  ["getting the final child's pid from pipe"],
  'runc ended while it made the namespaces, mostly because the kernel had no memory in one piece for it',
  'See what the kernel says, and how much memory is in large pieces: `journalctl -k | grep -A3 -E "page allocation failure|SLUB: Unable"`, `cat /proc/buddyinfo`; `echo 1 > /proc/sys/vm/compact_memory` puts pieces together, and `sysctl user.max_user_namespaces` must not be 0.',
];
const NO_RUNTIME_PROGRAM: Reason = [
  ['unable to retrieve OCI runtime error', 'no runtime for "'],
  'the program that the runtime starts for it (runc, or what the runtime class names) is not there, or ended without a word',
  `See which program the text names and whether it runs: \`command -v runc crun nvidia-container-runtime\`, \`runc --version\`; which the runtime is told to use: \`grep -n -E "BinaryName|runtime_type|runtime_path" ${OF_RUNTIMES}\`.`,
];
const NVIDIA: Reason = [
  ['nvidia-container-cli', 'nvidia-container-runtime-hook', 'nvml error'],
  "the tool that gives it a graphics card (NVIDIA's) failed",
  'See whether the driver answers on this node: `nvidia-smi`; its version must fit the libraries of the tool: `nvidia-container-cli info`.',
];

const BROKEN_STORE: Reason = [
  [
    /parent snapshot \S{1,100} does not exist/,
    /failed to (?:prepare|stat|commit) (?:parent )?snapshot/,
    /content digest \S{1,100}: not found/,
    'missing parent',
    /failed to (?:get|create) rootfs: missing/,
  ],
  'its image is not whole in the store of the runtime',
  'Remove the image there, and it is pulled anew: `crictl rmi <image>`; look for others: `ctr -n k8s.io images check`. Where that does not help, drain the node, stop kubelet and containerd, and empty `/var/lib/containerd`.',
];

/** containers/storage, below CRI-O and podman (layers.go, images.go): a layer, or the list of an image, that is not there any more. */
const BROKEN_LAYERS: Reason = [
  [
    'layer not known',
    'error creating read-write layer with ID',
    /locating item named \\{0,16}"manifest\\{0,16}" for image/,
    'error locating layer with ID',
  ],
  'the storage of the runtime is damaged, as by a machine that lost its power',
  'Look at the disk first, `journalctl -k | grep -iE "I/O error|xfs"`. Then let the runtime fill its storage anew: drain the node, `systemctl stop kubelet crio`, `crio wipe -f` (or empty `/var/lib/containers/storage`), `systemctl start crio kubelet`.',
];

const READ_ONLY: Reason = [
  ['read-only file system'],
  'nothing can be written to a file system of the node',
  'See which file system it is, and what the kernel says of it: `grep -w ro /proc/mounts`, `journalctl -k | grep -iE "I/O error|ext4|xfs|btrfs|remount"`.',
];
/** EUCLEAN, of a file system that the kernel finds damaged, and EIO. */
const BROKEN_FILES: Reason = [
  ['structure needs cleaning', 'input/output error'],
  'a disk or file system that it needs fails',
  READ_ONLY[2],
];
const NO_SERVICES: Reason = [
  ['services have not yet been read'],
  'the kubelet has not got the list of services from the API server, and no container that takes them from its environment starts before',
  'See why it does not get it: `journalctl -u kubelet | grep -E "reflector|v1.Service" | tail`; where nothing says so, `systemctl restart kubelet`.',
];

/** containerd/ttrpc: the connection to the shim of the container broke. */
const SHIM_GONE: Reason = [
  ['ttrpc: closed', 'ttrpc: client shutting down', 'ttrpc: server closed'],
  'its shim, the program between the runtime and the container, ended while it was asked',
  'See why the shim ended: `journalctl -u containerd | grep -iE "shim|panic" | tail`, `journalctl -k | grep -iE "killed process|segfault" | tail`.',
];

/** containerd/cgroups, v1 (`ErrMountPointNotExist`); up to 2019 with a typing error. */
const NO_CGROUP_V1: Reason = [
  ['cgroup mountpoint does not exist', /cannot f(?:ou|i)nd cgroup mount destination/],
  'the runtime looks for control groups of version 1, and this node has not mounted what it looks for',
  'See which version the node has: `stat -fc %T /sys/fs/cgroup` (`cgroup2fs` is version 2). Version 2 needs containerd 1.4 or Docker 20.10 and later, with the shim `io.containerd.runc.v2`: update the runtime, or start the node with `systemd.unified_cgroup_hierarchy=0`. With version 1 a controller is not mounted: `grep cgroup /proc/mounts`; docker itself looks for one of the name systemd: `mkdir /sys/fs/cgroup/systemd; mount -t cgroup -o none,name=systemd cgroup /sys/fs/cgroup/systemd`.',
];

/** containerd, cmd/containerd-shim-runc-v2/runc/container.go; docker, daemon/start_unix.go and graphdriver/overlay2. */
export const NO_OVERLAY: Reason = [
  ['failed to mount rootfs component', 'error creating overlay mount'],
  'its layers could not be mounted as one file system',
  'See what the kernel says of it: `journalctl -k | grep -iE "overlay|xfs"`; overlayfs does not work on overlayfs (a node that is a container itself), NFS or old ZFS.',
];

/** Only the pod whose name it is waits for it. */
export const NAME_TAKEN: Reason = [
  ['is reserved', 'name is reserved', 'already in use', 'already exists'],
  'its name is still taken by an earlier try that the runtime has not finished or cleaned up',
  'See who holds the name: `crictl pods`, `crictl ps -a`; an earlier try that hangs in the runtime keeps it until the runtime is restarted.',
];

/** `dbus: connection closed by user` (godbus/dbus, ErrClosed): the kubelet, or the runtime, goes on with a connection that is gone. */
export const NO_SYSTEMD: Reason = [
  // A folder of the bus is mounted into some containers, and names no fault of it.
  [
    'pending replies',
    'D-Bus',
    /(?:^|[ "(])dbus: /,
    'connect to dbus',
    'org.freedesktop.systemd1',
    // opencontainers/runc, libcontainer/cgroups/systemd (startUnit): no word of its end came in 30 s.
    'Timeout waiting for systemd',
    /dial unix \/[a-z/]{0,20}\/dbus\//,
  ],
  'systemd did not answer over D-Bus, so that no control group could be made',
  'Let systemd start itself anew, without a reboot: `systemctl daemon-reexec`; see how many units it keeps: `systemctl list-units --all | wc -l`. Where the text says that the connection is closed, whoever says so needs a new one: `systemctl restart kubelet`, or `systemctl restart containerd`.',
];

/** containerd, contrib/apparmor: its profile for all containers is loaded by that program. */
const NO_APPARMOR_PARSER: Reason = [
  ['apparmor_parser'],
  'the program that loads AppArmor profiles, apparmor_parser, is not there or failed, and this kernel has AppArmor on',
  'See whether it is there and works: `command -v apparmor_parser`, `aa-status`; install it (mostly the package `apparmor`), then `systemctl restart containerd`.',
];

/** Dynamic resource allocation: pkg/kubelet/cm/dra/manager.go, which asks a driver for what a pod claims before anything of it starts. */
const NOT_PREPARED: Reason = [
  ['prepare dynamic resources', 'NodePrepareResources', /DRA (?:driver|plugin) \S{1,200} is not registered/],
  'what it claims (DRA) was not made ready by the driver of that device',
  'See the pod of that driver on this node and its log, and whether the kubelet knows the driver: `kubectl get pods -A -o wide | grep <node>`, `ls /var/lib/kubelet/plugins_registry`; what is claimed: `kubectl -n <namespace> get resourceclaims`, `kubectl get resourceslices`.',
];

/** What a node lacks for any container: other pods of the node can fail in the same way. */
const OF_THE_NODE: readonly Reason[] = [
  NO_CGROUP_V1,
  NO_SYSTEMD,
  NO_APPARMOR_PARSER,
  NOT_PREPARED,
  NO_CHILD,
  NO_RUNTIME_PROGRAM,
  SHIM_GONE,
  NVIDIA,
  TOO_MANY_PROCESSES,
  TOO_MANY_FILES,
  BROKEN_STORE,
  BROKEN_LAYERS,
  CONTROL_GROUPS_FULL,
  READ_ONLY,
  BROKEN_FILES,
  NO_OVERLAY,
  NO_SERVICES,
  NAME_TAKEN,
];

export const START_REASONS: readonly Reason[] = [
  NO_CGROUP_V1,
  NO_SYSTEMD,
  NO_APPARMOR_PARSER,
  NOT_PREPARED,
  NO_CHILD,
  NO_RUNTIME_PROGRAM,
  SHIM_GONE,
  NVIDIA,
  [
    [/^"?(?:command '[^']{0,400}' exited with|Exec lifecycle hook|HTTP lifecycle hook|PostStartHook)/],
    'its postStart hook failed, and a container whose hook fails is ended',
    "See the hook, and run its command in the container: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.containers[*].lifecycle}'`. 127 is a program that is not in the image, 126 one that may not be run.",
  ],
  [
    ['operating system does not match the host'],
    'its image is made for another version of Windows than that of the node',
    'Compare both: `kubectl get node <node> -o wide` tells the build of the node; take an image of the same one (`ltsc2019`, `ltsc2022`, …).',
  ],
  [
    ['exec format error'],
    'its program is made for another kind of processor, or is a script without `#!`',
    'Compare the processor of the node with that of the image: `uname -m`, `crictl inspecti <image> | grep -i architecture`; build the image for it (`docker buildx build --platform`).',
  ],
  [
    [/runAsNonRoot and image (?:will run as root|has non-numeric user)/],
    'it must not run as root (runAsNonRoot), and the image does not say in numbers that it runs as somebody else',
    "Set `runAsUser` of the pod to a number that is not 0: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.securityContext}{.spec.containers[*].securityContext}'`.",
  ],
  [
    [
      /(?:secret|configmap)s? \\{0,8}"[^"]{1,300}" not found/,
      /couldn't find key [^"]{0,300} in (?:ConfigMap|Secret)/,
      'non config map key',
    ],
    'a config map or secret from which it takes its settings, or a key in it, is not there',
    'See what there is, and what the pod asks for: `kubectl -n <namespace> get configmap,secret`, `kubectl -n <namespace> describe pod <pod>`.',
  ],
  [
    ['OOM-killed', 'memory limit too low'],
    'its memory limit is so low that not even runc fits into it',
    "Raise it: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.containers[*].resources}'`.",
  ],
  [
    ['apparmor', 'AppArmor'],
    'its AppArmor profile is not loaded on this node, or cannot be used',
    'See which are loaded: `aa-status`, and which the pod asks for: `kubectl -n <namespace> get pod <pod> -o yaml | grep -i -A3 apparmor`.',
  ],
  [
    ['seccomp'],
    'its seccomp profile cannot be used on this node',
    'See which it asks for, `kubectl -n <namespace> get pod <pod> -o yaml | grep -i -A3 seccomp`, and whether it is there: `ls /var/lib/kubelet/seccomp`; an older libseccomp or runc does not know newer system calls.',
  ],
  NO_SERVICES,
  NAME_TAKEN,
  CONTROL_GROUPS_FULL,
  READ_ONLY,
  BROKEN_FILES,
  TOO_MANY_PROCESSES,
  TOO_MANY_FILES,
  BROKEN_STORE,
  BROKEN_LAYERS,
  [
    ['Are you trying to mount a directory onto a file', 'not a directory: unknown'],
    'it mounts a file where a folder is, or a folder where a file is',
    "Compare `mountPath` and `subPath` of the pod with what the volume has: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.containers[*].volumeMounts}'`.",
  ],
  [
    ['is not a shared mount', 'is not a shared or slave mount'],
    'it asks for mounts that spread (mountPropagation), and the file system of the node does not spread them',
    'See how it is mounted, `findmnt -o TARGET,PROPAGATION /`, and let it spread: `mount --make-rshared /`; at each boot systemd does so, unless the node is a container itself.',
  ],
  [
    [
      /error mounting|failed to (?:create|make) (?:mount ?point|new parent mount)|rootfs_linux\.go|failed to mount rootfs/,
    ],
    'something that it mounts could not be mounted',
    "See what the text names: it has to be there on the node, and the runtime must be allowed to use it (with SELinux: `ausearch -m avc -ts recent`); which mounts the pod has: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.containers[*].volumeMounts}'`.",
  ],
  [
    [/exec: .{0,300}?permission denied/s, /starting container process caused.{0,300}?permission denied/s],
    'its program may not be executed',
    "See whether the file is executable for the user that the container runs as: `chmod +x` in the image, or correct `.command`: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.containers[*].command}'`.",
  ],
  [
    [
      'executable file not found',
      /exec: .{0,300}?no such file or directory/s,
      /stat \/[^"]{0,300}: no such file or directory/,
    ],
    'the program that it is to run is not in the image',
    "Compare `.command` and `.args` of the pod with what the image has: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.containers[*].command}{.spec.containers[*].args}'`; a script fails so, too, when the interpreter behind its `#!` is missing or its lines end as in Windows.",
  ],
];

/** True where the node is at fault, not the container. */
export function isOfTheNode(reason: Reason | undefined): boolean {
  return reason !== undefined && OF_THE_NODE.includes(reason);
}

/** The reasons of starts that hold for sandboxes, too. */
export const SHARED_START_REASONS: readonly Reason[] = [
  NO_CGROUP_V1,
  NAME_TAKEN,
  NO_CHILD,
  TOO_MANY_PROCESSES,
  TOO_MANY_FILES,
  NO_RUNTIME_PROGRAM,
  SHIM_GONE,
  BROKEN_STORE,
  BROKEN_LAYERS,
  READ_ONLY,
  BROKEN_FILES,
];
