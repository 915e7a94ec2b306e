/**
 * kernel-setting: the kernel is not set as the kubelet wants it: a value below /proc/sys with `protectKernelDefaults`, a control group controller, a module, /dev/kmsg. Sign: its last
 * words. High. Sources: pkg/kubelet/cm/container_manager_linux.go (setupKernelTunables, validateSystemRequirements), pkg/kubelet/oom.
 */
import type { Cause } from '../../cause.ts';
import { exitsOf, failedStartsOf, nodeTroubles } from '../../signs/exits.ts';
import { quoting } from '../../words/lastWords.ts';
import type { DiagnosisView } from '../../view.ts';
import { severalAre, troubleFinding } from '../../signs/troubleFinding.ts';

/** How k8s.io/mount-utils writes that a line of /proc/mounts has more fields than there can be: a blank in the name of a mount, as Docker Desktop on WSL2 makes it. */
const FIELDS = /wrong number of fields \(expected 6/;
const MOUNT_WITH_BLANK =
  "Find the mount with a blank in its name, which the kubelet cannot read: `awk 'NF != 6' /proc/mounts`; on WSL2 it is mostly one of Docker Desktop: unmount it (`umount <path>`), or turn off its WSL integration for this distribution, then start the kubelet again.";

const VALUE =
  'If it is a value below /proc/sys, set it as the error says (`sysctl -w vm.overcommit_memory=1 kernel.panic=10 kernel.panic_on_oops=1`, and in /etc/sysctl.d), or `protectKernelDefaults: false`.';
const CONTROLLER =
  'If it is a control group controller, see which there are: `cat /proc/cgroups`, `cat /sys/fs/cgroup/cgroup.controllers`; memory may need `cgroup_enable=memory` on the command line of the kernel.';
const FILE =
  'If it is a file of conntrack or bridges: `modprobe nf_conntrack br_netfilter`, and their names in /etc/modules-load.d/.';
/** Settings of the kernel in a container that may not change them. */
const READ_ONLY_SETTINGS = /\/proc\/sys\/\S{1,200}: read-only file system/;
const LET_IT_WRITE =
  'The kubelet runs in a container that sees `/proc/sys` read-only: start that container privileged (docker: `--privileged`; LXC: `proc:rw` and `sys:rw` in `lxc.mount.auto`, and `lxc.apparmor.profile` unconfined), or set the values on the machine around it. Check with `grep -w ro /proc/mounts | grep proc`.';
/** cmd/kube-proxy/app/conntrack.go, in k3s and MicroK8s a part of the process; from Linux 5.12 on only the machine itself may set the value (net/netfilter/nf_conntrack_standalone.c). */
const NOT_TO_SET = /\/nf_conntrack_\w{1,40}: permission denied/;
const LET_PROXY_LEAVE_IT =
  'Let kube-proxy, which runs in the same process, leave the value as it is, for in a container only the machine around it may set it: put `--conntrack-max-per-core=0` among its flags.';
/** cm/container_manager_linux.go and util/oom, from 1.22: a kubelet in a user namespace may set none of these. */
const IN_USER_NAMESPACE = /enable KubeletInUserNamespace feature flag[\s\S]{0,400}permission denied/;
const PASS_OVER_VALUES =
  "Where the kubelet runs without the rights of the machine's root (a rootless container, a user namespace), let it pass over what it may not do, by its feature gate: `KubeletInUserNamespace: true`; or run it with these rights.";
/** pkg/kubelet/kubelet.go, NewMainKubelet, which makes an oomwatcher. */
const NO_KMSG = /\/dev\/kmsg/;
const KMSG_REFUSED = /\/dev\/kmsg: (?:operation not permitted|permission denied)/;
const IN_A_CONTAINER = 'In a container: give it /dev/kmsg and the control groups of the node.';

/** pkg/kubelet/kubelet.go, NewMainKubelet, and pkg/kubelet/apis/config/validation/validation_linux.go, with `failCgroupV1` (1.31), which is the default from 1.35 on. */
const CGROUP_V1 = /not run on a host using cgroup v1/;
const TO_CGROUP_V2 =
  'Switch the node to cgroup v2: a newer system, `systemd.unified_cgroup_hierarchy=1` on the command line of the kernel, or on WSL2 (Docker Desktop included) `kernelCommandLine = cgroup_no_v1=all` below `[wsl2]` in `.wslconfig` and `wsl --shutdown`. `stat -fc %T /sys/fs/cgroup` says `cgroup2fs` then. Until that is done `failCgroupV1: false` in the configuration of the kubelet lets it run.';

/** pkg/kubelet/cm/cgroup_manager_linux.go, Validate: the group that `cgroupRoot` names, for the kubelet to put all pods below it. */
const NO_CGROUP_ROOT = /has some missing paths|could not read controllers|cgroup-root \[[^\]]{1,200}\] doesn't exist/;
/** The same of the root of all groups. */
const NO_CGROUPS = /cgroup-root \[\] doesn't exist/;
const MOUNT_CGROUPS =
  'See which control groups are mounted where the kubelet runs: `grep cgroup /proc/self/mountinfo`, `cat /proc/cgroups`. A kubelet in a container needs /sys/fs/cgroup of the machine as a volume; on a machine cpu, cpuacct, cpuset, memory and systemd must be mounted.';
