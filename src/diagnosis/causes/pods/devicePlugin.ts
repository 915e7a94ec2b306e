/**
 * device-plugin: a device plug-in (GPUs, network cards, …) does not do what the kubelet needs of it. Sign: `ListAndWatch ended unexpectedly`, a socket that nobody answers on,
 * a pod that was denied because of it, an Xid of the kernel's NVIDIA driver beside it. High when its message is too large, a pod was denied, or it came three times; low for a single end with EOF, which is a restart of it.
 */
import type { NeighbourFact, NodeTroubleFact } from '../../../messages/fact.ts';
import { type Cause, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { wantsClaims } from '../../../kubelet/podErrorText.ts';
import { bothEnds, shorten } from '../../words/factText.ts';
import { amountOf, amountText, linesOf, namesText, podsText, together } from '../../words/amountText.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { stretchOf, type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import type { DiagnosisView } from '../../view.ts';

const SIZES = /larger than max \((\d{1,12}) vs\. ?(\d{1,12})/;

export const devicePlugin: Cause = {
  id: 'device-plugin',
  find(view) {
    const facts = view.facts.fitting('node-trouble', (fact): fact is NodeTroubleFact => fact.what === 'device-plugin');
    const denied = troubledPods(view, 'device');
    const cards = view.facts.fitting('neighbour', (fact): fact is NeighbourFact => fact.what === 'gpu-error');
    const first = facts[0];
    const last = facts.at(-1);
    if (first === undefined && denied.length + cards.length === 0) return [];
    if (denied.length > 0 && denied.every(({ text }) => text.includes(APART)))
      return ofDenial(view, denied, ofTopology);
    if (first === undefined && cards.length === 0 && denied.every(({ text }) => wantsClaims(text)))
      return ofDenial(view, denied, ofClaims);
    if (first === undefined && cards.length === 0 && denied.every(({ text }) => NOT_THERE.test(text)))
      return ofDenial(view, denied, ofNoDevices);
    const texts = [...facts.slice(0, 200).map(({ text }) => text), ...denied.map(({ text }) => text)];
    const large = texts.find((text) => text.includes('larger than max'));
    const sizes = SIZES.exec(large ?? '');
    const resources = together([
      new Map(facts.flatMap(({ subject }) => (subject === undefined ? [] : [[subject, 1]]))),
    ]);
    const stretch = stretchOf(denied);
    const lines = linesOf(denied);
    const of = resources.length > 0 ? ` of ${namesText(resources)}` : '';
    const [card] = cards;
    const broken = facts.filter(({ text }) => !/EOF|transport is closing|connection reset/.test(text));
    return [
      makeFinding('device-plugin', {
        weight: 'pods',
        confidence:
          large !== undefined || denied.length > 0 || facts.length >= 3
            ? 'high'
            : broken.length > 0 || (card !== undefined && first !== undefined)
              ? 'medium'
              : 'low',
        title:
          large !== undefined
            ? `The message of the device plug-in${of} is too large`
            : card === undefined
              ? `The device plug-in${of} fails`
              : first === undefined && denied.length === 0
                ? 'A graphics card (GPU) reports errors'
                : `A graphics card (GPU) reports errors, and the device plug-in${of} fails`,
        explanation:
          (card === undefined
            ? ''
            : `${amountText(view, cards.length, card, cards.at(-1) ?? card)} of the kernel ${cards.length === 1 ? 'tells' : 'tell'} of errors of the card: "${shorten(card.text, 120)}". `) +
          (first === undefined || last === undefined
            ? ''
            : `${amountOf(view, facts)} ${facts.length === 1 ? 'tells' : 'tell'} that the device plug-in${of} does not work with the kubelet: "${shorten(first.text, 200)}". `) +
          (stretch === undefined
            ? ''
            : `${amountText(view, lines, stretch.first, stretch.last)} ${lines === 1 ? 'says' : 'say'} that pods were turned away because of it: ${podsText(denied)}: "${shorten(denied[0]?.text ?? '', 240)}". `) +
          (large === undefined
            ? first === undefined && denied.length === 0
              ? 'Pods that use it may fail; nothing shows that the kubelet lost it.'
              : `While the plug-in is away its devices count as unhealthy, and no pod that wants one starts on this node${card === undefined ? '; pods that have one go on. A single end with EOF is a restart of the plug-in.' : '.'}`
            : `The kubelet takes at most ${mebibytes(sizes?.[2])} in one gRPC message${sizes === null ? '' : ` and was sent ${mebibytes(sizes[1])}`}, so it is larger than what can ever be read: trying again does not help. The plug-in reports too many devices, or too much about each.`),
        nextSteps: [
          ...(card === undefined
            ? []
            : [
                'See whether the card still answers, `nvidia-smi`, and what else the driver said: `journalctl -k | grep -i xid`. Xid 79 is a card that has fallen off the bus: drain the node, then reset or repair the machine.',
              ]),
          ...(large === undefined
            ? []
            : [
                'Let the plug-in report fewer devices (virtual devices split more coarsely, fewer replicas for each card), or shorter ids.',
              ]),
          'See the pod of the plug-in on this node and its log: `kubectl get pods -A -o wide | grep -i device-plugin`.',
          'See its socket: `ls -l /var/lib/kubelet/device-plugins/`; what the node offers: `kubectl describe node <node> | grep -A12 Allocatable`.',
          'A plug-in registers anew when the kubelet starts; restart its pod if it does not.',
        ],
        timedBy: [...cards, ...facts, ...denied.flatMap((pod) => [pod.first, pod.last])],
        evidence: [
          ...cards.slice(0, 2),
          ...facts.slice(0, 3),
          ...facts.slice(-1),
          ...denied.slice(0, 3).map((pod) => pod.first),
        ],
      }),
    ];
  },
};

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
      explanation: `${amountText(view, lines, stretch.first, stretch.last)} ${lines === 1 ? 'says' : 'say'} ${said}. ${meaning}`,
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

/** `22.2 MiB`; the default of gRPC where the text does not say it. */
function mebibytes(bytes: string | undefined): string {
  return `${(Number(bytes ?? 4 * 1024 * 1024) / 1024 / 1024).toFixed(1).replace('.0', '')} MiB`;
}
