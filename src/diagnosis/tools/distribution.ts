/**
 * Which distribution of Kubernetes a kubelet comes from, because tools, units and logs have other names there. Told by the name under which it logs, by the sockets
 * and folders that its errors name, and for Talos by the form of `talosctl logs kubelet` (an address before records of klog JSON) or by the address of its KubePrism.
 */
import { oncePer, onceFor } from '../../kubelet/oncePer.ts';
import { isAtLeast, type KubeletVersion, parseVersion } from '../../kubelet/version.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import type { DiagnosisView } from '../view.ts';
import { podText } from '../words/factText.ts';

export const DISTRIBUTIONS = [
  'k3s',
  'rke2',
  'rke',
  'microk8s',
  'k0s',
  'openshift',
  'talos',
  'eks',
  'gke',
  'aks',
  'docker-desktop',
  'minikube',
  'k3d',
  'kind',
  'windows',
  'unknown',
] as const;

export type Distribution = (typeof DISTRIBUTIONS)[number];

/** The load balancer in the agent of k3s, which asks the servers for the kubelet. */
export const K3S_BALANCER = '127.0.0.1:6444';

const BY_IDENTIFIER: readonly (readonly [part: string, Distribution])[] = [
  ['microk8s', 'microk8s'],
  ['kubelite', 'microk8s'],
  ['k3s', 'k3s'],
  ['rke2', 'rke2'],
  ['kubenswrapper', 'openshift'],
  ['k0s', 'k0s'],
];

/** rke2's kubelet logs into a file of its own (docs.rke2.io/reference/logging), with the socket of k3s; that of k3s logs into the journal, under its name. */
const BY_PATH: readonly (readonly [part: string, Distribution])[] = [
  ['/var/snap/microk8s/', 'microk8s'],
  ['/var/lib/rancher/k3s/', 'k3s'],
  ['/var/lib/rancher/rke2/', 'rke2'],
  ['/run/k3s/containerd/', 'rke2'],
  ['/run/k0s/', 'k0s'],
  ['/var/lib/k0s/', 'k0s'],
];

/** How clouds mark the versions of their kubelets: `v1.28.5-eks-5e0fdde`, `v1.27.8-gke.1067004`. */
const BY_VERSION: readonly (readonly [part: string, Distribution])[] = [
  ['-eks-', 'eks'],
  ['-gke.', 'gke'],
  ['+k3s', 'k3s'],
  ['+rke2', 'rke2'],
  ['+k0s', 'k0s'],
];

/** OpenShift marks its builds of Kubernetes by the commit: `v1.29.7+6abe8a1`. Up to 1.11 that is OpenShift 3, with docker and without `oc debug node`. */
const BUILD_OF_OPENSHIFT = /\+[\da-f]{7}$/;
const OPENSHIFT_4: KubeletVersion = { major: 1, minor: 12 };

function isOpenShift(version: string): boolean {
  const number = parseVersion(version);
  return BUILD_OF_OPENSHIFT.test(version) && number !== undefined && isAtLeast(number, OPENSHIFT_4);
}

/** Its unit gives each node this label (openshift/machine-config-operator, templates, kubelet.service). */
const LABEL_OF_OPENSHIFT = 'node.openshift.io/os_id=';

/** Up to 4.9 its kubelet is a part of hyperkube, as others' is; its API server has a name of its own inside the cluster, and its pods namespaces of their own. */
const OF_OPENSHIFT = /\/\/api-int\.|\bopenshift-[a-z]/;

