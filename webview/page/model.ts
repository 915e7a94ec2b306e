/** What the page shows, in one place; the parts read it and change it through `Actions` only. */
import { levelOf } from '../../src/timeline/marks.ts';
import { latestEnds } from '../../src/timeline/series/thinning.ts';
import { MARK_STYLES, type TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import type { TimeScale } from '../charts/axis.ts';
import type { Row } from '../lanes/rows.ts';
import type { Search } from '../search/search.ts';
import type { Theme } from './theme.ts';
import type { View } from '../charts/viewport.ts';

/** A mark, or a bar of a lane that has none (a likely relist). */
export type Selection =
  | { readonly kind: 'mark'; readonly mark: number }
  | { readonly kind: 'bar'; readonly lane: number; readonly index: number };

export interface Model {
  readonly document: TimelineDocument;
  readonly limits: View;
  /** `latestEnds` of each lane. */
  readonly ends: readonly Float64Array[];
  /** Stretches that miss lines of the log. */
  readonly gaps: readonly View[];
  view: View;
  scale: TimeScale;
  theme: Theme;
  rows: readonly Row[];
  folded: Set<string>;
  /** What is searched for, as typed. */
  filter: string;
  search: Search;
  errorsOnly: boolean;
  selection: Selection | undefined;
  /** Index into `rows`, or -1. */
  focused: number;
  /** Where the pointer is in time. */
  pointer: number | undefined;
  /** Where the editor's cursor is in time. */
  cursor: number | undefined;
  measure: View | undefined;
  /** The moment that was clicked, selected or pointed at by the editor's cursor; the inner state is shown of it when no pointer is on the charts. */
  pinned: number;
}

export interface SelectOptions {
  /** With its moment and its lane brought into sight. */
  readonly reveal?: boolean;
  /** It was chosen in the table. */
  readonly inTable?: boolean;
}

export interface Actions {
  show(view: View): void;
  select(selection: Selection | undefined, options?: SelectOptions): void;
  openSelection(beside: boolean): void;
  openLine(source: number, line: number, beside: boolean): void;
  point(time: number | undefined): void;
  /** Holds a moment for the pane of the inner state. */
  pin(time: number): void;
  measure(range: View | undefined): void;
  focusRow(row: number): void;
  toggleFold(lane: string): void;
  /** Unfolds a node and brings its lanes into sight. */
  goToNode(lane: number): void;
  /** The table keeps errors only, or all. */
  errorsOnly(on: boolean): void;
  zoomToEpisode(id: string): void;
  /** The episode at this moment, or the whole log when there is none. */
  zoomToEpisodeAt(time: number): void;
  say(text: string): void;
  copyCommand(command: string): void;
  /** Opens what the user guide says of a finding. */
  guide(finding: string): void;
  /** Asks for a file and writes the rows into it. */
  saveTable(csv: string): void;
}

const GAP = MARK_STYLES.indexOf('gap');

/** The stretches that the lanes mark as gaps of the log; of moments there is nothing to shade. */
export function gapsOf(document: TimelineDocument): View[] {
  return document.lanes
    .filter((lane) => lane.kind === 'other')
    .flatMap((lane) =>
      [...lane.style].flatMap((style, index) => {
        const from = lane.start[index] ?? 0;
        const to = lane.end[index] ?? from;
        return style === GAP && to > from ? [{ from, to }] : [];
      }),
    );
}

export function endsOf(document: TimelineDocument): Float64Array[] {
  return document.lanes.map((lane) => latestEnds(lane));
}

/** Start, end and level of a selection, or `undefined` when it points at nothing. */
export function extentOf(
  document: TimelineDocument,
  selection: Selection | undefined,
): { readonly start: number; readonly end: number; readonly level: number } | undefined {
  if (selection === undefined) return undefined;
  if (selection.kind === 'bar') {
    const lane = document.lanes[selection.lane];
    const start = lane?.start[selection.index];
    return start === undefined
      ? undefined
      : { start, end: lane?.end[selection.index] ?? start, level: levelOf(lane?.level[selection.index]) };
  }
  const start = document.marks.time[selection.mark];
  if (start === undefined) return undefined;
  const end = document.marks.end[selection.mark] ?? Number.NaN;
  return { start, end: Number.isNaN(end) ? start : end, level: levelOf(document.marks.level[selection.mark]) };
}
