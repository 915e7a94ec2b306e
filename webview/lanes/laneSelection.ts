/** The frames around what is selected in the lanes and what is under the pointer. */
import { SHAPE_SIZE } from './laneInk.ts';
import type { LaneItem } from './laneHit.ts';
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';
import { drawnEnd, isBar, ROW_HEIGHT } from './laneLayout.ts';
import { lookOf } from '../charts/looks.ts';
import type { Model } from '../page/model.ts';
import type { Painter } from '../charts/painting.ts';
import type { Frame } from '../charts/pointedFrame.ts';
import { cssColour } from '../page/theme.ts';
import { positionOf } from '../charts/viewport.ts';

/** Where the frame around an item of the row `slot` (of those in sight) lies, of which `drawn` was drawn; `width` of the time axis in CSS pixels. `undefined`: out of sight. */
export function frameOf(
  model: Model,
  item: LaneItem,
  slot: number,
  width: number,
  drawn: ThinnedLane | undefined,
): Frame | undefined {
  const lane = model.document.lanes[item.lane];
  if (lane === undefined) return undefined;
  const left = positionOf(model.view, lane.start[item.index] ?? 0, width);
  const shown = drawn?.index.subarray(0, drawn.count).indexOf(item.index) ?? -1;
  const right =
    drawn === undefined || shown < 0
      ? positionOf(model.view, lane.end[item.index] ?? 0, width)
      : drawnEnd(lane, drawn, shown);
  if (right < -10 || left > width + 10) return undefined;
  const bar = isBar(lane, item.index, left, right);
  const from = Math.max(-4, Math.min(left - 7, bar ? left - 2 : left - 7));
  const to = Math.min(width + 4, bar ? right + 2 : left + 7);
  return { left: from, top: slot * ROW_HEIGHT + 1.5, width: to - from, height: ROW_HEIGHT - 4 };
}

/** Frames the selection where it is in one of the `rows` in sight (what was drawn, by the place in the model's rows), which are `places` from the top; `width` of the time axis in CSS pixels. */
export function drawSelected(
  ctx: CanvasRenderingContext2D,
  painter: Painter,
  model: Model,
  rows: ReadonlyMap<number, ThinnedLane>,
  places: readonly number[],
  width: number,
): void {
  const { selection } = model;
  if (selection === undefined) return;
  for (const [place, drawn] of rows) {
    const row = model.rows[place];
    const lane = row === undefined ? undefined : model.document.lanes[row.lane];
    if (row === undefined || lane === undefined) continue;
    const index =
      selection.kind === 'bar'
        ? selection.lane === row.lane
          ? selection.index
          : -1
        : lane.mark.indexOf(selection.mark);
    const frame =
      index < 0 ? undefined : frameOf(model, { lane: row.lane, index }, places.indexOf(place), width, drawn);
    if (frame === undefined) continue;
    const left = positionOf(model.view, lane.start[index] ?? 0, width);
    const look = lookOf(lane.style[index]);
    if (!isBar(lane, index, left, positionOf(model.view, lane.end[index] ?? 0, width)))
      painter.shape(
        look.shape,
        look.role,
        left,
        frame.top - 1.5 + ROW_HEIGHT / 2,
        SHAPE_SIZE + 1,
        lane.proven[index] === 1,
      );
    ctx.strokeStyle = cssColour(model.theme.foreground);
    ctx.lineWidth = 1.5;
    ctx.setLineDash([]);
    ctx.strokeRect(frame.left, frame.top, frame.width, frame.height);
  }
}
