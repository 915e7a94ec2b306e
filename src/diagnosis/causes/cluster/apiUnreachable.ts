/**
 * api-unreachable: the kubelet does not reach its API server, so leases, status, watches, mirror pods and events fail together. Sign: errors of client-go that say so.
 * High where they last 40 s and more, or ended the kubelet; medium where the log ends with them or they last ten seconds; low for a short break, for the first minute of
 * a kubelet, and where the log ends in the first half minute of one that starts the API server itself. Where etcd or the API server of the same node say why, that is part of the same story.
 */
import { inSeconds, seconds } from '../../../kubelet/time.ts';
import { LEASE_GRACE } from '../../../kubelet/constants.ts';
import {
  callsText,
  failureText,
  leaseText,
  mainServer,
  saidText,
  serversText,
  serverText,
  whenText,
} from '../../words/apiText.ts';
import {
  type ApiStretch,
  goesOn,
  isAtStart,
  isLostUntilEnd,
  lengthOf,
  stretchesOf,
  WAITS_AT_START,
} from '../../signs/apiTrouble.ts';
import { type Cause, firstAndLast, highest, makeFinding } from '../../cause.ts';
import { obstacleSteps, obstacleTitle } from './apiObstacle.ts';
import { weightOfFailedCalls } from './apiWeight.ts';
import { CLOSED_CONNECTION, keepsClosedConnection } from '../../signs/closedConnection.ts';
import { controlPlaneTrouble } from '../../signs/etcdTrouble.ts';
import { STILL } from '../../signs/endOfKubelets.ts';
import { ownApiEvicted } from '../../signs/evictions.ts';
import { exitsOf, exitsText } from '../../signs/exits.ts';
import {
  API_SERVER,
  CHANGED_TITLE,
  EDITED_STEP,
  EDITED_TITLE,
  manifestsChanged,
  manifestsEdited,
} from '../../signs/editedManifest.ts';
import { networkTrouble, routeTrouble } from '../../signs/nodeNetwork.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import type { Confidence } from '../../finding.ts';
import type { Fact } from '../../../messages/fact.ts';
import { saysOf } from '../../../messages/texts/errorClass.ts';
import type { DiagnosisView } from '../../view.ts';
import { isOfStuckNode } from './stuckNode.ts';
import { unlessItLasts } from '../../tools/unlessItLasts.ts';

const BRIEF = seconds(10);

export const apiUnreachable: Cause = {
  id: 'api-unreachable',
  find(view) {
    const stretches = stretchesOf(view, 'unreachable');
    const exits = exitsOf(view, 'api-unreachable');
    if (stretches.length + exits.length === 0) return [];
    const signs = signsOf(view, stretches, exits);
    const { confidence, server, worst, isStarting } = signs;
    return [
      makeFinding('api-unreachable', {
        weight:
          signs.isStuck || followsEviction(view, stretches)
            ? 'circumstance'
            : weightOfFailedCalls(view, stretches, exits.length, confidence),
        confidence,
        ofStart: isStarting ? 'an API server that did not answer yet' : undefined,
        title: titleOf(signs),
        explanation: explanationOf(view, signs),
        nextSteps: unlessItLasts(!isStarting, [
          ...reasonSteps(signs),
          ...obstacleSteps(server ?? serverText(stretches.at(-1)?.last.server), worst, isStarting),
        ]),
        timedBy: [...exits, ...(isStarting ? [] : firstAndLast(stretches))],
        evidence: evidenceOf(signs),
      }),
    ];
  },
};

/** How long a pod that was ended may take to go. */
const GOES = seconds(120);

/** The kubelet had ended the API server of its own node, or its etcd, before. */
function followsEviction(view: DiagnosisView, stretches: readonly ApiStretch[]): boolean {
  const since = ownApiEvicted(view)?.time;
  return (
    since !== undefined &&
    stretches.length > 0 &&
    stretches.every(({ first: { time } }) => time >= since && time - since <= GOES)
  );
}

