/** What of the node itself keeps it from the API server: what the kernel says of its network and processors, and a route that is not there. */
import { seconds } from '../../kubelet/time.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import { isLocalServer } from '../tools/distribution.ts';
import type { DiagnosisView } from '../view.ts';
import type { ApiStretch } from './apiTrouble.ts';

export interface NetworkTrouble {
  /** What follows "The API server … could not be reached". */
  readonly title: string;
  readonly step: string;
  readonly lines: readonly NeighbourFact[];
}

/** What the kernel can say of it; the first of them is reported. `ofLinks`: only calls that leave the node can fail for it. */
const NETWORK_TROUBLE = [
  {
    what: 'link-down',
    ofLinks: true,
    title: ' while a network link of the node was down',
    step: 'Look at the network card, its cable and its switch port: `ip -s link`, `ethtool <name>` (speed, and whether a link is detected), `journalctl -k | grep -i link`.',
  },
  {
    what: 'network-card-hung',
    ofLinks: true,
    title: ' while a network card of the node hung',
    step: 'See how often the card hangs and whether it comes back: `journalctl -k | grep -iE "watchdog|hang|reset adapter|link"`, `ethtool -i <name>` (driver and firmware). Without a newer driver or firmware, switching off what it computes itself often helps: `ethtool -K <name> tso off gso off`.',
  },
  {
    what: 'soft-lockup',
    ofLinks: false,
    title: ' while a processor of the node was locked up',
    step: 'Read the lines of the kernel below "stuck for" (`journalctl -k`): they name the function that did not end. A virtual machine whose host is too busy looks the same: see its steal time (`st` of `vmstat 1 5`).',
  },
  {
    what: 'conntrack-full',
    ofLinks: false,
    title: " while the node's table of connections (conntrack) was full",
    step: 'Compare how many connections the kernel keeps with how many it may keep, `sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max`; find who opens so many, or raise the limit (kube-proxy sets it: `conntrack.maxPerCore`).',
  },
  {
    what: 'arp-table-full',
    ofLinks: true,
    title: " while the kernel's table of neighbours in the network (ARP) was full",
    step: 'Compare how many neighbours the kernel knows with how many it may know: `ip neigh | wc -l`, `sysctl net.ipv4.neigh.default.gc_thresh3`; raise gc_thresh1, gc_thresh2 and gc_thresh3, of `net.ipv6.neigh.default`, too, if the overflow is of NDP.',
  },
  {
    what: 'tcp-memory-full',
    ofLinks: false,
    title: ' while the kernel had no memory left for TCP connections',
    step: 'See who holds so many connections, or so much in them: `cat /proc/net/sockstat`, `ss -s`, `ss -tmp state all | less`; raise `net.ipv4.tcp_mem` if they are needed.',
  },
] as const;
/** So long before the first failed call it can have begun. */
const TROUBLE_BEFORE = seconds(60);

/** What the kernel says of the network of the node at the time of the failed calls. In a log of several nodes nothing tells whose it was. */
export function networkTrouble(view: DiagnosisView, stretches: readonly ApiStretch[]): NetworkTrouble | undefined {
  if (view.history.nodes.length > 1) return undefined;
  const leaving = stretches.filter(leavesNode);
  for (const { what: kind, ofLinks, title, step } of NETWORK_TROUBLE) {
    const calls = ofLinks ? leaving : stretches;
    const lines = view.facts.fitting(
      'neighbour',
      ({ what, time }) =>
        what === kind && calls.some(({ first, last }) => time >= first.time - TROUBLE_BEFORE && time <= last.time),
    );
    if (lines.length > 0) return { title, step, lines };
  }
  return undefined;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::|$)/;

/** Some of its calls may have gone to another machine: what nobody listened for at an address of the node itself did not. */
function leavesNode({ servers, samples }: ApiStretch): boolean {
  return (
    [...servers.keys()].every((server) => !LOOPBACK.test(server)) ||
    samples.some(
      ({ server, failure }) =>
        server !== undefined && (!LOOPBACK.test(server) || (isLocalServer(server) && failure !== 'refused')),
    )
  );
}

const NO_WAY: readonly (readonly [words: string, title: string, step: string])[] = [
  [
    'network is unreachable',
    ', for the node has no route to it',
    'See whether the node has its address and its routes, `ip -br addr`, `ip route`, and who lost them: `journalctl -b -u systemd-networkd -u NetworkManager -u networking | tail -50`, or the lines of the DHCP client (`dhclient`, `dhcpcd`).',
  ],
  [
    'no route to host',
    '',
    'See whether its address answers in the network of the node: `ip neigh` (FAILED: nobody has it, or its machine is down). A firewall that rejects says the same: look for `icmp-host-prohibited` in `iptables -S` and `nft list ruleset` on both sides, with firewalld `firewall-cmd --list-all`.',
  ],
  [
    'invalid port',
    ', for no port has such a number',
    'Mend the address of the API server in the kubeconfig of the kubelet, `grep server: /etc/kubernetes/kubelet.conf`, then restart it: `systemctl restart kubelet`. The port is mostly 6443.',
  ],
];

/** What the call itself was answered on the node: that there is no way to that address. */
export function routeTrouble(worst: ApiStretch | undefined): Omit<NetworkTrouble, 'lines'> | undefined {
  if (worst?.first.failure !== 'no-route' && worst?.first.failure !== 'bad-port') return undefined;
  const { text } = worst.first.error;
  const found = NO_WAY.find(([words]) => text.includes(words));
  return found === undefined ? undefined : { title: found[1], step: found[2] };
}
