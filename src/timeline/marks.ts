import { onceFor } from '../kubelet/oncePer.ts';
import type { LaneItems } from './laneItems.ts';
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

/** A lane before its items are sorted into arrays. */
export interface LaneDraft extends Pick<Lane, 'kind' | 'label'> {
  id: string;
  parent?: string;
  node?: string;
  uid?: string;
  ids?: string[];
  restarts?: number;
  inTurn?: number;
  folded?: boolean;
  readonly items: LaneItems;
}

/** What `MarkCollector.add` takes: a mark without its lane, which is known by index only at the end. */
export type MarkInput = Omit<Mark, 'lane'>;

/** Collects marks in any order and gives them as sorted columns, each text once. */
export class MarkCollector {
  #columns = emptyColumns(1024);
  #count = 0;
  readonly #lanes: LaneDraft[] = [];
  readonly #laneIndex = new Map<LaneDraft, number>();
  readonly #strings: string[] = [''];
  readonly #index = new Map<string, number>([['', 0]]);

  /** Adds a mark of a lane and returns its provisional number, valid as `LaneItem.mark` until `finish`. */
  add(lane: LaneDraft, mark: MarkInput): number {
    const place = this.#count;
    if (place === this.#columns.time.length) this.#columns = grown(this.#columns);
    const marks = this.#columns;
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
    marks.lane[place] = this.#lane(lane);
    marks.proven[place] = mark.proven ? 1 : 0;
    this.#count += 1;
    return place;
  }

  /** The columns sorted by time, at the same time by line (stable), the texts, and the lanes as typed arrays in the order given. `final` maps the provisional numbers to places. */
  finish(drafts: readonly LaneDraft[]): {
    marks: MarkColumns;
    strings: readonly string[];
    lanes: readonly Lane[];
    final: Int32Array;
  } {
    const count = this.#count;
    const { time, source, line } = this.#columns;
    const order = Uint32Array.from({ length: count }, (_, index) => index).sort(
      (a, b) =>
        (time[a] ?? 0) - (time[b] ?? 0) ||
        (source[a] ?? 0) - (source[b] ?? 0) ||
        (line[a] ?? 0) - (line[b] ?? 0) ||
        a - b,
    );
    const final = new Int32Array(count);
    order.forEach((provisional, place) => {
      final[provisional] = place;
    });
    const marks = inOrder(this.#columns, order);
    const laneIndex = new Map(drafts.map((draft, index) => [draft, index]));
    const lanes = this.#lanes.map((lane) => laneIndex.get(lane) ?? 0);
    marks.lane.forEach((lane, place) => {
      marks.lane[place] = lanes[lane] ?? 0;
    });
    return { marks, strings: this.#strings, lanes: drafts.map((draft) => finishLane(draft, final)), final };
  }

  #string(text: string | undefined): number {
    if (text === undefined || text === '') return 0;
    return onceFor(this.#index, text, () => this.#strings.push(text) - 1);
  }

  #lane(lane: LaneDraft): number {
    return onceFor(this.#laneIndex, lane, () => this.#lanes.push(lane) - 1);
  }
}

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** Columns for so many marks; `fill` puts into each new column what it is to hold, and gives it back. */
function columnsOf(
  count: number,
  fill: <One extends Column>(column: One, name: keyof MarkColumns) => One,
): MarkColumns {
  return {
    count,
    time: fill(new Float64Array(count), 'time'),
    end: fill(new Float64Array(count), 'end'),
    min: fill(new Float64Array(count), 'min'),
    max: fill(new Float64Array(count), 'max'),
    what: fill(new Uint32Array(count), 'what'),
    detail: fill(new Uint32Array(count), 'detail'),
    pod: fill(new Uint32Array(count), 'pod'),
    container: fill(new Uint32Array(count), 'container'),
    source: fill(new Uint16Array(count), 'source'),
    line: fill(new Uint32Array(count), 'line'),
    level: fill(new Uint8Array(count), 'level'),
    lane: fill(new Uint32Array(count), 'lane'),
    proven: fill(new Uint8Array(count), 'proven'),
  };
}

function emptyColumns(count: number): MarkColumns {
  return columnsOf(count, (column) => column);
}

/** The same with room for as many again. */
function grown(marks: MarkColumns): MarkColumns {
  return columnsOf(2 * marks.time.length, (column, name) => {
    const old = marks[name];
    if (typeof old !== 'number') column.set(old);
    return column;
  });
}

/** Marks at other places: `order` holds the old place for each new one. */
function inOrder(marks: MarkColumns, order: Uint32Array): MarkColumns {
  return columnsOf(order.length, (column, name) => {
    const old = marks[name];
    if (typeof old !== 'number')
      order.forEach((from, place) => {
        column[place] = old[from] ?? 0;
      });
    return column;
  });
}

function finishLane({ items, ...head }: LaneDraft, final: Int32Array): Lane {
  return { ...head, ...items.sorted(final) };
}
