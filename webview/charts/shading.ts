/** What lies behind the marks: episodes as shades, gaps of the log as slanted lines. */
import { onceFor, oncePer } from '../../src/kubelet/oncePer.ts';
import { joinedStretches } from '../../src/kubelet/stretches.ts';
import type { Chart, ChartArea } from 'chart.js';
import type { EpisodeChip, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import type { Model } from '../page/model.ts';
import { cssColour } from '../page/theme.ts';
import { positionOf, type View } from './viewport.ts';

/** Stretches that are shaded, apart from each other: where episodes of several nodes overlap there is one shade, not one over the other. */
export interface Shades {
  readonly startup: readonly View[];
  /** All that an episode may last. */
  readonly open: readonly View[];
  /** What it surely lasts. */
  readonly sure: readonly View[];
}

/** Edges of narrower ones, in pixels, would hide what happened in them. */
const LEAST_EDGED = 8;

/** By node; those of all under the empty name. */
const shadesByNode = oncePer((_document: TimelineDocument) => new Map<string, Shades>());

/** The shades of a document, or of one of its nodes, worked out once. */
export function shadesOf(document: TimelineDocument, node: string = ''): Shades {
  return onceFor(shadesByNode(document), node, () => madeShades(document, node));
}

function madeShades(document: TimelineDocument, node: string): Shades {
  const episodes = node === '' ? document.episodes : document.episodes.filter((episode) => episode.node === node);
  const open = (episode: EpisodeChip): View => ({
    from: Math.max(0, episode.begin),
    to: episode.endMax,
  });
  const sure = (episode: EpisodeChip): View => ({
    from: Math.max(0, episode.beginMax),
    to: episode.end ?? episode.endMax,
  });
  const faults = episodes.filter((episode) => !episode.startup);
  return {
    startup: unionOf(episodes.filter((episode) => episode.startup).map(open)),
    open: unionOf(faults.map(open)),
    sure: unionOf(faults.map(sure)),
  };
}

/** The same stretches of time, by time, without overlaps; empty ones are left out. */
export function unionOf(stretches: readonly View[]): readonly View[] {
  return joinedStretches(stretches.filter(({ from, to }) => to > from));
}

/** A part of a chart that belongs to one node, or to all. */
export interface ShadedPart {
  readonly node: string | undefined;
  readonly top: number;
  readonly height: number;
}

/** Shades the episodes behind the marks, darker where they are proven, and hatches the gaps of the log. What belongs to one node shows its episodes only. */
export function drawEpisodes(
  chart: Chart,
  model: Model,
  parts: readonly ShadedPart[] = [{ node: undefined, top: chart.chartArea.top, height: chart.chartArea.height }],
): void {
  for (const part of parts) drawShades(chart, model, part);
  drawGaps(chart, model);
  if (model.theme.highContrast) for (const part of parts) drawEdges(chart, model, part);
}

function drawShades({ ctx, chartArea }: Chart, model: Model, { node, top, height }: ShadedPart): void {
  const { shade } = model.theme;
  const shades = shadesOf(model.document, node);
  const x = placeIn(chartArea, model);
  const paint = (stretches: readonly View[], layers: number): void => {
    for (const { from, to } of stretches) {
      const left = x(from);
      const right = x(to);
      if (right > left)
        for (let layer = 0; layer < layers; layer += 1) ctx.fillRect(left, top, Math.max(1, right - left), height);
    }
  };
  ctx.fillStyle = cssColour(shade.startup, shade.strength);
  paint(shades.startup, 2);
  ctx.fillStyle = cssColour(shade.episode, shade.strength);
  paint(shades.open, 1);
  paint(shades.sure, 1);
}

/** In high contrast the shade alone is too weak. */
function drawEdges({ ctx, chartArea }: Chart, model: Model, { node, top, height }: ShadedPart): void {
  const { roles } = model.theme;
  const shades = shadesOf(model.document, node);
  const x = placeIn(chartArea, model);
  for (const [stretches, colour] of [
    [shades.startup, roles.neutral],
    [shades.open, roles.bad],
  ] as const) {
    ctx.fillStyle = cssColour(colour);
    for (const { from, to } of stretches) {
      if (x(to) - x(from) < LEAST_EDGED) continue;
      ctx.fillRect(x(from), top, 1, height);
      ctx.fillRect(x(to) - 1, top, 1, height);
    }
  }
}

/** Where a time stands, within the chart. */
function placeIn({ left, right, width }: ChartArea, model: Model): (time: number) => number {
  return (time) => Math.min(right, Math.max(left, left + positionOf(model.view, time, width)));
}

/** Where the log misses lines nothing can be said: slanted lines over all lanes, under the marks. */
function drawGaps(chart: Chart, model: Model): void {
  const { ctx, chartArea } = chart;
  for (const gap of model.gaps) {
    const left = Math.max(chartArea.left, chartArea.left + positionOf(model.view, gap.from, chartArea.width));
    const right = Math.min(chartArea.right, chartArea.left + positionOf(model.view, gap.to, chartArea.width));
    if (right - left < 1) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, chartArea.top, right - left, chartArea.height);
    ctx.clip();
    ctx.strokeStyle = cssColour(model.theme.faint.warn);
    // A slanted line of one pixel would be paler than its colour.
    ctx.lineWidth = 1.25;
    ctx.setLineDash([]);
    ctx.beginPath();
    for (let x = Math.floor((left - chartArea.height) / 12) * 12; x < right; x += 12) {
      ctx.moveTo(x, chartArea.bottom);
      ctx.lineTo(x + chartArea.height, chartArea.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}
