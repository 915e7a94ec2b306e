import { makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { wantsClaims } from '../../../kubelet/podErrorText.ts';
import { bothEnds, shorten } from '../../words/factText.ts';
import { amountText, linesOf, podsText } from '../../words/amountText.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { stretchOf, type TroubledPod } from '../../signs/podTroubles.ts';
import type { DiagnosisView } from '../../view.ts';

/** Pods that were turned away for what they want of the node's devices, where their own lines tell all; `undefined`: they do not, or others tell more. `alone`: no line is of a plug-in or a card itself. */
export function deviceDenials(
  view: DiagnosisView,
  denied: readonly TroubledPod[],
  alone: boolean,
): readonly RankedFinding[] | undefined {
  if (denied.length === 0) return undefined;
  if (denied.every(({ text }) => text.includes(APART))) return ofDenial(view, denied, ofTopology);
  if (!alone) return undefined;
  if (denied.every(({ text }) => wantsClaims(text))) return ofDenial(view, denied, ofClaims);
  return denied.every(({ text }) => NOT_THERE.test(text)) ? ofDenial(view, denied, ofNoDevices) : undefined;
}

/** What turned pods away, where no line is of the plug-in itself. */
interface Denial {
  readonly title: string;
  /** Behind how many lines said it. */
  readonly said: string;
  readonly meaning: string;
  readonly nextSteps: readonly string[];
}

function ofDenial(
  view: DiagnosisView,
  denied: readonly TroubledPod[],
  denialOf: (denied: readonly TroubledPod[], text: string, names: string) => Denial,
): readonly RankedFinding[] {
  const stretch = stretchOf(denied);
  if (stretch === undefined) return [];
  const lines = linesOf(denied);
  const { title, said, meaning, nextSteps } = denialOf(denied, denied[0]?.text ?? '', podsText(denied));
  return [
    makeFinding('device-plugin', {
      weight: 'pods',
      confidence: lines >= 3 ? 'high' : 'medium',
      title,
      explanation: `${amountText(view, lines, stretch.first, stretch.last, 'say')} ${said}. ${meaning}`,
      nextSteps: namedSteps(nextSteps, { pod: denied[0]?.pod }),
      timedBy: [stretch.first, stretch.last],
      evidence: denied.slice(0, 4).map(({ first }) => first),
    }),
  ];
}

/** pkg/kubelet/cm/topologymanager/topology_manager.go, TopologyAffinityError. */
const APART = 'with Topology locality';

function ofTopology(denied: readonly TroubledPod[], _text: string, names: string): Denial {
  return {
    title: `The node turned ${plural(denied.length, 'pod')} away: what they ask for is not on one NUMA node`,
    said: `that the topology manager found no CPUs, memory and devices that lie together (TopologyAffinityError): ${names}`,
    meaning: 'The scheduler does not know NUMA nodes, so it may send such pods here again; other pods are not hurt.',
    nextSteps: [
      'Compare what the pod asks for with one NUMA node: `lscpu | grep NUMA`, `kubectl -n <namespace> describe pod <pod>`; and what other pods have taken: `cat /var/lib/kubelet/cpu_manager_state`.',
      'Ask for less, free a NUMA node, or choose a policy that is less strict: `topologyManagerPolicy: best-effort` in the configuration of the kubelet.',
    ],
  };
}

/** pkg/kubelet/cm/devicemanager/manager.go (devicesToAllocate), from 1.25 on. */
const NOT_THERE = /cannot allocate (?:unhealthy devices|unregistered device) ([\w.-]{1,253}\/[\w.-]{1,63})/;

function ofNoDevices(denied: readonly TroubledPod[], text: string, names: string): Denial {
  return {
    title: `No healthy device ${NOT_THERE.exec(text)?.[1] ?? ''} was there for ${denied.length === 1 ? 'a pod that wants one' : 'pods that want one'}`,
    said: `that pods were turned away because of it: ${names}: "${shorten(text, 240)}"`,
    meaning:
      'After a boot, or a start of the kubelet, that is so until the plug-in has registered, and pods that ran there before are turned away first. Such a pod stays failed, and what owns it makes another; where that goes on, the plug-in does not come, or its devices are broken.',
    nextSteps: [
      'See what the node offers now: `kubectl describe node <node> | grep -A12 Allocatable`.',
      'Where it has the devices again, remove the pod that failed: `kubectl -n <namespace> delete pod <pod>`.',
      'Where it has none, see the pod of the plug-in on this node and its log: `kubectl get pods -A -o wide | grep -i device-plugin`; its socket: `ls -l /var/lib/kubelet/device-plugins/`.',
    ],
  };
}

/** pkg/kubelet/cm/dra/plugin: the name of a driver, as an error names it or as its socket stands below the folder of plug-ins. */
const DRIVER =
  /(?:DRA driver|plugin name) \\{0,8}"?([a-z0-9][a-z0-9.-]{1,252}?)\\{0,8}"? (?:is not registered|not found)|\/plugins\/([a-z0-9][a-z0-9.-]{1,252})\//;

function ofClaims(denied: readonly TroubledPod[], text: string, names: string): Denial {
  const [, registered, folder] = DRIVER.exec(text) ?? [];
  const driver = registered ?? folder;
  return {
    title: `The driver${driver === undefined ? '' : ` ${driver}`} does not prepare what pods claim`,
    said: `that a resource that ${denied.length === 1 ? 'a pod claims' : 'pods claim'} (dynamic resource allocation) could not be prepared: ${names}`,
    meaning: `The text: "${bothEnds(text, 240)}". That is the driver of the resource, not the container runtime; only pods that claim it wait.`,
    nextSteps: [
      `See the pod of the driver on this node and its log: \`kubectl get pods -A -o wide | grep <node>\`; its socket: \`ls -l /var/lib/kubelet/plugins/*/\`, \`ls -l /var/lib/kubelet/plugins_registry\`.`,
      'See the claim: `kubectl -n <namespace> get resourceclaims`, `kubectl -n <namespace> describe pod <pod>`.',
    ],
  };
}
