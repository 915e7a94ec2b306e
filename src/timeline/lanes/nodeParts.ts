/** An analysis of several nodes cut into one for each, so that the same lanes are made for every node. */
import type { Analysis } from '../../analysis/analysis.ts';
import type { LineReference, ProvenHistory } from '../../inference/history.ts';

/** The part of an analysis that belongs to a node. What no process wrote (neighbours, gaps) goes with the node of its source. */
export function partOfNode(analysis: Analysis, node: string): Analysis {
  const { reconstruction } = analysis;
  const { history, check } = reconstruction;
  const nodeOf = nodeFinder(history);
  const isProcess = (id: string): boolean => nodeOf.process(id) === node;
  const isHere = (process: string | undefined, at: LineReference | undefined): boolean =>
    (process === undefined ? nodeOf.line(at) : nodeOf.process(process)) === node;
  return {
    ...analysis,
    reconstruction: {
      ...reconstruction,
      loop: reconstruction.loop.filter((span) => isProcess(span.process)),
      likelyRelists: reconstruction.likelyRelists.filter((relist) => isProcess(relist.process)),
      check: { ...check, clockSteps: check.clockSteps.filter((step) => isProcess(step.process)) },
      history: {
        ...history,
        nodes: history.nodes.filter((candidate) => candidate.id === node),
        processes: history.processes.filter((process) => process.node === node),
        skips: history.skips.filter((skip) => isProcess(skip.process)),
        plegEvents: history.plegEvents.filter((event) => isProcess(event.process)),
        relists: history.relists.filter((relist) => isProcess(relist.process)),
        episodes: history.episodes.filter((episode) => isProcess(episode.process)),
        pods: history.pods.filter((pod) => (nodeOf.pod(pod.uid) ?? nodeOf.line(pod.first)) === node),
        nodeReady: history.nodeReady.filter((change) => change.node === node),
        stalls: history.stalls.filter((stall) => isProcess(stall.process)),
        gaps: history.gaps.filter((gap) => isHere(undefined, gap.evidence[0])),
        facts: history.facts.filter(({ fact, process }) => isHere(process, fact)),
      },
    },
  };
}

/** Which node a pod belongs to: that of a process that tells of it (journals of nodes can be mixed line by line). Which node wrote a line: that of the process whose lines surround it, else of the first process of its source, else the first of all. */
function nodeFinder(history: ProvenHistory): {
  pod(uid: string): string | undefined;
  process(id: string): string | undefined;
  line(at: LineReference | undefined): string | undefined;
} {
  const byProcess = new Map(history.processes.map((process) => [process.id, process.node]));
  const bySource = new Map<number, ProvenHistory['processes'][number][]>();
  for (const process of history.processes) {
    const known = bySource.get(process.first.source);
    if (known === undefined) bySource.set(process.first.source, [process]);
    else known.push(process);
  }
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
