/**
 * api-refuses: the API server answers, and does not do what the kubelet asks: it does not know who asks (Unauthorized), does not allow it (forbidden), or has no such node.
 * Sign: its answers, or a Node object that stays unknown while it is reached. High where leases, status or registration are refused several times or it ended the kubelet.
 */
import { seconds } from '../../../kubelet/time.ts';
import type { ApiCall } from '../../../messages/fact.ts';
import { PASSWORD_REJECTED } from '../../../messages/facts/api.ts';
import { classOfError } from '../../../messages/texts/errorClass.ts';
import { callsText, saidText, serverText, whenText } from '../../words/apiText.ts';
import { isNobody, isOfJoining, type Refusal, refusalMeaning, refusalSteps } from '../../words/refusalText.ts';
import {
  type ApiStretch,
  goesOn,
  isAtStart,
  isLostUntilEnd,
  conflictsOf,
  lengthOf,
  overlap,
  saysNoNamespace,
  saysNoSuchApi,
  serversOf,
  stretchesOf,
  WAITS_AT_START,
} from '../../signs/apiTrouble.ts';
import { type Cause, firstAndLast, highest, makeFinding, type RankedFinding } from '../../cause.ts';
import { ofAmazon } from './refusedOnAmazon.ts';
import { weightOfFailedCalls } from './apiWeight.ts';
import { clientsRefused, hasUnstartedPods } from '../../signs/etcdTrouble.ts';
import { isOfServing } from '../../signs/credentials.ts';
import { exitsOf, exitsText, nodeTroubles } from '../../signs/exits.ts';
import { amountOf } from '../../words/amountText.ts';
import { shorten } from '../../words/factText.ts';
import type { Confidence } from '../../finding.ts';
import type { DiagnosisView } from '../../view.ts';
import { unlessItLasts } from '../../tools/unlessItLasts.ts';

/** Without these the control plane does not hear of the node. */
const OF_THE_NODE: readonly ApiCall[] = ['lease', 'node-status', 'registration', 'node', 'credentials'];
const SEVERAL = 3;

export const apiRefuses: Cause = {
  id: 'api-refuses',
  find(view) {
    const refused = stretchesOf(view, 'refused');
    const unreachable = stretchesOf(view, 'unreachable');
    // While nothing can be read, nothing is found; and at a start, nothing is read yet.
    const lost = stretchesOf(view, 'lost').filter(
      (stretch) =>
        !unreachable.some(
          (other) => overlap(stretch, other) || (stretch.process === other.process && isLostUntilEnd(view, other)),
        ),
    );
    const stretches = refused.length > 0 ? refused : lost;
    const exits = exitsOf(view, 'api-refuses');
    if (stretches.length + exits.length === 0) return ofConflicts(view);
    const confidence =
      exits.length > 0
        ? 'high'
        : isPassing(stretches)
          ? 'low'
          : highest(stretches.map((stretch) => confidenceOf(view, stretch)));
    const [worst] = stretches.toSorted((a, b) => b.count - a.count);
    const server = serverText(serversOf(stretches)[0]);
    const refusal = refusalOf(worst, exits.at(-1)?.text, stretches.some(isOfTheNode));
    const clients = refusal?.failure === 'unauthorized' ? clientsRefused(view, stretches) : [];
    const amazon = ofAmazon(view, refusal);
    const weight = weightOfFailedCalls(view, stretches, exits.length, confidence);
    // A kubelet that says that it has no certificate any more is past its start, and stays nobody without one.
    const passes =
      confidence === 'low' &&
      !(
        refusal !== undefined &&
        isNobody(refusal) &&
        nodeTroubles(view, 'certificate').some(({ text }) => !isOfServing(text))
      );
    const follows = weight === 'cause' && refusal?.lost === true && hasUnstartedPods(view, lost);
    return [
      makeFinding('api-refuses', {
        weight: follows ? 'circumstance' : weight,
        confidence,
        ofStart:
          confidence === 'low' &&
          stretches.every((stretch) => isAtStart(view, stretch) && lengthOf(stretch) <= WAITS_AT_START)
            ? 'a Node object that was not there yet'
            : undefined,
        title: titleOf(view, worst, refusal, confidence),
        explanation: [
          exitsText(view, exits),
          worst === undefined ? '' : `${whenText(view, stretches)}: ${saysText(stretches, worst, server)}. `,
          isPassing(stretches)
            ? 'No line says that the next try, ten seconds later or sooner, failed, too: mostly the API server, or who checks its tokens, was not ready for a moment.'
            : (amazon?.meaning ?? meaningOf(refusal, passes)),
          follows ? OWN_PODS_FIRST : '',
          clients.length > 0
            ? ` Meanwhile the API server of this node says of a client: "${shorten(clients[0]?.text ?? '', 160)}".`
            : '',
        ].join(''),
        nextSteps: unlessItLasts(!passes, amazon?.steps ?? refusalSteps(refusal)),
        timedBy: [...exits, ...firstAndLast(stretches)],
        evidence: [
          ...exits.slice(0, 2),
          ...clients.slice(0, 2),
          ...stretches.flatMap(({ samples, last }) => [...samples, last]),
        ],
      }),
    ];
  },
};

