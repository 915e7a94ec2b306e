/** The visible part of time and how it moves. Microseconds since the document's origin; pure. */

export interface View {
  readonly from: number;
  readonly to: number;
}

/** The least that can be shown: below this, stamps of microseconds tell nothing more. */
export const SHORTEST_VIEW = 1_000;
const PADDING = 0.02;
const SHORTEST_DOCUMENT = 1_000_000;

/** All that can be shown of a document of this length: a little more than itself on both sides. */
export function fullView(length: number): View {
  const whole = Math.max(length, SHORTEST_DOCUMENT);
  return { from: -whole * PADDING, to: whole * (1 + PADDING) };
}

/** The same view moved and cut so that it lies within `limits`; never shorter than a millisecond. */
export function clampView(view: View, limits: View): View {
  const whole = limits.to - limits.from;
  const span = Math.min(Math.max(view.to - view.from, Math.min(SHORTEST_VIEW, whole)), whole);
  const from = Math.min(Math.max(view.from, limits.from), limits.to - span);
  return { from, to: from + span };
}

/** Zooms by `factor` (below 1: in) so that the moment `at` stays where it is on the screen, unless an edge of the log forbids it. */
export function zoomAt(view: View, limits: View, factor: number, at: number): View {
  const whole = limits.to - limits.from;
  const span = view.to - view.from;
  const next = Math.min(Math.max(span * factor, Math.min(SHORTEST_VIEW, whole)), whole);
  const held = Math.min(Math.max(at, view.from), view.to);
  const from = held - (held - view.from) * (next / span);
  return clampView({ from, to: from + next }, limits);
}

/** Moves by a part of the visible span; negative to the left. */
export function panBy(view: View, limits: View, part: number): View {
  const by = (view.to - view.from) * part;
  return clampView({ from: view.from + by, to: view.to + by }, limits);
}

/** Shows `from` to `to` with room on both sides; an instant gets the room of ten seconds or a tenth of what is visible now. */
export function fitView(limits: View, from: number, to: number, current: View): View {
  const length = to - from;
  const room =
    length > 0 ? length * 0.15 : Math.max(SHORTEST_VIEW, Math.min(10_000_000, (current.to - current.from) / 10)) / 2;
  return clampView({ from: from - room, to: to + room }, limits);
}

/** Moves as little as needed so that `at` is visible, with a tenth of the span beside it; the span stays. */
export function revealIn(view: View, limits: View, at: number): View {
  const margin = (view.to - view.from) * 0.1;
  if (at < view.from + margin) return clampView({ from: at - margin, to: at - margin + (view.to - view.from) }, limits);
  if (at > view.to - margin) return clampView({ from: at + margin - (view.to - view.from), to: at + margin }, limits);
  return view;
}

/** The moment at a position of `0…width`. */
export function timeAt(view: View, position: number, width: number): number {
  return width > 0 ? view.from + (position / width) * (view.to - view.from) : view.from;
}

/** The position of a moment on `width`. */
export function positionOf(view: View, time: number, width: number): number {
  return ((time - view.from) / (view.to - view.from)) * width;
}

/** Half of the width of a letter of an axis, of the wider fonts, in pixels. */
const HALF_LETTER = 3.9;

/** True when a label centred at `position` is not cut at the right edge of `width`; to the left there is the gutter. */
export function isWithin(position: number, width: number, label: string): boolean {
  return position + label.length * HALF_LETTER <= width;
}
