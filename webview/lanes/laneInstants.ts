/** Puts the instants and the short bars of a lane into pixels. What is wide enough for a pattern or a name is drawn on the canvas (laneBars.ts). */
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';
import type { Lane } from '../../src/timeline/timelineDocument.ts';
import { BAR_HEIGHT, isBar, isShortBar, THIN_HEIGHT } from './laneLayout.ts';
import { LaneDensity } from './laneDensity.ts';
import { type Ink, shadeOf } from './laneInk.ts';
import type { MarkRaster } from './markRaster.ts';

/** Instants that are nearer to each other, in CSS pixels, are strokes: shapes would cover each other. */
const CROWDED = 7;
/** Strokes at the foot of the loop's bar, so that its name can still be read. */
const FOOT = { from: BAR_HEIGHT / 2 - 4.5, to: BAR_HEIGHT / 2 + 0.5 };
/** The level of errors. */
const WORST = 2;
/** Used again for each lane. */
const density = new LaneDensity();
/** How long what left only a trace is seen when it is short. */
const TRACE_WIDTH = 2;

/** Inks one lane into a strip. Where marks lie over each other their height and shade tell how many. `middle`: of the row within the strip, in CSS pixels. The worse come later, so that nothing milder lies over them. */
export function inkInstants(
  raster: MarkRaster,
  strip: number,
  ink: Ink,
  lane: Lane,
  thinned: ThinnedLane,
  middle: number,
): void {
  density.count(thinned, (place) => {
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    return isShortBar(left, right) || !isBar(lane, thinned.index[place] ?? 0, left, right);
  });
  for (let level = 0; level <= WORST; level += 1) {
    let last = Number.NEGATIVE_INFINITY;
    for (let place = 0; place < thinned.count; place += 1) {
      const index = thinned.index[place] ?? 0;
      const left = thinned.left[place] ?? 0;
      const right = thinned.right[place] ?? left;
      const isNow = Math.min(lane.level[index] ?? WORST, WORST) === level;
      if (isBar(lane, index, left, right)) {
        if (isNow && isShortBar(left, right)) inkShortBar(raster, strip, ink, lane, index, left, right, middle);
        continue;
      }
      const crowded = left - last < CROWDED && nextInstant(lane, thinned, place) - left < CROWDED;
      last = left;
      if (isNow) inkInstant(raster, strip, ink, lane, index, left, middle, crowded);
    }
  }
}

function inkShortBar(
  raster: MarkRaster,
  strip: number,
  ink: Ink,
  lane: Lane,
  index: number,
  left: number,
  right: number,
  middle: number,
): void {
  const { scale } = ink;
  const style = ink.of(lane.style[index] ?? -1);
  const { look, colour, faint } = style;
  const from = Math.round(left * scale);
  if (look.pattern === 'trace') {
    const at = Math.round(middle * scale);
    raster.rect(
      strip,
      from,
      at,
      Math.max(from + 1, Math.round(Math.min(left + TRACE_WIDTH, right) * scale)),
      at + Math.round(scale),
      faint,
    );
    return;
  }
  const dense = density.at(left);
  const half = ((look.pattern === 'line' ? THIN_HEIGHT : BAR_HEIGHT) / 2) * dense;
  raster.rect(
    strip,
    from,
    Math.round((middle - half) * scale),
    Math.max(from + 1, Math.round(right * scale)),
    Math.round((middle + half) * scale),
    lane.proven[index] !== 1 ? faint : dense === 1 ? colour : shadeOf(style, dense),
  );
}

function inkInstant(
  raster: MarkRaster,
  strip: number,
  ink: Ink,
  lane: Lane,
  index: number,
  left: number,
  middle: number,
  crowded: boolean,
): void {
  const { scale } = ink;
  const style = lane.style[index] ?? -1;
  const shape = crowded ? undefined : ink.shape(style, lane.proven[index] === 1);
  if (shape !== undefined) {
    raster.stamp(strip, shape, left * scale, middle * scale);
    return;
  }
  const dense = crowded ? density.at(left) : 1;
  const half = (crowded ? BAR_HEIGHT / 2 - 1 : BAR_HEIGHT / 2) * dense;
  const atFoot = lane.kind === 'sync-loop';
  const from = Math.round(left * scale - ink.stroke / 2);
  raster.rect(
    strip,
    from,
    Math.round((middle + (atFoot ? FOOT.from : -half)) * scale),
    from + ink.stroke,
    Math.round((middle + (atFoot ? FOOT.to : half)) * scale),
    dense === 1 ? ink.of(style).colour : shadeOf(ink.of(style), dense),
  );
}

/** Where the next instant of the row stands. */
function nextInstant(lane: Lane, thinned: ThinnedLane, place: number): number {
  const next = place + 1;
  if (next >= thinned.count) return Number.POSITIVE_INFINITY;
  const left = thinned.left[next] ?? Number.POSITIVE_INFINITY;
  return isBar(lane, thinned.index[next] ?? 0, left, thinned.right[next] ?? left) ? Number.POSITIVE_INFINITY : left;
}