const OWN_PODS_FIRST =
  ' Meanwhile the kubelet starts no pods but those of its own manifests, and cannot start these: where the API server is one of them, this is a consequence.';

/** So many writes of one lease that found it changed are no retry of an own one. */
const CONFLICTS = 10;

/** Two who write it by turns find it changed every few tries; over days, single ones mean nothing. */
const CONTESTED = seconds(60);

/** Somebody else writes the lease or the Node object of this node all the time: mostly a second node of the same name. One conflict follows a write whose answer was lost. */
function ofConflicts(view: DiagnosisView): readonly RankedFinding[] {
  const leases = conflictsOf(view, 'lease', CONFLICTS);
  const facts = leases.length > 0 ? leases : conflictsOf(view, 'node-status', CONFLICTS);
  const what = leases.length > 0 ? 'the lease' : 'the Node object';
  const [first] = facts;
  const last = facts.at(-1);
  if (first === undefined || last === undefined || last.time - first.time < WAITS_AT_START) return [];
  if (last.time - first.time > CONTESTED * facts.length) return [];
  return [
    makeFinding('api-refuses', {
      weight: 'cause',
      confidence: 'medium',
      title:
        leases.length > 0
          ? 'Somebody else writes the lease of this node, too'
          : 'Somebody else changes the Node object of this node all the time',
      explanation: `${amountOf(view, facts)}: ${what} was changed by another between reading and writing ("${shorten(first.error.text, 160)}"). One such line is an everyday thing; so many mean that two kubelets have the same node name, and each overwrites what the other reports${leases.length > 0 ? '' : ', or that a controller changes the object all the time'}.`,
      nextSteps: [
        'Look for a second machine with this name (copied images, `ubuntu`, `localhost`): `kubectl get node <node> -o wide` shows the address of the one that wrote last; compare `cat /etc/machine-id` and `hostname`.',
        'Give one of them a name of its own (`hostnamectl set-hostname <name>`, or `--hostname-override`), and let it join anew.',
      ],
      timedBy: facts,
      evidence: [...facts.slice(0, 4), last],
    }),
  ];
}

/** Refusals far from each other, or one long before the end, each of one moment, as far as the log goes: a lease or a status is tried again within ten seconds, and did not fail again. */
function isPassing(stretches: readonly ApiStretch[]): boolean {
  return (
    stretches.every(
      (stretch) => lengthOf(stretch) < seconds(1) && stretch.count <= TRIES_AT_ONCE && !staysSo(stretch),
    ) &&
    (stretches.length > 1 || stretches.some(isFollowed))
  );
}

/** A status and a lease are each tried five times without a wait (pkg/kubelet/kubelet.go, nodeStatusUpdateRetry; component-helpers/apimachinery/lease, maxUpdateRetries, 1.14–1.36). */
const TRIES_AT_ONCE = 10;

/** The kubelet, which tries again every ten seconds, wrote on for so long without it. */
function isFollowed({ process, last }: ApiStretch): boolean {
  return process !== undefined && process.to - last.time > WAITS_AT_START;
}

