/** The frame around what is selected in the lanes. */
import { SHAPE_SIZE } from './laneInk.ts';
import { isBar, ROW_HEIGHT } from './laneLayout.ts';
import { lookOf } from './looks.ts';
import type { Model } from './model.ts';
import type { Painter } from './painting.ts';
import { cssColour } from './theme.ts';
import { positionOf } from './viewport.ts';

/** Frames the selection where it is in one of the `rows` in sight (places in the model's rows); `width` of the time axis in CSS pixels. */
export function drawSelected(ctx: CanvasRenderingContext2D, painter: Painter, model: Model, rows: Iterable<number>, scrollTop: number, width: number): void {
  const { selection } = model;
  if (selection === undefined) return;
  for (const place of rows) {
    const row = model.rows[place];
    const lane = row === undefined ? undefined : model.document.lanes[row.lane];
    if (row === undefined || lane === undefined) continue;
    const index = selection.kind === 'bar' ? (selection.lane === row.lane ? selection.index : -1) : lane.mark.indexOf(selection.mark);
    if (index < 0) continue;
    const left = positionOf(model.view, lane.start[index] ?? 0, width);
    const right = positionOf(model.view, lane.end[index] ?? 0, width);
    if (right < -10 || left > width + 10) continue;
    const middle = place * ROW_HEIGHT - scrollTop + ROW_HEIGHT / 2;
    const look = lookOf(lane.style[index]);
    const bar = isBar(lane, index, left, right);
    if (!bar) painter.shape(look.shape, look.role, left, middle, SHAPE_SIZE + 1, lane.proven[index] === 1);
    const from = Math.max(-4, Math.min(left - 7, bar ? left - 2 : left - 7));
    const to = Math.min(width + 4, bar ? right + 2 : left + 7);
    ctx.strokeStyle = cssColour(model.theme.foreground);
    ctx.lineWidth = 1.5;
    ctx.setLineDash([]);
    ctx.strokeRect(from, middle - ROW_HEIGHT / 2 + 1.5, to - from, ROW_HEIGHT - 4);
  }
}
