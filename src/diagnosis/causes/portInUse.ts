/**
 * port-in-use: an address that the kubelet needs belongs to another process already. Sign: its servers say so; for port 10250 it ends. High where it ends, or says it again and again.
 */
import type { Cause } from '../cause.ts';
import { severalAre, troubleFinding } from '../troubleFinding.ts';

export const portInUse: Cause = {
  id: 'port-in-use',
  find: (view) => troubleFinding(view, {
    id: 'port-in-use',
    what: 'port-in-use',
    exit: 'port-in-use',
    title: 'A port that the kubelet needs is in use',
    titleOfExit: 'A port that the kubelet needs is in use, so it ends',
    meaning: 'Another process listens there, mostly a second kubelet (an old process, or one of k3s, minikube or microk8s beside the one of the system). Without port 10250 a kubelet does not run; without its health port (10248) kubeadm and systemd take it for dead.',
    nextSteps: ["See who has it: `ss -ltnp | grep -E ':(10250|10248|10255)'`.", 'See whether two kubelets run: `ps -ef | grep -E "[k]ubelet|[k]3s|[k]ubelite"`; stop the one that does not belong there.', 'Then `systemctl restart kubelet`.'],
    confidence: severalAre(2, 'high', 'medium'),
    weight: () => 'cause',
  }),
};
