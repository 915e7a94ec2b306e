/**
 * Which distribution of Kubernetes a kubelet comes from, because tools, units and logs have other names there. Told by the name under which it logs, by the sockets
 * and folders that its errors name, and for Talos by the form of `talosctl logs kubelet`: an address before records of klog JSON.
 */
import type { KubeletProcess } from '../inference/history.ts';
import type { DiagnosisView } from './view.ts';

export type Distribution = 'k3s' | 'rke2' | 'microk8s' | 'openshift' | 'talos' | 'unknown';

const BY_IDENTIFIER: readonly (readonly [part: string, Distribution])[] = [
  ['microk8s', 'microk8s'], ['kubelite', 'microk8s'], ['k3s', 'k3s'], ['rke2', 'rke2'], ['kubenswrapper', 'openshift'],
];

/** rke2's kubelet logs into a file of its own (docs.rke2.io/reference/logging), with the socket of k3s; that of k3s logs into the journal, under its name. */
const BY_PATH: readonly (readonly [part: string, Distribution])[] = [
  ['/var/snap/microk8s/', 'microk8s'], ['/var/lib/rancher/k3s/', 'k3s'], ['/var/lib/rancher/rke2/', 'rke2'], ['/run/k3s/containerd/', 'rke2'],
];

const LOOKED_AT = 50;

/** The distribution of a process; `unknown` where nothing tells it, as for kubeadm. */
export function distributionOf(view: DiagnosisView, process: KubeletProcess): Distribution {
  const identifier = process.identifier?.toLowerCase();
  const named = identifier === undefined ? undefined : among(BY_IDENTIFIER, identifier);
  if (named !== undefined) return named;
  const endpoint = process.settings.get('containerRuntimeEndpoint');
  const texts = [
    ...(endpoint?.known === 'logged' ? [endpoint.value] : []),
    ...[view.facts.of(process.id, 'relist-failed'), view.facts.of(process.id, 'status-failed'), view.facts.of(process.id, 'runtime-call-failed')].flatMap((facts) => facts.slice(0, LOOKED_AT).map(({ error }) => error.text)),
  ];
  for (const text of texts) {
    const found = among(BY_PATH, text);
    if (found !== undefined) return found;
  }
  return identifier === undefined && process.isJson === true && isAddress(view.history.nodes.find(({ id }) => id === process.node)?.names[0] ?? '') ? 'talos' : 'unknown';
}

function among(parts: readonly (readonly [part: string, Distribution])[], text: string): Distribution | undefined {
  return parts.find(([part]) => text.includes(part))?.[1];
}

function isAddress(name: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || (name.includes(':') && /^[\da-f:]+$/i.test(name));
}
