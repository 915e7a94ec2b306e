/** Next steps as they are taken on a node of a distribution: the commands of the causes are those of a node that kubeadm made, with systemd, containerd and crictl. */
import type { KubeletProcess } from '../../inference/history.ts';
import type { KubeletVersion } from '../../kubelet/version.ts';
import { saveJournalCommand } from '../../kubelet/journalCommand.ts';
import { AT_THAT_TIME, atThatTime } from './atThatTime.ts';
import type { RankedFinding } from '../cause.ts';
import { type RuntimeName, runtimeOf } from './runtimeName.ts';
import { type Distribution, distributionOf, isCalledMinikube, namedUnits } from './distribution.ts';
import { TOOLS, toolsOfUnit } from './distributionTools.ts';
import { NAMED_MINIKUBE_TOOLS } from './workstationTools.ts';
import { K3S_WITHOUT_WRITER } from './k3sTools.ts';
import { MICROK8S_WITHOUT_KUBELITE } from './microk8sTools.ts';
import { ofAgent } from './oneService.ts';
import { NODE_CONTAINER, type Tools } from './tools.ts';
import type { Finding } from '../finding.ts';
import { namedSteps, plainName } from './namedSteps.ts';
import { withoutCluster, worksAlone } from './standalone.ts';
import { inWords, runtimeWords } from '../words/runtimeWords.ts';
import { versionWords } from '../words/versionWords.ts';
import type { DiagnosisView } from '../view.ts';

/** The tools of the nodes of these processes, and the name of the first one; none where they differ. */
function toolsOf(
  view: DiagnosisView,
  processes: readonly KubeletProcess[],
): { readonly tools: Tools; readonly node: string; readonly isKnown: boolean } | undefined {
  const [first, ...more] = processes;
  if (first === undefined) return undefined;
  const distribution = distributionOf(view, first);
  const tools =
    distribution === 'minikube' && !isCalledMinikube(view, first.node)
      ? NAMED_MINIKUBE_TOOLS
      : distribution === 'k3s' && first.identifier === undefined
        ? K3S_WITHOUT_WRITER
        : distribution === 'microk8s' && first.identifier?.endsWith('daemon-kubelet') === true
          ? MICROK8S_WITHOUT_KUBELITE
          : (TOOLS[distribution] ?? toolsOfUnit(first.identifier));
  if (tools === undefined || more.slice(0, 20).some((process) => distributionOf(view, process) !== distribution))
    return undefined;
  const asked = tools === TOOLS.talos ? addressOf(view, first.node) : undefined;
  return {
    tools: ofUnit(view, distribution, tools),
    node: asked ?? plainName(nameOf(view, first.node)) ?? '<node>',
    isKnown: distribution !== 'unknown',
  };
}

/** Programs of which a server and a worker have services of different names. */
const SERVICES: Partial<Record<Distribution, readonly [server: string, agent: string]>> = {
  k3s: ['k3s', 'k3s-agent'],
  rke2: ['rke2-server', 'rke2-agent'],
};

/** The tools of a worker, where systemd names its service and none of a server. */
function ofUnit(view: DiagnosisView, distribution: Distribution, tools: Tools): Tools {
  const services = SERVICES[distribution];
  if (services === undefined) return tools;
  const [server, agent] = services;
  const units = namedUnits(view);
  if (!units.has(agent) || units.has(server)) return tools;
  const words = ofAgent(server, agent);
  return {
    ...tools,
    instead: [...tools.instead, ...words],
    save: (options, node) => inWords(tools.save(options, node), words),
  };
}

/** What the node is called at the API server, of which most commands ask; else by its host. */
function nameOf({ history }: DiagnosisView, id: string | undefined): string | undefined {
  const node = history.nodes.find((one) => one.id === id);
  return node?.objectName ?? node?.names[0];
}

/** By which address talosctl was asked for this log: by another name it may not find the node. */
function addressOf({ history }: DiagnosisView, id: string | undefined): string | undefined {
  return history.nodes.find((one) => one.id === id)?.names.find((name) => ADDRESS.test(name));
}

/** A finding with the next steps of the distribution of its node, over the time in question; those of a node that nothing is known of name the usual tools. */
export function withLocalSteps(view: DiagnosisView, ranked: RankedFinding): Finding {
  const finding = withLocalTools(view, ranked);
  if (!finding.nextSteps.some((step) => step.includes(AT_THAT_TIME))) return finding;
  const when = atThatTime(view, ranked.episodes, finding.shows ?? ranked.about);
  return { ...finding, nextSteps: finding.nextSteps.map((step) => step.replaceAll(AT_THAT_TIME, when)) };
}

