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

/** What a place of a thinned lane is inked as, in the lower bits of `inks`; above them its level. Bars that are wide are nothing here. */
const SHORT_BAR = 1;
const INSTANT = 2;
/** One that the instant before it is near to. */
const NEAR_INSTANT = 3;
const KIND = 3;
const LEVEL_AT = 2;
const MAY_BE_DENSE = 1 << (WORST + 1);
/** By place; used again for each lane. */
let inks = new Uint8Array(1024);

/** Inks one lane into a strip. Where marks lie over each other their height and shade tell how many. `middle`: of the row within the strip, in CSS pixels. The worse come later, so that nothing milder lies over them. */
export function inkInstants(
  raster: MarkRaster,
  strip: number,
  ink: Ink,
  lane: Lane,
  thinned: ThinnedLane,
  middle: number,
): void {
  const found = lookThrough(lane, thinned);
  if ((found & MAY_BE_DENSE) !== 0) density.count(thinned, inks);
  for (let level = 0; level <= WORST; level += 1) {
    if ((found & (1 << level)) === 0) continue;
    for (let place = 0; place < thinned.count; place += 1) {
      const as = inks[place] ?? 0;
      if (as >> LEVEL_AT !== level || as === 0) continue;
      const index = thinned.index[place] ?? 0;
      const left = thinned.left[place] ?? 0;
      const kind = as & KIND;
      if (kind === SHORT_BAR) inkShortBar(raster, strip, ink, lane, index, left, thinned.right[place] ?? left, middle);
      else
        inkInstant(raster, strip, ink, lane, index, left, middle, kind === NEAR_INSTANT && isNearNext(thinned, place));
    }
  }
}

/** Fills `inks`. Returns which levels occur, a bit for each, and `MAY_BE_DENSE` where others than single instants do. */
function lookThrough(lane: Lane, thinned: ThinnedLane): number {
  const { count, left: lefts, right: rights, index: indexes } = thinned;
  if (inks.length < count) inks = new Uint8Array(count * 2);
  let found = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < count; place += 1) {
    const index = indexes[place] ?? 0;
    const left = lefts[place] ?? 0;
    const right = rights[place] ?? left;
    let kind: number;
    if (isBar(lane, index, left, right)) kind = isShortBar(left, right) ? SHORT_BAR : 0;
    else {
      kind = left - last < CROWDED ? NEAR_INSTANT : INSTANT;
      last = left;
    }
    if (kind === 0) {
      inks[place] = 0;
      continue;
    }
    const level = Math.min(lane.level[index] ?? WORST, WORST);
    found |= kind === INSTANT ? 1 << level : (1 << level) | MAY_BE_DENSE;
    inks[place] = kind | (level << LEVEL_AT);
  }
  return found;
}

/** True when the place after this one is an instant, too, and near. */
function isNearNext({ count, left }: ThinnedLane, place: number): boolean {
  const next = place + 1;
  return next < count && ((inks[next] ?? 0) & INSTANT) !== 0 && (left[next] ?? 0) - (left[place] ?? 0) < CROWDED;
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
