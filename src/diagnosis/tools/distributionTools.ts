/** The tools of each distribution: how its units, logs, sockets and files are called, where the causes name those of a node that kubeadm made. Each entry says where it is from. */
import { ANY_API_SERVER_UP, ETCD_FIRST, IS_API_SERVER_UP, TIME_SERVICE } from './commonSteps.ts';
import { FLAG_FILES } from './flagFiles.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { AT_THAT_TIME } from './atThatTime.ts';
import type { Distribution } from './distribution.ts';
import { K3D_TOOLS, K3S_TOOLS, K3S_WITHOUT_WRITER } from './k3sTools.ts';
import { ofOneService, withFlagsAlone, withoutStaticPods } from './oneService.ts';
import { DOCKER_DESKTOP_TOOLS, KIND_TOOLS, MINIKUBE_TOOLS } from './workstationTools.ts';
import { MICROK8S_TOOLS } from './microk8sTools.ts';
import { RKE_TOOLS } from './rkeTools.ts';
import { FLAGS_IN_UNIT, withoutKubeadm } from './withoutKubeadm.ts';
import { OF_RUNTIMES, SANDBOX_IMAGE_SETTING, type Words } from '../words/runtimeWords.ts';
import type { Tools } from './tools.ts';
import { isOfLinux, WINDOWS_WORDS } from './windowsWords.ts';

const BY_REQUEST = 'it asks for a new one at its start; where none comes, replace the node';

/** The cloud runs the control plane, and shows nothing of it on a node. */
function controlPlaneOfCloud(describe: string): Words {
  return [
    [
      ANY_API_SERVER_UP,
      `The cloud runs it: see the state of the cluster, \`${describe}\`, and which networks may ask it`,
    ],
    [
      /; on a control plane see whether it runs: `[^`]{1,80}`/g,
      `; the cloud runs it: see the state of the cluster, \`${describe}\``,
    ],
  ];
}

/** EKS, GKE and AKS keep the kubelet's credentials here, and no kubeadm. */
const OF_CLOUD: Words = [
  ...withoutKubeadm(BY_REQUEST, 'replace the node'),
  [', or give it a kubeconfig of group system:nodes', ''],
  ...FLAGS_IN_UNIT,
  ['/etc/kubernetes/kubelet.conf', '/var/lib/kubelet/kubeconfig'],
  ['/etc/kubernetes/pki/ca.crt', '<CA of the cluster>'],
];

