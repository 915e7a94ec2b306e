/** What lies in a lane while it is built, in columns: a log of many unhealthy times has a million bars, and as many objects would take more memory than the log. */
import type { Lane, MarkLevel } from './timelineDocument.ts';

/** A bar or an instant while a lane is being built. `mark` is what `MarkCollector.add` returned, or -1. */
export interface LaneItem {
  readonly start: number;
  readonly end: number;
  readonly style: number;
  readonly level: MarkLevel;
  readonly proven: boolean;
  readonly mark: number;
}

type ItemColumns = Pick<Lane, 'start' | 'end' | 'style' | 'level' | 'proven' | 'mark'>;

/** The items of one lane, in the order in which they were added. */
export class LaneItems {
  #columns = columnsOf(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push({ start, end, style, level, proven, mark }: LaneItem): void {
    this.#append(start, end, style, level, proven ? 1 : 0, mark);
  }

  /** Adds those of another lane that are at least of this level. */
  addFrom(other: LaneItems, least: MarkLevel): void {
    const from = other.#columns;
    for (let at = 0; at < other.#length; at += 1) {
      const level = from.level[at] ?? 0;
      if (level < least) continue;
      this.#append(
        from.start[at] ?? 0,
        from.end[at] ?? 0,
        from.style[at] ?? 0,
        level,
        from.proven[at] ?? 0,
        from.mark[at] ?? -1,
      );
    }
  }

  /** How many are of a level. */
  countOf(level: MarkLevel): number {
    let count = 0;
    for (let at = 0; at < this.#length; at += 1) if (this.#columns.level[at] === level) count += 1;
    return count;
  }

  /** As the page takes them: by their start, longer bars first where two begin together, so that what is short or an instant is drawn on top. `final` maps provisional numbers of marks to places. */
  sorted(final: Int32Array): ItemColumns {
    const { start, end, style, level, proven, mark } = this.#columns;
    const order = Uint32Array.from({ length: this.#length }, (_, index) => index).sort(
      (a, b) => (start[a] ?? 0) - (start[b] ?? 0) || (end[b] ?? 0) - (end[a] ?? 0) || a - b,
    );
    const sorted = columnsOf(this.#length);
    order.forEach((from, place) => {
      sorted.start[place] = start[from] ?? 0;
      sorted.end[place] = Math.max(start[from] ?? 0, end[from] ?? 0);
      sorted.style[place] = style[from] ?? 0;
      sorted.level[place] = level[from] ?? 0;
      sorted.proven[place] = proven[from] ?? 0;
      sorted.mark[place] = final[mark[from] ?? -1] ?? -1;
    });
    return sorted;
  }

  #append(start: number, end: number, style: number, level: number, proven: number, mark: number): void {
    const at = this.#length;
    if (at === this.#columns.start.length) this.#columns = grown(this.#columns);
    const columns = this.#columns;
    columns.start[at] = start;
    columns.end[at] = end;
    columns.style[at] = style;
    columns.level[at] = level;
    columns.proven[at] = proven;
    columns.mark[at] = mark;
    this.#length += 1;
  }
}

function columnsOf(count: number): ItemColumns {
  return {
    start: new Float64Array(count),
    end: new Float64Array(count),
    style: new Uint8Array(count),
    level: new Uint8Array(count),
    proven: new Uint8Array(count),
    mark: new Int32Array(count),
  };
}

/** The same with room for as many again. */
function grown(columns: ItemColumns): ItemColumns {
  const wider = columnsOf(Math.max(16, 2 * columns.start.length));
  wider.start.set(columns.start);
  wider.end.set(columns.end);
  wider.style.set(columns.style);
  wider.level.set(columns.level);
  wider.proven.set(columns.proven);
  wider.mark.set(columns.mark);
  return wider;
}
