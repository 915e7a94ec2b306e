/** What a text that holds no kubelet record looks like, judged by its first lines: whose log it is, or what else. For the message to the user only. */
import { otherProgramOfFile } from '../../kubelet/callerFiles.ts';
import { isKubeletName, isMultiCall, otherProgramOfName } from '../../kubelet/writers.ts';
import { looksLikeMetrics } from '../../metrics/looksLikeMetrics.ts';
import { type LastWords, lastWords } from './lastWords.ts';
import { isOfDescription, type NodeDescription, nodeDescription } from './nodeDescription.ts';
import { type UnitTrouble, unitTrouble } from './unitTrouble.ts';

/** The program whose log it is, or another kind of text. */
export type Likeness =
  | { readonly kind: 'log'; readonly program: string; readonly lastWords?: LastWords }
  | { readonly kind: 'last-words'; readonly lastWords: LastWords }
  | {
      readonly kind: 'systemd' | 'unit-status';
      readonly trouble?: UnitTrouble;
      /** What else a program of the name of a kubelet wrote last, as a loader does that cannot start it. */
      readonly said?: string;
    }
  | { readonly kind: 'unit-trouble'; readonly trouble: UnitTrouble }
  | { readonly kind: 'description'; readonly node?: NodeDescription }
  | {
      readonly kind: 'empty-journal' | 'empty-section' | 'kernel' | 'manifest' | 'table' | 'events' | 'metrics';
    };

const MOST_LINES = 400;
/** Longer lines are judged by their beginning. */
const LONGEST = 1000;
/** So many of the lines that are not blank must say the same. */
const ENOUGH = 0.2;

const KLOG = /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,8}\d{1,8} ([\w.-]{1,80}\.go):\d{1,6}\]/;
/** `Nov 21 00:27:32 host name[pid]: ` with a month of any language (`11月`), or a full date before the host; on a page it may have a margin. */
const SYSLOG =
  /^[ \t]{0,16}(?:[\d ]{0,2}\p{L}{1,10}\.? [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.,+Z-]{8,26}) \S{1,255} ([\w.@/-]{1,80})(?:\[\d{1,8}\])?: /u;
const MONOTONIC = /^\[ {0,12}\d{1,10}\.\d{6}\] \S{1,255} ([\w.@/-]{1,80})\[\d{1,8}\]: /;
/** `[    0.000000] `, `[  +1.468657] `, `[Sat Nov 21 00:27:32 2026] ` and `<6>[ 1.0] `. */
const KERNEL =
  /^(?:<\d{1,3}>)?\[(?: {0,12}\+?\d{0,10}\.\d{6}|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4})?)\]/;
const LOGFMT = /\btime="\d{4}-\d\d-\d\d[T ][^"]{1,40}" level=[a-z]{1,10} msg=/;
/** The same as logrus writes it into a terminal (sirupsen/logrus, text_formatter.go), where somebody has started k3s by hand. */
const K3S_IN_TERMINAL =
  /^(?:INFO|WARN|ERRO|FATA)\[(?:\d{4,7}|20\d\d-[\dT:.+Z-]{10,30})\] (?:Starting (?:k3s|rke2)|Running (?:kube|load balancer|containerd)|Waiting (?:to retrieve|for (?:k3s|containerd|API server))|Failed to find \w{3,8} cgroup|Connecting to proxy|Kine |Cluster bootstrap|Logging containerd)/;
/** What k3s and rke2 say of themselves (pkg/cli, pkg/daemons/control, kine). */
const OF_K3S =
  /\bmsg="?(?:Starting (?:k3s|rke2)|Running kube-|Kine (?:listening|available)|Cluster bootstrap already complete|Slow SQL|Waiting for (?:k3s|containerd|API server)|Connecting to proxy)/;
const ETCD_JSON =
  /"caller":"(?:etcd|embed|raft|rafthttp|mvcc|membership|snap|wal|v3rpc|backend|schema|v3compactor|flags|zapgrpc)[\w-]{0,30}\//;
/** etcd to 3.4 by itself: `2026-11-21 00:27:32.000000 I | etcdserver: `. */
const ETCD_TEXT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,6} [IWECDN] \| (?:etcd|raft|embed|mvcc|rafthttp|auth|wal|pkg)/;
const COREDNS = /^(?:\[(?:INFO|WARNING|ERROR|FATAL)\] (?:plugin\/|CoreDNS|\d{1,3}\.|127\.)|CoreDNS-\d)/;
const KUBEADM =
  /^\[(?:init|join|preflight|certs|kubeconfig|kubelet-start|kubelet-check|control-plane|wait-control-plane|upload-config|mark-control-plane|bootstrap-token|addons|discovery|reset)\] /;
