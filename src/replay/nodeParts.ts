/** A reconstruction of several nodes cut into those of some of them, so that each is looked at as if its log were alone. */
import { lookupsOf } from '../inference/lookups.ts';
import { grouped } from '../kubelet/groups.ts';
import type { KubeletProcess, LineReference, ProvenHistory } from '../inference/history.ts';
import { writersOn } from '../inference/streams/runtimeWriters.ts';
import { answerWith, queriesOf } from '../inference/queries.ts';
import type { Reconstruction } from './reconstruction.ts';

/**
 * The part of a reconstruction that belongs to some nodes, by their ids. What no process wrote (neighbours, gaps) goes with the node of its host, else of its source. The parts of single
 * nodes are found in one pass over all, however many nodes there are.
 */
export function partsOfNodes(reconstruction: Reconstruction): (ids: ReadonlySet<string>) => Reconstruction {
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
  const gaps = partsBy(history.gaps, ({ process, evidence: [line] }) =>
    process === undefined ? nodeOf.line(line) : nodeOf.process(process),
  );
  const facts = partsBy(history.facts, ({ fact, process }) =>
    process === undefined ? nodeOf.line(fact) : nodeOf.process(process),
  );
  return (ids) => ({
    ...reconstruction,
    loop: loop(ids),
    likelyRelists: likelyRelists(ids),
    check: { ...check, clockSteps: clockSteps(ids) },
    history: withOwnEnd(history, {
      ...history,
      nodes: nodes(ids),
      processes: processes(ids),
      skips: skips(ids),
      plegEvents: plegEvents(ids),
      relists: relists(ids),
      episodes: episodes(ids),
      pods: pods(ids),
      nodeReady: nodeReady(ids),
      stalls: stalls(ids),
      gaps: gaps(ids),
      facts: facts(ids),
    }),
  });
}

/** A part from its first process run on, until the log shows its machines last: that of a node can end hours before the whole. */
function withOwnEnd(whole: ProvenHistory, part: ProvenHistory): ProvenHistory {
  const { hostOf, runtimeWriters, seenUntil } = queriesOf(whole);
  const [first] = part.processes;
  const last = part.processes.at(-1);
  const history =
    first === undefined || last === undefined ? part : { ...part, span: { from: first.from, to: seenUntil(last) } };
  const own = writersOn(
    runtimeWriters,
    history.nodes.flatMap(({ names }) => names),
  );
  answerWith(history, { ...queriesOf(history), hostOf, runtimeWriters: own, seenUntil });
  return history;
}

/** Items of a list by node, in the order of the list. */
type NodeParts<Item> = (nodes: ReadonlySet<string>) => readonly Item[];

function partsBy<Item>(items: readonly Item[], nodeOf: (item: Item) => string | undefined): NodeParts<Item> {
  // An item of no node is in no part: no id of a node is empty.
  const parts = grouped(items, (item) => nodeOf(item) ?? '');
  return (nodes) => {
    const [only = ''] = nodes;
    return nodes.size === 1 ? (parts.get(only) ?? []) : items.filter((item) => nodes.has(nodeOf(item) ?? ''));
  };
}

/** Which node a pod belongs to: that of a process that tells of it (journals of nodes can be mixed line by line). Which node wrote a line: that of its host, else that of the process whose lines surround it, else of the first process of its source, else the first of all. */
function nodeFinder(history: ProvenHistory): {
  pod(uid: string): string | undefined;
  process(id: string): string | undefined;
  line(at: LineReference | undefined): string | undefined;
} {
  const byProcess = new Map(history.processes.map((process) => [process.id, process.node]));
  const lookups = lookupsOf(history);
  const { hostOf } = queriesOf(history);
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
      const named = lookups.nodeOfHost((at === undefined ? undefined : hostOf(at)) ?? '');
      if (named !== undefined) return named;
      const processes = (at === undefined ? undefined : bySource.get(at.source)) ?? history.processes;
      // Output that is reversed ends at its lowest line.
      const isIn = ({ first, last }: KubeletProcess): boolean =>
        at !== undefined && Math.min(first.line, last.line) <= at.line && Math.max(first.line, last.line) >= at.line;
      return (processes.find(isIn) ?? processes[0])?.node ?? history.nodes[0]?.id;
    },
  };
}
