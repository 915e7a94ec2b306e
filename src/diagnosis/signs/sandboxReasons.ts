/** Why a sandbox cannot be made or taken down, by the words of runtimes. */
import { CONTROL_GROUPS_FULL } from './controlGroups.ts';
import type { Reason } from './reasons.ts';
import { SANDBOX_IMAGE } from './sandboxImage.ts';
import { isOfTheNode, NAME_TAKEN, NO_OVERLAY, NO_SYSTEMD, SHARED_START_REASONS } from './startReasons.ts';

const SYSCTL: Reason = [
  ['/proc/sys/', 'sysctl'],
  'a setting of the kernel that the pod asks for (sysctl) cannot be set on this node',
  "See which sysctls the pod sets (`securityContext.sysctls`) and whether this kernel has them: `ls /proc/sys/net`; with `hostNetwork` those of the network are the node's.",
];
const ONLY_A_NOTE: Reason = [
  [/retrieve network namespace path: Error: No such container/],
  'docker does not have that sandbox any more, only the kubelet has a note of it',
  'Remove the note, and the kubelet lets it go: `ls /var/lib/dockershim/sandbox`, `rm /var/lib/dockershim/sandbox/<id>`, then `systemctl restart kubelet`.',
];
const ENDED: Reason = [
  [/[Cc]annot find network namespace for the terminated container/],
  'that sandbox has ended already, as all do when the node or docker is restarted, and its network with it',
  'Nothing to do, where the pod comes back; else see what keeps its new sandbox from starting: `kubectl -n <namespace> describe pod <pod>`.',
];
const BUSY: Reason = [
  ['device or resource busy', 'target is busy'],
  'something of it is still mounted in another program, so it cannot be removed',
  'See which program has it, by the end of the path in the text, and restart that: `grep -l <name> /proc/*/mountinfo`. On RHEL 7 and CentOS 7 let the kernel take such mounts away: `sysctl -w fs.may_detach_mounts=1`.',
];
const NOT_KNOWN: Reason = [
  ['not found', 'no such container', 'could not find', 'no running task', 'does not exist'],
  'the runtime does not know it any more',
  'Compare what the runtime knows: `crictl pods` and `crictl ps -a`; remove leftovers with `crictl rmp -f <id>`.',
];

const NO_NAMESPACES: Reason = [
  // clone(2), unshare(2): what is full is a number that the kernel keeps, here of namespaces, and no disk.
  [/(?:fork\/exec \S{1,100}|unshare\S{0,20}|clone\S{0,20}): no space left on device/],
  'the kernel makes no more namespaces',
  'Raise `user.max_user_namespaces` (Talos has 0), or take `hostUsers: false` from the pod.',
];
const NO_RUNTIME_NAME: Reason = [
  // containerd, metadata/containers.go: nothing says by which runtime, for its configuration is of a form that this version does not read.
  ['container.Runtime.Name must be set'],
  'the configuration of containerd names no runtime',
  'See what containerd makes of its configuration: `containerd config dump | grep -A12 "containerd.runtimes"`; a file without `version = 2` (or 3) at its beginning is read as one of old, and `default_runtime_name` must name one of the runtimes. Then `systemctl restart containerd`.',
];
const NO_PROGRAM: Reason = [
  ['executable file not found'],
  'a program that the runtime starts for it (runc, a shim) is not on the node',
  'See which program the text names and whether it is there: `command -v runc crun containerd-shim-runc-v2`; install it anew.',
];
const NO_ROOM: Reason = [['no space left on device'], 'there is no room on the disk', 'Make room: `df -h; df -i`.'];
const NO_BUS: Reason = [[...NO_SYSTEMD[0], '/dbus/', 'to dbus', 'org.freedesktop'], NO_SYSTEMD[1], NO_SYSTEMD[2]];

/** The first that fits counts. */
export const SANDBOX_REASONS: readonly Reason[] = [
  SANDBOX_IMAGE,
  NO_BUS,
  CONTROL_GROUPS_FULL,
  NO_NAMESPACES,
  NO_ROOM,
  SYSCTL,
  ...SHARED_START_REASONS,
  NO_RUNTIME_NAME,
  ONLY_A_NOTE,
  ENDED,
  BUSY,
  [
    ['cgroup', 'systemd'],
    'the control group of the pod could not be set up',
    'See that kubelet and runtime use the same cgroup driver, and what systemd says: `systemctl status`, `journalctl -u init.scope`.',
  ],
  NO_OVERLAY,
  NO_PROGRAM,
  [
    // github.com/Microsoft/hcsshim: what docker and containerd have on Windows in the place of runc.
    ['hcsshim', 'hcs::'],
    'the host compute service of Windows failed',
    'See what it says: `Get-WinEvent -LogName Microsoft-Windows-Hyper-V-Compute-Admin -MaxEvents 50`; where it goes on, restart the runtime, then the node.',
  ],
  [
    ['OCI runtime', 'oci runtime', 'runc', 'shim', 'crun'],
    'runc or the shim failed',
    'See what runc says: `journalctl -t containerd -t dockerd -t crio | grep -iE "runc|shim"`.',
  ],
  NOT_KNOWN,
];

/** What hurts that pod alone. */
const OF_ONE_POD: readonly Reason[] = [NAME_TAKEN, SYSCTL, ONLY_A_NOTE, ENDED, BUSY, NOT_KNOWN];
/** What the node lacks for any pod. */
const OF_ALL: readonly Reason[] = [SANDBOX_IMAGE, NO_BUS, NO_NAMESPACES, NO_ROOM, NO_RUNTIME_NAME, NO_PROGRAM];

/** What a reason means to other pods, where it tells. */
export function othersText(reason: Reason | undefined): string {
  if (reason === undefined) return '';
  if (OF_ONE_POD.includes(reason)) return ' Other pods are not hurt.';
  return OF_ALL.includes(reason) || isOfTheNode(reason) ? ' Other pods of this node can fail in the same way.' : '';
}
