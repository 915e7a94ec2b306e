/**
 * port-in-use: an address that the kubelet needs belongs to another process already. Sign: its servers say so; for port 10250 it ends. High where it ends, or says it again and again.
 */
import type { Cause } from '../../cause.ts';
import { exitsOf, failedStartsOf, nodeTroubles } from '../../signs/exits.ts';
import { severalAre, troubleFinding } from '../../signs/troubleFinding.ts';
import type { DiagnosisView } from '../../view.ts';

/** How Go writes the address it could not listen on (net/net.go, OpError): `listen tcp 127.0.0.1:10248: bind: …`. */
const LISTEN = /\blisten tcp[46]? [^ ]{0,80}:(\d{1,5}): /;
const USUAL = ['10250', '10248', '10255'];

/** The ports that lines name; those that a kubelet listens on by default where none does. */
function portsOf(view: DiagnosisView): readonly string[] {
  const texts = [
    ...exitsOf(view, 'port-in-use'),
    ...failedStartsOf(view, 'port-in-use'),
    ...nodeTroubles(view, 'port-in-use'),
  ].map(({ text }) => text);
  const named = new Set(texts.flatMap((text) => LISTEN.exec(text)?.[1] ?? []));
  return named.size === 0 ? USUAL : [...named].slice(0, 4);
}

export const portInUse: Cause = {
  id: 'port-in-use',
  find: (view) =>
    troubleFinding(view, {
      id: 'port-in-use',
      what: 'port-in-use',
      exit: 'port-in-use',
      title: 'A port that the kubelet needs is in use',
      titleOfExit: 'A port that the kubelet needs is in use, so it exits',
      meaning:
        'Another process listens there, mostly a second kubelet (an old process, or one of k3s, minikube or microk8s beside the one of the system). Without port 10250 a kubelet does not run; without its health port (10248) kubeadm and systemd take it for dead.',
      nextSteps: [
        `See who has it: \`ss -ltnp | grep -E ':(${portsOf(view).join('|')})\\b'\`.`,
        'See whether two kubelets run: `ps -ef | grep -E "[k]ubelet|[k]3s|[k]ubelite"`; stop the one that does not belong there.',
        'Then `systemctl restart kubelet`.',
      ],
      confidence: severalAre(2, 'high', 'medium'),
      weight: () => 'cause',
    }),
};
