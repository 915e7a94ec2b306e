import type { FactKind } from '../../messages/fact.ts';
import { type ColumnKind, kindsWith } from '../../messages/factTraits.ts';
import type { LineReference } from '../history.ts';

/** Kinds of which a long log has one on every twentieth line, and which few ask for: they are made anew each time. */
export const COLUMN_KINDS = kindsWith(({ kept }) => kept === 'columns') as readonly ColumnKind[];
export const POD_SYNC_ERROR = COLUMN_KINDS.indexOf('pod-sync-error');
/** For a fact that is kept as it is. */
export const AS_OBJECT = COLUMN_KINDS.length;
export const BLOCK_BITS = 11;
export const BLOCK_FACTS = 1 << BLOCK_BITS;

/** The error is among the values. */
export const IN_VALUES = -1;

/** So many facts in a row; blocks do not grow, so that nothing is copied. */
export class FactBlock {
  readonly kinds = new Uint8Array(BLOCK_FACTS);
  /** A bit for each of the kinds that it has, and the kinds of the facts that are kept as they are. */
  hasKinds = 0;
  readonly objectKinds = new Set<FactKind>();
  readonly processes = new Int32Array(BLOCK_FACTS);
  readonly messages = new Int32Array(BLOCK_FACTS);
  readonly times = new Float64Array(BLOCK_FACTS);
  readonly lines = new Uint32Array(BLOCK_FACTS);
  /** Made with the first line of a source that is not the first. */
  #sources: Uint32Array | undefined;
  /** Where a fact's values begin among `values`; `~` the number of those that are kept once for many. */
  readonly starts = new Int32Array(BLOCK_FACTS);
  /** The fact itself, or what its kind has beside place, time and message. */
  values: unknown[] = [];
  /** Where its error stands, for one whose text is kept elsewhere; else `IN_VALUES`. Made with the first. */
  errors: Int32Array | undefined;

  setPlace(at: number, source: number, line: number): void {
    this.lines[at] = line;
    if (source > 0) this.#sources ??= new Uint32Array(BLOCK_FACTS);
    if (this.#sources !== undefined) this.#sources[at] = source;
  }

  placeAt(at: number): LineReference {
    return { source: this.#sources?.[at] ?? 0, line: this.lines[at] ?? 0 };
  }

  setError(at: number, place: number): void {
    this.errors ??= new Int32Array(BLOCK_FACTS);
    this.errors[at] = place;
  }

  /** Lets go of the room for values that no fact needed. */
  close(): void {
    this.values = this.values.slice();
  }
}

/** Where the values of each of the first `rows` facts of a block end: where those of the next begin that has some of its own. */
export function endsOf({ starts, values }: FactBlock, rows: number): Int32Array {
  const ends = new Int32Array(rows);
  let end = values.length;
  for (let at = rows - 1; at >= 0; at -= 1) {
    ends[at] = end;
    const start = starts[at] ?? 0;
    if (start >= 0) end = start;
  }
  return ends;
}

/** A bit for each of the kinds kept in columns that are wanted. */
export function wantedColumns(wants: (kind: FactKind) => boolean): number {
  return COLUMN_KINDS.reduce((bits, kind, number) => (wants(kind) ? bits | (1 << number) : bits), 0);
}

/** Which of the wanted kinds a block has, `columns` by `wantedColumns`: a bit for each, that of `AS_OBJECT` for any other. */
export function wantedIn(
  { hasKinds, objectKinds }: FactBlock,
  columns: number,
  wants: (kind: FactKind) => boolean,
): number {
  let wanted = hasKinds & columns;
  for (const kind of objectKinds) if (wants(kind)) wanted |= 1 << AS_OBJECT;
  return wanted;
}

/** The first place from `at` on whose kind has a bit; `rows` where there is none. By itself, for this loop goes over every fact of a log for each question. */
export function nextWanted({ kinds }: FactBlock, wanted: number, at: number, rows: number): number {
  let next = at;
  while (next < rows && ((wanted >>> (kinds[next] ?? AS_OBJECT)) & 1) === 0) next += 1;
  return next;
}

/** What was kept up to a moment. */
export interface FactsSoFar {
  readonly blocks: readonly FactBlock[];
  readonly count: number;
}
