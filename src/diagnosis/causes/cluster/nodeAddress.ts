/**
 * node-address: the address that the kubelet is to give its node, or to listen on, is on no interface of the machine, or there is none to take, without a default route. Sign: `node IP: "…" not found in the host's network interfaces`, said at each try to set the
 * node's status, or the last words of a kubelet that cannot listen. High from three lines on and where it ends, low for a line or two after which the log goes on, else medium. Source: pkg/kubelet/kubelet_node_status.go (validateNodeIP), pkg/kubelet/nodestatus/setters.go (NodeAddress), pkg/kubelet/server/server.go.
 */
import { FLAG_FILES } from '../../tools/flagFiles.ts';
import { seconds } from '../../../kubelet/time.ts';
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import type { Cause } from '../../cause.ts';
import { exitsOf, failedStartsOf, nodeTroubles } from '../../signs/exits.ts';
import { severalAre, type TroubleWords, troubleFinding } from '../../signs/troubleFinding.ts';
import type { DiagnosisView } from '../../view.ts';

const STEP_OF_THE_FLAG = `See which addresses the machine has, and which one is set: \`ip -br address\`, \`systemctl cat kubelet | grep node-ip\`, \`${FLAG_FILES}\`.`;
const GIVE_IT_BACK =
  'Give the machine its address back (a reservation in DHCP, a static address), or correct the setting, then `systemctl restart kubelet`.';

type Words = Pick<TroubleWords, 'title' | 'meaning' | 'nextSteps'>;

const NO_ROUTE: Words = {
  title: 'The kubelet finds no address for its node, as the machine has no default route',
  meaning:
    'Without `--node-ip` it takes the address of the network interface that has the default route, and there is none: the network is not up yet, or DHCP gave no gateway. The node keeps the address that it had before, or has none: logs and metrics of its pods and traffic from other nodes go nowhere, though it can be Ready.',
  nextSteps: [
    'See whether there is a default route, and who should have set it: `ip route`, `ip -br address`, `networkctl status` or `nmcli device`.',
    'On a network without a gateway give the address by `--node-ip`, or a default route to nowhere: `ip route add default via <address of the interface>`; then `systemctl restart kubelet`.',
  ],
};

function notHere(address: string): Words {
  return {
    title: `The address ${address}, which the kubelet is to give its node, is not on this machine`,
    meaning:
      'It was set by `--node-ip`, and no network interface has it: mostly the machine got another address from DHCP, or was moved or cloned. The API server keeps the old address of the node, so logs and metrics of its pods and traffic from other nodes go nowhere, though the node can be Ready.',
    nextSteps: [STEP_OF_THE_FLAG, GIVE_IT_BACK],
  };
}

function cannotListen(address: string | undefined): Words {
  return {
    title: `The address${address === undefined ? '' : ` ${address}`} on which the kubelet is to listen is not on this machine, so it exits`,
    meaning:
      'It was set by `--address`, or by `address` in its configuration, and no network interface has it: mostly the machine got another address from DHCP, or was moved or cloned. What else was set up with the old address, such as a control plane and its certificates, does not fit any more either.',
    nextSteps: [
      'See which addresses the machine has, and which one is set: `ip -br address`, `grep -i address /var/lib/kubelet/config.yaml`, `systemctl cat kubelet | grep address`.',
      GIVE_IT_BACK,
    ],
  };
}

/** How Go writes the address it could not listen on (net/net.go, OpError). */
const LISTEN = /\blisten tcp[46]? \[?([0-9a-fA-F.:]{2,45}?)\]?:\d{1,5}: /;

function listensOn(view: DiagnosisView): string | undefined {
  const last = [...exitsOf(view, 'node-address'), ...failedStartsOf(view, 'node-address')].at(-1);
  return LISTEN.exec(last?.text.slice(0, 2000) ?? '')?.[1];
}

/** The status of the node is set anew every ten seconds, and each try says it. */
const TRIED_AGAIN = seconds(60);

/** A line or two, long before the end of the log: the address was there again with the next try. */
function isPassing({ history }: DiagnosisView, lines: readonly NodeTroubleFact[]): boolean {
  const last = lines.at(-1);
  const end = history.span?.to;
  return lines.length < 3 && last !== undefined && end !== undefined && end - last.time > TRIED_AGAIN;
}

export const nodeAddress: Cause = {
  id: 'node-address',
  find(view) {
    const address = nodeTroubles(view, 'node-address').at(-1)?.subject;
    const exits = cannotListen(listensOn(view));
    const hasExits = exitsOf(view, 'node-address').length + failedStartsOf(view, 'node-address').length > 0;
    return troubleFinding(view, {
      id: 'node-address',
      what: 'node-address',
      exit: 'node-address',
      titleOfExit: exits.title,
      ...(hasExits ? exits : address === undefined ? NO_ROUTE : notHere(address)),
      confidence: (lines) => (isPassing(view, lines) ? 'low' : severalAre(3, 'high', 'medium')(lines)),
      weight: (lines) => (isPassing(view, lines) ? 'note' : 'cause'),
    });
  },
};
