/** A picture of what is in sight: the page's own canvases, drawn at twice the size, with the texts around them. */
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { printable } from '../../src/kubelet/printable.ts';
import { Chart } from '../charts/charts.ts';
import { formatDate, formatTime } from '../charts/axis.ts';
import { clampView } from '../charts/viewport.ts';
import { makeModel } from '../page/documentModel.ts';
import type { Model } from '../page/model.ts';
import type { Stage } from '../page/stage.ts';
import { cssColour } from '../page/theme.ts';
import { drawPart, fitted } from './pageInk.ts';

const SCALE = 2;
/** Of the head, and around all, in CSS pixels. */
const HEAD = 46;
const EDGE = 10;

/**
 * The picture as a PNG; `undefined` where there is nothing to draw. `without`: the same log without its names, which is drawn in its stead, at the same moments; the page shows
 * what it did before once it is drawn, before the next frame.
 */
export async function pictureOf(stage: Stage, without: TimelineDocument | undefined): Promise<Uint8Array | undefined> {
  const { model } = stage;
  if (model === undefined) return undefined;
  const canvas = atScale(stage, model, without === undefined ? { ...model } : namelessModel(stage, model, without));
  if (canvas === undefined) return undefined;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return blob === null ? undefined : new Uint8Array(await blob.arrayBuffer());
}

/** The same view of the log without names. Its lanes stand in the same order, unless names order them: then they are folded as at first. What was searched for is a name. */
function namelessModel(stage: Stage, shown: Model, without: TimelineDocument): Model {
  const made = makeModel(without, undefined, (filter, scale) => stage.searching.run(without, filter, scale));
  const { lanes } = shown.document;
  const isAlike =
    lanes.length === without.lanes.length &&
    lanes.every(
      (lane, index) =>
        lane.kind === without.lanes[index]?.kind && lane.start.length === without.lanes[index].start.length,
    );
  made.view = clampView(shown.view, made.limits);
  made.scale = { ...made.scale, format: shown.scale.format };
  if (isAlike)
    made.folded = new Set(
      lanes.flatMap(({ id }, index) => (shown.folded.has(id) ? [without.lanes[index]?.id ?? ''] : [])),
    );
  stage.makeRows(made);
  return made;
}

/** Has everything drawn as on a screen of twice the pixels, puts it together, and leaves the page as it was. */
function atScale(stage: Stage, shown: Model, drawn: Model): HTMLCanvasElement | undefined {
  const own = Object.getOwnPropertyDescriptor(window, 'devicePixelRatio');
  const scrolled = stage.parts.lanes.root.scrollTop;
  // Painters keep what they made for a theme: of another size it is another one.
  drawn.theme = { ...shown.theme };
  try {
    // All that draws asks the window.
    Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: SCALE });
    stage.model = drawn;
    layOut(stage, drawn);
    return composed(stage, drawn);
  } finally {
    if (own === undefined) Reflect.deleteProperty(window, 'devicePixelRatio');
    else Object.defineProperty(window, 'devicePixelRatio', own);
    shown.theme = { ...shown.theme };
    stage.model = shown;
    layOut(stage, shown);
    stage.parts.lanes.root.scrollTop = scrolled;
  }
}

function layOut(stage: Stage, model: Model): void {
  const { overview, staleness, lanes, dock } = stage.parts;
  for (const part of [overview, staleness, lanes])
    for (const canvas of part.root.querySelectorAll('canvas')) {
      const chart = Chart.getChart(canvas);
      chart?.update('none'); // chart.js keeps the ratio that it once asked for, until it is updated
      chart?.resize();
    }
  overview.setModel(model);
  staleness.setModel(model);
  lanes.setModel(model);
  dock.whatIf.draw();
}

function composed(stage: Stage, model: Model): HTMLCanvasElement | undefined {
  const { overview, staleness, lanes } = stage.parts;
  const whatIf = document.querySelectorAll<HTMLElement>('.what-if-chart');
  const parts = [overview.root, staleness.root, ...whatIf, lanes.root].filter(
    (part) => part.getClientRects().length > 0,
  );
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left + 2 * EDGE;
  const height = Math.max(...boxes.map((box) => box.bottom)) - top + HEAD + 2 * EDGE;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const ink = canvas.getContext('2d');
  if (ink === null) return undefined;
  ink.scale(SCALE, SCALE);
  ink.fillStyle = cssColour(model.theme.background);
  ink.fillRect(0, 0, width, height);
  drawHead(ink, model, width);
  ink.translate(EDGE - left, EDGE + HEAD - top);
  for (const part of parts) drawPart(ink, part);
  return canvas;
}

/** Whose log it is, of when, and the headline. */
function drawHead(ink: CanvasRenderingContext2D, { document: log, view, scale, theme }: Model, width: number): void {
  const { summary } = log;
  const logged = { ...scale, format: scale.format === 'relative' ? 'logged' : scale.format } as const;
  const when = `${formatDate(Math.max(0, view.from), logged)} ${formatTime(view.from, logged, 0)} – ${formatTime(view.to, logged, 0)}`;
  const facts = [summary.node === '' ? log.title : summary.node, summary.version, when].filter((part) => part !== '');
  ink.textBaseline = 'middle';
  ink.fillStyle = cssColour(theme.foreground);
  ink.font = `600 14px ${theme.fontFamily}`;
  ink.fillText(fitted(ink, printable(log.headline), width - 2 * EDGE), EDGE, EDGE + 10);
  ink.fillStyle = cssColour(theme.muted);
  ink.font = `12px ${theme.fontFamily}`;
  ink.fillText(fitted(ink, printable(facts.join(' · ')), width - 2 * EDGE), EDGE, EDGE + 30);
}