export const TOOLS: Readonly<Record<Distribution, Tools | undefined>> = {
  unknown: undefined,
  k3s: K3S_TOOLS,
  k3d: K3D_TOOLS,
  kind: KIND_TOOLS,
  // docs.rke2.io/reference/cli_tools and …/logging.
  rke2: {
    first: {
      where: ['crictl ', 'ctr -n'],
      step: 'The tools of rke2 stand apart; first: `export PATH=$PATH:/var/lib/rancher/rke2/bin CRI_CONFIG_FILE=/var/lib/rancher/rke2/agent/etc/crictl.yaml CONTAINERD_ADDRESS=/run/k3s/containerd/containerd.sock`.',
    },
    instead: [
      ...withoutKubeadm(
        '`rke2 certificate rotate` while it is stopped, then `systemctl restart rke2-server` (on a worker `rke2-agent`)',
        'join the node anew with the token of the server',
      ),
      ...ofOneService('rke2-server', 'rke2-agent'),
      [SANDBOX_IMAGE_SETTING, '`pause-image` in `/etc/rancher/rke2/config.yaml`'],
      // docs.rke2.io/reference/linux_agent_config.
      ['`K3S_', '`RKE2_'],
      [OF_RUNTIMES, '/var/lib/rancher/rke2/agent/etc/containerd/config.toml'],
      ['/run/containerd/containerd.sock', '/run/k3s/containerd/containerd.sock'],
      [`journalctl -u containerd ${AT_THAT_TIME}`, 'tail -n 500 /var/lib/rancher/rke2/agent/containerd/containerd.log'],
      ['journalctl -u containerd', 'cat /var/lib/rancher/rke2/agent/containerd/containerd.log'],
      ['journalctl -t containerd -t dockerd -t crio', 'cat /var/lib/rancher/rke2/agent/containerd/containerd.log'],
      [`journalctl -u kubelet ${AT_THAT_TIME}`, 'cat /var/lib/rancher/rke2/agent/logs/kubelet.log'],
      [/journalctl -u kubelet(?: -n 100 --no-pager)?/g, 'cat /var/lib/rancher/rke2/agent/logs/kubelet.log'],
      [FLAG_FILES, 'cat /etc/rancher/rke2/config.yaml'],
      ...withFlagsAlone('ps -C kubelet -o args=', '`kubelet-arg` of `/etc/rancher/rke2/config.yaml`'),
      ['/etc/kubernetes/kubelet.conf', '/var/lib/rancher/rke2/agent/kubelet.kubeconfig'],
      ['/etc/kubernetes/manifests', '/var/lib/rancher/rke2/agent/pod-manifests'],
      ['/etc/kubernetes/pki/ca.crt', '/var/lib/rancher/rke2/agent/client-ca.crt'],
      ['/var/lib/kubelet/pki/kubelet-client-current.pem', '/var/lib/rancher/rke2/agent/client-kubelet.crt'],
      ['containerd config dump', 'cat /var/lib/rancher/rke2/agent/etc/containerd/config.toml'],
    ],
    save: () => 'cp /var/lib/rancher/rke2/agent/logs/kubelet.log .',
  },
  rke: RKE_TOOLS,
  microk8s: MICROK8S_TOOLS,
  // Units and files of openshift/machine-config-operator (templates): the kubelet's configuration stands where its kubeconfig stands with kubeadm; plug-ins of the network by openshift/cluster-network-operator.
  openshift: {
    first: {
      where: ['`'],
      step: 'Reach the node by `oc debug node/<node>`, then `chroot /host`; that needs the API server and the kubelet, so where one of them does not answer: `ssh core@<node>`.',
    },
    instead: [
      ...withoutKubeadm(
        'it asks for a new one at its start (`systemctl restart kubelet`), and gets it once its request is approved',
      ),
      ['`kubectl get csr', '`oc get csr'],
      ['`kubectl certificate approve', '`oc adm certificate approve'],
      ...FLAGS_IN_UNIT,
      ['/etc/kubernetes/kubelet.conf', '/var/lib/kubelet/kubeconfig'],
      ['/var/lib/kubelet/config.yaml', '/etc/kubernetes/kubelet.conf'],
      ['/etc/kubernetes/pki/ca.crt', '/etc/kubernetes/kubelet-ca.crt'],
      ['/etc/cni/net.d', '/etc/kubernetes/cni/net.d'],
      ['/opt/cni', '/var/lib/cni'],
      [
        /kubectl get pods -A -o wide --field-selector spec\.nodeName=([^\s`|]{1,260})`/g,
        'oc get pods -A -o wide | grep -E "openshift-(ovn-kubernetes|sdn|multus)" | grep $1`',
      ],
    ],
    save: (options) => saveJournalCommand(options),
  },
  // docs.siderolabs.com/talos, "Talos for Linux admins".
  talos: {
    first: {
      where: ['crictl ', 'journalctl ', 'systemctl ', 'ps -e', 'ctr -n', 'kill ', 'cat /', 'df -', 'iostat'],
      step: 'Ask from a computer with talosctl: `talosctl -n NODE logs cri`, because Talos has no shell. That stands for the journal of containerd, `talosctl -n NODE containers -k` for crictl, `talosctl -n NODE logs kubelet` for that of the kubelet, `talosctl -n NODE dmesg` for that of the kernel, `talosctl -n NODE processes` for ps, and `talosctl -n NODE reboot` for a restart of containerd.',
    },
    instead: [
      ...withoutKubeadm(BY_REQUEST),
      ...FLAGS_IN_UNIT,
      ['`ip -br address`, `systemctl cat kubelet | grep node-ip`', '`talosctl get addresses`, `talosctl get nodeip`'],
      // The root file system is read-only and has no shell; what the kubelet keeps lies on the partition EPHEMERAL.
      [
        /Remove the note and start the kubelet: `systemctl stop kubelet; mv (\/[\w./-]{1,200}) \/tmp\/; systemctl start kubelet`/g,
        'Remove the note, for which Talos has no shell: where the kubelet starts again with the policy set back, by `kubectl -n kube-system debug node/<node> -it --image=busybox -- rm /host$1`, then set the policy anew; else wipe what the node keeps: `talosctl reset --system-labels-to-wipe EPHEMERAL --reboot --graceful=false`',
      ],
      [
        /`grep ((?:-\w{1,5} )?"[^"`]{1,120}") \/var\/lib\/kubelet\/config\.yaml`/g,
        '`talosctl read /etc/kubernetes/kubelet.yaml | grep $1`',
      ],
      ['`systemctl restart kubelet`', '`talosctl service kubelet restart`'],
      [/`openssl x509 -in (\/var\/lib\/kubelet\/[\w./-]{1,80}) /g, '`talosctl read $1 | openssl x509 '],
      ['`hostname`', '`talosctl get hostname`'],
      // The kubelet asks KubePrism, on the node itself; which API servers that knows, and whether one answers, are resources of Talos.
      [
        /Ask (?:it|the API server) from the node: `curl -k --max-time 10 https:\/\/(?:<server>|[\w.:[\]-]{1,100}:7445)\/[^`]{1,100}` \(the address stands in `grep server: [^`]{1,100}`\)/g,
        'See whether KubePrism, which the kubelet asks, finds an API server: `talosctl get kubeprismstatuses`, `talosctl get kubeprismendpoints`',
      ],
      // Without it the endpoint of the cluster, as the machine's configuration has it.
      [
        /Ask (?:it|the API server) from the node: `curl -k --max-time 10 https:\/\/(?:localhost|127\.|\[::1\])[^`]{1,100}` \(the address stands in `grep server: [^`]{1,100}`\)/g,
        'See which endpoint the kubelet is given: `talosctl read /etc/kubernetes/kubeconfig-kubelet`; one on its own machine answers on a control plane alone, so correct the endpoint of the cluster (`cluster.controlPlane.endpoint`) in the configuration of Talos',
      ],
      [
        /Ask (?:it|the API server) from the node: (`curl -k --max-time 10 [^`]{1,200}`) \(the address stands in `grep server: [^`]{1,100}`\)/g,
        'Ask it from another machine of its network, for Talos has no shell: $1 (the address stands in `talosctl read /etc/kubernetes/kubeconfig-kubelet`)',
      ],
      // docs.siderolabs.com/talos, "talosctl CLI": what there is for the tools of a shell.
      [
        /`getent hosts [^`]{1,120}`(?:, `cat \/etc\/resolv\.conf`)?/g,
        '`talosctl get resolvers`, `talosctl read /etc/resolv.conf`',
      ],
      [TIME_SERVICE, '`talosctl time`'],
      ['`timedatectl`', '`talosctl time`'],
      [/`df -h; df -i[^`]{0,200}`/g, '`talosctl mounts`, `talosctl usage -d 2 -H /var`'],
      ['`mount | grep kubelet`, `lsblk`', '`talosctl mounts`, `talosctl get disks`'],
      [/`ps -eo [\w:,]{1,60} \| awk '\$2 ~ \/D\/'`/g, '`talosctl processes | grep " D "`'],
      [/`ps -eo [\w:,]{1,60} \| grep /g, '`talosctl processes | grep '],
      [/`journalctl -u containerd --since [^`]{1,120}`/g, '`talosctl logs cri`'],
      ['`uptime`, `vmstat 1 5`, `iostat -x 1 5`', '`talosctl dashboard`, `talosctl memory`'],
      // etcd is a service of Talos and no pod; its API server is a static pod.
      [ETCD_FIRST, 'On a control plane look at etcd first: `talosctl etcd status`, `talosctl logs etcd --tail 200`'],
      [
        IS_API_SERVER_UP,
        'On a control plane see whether it runs: `talosctl containers -k | grep kube-apiserver`, then `talosctl logs -k <id>`; and etcd: `talosctl service etcd`',
      ],
      [
        'Look at etcd first: `crictl ps -a --name etcd`, `crictl logs <id>`',
        'Look at etcd first: `talosctl service etcd`, `talosctl logs etcd`',
      ],
    ],
    // Its control planes and workers have no such proxy.
    isForeign: (step) => step.includes('nginx-proxy'),
    save: (_, node) => `talosctl -n ${node} logs kubelet > kubelet.log`,
  },
  // docs.k0sproject.io: one program that runs kubelet and containerd; its services are k0scontroller and k0sworker.
  k0s: {
    first: {
      where: ['crictl '],
      step: 'crictl is no part of k0s; with one of your own: `export CONTAINER_RUNTIME_ENDPOINT=unix:///run/k0s/containerd.sock`.',
    },
    instead: [
      ...withoutKubeadm(
        'k0s does so itself when it starts: `systemctl restart k0sworker` (on a controller `k0scontroller`)',
        'join the node anew (`k0s reset`, `k0s token create` on a controller)',
      ),
      ...ofOneService('k0sworker', 'k0scontroller', 'a controller'),
      ...withoutStaticPods(
        'journalctl -u k0scontroller | grep component=kube-apiserver',
        'journalctl -u k0scontroller | grep -E "component=(etcd|kine)"',
        '/var/lib/k0s/etcd',
      ),
      [OF_RUNTIMES, '/etc/k0s/containerd.toml'],
      ['/run/containerd/containerd.sock', '/run/k0s/containerd.sock'],
      [
        `journalctl -u containerd ${AT_THAT_TIME}`,
        `journalctl -u k0sworker -u k0scontroller ${AT_THAT_TIME} | grep component=containerd`,
      ],
      ['journalctl -u containerd', 'journalctl -u k0sworker -u k0scontroller'],
      ['journalctl -t containerd -t dockerd -t crio', 'journalctl -u k0sworker -u k0scontroller'],
      ['journalctl -u kubelet', 'journalctl -u k0sworker -u k0scontroller'],
      ['ctr -n', 'k0s ctr -n'],
      [FLAG_FILES, 'cat /etc/k0s/k0s.yaml'],
      ['/etc/kubernetes/kubelet.conf', '/var/lib/k0s/kubelet.conf'],
      ['/etc/kubernetes/pki/ca.crt', '/var/lib/k0s/pki/ca.crt'],
      ['/etc/kubernetes/manifests', '/etc/k0s/manifests'],
      [SANDBOX_IMAGE_SETTING, '`pause` of `images` in `/etc/k0s/k0s.yaml`'],
      [/\/var\/lib\/kubelet\b/g, '/var/lib/k0s/kubelet'],
      ['containerd config dump', 'cat /etc/k0s/containerd.toml'],
    ],
    save: (options) => saveJournalCommand(options).replace('-u kubelet', '-u k0sworker -u k0scontroller'),
  },
  'docker-desktop': DOCKER_DESKTOP_TOOLS,
  minikube: MINIKUBE_TOOLS,
  // Nodes of clouds: systemd and containerd as usual, another kubeconfig, no kubeadm; the way to the node differs.
  eks: {
    first: {
      where: ['`'],
      step: 'Reach the node by `aws ssm start-session --target <instance>`, or by `kubectl debug node/NODE -it --image=busybox` and `chroot /host`; on Bottlerocket go on from the session with `enter-admin-container` and `sudo sheltie`.',
    },
    instead: [...controlPlaneOfCloud('aws eks describe-cluster --name <cluster>'), ...OF_CLOUD],
    save: saveJournalCommand,
  },
  gke: {
    first: {
      where: ['`'],
      step: 'Reach the node by `gcloud compute ssh NODE`, or by `kubectl debug node/NODE -it --image=busybox` and `chroot /host`.',
    },
    instead: [...controlPlaneOfCloud('gcloud container clusters describe <cluster>'), ...OF_CLOUD],
    save: saveJournalCommand,
  },
  aks: {
    first: {
      where: ['`'],
      step: 'Reach the node by `kubectl debug node/NODE -it --image=busybox` and `chroot /host`.',
    },
    instead: [...controlPlaneOfCloud('az aks show -g <group> -n <cluster>'), ...OF_CLOUD],
    save: saveJournalCommand,
  },
  windows: {
    instead: [...withoutKubeadm(BY_REQUEST), ...WINDOWS_WORDS],
    isForeign: isOfLinux,
    save: () => 'Copy-Item C:\\k\\kubelet.err.log .',
  },
};

/** Where OpenShift 3 keeps what kubeadm keeps elsewhere, and how its masters show their logs (openshift-ansible, roles/openshift_node and openshift_control_plane). */
const OPENSHIFT_3: Words = [
  ['/etc/kubernetes/kubelet.conf', '/etc/origin/node/node.kubeconfig'],
  ['/var/lib/kubelet/config.yaml', '/etc/origin/node/node-config.yaml'],
  ['/etc/kubernetes/manifests', '/etc/origin/node/pods'],
  [
    ANY_API_SERVER_UP,
    'On a master see what it says: `master-logs api api`, and etcd: `master-logs etcd etcd` (up to 3.9: `journalctl -u atomic-openshift-master-api -u origin-master-api -u etcd`)',
  ],
];

/** OpenShift 4 up to 4.9, and others of that time: the unit is `kubelet`, and kubeadm, which installs a kubelet of its own, is not there. */
const HYPERKUBE = 'hyperkube';

/** Kubelets and programs with one in them whose unit is called as they log: KubeEdge, MicroShift, KubeSolo, OpenShift 3. */
const OWN_UNITS: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    'edgecore',
    [
      ['/etc/kubernetes/kubelet.conf', '/etc/kubeedge/config/edgecore.yaml'],
      ['/var/lib/kubelet/config.yaml', '/etc/kubeedge/config/edgecore.yaml'],
    ],
  ],
  ['microshift', []],
  ['kubesolo', []],
  ['atomic-openshift-node', OPENSHIFT_3],
  ['origin-node', OPENSHIFT_3],
  [HYPERKUBE, [['/etc/kubernetes/kubelet.conf', '/var/lib/kubelet/kubeconfig']]],
]);