const MAKE_CGROUP_ROOT =
  'See which group the kubelet is told to use, and of which version the control groups are: `grep cgroupRoot /var/lib/kubelet/config.yaml`, `stat -fc %T /sys/fs/cgroup` (`cgroup2fs` for v2). Take the setting out, or make the folders that the error names (`mkdir -p`) before the kubelet starts. On WSL2 (Docker Desktop included) switch to cgroup v2: `kernelCommandLine = cgroup_no_v1=all` below `[wsl2]` in `.wslconfig`, then `wsl --shutdown`.';

/** Files of control groups whose controller the group above does not hand down, and that is never off at boot, or the controllers themselves (cm/cgroup_v2_manager_linux.go, Validate); the kernel hands cpu down only while all processes of real time are in the root group (Documentation/admin-guide/cgroup-v2.rst, CONFIG_RT_GROUP_SCHED). */
const NOT_HANDED_DOWN = /\/(?:cpu|pids|io)\.[a-z.]{1,20}: no such file or directory|has some missing controllers/;
const HAND_DOWN =
  'The group lacks a controller: see which are handed down, `cat /sys/fs/cgroup/cgroup.subtree_control`, and hand down what is missing, `echo "+<controller>" > /sys/fs/cgroup/cgroup.subtree_control`. Where that is refused for cpu, real-time processes run outside the root group: `ps -eo pid,cls,cgroup,args | grep -E " (FF|RR) "`.';

/** What the first boards of a cluster at home lack: k3s names the words itself (pkg/cgroups/cgroups_linux.go). */
const BOOT_WORDS = /failed to find memory cgroup/;
const SET_AT_BOOT =
  'Put `cgroup_memory=1` and `cgroup_enable=memory` at the end of the one line of `/boot/firmware/cmdline.txt` (older: `/boot/cmdline.txt`) and reboot; then `cat /proc/cgroups` must show memory with 1 at its end.';
/** flannel makes a device of VXLAN (pkg/backend/vxlan/device.go); Ubuntu keeps the module for a Raspberry Pi in a package of its own. */
const NO_VXLAN = /flannel exited: operation not supported/;
const LOAD_VXLAN =
  'Load the module of VXLAN: `modprobe vxlan`; on Ubuntu for a Raspberry Pi it is in `linux-modules-extra-raspi`.';

/** pkg/kubelet/cm/container_manager_linux.go, validateSystemRequirements: `Following Cgroup subsystem not mounted: [cpuset]`. */
const NOT_MOUNTED = /cgroup subsystem not mounted: \[([a-z_, ]{1,120})\]/i;
/** The words of libcontainer (opencontainers/runc, NotFoundError) where /proc/self/mountinfo has no mount of v1 for a controller; no kernel with v1 is without this one. */
const NO_CPU = /mountpoint for cpu not found/;
const ALL_CONTROLLERS = ['cpu', 'cpuset', 'memory'];
const OF_CGROUP_V2 =
  'See of which version the control groups are: `stat -fc %T /sys/fs/cgroup`; where it says `cgroup2fs`, take a newer kubelet, or put `systemd.unified_cgroup_hierarchy=0` on the command line of the kernel and reboot.';

/** The controllers that a kubelet did not find. */
function controllersMissing(texts: readonly string[]): readonly string[] {
  const [, list = ''] = texts.map((text) => NOT_MOUNTED.exec(text)).find((found) => found !== null) ?? [];
  return list.split(/[ ,]+/).filter((name) => name !== '');
}

