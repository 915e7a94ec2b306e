/**
 * certificate-expired: the kubelet's own credentials are out of their time or missing, or the certificate of the API server is out of its time. Signs: its last words, the lines of its
 * certificate manager, errors of its calls to the API server that say so. High for its exit and for expired certificates; low for a new one that does not come, and where only a client
 * of the kubelet complains. Certificates in their time that are not accepted are certificate-untrusted.
 */
import { RENEW_BY_KUBEADM } from '../../tools/commonSteps.ts';
import { callsText, COULD_NOT_REPORT, saidText, whenText, withPort } from '../../words/apiText.ts';
import { type ApiStretch, areOver, serversOf, stretchesOf } from '../../signs/apiTrouble.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import {
  certificateSide,
  isOfApiServerClient,
  isOfClientCertificate,
  isOfServing,
  isOfTrust,
  type OutOfTime,
  outOfTime,
  UNSIGNED,
} from '../../signs/credentials.ts';
import { exitsOf, exitsText, nodeTroubles } from '../../signs/exits.ts';
import { hasItJoined, LOOK_AT_TIME_SERVICE } from '../../tools/commands.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import { classOfError } from '../../../messages/texts/errorClass.ts';
import type { KubeletExitFact, NodeTroubleFact } from '../../../messages/fact.ts';
import type { Confidence } from '../../finding.ts';
import type { Duration } from '../../../kubelet/time.ts';
import type { DiagnosisView } from '../../view.ts';
import { clockSetBehind } from '../../signs/clockOfCertificate.ts';
import type { ClockSet } from '../../signs/clockSets.ts';
import { durationText } from '../../words/durationText.ts';
import { certificatesOfClients } from './certificatesOfClients.ts';
import { clientsOfApiServer } from './clientsOfApiServer.ts';

const SEVERAL = 3;
/** The request was made; client-go/util/certificate waits 15 minutes for what comes of it. */
const NOT_SIGNED = /request was not signed/i;
/** What client-go/transport says of a kubelet without a certificate that is in its time. */
const NONE_FOUND = /no valid client certificate is found/i;
const CALL = /\b(?:Get|Post) /;

/** The kubelet ends for a call that failed so. */
function isCallOutOfTime({ text }: { readonly text: string }): boolean {
  return CALL.test(text) && classOfError(text) === 'expired';
}

/** The certificate that the kubeconfig names cannot be used, so the kubelet asks for a new one as if it had none (pkg/kubelet/certificate/bootstrap/bootstrap.go). */
const UNREAD = /^unable to (?:read|load) [\w ]{0,40}existing bootstrap client config/i;
const STEPS = [
  'See which dates it has: `openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem -noout -subject -dates`; on a control plane `kubeadm certs check-expiration`.',
  'Check the clock: `timedatectl`; a wrong date makes a good certificate expired.',
  'Renew it: on a control plane `kubeadm certs renew all` and `kubeadm kubeconfig user --org system:nodes --client-name system:node:<node> > kubelet.conf`; put that into /etc/kubernetes/kubelet.conf, remove /var/lib/kubelet/pki/kubelet-client*, `systemctl restart kubelet`.',
  'See the requests that wait: `kubectl get csr`; approve them (`kubectl certificate approve <name>`), and see that the controller manager, which signs and approves them, runs.',
];

/** The kubelet found no certificate, and nothing with which it could ask for one: before a node joins that is all there is. */
const NO_BOOTSTRAP = /bootstrap[\w./-]{0,80}: no such file or directory/;

function hasNotJoined(exits: readonly KubeletExitFact[]): boolean {
  return exits.some(({ text }) => NO_BOOTSTRAP.test(text));
}

/** For a certificate that the API server shows: the kubelet has nothing to renew. */
function stepsOfServer(server: string | undefined): readonly string[] {
  return [
    'Compare the clocks of this node and of the control plane: `timedatectl` on both; a wrong date makes a good certificate one that is over, or not valid yet.',
    `See the dates of what the API server shows: \`openssl s_client -connect ${withPort(server)} </dev/null 2>/dev/null | openssl x509 -noout -subject -issuer -dates\`.`,
    `Where it is over, ${RENEW_BY_KUBEADM}.`,
  ];
}

function serverOfCall(text: string | undefined): string | undefined {
  return /https:\/\/([\w.:[\]-]{1,253})\//.exec(text ?? '')?.[1];
}

const TITLES_OF_SERVER: Readonly<Record<OutOfTime, string>> = {
  over: 'The certificate of the API server has expired',
  'not-yet': 'The certificate of the API server is not valid yet: the clocks differ',
  unknown: 'The certificate of the API server has expired or is not valid yet',
};

