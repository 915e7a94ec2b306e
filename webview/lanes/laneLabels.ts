/** The names of bars and instants on the canvas, where they have room. */
import type { ThinnedLane } from '../../src/timeline/series/thinning.ts';
import { upperBound } from '../../src/kubelet/ordered.ts';
import type { Lane } from '../../src/timeline/timelineDocument.ts';
import { SHAPE_SIZE } from './laneInk.ts';
import { isBar } from './laneLayout.ts';
import { lookOf } from '../charts/looks.ts';
import type { Model } from '../page/model.ts';
import type { Painter } from '../charts/painting.ts';
import { shorterNames } from './shortNames.ts';
import { t } from '../page/words.ts';

type Pen = Pick<Painter, 'text' | 'width'>;

const LABEL_FROM = 30;
/** The longest name of an instant, and about the width of a letter, in pixels. */
const LONGEST = 320;
const LETTER = 6.5;
const STARTS = ' starts';
const WHO_ENDED = /^kubelet(?: v[\d.]{1,20})?(?: \(pid \d{1,20}\))? (?=ended |was )/;
/** With less room there is no name, in pixels. */
const LEAST = 60;
/** Nearer to each other two may be one that was thinned twice, in pixels. */
const SAME = 2;

/**
 * Names wide bars, and instants that have free room to the right. `onLine`: a line goes through the row, so that names need ground to stand on. `around`: all that is
 * drawn in the row, when only a part of it gets names.
 */
export function drawLabels(
  painter: Pen,
  lane: Lane,
  thinned: ThinnedLane,
  middle: number,
  width: number,
  model: Pick<Model, 'document'>,
  onLine: boolean,
  around?: ThinnedLane,
): void {
  let free = Number.POSITIVE_INFINITY;
  for (let place = thinned.count - 1; place >= 0; place -= 1) {
    const index = thinned.index[place] ?? 0;
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    if (isBar(lane, index, left, right)) continue;
    let room = Math.min(free, width) - left - SHAPE_SIZE;
    if (around !== undefined && room > LEAST) room = Math.min(room, nextTo(around, left, right) - left - SHAPE_SIZE);
    const before =
      free === Number.POSITIVE_INFINITY && left >= 0
        ? nameToTheLeft(painter, lane, thinned, place, middle, model, onLine, room, around)
        : 0;
    if (
      before === 0 &&
      room > LEAST &&
      (lane.mark[index] ?? -1) >= 0 &&
      lookOf(lane.style[index]).shape !== 'tick' &&
      left >= 0
    ) {
      const text = fitting(painter, textsOf(lane, index, thinned.merged[place] ?? 1, model), Math.min(room, LONGEST));
      const wanted = Math.min(room, LONGEST, text.length * LETTER + SHAPE_SIZE);
      if (!barWithin(lane, thinned, left + 2, left + wanted))
        painter.text(
          text,
          left + SHAPE_SIZE * (onLine ? 1 : 0.75),
          middle,
          Math.min(room, LONGEST),
          onLine ? { ground: true } : { halo: true },
        );
    }
    free = Math.min(free, left - SHAPE_SIZE - before);
  }
  nameBars(painter, lane, thinned, middle, width, model);
}

/** Bars may lie over each other: a container that has ended stays until it is removed, while the next one runs. Then the end is named first, and what runs behind that. */
function nameBars(
  painter: Pen,
  lane: Lane,
  thinned: ThinnedLane,
  middle: number,
  width: number,
  model: Pick<Model, 'document'>,
): void {
  const named: { readonly from: number; readonly to: number }[] = [];
  for (const traces of [true, false]) {
    for (let place = thinned.wide - 1; place >= 0; place -= 1) {
      const left = thinned.left[place] ?? 0;
      const from = Math.max(0, left);
      const to = Math.min(width, thinned.right[place] ?? left);
      if (to - from < LABEL_FROM) continue;
      const index = thinned.index[place] ?? 0;
      const { pattern } = lookOf(lane.style[index]);
      if ((pattern === 'trace') !== traces) continue;
      const inset = lane.kind === 'processes' || pattern === 'line' || traces ? 12 : 5;
      const texts = textsOf(lane, index, 1, model);
      const wide = painter.width(texts[0] ?? '');
      let start = coveredTo(thinned, place, from) + inset;
      const isIn = (one: { readonly from: number; readonly to: number }): boolean =>
        one.from < start + Math.min(to - start - 5, wide) && one.to > start;
      start = (named.find(isIn)?.to ?? start - inset) + inset;
      // A name ends before the next mark on its bar: that would run through it.
      const room = Math.min(to - 5, nextMark(lane, thinned, from, to) - SHAPE_SIZE) - start;
      if (room < LABEL_FROM - inset - 5 || named.some(isIn)) continue;
      // On a pattern or a line a name needs ground to stand on, and where edges of other bars run through it.
      const taken = painter.text(
        fitting(painter, texts, room),
        start,
        middle,
        room,
        pattern === 'plain' && lane.kind !== 'findings' ? {} : { ground: true },
      );
      if (taken > 0) named.push({ from: start - 8, to: start + taken + 8 });
    }
  }
}