/** Pods of the charts that rke2 and k3s come with: in rke2's own kubelet.log, and in the log of a k3s in a container, the lines have no writer. */
const PODS_OF_RKE2 =
  /\bkube-system\/(?:helm-install-)?rke2-[a-z]|\brke2-(?:canal|coredns|cilium|calico)[a-z0-9-]{1,60}_kube-system\(/;
const PODS_OF_K3S = /\bkube-system\/(?:svclb-|helm-install-traefik)/;

/** RKE (the first) keeps what its kubelet needs in files of these names, and deploys by these jobs (rancher/rke, pki/constants.go, addons). */
const OF_RKE =
  /\/etc\/kubernetes\/ssl\/kube(?:-ca\.pem|-node\.pem|cfg-kube-node)|\brke-(?:network-plugin|coredns-addon|metrics-addon|ingress-controller)-deploy-job|\brancher\/hyperkube:/;

/** Names of nodes that AKS gives: those with Linux, and those with Windows, which names may not be longer than 15 letters. */
const AKS_NODE = /^aks-[a-z0-9]{1,12}-\d{8}-vmss[0-9a-z]{6}$/i;
const AKS_WINDOWS = /^aks[a-z0-9]{1,6}\d{6}$/i;

/** The node of a cluster on a developer's own machine: its name, and that of its API server. */
const ON_WORKSTATION: readonly (readonly [Distribution, node: RegExp, server: RegExp])[] = [
  ['docker-desktop', /^docker-(?:for-)?desktop$/, /^(?:kubernetes|vm)\.docker\.internal:6443$/],
  ['minikube', /^minikube(?:-m\d\d)?$/, /^control-plane\.minikube\.internal:8443$/],
  ['k3d', /^k3d-[\w.-]{1,60}-(?:server|agent)-\d{1,3}$/, /^k3d-[\w.-]{1,60}:6443$/],
  ['kind', /^kind-(?:control-plane|worker)\d{0,3}$/, /^kind-(?:control-plane\d{0,3}|external-load-balancer):6443$/],
];

/** API servers that a cloud runs have names of its own. */
const OF_CLOUDS: readonly (readonly [Distribution, server: RegExp])[] = [
  ['eks', /\.eks\.amazonaws\.com(?:\.cn)?(?::\d{1,5})?$/],
  ['aks', /\.azmk8s\.io(?::\d{1,5})?$/],
];

/** Pipes, drives and words of Windows in what a kubelet says. */
const OF_WINDOWS =
  /npipe:|\/\/\.\/pipe|\\\\\.\\pipe|\b[cd]:\\(?:\\)?(?:var|k|etc|windows|program)|actively refused it|Only one usage of each socket address|hcsshim|\bhcs::|\bkube-proxy-windows-|\bfailed in Win32\b|\bconnectex: |\bwsa(?:recv|send): /i;

/**
 * Where a program of the node itself answers for the API server: KubePrism of Talos (docs.siderolabs.com/talos, "KubePrism"), the load balancer in the agent of k3s (docs.k3s.io/cli/agent,
 * `--lb-server-port`), the proxy of MicroK8s (microk8s.io/docs/services-and-ports).
 */
const LOCAL_SERVERS: ReadonlyMap<string, Distribution> = new Map([
  ['127.0.0.1:7445', 'talos'],
  ['localhost:7445', 'talos'],
  [K3S_BALANCER, 'k3s'],
  ['127.0.0.1:16443', 'microk8s'],
]);

/** Whether a program of the node answers there that asks the API server on other machines. */
export function isLocalServer(server: string): boolean {
  return LOCAL_SERVERS.has(server);
}

const LOOKED_AT = 50;
const LONGEST = 2000;

const distributionsOf = oncePer<DiagnosisView, Map<string, Distribution>>(() => new Map());

/** The distribution of a process; `unknown` where nothing tells it, as for kubeadm. */
export function distributionOf(view: DiagnosisView, process: KubeletProcess): Distribution {
  return onceFor(distributionsOf(view), process.id, () => search(view, process));
}

function search(view: DiagnosisView, process: KubeletProcess): Distribution {
  const identifier = process.identifier?.toLowerCase();
  const named = identifier === undefined ? undefined : among(BY_IDENTIFIER, identifier);
  if (named !== undefined) return named;
  const names = view.history.nodes.find(({ id }) => id === process.node)?.names ?? [];
  if (process.isOnWindows === true || names.some((name) => AKS_WINDOWS.test(name))) return 'windows';
  if (process.places?.get('node-labels')?.includes(LABEL_OF_OPENSHIFT) === true) return 'openshift';
  if (identifier?.includes('hyperkube') === true && says(view, process, OF_OPENSHIFT)) return 'openshift';
  // Where the lines have no writer, systemd's name the unit that they are of.
  const ofUnit = identifier === undefined && view.history.nodes.length === 1 ? unitsOf(view) : undefined;
  if (ofUnit !== undefined) return ofUnit;
  const endpoint = process.settings.get('containerRuntimeEndpoint');
  const texts = [
    ...(endpoint?.known === 'logged' ? [endpoint.value] : []),
    ...[
      view.facts.of(process.id, 'relist-failed'),
      view.facts.of(process.id, 'status-failed'),
      view.facts.of(process.id, 'runtime-call-failed'),
    ].flatMap((facts) => facts.slice(0, LOOKED_AT).map(({ error }) => error.text)),
  ];
  if (
    texts.some((text) => OF_WINDOWS.test(text)) ||
    [...process.settings.values()].some((setting) => setting.known === 'logged' && OF_WINDOWS.test(setting.value)) ||
    says(view, process, OF_WINDOWS)
  )
    return 'windows';
  for (const text of texts) {
    const found = among(BY_PATH, text);
    if (found !== undefined) return found;
  }
  const version = view.facts.of(process.id, 'kubelet-version')[0]?.version;
  const cloud = version === undefined ? undefined : among(BY_VERSION, version);
  if (cloud !== undefined) return cloud;
  if (version !== undefined && isOpenShift(version)) return 'openshift';
  if (names.some((name) => AKS_NODE.test(name))) return 'aks';
  const servers = serversOf(view, process);
  const ofCloud = OF_CLOUDS.find(([, ofServer]) => servers.some((server) => ofServer.test(server)));
  if (ofCloud !== undefined) return ofCloud[0];
  const onWorkstation = workstationOf(view, process);
  if (onWorkstation !== undefined) return onWorkstation;
  // A kubelet with a name and a service of its own is not one in another program, whichever port it asks.
  if (identifier !== undefined) return 'unknown';
  const parent = parentOf(view, process);
  if (parent !== undefined) return parent;
  if (says(view, process, OF_RKE)) return 'rke';
  if (says(view, process, PODS_OF_RKE2)) return 'rke2';
  if (says(view, process, PODS_OF_K3S)) return 'k3s';
  const asked = localServerOf(view, process);
  if (asked !== undefined && (asked !== 'talos' || process.isJson === true)) return asked;
  return process.isJson === true && isAddress(names[0] ?? '') ? 'talos' : 'unknown';
}

/** By the name of the machine; where none is known, by that of the Node object: with minikube's driver "none" the machine is the user's own. */
function workstationOf(view: DiagnosisView, process: KubeletProcess): Distribution | undefined {
  const node = view.history.nodes.find(({ id }) => id === process.node);
  const names = [...(node?.names ?? []), ...(node === undefined || node.names.length === 0 ? [node?.objectName] : [])];
  const byName = ON_WORKSTATION.find(([, ofNode]) => names.some((name) => name !== undefined && ofNode.test(name)));
  if (byName !== undefined) return byName[0];
  const servers = serversOf(view, process);
  return ON_WORKSTATION.find(([, , ofServer]) => servers.some((server) => ofServer.test(server)))?.[0];
}

/** Whether the machine of a node is called as minikube calls those that it makes, or has no name in the log. */
export function isCalledMinikube(view: DiagnosisView, node: string): boolean {
  const names = view.history.nodes.find(({ id }) => id === node)?.names ?? [];
  return names.length === 0 || names.some((name) => name.startsWith('minikube'));
}

function localServerOf(view: DiagnosisView, process: KubeletProcess): Distribution | undefined {
  for (const server of serversOf(view, process)) {
    const known = LOCAL_SERVERS.get(server);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** The API servers that its first failed calls name. */
function serversOf(view: DiagnosisView, { id }: KubeletProcess): readonly string[] {
  const servers: string[] = [];
  let seen = 0;
  for (const { fact } of view.queries.passingFacts((kind) => kind === 'api-error', id)) {
    if (fact.kind === 'api-error' && fact.server !== undefined) servers.push(fact.server);
    seen += 1;
    if (seen === LOOKED_AT) break;
  }
  return servers;
}

/** Errors of volumes, pods, the API server and the node name drives and servers, too; the first of them are enough. */
function says(view: DiagnosisView, { id }: KubeletProcess, words: RegExp): boolean {
  const ends = [...view.facts.of(id, 'kubelet-exit'), ...view.facts.of(id, 'startup-failed')].map(({ text }) => text);
  if (ends.some((text) => words.test(text.slice(0, LONGEST)))) return true;
  let seen = 0;
  for (const { fact } of view.queries.passingFacts(
    (kind) => kind === 'volume-failed' || kind === 'api-error' || kind === 'pod-sync-error' || kind === 'node-trouble',
    id,
  )) {
    const text =
      fact.kind === 'node-trouble'
        ? fact.text
        : fact.kind === 'pod-sync-error'
          ? `${fact.error.text.slice(0, LONGEST)} ${podText(fact.pod)}`
          : fact.kind === 'volume-failed' || fact.kind === 'api-error'
            ? fact.error.text
            : undefined;
    if (text === undefined) continue;
    if (words.test(text.slice(0, 2 * LONGEST))) return true;
    seen += 1;
    if (seen === 4 * LOOKED_AT) return false;
  }
  return false;
}

/** By lines of the program that runs the kubelet, which k3s and rke2 write in the same words. */
function parentOf(view: DiagnosisView, { id }: KubeletProcess): Distribution | undefined {
  for (const fact of [
    ...view.facts.of(id, 'kubelet-exit').slice(0, LOOKED_AT),
    ...view.facts.of(id, 'node-trouble').slice(0, LOOKED_AT),
  ])
    if (fact.message.startsWith('parent.')) return /\brke2\b/.test(fact.text.slice(0, LONGEST)) ? 'rke2' : 'k3s';
  return undefined;
}

function unitsOf(view: DiagnosisView): Distribution | undefined {
  for (const unit of namedUnits(view)) {
    const found = among(BY_IDENTIFIER, unit.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The units that systemd's first lines name, without `.service`. */
export function namedUnits(view: DiagnosisView): ReadonlySet<string> {
  const units = view.facts
    .of(undefined, 'neighbour')
    .slice(0, LOOKED_AT)
    .flatMap(({ what, unit }) =>
      unit !== undefined && (what === 'unit-failed' || what === 'unit-started' || what === 'unit-restarts')
        ? [unit.replace(/\.service$/, '')]
        : [],
    );
  return new Set(units);
}

function among(parts: readonly (readonly [part: string, Distribution])[], text: string): Distribution | undefined {
  return parts.find(([part]) => text.includes(part))?.[1];
}

function isAddress(name: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || (name.includes(':') && /^[\da-f:]+$/i.test(name));
}
