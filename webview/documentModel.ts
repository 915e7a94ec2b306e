/** The model of a newly shown document, with what was saved of it, and what is saved of a model. */
import type { TimelineDocument } from '../src/timeline/timelineDocument.ts';
import type { TimeFormat, TimeScale } from './axis.ts';
import { endsOf, gapsOf, type Model } from './model.ts';
import { initiallyFolded } from './rows.ts';
import { runSearch } from './search.ts';
import type { SavedState } from './stateStore.ts';
import { readTheme } from './theme.ts';
import { clampView, fullView } from './viewport.ts';

/** Zoom, selection, search and folding come back when the document is the one that they were saved of; habits (how times are written) always. */
export function makeModel(timeline: TimelineDocument, saved: SavedState | undefined): Model {
  const same = saved !== undefined && saved.document === identity(timeline) ? saved : undefined;
  const limits = fullView(timeline.length);
  const scale = timeScale(timeline, saved?.timeFormat ?? 'logged');
  const filter = same?.filter ?? '';
  return {
    document: timeline, limits, ends: endsOf(timeline), gaps: gapsOf(timeline), scale, theme: readTheme(), rows: [], filter, search: runSearch(timeline, filter, scale),
    view: same === undefined ? limits : clampView({ from: same.from, to: same.to }, limits),
    folded: same === undefined ? initiallyFolded(timeline.lanes) : new Set(same.folded), errorsOnly: same?.errorsOnly ?? false,
    selection: same !== undefined && same.selection >= 0 && same.selection < timeline.marks.count ? { kind: 'mark', mark: same.selection } : undefined,
    focused: -1, pointer: undefined, cursor: undefined, measure: undefined, pinned: pinOf(timeline, same?.pinned),
  };
}

/** What survives hiding, reloading and reopening. */
export function savedStateOf(model: Model, page: Required<Pick<SavedState, 'cardOpen' | 'pane' | 'layout'>>): SavedState {
  return {
    version: 1, document: identity(model.document), from: model.view.from, to: model.view.to, selection: model.selection?.kind === 'mark' ? model.selection.mark : -1,
    folded: [...model.folded], filter: model.filter, errorsOnly: model.errorsOnly, timeFormat: model.scale.format, pinned: model.pinned, ...page,
  };
}

/** What tells one document from another: its sources and its stretch of time. */
function identity(timeline: TimelineDocument): string {
  return [timeline.title, ...timeline.sources, timeline.origin].join('\n').slice(0, 2000);
}

/** How times are written, and what relative ones count from: the first episode. */
export function timeScale(timeline: TimelineDocument, format: TimeFormat): TimeScale {
  const reference = timeline.episodes.find((episode) => !episode.startup)?.begin ?? 0;
  return { format, origin: timeline.origin, loggedOffset: timeline.zoneOffset ?? 0, localOffset: -new Date(timeline.origin / 1000).getTimezoneOffset(), reference };
}

/** The moment to begin with: the one that was held before, the first trouble, else the middle. */
function pinOf(timeline: TimelineDocument, saved: number | undefined): number {
  return saved ?? timeline.episodes.find((episode) => !episode.startup)?.beginMax ?? timeline.length / 2;
}
