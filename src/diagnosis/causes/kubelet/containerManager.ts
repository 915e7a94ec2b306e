/**
 * container-manager: the kubelet's container manager could not start (cgroups missing or left over, a mount missing), or it cannot use what it keeps on disk
 * of containers and pods. Sign: `Failed to start ContainerManager`, `could not restore state from checkpoint`, as a line or as the reason of skips (up to 1.9 the initialisation's error). High.
 */
import { type ExitCause, exitCause } from '../../../messages/texts/exitCause.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import {
  isOfSavedState,
  savedState,
  savedStateSteps,
  savedStateText,
  savedStateTitle,
} from '../../signs/savedState.ts';
import { lastRestart } from '../../signs/unitRestarts.ts';
import { WHOLE_LINES } from '../../tools/commands.ts';
import { bothEnds } from '../../words/factText.ts';
import { quoting } from '../../words/lastWords.ts';
import { skipEvidence } from '../../view.ts';

/** Causes that have a finding of their own. */
const OTHER_FINDINGS: ReadonlySet<ExitCause> = new Set<ExitCause>([
  'cadvisor',
  'swap',
  'inotify-limit',
  'file-limit',
  'cgroup-driver',
  'config',
  'port-in-use',
]);
/** cm/container_manager_linux.go, buildContainerMapFromRuntime, from 1.16: not what the runtime answers to the calls before. */
const ORPHAN = 'no PodsandBox found';

/** cm/node_container_manager_linux.go, enforceNodeAllocatableCgroups: up to 1.36. */
const RESERVED = /reserved cgroup limits|cgroup does not exist/i;
/** The flag or the setting that names the group is empty. */
const UNNAMED = /reserved cgroup limits on \\?"\\?":/i;

/** cm/cgroup_manager_linux.go (setSupportedSubsystems), 1.14 to 1.20: a controller that this kernel does not have. */
const NO_CONTROLLER = /[Ff]ailed to find subsystem mount for required subsystem: ([a-z_]{1,20})/;

interface GroupFault {
  readonly said: RegExp;
  /** Where it says more than that the container manager could not start. */
  readonly title?: string;
  readonly text: string;
  /** Follows where it has not failed again. */
  readonly once?: string;
  readonly steps: readonly string[];
}

/**
 * The groups of the pods themselves: cm/qos_container_manager_linux.go and cgroup_manager_linux.go (`Exists`), systemd's own words, and those of runc (libcontainer/cgroups/fs2/create.go);
 * and what is to be left for pods: cm/node_container_manager_linux.go (validateNodeAllocatable).
 */
