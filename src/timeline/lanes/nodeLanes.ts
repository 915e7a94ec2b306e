/** The lanes of several nodes, each under its own, those with trouble first. */
import type { Episode } from '../../inference/history.ts';
import { draftLane } from '../context.ts';
import type { LaneDraft } from '../marks.ts';

/** A node with what was made of its part of the log. */
export interface NodeLanes {
  readonly id: string;
  readonly name: string;
  readonly lanes: readonly LaneDraft[];
  readonly episodes: readonly Episode[];
}

/** Puts the lanes of each node under one with its name. Nodes that were unhealthy come first, the longest first, then those with more errors; the others are folded. */
export function lanesOfNodes(nodes: readonly NodeLanes[]): LaneDraft[] {
  const ranked = nodes.map((node) => ({ node, unhealthy: unhealthyOf(node), errors: errorsOf(node) }));
  const hasTrouble = ranked.some(({ unhealthy }) => unhealthy > 0);
  return ranked
    .toSorted((a, b) => b.unhealthy - a.unhealthy || b.errors - a.errors)
    .flatMap(({ node, unhealthy }) => underNode(node, hasTrouble && unhealthy === 0));
}

/** Puts the lanes of a node under a lane with its name, which shows its unhealthy stretches while it is folded and in the overview. */
function underNode({ id, name, lanes }: NodeLanes, folded: boolean): LaneDraft[] {
  const head = draftLane(`node/${id}`, 'node', name);
  for (const lane of lanes) {
    lane.id = `${id}/${lane.id}`;
    lane.parent = lane.parent === undefined ? head.id : `${id}/${lane.parent}`;
    lane.node = name;
    if (lane.kind === 'sync-loop') head.items.addFrom(lane.items, 0);
  }
  head.node = name;
  if (folded) head.folded = true;
  return [head, ...lanes];
}

/** How long its episodes last at least, in microseconds; one without an end counts for more than all that are over. Normal starts are no trouble. */
function unhealthyOf({ episodes }: NodeLanes): number {
  return episodes
    .filter((episode) => !episode.startup)
    .reduce((sum, { begin, end }) => sum + (end === undefined ? STILL_GOING_ON : Math.max(1, end.min - begin.max)), 0);
}

const STILL_GOING_ON = 1e15;

function errorsOf({ lanes }: NodeLanes): number {
  return lanes.reduce((sum, lane) => sum + (lane.kind === 'namespace' ? 0 : lane.items.countOf(2)), 0);
}
