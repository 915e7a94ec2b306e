/**
 * pods-rejected: the kubelet turns pods away that were sent to its node. Sign: `Pod admission denied` (1.31 and later), `Predicate failed on Pod` and its kin before; those for a device are
 * device-plugin's, those for a shortage of the node evicting's. High from three lines on or for a static pod, which does not come back by itself; else medium.
 */
import { REASON_OF_POD } from '../../tools/commonSteps.ts';
import { type Cause, makeFinding, plural } from '../../cause.ts';
import { amountText, linesOf, podsText } from '../../words/amountText.ts';
import { bothEnds } from '../../words/factText.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { mostNamed, reasonOf, type Reason } from '../../signs/reasons.ts';
import { stretchOf, troubledPods } from '../../signs/podTroubles.ts';

/** So many lines are no single pod that came at the wrong moment. */
const SEVERAL = 3;

/** pkg/kubelet/config/common.go: the uid of a static pod is a hash of its manifest, that of another pod was made by the API server. */
const UID_OF_MANIFEST = /^[0-9a-f]{32}$/;

export const podsRejected: Cause = {
  id: 'pods-rejected',
  find(view) {
    const pods = troubledPods(view, 'rejected');
    const stretch = stretchOf(pods);
    if (stretch === undefined) return [];
    const lines = linesOf(pods);
    const isStatic = pods.every(({ uid }) => uid !== undefined && UID_OF_MANIFEST.test(uid));
    const reasons = isStatic ? [SHORT_FOR_STATIC, ...REASONS] : REASONS;
    const reason = mostNamed(reasons, pods);
    const text = (pods.find((pod) => reason !== undefined && reasonOf(reasons, pod.text) === reason) ?? pods[0])?.text;
    return [
      makeFinding('pods-rejected', {
        weight: 'pods',
        confidence: lines >= SEVERAL || isStatic ? 'high' : 'medium',
        title: `The kubelet turned ${plural(pods.length, isStatic ? 'static pod' : 'pod')} away`,
        explanation: `${amountText(view, lines, stretch.first, stretch.last, 'say')} that the kubelet did not take pods ${isStatic ? 'of its manifests' : 'that were sent to its node'}: ${podsText(pods)}. ${reason === undefined ? 'The text' : `As the text says, ${reason[1]}`}: "${bothEnds(text ?? '', 240)}". ${isStatic ? 'A static pod is not tried again until the kubelet is restarted or the manifest is changed, even where there is room by then.' : 'Such a pod counts as failed and does not come back; what owns it makes a new one.'} That is no fault of PLEG${isStatic ? '' : ', and other pods are not hurt'}.`,
        nextSteps: namedSteps(
          [
            ...(reason === undefined ? [] : [reason[2]]),
            ...(isStatic ? ['Then have the kubelet try again: `systemctl restart kubelet`; running pods go on.'] : []),
            REASON_OF_POD,
          ],
          { pod: pods[0]?.pod },
        ),
        timedBy: [stretch.first, stretch.last],
        evidence: pods.slice(0, 4).map(({ first }) => first),
      }),
    ];
  },
};

const SHORT: readonly string[] = [
  "Node didn't have enough resource",
  'not enough cpus available',
  'Insufficient resource',
  'no set of running pods found to reclaim resources',
];
const COMPARE =
  'Compare what the node has with what was given away: `kubectl describe node <node> | grep -A12 "Allocated resources"`, `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`.';
const SHORT_FOR_STATIC: Reason = [
  SHORT,
  'the node has not enough left of what the pod asks for, and no other pod could be taken away for it',
  COMPARE,
];

/** pkg/kubelet/lifecycle/predicate.go and handlers.go, pkg/kubelet/sysctl/allowlist.go, pkg/kubelet/nodeshutdown. */
const REASONS: readonly Reason[] = [
  [
    SHORT,
    'the node has not enough left of what the pod asks for: the scheduler did not know of all that runs here (static pods, pods with `nodeName`, a second scheduler), or pods that ended were not gone yet',
    COMPARE,
  ],
  [
    ['NodeAffinity', 'MatchNodeSelector', 'node affinity/selector'],
    'the labels of the node are not those that the pod asks for; the kubelet looks at them again for every pod when it starts, so a label that was taken away ends pods at its next start',
    "Compare the labels with what the pod asks for: `kubectl get node <node> --show-labels`, `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.nodeSelector}{.spec.affinity}'`.",
  ],
  [
    ['NodePorts', 'PodFitsHostPorts', 'free ports'],
    'a port of the node that the pod asks for (hostPort) belongs to another pod',
    'See which pods of the node ask for the same hostPort: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`.',
  ],
  [
    ['TaintToleration'],
    'the node has a taint (NoExecute) that the pod does not tolerate',
    "See the taints: `kubectl get node <node> -o jsonpath='{.spec.taints}'`.",
  ],
  [
    ['not enough free physical CPUs'],
    'the kubelet gives out whole cores only (full-pcpus-only), and fewer of them are free than the pod asks for',
    'See which are given out, and to which pods: `cat /var/lib/kubelet/cpu_manager_state`; those of pods that ended are free again a moment later.',
  ],
  [
    ['SMTAlignmentError', 'SMT Alignment'],
    'the kubelet gives out whole cores only (full-pcpus-only), and the pod asks for a part of one',
    'Ask for a multiple of the threads that a core has: `lscpu | grep Thread`.',
  ],
  [
    ['SysctlForbidden', 'forbidden sysctl'],
    'the pod sets a sysctl that this kubelet does not allow',
    'Take it out of the pod, or allow it: `allowedUnsafeSysctls` in the configuration of the kubelet.',
  ],
  [
    ['AppArmor'],
    'the AppArmor profile that the pod names is not on the node, or the node has no AppArmor',
    'See which profiles are loaded: `aa-status`, `cat /sys/module/apparmor/parameters/enabled`.',
  ],
  [
    ['NodeShutdown', 'node is shutting down'],
    'the machine was shutting down',
    'Nothing to do: the pod is made anew elsewhere, or here when the node is back.',
  ],
  [
    ['PodOS'],
    'the pod is made for another operating system',
    "Compare both: `kubectl get node <node> --show-labels | grep kubernetes.io/os`, `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.os}'`.",
  ],
];
