/** The ways to the log of a node of a cluster, in the order in which they are tried: the one that asks least of the cluster first. */
import type { Instant } from '../../kubelet/time.ts';

export interface NodeWish {
  readonly node: string;
  /** A context of the user's kubeconfig; absent: the current one. */
  readonly context?: string;
  /** From when on; absent: all that there is. */
  readonly since?: Instant;
  readonly now: Instant;
}

export interface NodeWay {
  readonly program: 'oc' | 'kubectl';
  readonly args: readonly string[];
  /** What it does, for people. */
  readonly word: string;
  /** Written to its standard input, which then stays open. */
  readonly input?: string;
  /** It makes something in the cluster, and says so in its first line. */
  readonly leavesPod?: true;
}

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
/** With `journalctl` of the node, all that is needed of an image is a shell, and `chroot`. */
const IMAGE = 'busybox';
/**
 * What the container does: what it prints before `kubectl` has attached to it is lost (kubernetes/kubernetes#27264), so that it waits for a line on its standard input, which comes by being attached;
 * and a minute at most, in case that fails and `kubectl` reads what was printed instead. Its arguments are those of `journalctl`, never a part of the text.
 */
const WHEN_ATTACHED = 'read -t 60 line; exec chroot /host journalctl "$@"';

/** Whether a text can be the name of a node (RFC 1123), and so neither an option nor a path. */
export function isNodeName(text: string): boolean {
  return NAME.test(text);
}

/** The ways for a node. `oc adm node-logs` and the log query ask the kubelet itself, a debugging pod needs one that starts pods. */
export function nodeWays({ node, context, since, now }: NodeWish): readonly NodeWay[] {
  const own = context === undefined ? [] : [`--context=${context}`];
  const query = since === undefined ? '' : `&sinceTime=${iso(since)}`;
  const seconds = since === undefined ? 0 : Math.max(1, Math.ceil((now - since) / 1_000_000));
  return [
    {
      program: 'oc',
      args: [
        ...own,
        'adm',
        'node-logs',
        node,
        '--unit=kubelet',
        ...(since === undefined ? [] : [`--since=-${seconds}s`]),
      ],
      word: "oc adm node-logs asks the node's kubelet for its journal (OpenShift)",
    },
    {
      program: 'kubectl',
      args: [...own, 'get', '--raw', `/api/v1/nodes/${node}/proxy/logs/?query=kubelet${query}`],
      word: "kubectl get --raw asks the node's kubelet for its journal (log query, where the cluster allows it)",
    },
    {
      program: 'kubectl',
      args: [
        ...own,
        'debug',
        `node/${node}`,
        `--image=${IMAGE}`,
        '--profile=sysadmin',
        '--stdin',
        '--',
        ...['sh', '-c', WHEN_ATTACHED, 'journalctl'],
        ...['--unit=kubelet', '--output=short-iso-precise', '--no-pager'],
        ...(since === undefined ? [] : [`--since=-${seconds}s`]),
      ],
      word: `kubectl debug starts a pod (image ${IMAGE}) on the node, which prints the journal; that waits until the kubelet has started it`,
      input: '\n',
      leavesPod: true,
    },
  ];
}

/** RFC 3339 in whole seconds, as the log query takes it. */
function iso(time: Instant): string {
  return `${new Date(time / 1000).toISOString().slice(0, 19)}Z`;
}
