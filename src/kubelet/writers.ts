/**
 * Whose line is this: the names under which kubelets and the other programs of a node log. The one home of these names; what a source file tells is in
 * `callerFiles.ts`. In a capture of many programs the name comes from the journal's identifier or unit, or from the heading of a section.
 */
import { baseName } from './baseName.ts';

/** Names of programs that are a kubelet. */
const KUBELETS: readonly string[] = ['kubelet', 'kubenswrapper', 'edgecore', 'atomic-openshift-node', 'origin-node'];

/** Runs a kubelet as a child and writes what that says under its own name and pid; the lines of its other children are recognised before (`wrappedKlog.ts`). */
const SUPERVISOR = 'k0s';

/** One program for all components of Kubernetes up to 1.18 (OpenShift up to 4.9), each in a process of its own. */
const MULTI_CALL = 'hyperkube';

/** Programs that hold a kubelet beside other components, mostly in one process: their lines are of all of them. */
const ALL_IN_ONE: readonly string[] = [
  'k3s',
  'rke2',
  'kubelite',
  MULTI_CALL,
  'localkube',
  'kubesolo',
  'microshift',
  'minikube',
  SUPERVISOR,
];

/** Whether klog lines under this name are those of a kubelet, whatever pid they bear. */
export function isKubeletSupervisor(identifier: string): boolean {
  return identifier === SUPERVISOR;
}

/** Whether the kubelet is a child of this program, which says what is its own through logrus and inherits it its name (rke2, pkg/pebinaryexecutor and pkg/staticpod of rke2). */
export function hasKubeletAsChild(identifier: string): boolean {
  return identifier === 'rke2';
}

/** Whether a process under this name is one component of several, not all of them: what one line of it tells is true of its pid. */
export function isMultiCall(identifier: string): boolean {
  return bareName(identifier).includes(MULTI_CALL);
}

/** What the name of a program holds that is a kubelet or has one in it. */
export const KUBELET_NAMES: readonly string[] = [...KUBELETS, ...ALL_IN_ONE];

/** What systemd calls the units of such programs where it names them by their description (k3s, install.sh; rke2, bundle/lib/systemd/system). */
const DESCRIPTIONS: readonly string[] = ['lightweight kubernetes', 'rancher kubernetes engine v2'];

/** Words in the name of a helper that only looks after a kubelet. */
const HELPERS: readonly string[] = [
  'monitor',
  'health',
  'check',
  'watchdog',
  'install',
  'setup',
  'config',
  'killall',
  // Units of OpenShift (machine-config-operator, templates/common/_base/units).
  'auto-node-size',
  'node-sizing',
  'kubelet-dependencies',
  'kubelet-selinux',
  'ovs-kubelet',
  'uninstall',
  'snapshot',
  'csr',
  'approver',
  'exporter',
  'kubeadm',
];

/** Programs of a node or a capture that are no kubelet (`docker`, `rkt` and `sh` may have a kubelet in the foreground, whose output bears their name), by the beginning of their name; what follows may be an instance (`kube-proxy-x7k2p`). */
const OTHERS: readonly string[] = [
  'kube-apiserver',
  'kube-proxy',
  'kube-scheduler',
  'kube-controller-manager',
  'cloud-controller-manager',
  'kube-controllers',
  'etcd',
  'coredns',
  'kube-dns',
  'dockerd',
  'containerd',
  'crio',
  'cri-o',
  'cri-dockerd',
  'flannel',
  'kube-flannel',
  'calico',
  'cilium',
  'weave',
  'kindnet',
  'kube-router',
  'kube-vip',
  'konnectivity',
  'storage-provisioner',
  'kubernetes-dashboard',
  'dashboard-metrics-scraper',
  'metrics-server',
  'local-path-provisioner',
  'kube-addon-manager',
  'kube-rbac-proxy',
  'haproxy',
  'keepalived',
  'nginx',
  'ingress',
  'csi-',
  'node-problem-detector',
  'kernel',
  'dmesg',
  'systemd',
  'kubeadm',
  'kubectl',
  'crictl',
  'sshd',
  'cron',
  'rsyslogd',
  'dbus',
  'networkmanager',
  'dhclient',
  'chronyd',
  'ntpd',
  'auditd',
  'audit',
  'multipathd',
  'iscsid',
  'avahi',
  'firewalld',
  'dockerd-current',
  'openvswitch',
  'ovs-',
  'sdn',
  'k8s_kube-',
];

/** Programs whose lines tell why a kubelet was in trouble, by the beginning of their name: in a journal that has an index the others are not read. */
const OF_THE_NODE: readonly string[] = [
  'containerd',
  'crio',
  'cri-o',
  'cri-dockerd',
  'dockerd',
  'docker',
  'kernel',
  'systemd',
  'chronyd',
  'ntpd',
  'etcd',
  'kube-apiserver',
];

