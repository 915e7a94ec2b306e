/** Next steps as they are taken on a node of a distribution: the commands of the causes are those of a node that kubeadm made, with systemd, containerd and crictl. */
import type { KubeletProcess } from '../inference/history.ts';
import { saveJournalCommand } from '../kubelet/journalCommand.ts';
import { AT_THAT_TIME, atThatTime } from './atThatTime.ts';
import type { RankedFinding } from './cause.ts';
import { type Distribution, distributionOf } from './distribution.ts';
import type { Finding } from './finding.ts';
import type { DiagnosisView } from './view.ts';

interface Tools {
  /** What stands before the steps where one of them has one of the words; a node's name or `<node>` takes the place of `NODE`. */
  readonly first?: { readonly where: readonly string[]; readonly step: string };
  /** Parts of steps and what they are there, in this order. */
  readonly instead: readonly (readonly [usual: string, here: string])[];
  /** Writes the kubelet's log into a file; the options are those of journalctl. */
  save(options: string, node: string): string;
}

const ALONE = '; a restart of the kubelet alone does not help, because the new kubelet waits for the same call';

/** One service with containerd and the kubelet in it; its containers go on when it stops (docs.k3s.io/upgrades/killall). */
function ofOneService(unit: string, ofAgent: string): Tools['instead'] {
  return [
    ['`systemctl restart containerd`', `\`systemctl restart ${unit}\` (on a worker \`${ofAgent}\`; containerd and the kubelet are parts of it)`],
    ['`systemctl restart kubelet`', `\`systemctl restart ${unit}\` (on a worker \`${ofAgent}\`)`],
    ['`systemctl status containerd`', `\`systemctl status ${unit}\` (on a worker \`${ofAgent}\`)`],
    ['`systemctl start containerd`', `\`systemctl start ${unit}\` (on a worker \`${ofAgent}\`)`],
    [ALONE, ''],
  ];
}

const TOOLS: Readonly<Record<Distribution, Tools | undefined>> = {
  unknown: undefined,
  // docs.k3s.io: crictl and ctr are commands of k3s, containerd logs into a file.
  k3s: {
    instead: [
      ...ofOneService('k3s', 'k3s-agent'),
      [`journalctl -u containerd ${AT_THAT_TIME}`, 'tail -n 500 /var/lib/rancher/k3s/agent/containerd/containerd.log'],
      ['journalctl -u containerd', 'cat /var/lib/rancher/k3s/agent/containerd/containerd.log'],
      ['journalctl -u kubelet', 'journalctl -u k3s -u k3s-agent'],
      ['/etc/cni/net.d', '/var/lib/rancher/k3s/agent/etc/cni/net.d'],
      ['crictl ', 'k3s crictl '],
      ['ctr -n', 'k3s ctr -n'],
    ],
    save: (options) => saveJournalCommand(options).replace('-u kubelet', '-u k3s -u k3s-agent'),
  },
  // docs.rke2.io/reference/cli_tools and …/logging.
  rke2: {
    first: {
      where: ['crictl ', 'ctr -n'],
      step: 'The tools of rke2 stand apart; first: `export PATH=$PATH:/var/lib/rancher/rke2/bin CRI_CONFIG_FILE=/var/lib/rancher/rke2/agent/etc/crictl.yaml CONTAINERD_ADDRESS=/run/k3s/containerd/containerd.sock`.',
    },
    instead: [
      ...ofOneService('rke2-server', 'rke2-agent'),
      [`journalctl -u containerd ${AT_THAT_TIME}`, 'tail -n 500 /var/lib/rancher/rke2/agent/containerd/containerd.log'],
      ['journalctl -u containerd', 'cat /var/lib/rancher/rke2/agent/containerd/containerd.log'],
      [`journalctl -u kubelet ${AT_THAT_TIME}`, 'cat /var/lib/rancher/rke2/agent/logs/kubelet.log'],
      ['journalctl -u kubelet', 'cat /var/lib/rancher/rke2/agent/logs/kubelet.log'],
    ],
    save: () => 'cp /var/lib/rancher/rke2/agent/logs/kubelet.log .',
  },
  // canonical.com/microk8s/docs/configuring-services; kubelite since 1.21.
  microk8s: {
    first: { where: ['crictl '], step: 'crictl is no part of MicroK8s; with one of your own: `export CONTAINER_RUNTIME_ENDPOINT=unix:///var/snap/microk8s/common/run/containerd.sock`.' },
    instead: [
      ['`systemctl restart containerd`', '`snap restart microk8s.daemon-containerd`'],
      ['`systemctl restart kubelet`', '`snap restart microk8s.daemon-kubelite`'],
      ['`systemctl status containerd`', '`systemctl status snap.microk8s.daemon-containerd`'],
      ['`systemctl start containerd`', '`snap start microk8s.daemon-containerd`'],
      ['journalctl -u containerd', 'journalctl -u snap.microk8s.daemon-containerd'],
      ['journalctl -u kubelet', 'journalctl -u snap.microk8s.daemon-kubelite'],
      ['/etc/cni/net.d', '/var/snap/microk8s/current/args/cni-network'],
      ['ctr -n k8s.io', 'microk8s ctr'],
      // What a snap does with them when its service stops is not known to us.
      [' Running containers survive this;', ' Take it that its containers stop, too;'],
    ],
    save: (options) => saveJournalCommand(options).replace('-u kubelet', '-u snap.microk8s.daemon-kubelite'),
  },
  openshift: {
    first: { where: ['`'], step: 'Reach the node by `oc debug node/<node>`, then `chroot /host`.' },
    instead: [],
    save: (options) => saveJournalCommand(options),
  },
  // docs.siderolabs.com/talos, "Talos for Linux admins".
  talos: {
    first: {
      where: ['crictl ', 'journalctl ', 'systemctl ', 'ps -e', 'ctr -n', 'kill '],
      step: 'Talos has no shell. From a computer with talosctl: `talosctl -n NODE containers -k` stands for crictl, `talosctl -n NODE logs cri` for the journal of containerd, `talosctl -n NODE logs kubelet` for that of the kubelet, `talosctl -n NODE dmesg` for that of the kernel, `talosctl -n NODE processes` for ps, and `talosctl -n NODE reboot` for a restart of containerd.',
    },
    instead: [],
    save: (_, node) => `talosctl -n ${node} logs kubelet > kubelet.log`,
  },
};

