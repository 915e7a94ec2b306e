/** Whose kernel, runtime and systemd wrote a line, where a log has several nodes: what hangs on one explains nothing on another. */
import { onceFor } from '../../kubelet/oncePer.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import type { LineReference, ProvenHistory } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';

/**
 * Tells whether a neighbour's line can be of a node. By the host of the line, if a node has that name; else by its source, if that holds kubelets of one node
 * only. A line that nothing ties to a node can be of any.
 */
export function ownNeighbours(history: ProvenHistory): (at: LineReference, node: string) => boolean {
  if (history.nodes.length < 2) return () => true;
  const queries = queriesOf(history);
  const lookups = lookupsOf(history);
  const bySource = new Map<number, Set<string>>();
  for (const { node, first, last } of history.processes)
    for (const { source } of [first, last]) onceFor(bySource, source, () => new Set<string>()).add(node);
  return (at, node) => {
    const host = queries.hostOf(at);
    const named = host === undefined ? undefined : lookups.nodeOfHost(host);
    if (named !== undefined) return named === node;
    const nodes = bySource.get(at.source);
    return nodes === undefined || nodes.has(node);
  };
}
