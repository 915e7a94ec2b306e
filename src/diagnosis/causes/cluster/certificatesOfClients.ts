/** Clients of the kubelet's own server: those that do not take its serving certificate, and those whose certificate it does not take. The node is Ready all the same. */
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import { makeFinding, type RankedFinding } from '../../cause.ts';
import { isOfServing, UNSIGNED } from '../../signs/credentials.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import { countsOf } from '../../words/namedCounts.ts';
import type { DiagnosisView } from '../../view.ts';

const SEVERAL = 3;
const MOST_SHOWN = 3;
/** crypto/tls of a server whose GetCertificate has none: pkg/kubelet/kubelet.go, v1.8 (without `serving` in some of its patches) to v1.36; the rest may be cut away by `systemctl status`. */
const NO_SERVING = /no (?:serving )?certificate av/;

/** Clients without a handshake. Where the kubelet has no serving certificate it refuses them; else they end it themselves, and the kubelet is well. */
export function certificatesOfClients(view: DiagnosisView): readonly RankedFinding[] {
  const told = nodeTroubles(view, 'tls-client').filter(
    ({ text }) => text.includes('certificate') || text.includes('x509'),
  );
  const notAccepted = told.filter(({ message }) => message.startsWith(NOT_ACCEPTED));
  if (notAccepted.length > 0) return [notAcceptedByKubelet(view, notAccepted)];
  const handshakes = told;
  const unsigned = nodeTroubles(view, 'certificate').filter(({ text }) => isOfServing(text) && UNSIGNED.test(text));
  if (handshakes.length + unsigned.length === 0) return [];
  const unserved = [...handshakes.filter(({ text }) => NO_SERVING.test(text)), ...unsigned];
  const clients = countsOf(handshakes, ({ subject }) => subject?.replace(/:\d{1,5}$/, '')).map(([address]) => address);
  const when = `${amountOf(view, handshakes)}${clients.length === 0 ? '' : `, from ${addressesText(clients)}`}`;
  if (unserved.length > 0) {
    return [
      makeFinding('certificate-expired', {
        weight: 'note',
        confidence: unserved.length >= SEVERAL ? 'medium' : 'low',
        title: 'The kubelet has no serving certificate yet',
        explanation: `${handshakes.length === 0 ? amountOf(view, unsigned) : `${when}: the kubelet's own server ended TLS handshakes, because it has no certificate to show`}. It asks the API server for one (\`serverTLSBootstrap\`); mostly that request waits for somebody to approve it. Logs, exec and metrics of this node do not work until then; pods run on, and the node can be Ready.`,
        nextSteps: namedSteps(
          [
            'See the requests that wait: `kubectl get csr | grep Pending`; those of kubelets for serving have the signer kubernetes.io/kubelet-serving.',
            'Approve it, after a look at names and addresses in it: `kubectl certificate approve <name>`; nothing in Kubernetes approves these by itself.',
            'See who asks the kubelet: `kubectl get pods -A -o wide | grep <address>`.',
          ],
          { address: clients[0] },
        ),
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
      nextSteps: namedSteps(
        [
          'See who has that address: `kubectl get pods -A -o wide | grep <address>`.',
          'Give kubelets signed serving certificates (`serverTLSBootstrap: true`, then approve their requests), or let metrics-server skip the check (`--kubelet-insecure-tls`).',
        ],
        { address: clients[0] },
      ),
      evidence: handshakes,
    }),
  ];
}

/** Those that come most often. */
function addressesText(addresses: readonly string[]): string {
  const shown = addresses.slice(0, MOST_SHOWN).map((address) => shorten(address, 60));
  return [...shown, ...(addresses.length > MOST_SHOWN ? ['…'] : [])].join(', ');
}

/** The rows of what the kubelet's own server says of them. */
const NOT_ACCEPTED = 'cert.caller-refused';

/** Who asks the kubelet shows a certificate that it does not take: mostly the API server, with that which it has for kubelets. */
function notAcceptedByKubelet(view: DiagnosisView, lines: readonly NodeTroubleFact[]): RankedFinding {
  const isExpired = lines.some(({ text }) => /expire/i.test(text));
  return makeFinding('certificate-expired', {
    weight: 'circumstance',
    confidence: isExpired || lines.length >= SEVERAL ? 'medium' : 'low',
    title: isExpired
      ? 'The certificate of who asks the kubelet has expired'
      : 'The kubelet does not accept the certificate of who asks it',
    explanation: `${amountOf(view, lines)}: "${shorten(lines.at(-1)?.text ?? '', 200)}". That is mostly the API server, which shows kubelets a certificate of its own; or metrics-server. Logs, exec and metrics of this node do not work until then; the kubelet itself reports and runs pods.`,
    nextSteps: [
      'See the dates of the certificate that the API server shows kubelets: on a control plane `kubeadm certs check-expiration` (apiserver-kubelet-client); renew it by `kubeadm certs renew apiserver-kubelet-client`, and restart the API server.',
      'Check the clock of this node: `timedatectl`; a wrong date makes a good certificate expired.',
      'Compare with the authority that the kubelet trusts for clients: `grep -A3 x509 /var/lib/kubelet/config.yaml`, `openssl x509 -in /etc/kubernetes/pki/ca.crt -noout -subject -dates`.',
    ],
    timedBy: lines,
    evidence: lines,
  });
}
