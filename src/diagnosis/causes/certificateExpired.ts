/**
 * certificate-expired: the kubelet's own credentials are out of their time or missing, or the certificate of the API server is out of its time. Signs: its last words, the lines of its
 * certificate manager, errors of its calls to the API server that say so. High for its exit and for expired certificates; low for a new one that does not come, and where only a client
 * of the kubelet complains. Certificates in their time that are not accepted are certificate-untrusted.
 */
import { callsText, saidText, serverText, whenText } from '../words/apiText.ts';
import { type ApiStretch, serversOf, stretchesOf } from '../signs/apiTrouble.ts';
import { type Cause, makeFinding, type RankedFinding } from '../cause.ts';
import { certificateSide, isOfTrust, type OutOfTime, outOfTime } from '../signs/credentials.ts';
import { exitsOf, exitsText, nodeTroubles } from '../signs/exits.ts';
import { shorten } from '../words/factText.ts';
import { countsOf, rateOf } from '../words/rate.ts';
import type { NodeTroubleFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';

const SEVERAL = 3;
/** crypto/tls of a server whose GetCertificate has none: pkg/kubelet/kubelet.go, v1.8 to v1.36; the rest may be cut away by `systemctl status`. */
const NO_SERVING = 'no serving certificate av';
/** What client-go/transport says of a kubelet without a certificate that is in its time. */
const NONE_FOUND = /no valid client certificate is found/i;
/** What client-go/util/certificate says of a certificate that does not come. */
const UNSIGNED = /requesting a signed certificate|request was not signed|unable to rotate certs/i;
const STEPS = [
  'See which dates it has: `openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem -noout -subject -dates`; on a control plane `kubeadm certs check-expiration`.',
  'Check the clock: `timedatectl`; a wrong date makes a good certificate expired.',
  'Renew it: on a control plane `kubeadm certs renew all` and `kubeadm kubeconfig user --org system:nodes --client-name system:node:<node> > kubelet.conf`; put that into /etc/kubernetes/kubelet.conf, remove /var/lib/kubelet/pki/kubelet-client*, `systemctl restart kubelet`.',
  'See the requests that wait: `kubectl get csr`; approve them (`kubectl certificate approve <name>`), and see that the controller manager, which signs and approves them, runs.',
];

/** For a certificate that the API server shows: the kubelet has nothing to renew. */
function stepsOfServer(server: string | undefined): readonly string[] {
  return [
    'Compare the clocks of this node and of the control plane: `timedatectl` on both; a wrong date makes a good certificate one that is over, or not valid yet.',
    `See the dates of what the API server shows: \`openssl s_client -connect ${serverText(server) ?? '<server>'} </dev/null 2>/dev/null | openssl x509 -noout -subject -issuer -dates\`.`,
    'Where it is over, renew it on the control plane (`kubeadm certs check-expiration`, `kubeadm certs renew all`) and restart its API server.',
  ];
}

const TITLES_OF_SERVER: Readonly<Record<OutOfTime, string>> = {
  over: 'The certificate of the API server has expired',
  'not-yet': 'The certificate of the API server is not valid yet: the clocks differ',
  unknown: 'The certificate of the API server has expired or is not valid yet',
};

export const certificateExpired: Cause = {
  id: 'certificate-expired',
  find(view) {
    const exits = exitsOf(view, 'certificate');
    // The certificate that the kubelet shows to its own clients is another; without it the node is Ready all the same.
    const lines = nodeTroubles(view, 'certificate').filter(({ text }) => !isOfServing(text));
    const stretches = stretchesOf(view, 'credentials').filter(({ first }) => !isOfTrust(first));
    // A client says `x509: …` of what the server shows; that is not the kubelet's to renew.
    const [firstStretch] = stretches;
    const ofServer =
      exits.length + lines.length === 0 &&
      firstStretch !== undefined &&
      certificateSide(firstStretch.first.error.text) === 'server'
        ? outOfTime(firstStretch.first.error.text)
        : undefined;
    if (exits.length + lines.length + stretches.length === 0) return ofClients(view);
    const expired =
      [...exits, ...lines].some(({ text }) => /expire/i.test(text)) ||
      stretches.some(({ first }) => first.failure === 'expired');
    const unsigned =
      !expired && exits.length + stretches.length === 0 && lines.every(({ text }) => UNSIGNED.test(text));
    const [firstUnsigned] = lines;
    // The one that it has can have come to its end meanwhile; the API server says no more than that it does not know who asks.
    const refused =
      unsigned && firstUnsigned !== undefined
        ? unauthorized(view).filter(({ last }) => last.time > firstUnsigned.time)
        : [];
    const none = !expired && lines.some(({ text }) => NONE_FOUND.test(text));
    // Only lines of the same kind are counted together with the one that is quoted.
    const [saysExpired, saysUnsigned] = [/expire/i, UNSIGNED].map((kind) => kind.test(lines.at(-1)?.text ?? ''));
    const quoted = lines.filter(
      ({ text }) => /expire/i.test(text) === saysExpired && UNSIGNED.test(text) === saysUnsigned,
    );
    const count = lines.length + stretches.reduce((sum, stretch) => sum + stretch.count, 0);
    return [
      makeFinding('certificate-expired', {
        weight: 'cause',
        confidence:
          exits.length > 0 || expired || refused.length > 0 ? 'high' : count >= SEVERAL || none ? 'medium' : 'low',
        title:
          ofServer !== undefined
            ? TITLES_OF_SERVER[ofServer]
            : expired
              ? "The kubelet's certificate has expired"
              : refused.length > 0
                ? 'The kubelet gets no new certificate, and the API server does not know it any more'
                : unsigned
                  ? 'The kubelet gets no new certificate'
                  : exits.length > 0 || none
                    ? 'The kubelet has no valid credentials for the API server'
                    : 'The certificates of the kubelet and of the API server do not fit',
        explanation:
          exitsText(view, exits) +
          (quoted.length === 0 ? '' : `${rateOf(view, quoted)}: "${shorten(quoted.at(-1)?.text ?? '', 200)}". `) +
          (stretches[0] === undefined
            ? ''
            : `${whenText(view, stretches)}: ${callsText(stretches)} failed for it: ${saidText(stretches[0])}. `) +
          (refused.length > 0
            ? `Its request for one failed, or waits for approval. ${whenText(view, refused)}: the API server does not know the kubelet any more (Unauthorized). The certificate that it had is over, most likely, so the node is NotReady; running pods go on`
            : unsigned
              ? 'Its request for one failed, or waits for approval; why is not in these lines. While the certificate that it has is valid, nothing else is wrong; after that the API server does not know it any more'
              : `${ofServer === 'not-yet' ? 'The certificate that the API server shows begins only later: the clock of this node is behind, or that of the machine that made the certificate was ahead' : expired ? 'A certificate that is out of its time is accepted by nobody' : exits.length > 0 ? 'Neither the kubeconfig nor a bootstrap kubeconfig gives it a certificate that it could use; mostly the old one expired' : none ? 'It has no client certificate that is in its time: the old one expired, or the first one was never signed' : 'One side does not trust the certificate of the other'}, so the node cannot report to the API server and is NotReady; running pods go on`) +
          '.',
        nextSteps:
          ofServer !== undefined
            ? stepsOfServer(serversOf(stretches)[0])
            : refused.length > 0
              ? [...STEPS.slice(-1), ...STEPS.slice(0, -1)]
              : STEPS,
        timedBy: [
          ...exits,
          ...quoted,
          ...[...stretches, ...refused, ...(expired ? unauthorized(view) : [])].flatMap(({ first, last }) => [
            first,
            last,
          ]),
        ],
        evidence: [
          ...exits,
          ...lines.slice(0, 3),
          ...lines.slice(-1),
          ...[...stretches, ...refused].flatMap(({ samples }) => samples).slice(0, 3),
        ],
      }),
    ];
  },
};

/** Where the API server does not know the kubelet: from the moment on at which its certificate is out of its time. */
function unauthorized(view: DiagnosisView): readonly ApiStretch[] {
  return stretchesOf(view, 'refused').filter(({ first }) => first.error.text.includes('Unauthorized'));
}

/** `kubernetes.io/kubelet-serving: certificate request was not signed: …` (k8s.io/client-go/util/certificate, with the name of the signer from 1.19 on). */
function isOfServing(text: string): boolean {
  return text.includes('kubernetes.io/kubelet-serving');
}

/** Clients without a handshake. Where the kubelet has no serving certificate it refuses them; else they end it themselves, and the kubelet is well. */
function ofClients(view: DiagnosisView): readonly RankedFinding[] {
  const told = nodeTroubles(view, 'tls-client').filter(
    ({ text }) => text.includes('certificate') || text.includes('x509'),
  );
  const notAccepted = told.filter(({ text }) => text.startsWith(NOT_ACCEPTED));
  if (notAccepted.length > 0) return [notAcceptedByKubelet(view, notAccepted)];
  const handshakes = told;
  const unsigned = nodeTroubles(view, 'certificate').filter(({ text }) => isOfServing(text) && UNSIGNED.test(text));
  if (handshakes.length + unsigned.length === 0) return [];
  const unserved = [...handshakes.filter(({ text }) => text.includes(NO_SERVING)), ...unsigned];
  const [client] = countsOf(handshakes, ({ subject }) => subject?.replace(/:\d{1,5}$/, ''));
  const when = `${rateOf(view, handshakes)}${client === undefined ? '' : `, from ${shorten(client[0], 60)}`}`;
  if (unserved.length > 0) {
    return [
      makeFinding('certificate-expired', {
        weight: 'note',
        confidence: unserved.length >= SEVERAL ? 'medium' : 'low',
        title: 'The kubelet has no serving certificate yet',
        explanation: `${handshakes.length === 0 ? rateOf(view, unsigned) : `${when}: the kubelet's own server ended TLS handshakes, because it has no certificate to show`}. It asks the API server for one (\`serverTLSBootstrap\`); mostly that request waits for somebody to approve it. Logs, exec and metrics of this node do not work until then; pods run on, and the node can be Ready.`,
        nextSteps: [
          'See the requests that wait: `kubectl get csr | grep Pending`; those of kubelets for serving have the signer kubernetes.io/kubelet-serving.',
          'Approve it, after a look at names and addresses in it: `kubectl certificate approve <name>`; nothing in Kubernetes approves these by itself.',
          'See who asks the kubelet: `kubectl get pods -A -o wide | grep <address>`.',
        ],
        timedBy: unserved,
        evidence: [...unsigned.slice(0, 2), ...unserved],
      }),
    ];
  }
  return [
    makeFinding('certificate-expired', {
      weight: 'note',
      confidence: 'low',
      title: "A client does not accept the kubelet's serving certificate",
      explanation: `${when}: TLS handshakes that the other side ends, because it does not trust this certificate. By default it is self-signed; metrics-server is the usual client. The kubelet itself is well.`,
      nextSteps: [
        'See who has that address: `kubectl get pods -A -o wide | grep <address>`.',
        'Give kubelets signed serving certificates (`serverTLSBootstrap: true`, then approve their requests), or let metrics-server skip the check (`--kubelet-insecure-tls`).',
      ],
      evidence: handshakes,
    }),
  ];
}

/** pkg/kubelet/server/server.go, InstallAuthFilter. */
const NOT_ACCEPTED = 'Unable to authenticate the request';

/** Who asks the kubelet shows a certificate that it does not take: mostly the API server, with that which it has for kubelets. */
function notAcceptedByKubelet(view: DiagnosisView, lines: readonly NodeTroubleFact[]): RankedFinding {
  const isExpired = lines.some(({ text }) => /expire/i.test(text));
  return makeFinding('certificate-expired', {
    weight: 'circumstance',
    confidence: isExpired || lines.length >= SEVERAL ? 'medium' : 'low',
    title: isExpired
      ? 'The certificate of who asks the kubelet has expired'
      : 'The kubelet does not accept the certificate of who asks it',
    explanation: `${rateOf(view, lines)}: "${shorten(lines.at(-1)?.text ?? '', 200)}". That is mostly the API server, which shows kubelets a certificate of its own; or metrics-server. Logs, exec and metrics of this node do not work until then; the kubelet itself reports and runs pods.`,
    nextSteps: [
      'See the dates of the certificate that the API server shows kubelets: on a control plane `kubeadm certs check-expiration` (apiserver-kubelet-client); renew it by `kubeadm certs renew apiserver-kubelet-client`, and restart the API server.',
      'Check the clock of this node: `timedatectl`; a wrong date makes a good certificate expired.',
      'Compare with the authority that the kubelet trusts for clients: `grep -A3 x509 /var/lib/kubelet/config.yaml`, `openssl x509 -in /etc/kubernetes/pki/ca.crt -noout -subject -dates`.',
    ],
    timedBy: lines,
    evidence: lines,
  });
}
