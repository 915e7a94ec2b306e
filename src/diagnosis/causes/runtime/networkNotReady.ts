/**
 * network-not-ready: the runtime says NetworkReady=false, so the node is NotReady although PLEG and runtime are well. From 1.8 this causes no skip.
 * Sign: its lines, those of dockershim that say why a configuration cannot be used, and pods that wait for it, for longer than the first minute of a start (then it is normal until the plug-in has come). High. While the API server cannot be reached
 * it is what follows: the plug-in's pod comes from there; so it is while the API server refuses to register the node, or has none of its name.
 */
import { type Instant, seconds } from '../../../kubelet/time.ts';
import { type ApiStretch, isAtStart, lengthOf, stretchesOf, WAITS_AT_START } from '../../signs/apiTrouble.ts';
import { type Cause, firstAndLast, makeFinding, plural, type Weight } from '../../cause.ts';
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import type { FactOf } from '../../../messages/factTraits.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { stoppedPlugIn } from '../../signs/networkPods.ts';
import { FAILED, type NetworkTrouble, networkTroubleOf } from '../../signs/networkReasons.ts';
import { type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import { amountOf } from '../../words/amountText.ts';
import type { DiagnosisView } from '../../view.ts';
import { ASK_RUNTIME_FOR_NETWORK } from '../../words/runtimeWords.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { unlessItLasts } from '../../tools/unlessItLasts.ts';

const NORMAL_AFTER_START = seconds(60);
/** Twice the time after which the kubelet asks the runtime again (pkg/kubelet/kubelet.go, updateRuntimeUp). */
const AGAIN = seconds(10);
/** So long after it nobody waits for it any more. */
const LONG = seconds(300);
/** Between the errors of an outage. */
const NEAR = seconds(60);

export const networkNotReady: Cause = {
  id: 'network-not-ready',
  find(view) {
    const signs = signsOf(view);
    if (signs.reports.length + signs.pods.length + signs.refused.length === 0) return [];
    const { isSerious, lasting, facts, conditions, pods, plugIn, refused } = signs;
    return [
      makeFinding('network-not-ready', {
        weight: weightOf(view, signs),
        confidence: isSerious ? 'high' : 'low',
        title: titleOf(view, signs),
        explanation: explanationOf(view, signs),
        nextSteps: unlessItLasts(isSerious, stepsOf(signs)),
        timedBy: isSerious ? lasting : [],
        evidence: [
          ...facts.slice(0, 4),
          ...conditions.slice(0, 2),
          ...refused.slice(-2),
          ...(plugIn === undefined ? [] : [plugIn.pod.last]),
          ...firstAndLast(pods.slice(0, 2)),
        ],
      }),
    ];
  },
};

/** What a network that is not ready follows from, where that has a finding of its own. */
type Follows = 'no-api-server' | 'refused-node' | 'no-node';

interface Signs {
  /** What the runtime reported, in order, and what it said. */
  readonly reports: readonly (NetworkFact | ConditionFact)[];
  readonly texts: readonly string[];
  /** Some of it is later than a start explains. */
  readonly isSerious: boolean;
  /** All that is later. */
  readonly lasting: readonly { readonly time: Instant }[];
  /** The lines that count: the later ones, where there are any. */
  readonly facts: readonly NetworkFact[];
  readonly conditions: readonly ConditionFact[];
  readonly pods: readonly TroubledPod[];
  /** All pods that wait. */
  readonly held: readonly TroubledPod[];
  readonly follows: Follows | undefined;
  readonly plugIn: ReturnType<typeof stoppedPlugIn>;
  /** With dockershim: that the configuration of the plug-in cannot be used, and why. */
  readonly refused: readonly NodeTroubleFact[];
  readonly reason: NetworkTrouble | undefined;
  readonly isKubenet: boolean;
}

type NetworkFact = FactOf<'network-not-ready'>;
type ConditionFact = FactOf<'node-condition'>;

function signsOf(view: DiagnosisView): Signs {
  const all = view.facts.all('network-not-ready');
  const named = all.filter(({ ofStatus }) => ofStatus !== true);
  const facts = named.length > 0 ? named : all;
  const conditions = view.facts
    .all('node-condition')
    .filter((fact) => !fact.ready && (fact.text ?? '').includes('NetworkReady=false'));
  const held = troubledPods(view, 'no-network');
  const isLate = laterThanStarts(view);
  const late = {
    facts: facts.filter(isLate),
    conditions: conditions.filter(isLate),
    pods: held.filter(({ last }) => isLate(last)),
    refused: nodeTroubles(view, 'network-config').filter(isLate),
  };
  const isSerious = late.facts.length + late.conditions.length + late.pods.length + late.refused.length > 0;
  const lasting = [...late.facts, ...late.conditions, ...firstAndLast(late.pods), ...late.refused];
  const follows = isSerious ? whatItFollows(view, lasting) : undefined;
  const texts = [...facts, ...conditions, ...held].map(({ text }) => text ?? '');
  return {
    reports: [...facts, ...conditions].sort((a, b) => a.time - b.time),
    texts,
    isSerious,
    lasting,
    ...(isSerious ? late : { facts, conditions, pods: held, refused: [] }),
    reason: late.refused.length === 0 ? undefined : networkTroubleOf(late.refused.at(-1)?.text ?? ''),
    held,
    follows,
    plugIn: follows === undefined ? stoppedPlugIn(view) : undefined,
    isKubenet: texts.some((text) => text.includes(OF_KUBENET)),
  };
}

/** Tells what is later than the first minute after a start, in which it is normal. */
function laterThanStarts(view: DiagnosisView): (sign: { readonly time: Instant }) => boolean {
  const starts = [
    ...view.history.processes
      .filter((process) => process.startedInLog)
      .map((process) => process.loopStarted ?? process.from),
    ...view.startups.flatMap(({ skips }) => skips.slice(0, 1).map(({ time }) => time)),
  ];
  return ({ time }) => !starts.some((start) => time >= start - seconds(5) && time <= start + NORMAL_AFTER_START);
}

function whatItFollows(view: DiagnosisView, signs: readonly { readonly time: Instant }[]): Follows | undefined {
  if (isWithoutApiServer(view, signs)) return 'no-api-server';
  if (isRefusedNode(view, signs)) return 'refused-node';
  return isWithoutNode(view, signs) ? 'no-node' : undefined;
}

function weightOf(view: DiagnosisView, { isSerious, lasting, follows }: Signs): Weight {
  if (!isSerious) return 'note';
  return follows !== undefined || isLongOver(view, lasting) ? 'circumstance' : 'cause';
}

function titleOf(view: DiagnosisView, { isSerious, reports, plugIn, reason }: Signs): string {
  if (reason !== undefined && reason.title !== FAILED) return reason.title;
  if (isSerious)
    return `The node's network was not ready${plugIn === undefined ? '' : ', because the pod of its network plug-in does not run'}`;
  return isSeenReady(view, reports)
    ? "The node's network became ready only after the start"
    : "The node's network was not ready yet just after the start";
}

function explanationOf(
  view: DiagnosisView,
  { isSerious, reports, held, plugIn, isKubenet, follows, refused, reason }: Signs,
): string {
  return [
    reports.length === 0 ? '' : `The runtime reported NetworkReady=false (${amountOf(view, reports)}).`,
    heldText(held),
    reason === undefined
      ? ''
      : `${amountOf(view, refused, 'say')} that the configuration of the network plug-in is there, but cannot be used: "${reason.quote}".`,
    'The node is NotReady for it and new pods wait, but it is not an error of PLEG: the sync loop does not skip for it.',
    isSerious
      ? ''
      : 'In the first minute after a start this is normal, until the network plug-in has written its configuration.',
    plugIn === undefined
      ? ''
      : `The network comes from ${plugIn.pod.pod}, and ${plugIn.why} on this node: that is the cause, and has a finding of its own.`,
    isKubenet
      ? 'The plug-in is kubenet, a part of the kubelet, and it waits for the range of addresses of this node.'
      : '',
    followsText(view, follows),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function heldText(held: readonly TroubledPod[]): string {
  const lines = held.reduce((sum, { count }) => sum + count, 0);
  if (lines === 0) return '';
  const names = held.map(({ pod }) => pod);
  const named =
    names.length === 1
      ? (names[0] ?? 'a pod')
      : `${names.length} pods (${names.slice(0, 2).join(', ')}${names.length > 2 ? ', …' : ''})`;
  return `${plural(lines, 'line')} about ${named} ${lines === 1 ? 'says' : 'say'} that the network is not ready, so ${names.length === 1 ? 'the pod' : 'they'} cannot start.`;
}

const FOLLOWS: Readonly<Record<Follows, string>> = {
  'no-api-server':
    "The API server could not be reached at that time, and the plug-in's pod comes from there: look at that first.",
  'refused-node':
    'The API server refused to register the node at that time, and a node that is not there gets no pods, that of the plug-in included: look at that first.',
  'no-node':
    'The API server had no such node at that time, and a node that is not there gets no pods, that of the plug-in included: look at that first.',
};

function followsText(view: DiagnosisView, follows: Follows | undefined): string {
  if (follows !== 'no-api-server' && isNobody(view))
    return 'The API server also took the kubelet for nobody (system:anonymous): until its certificate is signed it gets no pods, that of the plug-in included.';
  return follows === undefined ? '' : FOLLOWS[follows];
}

function stepsOf({ plugIn, isKubenet, texts, reason }: Signs): readonly string[] {
  return [
    ...(plugIn === undefined ? [] : namedSteps([OF_PLUG_IN], { pod: plugIn.pod.pod })),
    ...(isKubenet
      ? RANGE_OF_KUBENET
      : [
          ...(reason?.nextSteps ?? [
            `See whether a network configuration exists: \`ls -l ${folderOf(texts) ?? '/etc/cni/net.d'}\` (empty: the plug-in's pod has not run on this node).`,
          ]),
          "Look at the plug-in's pods: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`.",
          ASK_RUNTIME_FOR_NETWORK,
        ]),
  ];
}

const OF_PLUG_IN =
  'See why that pod does not run: `kubectl -n <namespace> describe pod <pod>`, `kubectl -n <namespace> logs <pod> --all-containers --previous`.';

/** pkg/kubelet/network/kubenet/kubenet_linux.go (later dockershim/network/kubenet), Status; up to 1.23. */
const OF_KUBENET = 'Kubenet does not have netConfig';
const RANGE_OF_KUBENET = [
  'See whether the node has its range: `kubectl get node <node> -o jsonpath={.spec.podCIDR}`.',
  'Where it has none: the controller manager gives it, if it is started with `--allocate-node-cidrs` and `--cluster-cidr` and has one left: `kubectl -n kube-system logs -l component=kube-controller-manager --tail 500 | grep -i cidr`.',
] as const;

/** The runtime says every five seconds that it is not ready: a kubelet that writes on for longer without it, or a node that was reported Ready, tells that it is. */
function isSeenReady(view: DiagnosisView, signs: readonly { readonly time: Instant }[]): boolean {
  const last = Math.max(...signs.map(({ time }) => time));
  return (
    view.history.nodeReady.some(({ ready, time }) => ready && time > last) ||
    view.history.processes.some(({ to }) => to > last + AGAIN)
  );
}

/** It lasted no longer than that of a start does, and the kubelet goes on for minutes without it: what hurts pods to the end weighs more. */
function isLongOver(view: DiagnosisView, signs: readonly { readonly time: Instant }[]): boolean {
  const times = signs.map(({ time }) => time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return (
    last - first <= NORMAL_AFTER_START &&
    view.history.processes.some(({ from, to }) => from <= last && to > last + LONG)
  );
}

/** Where the runtime looked for it, as it says itself. */
const FOLDER =
  /(?:no networks found in|No CNI configuration file in|no network config found in) (\/[\w/-][\w./-]{1,200}?)\/?(?:[.:,]? |[.:,]?$|")/i;

function folderOf(texts: readonly string[]): string | undefined {
  for (const text of texts.slice(0, 20)) {
    const folder = FOLDER.exec(text.slice(0, 2000))?.[1];
    if (folder !== undefined) return folder;
  }
  return undefined;
}

function isNobody(view: DiagnosisView): boolean {
  return stretchesOf(view, 'refused').some(({ samples }) =>
    samples.some(({ error }) => error.text.includes('"system:anonymous"')),
  );
}

/** Whether every sign of it lies within a time in which the API server could not be reached, but for the first seconds of a start. */
function isWithoutApiServer(view: DiagnosisView, signs: readonly { readonly time: Instant }[]): boolean {
  const outages = stretchesOf(view, 'unreachable');
  return areWithin(signs, outages, (stretch) => !isAtStart(view, stretch) || lengthOf(stretch) > WAITS_AT_START);
}

/** Whether every sign of it lies within a time in which the API server did not take the node. */
function isRefusedNode(view: DiagnosisView, signs: readonly { readonly time: Instant }[]): boolean {
  return areWithin(signs, stretchesOf(view, 'refused'), ({ calls }) => calls.has('registration'));
}

/** Whether every sign of it lies within a time in which the API server had no Node object of this name. */
function isWithoutNode(view: DiagnosisView, signs: readonly { readonly time: Instant }[]): boolean {
  const refusals = stretchesOf(view, 'refused');
  return areWithin(signs, refusals, ({ first, calls }) => first.failure === 'not-found' && calls.has('node-status'));
}

function areWithin(
  signs: readonly { readonly time: Instant }[],
  all: readonly ApiStretch[],
  holds: (stretch: ApiStretch) => boolean,
): boolean {
  const stretches = all.filter(holds);
  return signs.every(({ time }) =>
    stretches.some(({ first, last }) => time >= first.time - NEAR && time <= last.time + NEAR),
  );
}