/** The tools where nothing but the name of the unit, and some files, are others. */
export function toolsOfUnit(identifier: string | undefined): Tools | undefined {
  const program = identifier?.replace(/\.service$/, '');
  const words = program === undefined ? undefined : OWN_UNITS.get(program);
  if (program === undefined || words === undefined) return undefined;
  const unit = program === HYPERKUBE ? 'kubelet' : program;
  return {
    instead: [
      ...withoutKubeadm(BY_REQUEST),
      ...FLAGS_IN_UNIT,
      ...words,
      ['journalctl -u kubelet', `journalctl -u ${unit}`],
      [
        /systemctl (start|stop|restart|status|enable --now|cat|show|edit|reset-failed) kubelet\b/g,
        `systemctl $1 ${unit}`,
      ],
    ],
    save: (options) => saveJournalCommand(options).replace('-u kubelet', `-u ${unit}`),
  };
}

/** Beginnings of the steps that only make others possible. */
const PREPARATIONS: readonly string[] = [...Object.values(TOOLS), K3S_WITHOUT_WRITER].flatMap((tools) => {
  const step = tools?.first?.step;
  return step === undefined ? [] : [step.split('`')[0] ?? step];
});

/** A step that only says how the commands of the other steps are had on such a node. On Talos, where nothing is done on the node itself, it is the step, unless the one behind it is in its words, or is kubectl's. */
export function isPreparation(step: string, later: readonly string[]): boolean {
  return (
    PREPARATIONS.some((beginning) => step.startsWith(beginning)) &&
    (!step.includes('talosctl') || /`(?:talosctl|kubectl) /.test(later[0] ?? ''))
  );
}