const MANIFEST = /^(?: {0,8}"?(?:apiVersion|kind)"?: |(?:metadata|spec|status|items):$)/;
const DESCRIPTION =
  /^(?:Name|Namespace|Roles|Labels|Annotations|CreationTimestamp|Taints|Unschedulable|Lease|Conditions|Addresses|Capacity|Allocatable|System Info|Non-terminated Pods|Allocated resources|Events|Containers|Init Containers|Volumes|QoS Class|Node-Selectors|Tolerations|Node|Priority|Start Time|Controlled By|IPs?):(?:\s|$)/;
/** `kubectl get events`, by itself or with its namespaces (k8s.io/kubernetes/pkg/printers/internalversion and kubectl's own `events`). */
const EVENTS = /^(?:NAMESPACE +)?LAST SEEN +(?:FIRST SEEN +COUNT +NAME +KIND|TYPE +REASON) /;
/** A row of it: age, type, reason, object. */
const EVENT_ROW =
  /^(?:[\w-]{1,63} {1,20})?(?:\d{1,5}[smhdy]){1,2}(?: \(x\d{1,7} over \w{1,12}\))? {1,20}(?:Normal|Warning) {1,20}[A-Z]\w{1,60} {1,40}[a-z]{1,40}\/\S/;
const TABLE = /^(?:NAMESPACE +)?NAME +(?:STATUS|READY|TYPE|CLASS|AGE|DESIRED|VERSION) /;
const UNIT_STATUS =
  /^(?:[●○×*] [\w@.-]{1,80}\.service\b| {0,12}(?:Loaded: (?:loaded|masked|not-found|bad)|Active: (?:active|inactive|failed|activating|deactivating|reloading)|Main PID: \d|Process: \d{1,8} Exec|Drop-In: |CGroup: \/))/;
/** What systemd shows on the console of a machine that boots. */
const BOOT_CONSOLE = /^(?:\[(?: {2}OK {2}|FAILED|DEPEND| INFO |\*+ *)\] \S| {9}(?:Starting|Stopping) \S)/;
const NO_ENTRIES = /^(?:\* )?-- No entries --/;
/** Of `talosctl dmesg` and the console of Talos. */
const TALOS = /(?:^|[:\]] )\[talos\] |\bError running Containerd\((?:kubelet|etcd)\)|\btalosctl\b.{0,80} services? /;
/** What minikube tells its user, a picture before each line. */
const MINIKUBE = /^(?:😄|✨|📌|👍|🚜|🔥|🐳|🔗|🔎|🌟|🏄|🏃|❌|💡|🎉|🌐|🤦|😿)  ?\S/u;
/** Headings of `minikube logs`. */
const SECTION = /^(?:\* )?==> \S/;
const KUBELET_SECTION = /^(?:\* )?==> kubelet\b.{0,80} <==$/;
/** Lines of journalctl itself. */
const JOURNAL_NOTE = /^(?:-- |Hint: |No journal files were )/;

/** A table has one heading, and a status its few lines above the log's. */
const HEADED: ReadonlySet<Likeness['kind']> = new Set(['table', 'events', 'manifest']);

/** What the beginning of a text looks like; `undefined`: nothing that is known. */
export function looksLike(head: string): Likeness | undefined {
  if (looksLikeMetrics(head, true) === true) return { kind: 'metrics' };
  const lines = head
    .split('\n', MOST_LINES)
    .map((line) => line.slice(0, LONGEST).trimEnd())
    .filter((line) => line !== '');
  if (lines.some((line) => NO_ENTRIES.test(line)) && lines.every((line) => JOURNAL_NOTE.test(line)))
    return { kind: 'empty-journal' };
  if (hasEmptySection(lines)) return { kind: 'empty-section' };
  const words = lastWords(lines);
  const votes = new Map<string, { readonly likeness: Likeness; count: number }>();
  for (const line of lines) {
    const likeness = ofLine(line);
    if (likeness === undefined) continue;
    const key = likeness.kind === 'log' ? likeness.program : `(${likeness.kind})`;
    const vote = votes.get(key);
    if (vote === undefined) votes.set(key, { likeness, count: 1 });
    else vote.count += 1;
  }
  const [most] = [...votes.values()].sort((a, b) => b.count - a.count);
  if (most === undefined || (most.count < lines.length * ENOUGH && !HEADED.has(most.likeness.kind)))
    return words === undefined ? troubleIn(head) : { kind: 'last-words', lastWords: words };
  const { kind } = most.likeness;
  if (words !== undefined && kind === 'log') {
    const isOfK3s = words.what === 'controller-ended' && words.inK3s;
    return { ...most.likeness, ...(isOfK3s ? { program: 'k3s' } : {}), lastWords: words };
  }
  if (kind === 'description') {
    const node = nodeDescription(head);
    return node === undefined ? { kind } : { kind, node };
  }
  if (kind !== 'systemd' && kind !== 'unit-status') return most.likeness;
  const trouble = unitTrouble(head);
  const said = lines.map(wordsOfKubelet).findLast((found) => found !== undefined);
  return { kind, ...(trouble === undefined ? {} : { trouble }), ...(said === undefined ? {} : { said }) };
}

