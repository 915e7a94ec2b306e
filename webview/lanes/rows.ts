import { appendTo } from '../../src/kubelet/groups.ts';
import type { Lane } from '../../src/timeline/timelineDocument.ts';

/** One visible row of the lanes. */
export interface Row {
  /** Index into the document's lanes. */
  readonly lane: number;
  readonly depth: number;
  /** Absent: nothing to fold. */
  readonly folded?: boolean;
  /** Of several nodes one row each stands above all others; it leads to the lanes of its node. */
  readonly overview?: true;
}

/** Lanes of the workload: a search hides those without a match. The lanes of the kubelet itself always stay, for without them no pod can be understood. */
const HIDDEN_WITHOUT_MATCH: ReadonlySet<Lane['kind']> = new Set(['namespace', 'pod', 'container']);

/**
 * The rows to show: lanes in order, children under an unfolded parent, at any depth. `isLit` tells while a search is on which lanes hold a match: others of
 * namespaces, pods and containers are left out, and what hides a match by being folded is unfolded. Nodes come first as an overview, one row each.
 */
export function visibleRows(
  lanes: readonly Lane[],
  folded: ReadonlySet<string>,
  isLit?: (lane: number) => boolean,
): Row[] {
  const children = new Map<string | undefined, number[]>();
  const known = new Set(lanes.map((lane) => lane.id));
  lanes.forEach((lane, index) => {
    const parent = lane.parent !== undefined && known.has(lane.parent) ? lane.parent : undefined;
    appendTo(children, parent, index);
  });
  const rows: Row[] = [];
  const holdsMatch = (index: number): boolean => {
    const lane = lanes[index];
    return (
      lane !== undefined && isLit !== undefined && (isLit(index) || (children.get(lane.id) ?? []).some(holdsMatch))
    );
  };
  const isShown = (index: number): boolean => {
    const lane = lanes[index];
    return lane !== undefined && (isLit === undefined || !HIDDEN_WITHOUT_MATCH.has(lane.kind) || holdsMatch(index));
  };
  const add = (index: number, depth: number): void => {
    const lane = lanes[index];
    if (lane === undefined) return;
    const own = children.get(lane.id) ?? [];
    if (own.length === 0) {
      rows.push({ lane: index, depth });
      return;
    }
    const shown = own.filter(isShown);
    const hidesMatch = isLit !== undefined && HIDDEN_WITHOUT_MATCH.has(lane.kind) && shown.length < own.length;
    const isFolded = folded.has(lane.id) && !hidesMatch;
    rows.push({ lane: index, depth, folded: isFolded });
    if (!isFolded) for (const child of shown) add(child, depth + 1);
  };
  const top = children.get(undefined) ?? [];
  for (const index of top) if (lanes[index]?.kind === 'node') rows.push({ lane: index, depth: 0, overview: true });
  for (const index of top) if (isShown(index)) add(index, 0);
  return rows;
}

/** Ids of the lanes that are folded when a document is first shown. */
export function initiallyFolded(lanes: readonly Lane[]): Set<string> {
  return new Set(lanes.filter((lane) => lane.folded === true).map((lane) => lane.id));
}

/** What a lane is called in its row: a pod under its namespace needs no namespace. */
export function rowLabel(lane: Lane, depth: number): string {
  return lane.kind === 'pod' && depth > 0 ? lane.label.slice(lane.label.indexOf('/') + 1) : lane.label;
}
