/** Lines that state the same again and again, put together: whoever counts them looks at each text once, however often it came. */
import type { Instant } from '../../kubelet/time.ts';
import type { Fact, FactKind } from '../../messages/fact.ts';
import {
  AS_OBJECT,
  BLOCK_BITS,
  BLOCK_FACTS,
  COLUMN_KINDS,
  type FactBlock,
  type FactsSoFar,
  holdsSome,
  IN_VALUES,
  POD_SYNC_ERROR,
} from './factBlocks.ts';
import type { AttributedFact, LineReference } from '../history.ts';
import { unpackLine } from './lines.ts';

/** Where a line stands and when it was written; `row` puts facts in the order of the log. */
export interface FactRow extends LineReference {
  readonly row: number;
  readonly time: Instant;
}

/** Lines of one process that state the same, in the order of the log. */
export interface FactGroup {
  /** What the first of them states. */
  readonly fact: Fact;
  readonly process: string | undefined;
  readonly count: number;
  /** By time; of lines at the same time the first and the last one. */
  readonly earliest: number;
  readonly latest: number;
  readonly first: number;
}

/** Facts by what they state, in the order of the first line of each. A fact is made when its turn comes, and kept by nobody. */
export interface FactGroups {
  groups(): Iterable<FactGroup>;
  /** The fact of one line, made anew. */
  at(row: number): AttributedFact;
  timeOf(row: number): Instant;
  /** The line of a row. */
  lineOf(row: number): FactRow;
}

/** So many numbers of values that lines have in common are told apart in a key beside the number of their process. */
const MOST_STATED = 2 ** 31;

/** Puts the rows of some kinds together. `factAt` makes the fact of a row. */
export function groupRows(
  soFar: FactsSoFar,
  wants: (kind: FactKind) => boolean,
  factAt: (row: number) => AttributedFact,
): FactGroups {
  const rows = new RowGroups(soFar);
  rows.collect(wants);
  return {
    *groups() {
      for (let index = 0; index < rows.firsts.length; index += 1) {
        const first = rows.firsts[index] ?? 0;
        const { fact, process } = factAt(first);
        yield {
          fact,
          process,
          first,
          count: rows.counts[index] ?? 0,
          earliest: rows.earliest[index] ?? first,
          latest: rows.latest[index] ?? first,
        };
      }
    },
    at: factAt,
    timeOf: (row) => rows.timeOf(row),
    lineOf: (row) => rows.lineOf(row),
  };
}

/** Groups by the place of their error and the pod that it is of. Most errors are of one pod only: a table of pods for each would be most of the garbage. */
class ErrorGroups {
  readonly #pods = new Map<number, unknown>();
  readonly #groups = new Map<number, number>();
  /** Those of further pods. */
  readonly #others = new Map<number, Map<unknown, number>>();

  of(place: number, pod: unknown): number | undefined {
    return this.#pods.get(place) === pod ? this.#groups.get(place) : this.#others.get(place)?.get(pod);
  }

  set(place: number, pod: unknown, group: number): void {
    if (!this.#groups.has(place)) this.#pods.set(place, pod);
    if (this.#pods.get(place) === pod) {
      this.#groups.set(place, group);
      return;
    }
    const others = this.#others.get(place);
    if (others === undefined) this.#others.set(place, new Map([[pod, group]]));
    else others.set(pod, group);
  }
}

/** Groups as numbers: there may be nearly as many as rows. */
class RowGroups {
  readonly #blocks: readonly FactBlock[];
  readonly #count: number;
  /** Of each group its first row, how many there are, the earliest and the latest one. */
  readonly firsts: number[] = [];
  readonly counts: number[] = [];
  readonly earliest: number[] = [];
  readonly latest: number[] = [];
  /** Groups by what their lines have in common, or by their process, the place of their error and the pod that it is of. */
  readonly #stated = new Map<number, number>();
  readonly #errors = new Map<number, ErrorGroups>();

