/** An analysis of several nodes cut into one for each, so that the same lanes are made for every node. */
import { grouped } from '../../kubelet/groups.ts';
import type { Analysis } from '../../analysis/analysis.ts';
import type { LineReference, ProvenHistory } from '../../inference/history.ts';

/**
 * The part of an analysis that belongs to a node, by the node's id. What no process wrote (neighbours, gaps) goes with the node of its source. All parts are found in one pass over
 * the analysis, however many nodes there are.
 */
export function partsOfNodes(analysis: Analysis): (node: string) => Analysis {
  const { reconstruction } = analysis;
  const { history, check } = reconstruction;
  const nodeOf = nodeFinder(history);
  const ofProcess = <Item extends { readonly process: string }>(items: readonly Item[]): NodeParts<Item> =>
    partsBy(items, ({ process }) => nodeOf.process(process));
  const loop = ofProcess(reconstruction.loop);
  const likelyRelists = ofProcess(reconstruction.likelyRelists);
  const clockSteps = ofProcess(check.clockSteps);
  const nodes = partsBy(history.nodes, ({ id }) => id);
  const processes = partsBy(history.processes, (process) => process.node);
  const skips = ofProcess(history.skips);
  const plegEvents = ofProcess(history.plegEvents);
  const relists = ofProcess(history.relists);
  const episodes = ofProcess(history.episodes);
  const pods = partsBy(history.pods, (pod) => nodeOf.pod(pod.uid) ?? nodeOf.line(pod.first));
  const nodeReady = partsBy(history.nodeReady, (change) => change.node);
  const stalls = ofProcess(history.stalls);
  const gaps = partsBy(history.gaps, (gap) => nodeOf.line(gap.evidence[0]));
  const facts = partsBy(history.facts, ({ fact, process }) =>
    process === undefined ? nodeOf.line(fact) : nodeOf.process(process),
  );
  return (node) => ({
    ...analysis,
    reconstruction: {
      ...reconstruction,
      loop: loop(node),
      likelyRelists: likelyRelists(node),
      check: { ...check, clockSteps: clockSteps(node) },
      history: {
        ...history,
        nodes: nodes(node),
        processes: processes(node),
        skips: skips(node),
        plegEvents: plegEvents(node),
        relists: relists(node),
        episodes: episodes(node),
        pods: pods(node),
        nodeReady: nodeReady(node),
        stalls: stalls(node),
        gaps: gaps(node),
        facts: facts(node),
      },
    },
  });
}

/** Items of a list by node, in the order of the list. */
type NodeParts<Item> = (node: string) => readonly Item[];

function partsBy<Item>(items: readonly Item[], nodeOf: (item: Item) => string | undefined): NodeParts<Item> {
  // An item of no node is in no part: no id of a node is empty.
  const parts = grouped(items, (item) => nodeOf(item) ?? '');
  return (node) => parts.get(node) ?? [];
}

/** Which node a pod belongs to: that of a process that tells of it (journals of nodes can be mixed line by line). Which node wrote a line: that of the process whose lines surround it, else of the first process of its source, else the first of all. */
function nodeFinder(history: ProvenHistory): {
  pod(uid: string): string | undefined;
  process(id: string): string | undefined;
  line(at: LineReference | undefined): string | undefined;
} {
  const byProcess = new Map(history.processes.map((process) => [process.id, process.node]));
  const bySource = grouped(history.processes, ({ first }) => first.source);
  const byPod = new Map<string, string>();
  const tell = (uid: string | undefined, process: string | undefined): void => {
    const node = uid === undefined || process === undefined ? undefined : byProcess.get(process);
    if (uid !== undefined && node !== undefined && !byPod.has(uid)) byPod.set(uid, node);
  };
  for (const event of history.plegEvents) tell(event.pod.uid, event.process);
  for (const { fact, process } of history.facts) if ('pod' in fact) tell(fact.pod.uid, process);
  return {
    pod: (uid) => byPod.get(uid),
    process: (id) => byProcess.get(id),
    line: (at) => {
      const processes = (at === undefined ? undefined : bySource.get(at.source)) ?? history.processes;
      return (
        (
          processes.find(
            (process) => at !== undefined && process.first.line <= at.line && process.last.line >= at.line,
          ) ?? processes[0]
        )?.node ?? history.nodes[0]?.id
      );
    },
  };
}