function isOfTheNode({ calls }: ApiStretch): boolean {
  return OF_THE_NODE.some((call) => calls.has(call));
}

/** It was asked again and again before it was said, and no API comes later; or the kubelet asks as another node (plugin/pkg/auth/authorizer/node, node_authorizer.go), or with a token that is not taken, which no next try changes. */
function staysSo({ first: { error } }: ApiStretch): boolean {
  return (
    (saysNoSuchApi(error) && error.text.includes('timed out waiting for the condition')) ||
    error.text.includes('the same name as the requesting node') ||
    isOfJoining(error.text)
  );
}

function confidenceOf(view: DiagnosisView, stretch: ApiStretch): Confidence {
  if (staysSo(stretch)) return stretch.count >= SEVERAL ? 'high' : 'medium';
  const open = goesOn(view, stretch);
  // While a kubelet starts, its Node object is not there yet; a log that ends in these seconds tells nothing else.
  const starts = isAtStart(view, stretch) && lengthOf(stretch) <= WAITS_AT_START;
  if (starts && (!open || (stretch.first.failure === 'not-found' && stretch.count < SEVERAL))) return 'low';
  if (stretch.kind === 'lost')
    return stretch.count >= SEVERAL &&
      (open ? !isAtStart(view, stretch) || lengthOf(stretch) > WAITS_AT_START : lengthOf(stretch) > WAITS_AT_START)
      ? 'medium'
      : 'low';
  if (!isOfTheNode(stretch))
    return stretch.count >= SEVERAL && (open || lengthOf(stretch) > WAITS_AT_START) ? 'medium' : 'low';
  return stretch.count >= SEVERAL && (open || lengthOf(stretch) > WAITS_AT_START) ? 'high' : 'medium';
}

function titleOf(
  view: DiagnosisView,
  worst: ApiStretch | undefined,
  refusal: Refusal | undefined,
  confidence: Confidence,
): string {
  if (worst?.kind === 'lost')
    return confidence !== 'low'
      ? 'The kubelet does not find its own Node object'
      : isAtStart(view, worst)
        ? 'At its start the kubelet did not know its Node object yet'
        : 'The kubelet did not know its Node object yet';
  if (refusal?.text.startsWith(PASSWORD_REJECTED) === true)
    return 'The server does not accept the password that this node has for its name';
  if (refusal?.failure === 'unauthorized') return 'The API server does not accept who the kubelet is (Unauthorized)';
  if (worst !== undefined && saysNoSuchApi(worst.first.error))
    return 'The API server does not have the API that this kubelet asks for';
  if (worst !== undefined && saysNoNamespace(worst.first.error))
    return 'The API server has no namespace for what the kubelet writes';
  if (worst?.first.failure === 'not-found') return 'The API server has no such node';
  if (worst?.first.failure === 'webhook') return 'A webhook keeps the API server from taking what the kubelet writes';
  if (worst?.first.failure === 'invalid')
    return 'The API server does not take the Node object of this kubelet (invalid)';
  return refusal !== undefined && isNobody(refusal)
    ? 'The API server takes the kubelet for nobody (system:anonymous)'
    : 'The API server refuses what the kubelet asks (forbidden)';
}

function saysText(stretches: readonly ApiStretch[], worst: ApiStretch, server: string | undefined): string {
  if (worst.kind === 'lost') return `the kubelet has no Node object of its name: ${saidText(worst)}`;
  return `the API server${server === undefined ? '' : ` ${server}`} refused (${callsText(stretches)}): ${saidText(worst)}`;
}

function refusalOf(worst: ApiStretch | undefined, lastWords: string | undefined, ofNode: boolean): Refusal | undefined {
  if (worst !== undefined)
    return { lost: worst.kind === 'lost', failure: worst.first.failure, text: worst.first.error.text, ofNode };
  return lastWords === undefined
    ? undefined
    : { lost: false, failure: classOfError(lastWords), text: lastWords, ofNode: true };
}

/** A few seconds at a start are nothing to explain. */
function meaningOf(refusal: Refusal | undefined, passes: boolean): string {
  return passes && refusal?.failure !== 'unauthorized'
    ? 'For some seconds at a start this is normal.'
    : refusalMeaning(refusal);
}
