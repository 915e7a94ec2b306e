/**
 * cni-failing: the network plug-in fails to add or remove pods. Sign: its error lines. Near an episode it can hold the runtime's lock of a pod (medium, as a
 * circumstance); many lines without one are a fault of their own (medium from five on), single ones an everyday event (low).
 */
import { seconds } from '../../kubelet/time.ts';
import type { Instant } from '../../kubelet/time.ts';
import { isCniError } from '../../messages/texts/cniWords.ts';
import { type Cause, makeFinding, plural, type RankedFinding } from '../cause.ts';
import { bothEnds, evidenceOf, podText } from '../words/factText.ts';
import { amountText, mostText } from '../words/amountText.ts';
import { stretchOf, troubledPods } from '../signs/podTroubles.ts';
import type { DiagnosisView } from '../view.ts';

/** So many lines are no everyday event. */
const ENOUGH = 5;
const NEXT_STEPS = [
  'Look at the plug-in: `ls -l /etc/cni/net.d /opt/cni/bin`, `kubectl -n kube-system get pods -o wide | grep <node>`.',
  'Look for plug-in processes that hang: `ps -eo pid,etime,stat,args | grep /opt/cni/bin`.',
  "Read the plug-in's agent log at that time.",
];

/** As the plug-ins say it: Amazon's, host-local, Calico, Cilium, Azure's. */
const NO_ADDRESS: readonly string[] = [
  'failed to assign an ip address',
  'no ip addresses available',
  'no available ip',
  'no more ips',
  'no free address',
  'no available address',
  'assigned 0 out of ',
  'range is full',
];
const ADDRESS_STEPS = [
  'See how many addresses are left: those of the subnet in a cloud, `ls /var/lib/cni/networks/* | wc -l` (host-local keeps a file for each, those of pods that are gone too), `kubectl get ippools,ipamblocks` (Calico), `kubectl -n kube-system logs ds/aws-node` (Amazon).',
  'See how many pods the node has: `kubectl get pods -A -o wide --field-selector spec.nodeName=<node> | wc -l`; a node takes only as many as it has addresses for.',
];

/** What it lacks, from the text of its error. */
function lacksAddresses(text: string): boolean {
  const lower = text.toLowerCase();
  return NO_ADDRESS.some((words) => lower.includes(words));
}

/** As the plug-ins say that their own pod on the node does not answer: Calico, Cilium, Amazon's, Multus, flannel, Weave, OVN-Kubernetes. */
const NO_AGENT =
  /calico\/node container is running|cilium\.sock|[Ii]s the agent running|127\.0\.0\.1:50051|multus\.sock|\/run\/flannel\/subnet\.env|127\.0\.0\.1:6784|ovn-cni-server\.sock|\(ovn-installed\)/;
const AGENT_STEP =
  'See the pod of the network plug-in on this node, and why it does not run: `kubectl -n kube-system get pods -o wide | grep <node>` (of Calico by its operator in the namespace `calico-system`), then its log.';

/** The plug-in asks the API server with credentials of its own, which its pod on the node writes; Calico's end after a day when that pod cannot write them anew. */
const NOT_LET_IN = /connection is unauthorized|\bUnauthorized$/;
const CREDENTIALS_STEP =
  'Let the pod of the plug-in on this node write its credentials anew: delete it, and it is made again. See which it is, `kubectl -n kube-system get pods -o wide | grep <node>` (of Calico by its operator in the namespace `calico-system`), and when the file was written: `ls -l /etc/cni/net.d/*kubeconfig`.';

/** libcni (pkg/invoke/find.go): no program of that name in the folders of plug-ins. */
const NO_PROGRAM = /failed to find plugin \\{0,16}"([\w.-]{1,60})\\{0,16}" in path \[([\w./ -]{0,200})\]/;

/** The plug-in whose program is not there, and where it was looked for. */
function missingProgram(text: string): { readonly name: string; readonly folder: string } | undefined {
  const [, name, folder] = NO_PROGRAM.exec(text) ?? [];
  return name === undefined ? undefined : { name, folder: folder?.split(' ')[0] || '/opt/cni/bin' };
}