const TITLE_OF_CLOCK = {
  back: 'The clock of the node was ahead, so the certificate of the API server seemed to have expired',
  forward: 'The clock of the node was behind, so the certificate of the API server seemed not valid yet',
};
const STEPS_OF_CLOCK = [
  LOOK_AT_TIME_SERVICE,
  'Let the kubelet wait until the clock is set: `After=time-sync.target` in its unit, and `systemctl enable chrony-wait`.',
];

/** What lines tell of the credentials of the kubelet and of the API server. */
interface Credentials {
  readonly exits: readonly KubeletExitFact[];
  readonly lines: readonly NodeTroubleFact[];
  /** Calls that failed for a certificate. */
  readonly stretches: readonly ApiStretch[];
  /** Calls of a kubelet that the API server does not know any more, after it got no new certificate. */
  readonly refused: readonly ApiStretch[];
  /** What is wrong with the certificate that the API server shows, where it is that one. */
  readonly ofServer: OutOfTime | undefined;
  /** It was out of its time only by the clock of the node, which was set then. */
  readonly clockSet: Required<ClockSet> | undefined;
  readonly expired: boolean;
  /** A new certificate does not come, and nothing else is told. */
  readonly unsigned: boolean;
  /** The kubelet has no certificate that is in its time. */
  readonly none: boolean;
  /** Its own certificate cannot be read, and nothing else is told. */
  readonly unread: boolean;
}

export const certificateExpired: Cause = {
  id: 'certificate-expired',
  find(view) {
    const told = credentialsOf(view);
    const { exits, lines, stretches, refused, ofServer, expired } = told;
    if (exits.length + lines.length + stretches.length === 0)
      return [...certificatesOfClients(view), ...clientsOfApiServer(view)];
    const quoted = quotedOf(lines);
    return [
      makeFinding('certificate-expired', {
        weight: 'cause',
        confidence: confidenceOf(told),
        title: titleOf(told),
        explanation:
          exitsText(view, exits) +
          (quoted.length === 0 ? '' : `${amountOf(view, quoted)}: "${shorten(quoted.at(-1)?.text ?? '', 200)}". `) +
          (stretches[0] === undefined
            ? ''
            : `${whenText(view, stretches)}: ${callsText(stretches)} failed for it: ${saidText(stretches[0])}. `) +
          `${meaningOf(view, told)}.`,
        nextSteps: stepsOf(told),
        timedBy: [
          ...exits,
          ...quoted,
          // A server that answers shows a certificate that is in its time.
          ...[...stretches, ...refused, ...(expired && ofServer === undefined ? unauthorized(view) : [])].flatMap(
            ({ first, last }) => [first, last],
          ),
        ],
        evidence: [
          ...exits,
          ...lines.slice(0, 3),
          ...lines.slice(-1),
          ...[...stretches, ...refused].flatMap(({ samples }) => samples).slice(0, 3),
          ...(told.clockSet === undefined ? [] : [told.clockSet.fact]),
        ],
      }),
    ];
  },
};

function credentialsOf(view: DiagnosisView): Credentials {
  const exits = exitsOf(view, 'certificate');
  // The certificate that the kubelet shows to its own clients is another; without it the node is Ready all the same.
  // The kubelet's is among those that an API server beside it refuses, where that does not know the kubelet any more.
  const isRefused = unauthorized(view).length > 0;
  const lines = nodeTroubles(view, 'certificate').filter((line) =>
    isOfApiServerClient(line.message) ? isRefused && isOfClientCertificate(line) : !isOfServing(line.text),
  );
  const stretches = stretchesOf(view, 'credentials').filter(({ first }) => !isOfTrust(first));
  // A client says `x509: …` of what the server shows; that is not the kubelet's to renew.
  const said =
    lines.length > 0
      ? undefined
      : exits.length === 0
        ? stretches[0]?.first.error.text
        : exits.find(isCallOutOfTime)?.text;
  const ofServer = said !== undefined && certificateSide(said) === 'server' ? outOfTime(said) : undefined;
  const latest = stretches.at(-1);
  const expired =
    [...exits, ...lines].some((line) => /expire/i.test(line.text) || isCallOutOfTime(line)) ||
    stretches.some(({ first }) => first.failure === 'expired');
  const [firstLine] = lines;
  const unsigned =
    firstLine !== undefined &&
    !expired &&
    exits.length + stretches.length === 0 &&
    lines.every(({ text }) => UNSIGNED.test(text));
  return {
    exits,
    lines,
    stretches,
    ofServer,
    clockSet: latest === undefined || ofServer === undefined ? undefined : clockSetBehind(view, latest),
    expired,
    unsigned,
    // The one that it has can have come to its end meanwhile; the API server says no more than that it does not know who asks.
    refused: unsigned ? unauthorized(view).filter(({ last }) => last.time > firstLine.time) : [],
    none: !expired && lines.some(({ text }) => NONE_FOUND.test(text)),
    unread: lines.length > 0 && exits.length + stretches.length === 0 && lines.every(({ text }) => UNREAD.test(text)),
  };
}

