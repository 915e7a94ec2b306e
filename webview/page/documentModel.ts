/** The model of a newly shown document, with what was saved of it, and what is saved of a model. */
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import type { TimeFormat, TimeScale } from '../charts/axis.ts';
import { firstView } from './firstView.ts';
import { endsOf, gapsOf, type Model, type Selection } from './model.ts';
import { initiallyFolded } from '../lanes/rows.ts';
import type { Search } from '../search/search.ts';
import type { SavedState } from './stateStore.ts';
import { readTheme } from './theme.ts';
import { clampView, fullView } from '../charts/viewport.ts';

/**
 * Zoom, selection, search and folding come back when the document is the one that they were saved of, also when it has grown since; habits (how times are written) always.
 * `search` searches it. `before` is the model of the same log that the page shows until now.
 */
export function makeModel(
  timeline: TimelineDocument,
  saved: SavedState | undefined,
  search: (filter: string, scale: TimeScale) => Search,
  before?: Model,
): Model {
  const same =
    before !== undefined
      ? stateOf(before)
      : saved !== undefined && saved.document === identity(timeline)
        ? saved
        : undefined;
  const limits = fullView(timeline.length);
  const ends = endsOf(timeline);
  const scale = timeScale(timeline, before?.scale.format ?? saved?.timeFormat ?? 'logged');
  const filter = same?.filter ?? '';
  return {
    document: timeline,
    limits,
    ends,
    gaps: gapsOf(timeline),
    scale,
    theme: readTheme(),
    rows: [],
    filter,
    search: search(filter, scale),
    view:
      same === undefined
        ? firstView(timeline, ends, limits)
        : same.whole === true
          ? limits
          : clampView({ from: same.from, to: same.to }, limits),
    folded:
      same === undefined
        ? initiallyFolded(timeline.lanes)
        : new Set([...same.folded, ...newlyFolded(timeline, before)]),
    errorsOnly: same?.errorsOnly ?? false,
    selection: same === undefined ? undefined : selectionOf(timeline, same),
    focused: -1,
    pointer: undefined,
    cursor: before?.cursor,
    measure: before?.measure,
    pinned: pinOf(timeline, same?.pinned),
  };
}

type OfPage = Required<Pick<SavedState, 'cardOpen' | 'pane' | 'dockOpen' | 'layout'>>;
type OfModel = Omit<SavedState, keyof OfPage>;

/** What survives hiding, reloading and reopening. */
export function savedStateOf(model: Model, page: OfPage): SavedState {
  return { ...stateOf(model), ...page };
}

function stateOf(model: Model): OfModel {
  const selection = model.selection?.kind === 'mark' ? model.selection.mark : -1;
  return {
    version: 1,
    document: identity(model.document),
    from: model.view.from,
    to: model.view.to,
    whole: model.view.from <= model.limits.from && model.view.to >= model.limits.to,
    selection,
    ...(selection < 0 ? {} : { mark: markKey(model.document, selection) }),
    folded: [...model.folded],
    filter: model.filter,
    errorsOnly: model.errorsOnly,
    timeFormat: model.scale.format,
    pinned: model.pinned,
  };
}

/** The row of the lane that was focused before, or -1. */
export function focusedRow(model: Model, before: Model | undefined): number {
  const lane = before?.document.lanes[before.rows[before.focused]?.lane ?? -1]?.id;
  return lane === undefined ? -1 : model.rows.findIndex((row) => model.document.lanes[row.lane]?.id === lane);
}

/** The mark that was selected. In a log that has grown it has another number, or is not there any more. */
function selectionOf(timeline: TimelineDocument, { selection, mark: key }: OfModel): Selection | undefined {
  if (selection < 0 || key === undefined) return undefined;
  const { time } = timeline.marks;
  const at = Number.parseFloat(key); // it begins with the time
  const isIt = (mark: number): boolean => time[mark] === at && markKey(timeline, mark) === key;
  if (isIt(selection)) return { kind: 'mark', mark: selection };
  const found = time.findIndex((_, mark) => isIt(mark));
  return found < 0 ? undefined : { kind: 'mark', mark: found };
}

/** Of a lane's or a mark's text so much tells it from others: a name can be a megabyte. */
const LONGEST_KEY = 500;

/** What tells a mark from all others of its log. */
function markKey({ marks, lanes, strings }: TimelineDocument, mark: number): string {
  const texts = [lanes[marks.lane[mark] ?? -1]?.id, strings[marks.what[mark] ?? -1]].map((text) =>
    text?.slice(0, LONGEST_KEY),
  );
  return [marks.time[mark], marks.source[mark], marks.line[mark], ...texts].join('\n');
}

/** Lanes that the log did not have until now. */
function newlyFolded(timeline: TimelineDocument, before: Model | undefined): Set<string> {
  if (before === undefined) return new Set();
  const known = new Set(before.document.lanes.map((lane) => lane.id));
  return initiallyFolded(timeline.lanes.filter((lane) => !known.has(lane.id)));
}

/** The same log was shown before, though there may have been less of it. */
export function isOfSameLog(timeline: TimelineDocument, before: Model | undefined): boolean {
  return before !== undefined && identity(before.document) === identity(timeline);
}

/** What tells one document from another: its sources and its stretch of time. */
function identity(timeline: TimelineDocument): string {
  return [timeline.title, ...timeline.sources, timeline.origin].join('\n').slice(0, 2000);
}

/** How times are written, and what relative ones count from: the first episode. */
export function timeScale(timeline: TimelineDocument, format: TimeFormat): TimeScale {
  const reference = timeline.episodes.find((episode) => !episode.startup)?.begin ?? 0;
  return {
    format,
    origin: timeline.origin,
    loggedOffset: timeline.zoneOffset ?? 0,
    localOffset: -new Date(timeline.origin / 1000).getTimezoneOffset(),
    reference,
  };
}

/** The moment to begin with: the one that was held before, the first trouble, else the middle. */
function pinOf(timeline: TimelineDocument, saved: number | undefined): number {
  return saved ?? timeline.episodes.find((episode) => !episode.startup)?.beginMax ?? timeline.length / 2;
}
