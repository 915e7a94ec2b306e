/** Lines that state the same again and again, put together: whoever counts them looks at each text once, however often it came. */
import type { Instant } from '../../kubelet/time.ts';
import type { Fact, FactKind, PodReference } from '../../messages/fact.ts';
import {
  AS_OBJECT,
  BLOCK_BITS,
  BLOCK_FACTS,
  type FactBlock,
  type FactsSoFar,
  IN_VALUES,
  nextWanted,
  POD_SYNC_ERROR,
  wantedColumns,
  wantedIn,
} from './factBlocks.ts';
import type { AttributedFact, LineReference } from '../history.ts';

/** Where a line stands and when it was written. */
export interface FactRow extends LineReference {
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
}

/** Facts by what they state, in the order of the first line of each. A fact is made when its turn comes, and kept by nobody. */
export interface FactGroups {
  /** Put together anew each time. */
  forEach(take: (group: FactGroup) => void): void;
  /** The fact of one line, made anew. */
  at(row: number): AttributedFact;
  timeOf(row: number): Instant;
  /** The line of a row. */
  lineOf(row: number): FactRow;
}

/** So many numbers of values that lines have in common fit in a key beside the number of their process. */
const MOST_STATED = 2 ** 31;

/** Puts the rows of some kinds together. `factAt` makes the fact of a row. */
export function groupRows(
  soFar: FactsSoFar,
  wants: (kind: FactKind) => boolean,
  factAt: (row: number) => AttributedFact,
): FactGroups {
  const { blocks } = soFar;
  return {
    forEach(take) {
      // Whoever asks for lines later does not hold the columns of the groups.
      const { columns, count } = new RowGroups(soFar).collected(wants);
      for (let group = 0; group < count; group += 1) {
        const own = group * COLUMNS;
        const first = columns[own + FIRST] ?? 0;
        const { fact, process } = factAt(first);
        take({
          fact,
          process,
          count: columns[own + COUNT] ?? 0,
          earliest: columns[own + EARLIEST] ?? first,
          latest: columns[own + LATEST] ?? first,
        });
      }
    },
    at: factAt,
    timeOf: (row) => timeAt(blocks, row),
    lineOf: (row) => {
      const { source, line } = placeAt(blocks[row >>> BLOCK_BITS] as FactBlock, row & (BLOCK_FACTS - 1));
      return { source, line, time: timeAt(blocks, row) };
    },
  };
}

function timeAt(blocks: readonly FactBlock[], row: number): Instant {
  return ((blocks[row >>> BLOCK_BITS] as FactBlock).times[row & (BLOCK_FACTS - 1)] ?? 0) as Instant;
}

/** Of each group its first row, how many there are, the earliest and the latest one, and the group before it in its slot. */
const FIRST = 0;
const COUNT = 1;
const EARLIEST = 2;
const LATEST = 3;
const BEFORE = 4;
const COLUMNS = 5;

interface GroupColumns {
  readonly columns: Int32Array;
  readonly count: number;
}

const SLOT_BITS = 15;
const NO_GROUP = -1;
/** So many groups of a slot are looked at: beyond them, what states the same may be parted, and nothing grows with the square of the log. */
const MOST_LOOKED_AT = 32;

/** Groups as numbers: there may be nearly as many as rows. */
class RowGroups {
  readonly #blocks: readonly FactBlock[];
  readonly #count: number;
  #columns = new Int32Array(COLUMNS << 10);
  #groups = 0;
  /** Groups by what their lines have in common. */
  readonly #stated = new Map<number, number>();
  /** The last group of each slot, by process, place of an error and pod: most errors come once, and maps of all of them were most of the garbage. */
  readonly #errors = new Int32Array(1 << SLOT_BITS).fill(NO_GROUP);

  constructor({ blocks, count }: FactsSoFar) {
    this.#blocks = blocks;
    this.#count = count;
  }