/** Only lines of the same kind are counted together with the one that is quoted, the last. */
function quotedOf(lines: readonly NodeTroubleFact[]): readonly NodeTroubleFact[] {
  const last = lines.at(-1)?.text ?? '';
  return lines.filter(({ text }) => [/expire/i, UNSIGNED].every((kind) => kind.test(text) === kind.test(last)));
}

function confidenceOf({ exits, lines, stretches, refused, expired, none }: Credentials): Confidence {
  if (exits.length > 0 || expired || refused.length > 0) return 'high';
  const count = lines.length + stretches.reduce((sum, stretch) => sum + stretch.count, 0);
  return count >= SEVERAL || none ? 'medium' : 'low';
}

function titleOf({ exits, refused, ofServer, clockSet, expired, unsigned, none, unread }: Credentials): string {
  if (clockSet !== undefined) return TITLE_OF_CLOCK[clockSet.by > 0 ? 'forward' : 'back'];
  if (ofServer !== undefined) return TITLES_OF_SERVER[ofServer];
  if (expired) return "The kubelet's certificate has expired";
  if (refused.length > 0) return 'The kubelet gets no new certificate, and the API server does not know it any more';
  if (unsigned) return 'The kubelet gets no new certificate';
  if (unread) return 'The kubelet could not read its own certificate';
  return exits.length > 0 || none
    ? 'The kubelet has no valid credentials for the API server'
    : 'The certificates of the kubelet and of the API server do not fit';
}

function meaningOf(view: DiagnosisView, told: Credentials): string {
  const { exits, lines, stretches, refused, ofServer, clockSet, expired, unsigned, none, unread } = told;
  if (clockSet !== undefined)
    return `The time service set the clock ${durationText(Math.abs(clockSet.by) as Duration)} ${clockSet.by > 0 ? 'forward' : 'back'} at ${view.formatTime(clockSet.fact.time)}: by that clock the certificate is in its time. ${COULD_NOT_REPORT}`;
  if (exits.length + lines.length === 0 && areOver(view, stretches)) return COULD_NOT_REPORT;
  if (refused.length > 0)
    return `Its request for one failed, or waits for approval. ${whenText(view, refused)}: the API server does not know the kubelet any more (Unauthorized). The certificate that it had is over, most likely, so the node is NotReady; running pods go on`;
  if (unsigned)
    return `${lines.every(({ text }) => NOT_SIGNED.test(text)) ? 'It asked for one, and nobody approved and signed the request in time' : 'Its request for one failed, or waits for approval; why is not in these lines'}. While the certificate that it has is valid, nothing else is wrong; after that the API server does not know it any more`;
  if (unread)
    return 'It asks for a new one with its bootstrap kubeconfig; until that is approved and signed the node is NotReady, and running pods go on';
  const why =
    ofServer === 'not-yet'
      ? 'The certificate that the API server shows begins only later: the clock of this node is behind, or that of the machine that made the certificate was ahead'
      : expired
        ? 'A certificate that is out of its time is accepted by nobody'
        : exits.length > 0
          ? `Neither the kubeconfig nor a bootstrap kubeconfig gives it a certificate that it could use: ${hasNotJoined(exits) ? 'the old one expired, or the node has not joined the cluster yet' : 'mostly the old one expired'}`
          : none
            ? 'It has no client certificate that is in its time: the old one expired, or the first one was never signed'
            : 'One side does not trust the certificate of the other';
  return `${why}, so the node cannot report to the API server and is NotReady; running pods go on`;
}

function stepsOf({
  exits,
  ofServer,
  clockSet,
  stretches,
  refused,
  expired,
  unsigned,
  unread,
}: Credentials): readonly string[] {
  if (clockSet !== undefined) return STEPS_OF_CLOCK;
  if (ofServer !== undefined) return stepsOfServer(serversOf(stretches)[0] ?? serverOfCall(exits[0]?.text));
  if (!expired && hasNotJoined(exits)) return [hasItJoined('/etc/kubernetes/kubelet.conf'), ...STEPS];
  return unsigned || unread || refused.length > 0 ? [...STEPS.slice(-1), ...STEPS.slice(0, -1)] : STEPS;
}

/** Where the API server does not know the kubelet: from the moment on at which its certificate is out of its time. */
function unauthorized(view: DiagnosisView): readonly ApiStretch[] {
  return stretchesOf(view, 'refused').filter(({ first }) => first.error.text.includes('Unauthorized'));
}
