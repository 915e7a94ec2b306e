/** What of a lane is wide enough to be drawn on the canvas by itself: bars with edge and pattern, and the trace of relists that no line names. */
import { lowerBound } from '../../src/kubelet/ordered.ts';
import { showsTeeth } from '../../src/timeline/series/sawtooth.ts';
import { type ThinnedLane, type Window } from '../../src/timeline/series/thinning.ts';
import type { Lane, StalenessSeries } from '../../src/timeline/timelineDocument.ts';
import { BAR_HEIGHT, drawnEnd, isBar, isShortBar } from './laneLayout.ts';
import { lookOf } from '../charts/looks.ts';
import type { Model } from '../page/model.ts';
import type { Painter } from '../charts/painting.ts';
import { relistStarts } from '../charts/stalenessData.ts';
import { cssColour } from '../page/theme.ts';
import { positionOf } from '../charts/viewport.ts';

/** Bars of a lane; short ones are inked with the instants. */
export function drawBars(
  painter: Pick<Painter, 'bar'>,
  lane: Lane,
  thinned: ThinnedLane,
  middle: number,
  width: number,
): void {
  for (let place = 0; place < thinned.wide; place += 1) {
    const index = thinned.index[place] ?? 0;
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    if (isShortBar(left, right) || !isBar(lane, index, left, right)) continue;
    const from = Math.max(-2, left);
    const to = Math.min(width + 2, drawnEnd(lane, thinned, place));
    if (to >= from) painter.bar(lookOf(lane.style[index]), from, to, middle, BAR_HEIGHT, lane.proven[index] === 1);
  }
}

/** Relists that no line names, as light ticks where single ones can be told apart, else as a trace: here they are, one a second. */
export function drawLikelyRelists(
  ctx: CanvasRenderingContext2D,
  lane: Lane,
  model: Model,
  window: Window,
  middle: number,
): void {
  const colour = cssColour(model.theme.faint.info);
  for (const series of model.document.staleness) {
    if (lane.node !== undefined && lane.node !== series.node) continue;
    if (!showsTeeth(series.healthy, window)) {
      drawTrace(ctx, series, window, middle, colour);
      continue;
    }
    ctx.fillStyle = colour;
    for (const time of relistStarts(series, window).likely)
      ctx.fillRect(Math.round(positionOf(model.view, time, window.columns)), middle - 4, 1, 8);
  }
}

/** One broken line for all stretches: a rectangle for each stroke would cost a millisecond. */
function drawTrace(
  ctx: CanvasRenderingContext2D,
  { healthy }: StalenessSeries,
  window: Window,
  middle: number,
  colour: string,
): void {
  ctx.beginPath();
  for (
    let stretch = lowerBound(healthy.to, window.from);
    stretch < healthy.from.length && (healthy.from[stretch] ?? 0) <= window.to;
    stretch += 1
  ) {
    const left = Math.max(0, positionOf(window, healthy.from[stretch] ?? 0, window.columns));
    const right = Math.min(window.columns, positionOf(window, healthy.to[stretch] ?? 0, window.columns));
    const from = Math.ceil(left / 4) * 4;
    if (from >= right) continue;
    ctx.moveTo(from, middle);
    ctx.lineTo(right, middle);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = 4;
  ctx.setLineDash([1, 3]);
  ctx.stroke();
  ctx.setLineDash([]);
}