/** Those that a kernel can have and leave off until it is told otherwise (Raspberry Pi, Debian). */
const OFF_AT_BOOT: ReadonlySet<string> = new Set(['memory', 'cpuset']);

function enableAtBoot(controllers: readonly string[]): string {
  const words = controllers.map((name) => `cgroup_enable=${name}${name === 'memory' ? ' cgroup_memory=1' : ''}`);
  return `Put \`${words.join(' ')}\` on the command line of the kernel (Raspberry Pi: the one line of \`/boot/firmware/cmdline.txt\`, older \`/boot/cmdline.txt\`) and reboot; then \`cat /proc/cgroups\` must show 1 at the end of that line. A controller that is not listed there at all was left out when the kernel was built.`;
}

/** k3s, pkg/agent/config/config.go: it tries overlayfs before it starts containerd and the kubelet. */
const NO_OVERLAY = /snapshotter cannot be enabled/;
const OTHER_SNAPSHOTTER =
  'See on which file system its folder lies, and what the kernel says: `findmnt -T /var/lib/rancher`, `journalctl -k | grep -i overlay`; give it a local one (ext4, XFS with ftype=1), load the module (`modprobe overlay`), or set `--snapshotter=fuse-overlayfs` or `--snapshotter=native`.';

function isOfOverlay(view: DiagnosisView): boolean {
  return [...exitsOf(view, 'kernel-setting'), ...nodeTroubles(view, 'kernel-setting')].some(({ text }) =>
    NO_OVERLAY.test(text),
  );
}

const NO_OVERLAY_TITLE = 'containerd cannot use overlayfs on this node, so the kubelet is not started';

/** The step first that fits the words of the error. */
function stepsFor(view: DiagnosisView): readonly string[] {
  const texts = textsOf(view);
  const missing = controllersMissing(texts);
  const has = (words: RegExp): boolean => texts.some((text) => words.test(text));
  const first = has(/kernel flag/i)
    ? VALUE
    : has(/cgroup|controller|mountpoint for /i)
      ? CONTROLLER
      : has(/nf_conntrack|bridge-nf-call/)
        ? FILE
        : VALUE;
  if (isOfAll(missing) || has(NO_CPU)) return [OF_CGROUP_V2, MOUNT_CGROUPS];
  if (missing.length > 0)
    return missing.every((name) => OFF_AT_BOOT.has(name)) ? [enableAtBoot(missing), MOUNT_CGROUPS] : [MOUNT_CGROUPS];
  if (has(CGROUP_V1)) return [TO_CGROUP_V2];
  if (has(NOT_HANDED_DOWN)) return [HAND_DOWN];
  if (has(NO_CGROUPS)) return [MOUNT_CGROUPS];
  if (has(NO_CGROUP_ROOT)) return [MAKE_CGROUP_ROOT];
  if (has(NO_OVERLAY)) return [OTHER_SNAPSHOTTER];
  if (has(BOOT_WORDS)) return [SET_AT_BOOT];
  if (has(NO_VXLAN)) return [LOAD_VXLAN];
  if (has(NOT_TO_SET)) return [LET_PROXY_LEAVE_IT];
  const others = [VALUE, CONTROLLER, FILE, IN_A_CONTAINER].filter((step) => step !== first);
  if (has(READ_ONLY_SETTINGS)) return [LET_IT_WRITE, ...others];
  if (has(IN_USER_NAMESPACE)) return [PASS_OVER_VALUES, VALUE];
  if (has(NO_KMSG)) return has(KMSG_REFUSED) ? [PASS_OVER_VALUES, IN_A_CONTAINER] : [IN_A_CONTAINER];
  return [...(has(FIELDS) ? [MOUNT_WITH_BLANK] : []), first, ...others];
}