/** The last instant of a row may stand so near to the edge, with `after` pixels, that its name has more room before it. Returns how much of it the name took. */
function nameToTheLeft(
  painter: Pen,
  lane: Lane,
  thinned: ThinnedLane,
  place: number,
  middle: number,
  model: Pick<Model, 'document'>,
  onLine: boolean,
  after: number,
  around?: ThinnedLane,
): number {
  if (after >= LONGEST) return 0;
  const index = thinned.index[place] ?? 0;
  if ((lane.mark[index] ?? -1) < 0 || lookOf(lane.style[index]).shape === 'tick') return 0;
  const end = (thinned.left[place] ?? 0) - SHAPE_SIZE * 0.75;
  const before = Math.max(
    0,
    (around === undefined
      ? lastBefore(thinned, Number.POSITIVE_INFINITY, place)
      : lastBefore(around, (thinned.left[place] ?? 0) - SAME)) + SHAPE_SIZE,
  );
  const room = Math.min(LONGEST, end - before - SHAPE_SIZE);
  const text = fitting(painter, textsOf(lane, index, thinned.merged[place] ?? 1, model), Math.max(room, after));
  const wide = Math.min(LONGEST, painter.width(text));
  if (wide <= after || room <= after) return 0;
  return room <= LEAST || barWithin(lane, thinned, end - Math.min(room, wide), end - 2)
    ? 0
    : painter.text(text, end, middle, room, { before: true, ...(onLine ? { ground: true } : { halo: true }) });
}

/** Where the next begins that is drawn behind the one from `left` to `right`. */
function nextTo({ count, left: lefts, right: rights }: ThinnedLane, left: number, right: number): number {
  for (let place = 0; place < count; place += 1)
    if ((rights[place] ?? 0) > right + SAME || (lefts[place] ?? 0) > left + SAME) return lefts[place] ?? 0;
  return Number.POSITIVE_INFINITY;
}

/** Where ends what is drawn before `left`, of the first `count`. */
function lastBefore({ count: all, left: lefts, right: rights }: ThinnedLane, left: number, count = all): number {
  let last = -SHAPE_SIZE;
  for (let place = 0; place < count && (lefts[place] ?? left) < left; place += 1)
    last = Math.max(last, rights[place] ?? 0);
  return last;
}

/** True when a bar lies on this stretch of the row. */
function barWithin(lane: Lane, thinned: ThinnedLane, from: number, to: number): boolean {
  for (let place = 0; place < thinned.count; place += 1) {
    const left = thinned.left[place] ?? 0;
    const right = thinned.right[place] ?? left;
    if (left <= to && right >= from && isBar(lane, thinned.index[place] ?? 0, left, right)) return true;
  }
  return false;
}

/** Where a bar's own ink begins: behind the short bars that lie over its beginning, as of an exit and of an event held back. */
function coveredTo(thinned: ThinnedLane, place: number, from: number): number {
  let covered = from;
  for (let other = 0; other < thinned.count; other += 1) {
    const left = thinned.left[other] ?? 0;
    const right = thinned.right[other] ?? left;
    if (left > covered + 2) break;
    if (other !== place && right > covered && right - left < LABEL_FROM) covered = right;
  }
  return covered;
}

/** Where the first instant stands on this stretch of the row; beyond it when none does. Strokes at the foot of the loop's bar leave its name free. */
function nextMark(lane: Lane, thinned: ThinnedLane, from: number, to: number): number {
  return Math.min(
    nextMarkOf(lane, thinned, 0, thinned.wide, from, to),
    nextMarkOf(lane, thinned, thinned.wide, thinned.count, from, to),
  );
}

/** The same of the places from `begin` to before `end`, whose `left` never falls. */
function nextMarkOf(lane: Lane, thinned: ThinnedLane, begin: number, end: number, from: number, to: number): number {
  for (let place = begin + upperBound(thinned.left.subarray(begin, end), from + 1); place < end; place += 1) {
    const left = thinned.left[place] ?? 0;
    if (left > to) break;
    const index = thinned.index[place] ?? 0;
    if (isBar(lane, index, left, thinned.right[place] ?? left)) continue;
    if (lookOf(lane.style[index]).shape !== 'tick' && (lane.mark[index] ?? -1) >= 0) return left;
  }
  return Number.POSITIVE_INFINITY;
}

/** What an item can be called, the longest first. */
function textsOf(lane: Lane, index: number, merged: number, model: Pick<Model, 'document'>): readonly string[] {
  const { marks, strings } = model.document;
  const mark = lane.mark[index] ?? -1;
  const look = lookOf(lane.style[index]);
  const container =
    lane.kind === 'container' || lane.kind === 'sync-loop' || lane.kind === 'node' || lane.kind === 'node-ready';
  const exit = lane.kind === 'container' && look.pattern === 'trace';
  const named = mark < 0 || (container && !exit) ? undefined : strings[marks.what[mark] ?? 0];
  // The event that tells an exit is no name of a state.
  const what = named === undefined || (exit && named.startsWith('PLEG')) ? t(look.label) : named;
  const texts = shorterNames(shortened(what, lane, exit), lane.kind);
  return merged > 1 ? texts.map((text) => `${text} ${t('+ {0} more', merged - 1)}`) : texts;
}

/** The longest that has room; where none has, the shortest, which is cut. */
function fitting(painter: Pen, texts: readonly string[], room: number): string {
  return texts.find((text) => painter.width(text) <= room) ?? texts.at(-1) ?? '';
}

/** Without what the lane or the bar says already: the method that failed, the container that finished, the kubelet that a bar is from its start on, or that ended. */
function shortened(what: string, lane: Lane, exit: boolean): string {
  for (const known of [`${lane.label} failed: `, ...(exit ? ['Container finished, ', `${lane.label} `] : [])])
    if (what.startsWith(known)) return what.slice(known.length);
  if (lane.kind !== 'processes') return what;
  return what.endsWith(STARTS) ? what.slice(0, -STARTS.length) : what.replace(WHO_ENDED, '');
}