/** The tools of the nodes of these processes, and the name of the first one; none where they differ. */
function toolsOf(view: DiagnosisView, processes: readonly KubeletProcess[]): { readonly tools: Tools; readonly node: string } | undefined {
  const [first, ...more] = processes;
  if (first === undefined) return undefined;
  const distribution = distributionOf(view, first);
  const tools = TOOLS[distribution];
  if (tools === undefined || more.slice(0, 20).some((process) => distributionOf(view, process) !== distribution)) return undefined;
  const name = view.history.nodes.find(({ id }) => id === first.node)?.names[0];
  // A name is a stranger's text: nothing but a plain one becomes part of a command.
  return { tools, node: name !== undefined && /^[\w.:-]{1,253}$/.test(name) ? name : '<node>' };
}

/** A finding with the next steps of the distribution of its node, over the time in question; those of a node that nothing is known of name the usual tools. */
export function withLocalSteps(view: DiagnosisView, ranked: RankedFinding): Finding {
  const finding = withLocalTools(view, ranked);
  if (!finding.nextSteps.some((step) => step.includes(AT_THAT_TIME))) return finding;
  const when = atThatTime(view, ranked.episodes);
  return { ...finding, nextSteps: finding.nextSteps.map((step) => step.replaceAll(AT_THAT_TIME, when)) };
}

function withLocalTools(view: DiagnosisView, { finding, episodes }: RankedFinding): Finding {
  if (!finding.nextSteps.some((step) => step.includes('`'))) return finding;
  const found = toolsOf(view, episodes.length > 0 ? episodes.map(({ process }) => process) : view.history.processes);
  if (found === undefined) return finding;
  const { first, instead } = found.tools;
  const steps = finding.nextSteps.map((step) => instead.reduce((text, [usual, here]) => text.replaceAll(usual, here), step));
  const needed = first !== undefined && finding.nextSteps.some((step) => first.where.some((word) => step.includes(word)));
  return { ...finding, nextSteps: needed ? [first.step.replaceAll('NODE', found.node), ...steps] : steps };
}

/** The command that writes the kubelet's log of this node into a file; the options are those of journalctl, where it is in the journal. */
export function saveLogCommand(view: DiagnosisView, options: string): string {
  const found = toolsOf(view, view.history.processes);
  return found === undefined ? saveJournalCommand(options) : found.tools.save(options, found.node);
}