interface Signs {
  readonly stretches: readonly ApiStretch[];
  readonly exits: ReturnType<typeof exitsOf>;
  readonly confidence: Confidence;
  /** Where most calls went. */
  readonly server: string | undefined;
  /** The longest of them. */
  readonly worst: ApiStretch | undefined;
  /** The kubelet only waits for it at its start. */
  readonly isStarting: boolean;
  /** Why, where other lines say it: trouble of the control plane of this node, of the node's network, of its routes; a connection that was kept; manifests that were changed or edited. */
  readonly behind: ReturnType<typeof controlPlaneTrouble>;
  readonly network: ReturnType<typeof networkTrouble>;
  readonly route: ReturnType<typeof routeTrouble>;
  readonly isClosed: boolean;
  /** The runtime of the node did not answer either. */
  readonly isStuck: boolean;
  readonly changed: ReturnType<typeof manifestsChanged>;
  readonly edited: ReturnType<typeof manifestsEdited>;
}

function signsOf(view: DiagnosisView, stretches: Signs['stretches'], exits: Signs['exits']): Signs {
  const confidence = exits.length > 0 ? 'high' : highest(stretches.map((stretch) => confidenceOf(view, stretch)));
  const worst = stretches.toSorted((a, b) => lengthOf(b) - lengthOf(a) || b.count - a.count)[0];
  const behind = controlPlaneTrouble(view, stretches);
  const network = behind === undefined ? networkTrouble(view, stretches) : undefined;
  const isOpen = behind === undefined && network === undefined;
  const route = isOpen ? routeTrouble(worst) : undefined;
  const changed = isOpen && route === undefined ? manifestsChanged(view, stretches) : [];
  return {
    stretches,
    exits,
    confidence,
    server:
      stretches.length > 0 ? mainServer(stretches) : serverText(saysOf({ text: exits.at(-1)?.text ?? '' }).server),
    worst,
    isStarting: confidence === 'low' && stretches.every((stretch) => isAtStart(view, stretch)),
    behind,
    network,
    route,
    isStuck: isOpen && route === undefined && exits.length === 0 && isOfStuckNode(view, stretches),
    isClosed: isOpen && worst !== undefined && keepsClosedConnection(worst),
    changed,
    edited: isOpen && route === undefined && changed.length === 0 ? manifestsEdited(view, stretches) : [],
  };
}

function titleOf({ isStarting, server, worst, behind, network, route, isClosed, changed, edited }: Signs): string {
  if (isStarting) return 'At its start the kubelet had to wait for the API server';
  const title = obstacleTitle(server, worst, behind !== undefined);
  const why = network?.title ?? behind?.title ?? route?.title;
  if (why !== undefined) return `${title}${why}`;
  if (isClosed) return `${title}${CLOSED_CONNECTION.title}`;
  return `${title}${changed.length > 0 ? CHANGED_TITLE : edited.length > 0 ? EDITED_TITLE : ''}`;
}

function explanationOf(view: DiagnosisView, signs: Signs): string {
  const { stretches, exits, worst, isStarting, isClosed } = signs;
  const calls =
    worst === undefined
      ? ''
      : `${whenText(view, stretches)}: ${callsText(stretches)} failed (${failureText(worst)}: ${saidText(worst)}).${isClosed ? CLOSED_CONNECTION.text : ''} ${serversText(stretches)}`;
  const meaning = isStarting
    ? 'On a control plane the kubelet itself starts the API server, so this is normal for the first seconds.'
    : `${leaseText(stretches)} Running pods keep running; changes of pods, nodes and secrets do not come through. ${endText(view, signs)}`.trimEnd();
  return `${exitsText(view, exits)}${calls}${reasonText(view, signs)}${meaning}`;
}