const GROUP_FAULTS: readonly GroupFault[] = [
  {
    said: /root container \W{0,2}kubepods\W{0,20} (?:doesn't exist|cgroup .{1,20} has some missing)/,
    text: 'The kubelet made kubepods, the control group of all pods, and then did not find it under each controller that it needs (cpu, cpuset, memory, pids, hugetlb).',
    once: ' Often systemd has not given it all of them yet, and the next start passes.',
    steps: [
      'See whether a later start passed: `systemctl show kubelet -p NRestarts -p ActiveState -p ExecMainStartTimestamp`.',
      'Where it comes again, see what the group lacks: `cat /sys/fs/cgroup/cgroup.controllers /sys/fs/cgroup/kubepods*/cgroup.controllers` (cgroup v1: `find /sys/fs/cgroup -maxdepth 2 -name "kubepods*"`).',
      'Then drain the node and have the group made anew: `systemctl stop kubelet; systemctl stop kubepods.slice; systemctl start kubelet`; this ends what still runs of pods. A reboot does the same.',
    ],
  },
  {
    said: /Cannot set property TasksAccounting/,
    text: 'The systemd of this node does not know that property, with which the kubelet limits the number of processes (from 1.14 on): it came with systemd 227, and to CentOS and RHEL 7 with an update of 219.',
    steps: [
      'See which systemd runs: `systemctl --version`.',
      'Update it, and let the one that runs be the new one: `yum update systemd`, `systemctl daemon-reexec` (else reboot); then `systemctl restart kubelet`.',
    ],
  },
  {
    said: /Unit kubepods[\w.-]{0,60} already exists/,
    text: 'systemd still has a unit of that name, left by an earlier kubelet or an interrupted start, and does not make it anew.',
    steps: [
      'See which units are left: `systemctl list-units --all "kubepods*"`.',
      'Drain the node, stop them, and start the kubelet: `systemctl stop kubelet; systemctl stop "kubepods*.slice"; systemctl reset-failed; systemctl start kubelet`; this ends what still runs of pods.',
      'Where it comes again, reboot the node, and see that systemd is not too old: `systemctl --version`.',
    ],
  },
  {
    said: /cannot enter cgroupv2 .{0,300}invalid state/,
    text: 'In control groups of version 2 a group with processes of its own cannot give controllers to the groups below it, and the one in which this kubelet makes kubepods is such a group. Mostly the kubelet runs in a container, whose first processes are in the topmost group.',
    steps: [
      'See which processes are in it: `cat /sys/fs/cgroup/cgroup.procs`, and what it gives to those below: `cat /sys/fs/cgroup/cgroup.subtree_control /sys/fs/cgroup/cgroup.type`.',
      'In a container, move them to a group below before the kubelet starts, as the images of kind and k3s do, or let systemd be the first process and use its cgroup driver.',
    ],
  },
  {
    said: /invalid Node Allocatable configuration/,
    title: 'The kubelet is told to reserve more than the node has, so it does not start',
    text: 'What is reserved (`kubeReserved`, `systemReserved`) and kept free for evictions (`evictionHard`) is together more than the node has of that resource, so that nothing would be left for pods.',
    steps: [
      'See what is reserved: `grep -A6 -E "kubeReserved|systemReserved|evictionHard" /var/lib/kubelet/config.yaml`, `systemctl cat kubelet | grep -i reserved`.',
      'Compare with what the node has, `nproc`, `free -m`, `df -h /var/lib/kubelet`, and reserve less; then `systemctl restart kubelet`.',
    ],
  },
];

/** Functions of a stack have the word in their names, whatever the panic was. */
function beforeStack(text: string): string {
  return text.split('\ngoroutine ', 1)[0] ?? text;
}

export const containerManager: Cause = {
  id: 'container-manager',
  find(view) {
    const said = view.facts.all('startup-failed').filter((fact) => fact.cause === 'container-manager');
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'container-manager');
    const skips = [...episodes, ...view.startups]
      .flatMap((episode) => episode.skips)
      .filter((skip) => skip.reasons.some((reason) => reason.kind === 'container-manager'));
    const exits = view.facts
      .all('kubelet-exit')
      .filter(({ text }) => beforeStack(text).includes('ContainerManager') || isOfSavedState(text));
    if (said.length + exits.length + skips.length === 0) return [];
    const ofSkips = skips.flatMap(({ reasons }) =>
      reasons.filter(({ kind }) => kind === 'container-manager').map(({ text }) => text),
    );
    const texts = [...[...said, ...exits].map(({ text }) => text), ...new Set(ofSkips)];
    // Why it could not is another finding then, with next steps that fit.
    if (skips.length === 0 && texts.every((text) => OTHER_FINDINGS.has(exitCause(text)))) return [];
    const orphan = texts.some((text) => text.includes(ORPHAN));
    const reserved = texts.some((text) => RESERVED.test(text));
    const isUnnamed = texts.some((text) => UNNAMED.test(text));
    const controller = texts.map((text) => NO_CONTROLLER.exec(text)?.[1]).find((name) => name !== undefined);
    const lastWords = texts.findLast((text) => text.length > 'Failed to start ContainerManager'.length);
    // A paste ends in a line that is cut, of which those before it say all.
    const words = texts.find((text) => lastWords !== undefined && text.startsWith(lastWords));
    const state = savedState(texts);
    const group = GROUP_FAULTS.find(({ said: words }) => texts.some((text) => words.test(text)));
    const isAgain = exits.length > 1 || lastRestart(view).count > 1;
    return [
      makeFinding('container-manager', {
        weight: 'cause',
        confidence: 'high',
        title:
          state === undefined
            ? (group?.title ??
              (controller === undefined
                ? quoting("The kubelet's container manager could not start", words)
                : `The kubelet's container manager could not start: the control groups of this node have no controller ${controller}`))
            : savedStateTitle(state),
        explanation: orphan
          ? 'At its start the kubelet asks the runtime for all containers and their sandboxes. A container is left whose sandbox is gone, and with that it does not start; it is the same at each start until the container is removed.'
          : reserved
            ? `Its configuration says that resources reserved for the system or for Kubernetes are to be held by a control group, and ${isUnnamed ? 'names none' : 'that group does not exist; the kubelet does not make it'}.`
            : state === undefined
              ? `${words === undefined ? 'Why is cut off in its line. ' : `It said: "${bothEnds(words, 240)}". `}${group?.text ?? 'This part of the kubelet sets up cgroups for pods and for itself; without it the kubelet cannot work.'}${isAgain ? '' : (group?.once ?? '')}`
              : savedStateText(state),
        nextSteps: orphan
          ? [
              'Find the containers that have ended, and those of the sandbox that the line names: `crictl ps -a` (docker: `docker ps -a --filter label=io.kubernetes.docker.type=container`).',
              'Remove those whose sandbox is gone: `crictl rm <id>` (docker: `docker rm <id>`), then `systemctl restart kubelet`.',
            ]
          : reserved
            ? [
                'See which groups are set: `grep -E "kubeReservedCgroup|systemReservedCgroup|enforceNodeAllocatable" /var/lib/kubelet/config.yaml`, `systemctl cat kubelet | grep -i reserved`.',
                ...(isUnnamed
                  ? []
                  : [
                      'Make the group under every controller, or let systemd have it as a slice: `systemctl status <name>.slice`, `ls -d /sys/fs/cgroup/*/<name>.slice /sys/fs/cgroup/<name>.slice`.',
                    ]),
                'Or take `kube-reserved` and `system-reserved` out of `enforceNodeAllocatable`; then `systemctl restart kubelet`.',
              ]
            : state !== undefined
              ? savedStateSteps(state)
              : (group?.steps ?? [
                  ...(words === undefined ? [WHOLE_LINES] : []),
                  `See which controllers exist: \`cat /proc/cgroups; mount | grep cgroup\`${controller === undefined || controller === 'memory' ? '; memory must be on (kernel flag `cgroup_enable=memory`)' : ''}.`,
                  ...(controller === undefined
                    ? []
                    : [
                        `See whether this kernel was built with it, and take one that was: \`zgrep CONFIG_CGROUP /proc/config.gz\`, \`grep CONFIG_CGROUP /boot/config-$(uname -r)\`.`,
                      ]),
                  'Remove a leftover slice after an interrupted start: `systemctl stop kubepods.slice`; this ends what still runs of pods.',
                ]),
        ...(skips.length > 0 ? {} : { timedBy: [...said, ...exits] }),
        evidence: [...said, ...exits, ...skips.slice(0, 3).map(skipEvidence)],
        episodes,
      }),
    ];
  },
};