  collected(wants: (kind: FactKind) => boolean): GroupColumns {
    const columns = wantedColumns(wants);
    for (const [number, block] of this.#blocks.entries()) {
      const begin = number * BLOCK_FACTS;
      const rows = Math.min(BLOCK_FACTS, this.#count - begin);
      const wanted = wantedIn(block, columns, wants);
      if (wanted === 0) continue;
      for (let at = nextWanted(block, wanted, 0, rows); at < rows; at = nextWanted(block, wanted, at + 1, rows)) {
        const kind = block.kinds[at] ?? AS_OBJECT;
        if (kind !== AS_OBJECT) this.#take(begin + at, block, at, kind);
        else if (wants((block.values[block.starts[at] ?? 0] as Fact).kind)) this.#open(begin + at);
      }
    }
    return { columns: this.#columns, count: this.#groups };
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
    const slot = slotOf(block.processes[at] ?? 0, place, block.values[start] as PodReference);
    const last = this.#errors[slot] ?? NO_GROUP;
    let group = last;
    for (let looked = 0; looked < MOST_LOOKED_AT && group !== NO_GROUP; looked += 1) {
      if (this.#states(group, block, at, place)) {
        this.#join(group, row);
        return;
      }
      group = this.#columns[group * COLUMNS + BEFORE] ?? NO_GROUP;
    }
    const opened = this.#open(row);
    this.#columns[opened * COLUMNS + BEFORE] = last;
    this.#errors[slot] = opened;
  }

  /** Whether the lines of a group say the same as one whose error is kept elsewhere. */
  #states(group: number, block: FactBlock, at: number, place: number): boolean {
    const row = this.#columns[group * COLUMNS + FIRST] ?? 0;
    const first = this.#blocks[row >>> BLOCK_BITS] as FactBlock;
    const other = row & (BLOCK_FACTS - 1);
    return (
      first.errors?.[other] === place &&
      first.values[first.starts[other] ?? 0] === block.values[block.starts[at] ?? 0] &&
      first.processes[other] === block.processes[at] &&
      first.messages[other] === block.messages[at]
    );
  }

  #open(row: number): number {
    const at = this.#groups * COLUMNS;
    if (at === this.#columns.length) {
      const larger = new Int32Array(this.#columns.length * 2);
      larger.set(this.#columns);
      this.#columns = larger;
    }
    const columns = this.#columns;
    columns[at + FIRST] = row;
    columns[at + COUNT] = 1;
    columns[at + EARLIEST] = row;
    columns[at + LATEST] = row;
    this.#groups += 1;
    return this.#groups - 1;
  }

  #join(group: number, row: number): void {
    const columns = this.#columns;
    const at = group * COLUMNS;
    columns[at + COUNT] = (columns[at + COUNT] ?? 0) + 1;
    const time = timeAt(this.#blocks, row);
    if (time >= timeAt(this.#blocks, columns[at + LATEST] ?? row)) columns[at + LATEST] = row;
    else if (time < timeAt(this.#blocks, columns[at + EARLIEST] ?? row)) columns[at + EARLIEST] = row;
  }
}

/** Of the pod count the last letters of its uid or its name, which differ most. */
function slotOf(process: number, place: number, { uid, name }: PodReference): number {
  const text = uid ?? name ?? '';
  let hash = Math.imul(process, 0x85eb_ca6b) ^ place;
  for (let at = Math.max(0, text.length - 6); at < text.length; at += 1)
    hash = Math.imul(hash, 31) + text.charCodeAt(at);
  return Math.imul(hash, 0x9e37_79b1) >>> (32 - SLOT_BITS);
}

function placeAt(block: FactBlock, at: number): LineReference {
  if (block.kinds[at] !== AS_OBJECT) return block.placeAt(at);
  const { source, line } = block.values[block.starts[at] ?? 0] as Fact;
  return { source, line };
}

/** The same of facts of a history of another origin: each by itself. */
export function eachByItself(facts: readonly AttributedFact[], wants: (kind: FactKind) => boolean): FactGroups {
  const at = (row: number): AttributedFact => facts[row] as AttributedFact;
  return {
    forEach(take) {
      for (const [row, { fact, process }] of facts.entries())
        if (wants(fact.kind)) take({ fact, process, count: 1, earliest: row, latest: row });
    },
    at,
    timeOf: (row) => at(row).fact.time,
    lineOf: (row) => {
      const { source, line, time } = at(row).fact;
      return { source, line, time };
    },
  };
}
