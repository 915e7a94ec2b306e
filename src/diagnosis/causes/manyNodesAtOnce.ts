/**
 * many-nodes-at-once: several nodes became unhealthy within two minutes, so the cause is shared: a rollout, a kernel or runtime version, storage, the network.
 * Sign: episodes of two nodes or more whose begins lie that near. Medium for two nodes, high from three.
 */
import { seconds } from '../../kubelet/time.ts';
import { type Cause, makeFinding, plural } from '../cause.ts';
import { type EpisodeView, skipEvidence } from '../view.ts';

const TOGETHER = seconds(120);

export const manyNodesAtOnce: Cause = {
  id: 'many-nodes-at-once',
  find(view) {
    if (view.history.nodes.length < 2) return [];
    const inOrder = [...view.episodes].sort((a, b) => a.episode.begin.min - b.episode.begin.min);
    let best: readonly EpisodeView[] = [];
    let from = 0;
    for (let at = 0; at < inOrder.length; at += 1) {
      while ((inOrder[at]?.episode.begin.min ?? 0) - (inOrder[from]?.episode.begin.min ?? 0) > TOGETHER) from += 1;
      const group = inOrder.slice(from, at + 1);
      if (nodesOf(group) > nodesOf(best)) best = group;
    }
    const nodes = nodesOf(best);
    if (nodes < 2) return [];
    return [
      makeFinding('many-nodes-at-once', {
        weight: 'circumstance',
        confidence: nodes >= 3 ? 'high' : 'medium',
        title: `${nodes} nodes became unhealthy together`,
        explanation: `${plural(nodes, 'node')} in this log became unhealthy within two minutes. One node's container or disk does not do that: look for what they share.`,
        nextSteps: ['Compare versions: `kubectl get nodes -o wide` (kernel, runtime, image).', 'Look for a rollout just before: DaemonSets, node images, unattended upgrades (`grep -h " upgrade " /var/log/dpkg.log | tail`).', 'Look at shared services: file servers, registry, the network between nodes and control plane.'],
        evidence: best.flatMap((episode) => episode.skips.slice(0, 1)).map(skipEvidence),
        episodes: [],
      }),
    ];
  },
};

function nodesOf(episodes: readonly EpisodeView[]): number {
  return new Set(episodes.map((episode) => episode.process.node)).size;
}
