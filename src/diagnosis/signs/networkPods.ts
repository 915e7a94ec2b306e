/** The pods of network plug-ins themselves: while one does not run, its node has no network, and what keeps it from running is the cause. */
import { troubledPods, type TroubledPod } from './podTroubles.ts';
import type { PodTroubleKind } from './podErrorParts.ts';
import type { DiagnosisView } from '../view.ts';

/** By the names of their DaemonSets: those of Amazon, Calico, Cilium, flannel, Weave, OVN-Kubernetes, OpenShift SDN, Multus, kube-router, Antrea, Azure, kind, Kube-OVN and rke2. */
const PLUG_IN =
  /\/(?:aws-node|calico-node|(?:rke2-)?canal|cilium(?!-operator|-envoy)|(?:kube-)?flannel(?:-ds)?|weave-net|ovnkube-node|sdn(?!-controller)|(?:kube-)?multus(?!-admission)|kube-router|antrea-agent|azure-cn[is]|kindnet|kube-ovn-cni)-[a-z0-9-]{1,60}$/;

const WHY: readonly (readonly [PodTroubleKind, string])[] = [
  ['image', 'its image could not be pulled'],
  ['sandbox', 'its sandbox could not be made'],
  ['container', 'its container could not be started'],
  ['volume', 'its volumes could not be mounted'],
  ['crash', 'its container does not stay up'],
];

/** A pod that other pods of its node have their network from. */
export function isOfNetwork(pod: string): boolean {
  return PLUG_IN.test(pod);
}

export interface StoppedPlugIn {
  readonly pod: TroubledPod;
  /** Part of a sentence. */
  readonly why: string;
}

/** The pod of a network plug-in that does not run, and why. */
export function stoppedPlugIn(view: DiagnosisView): StoppedPlugIn | undefined {
  for (const [kind, why] of WHY) {
    const pod = troubledPods(view, kind).find(({ pod: name }) => PLUG_IN.test(name));
    if (pod !== undefined) return { pod, why };
  }
  return undefined;
}