/** Headings of `minikube logs` that name no program: tables and output of commands, and minikube's own log. */
const MINIKUBE_SECTIONS: ReadonlySet<string> = new Set([
  'audit',
  'last start',
  'container status',
  'describe nodes',
  'controller_ingress',
  'gvisor',
  'kernel',
  'dmesg',
]);

/** Its own line below the heading of a part that it could not fetch (pkg/minikube/logs/logs.go: a kubelet has a file of that name, too). */
const MINIKUBE_NOT_FETCHED = 'command /bin/bash -c "';

/** Whether a message is minikube's, whatever the heading above it names. */
export function isMinikubeMessage(message: string): boolean {
  return message.startsWith(MINIKUBE_NOT_FETCHED);
}

/** What kubeadm's `kubelet.go` files log at `-v=1` and above (cmd/kubeadm/app/cmd/phases/init, join, and componentconfigs), but for the name of a phase in brackets. */
const OF_KUBEADM = ['the value of KubeletConfiguration.', 'Stopping the kubelet', '[kubelet-'];

/** Whether a message is kubeadm's, which has files of the kubelet's names. */
export function isKubeadmMessage(message: string): boolean {
  return OF_KUBEADM.some((beginning) => message.startsWith(beginning));
}

/** The file's name of a path, without what a service or a log adds to the name of its program. */
function bareName(name: string): string {
  let bare = name.toLowerCase().trim();
  bare = baseName(bare);
  for (const end of ['.service', '.scope', '.log', '.exe', '.txt'])
    if (bare.endsWith(end)) bare = bare.slice(0, -end.length);
  return bare;
}

/** Who writes under a name; `unknown`: the lines themselves have to tell. */
export type WriterKind = 'kubelet' | 'other' | 'unknown';

/** Names repeat in every line; so many different ones are remembered. */
const MOST_KNOWN = 4096;
const known = new Map<string, WriterKind>();

/** Tells who writes under this name: syslog identifier, unit, or the heading of a section. */
export function writerKind(name: string): WriterKind {
  const before = known.get(name);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const kind = judge(bareName(name));
  known.set(name, kind);
  return kind;
}

/** True if this is the name of a kubelet, or of a program with a kubelet in it. */
export function isKubeletName(name: string): boolean {
  return writerKind(name) === 'kubelet';
}

/** True if the lines under this name are a kubelet's, or may tell why one was in trouble. */
export function isNodeWriter(name: string): boolean {
  const bare = bareName(name);
  return (
    isKubeletName(name) ||
    OF_THE_NODE.some((other) => bare.startsWith(other) && !isLetter(bare.charCodeAt(other.length)))
  );
}

/** True if the program of this name holds a kubelet beside other components: one process prints what several programs print elsewhere. */
export function isAllInOne(name: string): boolean {
  return writerKind(name) === 'kubelet' && !KUBELETS.some((kubelet) => bareName(name).includes(kubelet));
}

/** What stands before the name of a container in a pod, where a heading tells so: it is no kubelet of the node, unless it is called one. */
const CONTAINER = 'container ';

/** The daemon of docker on RHEL 7: into the journal it writes what its containers say, and under its own name. */
const CARRIER = 'dockerd-current';

function judge(bare: string): WriterKind {
  if (bare === CARRIER) return 'unknown';
  if (bare.startsWith(CONTAINER)) return judge(bare.slice(CONTAINER.length)) === 'kubelet' ? 'kubelet' : 'other';
  if (MINIKUBE_SECTIONS.has(bare) || beginsAsOther(bare)) return 'other';
  if (![...KUBELET_NAMES, ...DESCRIPTIONS].some((program) => bare.includes(program))) return 'unknown';
  return HELPERS.some((word) => bare.includes(word)) ? 'other' : 'kubelet';
}

/** The program beside the kubelet that logs under this name, without its instance (`kube-proxy` of `kube-proxy-x7k2p`); `undefined`: none that is known. */
export function otherProgramOfName(name: string): string | undefined {
  const bare = bareName(name);
  return OTHERS.filter((other) => bare.startsWith(other) && !isLetter(bare.charCodeAt(other.length)))
    .sort((a, b) => b.length - a.length)[0]
    ?.replace(/^k8s_|-$/g, '');
}

function beginsAsOther(bare: string): boolean {
  return OTHERS.some((other) => bare.startsWith(other) && !isLetter(bare.charCodeAt(other.length)));
}

/** Whether the name goes on as a longer word. */
function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}
