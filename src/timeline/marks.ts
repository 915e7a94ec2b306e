import type { Lane, Mark, MarkColumns, MarkLevel, TimelineDocument } from './timelineDocument.ts';

/** One mark of a document as an object; `undefined` when there is no such mark. */
export function markAt(
  document: Pick<TimelineDocument, 'marks' | 'strings' | 'lanes'>,
  index: number,
): Mark | undefined {
  const { marks, strings } = document;
  if (!Number.isInteger(index) || index < 0 || index >= marks.count) return undefined;
  const text = (column: Uint32Array): string => strings[column[index] ?? 0] ?? '';
  const detail = text(marks.detail);
  const pod = text(marks.pod);
  const container = text(marks.container);
  const end = marks.end[index] ?? Number.NaN;
  const min = marks.min[index] ?? Number.NaN;
  const max = marks.max[index] ?? Number.NaN;
  return {
    time: marks.time[index] ?? 0,
    ...(Number.isNaN(end) ? {} : { end }),
    ...(Number.isNaN(min) ? {} : { min }),
    ...(Number.isNaN(max) ? {} : { max }),
    what: text(marks.what),
    ...(detail === '' ? {} : { detail }),
    ...(pod === '' ? {} : { pod }),
    ...(container === '' ? {} : { container }),
    source: marks.source[index] ?? 0,
    line: marks.line[index] ?? 0,
    level: levelOf(marks.level[index]),
    lane: document.lanes[marks.lane[index] ?? 0]?.id ?? '',
    proven: marks.proven[index] === 1,
  };
}

/** A stored level as a `MarkLevel`; anything unknown counts as an error rather than as nothing. */
export function levelOf(value: number | undefined): MarkLevel {
  return value === 0 ? 0 : value === 1 ? 1 : 2;
}

/** A bar or an instant while a lane is being built. `mark` is what `MarkCollector.add` returned, or -1. */
export interface LaneItem {
  readonly start: number;
  readonly end: number;
  readonly style: number;
  readonly level: MarkLevel;
  readonly proven: boolean;
  readonly mark: number;
}

/** A lane before its items are sorted into arrays. */
export interface LaneDraft extends Pick<Lane, 'kind' | 'label'> {
  id: string;
  parent?: string;
  node?: string;
  uid?: string;
  ids?: string[];
  restarts?: number;
  folded?: boolean;
  readonly items: LaneItem[];
}

/** What `MarkCollector.add` takes: a mark without its lane, which is known by index only at the end. */
export type MarkInput = Omit<Mark, 'lane'>;

function inOrder(a: MarkInput | undefined, b: MarkInput | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.time - b.time || a.source - b.source || a.line - b.line;
}

/** Collects marks in any order and gives them as sorted columns, each text once. */
export class MarkCollector {
  readonly #marks: { readonly mark: MarkInput; readonly lane: LaneDraft }[] = [];
  readonly #strings: string[] = [''];
  readonly #index = new Map<string, number>([['', 0]]);

  /** Adds a mark of a lane and returns its provisional number, valid as `LaneItem.mark` until `finish`. */
  add(lane: LaneDraft, mark: MarkInput): number {
    this.#marks.push({ mark, lane });
    return this.#marks.length - 1;
  }

  /** The columns sorted by time, at the same time by line (stable), the texts, and the lanes as typed arrays in the order given. `final` maps the provisional numbers to places. */
  finish(drafts: readonly LaneDraft[]): {
    marks: MarkColumns;
    strings: readonly string[];
    lanes: readonly Lane[];
    final: Int32Array;
  } {
    const count = this.#marks.length;
    const order = Array.from({ length: count }, (_, index) => index);
    order.sort((a, b) => inOrder(this.#marks[a]?.mark, this.#marks[b]?.mark) || a - b);
    const final = new Int32Array(count);
    order.forEach((provisional, place) => {
      final[provisional] = place;
    });
    const laneIndex = new Map(drafts.map((draft, index) => [draft, index]));
    const marks = emptyColumns(count);
    order.forEach((provisional, place) => {
      const entry = this.#marks[provisional];
      if (entry === undefined) return;
      const { mark, lane } = entry;
      marks.time[place] = mark.time;
      marks.end[place] = mark.end ?? Number.NaN;
      marks.min[place] = mark.min ?? Number.NaN;
      marks.max[place] = mark.max ?? Number.NaN;
      marks.what[place] = this.#string(mark.what);
      marks.detail[place] = this.#string(mark.detail);
      marks.pod[place] = this.#string(mark.pod);
      marks.container[place] = this.#string(mark.container);
      marks.source[place] = mark.source;
      marks.line[place] = mark.line;
      marks.level[place] = mark.level;
      marks.lane[place] = laneIndex.get(lane) ?? 0;
      marks.proven[place] = mark.proven ? 1 : 0;
    });
    return { marks, strings: this.#strings, lanes: drafts.map((draft) => finishLane(draft, final)), final };
  }

  #string(text: string | undefined): number {
    if (text === undefined || text === '') return 0;
    const known = this.#index.get(text);
    if (known !== undefined) return known;
    this.#strings.push(text);
    this.#index.set(text, this.#strings.length - 1);
    return this.#strings.length - 1;
  }
}

function emptyColumns(count: number): MarkColumns {
  return {
    count,
    time: new Float64Array(count),
    end: new Float64Array(count),
    min: new Float64Array(count),
    max: new Float64Array(count),
    what: new Uint32Array(count),
    detail: new Uint32Array(count),
    pod: new Uint32Array(count),
    container: new Uint32Array(count),
    source: new Uint16Array(count),
    line: new Uint32Array(count),
    level: new Uint8Array(count),
    lane: new Uint32Array(count),
    proven: new Uint8Array(count),
  };
}

function finishLane(draft: LaneDraft, final: Int32Array): Lane {
  // Longer bars first where two begin together, so that what is short or an instant is drawn on top.
  const items = draft.items.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const { items: _, ...head } = draft;
  return {
    ...head,
    start: Float64Array.from(items, (item) => item.start),
    end: Float64Array.from(items, (item) => Math.max(item.start, item.end)),
    style: Uint8Array.from(items, (item) => item.style),
    level: Uint8Array.from(items, (item) => item.level),
    proven: Uint8Array.from(items, (item) => (item.proven ? 1 : 0)),
    mark: Int32Array.from(items, (item) => (item.mark < 0 ? -1 : (final[item.mark] ?? -1))),
  };
}
