/** Next steps on nodes that kubeadm did not make, or whose flags stand nowhere but in the unit. */
import { AGE_OF_TOKEN, MADE_BY_KUBEADM } from './commonSteps.ts';
import { FLAG_FILES } from './flagFiles.ts';
import type { Words } from '../words/runtimeWords.ts';

/** What the causes say of kubeadm, on nodes that it did not make: how certificates are renewed there, and how a node joins. These stand first, for other words change them. */
export function withoutKubeadm(renew: string, join = 'join the node anew, or replace it'): Words {
  return [
    ['nobody has run `kubeadm init` or `kubeadm join` here to its end, and until then', 'it has not, and until then'],
    [MADE_BY_KUBEADM, ''],
    ['; on a control plane `kubeadm certs check-expiration`', ''],
    [' (`kubeadm certs check-expiration`, `kubeadm certs renew all`)', ''],
    [
      /Renew it: on a control plane `kubeadm certs renew all` and `kubeadm kubeconfig user [^`]{1,100}`; put that into [^`]{1,120}, `systemctl restart kubelet`/g,
      `Renew it: ${renew}`,
    ],
    ['join the node anew (`kubeadm reset`, `kubeadm join`)', join],
    [' and `/var/lib/kubelet/kubeadm-flags.env`', ''],
    [' (`kubeadm init --pod-network-cidr`)', ''],
    ['; see that the token is not expired: `kubeadm token list`', '; see that its token is not expired'],
    [AGE_OF_TOKEN, ', and join anew with a new one where it is not'],
  ];
}

/** The unit alone says with which flags it runs. */
export const FLAGS_IN_UNIT: Words = [[`, \`${FLAG_FILES}\``, '']];
