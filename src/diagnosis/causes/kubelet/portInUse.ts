/**
 * port-in-use: an address that the kubelet needs belongs to another process already, or the file of a socket is there. Sign: its servers say so; for port 10250 it ends. High where it ends, or says it again and again.
 */
import type { Cause } from '../../cause.ts';
import { exitsOf, failedStartsOf, nodeTroubles } from '../../signs/exits.ts';
import { severalAre, troubleFinding } from '../../signs/troubleFinding.ts';
import type { DiagnosisView } from '../../view.ts';

/** How Go writes the address it could not listen on (net/net.go, OpError): `listen tcp 127.0.0.1:10248: bind: …`. */
const LISTEN = /\blisten tcp[46]? [^ ]{0,80}:(\d{1,5}): /;
const USUAL = ['10250', '10248', '10255'];

function textsOf(view: DiagnosisView): readonly string[] {
  return [
    ...exitsOf(view, 'port-in-use'),
    ...failedStartsOf(view, 'port-in-use'),
    ...nodeTroubles(view, 'port-in-use'),
  ].map(({ text }) => text);
}

/** The ports that lines name; those that a kubelet listens on by default where none does. */
function portsOf(texts: readonly string[]): readonly string[] {
  const named = new Set(texts.flatMap((text) => LISTEN.exec(text)?.[1] ?? []));
  return named.size === 0 ? USUAL : [...named].slice(0, 4);
}

/** A socket without a port is a file, and none is made over one that is there, whether somebody listens on it or not (unix(7), `bind`; on Windows, too). */
function isOfFile(texts: readonly string[]): boolean {
  return texts.every((text) => text.includes('listen unix '));
}

const SEE_TWO =
  'See whether two kubelets run: `ps -ef | grep -E "[k]ubelet|[k]3s|[k]ubelite"`; stop the one that does not belong there.';

export const portInUse: Cause = {
  id: 'port-in-use',
  find(view) {
    const texts = textsOf(view);
    const isFile = isOfFile(texts);
    return troubleFinding(view, {
      id: 'port-in-use',
      what: 'port-in-use',
      exit: 'port-in-use',
      title: isFile ? 'The file of a socket is in the way of the kubelet' : 'A port that the kubelet needs is in use',
      ...(isFile ? {} : { titleOfExit: 'A port that the kubelet needs is in use, so it exits' }),
      meaning: isFile
        ? 'No socket can be made where a file of its name is, mostly one that an earlier kubelet left.'
        : 'Another process listens there, mostly a second kubelet (an old process, or one of k3s, minikube or microk8s). Without port 10250 a kubelet does not run.',
      nextSteps: isFile
        ? [SEE_TWO, 'Where none runs, remove that file, then `systemctl restart kubelet`.']
        : [
            `See who has it: \`ss -ltnp | grep -E ':(${portsOf(texts).join('|')})\\b'\`.`,
            SEE_TWO,
            'Then `systemctl restart kubelet`.',
          ],
      confidence: severalAre(2, 'high', 'medium'),
      weight: () => 'cause',
    });
  },
};
