import type { Lane } from '../src/timeline/timelineDocument.ts';

/** One visible row of the lanes. */
export interface Row {
  /** Index into the document's lanes. */
  readonly lane: number;
  readonly depth: number;
  /** Absent: nothing to fold. */
  readonly folded?: boolean;
}

/**
 * The rows to show: lanes in order, children under an unfolded parent. A filter keeps the pods (with all their containers) and the containers
 * (with their pod) whose label contains it; lanes of the kubelet itself always stay, for without them no pod can be understood.
 */
export function visibleRows(lanes: readonly Lane[], folded: ReadonlySet<string>, filter: string): Row[] {
  const wanted = filter.trim().toLowerCase();
  const children = new Map<string, number[]>();
  lanes.forEach((lane, index) => {
    if (lane.parent === undefined) return;
    const known = children.get(lane.parent);
    if (known === undefined) children.set(lane.parent, [index]);
    else known.push(index);
  });
  const matches = (lane: Lane): boolean => wanted === '' || lane.label.toLowerCase().includes(wanted);
  const rows: Row[] = [];
  lanes.forEach((lane, index) => {
    if (lane.parent !== undefined) return;
    const own = children.get(lane.id) ?? [];
    const filtered = lane.kind === 'pod' && wanted !== '';
    const shown = filtered && !matches(lane) ? own.filter((child) => lanes[child] !== undefined && matches(lanes[child])) : own;
    if (filtered && !matches(lane) && shown.length === 0) return;
    if (own.length === 0) {
      rows.push({ lane: index, depth: 0 });
      return;
    }
    const isFolded = folded.has(lane.id) && !(filtered && shown.length < own.length);
    rows.push({ lane: index, depth: 0, folded: isFolded });
    if (!isFolded) for (const child of shown) rows.push({ lane: child, depth: 1 });
  });
  return rows;
}

/** Ids of the lanes that are folded when a document is first shown. */
export function initiallyFolded(lanes: readonly Lane[]): Set<string> {
  return new Set(lanes.filter((lane) => lane.folded === true).map((lane) => lane.id));
}
