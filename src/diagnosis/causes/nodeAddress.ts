/**
 * node-address: the address that the kubelet is to give its node is on no interface of the machine. Sign: `node IP: "…" not found in the host's network interfaces`, said at each try to set the
 * node's status. High from three lines on, else medium. Source: pkg/kubelet/kubelet_node_status.go (validateNodeIP), pkg/kubelet/nodestatus/setters.go (NodeAddress).
 */
import type { Cause } from '../cause.ts';
import { nodeTroubles } from '../signs/exits.ts';
import { severalAre, troubleFinding } from '../signs/troubleFinding.ts';

export const nodeAddress: Cause = {
  id: 'node-address',
  find(view) {
    const address = nodeTroubles(view, 'node-address').at(-1)?.subject ?? '';
    return troubleFinding(view, {
      id: 'node-address',
      what: 'node-address',
      title: `The address ${address}, which the kubelet is to give its node, is not on this machine`,
      meaning:
        'It was set by `--node-ip`, and no network interface has it: mostly the machine got another address from DHCP, or was moved or cloned. The API server keeps the old address of the node, so logs and metrics of its pods and traffic from other nodes go nowhere, though the node can be Ready.',
      nextSteps: [
        'See which addresses the machine has, and which one is set: `ip -br address`, `systemctl cat kubelet | grep node-ip`, `cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet`.',
        'Give the machine its address back (a reservation in DHCP, a static address), or correct the setting, then `systemctl restart kubelet`.',
      ],
      confidence: severalAre(3, 'high', 'medium'),
      weight: () => 'cause',
    });
  },
};
