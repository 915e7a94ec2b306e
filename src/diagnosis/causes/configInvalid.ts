/**
 * config-invalid: the kubelet does not understand its flags, its configuration file or its kubeconfig, and ends. Sign: its last words. High. Sources: cmd/kubelet/app/server.go,
 * pkg/kubelet/kubeletconfig, pkg/kubelet/apis/config/validation; which flags went with which version: the changelogs (`--network-plugin` and other flags of dockershim with 1.24,
 * `--container-runtime` with 1.27).
 */
import type { Cause } from '../cause.ts';
import { severalAre, troubleFinding } from '../signs/troubleFinding.ts';

export const configInvalid: Cause = {
  id: 'config-invalid',
  find: (view) =>
    troubleFinding(view, {
      id: 'config-invalid',
      what: 'config',
      exit: 'config',
      title: 'The configuration of the kubelet is not valid',
      titleOfExit: 'The kubelet does not start with its flags or configuration',
      meaning:
        'It exits before it does anything, is started again and exits again; the node stays NotReady until the flag or file is corrected. After an upgrade it is mostly a flag or feature gate that the new version no longer has.',
      nextSteps: [
        'See with which flags it runs: `systemctl cat kubelet`, `cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet`.',
        'Look at the file that the error names: `/var/lib/kubelet/config.yaml` (made anew by `kubeadm init phase kubelet-start` or `kubeadm upgrade node`), `/etc/kubernetes/kubelet.conf`.',
        'Compare with a good node of the same version, then `systemctl restart kubelet`.',
      ],
      confidence: severalAre(1, 'medium'),
      weight: () => 'cause',
    }),
};
