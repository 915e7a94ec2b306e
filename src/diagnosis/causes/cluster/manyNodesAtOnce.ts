/**
 * many-nodes-at-once: several nodes became unhealthy within two minutes, so the cause is shared: a rollout, a kernel or runtime version, storage, the network.
 * Sign: episodes of two nodes or more whose begins lie that near. Medium for two nodes, high from three.
 */
import { seconds } from '../../../kubelet/time.ts';
import { likelyBegin } from '../../answer/likelyTimes.ts';
import { type Cause, makeFinding, plural } from '../../cause.ts';
import { type EpisodeView, skipEvidence } from '../../view.ts';

const TOGETHER = seconds(120);

export const manyNodesAtOnce: Cause = {
  id: 'many-nodes-at-once',
  find(view) {
    if (view.history.nodes.length < 2) return [];
    // Where nothing bounds a begin from below, and no relist is named, nobody knows it: its earliest time is that of the log.
    const inOrder = view.episodes
      .filter(({ episode }) => episode.beginOpen !== true || episode.lastRelist !== undefined)
      .sort((a, b) => likelyBegin(a.episode) - likelyBegin(b.episode));
    const { group: best, nodes } = mostNodes(inOrder);
    if (nodes < 2) return [];
    return [
      makeFinding('many-nodes-at-once', {
        weight: 'circumstance',
        confidence: nodes >= 3 ? 'high' : 'medium',
        title: `${nodes} nodes became unhealthy together`,
        explanation: `${plural(nodes, 'node')} in this log became unhealthy within two minutes. One node's container or disk does not do that: look for what they share.`,
        nextSteps: [
          'Compare versions: `kubectl get nodes -o wide` (kernel, runtime, image).',
          'Look for a rollout just before: DaemonSets, node images, unattended upgrades (`grep -h " upgrade " /var/log/dpkg.log | tail`).',
          'Look at shared services: file servers, registry, the network between nodes and control plane.',
        ],
        evidence: best.flatMap((episode) => episode.skips.slice(0, 1)).map(skipEvidence),
      }),
    ];
  },
};

/** The episodes within two minutes that are of most nodes, the first of several such groups; a window moves over their begins. */
function mostNodes(inOrder: readonly EpisodeView[]): {
  readonly group: readonly EpisodeView[];
  readonly nodes: number;
} {
  const inside = new Map<string, number>();
  let from = 0;
  let best = { from: 0, to: 0, nodes: 0 };
  inOrder.forEach((latest, at) => {
    inside.set(latest.process.node, (inside.get(latest.process.node) ?? 0) + 1);
    for (
      let first = inOrder[from];
      first !== undefined && likelyBegin(latest.episode) - likelyBegin(first.episode) > TOGETHER;
      first = inOrder[from]
    ) {
      const left = (inside.get(first.process.node) ?? 1) - 1;
      if (left === 0) inside.delete(first.process.node);
      else inside.set(first.process.node, left);
      from += 1;
    }
    if (inside.size > best.nodes) best = { from, to: at + 1, nodes: inside.size };
  });
  return { group: inOrder.slice(best.from, best.to), nodes: best.nodes };
}