function installSteps({ name, folder }: { readonly name: string; readonly folder: string }): readonly string[] {
  return [
    `See what is there: \`ls -l ${folder}\`, and which plug-ins the configuration asks for: \`grep -h '"type"' /etc/cni/net.d/*\`.`,
    `Put ${name} back: loopback, bridge, host-local and portmap come with the package kubernetes-cni or containernetworking-plugins (flannel only up to 0.9); the program of a network plug-in is copied there by its own pod on the node, so restart that: \`kubectl -n kube-system get pods -o wide | grep <node>\`.`,
  ];
}

/** plugins/main/bridge: what an earlier network plug-in, or an earlier cluster, left behind. */
const OTHER_BRIDGE = /\\{0,16}"?(cni\w{1,12}|cbr0|docker0)\\{0,16}"? already has an IP address different from/;

function isNotLetIn(text: string): boolean {
  return NOT_LET_IN.test(text.replace(/[\s"\\]{1,100}$/, ''));
}

function titleFor(text: string): string {
  const missing = missingProgram(text);
  if (missing !== undefined) return `The network plug-in ${missing.name} is not installed on this node`;
  if (lacksAddresses(text)) return 'The network plug-in has no address left for pods';
  if (isNotLetIn(text)) return 'The API server refuses the network plug-in';
  const bridge = OTHER_BRIDGE.exec(text)?.[1];
  if (bridge !== undefined) return `The bridge ${bridge} of this node has an address of another network`;
  return NO_AGENT.test(text)
    ? 'The agent of the network plug-in did not answer on this node'
    : 'The network plug-in failed';
}

/** The host networking service of Windows. */
const OF_WINDOWS = /\b(?:HCN|HNS|hcn[A-Z]\w{2,40})\b/;
const HNS_STEP =
  'See the networks of Windows: `Get-HnsNetwork | Select-Object Name,Type`; where that of the plug-in is gone, start the plug-in of this node anew, so that it makes it again.';

function stepsFor(text: string): readonly string[] {
  const missing = missingProgram(text);
  if (missing !== undefined) return installSteps(missing);
  if (OF_WINDOWS.test(text)) return [HNS_STEP, ...NEXT_STEPS.slice(2)];
  if (lacksAddresses(text)) return [...ADDRESS_STEPS, ...NEXT_STEPS.slice(2)];
  if (isNotLetIn(text)) return [CREDENTIALS_STEP, ...NEXT_STEPS];
  const bridge = OTHER_BRIDGE.exec(text)?.[1];
  if (bridge !== undefined)
    return [
      `See which address it has, and which the pods of this node are to have: \`ip -br address show ${bridge}\`, \`cat /run/flannel/subnet.env\`, \`kubectl get node <node> -o jsonpath={.spec.podCIDR}\`.`,
      `Where it is left over from an earlier plug-in or cluster, take it away, and it is made anew: \`ip link set ${bridge} down && ip link delete ${bridge}\`; pods on it must be started again.`,
      ...NEXT_STEPS.slice(0, 1),
    ];
  return NO_AGENT.test(text) ? [AGENT_STEP, ...NEXT_STEPS] : NEXT_STEPS;
}

export const cniFailing: Cause = {
  id: 'cni-failing',
  find(view) {
    const facts = view.facts.all('cni-failed');
    const [first] = facts;
    const last = facts.at(-1);
    if (first === undefined || last === undefined)
      return [byWorkers, byRuntime].map((find) => find(view)).find(({ length }) => length > 0) ?? [];
    const episodes = view.episodes.filter(
      (episode) =>
        view.facts.between(episode.process.id, 'cni-failed', (episode.from - seconds(300)) as Instant, episode.to)
          .length > 0,
    );
    const pods = [...new Set(facts.map((fact) => podText(fact.pod)))].filter((name) => name !== 'unknown pod');
    // A pass that is slow without any failed call is what a slow plug-in looks like from PLEG.
    const explained = episodes.every(
      (episode) => episode.verdict.kind !== 'unknown' && episode.verdict.kind !== 'inspect-calls-slow',
    );
    const said = facts.findLast(({ error }) => error.text !== '')?.error.text.replaceAll('\\"', '"');
    return [
      makeFinding('cni-failing', {
        weight: episodes.length > 0 && !explained ? 'cause' : 'circumstance',
        confidence: episodes.length > 0 || isLasting(view, facts.length, first, last) ? 'medium' : 'low',
        title: titleFor(said ?? ''),
        explanation: `${amountText(view, facts.length, first, last)} about networks of ${pods.length === 0 ? 'pods' : plural(pods.length, 'pod')} that could not be set up or torn down${pods.length > 0 ? `, first ${pods.slice(0, 2).join(' and ')}` : ''}.${said === undefined ? '' : ` The text: "${bothEnds(said, 260)}".`}${episodes.length > 0 ? ' A plug-in that hangs keeps the runtime waiting for that pod, and PLEG with it.' : ''}`,
        nextSteps: stepsFor(said ?? ''),
        timedBy: facts,
        evidence: facts.slice(0, 8).map(evidenceOf),
        episodes: explained ? [] : episodes,
      }),
    ];
  },
};

/** So near to the end of the log it goes on. */
const STILL = seconds(60);
/** For so long after its start a node waits for its plug-in. */
const STARTING = seconds(60);

/** Many lines; or a few that the log ends with, as a pasted piece does, but for the first minute of a kubelet. */
function isLasting(
  { history: { span, processes } }: DiagnosisView,
  count: number,
  first: { readonly time: Instant },
  last: { readonly time: Instant },
): boolean {
  if (count >= ENOUGH) return true;
  const starts = processes.some(
    ({ startedInLog, from }) => startedInLog && last.time >= from && first.time <= from + STARTING,
  );
  return count >= 2 && span !== undefined && span.to - last.time < STILL && !starts;
}

/** Only the workers of pods say it: the runtime's own lines are not in the log, as where it was searched for errors of pods. */
function byWorkers(view: DiagnosisView): readonly RankedFinding[] {
  const pods = troubledPods(view, 'network');
  const stretch = stretchOf(pods);
  if (stretch === undefined) return [];
  const count = pods.reduce((sum, pod) => sum + pod.count, 0);
  return [
    makeFinding('cni-failing', {
      weight: 'circumstance',
      confidence: isLasting(view, count, stretch.first, stretch.last) ? 'medium' : 'low',
      title: titleFor(pods[0]?.text ?? ''),
      timedBy: [stretch.first, stretch.last],
      explanation: `${amountText(view, count, stretch.first, stretch.last)} ${count === 1 ? 'says' : 'say'} that sandboxes could not be connected to the network: ${mostText(pods.map(({ pod, count: lines }) => ({ name: pod, count: lines })))}. The text: "${bothEnds(pods[0]?.text.replaceAll('\\"', '"').replace(/^"|"$/g, '') ?? '', 260)}".`,
      nextSteps: stepsFor(pods[0]?.text ?? ''),
      evidence: pods
        .slice(0, 4)
        .flatMap(({ first, last }) => [first, last])
        .map(evidenceOf),
    }),
  ];
}

/** Only the failed call or the runtime's own line says it, as where a piece ends right behind it. */
function byRuntime(view: DiagnosisView): readonly RankedFinding[] {
  const calls = view.facts.fitting('runtime-call-failed', ({ error }) => isCniError(error.text));
  const own = view.facts.fitting('neighbour', ({ what, text }) => what === 'runtime-error' && isCniError(text));
  const lines = [...calls, ...own].sort((a, b) => a.time - b.time);
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  // The runtime's own text says which plug-in; the kubelet repeats it.
  const said = own[0]?.text.replace(/^.*? error="/, '') ?? calls[0]?.error.text ?? '';
  return [
    makeFinding('cni-failing', {
      weight: 'circumstance',
      confidence: isLasting(view, lines.length, first, last) ? 'medium' : 'low',
      title: titleFor(said),
      timedBy: lines,
      explanation: `${amountText(view, lines.length, first, last)} ${lines.length === 1 ? 'says' : 'say'} that sandboxes could not be connected to the network. The text: "${bothEnds(said.replaceAll('\\"', '"').replace(/"$/, ''), 260)}".`,
      nextSteps: stepsFor(said),
      evidence: [...lines.slice(0, 3), ...lines.slice(3).slice(-1)].map(evidenceOf),
    }),
  ];
}
