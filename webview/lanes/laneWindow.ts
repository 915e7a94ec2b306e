/**
 * Which rows are in sight, from top to bottom. The lanes of the kubelet (of several nodes: one row for each) stay at the top while pods scroll below them, and the name of a
 * pod stays above its containers. Pure.
 */
import type { Lane, LaneKind } from '../../src/timeline/timelineDocument.ts';
import type { Row } from './rows.ts';

/** The most that stays at the top, as a part of what is in sight: more of it would leave too little to scroll. */
const PINNED_PART = 0.6;
const PINNED_NODES_PART = 0.4;

const WORKLOAD: ReadonlySet<LaneKind> = new Set(['namespace', 'pod', 'container']);
/** Their names stay above what belongs to them. A namespace is told by its pods well enough. */
const STAYING: ReadonlySet<LaneKind> = new Set(['node', 'pod']);

export interface LaneWindow {
  /** Places in the rows, one for each row in sight. */
  readonly places: readonly number[];
  /** So many of them never scroll. */
  readonly pinned: number;
}

export const NO_LANES: LaneWindow = { places: [], pinned: 0 };

/** How many rows never scroll when `count` are in sight. */
export function pinnedRows(rows: readonly Row[], lanes: readonly Lane[], count: number): number {
  if (rows.length <= count) return 0;
  const overview = rows.findIndex((row) => row.overview !== true);
  if (overview > 0) return Math.min(overview, Math.floor(count * PINNED_NODES_PART));
  const first = rows.findIndex(
    (row) => WORKLOAD.has(lanes[row.lane]?.kind ?? 'other') || lanes[row.lane]?.kind === 'node',
  );
  return Math.min(Math.max(0, first), Math.floor(count * PINNED_PART));
}

/** The rows in sight, of `count`, when `scrolled` rows are above them. `stay`: so many stay at least, as far as there is room: what is under the pointer must not change when the dock opens. */
export function laneWindow(
  rows: readonly Row[],
  lanes: readonly Lane[],
  count: number,
  scrolled: number,
  stay = 0,
): LaneWindow {
  const pinned = rows.length <= count ? 0 : Math.max(pinnedRows(rows, lanes, count), Math.min(stay, count - 1));
  const above = Math.max(0, Math.min(scrolled, rows.length - count));
  const places = Array.from({ length: Math.min(count, rows.length) }, (_, slot) =>
    slot < pinned ? slot : slot + above,
  );
  const first = pinned + above;
  stayingAbove(rows, lanes, first).forEach((place, at) => {
    const covered = first + at;
    if (place >= pinned && pinned + at < places.length && isUnder(rows, covered, place)) places[pinned + at] = place;
  });
  return { places, pinned };
}

/** How many rows must be above so that a row is in sight; `undefined` when it is. */
export function scrollTo(
  rows: readonly Row[],
  lanes: readonly Lane[],
  count: number,
  scrolled: number,
  place: number,
): number | undefined {
  const pinned = pinnedRows(rows, lanes, count);
  if (place < pinned) return undefined;
  const least = pinned + stayingAbove(rows, lanes, place).length;
  const slot = place - scrolled;
  if (slot < least) return Math.max(0, place - least);
  return slot >= count ? place - count + 1 : undefined;
}

/** Places of the rows whose names stay above this one, the outermost first. */
function stayingAbove(rows: readonly Row[], lanes: readonly Lane[], place: number): number[] {
  const found: number[] = [];
  let depth = rows[place]?.depth ?? 0;
  for (let above = place - 1; above >= 0 && depth > 0; above -= 1) {
    const row = rows[above];
    if (row === undefined || row.depth >= depth) continue;
    ({ depth } = row);
    if (STAYING.has(lanes[row.lane]?.kind ?? 'other')) found.unshift(above);
  }
  return found;
}

function isUnder(rows: readonly Row[], place: number, head: number): boolean {
  const depth = rows[head]?.depth ?? 0;
  for (let at = head + 1; at <= place; at += 1) if ((rows[at]?.depth ?? 0) <= depth) return false;
  return place > head;
}
