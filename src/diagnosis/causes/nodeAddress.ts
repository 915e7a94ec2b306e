/**
 * node-address: the address that the kubelet is to give its node is on no interface of the machine, or there is none to take, without a default route. Sign: `node IP: "…" not found in the host's network interfaces`, said at each try to set the
 * node's status. High from three lines on, else medium. Source: pkg/kubelet/kubelet_node_status.go (validateNodeIP), pkg/kubelet/nodestatus/setters.go (NodeAddress).
 */
import type { Cause } from '../cause.ts';
import { nodeTroubles } from '../signs/exits.ts';
import { severalAre, troubleFinding } from '../signs/troubleFinding.ts';

const STEP_OF_THE_FLAG =
  'See which addresses the machine has, and which one is set: `ip -br address`, `systemctl cat kubelet | grep node-ip`, `cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet`.';

export const nodeAddress: Cause = {
  id: 'node-address',
  find(view) {
    const address = nodeTroubles(view, 'node-address').at(-1)?.subject;
    return troubleFinding(view, {
      id: 'node-address',
      what: 'node-address',
      title:
        address === undefined
          ? 'The kubelet finds no address for its node, as the machine has no default route'
          : `The address ${address}, which the kubelet is to give its node, is not on this machine`,
      meaning:
        address === undefined
          ? 'Without `--node-ip` it takes the address of the network interface that has the default route, and there is none: the network is not up yet, or DHCP gave no gateway. The node keeps the address that it had before, or has none: logs and metrics of its pods and traffic from other nodes go nowhere, though it can be Ready.'
          : 'It was set by `--node-ip`, and no network interface has it: mostly the machine got another address from DHCP, or was moved or cloned. The API server keeps the old address of the node, so logs and metrics of its pods and traffic from other nodes go nowhere, though the node can be Ready.',
      nextSteps:
        address === undefined
          ? [
              'See whether there is a default route, and who should have set it: `ip route`, `ip -br address`, `networkctl status` or `nmcli device`.',
              'On a network without a gateway give the address by `--node-ip`, or a default route to nowhere: `ip route add default via <address of the interface>`; then `systemctl restart kubelet`.',
            ]
          : [
              STEP_OF_THE_FLAG,
              'Give the machine its address back (a reservation in DHCP, a static address), or correct the setting, then `systemctl restart kubelet`.',
            ],
      confidence: severalAre(3, 'high', 'medium'),
      weight: () => 'cause',
    });
  },
};
