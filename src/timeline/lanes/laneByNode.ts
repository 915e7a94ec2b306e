/** Lanes of which each node of a log has one. */
import { onceFor } from '../../kubelet/oncePer.ts';
import { draftLane, type TimelineContext } from '../context.ts';
import type { LaneDraft } from '../marks.ts';

/** One lane for each node, made when first asked for. */
export function laneByNode(
  context: TimelineContext,
  kind: LaneDraft['kind'],
  label: string,
): { of(process: string): LaneDraft; ofNode(node: string): LaneDraft; all(): LaneDraft[] } {
  const lanes = new Map<string, LaneDraft>();
  const ofNode = (node: string): LaneDraft =>
    onceFor(lanes, node, () => draftLane(context.history.nodes.length < 2 ? kind : `${kind}/${node}`, kind, label));
  return {
    ofNode,
    of: (process) => ofNode(context.process(process)?.node ?? context.history.nodes[0]?.id ?? 'node'),
    all: () => {
      if (lanes.size === 0) ofNode(context.history.nodes[0]?.id ?? 'node');
      return [...lanes.values()];
    },
  };
}