/** What stands behind the name of a kubelet. */
function wordsOfKubelet(line: string): string | undefined {
  const found = SYSLOG.exec(line);
  const words = found === null ? '' : line.slice(found[0].length).trim();
  return words !== '' && isKubeletName(found?.[1] ?? '') ? words : undefined;
}

/** What systemd says of the kubelet's unit somewhere in a text, as in notes with a few lines of its status. */
function troubleIn(head: string): Likeness | undefined {
  const trouble = unitTrouble(head);
  return trouble === undefined ? undefined : { kind: 'unit-trouble', trouble };
}

/** Whether a capture of many programs has a section for the kubelet's journal, and nothing in it. */
function hasEmptySection(lines: readonly string[]): boolean {
  const heading = lines.findIndex((line) => KUBELET_SECTION.test(line));
  if (heading < 0) return false;
  const next = lines.findIndex((line, index) => index > heading && SECTION.test(line));
  const section = lines.slice(heading + 1, next < 0 ? undefined : next);
  return (
    section.some((line) => NO_ENTRIES.test(line)) &&
    section.every((line) => JOURNAL_NOTE.test(line) || !KLOG.test(line))
  );
}

function ofLine(line: string): Likeness | undefined {
  if (TALOS.test(line)) return { kind: 'log', program: 'Talos' };
  if (MINIKUBE.test(line)) return { kind: 'log', program: 'minikube' };
  const writer = SYSLOG.exec(line)?.[1] ?? MONOTONIC.exec(line)?.[1];
  if (writer !== undefined && !isMultiCall(writer)) return ofName(writer);
  const file = KLOG.exec(line)?.[1];
  // Others serve with the same file, but it is the API server that everybody asks.
  if (file === 'authentication.go' && line.includes('Unable to authenticate the request'))
    return { kind: 'log', program: 'kube-apiserver' };
  const program = file === undefined ? undefined : otherProgramOfFile(file);
  if (program !== undefined) return { kind: 'log', program };
  if (line.includes('FLAG: --etcd-servers=') || line.includes('FLAG: --service-cluster-ip-range='))
    return { kind: 'log', program: 'kube-apiserver' };
  if (OF_K3S.test(line) || K3S_IN_TERMINAL.test(line)) return { kind: 'log', program: 'k3s' };
  if (LOGFMT.test(line)) return { kind: 'log', program: runtimeOf(line) };
  if (ETCD_JSON.test(line) || ETCD_TEXT.test(line)) return { kind: 'log', program: 'etcd' };
  if (KERNEL.test(line)) return { kind: 'kernel' };
  if (COREDNS.test(line)) return { kind: 'log', program: 'coredns' };
  if (KUBEADM.test(line)) return { kind: 'log', program: 'kubeadm' };
  if (BOOT_CONSOLE.test(line)) return { kind: 'systemd' };
  if (UNIT_STATUS.test(line)) return { kind: 'unit-status' };
  if (EVENTS.test(line) || EVENT_ROW.test(line)) return { kind: 'events' };
  if (TABLE.test(line)) return { kind: 'table' };
  if (MANIFEST.test(line)) return { kind: 'manifest' };
  return DESCRIPTION.test(line) || isOfDescription(line) ? { kind: 'description' } : undefined;
}

function ofName(name: string): Likeness | undefined {
  const program = otherProgramOfName(name);
  if (program === undefined) return undefined;
  if (program === 'kernel') return { kind: 'kernel' };
  return program === 'systemd' ? { kind: 'systemd' } : { kind: 'log', program };
}

/** The runtimes write one form; their words tell them apart. */
function runtimeOf(line: string): string {
  if (/\bmodule=(?:lib)?containerd\b|\bcontainer=[0-9a-f]{64}|API listen on|Docker daemon|graphdriver/.test(line))
    return 'docker';
  if (/ file="?[\w./-]{1,200}\.go:\d{1,6}"?| id=[0-9a-f-]{36} name=\/runtime\./.test(line)) return 'CRI-O';
  return 'containerd';
}
