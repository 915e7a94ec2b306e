/**
 * What the error of a network plug-in says of its trouble: a title, what to do, and the part of the text that says so. Only the words of plug-ins themselves: libcni, the plug-ins of
 * containernetworking, Calico, Cilium, flannel, Weave, OVN-Kubernetes, Multus, those of Amazon and Azure, and the host networking service of Windows.
 */
import { HUNG_PLUGINS } from '../tools/commands.ts';
import { bothEnds, shorten } from '../words/factText.ts';

/** The network plug-in of a node, and its pod. */
const NEXT_STEPS = [
  'Look at the plug-in: `ls -l /etc/cni/net.d /opt/cni/bin`, `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`.',
  HUNG_PLUGINS,
  "Read the plug-in's agent log at that time.",
];
const AGENT_LOG = NEXT_STEPS.slice(2);
/** The title where the text gives no reason that is known. */
export const FAILED = 'The network plug-in failed';

interface NetworkFault {
  readonly words: RegExp;
  readonly title: string;
  readonly steps: readonly string[];
}

/** In this order: the first whose words stand in the text. */
const REASONS: readonly NetworkFault[] = [
  {
    // Multus, pkg/k8sclient/k8sclient.go.
    words:
      /cannot find a network-attachment-definition|network-attachment-definitions\.k8s\.cni\.cncf\.io \\{0,16}"[^"]{1,200}" not found|GetCNIConfigFromFile: /,
    title: 'A pod asks for an additional network that is not defined',
    steps: [
      'Compare what is defined, `kubectl get network-attachment-definitions -A -o yaml`, with what the pod asks for in its annotation `k8s.v1.cni.cncf.io/networks`.',
    ],
  },
  {
    words: /error waiting for pod: pods \\{0,16}"[^"]{1,253}" not found/,
    title: 'The network plug-in was asked for a pod that is gone',
    steps: ['Nothing to do: it was deleted meanwhile.'],
  },
  {
    // iptables/xshared.c, and what go-iptables hands on of it.
    words: /xtables lock|xtables\.lock/,
    title: 'The network plug-in did not get the lock of iptables',
    steps: [
      'See who holds it, and for how long: `ps -eo pid,etime,stat,args | grep -E "ip6?tables"`, `lsof /run/xtables.lock`; one that hangs in the kernel (state D) ends with a reboot only.',
      'See how many rules there are: `iptables-save | wc -l`; with tens of thousands each change takes seconds, and many pods that start at once wait for each other.',
      ...AGENT_LOG,
    ],
  },
  {
    // plugins/main/macvlan and ipvlan of containernetworking, through netlink; in the network of a pod it is another one.
    words: /(?<! in \\{0,16}"[^"]{1,120}"): Link not found|failed to lookup (?:master|parent) /,
    title: 'A network card that a network of pods is made on is not on this node',
    steps: [
      'Compare `master` of the definition, `kubectl get network-attachment-definitions -A -o yaml`, with the cards of the node: `ip -br link`.',
    ],
  },
  {
    // cni/pkg/version/reconcile.go.
    words: /incompatible CNI versions|does not support config version/,
    title: 'A program of the network plug-in is older than its configuration wants',
    steps: ['Compare `grep -rh cniVersion /etc/cni/net.d` with `ls -l /opt/cni/bin`; replace the old program.'],
  },
  {
    words: /\b(?:HCN|HNS|hcn[A-Z]\w{2,40})\b/,
    title: FAILED,
    steps: [
      'See the networks of Windows: `Get-HnsNetwork | Select-Object Name,Type`; where that of the plug-in is gone, start the plug-in of this node anew, so that it makes it again.',
      ...AGENT_LOG,
    ],
  },
  {
    // As the plug-ins say it: Amazon's, host-local, Calico, Cilium, Azure's.
    words:
      /failed to assign an ip address|no ip addresses available|no available ip|no more ips|no free address|no available address|assigned 0 out of |range is full/i,
    title: 'The network plug-in has no address left for pods',
    steps: [
      'See how many addresses are left: those of the subnet in a cloud, `ls /var/lib/cni/networks/* | wc -l` (host-local keeps a file for each, those of pods that are gone too), `kubectl get ippools,ipamblocks` (Calico), `kubectl -n kube-system logs ds/aws-node` (Amazon).',
      'See how many pods the node has: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node> | wc -l`; a node takes only as many as it has addresses for.',
      ...AGENT_LOG,
    ],
  },
  {
    // github.com/k8snetworkplumbingwg/whereabouts, pkg/allocate.
    words: /could not allocate IP in range/i,
    title: 'The network plug-in has no address left for pods',
    steps: [
      'See what Whereabouts has given away: `kubectl get ippools.whereabouts.cni.cncf.io -A -o yaml`. What pods hold that are gone its reconciler frees, where it runs (`kubectl get pods -A -o wide | grep whereabouts`); else widen the range of the definition.',
      ...AGENT_LOG,
    ],
  },
  {
    // ovn-kubernetes, go-controller/pkg/cni/helper_linux.go: the port is there, and ovn-controller has not set it up.
    words: /\(ovn-installed\)|timed out waiting for OVS port binding/,
    title: 'OVN did not connect the network cards of pods in time',
    steps: [
      'See ovn-controller, northd and the databases in the pods of OVN-Kubernetes on this node: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`, their logs, and the load of the node; the pod that is deleted is made again.',
      ...AGENT_LOG,
    ],
  },
  {
    // The plug-in asks the API server with credentials of its own, which its pod on the node writes; Calico's end after a day when that pod cannot write them anew.
    words: /connection is unauthorized|\bUnauthorized[\s"\\]{0,100}$/,
    title: 'The API server refuses the network plug-in',
    steps: [
      'Let the pod of the plug-in on this node write its credentials anew: delete it, and it is made again. See which it is, `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`, and when the file was written: `ls -l /etc/cni/net.d/*kubeconfig`.',
      ...NEXT_STEPS,
    ],
  },
  {
    // crypto/x509 through the plug-in's own client: the kubeconfig of the plug-in is of a cluster that was there before, or of an authority that was replaced.
    words:
      /\/apis?\/[^\s"\\]{1,500}\\{0,16}"?: (?:tls: failed to verify certificate: )?x509: certificate signed by unknown authority/,
    title: 'The network plug-in does not trust the API server',
    steps: [
      'Let the pod of the plug-in on this node write its kubeconfig anew, which has the authority of a cluster that was here before, or of one that was replaced: move `/etc/cni/net.d/*kubeconfig` away and delete the pod, and both are made again. See which it is, `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`, and when the file was written: `ls -l /etc/cni/net.d/*kubeconfig`.',
      ...NEXT_STEPS,
    ],
  },
  {
    // flannel-io/cni-plugin: flanneld writes the file once its node has a lease (flannel, pkg/subnet/subnet.go).
    words: /\/run\/flannel\/subnet\.env: no such file/,
    title: 'Flannel has not set up the network of this node',
    steps: [
      'See flannel of this node, which writes that file once the node has a range of addresses: `kubectl get pods -A -o wide | grep -E "flannel|canal" | grep <node>`, then its log.',
      'See that the node has a range, `kubectl get node <node> -o jsonpath={.spec.podCIDR}`: the controller manager gives them by `--allocate-node-cidrs` and `--cluster-cidr` (`kubeadm init --pod-network-cidr`), out of the `Network` in `kubectl get configmap -A -o yaml | grep -A 2 net-conf`.',
    ],
  },
  {
    words:
      /calico\/node container is running|cilium\.sock|Cilium API client timeout|[Ii]s the agent running|127\.0\.0\.1:50051|multus\.sock|127\.0\.0\.1:6784|ovn-cni-server\.sock/,
    title: 'The agent of the network plug-in did not answer on this node',
    steps: [
      'See the pod of the network plug-in on this node, and why it does not run: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`, then its log.',
      ...NEXT_STEPS,
    ],
  },
  {
    // net/http through the plug-in's own client; most ask by the address of the Service `kubernetes`.
    words:
      /https:\/\/[^/\s"\\]{3,253}\/apis?\/[^\s"\\]{1,500}\\{0,16}"?: (?:dial tcp|read tcp|EOF|net\/http|http2|context deadline|unexpected EOF)/,
    title: 'The network plug-in does not reach the API server',
    steps: [
      'Ask the address that the text names from the node: `curl -k --max-time 10 https://<address>/healthz`. That of the Service `kubernetes` goes through kube-proxy: see its pod on this node, `kubectl get pods -A -o wide --field-selector spec.nodeName=<node>`.',
      ...AGENT_LOG,
    ],
  },
];

/** libcni (pkg/invoke/find.go): no program of that name in the folders of plug-ins. */
const NO_PROGRAM = /failed to find plugin \\{0,16}"([\w.-]{1,60})\\{0,16}" in path \[([\w./ -]{0,200})\]/;

function installSteps(name: string, folder: string): readonly string[] {
  return [
    `See what is there: \`ls -l ${folder}\`, and which plug-ins the configuration asks for: \`grep -h '"type"' /etc/cni/net.d/*\`.`,
    `Put ${name} back: loopback, bridge, host-local and portmap come with the package kubernetes-cni or containernetworking-plugins (flannel only up to 0.9); the program of a network plug-in is copied there by its own pod on the node, so restart that: \`kubectl get pods -A -o wide --field-selector spec.nodeName=<node>\`.`,
  ];
}

/** plugins/main/bridge: what an earlier network plug-in, or an earlier cluster, left behind. */
const OTHER_BRIDGE = /\\{0,16}"?(cni\w{1,12}|cbr0|docker0)\\{0,16}"? already has an IP address different from/;

function bridgeSteps(bridge: string): readonly string[] {
  return [
    `See which address it has, and which the pods of this node are to have: \`ip -br address show ${bridge}\`, \`cat /run/flannel/subnet.env\`, \`kubectl get node <node> -o jsonpath={.spec.podCIDR}\`.`,
    `Where it is left over from an earlier plug-in or cluster, take it away, and it is made anew: \`ip link set ${bridge} down && ip link delete ${bridge}\`; pods on it must be started again.`,
    ...NEXT_STEPS.slice(0, 1),
  ];
}

/** A reason that names the thing at fault. */
function namedReason(text: string): Named | undefined {
  const missing = NO_PROGRAM.exec(text);
  if (missing !== null)
    return {
      at: missing.index,
      title: `The network plug-in ${missing[1] ?? ''} is not installed on this node`,
      steps: installSteps(missing[1] ?? '', missing[2]?.split(' ')[0] || '/opt/cni/bin'),
    };
  const bridge = OTHER_BRIDGE.exec(text);
  return bridge === null
    ? undefined
    : {
        at: bridge.index,
        title: `The bridge ${bridge[1] ?? ''} of this node has an address of another network`,
        steps: bridgeSteps(bridge[1] ?? ''),
      };
}

interface Named {
  readonly at: number | undefined;
  readonly title: string;
  readonly steps: readonly string[];
}

function usualReason(text: string): Named {
  const reason = REASONS.find(({ words }) => words.test(text));
  return reason === undefined
    ? { at: undefined, title: FAILED, steps: NEXT_STEPS }
    : { at: reason.words.exec(text)?.index, title: reason.title, steps: reason.steps };
}

/** What is to be told of the error of a network plug-in. */
export interface NetworkTrouble {
  readonly title: string;
  readonly nextSteps: readonly string[];
  /** The text, short enough to be quoted: where a part of it gives the reason, around that. */
  readonly quote: string;
}

const LONGEST_QUOTE = 260;
/** So much of what stands before the reason is shown. */
const BEFORE = 110;
/** Errors are longer where they hold the whole configuration; the reason stands within this. */
const SEARCHED = 20_000;

/** Reads the error of a network plug-in, which may be escaped as it is where another text quotes it. */
export function networkTroubleOf(text: string): NetworkTrouble {
  const searched = text.slice(0, SEARCHED);
  const { at, title, steps } = namedReason(searched) ?? usualReason(searched);
  return { title, nextSteps: steps, quote: quoteOf(searched, at) };
}

function quoteOf(text: string, reasonAt: number | undefined): string {
  const unquoted = (part: string): string => part.replaceAll(/\\{1,16}"/g, '"').replace(/^"/, '');
  const plain = unquoted(text).replace(/"$/, '');
  if (reasonAt === undefined || plain.length <= LONGEST_QUOTE) return bothEnds(plain, LONGEST_QUOTE);
  const before = unquoted(text.slice(0, reasonAt));
  // Words are not cut.
  const lead = before.length <= BEFORE ? before : `… ${before.slice(-BEFORE).replace(/^[^ ]{0,30} /, '')}`;
  return shorten(`${lead}${unquoted(text.slice(reasonAt))}`, LONGEST_QUOTE);
}
