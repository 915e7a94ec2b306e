/** Commands for the node, by runtime. Nothing here is run by us: it is text for a person. */
import { NOT_BY_KUBELET, TIME_SERVICE } from './commonSteps.ts';
import { listText } from '../answer/paragraph.ts';
import { AT_THAT_TIME, WHAT_THE_RUNTIME_SAID } from './atThatTime.ts';
import type { RuntimeName } from './runtimeName.ts';

/** Unit of the runtime for `systemctl` and `journalctl`. */
export function runtimeUnit(runtime: RuntimeName): string {
  return runtime === 'cri-o' ? 'crio' : runtime === 'unknown' ? 'containerd' : runtime;
}

export const LOOK_AT_TIME_SERVICE = `Look at the time service: ${TIME_SERVICE}.`;

/** Reads the runtime's own journal. */
export function runtimeJournal(runtime: RuntimeName): string {
  return `${WHAT_THE_RUNTIME_SAID}: \`journalctl -u ${runtimeUnit(runtime)} ${AT_THAT_TIME}\`.`;
}

/** Tries the list calls with a time limit. */
export function tryListing(runtime: RuntimeName): string {
  return runtime === 'docker'
    ? 'Try the same call by hand, with a limit: `time timeout 20 docker ps -a`. If it hangs or fails, the runtime is the cause, not the kubelet.'
    : 'Try the same calls by hand, with a limit: `time crictl --timeout 20s pods` and `time crictl --timeout 20s ps -a`. If they hang or fail, the runtime is the cause, not the kubelet.';
}

/** Tries the Status call. */
export function tryStatus(runtime: RuntimeName): string {
  return runtime === 'docker'
    ? 'Ask the runtime for its state: `timeout 20 docker info`.'
    : 'Ask the runtime for its state: `crictl --timeout 20s info`.';
}

/** Whether it ran at all. */
export const WAS_IT_PAUSED =
  'See whether the machine was paused: the events of the cloud or hypervisor (snapshot, live migration, suspend), and whether any program wrote to the journal then.';

export const COMPARE_CGROUP_DRIVERS =
  'Compare: `grep cgroupDriver /var/lib/kubelet/config.yaml` with `containerd config dump | grep SystemdCgroup` (docker: `docker info | grep -i cgroup`; CRI-O: `crio config | grep cgroup_manager`).';

/** The runtime starts them for each pod, and waits for them. */
export const HUNG_PLUGINS = 'Look for plug-in processes that hang: `ps -eo pid,etime,stat,args | grep /opt/cni/bin`.';

/** `systemctl status` and pagers cut lines at the width of the screen, and the end of an error says why. */
export const WHOLE_LINES = 'See the lines whole: `journalctl -u kubelet -n 200 --no-pager`; their end says why.';

/** Of a file or a socket that the kubelet may not use; `file` is a plain path. */
export function seeWhoMayRead(file: string): string {
  return `See who may read the file, and what a security module says: \`ls -lZ ${file}\`, \`journalctl -k | grep -i denied\`.`;
}

/** Stacks of the kubelet, which ends with it. */
export const SAVE_STACKS =
  'Before the next restart of a kubelet that hangs save what its goroutines do: `kill -QUIT $(pidof kubelet)` writes it to the journal.';

/** Processes that wait in the kernel (D state), with where they wait. */
export const PROCESSES_IN_D_STATE =
  "Look for processes that wait in the kernel (state D; they cannot be killed): `ps -eo pid,stat,wchan:30,args | awk '$2 ~ /D/'`.";

/** The kernel's own messages. */
export const KERNEL_LOG = `Read the kernel log: \`journalctl -k ${AT_THAT_TIME}\` (look for "blocked for more than", "Out of memory", "I/O error", "nfs: server").`;

/** Restart of the runtime. */
export function restartRuntime(runtime: RuntimeName): string {
  const unit = runtimeUnit(runtime);
  return runtime === 'docker'
    ? 'If it does not come back: `systemctl restart docker` (containers stop too unless live-restore is on).'
    : `If it does not come back: \`systemctl restart ${unit}\`. Running containers survive this${NOT_BY_KUBELET}.`;
}