/** What is said of an exit, and of what it means, where its words tell more than that a setting is missing. */
const OF_EXITS: readonly (readonly [words: RegExp, title: string, meaning: string])[] = [
  [
    NO_KMSG,
    'The kubelet cannot read the messages of the kernel (/dev/kmsg), so it exits',
    'It hears there of processes that are killed for memory. Mostly it runs in a container that has no such file, or, in a user namespace (rootless), may not read it. That is the same at each start, and the node stays NotReady.',
  ],
  [
    NO_CPU,
    'The kubelet finds no control groups that it knows, so it exits',
    'It looks for those of version 1: mostly the node has cgroup v2, which kubelets up to 1.18 do not know, or the kubelet runs in a container without /sys/fs/cgroup of the machine. That is the same at each start, and the node stays NotReady.',
  ],
  [
    CGROUP_V1,
    'This kubelet does not run on a node with cgroup v1, so it exits',
    'From Kubernetes 1.35 on a kubelet ends at its start on a node with cgroup v1, unless its configuration allows it. It is started again and ends again, and the node stays NotReady.',
  ],
  [
    NO_CGROUPS,
    'The kubelet does not find the control groups of the machine, so it exits',
    'The root of all control groups is not there under one of the controllers, so none can be made for pods. That is the same at each start: the kubelet ends again and again, and the node stays NotReady.',
  ],
  [
    NO_CGROUP_ROOT,
    'The control group that the kubelet is told to use is not there, so it exits',
    'Its configuration (`cgroupRoot`) names a control group below which it is to put all pods; the kubelet does not make that one itself, and the error names the controllers that do not have it. It ends again and again until the group is there or the setting is gone, and the node stays NotReady.',
  ],
];
const OF_OTHER_EXITS: readonly [title: string, meaning: string] = [
  'The kernel is not set up as the kubelet needs it, so the kubelet exits',
  'Such a thing is the same at each start: the kubelet ends again and again until the kernel is set otherwise, or a module is loaded, which after a boot can come too late.',
];

function textsOf(view: DiagnosisView): readonly string[] {
  return [
    ...exitsOf(view, 'kernel-setting'),
    ...failedStartsOf(view, 'kernel-setting'),
    ...nodeTroubles(view, 'kernel-setting'),
  ].map(({ text }) => text);
}

function isOfAll(missing: readonly string[]): boolean {
  return ALL_CONTROLLERS.every((name) => missing.includes(name));
}

function wordsOfExit(view: DiagnosisView): readonly [title: string, meaning: string] {
  const exits = exitsOf(view, 'kernel-setting');
  const missing = controllersMissing(textsOf(view));
  if (isOfAll(missing))
    return [
      'The kubelet finds none of the control groups that it needs, so it exits',
      'It lists all of them: mostly the node has cgroup v2, which kubelets up to 1.18 do not know, or the kubelet runs in a container without /sys/fs/cgroup of the machine. That is the same at each start, and the node stays NotReady.',
    ];
  // Whether it exits is told before: one up to 1.9 goes on without them.
  if (missing.some((name) => !OFF_AT_BOOT.has(name)))
    return [
      `The kubelet finds no control groups for ${missing.join(' and ')}`,
      'They are not mounted where it runs: mostly it runs in a container (kind, minikube, WSL2) that does not see all that the machine has mounted, or the kernel was built without them. That is the same at each start, and the node stays NotReady.',
    ];
  if (missing.length > 0)
    return [
      `The kernel of this node has no control groups for ${missing.join(' and ')}`,
      'The kernel was started without that controller, or built without it. That is the same at each start, and the node stays NotReady.',
    ];
  const known = OF_EXITS.find(([words]) => exits.some(({ text }) => words.test(text)));
  const [title, meaning] = OF_OTHER_EXITS;
  return known === undefined ? [quoting(title, exits.at(-1)?.text), meaning] : [known[1], known[2]];
}

export const kernelSetting: Cause = {
  id: 'kernel-setting',
  find(view) {
    const ofOverlay = isOfOverlay(view);
    const [title, meaning] = wordsOfExit(view);
    return troubleFinding(view, {
      id: 'kernel-setting',
      what: 'kernel-setting',
      exit: 'kernel-setting',
      title: ofOverlay ? NO_OVERLAY_TITLE : 'The kernel is not set as the kubelet needs it',
      titleOfExit: ofOverlay ? NO_OVERLAY_TITLE : title,
      meaning: ofOverlay
        ? 'The file system overlayfs does not work on NFS, on overlayfs itself (a node that is a container), on old ZFS, or without its module. It is tried before containerd and the kubelet are started, again and again; the node does not come up until it works or another snapshotter is set.'
        : meaning,
      nextSteps: stepsFor(view),
      confidence: severalAre(1, 'medium'),
      weight: () => (ofOverlay ? 'cause' : 'circumstance'),
    });
  },
};
