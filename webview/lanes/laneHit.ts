/** What of the lanes is under the pointer. Pure. */
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';
import type { Lane } from '../../src/timeline/timelineDocument.ts';
import { drawnEnd } from './laneLayout.ts';
import type { Model, Selection } from '../page/model.ts';

/** How near the pointer must be to what is narrower than that, in pixels. */
const REACH = 6;

/** An item of a lane. */
export interface LaneItem {
  /** Indexes into the document's lanes and into the lane's items. */
  readonly lane: number;
  readonly index: number;
}

/** The item at `x` pixels of the time axis in a row (a place in the model's rows), of what was drawn of it; what a search found comes first. */
export function itemAt(
  model: Pick<Model, 'document' | 'rows' | 'search'>,
  place: number,
  x: number,
  drawn: ThinnedLane | undefined,
  lit: ThinnedLane | undefined,
): LaneItem | undefined {
  const row = model.rows[place];
  const lane = row === undefined ? undefined : model.document.lanes[row.lane];
  if (row === undefined || lane === undefined || drawn === undefined) return undefined;
  const part = model.search.result?.lit[row.lane];
  const found = lit === undefined || part === undefined ? -1 : (part.index[nearest(part.lane, lit, x)] ?? -1);
  const index = found >= 0 ? found : nearest(lane, drawn, x);
  return index < 0 ? undefined : { lane: row.lane, index };
}

/** How an item is selected: by its mark, or as a bar that has none. */
export function selectionOf(model: Pick<Model, 'document'>, { lane, index }: LaneItem): Selection {
  const mark = model.document.lanes[lane]?.mark[index] ?? -1;
  return mark < 0 ? { kind: 'bar', lane, index } : { kind: 'mark', mark };
}

/** What is drawn nearest to `x`: an instant within reach first, else the shortest bar there; -1: nothing. */
function nearest(lane: Lane, thinned: ThinnedLane, x: number): number {
  let best = -1;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let item = 0; item < thinned.count; item += 1) {
    const left = thinned.left[item] ?? 0;
    const right = drawnEnd(lane, thinned, item);
    const width = right - left;
    const distance = x < left ? left - x : x > right ? x - right : 0;
    if (distance > (width < REACH ? REACH : 0)) continue;
    const score = width < REACH ? distance : 1000 + width;
    if (score <= bestScore) {
      bestScore = score;
      best = thinned.index[item] ?? -1;
    }
  }
  return best;
}