  constructor({ blocks, count }: FactsSoFar) {
    this.#blocks = blocks;
    this.#count = count;
  }

  collect(wants: (kind: FactKind) => boolean): void {
    const wanted = COLUMN_KINDS.map(wants);
    for (const [number, block] of this.#blocks.entries()) {
      const begin = number * BLOCK_FACTS;
      const rows = Math.min(BLOCK_FACTS, this.#count - begin);
      if (!holdsSome(block, wanted, wants)) continue;
      for (let at = 0; at < rows; at += 1) {
        const kind = block.kinds[at] ?? AS_OBJECT;
        if (kind === AS_OBJECT) {
          if (wants((block.values[block.starts[at] ?? 0] as Fact).kind)) this.#open(begin + at);
        } else if (wanted[kind] === true) this.#take(begin + at, block, at, kind);
      }
    }
  }

  timeOf(row: number): Instant {
    return ((this.#blocks[row >>> BLOCK_BITS] as FactBlock).times[row & (BLOCK_FACTS - 1)] ?? 0) as Instant;
  }

  lineOf(row: number): FactRow {
    const { source, line } = placeAt(this.#blocks[row >>> BLOCK_BITS] as FactBlock, row & (BLOCK_FACTS - 1));
    return { row, source, line, time: this.timeOf(row) };
  }

  #take(row: number, block: FactBlock, at: number, kind: number): void {
    const start = block.starts[at] ?? 0;
    if (start < 0) {
      const key = (block.processes[at] ?? 0) * MOST_STATED + ~start;
      const group = this.#stated.get(key);
      if (group === undefined) this.#stated.set(key, this.#open(row));
      else this.#join(group, row);
      return;
    }
    const place = kind === POD_SYNC_ERROR ? (block.errors?.[at] ?? IN_VALUES) : IN_VALUES;
    if (place === IN_VALUES) {
      this.#open(row);
      return;
    }
    const pod = block.values[start];
    const process = block.processes[at] ?? 0;
    let ofProcess = this.#errors.get(process);
    if (ofProcess === undefined) this.#errors.set(process, (ofProcess = new ErrorGroups()));
    const group = ofProcess.of(place, pod);
    if (group === undefined || this.#messageOf(this.firsts[group] ?? 0) !== block.messages[at])
      ofProcess.set(place, pod, this.#open(row));
    else this.#join(group, row);
  }

  #messageOf(row: number): number | undefined {
    return (this.#blocks[row >>> BLOCK_BITS] as FactBlock).messages[row & (BLOCK_FACTS - 1)];
  }

  #open(row: number): number {
    this.counts.push(1);
    this.earliest.push(row);
    this.latest.push(row);
    return this.firsts.push(row) - 1;
  }

  #join(group: number, row: number): void {
    this.counts[group] = (this.counts[group] ?? 0) + 1;
    const time = this.timeOf(row);
    if (time >= this.timeOf(this.latest[group] ?? row)) this.latest[group] = row;
    else if (time < this.timeOf(this.earliest[group] ?? row)) this.earliest[group] = row;
  }
}

function placeAt({ kinds, places, values, starts }: FactBlock, at: number): LineReference {
  if (kinds[at] !== AS_OBJECT) return unpackLine(places[at] ?? 0);
  const { source, line } = values[starts[at] ?? 0] as Fact;
  return { source, line };
}

/** The same of facts of a history of another origin: each by itself. */
export function eachByItself(facts: readonly AttributedFact[], wants: (kind: FactKind) => boolean): FactGroups {
  const at = (row: number): AttributedFact => facts[row] as AttributedFact;
  return {
    groups: () =>
      facts.flatMap(({ fact, process }, row) =>
        wants(fact.kind) ? { fact, process, count: 1, earliest: row, latest: row, first: row } : [],
      ),
    at,
    timeOf: (row) => at(row).fact.time,
    lineOf: (row) => {
      const { source, line, time } = at(row).fact;
      return { row, source, line, time };
    },
  };
}
