/** What lies behind the marks: episodes as shades, gaps of the log as slanted lines. */
import type { Chart } from 'chart.js';
import type { EpisodeChip, TimelineDocument } from '../src/timeline/timelineDocument.ts';
import type { Model } from './model.ts';
import { cssColour } from './theme.ts';
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

const known = new WeakMap<TimelineDocument, Shades>();

/** The shades of a document, worked out once. */
export function shadesOf(document: TimelineDocument): Shades {
  const before = known.get(document);
  if (before !== undefined) return before;
  const open = (episode: EpisodeChip): View => ({ from: Math.max(0, episode.begin), to: episode.endMax ?? document.length });
  const sure = (episode: EpisodeChip): View => ({ from: Math.max(0, episode.beginMax), to: episode.end ?? document.length });
  const faults = document.episodes.filter((episode) => !episode.startup);
  const made = { startup: unionOf(document.episodes.filter((episode) => episode.startup).map(open)), open: unionOf(faults.map(open)), sure: unionOf(faults.map(sure)) };
  known.set(document, made);
  return made;
}

/** The same stretches of time, by time, without overlaps; empty ones are left out. */
export function unionOf(stretches: readonly View[]): View[] {
  const union: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.filter((stretch) => stretch.to > stretch.from).toSorted((a, b) => a.from - b.from)) {
    const last = union.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else union.push({ from, to });
  }
  return union;
}

/** Shades the episodes behind the marks, darker where they are proven, and hatches the gaps of the log. */
export function drawEpisodes(chart: Chart, model: Model): void {
  const { ctx, chartArea } = chart;
  const { shade, highContrast, roles } = model.theme;
  const shades = shadesOf(model.document);
  const x = (time: number): number => Math.min(chartArea.right, Math.max(chartArea.left, chartArea.left + positionOf(model.view, time, chartArea.width)));
  const paint = (stretches: readonly View[], layers: number): void => {
    for (const { from, to } of stretches) {
      const left = x(from);
      const right = x(to);
      if (right > left) for (let layer = 0; layer < layers; layer += 1) ctx.fillRect(left, chartArea.top, Math.max(1, right - left), chartArea.height);
    }
  };
  drawGaps(chart, model);
  ctx.fillStyle = cssColour(shade.startup, shade.strength);
  paint(shades.startup, 2);
  ctx.fillStyle = cssColour(shade.episode, shade.strength);
  paint(shades.open, 1);
  paint(shades.sure, 1);
  if (!highContrast) return;
  for (const [stretches, colour] of [[shades.startup, roles.neutral], [shades.open, roles.bad]] as const) {
    ctx.fillStyle = cssColour(colour);
    for (const { from, to } of stretches) {
      if (x(to) - x(from) < LEAST_EDGED) continue;
      ctx.fillRect(x(from), chartArea.top, 1, chartArea.height);
      ctx.fillRect(x(to) - 1, chartArea.top, 1, chartArea.height);
    }
  }
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
    ctx.strokeStyle = cssColour(model.theme.roles.warn, model.theme.highContrast ? 0.35 : 0.28);
    ctx.lineWidth = 1;
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
