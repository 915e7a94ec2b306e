/** A kubelet that the API server does not know, on a machine of Amazon: that of EKS asks with a role, others with a certificate. */
import type { KubeletProcess } from '../../../inference/history.ts';
import { isAtLeast, type KubeletVersion } from '../../../kubelet/version.ts';
import { distributionOf } from '../../tools/distribution.ts';
import type { DiagnosisView } from '../../view.ts';
import { type Refusal, UNTIL_ACCEPTED, WHAT_THE_CLUSTER_KNOWS } from '../../words/refusalText.ts';

/** How Amazon names its machines; the kubelet of EKS asks with the role of its machine, which the cluster has to know (docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#unauthorized). */
const AMAZON_HOST = /^ip-\d{1,3}(?:-\d{1,3}){3}(?:\.|$)|\.compute\.internal$/;
const KNOW_THE_ROLE =
  'On EKS see whether the cluster knows the role of the node: `aws sts get-caller-identity` on the node names it; it has to stand in `kubectl -n kube-system get configmap aws-auth -o yaml`, or among the access entries: `aws eks list-access-entries --cluster-name <cluster>`.';
/** There the kubelet has no certificate: a program that its kubeconfig names signs each call with the role (awslabs/amazon-eks-ami, templates). */
const ASK_FOR_TOKEN =
  'See with which program, cluster and role the kubelet asks: `grep -A12 "exec:" /var/lib/kubelet/kubeconfig`, and run that by hand; a node whose clock is wrong is not accepted either: `timedatectl`.';
const ROLE_UNKNOWN =
  'On EKS a kubelet shows the role of its machine: mostly the cluster does not know that role, else the clock of the node is wrong.';
const IF_NOT_EKS =
  'On a machine of Amazon that is none of EKS compare the name of the node with that in its certificate, `openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem -noout -subject -dates`; where that is of another cluster, join the node anew (`kubeadm reset`, `kubeadm join`).';

interface OfAmazon {
  readonly meaning: string;
  readonly steps: readonly string[];
}

/** What it means that the API server does not know who asks, and what to do, on machines of Amazon. */
export function ofAmazon(view: DiagnosisView, refusal: Refusal | undefined): OfAmazon | undefined {
  if (refusal?.failure !== 'unauthorized' || refusal.lost) return undefined;
  const { nodes, processes } = view.history;
  if (processes.length > 0 && processes.every((process) => distributionOf(view, process) === 'eks'))
    return {
      meaning: `${ROLE_UNKNOWN} ${UNTIL_ACCEPTED}`,
      steps: [KNOW_THE_ROLE, ASK_FOR_TOKEN, WHAT_THE_CLUSTER_KNOWS],
    };
  return nodes.length > 0 &&
    nodes.every(({ names }) => names.some((name) => AMAZON_HOST.test(name))) &&
    processes.every((process) => mayBeOfEks(view, process))
    ? {
        meaning: `${ROLE_UNKNOWN} Elsewhere its certificate or token is not of this cluster, or not valid any more. ${UNTIL_ACCEPTED}`,
        steps: [KNOW_THE_ROLE, WHAT_THE_CLUSTER_KNOWS, IF_NOT_EKS],
      }
    : undefined;
}

/** Kubelets of EKS say so in their version from then on (`v1.13.7-eks-c57ff8` in public listings of their nodes). */
const EKS_IN_VERSION: KubeletVersion = { major: 1, minor: 14 };

/** Whether it is not known to be of something else on a machine of Amazon. */
function mayBeOfEks(view: DiagnosisView, process: KubeletProcess): boolean {
  const distribution = distributionOf(view, process);
  if (distribution === 'eks') return true;
  const said = view.facts.of(process.id, 'kubelet-version')[0];
  const isOther = said !== undefined && process.version !== undefined && isAtLeast(process.version, EKS_IN_VERSION);
  return !isOther && (distribution === 'unknown' || distribution === 'windows');
}