function withLocalTools(view: DiagnosisView, { finding, episodes }: RankedFinding): Finding {
  if (!finding.nextSteps.some((step) => step.includes('`'))) return finding;
  const processes = episodes.length > 0 ? episodes.map(({ process }) => process) : view.history.processes;
  const steps = localSteps(view, finding.nextSteps, processes);
  const nodes = new Set(processes.map(({ node }) => node));
  const name = nodes.size === 1 ? nameOf(view, processes[0]?.node) : undefined;
  // What talosctl was asked by; the cluster knows the node by another name.
  const isOnlyAddress = toolsOf(view, processes)?.tools === TOOLS.talos && name !== undefined && ADDRESS.test(name);
  return { ...finding, nextSteps: namedSteps(steps, { node: isOnlyAddress ? undefined : name }) };
}

const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Steps as they are taken on the node of these processes, or of the whole log. */
export function localSteps(
  view: DiagnosisView,
  usual: readonly string[],
  processes: readonly KubeletProcess[] = view.history.processes,
): readonly string[] {
  const found = toolsOf(view, processes);
  const own = found?.isKnown === true ? [] : ownFiles(processes);
  const marked = own.map(([usually, , mark]) => [usually, mark] as const);
  const steps = stepsOn(
    usual.map((step) => inWords(step, marked)),
    {
      runtime: runtimeOf(view, processes[0]),
      tools: found?.tools,
      node: found?.node ?? '<node>',
      version: processes.find(({ version }) => version !== undefined)?.version,
    },
  ).map((step) =>
    inWords(
      step,
      own.map(([, path, mark]) => [mark, path] as const),
    ),
  );
  return worksAlone(view, processes) ? withoutCluster(steps) : steps;
}

/** Where kubeadm has what these flags name, and what stands for it in the meantime: one kubelet's configuration is called as another's kubeconfig is. */
const FILES_OF_KUBEADM = [
  ['kubeconfig', '/etc/kubernetes/kubelet.conf', '\u0001'],
  ['config', '/var/lib/kubelet/config.yaml', '\u0002'],
] as const;
const PLAIN_PATH = /^\/[\w./@-]{1,200}$/;

/** Files that the kubelets were told to use, where all that say so were told the same. */
function ofFlag(processes: readonly KubeletProcess[], flag: string): string | undefined {
  const [path, ...others] = new Set(processes.flatMap(({ places }) => places?.get(flag) ?? []));
  return path !== undefined && others.length === 0 && PLAIN_PATH.test(path) ? path : undefined;
}

function ownFiles(
  processes: readonly KubeletProcess[],
): readonly (readonly [usual: string, path: string, mark: string])[] {
  return FILES_OF_KUBEADM.flatMap(([flag, usual, mark]) => {
    const path = ofFlag(processes, flag);
    return path === undefined ? [] : [[usual, path, mark] as const];
  });
}

/** What is known of a node where its steps are to be taken. */
export interface Place {
  readonly runtime: RuntimeName;
  readonly tools: Tools | undefined;
  /** Its name, where it may become part of a command. */
  readonly node: string;
  /** Of its kubelet, where it is known. */
  readonly version?: KubeletVersion | undefined;
}

/** Steps in the words of a node: first those of its runtime, then those of its distribution, then those of its version. What is of no use there is left out. */
export function stepsOn(usual: readonly string[], place: Place): readonly string[] {
  const older = versionWords(place.version);
  return stepsBySystem(usual, place).map((step) => inWords(step, older));
}

function stepsBySystem(usual: readonly string[], { runtime, tools, node }: Place): readonly string[] {
  const ofRuntime = usual.map((step) => inWords(step, runtimeWords(runtime)));
  if (tools === undefined) return ofRuntime;
  const { first, last, instead, isForeign } = tools;
  const steps = ofRuntime.map((step) => inWords(step, instead));
  const needed = first !== undefined && steps.some((step) => first.where.some((word) => step.includes(word)));
  const all = needed ? [first.step.replaceAll('NODE', node), ...steps, ...(last === undefined ? [] : [last])] : steps;
  const named = node === '<node>' ? all : all.map((step) => step.replaceAll(NODE_CONTAINER, node));
  const useful = isForeign === undefined ? named : named.filter((step) => !isForeign(step));
  return useful.length > 0 ? useful : [WITHOUT_STEP];
}

/** Where nothing that the causes say can be done with the tools of the node. */
const WITHOUT_STEP =
  'See the events of the node and of its pods: `kubectl describe node <node>`, `kubectl get events -A --sort-by=.lastTimestamp`.';

/** The command that writes the kubelet's log of this node into a file; the options are those of journalctl, where it is in the journal. */
export function saveLogCommand(view: DiagnosisView, options: string): string {
  const found = toolsOf(view, view.history.processes);
  return found === undefined ? saveJournalCommand(options) : found.tools.save(options, found.node);
}