/** What other lines of the node say of it. */
function reasonText(view: DiagnosisView, { isStarting, behind, network, isStuck, changed, edited }: Signs): string {
  const kernel =
    network === undefined
      ? ''
      : `${amountOf(view, network.lines)} of the node ${network.lines.length === 1 ? 'says' : 'say'} why: "${shorten(network.lines[0]?.text ?? '', 120)}". `;
  if (isStarting) return kernel;
  const files =
    edited.length === 0
      ? ''
      : `${amountOf(view, edited)} of the folder of static pods ${edited.length === 1 ? 'tells' : 'tell'} of a file that an editor wrote: "${shorten(edited[0]?.text ?? '', 120)}". When a manifest is saved, the kubelet starts that pod anew, the API server too. `;
  const manifests =
    changed.length === 0
      ? ''
      : `${amountOf(view, changed, 'tell')} that the manifest of the API server was changed on this node about then; when it is, the kubelet ends that pod and starts it anew. `;
  const stuck = isStuck
    ? 'At the same time list calls of the runtime, over a socket of the node itself, got no answer either: look at the node first. '
    : '';
  return `${behind?.text ?? ''}${kernel}${stuck}${files}${manifests}`;
}

function endText(view: DiagnosisView, { stretches, exits }: Signs): string {
  const ends = stretches.filter((stretch) => goesOn(view, stretch));
  const last = ends.filter((stretch) => !hasSuccessor(view, stretch));
  if (last.some((stretch) => isLostUntilEnd(view, stretch)))
    return 'When the log ends, the kubelet does not find its Node object yet.';
  if (last.length > 0)
    return last.every((stretch) => (view.history.span?.to ?? 0) - stretch.last.time >= STILL)
      ? 'That kubelet has no lines after it.'
      : 'The log ends with it.';
  if (exits.length > 0) return '';
  return ends.length > 0
    ? 'That kubelet has no lines after it, and the next one none of it.'
    : 'It was over before the log ends.';
}

/** What to do about the reasons that other lines of the node give. */
function reasonSteps({ isStarting, behind, network, route, isClosed, changed, edited }: Signs): readonly string[] {
  return [
    ...(isStarting ? [] : (behind?.nextSteps ?? [])),
    ...(isStarting || edited.length + changed.length === 0 ? [] : [EDITED_STEP]),
    ...(network === undefined ? [] : [network.step]),
    ...(route === undefined || isStarting ? [] : [route.step]),
    ...(isClosed ? [CLOSED_CONNECTION.step] : []),
  ];
}

function evidenceOf({ stretches, exits, isStarting, behind, network, changed, edited }: Signs): readonly Fact[] {
  return [
    ...exits.slice(0, 2),
    ...(isStarting ? [] : (behind?.facts.slice(0, 2) ?? [])),
    ...(network?.lines.slice(0, 2) ?? []),
    ...(isStarting ? [] : [...edited.slice(0, 2), ...changed.slice(0, 2)]),
    ...stretches.flatMap(({ samples, last }) => [...samples, last]),
  ];
}

/** Whether another kubelet of the node goes on in the log. */
function hasSuccessor(view: DiagnosisView, { process, last }: ApiStretch): boolean {
  return (
    process !== undefined &&
    view.history.processes.some(({ id, node, from }) => id !== process.id && node === process.node && from > last.time)
  );
}

/** The API server of a control plane takes so long until it answers, from the start of its kubelet. */
const API_SERVER_STARTS = seconds(30);

/** Whether this kubelet runs an API server, as on a control plane, and is refused as by a port that nobody listens on yet. */
function startsItself(view: DiagnosisView, { process, first, samples }: ApiStretch): boolean {
  if (process === undefined || first.failure !== 'refused') return false;
  if (samples.some(({ error }) => error.text.includes('/pods/kube-apiserver-'))) return true;
  for (const { name } of view.queries.passingPods()) if (API_SERVER.test(name ?? '')) return true;
  return false;
}

function confidenceOf(view: DiagnosisView, stretch: ApiStretch): Confidence {
  const length = lengthOf(stretch);
  if (goesOn(view, stretch) && length <= API_SERVER_STARTS && isAtStart(view, stretch) && startsItself(view, stretch))
    return 'low';
  if (goesOn(view, stretch)) return length >= LEASE_GRACE ? 'high' : 'medium';
  if (isAtStart(view, stretch)) return length <= WAITS_AT_START ? 'low' : 'medium';
  if (length >= LEASE_GRACE) return stretch.count / inSeconds(length) > 0.02 ? 'high' : 'medium';
  return length >= BRIEF && stretch.count >= 3 ? 'medium' : 'low';
}
