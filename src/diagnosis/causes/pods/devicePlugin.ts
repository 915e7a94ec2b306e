/**
 * device-plugin: a device plug-in (GPUs, network cards, …) does not do what the kubelet needs of it. Sign: `ListAndWatch ended unexpectedly`, a socket that nobody answers on,
 * a pod that was denied because of it, an Xid of the kernel's NVIDIA driver beside it. High when its message is too large, a pod was denied, or it came three times; low for a single end with EOF, which is a restart of it.
 */
import type { NeighbourFact, NodeTroubleFact } from '../../../messages/fact.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import type { Confidence } from '../../finding.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf, amountText, linesOf, namesText, podsText, together } from '../../words/amountText.ts';
import { stretchOf, type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import type { DiagnosisView } from '../../view.ts';
import { deviceDenials } from './deviceDenials.ts';

export const devicePlugin: Cause = {
  id: 'device-plugin',
  find(view) {
    const facts = view.facts.fitting('node-trouble', (fact): fact is NodeTroubleFact => fact.what === 'device-plugin');
    const denied = troubledPods(view, 'device');
    const cards = view.facts.fitting('neighbour', (fact): fact is NeighbourFact => fact.what === 'gpu-error');
    if (facts.length + denied.length + cards.length === 0) return [];
    const denials = deviceDenials(view, denied, facts.length + cards.length === 0);
    if (denials !== undefined) return denials;
    const signs = signsOf(facts, denied, cards);
    return [
      makeFinding('device-plugin', {
        weight: 'pods',
        confidence: confidenceOf(signs),
        title: titleOf(signs),
        explanation: explanationOf(view, signs),
        nextSteps: stepsOf(signs),
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

interface Signs {
  readonly facts: readonly NodeTroubleFact[];
  readonly denied: readonly TroubledPod[];
  /** What the kernel's driver says of a card. */
  readonly cards: readonly NeighbourFact[];
  /** The text that says that a message was larger than the kubelet takes. */
  readonly large: string | undefined;
  /** ` of ` and the resources, where lines name them. */
  readonly of: string;
}

/** So many texts are searched for a message that is too large. */
const SEARCHED = 200;

function signsOf(facts: Signs['facts'], denied: Signs['denied'], cards: Signs['cards']): Signs {
  const texts = [...facts.slice(0, SEARCHED), ...denied].map(({ text }) => text);
  const resources = together([new Map(facts.flatMap(({ subject }) => (subject === undefined ? [] : [[subject, 1]])))]);
  return {
    facts,
    denied,
    cards,
    large: texts.find((text) => text.includes('larger than max')),
    of: resources.length > 0 ? ` of ${namesText(resources)}` : '',
  };
}

/** The plug-in ended, perhaps only to start anew. */
const RESTARTED = /EOF|transport is closing|connection reset/;

function confidenceOf({ facts, denied, cards, large }: Signs): Confidence {
  if (large !== undefined || denied.length > 0 || facts.length >= 3) return 'high';
  const isBroken = facts.some(({ text }) => !RESTARTED.test(text));
  return isBroken || (cards.length > 0 && facts.length > 0) ? 'medium' : 'low';
}

function titleOf({ facts, denied, cards, large, of }: Signs): string {
  if (large !== undefined) return `The message of the device plug-in${of} is too large`;
  if (cards.length === 0) return `The device plug-in${of} fails`;
  const card = 'A graphics card (GPU) reports errors';
  return facts.length + denied.length === 0 ? card : `${card}, and the device plug-in${of} fails`;
}

function explanationOf(view: DiagnosisView, signs: Signs): string {
  const { facts, denied, cards, of } = signs;
  const [card] = cards;
  const [first] = facts;
  const stretch = stretchOf(denied);
  const lines = linesOf(denied);
  return [
    card === undefined
      ? ''
      : `${amountText(view, cards.length, card, cards.at(-1) ?? card)} of the kernel ${cards.length === 1 ? 'tells' : 'tell'} of errors of the card: "${shorten(card.text, 120)}". `,
    first === undefined
      ? ''
      : `${amountOf(view, facts, 'tell')} that the device plug-in${of} does not work with the kubelet: "${shorten(first.text, 200)}". `,
    stretch === undefined
      ? ''
      : `${amountText(view, lines, stretch.first, stretch.last, 'say')} that pods were turned away because of it: ${podsText(denied)}: "${shorten(denied[0]?.text ?? '', 240)}". `,
    meaningOf(signs),
  ].join('');
}

const SIZES = /larger than max \((\d{1,12}) vs\. ?(\d{1,12})/;

function meaningOf({ facts, denied, cards, large }: Signs): string {
  if (large !== undefined) {
    const sizes = SIZES.exec(large);
    return `The kubelet takes at most ${mebibytes(sizes?.[2])} in one gRPC message${sizes === null ? '' : ` and was sent ${mebibytes(sizes[1])}`}, so it is larger than what can ever be read: trying again does not help. The plug-in reports too many devices, or too much about each.`;
  }
  if (facts.length + denied.length === 0) return 'Pods that use it may fail; nothing shows that the kubelet lost it.';
  return `While the plug-in is away its devices count as unhealthy, and no pod that wants one starts on this node${cards.length === 0 ? '; pods that have one go on. A single end with EOF is a restart of the plug-in.' : '.'}`;
}

function stepsOf({ cards, large }: Signs): readonly string[] {
  return [
    ...(cards.length === 0 ? [] : [LOOK_AT_CARD]),
    ...(large === undefined ? [] : [REPORT_LESS]),
    'See the pod of the plug-in on this node and its log: `kubectl get pods -A -o wide | grep -i device-plugin`.',
    'See its socket: `ls -l /var/lib/kubelet/device-plugins/`; what the node offers: `kubectl describe node <node> | grep -A12 Allocatable`.',
    'A plug-in registers anew when the kubelet starts; restart its pod if it does not.',
  ];
}

const LOOK_AT_CARD =
  'See whether the card still answers, `nvidia-smi`, and what else the driver said: `journalctl -k | grep -i xid`. Xid 79 is a card that has fallen off the bus: drain the node, then reset or repair the machine.';
const REPORT_LESS =
  'Let the plug-in report fewer devices (virtual devices split more coarsely, fewer replicas for each card), or shorter ids.';

/** `22.2 MiB`; the default of gRPC where the text does not say it. */
function mebibytes(bytes: string | undefined): string {
  return `${(Number(bytes ?? 4 * 1024 * 1024) / 1024 / 1024).toFixed(1).replace('.0', '')} MiB`;
}
