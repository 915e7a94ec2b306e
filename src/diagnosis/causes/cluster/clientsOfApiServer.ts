/** Clients of an API server that runs in the program of the kubelet (k3s): those whose certificate it does not take. */
import { makeFinding, type RankedFinding } from '../../cause.ts';
import { isOfClientCertificate } from '../../signs/credentials.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import type { DiagnosisView } from '../../view.ts';

const SEVERAL = 3;

/** The kubelet's own calls go on, or it would be told of by `certificateExpired.ts`. */
export function clientsOfApiServer(view: DiagnosisView): readonly RankedFinding[] {
  const lines = nodeTroubles(view, 'certificate').filter(isOfClientCertificate);
  const [last] = lines.slice(-1);
  if (last === undefined) return [];
  const isExpired = lines.some(({ text }) => /expire/i.test(text));
  return [
    makeFinding('certificate-expired', {
      weight: 'circumstance',
      confidence: isExpired || lines.length >= SEVERAL ? 'medium' : 'low',
      title: isExpired
        ? 'The certificate of a client of the API server has expired'
        : 'The API server does not accept the certificate of a client',
      explanation: `${amountOf(view, lines)}: "${shorten(last.text, 200)}". The API server in this program says so; whose certificate it is, it does not say. It can be that of another node, of a user, or of a part of the control plane. No line shows that the calls of this kubelet are refused.`,
      nextSteps: [
        'Look for the certificate, by the dates in the line, among those of this server, of the other nodes and of who asks from outside: `openssl x509 -noout -subject -serial -dates -in <file>`; on a control plane `kubeadm certs check-expiration`.',
        'Check the clocks of this node and of who asks it: `timedatectl` on both; a wrong date makes a good certificate expired.',
        'See which node is not Ready: `kubectl get nodes`.',
      ],
      timedBy: lines,
      evidence: lines,
    }),
  ];
}