/** Stack of the runtime, for those who will report it. */
export function runtimeStacks(runtime: RuntimeName): string {
  if (runtime === 'isulad')
    return 'Before the restart, save where its threads wait: `gdb -p $(pidof isulad) -batch -ex "thread apply all bt"`, for a bug report.';
  return runtime === 'cri-o'
    ? 'Before the restart, save where it hangs: `kill -USR1 $(pidof crio)` writes all goroutine stacks to /tmp/crio-goroutine-stacks-*.log.'
    : `Before the restart, save where it hangs: \`kill -USR1 $(pidof ${runtime === 'docker' ? 'dockerd' : 'containerd'})\` writes all goroutine stacks, for a bug report.`;
}

/** A sandbox or container that the runtime cannot be asked about, as far as its lines tell. */
export interface Inspected {
  readonly what: 'sandbox' | 'container';
  readonly id: string | undefined;
  readonly podName: string;
}

/** Inspects by hand what the runtime could not: each whose id is known, a command for each. */
export function inspectByHand(runtime: RuntimeName, all: readonly Inspected[]): string {
  const commands = all.flatMap(({ what, id }) => {
    const short = shortId(id);
    return short === undefined ? [] : [`\`${inspectCommand(runtime, what, short)}\``];
  });
  if (commands.length > 0)
    return `Inspect ${commands.length > 1 ? 'each' : 'it'} by hand, with a limit: ${listText(commands)}.`;
  const { what, podName } = all[0] ?? { what: 'sandbox', podName: 'the pod' };
  const command = inspectCommand(runtime, what, runtime === 'docker' ? '<container id>' : '<id>');
  const list = what === 'sandbox' ? 'crictl --timeout 20s pods' : 'crictl --timeout 20s ps -a';
  return runtime === 'docker'
    ? `Inspect it by hand, with a limit: \`${command}\` for each container of ${withoutCode(podName)}.`
    : `Inspect it by hand, with a limit: \`${command}\` (ids of ${withoutCode(podName)}: \`${list}\`).`;
}

function inspectCommand(runtime: RuntimeName, what: Inspected['what'], id: string): string {
  if (runtime === 'docker') return `timeout 20 docker inspect ${id}`;
  return `crictl --timeout 20s ${what === 'sandbox' ? 'inspectp' : 'inspect'} ${id}`;
}

/** As the runtime's tools print it; what is no id is no word of a command. */
function shortId(id: string | undefined): string | undefined {
  return id !== undefined && /^[0-9a-zA-Z]{4,}$/.test(id) ? id.slice(0, 13) : undefined;
}

/** A name is a stranger's text: between backticks of its own it would stand among the steps as a command of ours. */
function withoutCode(name: string): string {
  return name.replaceAll('`', "'");
}

/** Looks at the shim and the tasks behind a container. */
export function lookAtShim(runtime: RuntimeName, id: string | undefined): string {
  const short = shortId(id) ?? '<id>';
  if (runtime === 'docker')
    return `Look at its shim process: \`ps -ef | grep ${short}\`; a shim or runc that hangs holds the container's lock.`;
  if (runtime === 'cri-o')
    return `Look at its monitor and runc: \`ps -ef | grep ${short}\`; a runc that hangs holds the container's lock.`;
  if (runtime === 'isulad')
    return `Look at its shim and monitor: \`isula ps -a | grep ${short}\` and \`ps -ef | grep ${short}\`; a process that hangs holds the container's lock.`;
  return `Look at its task and shim: \`ctr -n k8s.io tasks ls | grep ${short}\` and \`ps -ef | grep ${short}\`; a shim or runc that hangs holds the container's lock.`;
}

/** For a kubelet without a file that `kubeadm` writes when a node joins. */
export function hasItJoined(file: string): string {
  return `See whether the node has joined yet: \`ls -l ${file}\`; without that file nobody has run \`kubeadm init\` or \`kubeadm join\` here to its end, and until then systemd starts the kubelet again and again, which is normal.`;
}
