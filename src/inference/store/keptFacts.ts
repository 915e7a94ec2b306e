import type { Instant } from '../../kubelet/time.ts';
import type { Fact, FactKind, PodReference, RuntimeError } from '../../messages/fact.ts';
import { FactDraft } from '../../messages/factDraft.ts';
import type { ColumnFact, ColumnKind } from '../../messages/factTraits.ts';
import {
  AS_OBJECT,
  BLOCK_BITS,
  BLOCK_FACTS,
  COLUMN_KINDS,
  endsOf,
  FactBlock,
  type FactsSoFar,
  IN_VALUES,
  nextWanted,
  wantedColumns,
  wantedIn,
} from './factBlocks.ts';
import { type FactGroups, groupRows } from './factGroups.ts';
import { factOfValues, pushValues, ValuesElsewhere } from './factValues.ts';
import type { AttributedFact } from '../history.ts';
import { InternedNumbers } from './intern.ts';
import { Repeats } from './repeats.ts';

interface PlaceInTime {
  readonly source: number;
  readonly line: number;
  readonly time: Instant;
}

/** What all lines with the same values state, kept once, by its number. */
class StatedValues {
  readonly kinds: number[] = [];
  readonly messages: number[] = [];
  /** Where the values of each begin among `values`. */
  readonly starts: number[] = [];
  readonly values: unknown[] = [];

  /** Begins the next one, whose values are put behind the others; gives its number. */
  begin(kind: number, message: number): number {
    this.kinds.push(kind);
    this.messages.push(message);
    return this.starts.push(this.values.length) - 1;
  }
}

/** Keeps the values of a fact once for all lines that state them again, when the first of these comes. */
class RepeatedFact extends Repeats {
  readonly #kept: KeptFacts;
  readonly #fact: ColumnFact;
  #number = -1;

  constructor(kept: KeptFacts, fact: ColumnFact) {
    super(fact.kind);
    this.#kept = kept;
    this.#fact = fact;
  }

  override add(line: PlaceInTime, process: string): void {
    if (this.#number < 0) this.#number = this.#kept.keepStated(this.#fact);
    this.#kept.addRepeat(this.#number, line, process);
  }
}

/**
 * Facts in the order in which they came, each with its process. Those of which a log has most are kept as columns, a quarter of the size of their objects, which
 * are made again when somebody asks for them.
 */
export class KeptFacts {
  #count = 0;
  #blocks: FactBlock[] = [];
  readonly #processes = new InternedNumbers();
  readonly #messages = new InternedNumbers();
  readonly #elsewhere = new ValuesElsewhere();
  readonly #stated = new StatedValues();

  get length(): number {
    return this.#count;
  }

  add(fact: Fact, process: string | undefined): void {
    const kind = fact.timeUnknown === true ? -1 : COLUMN_KINDS.indexOf(fact.kind as ColumnKind);
    if (kind < 0) this.#keepObject(fact, process);
    else {
      const block = this.#beginInColumns(kind, fact, fact.message, process);
      this.#keepValues(fact as ColumnFact, block.values, block);
    }
    this.#count += 1;
  }

  /** Takes the lines that state again what a fact of a kind that is kept as columns does. */
  repeatsOf(fact: ColumnFact): RepeatedFact {
    return new RepeatedFact(this, fact);
  }

  /** Keeps that a line states what the values of this number do. */
  addRepeat(number: number, { source, line, time }: PlaceInTime, process: string): void {
    const { kinds, messages } = this.#stated;
    const at = this.#count & (BLOCK_FACTS - 1);
    const block = this.#begin(kinds[number] ?? AS_OBJECT, process);
    block.messages[at] = messages[number] ?? 0;
    block.times[at] = time;
    block.setPlace(at, source, line);
    block.starts[at] = ~number;
    this.#count += 1;
  }

  /** Keeps what all lines have in common that state again what a fact does; gives its number. */
  keepStated(fact: ColumnFact): number {
    const number = this.#stated.begin(COLUMN_KINDS.indexOf(fact.kind), this.#messages.of(fact.message));
    this.#keepValues(fact, this.#stated.values, undefined);
    return number;
  }

  #keepObject(fact: Fact, process: string | undefined): void {
    const block = this.#begin(AS_OBJECT, process);
    block.times[this.#count & (BLOCK_FACTS - 1)] = fact.time;
    block.values.push(fact);
    block.objectKinds.add(fact.kind);
  }

  /** The block of the next fact. */
  #blockOfNext(): FactBlock {
    if ((this.#count & (BLOCK_FACTS - 1)) === 0) {
      this.#blocks.at(-1)?.close();
      this.#blocks.push(new FactBlock());
    }
    return this.#blocks[this.#blocks.length - 1] as FactBlock;
  }

  /** The block of the next fact, with what stands there of each. */
  #begin(kind: number, process: string | undefined): FactBlock {
    const at = this.#count & (BLOCK_FACTS - 1);
    const block = this.#blockOfNext();
    block.processes[at] = process === undefined ? -1 : this.#processes.of(process);
    block.starts[at] = block.values.length;
    block.kinds[at] = kind;
    block.hasKinds |= 1 << kind;
    return block;
  }

  /** The same for one that is kept in columns. */
  #beginInColumns(
    kind: number,
    { source, line, time }: PlaceInTime,
    message: string,
    process: string | undefined,
  ): FactBlock {
    const at = this.#count & (BLOCK_FACTS - 1);
    const block = this.#begin(kind, process);
    block.messages[at] = this.#messages.of(message);
    block.times[at] = time;
    block.setPlace(at, source, line);
    return block;
  }

  /** Leaves out what `leaves` says of a fact, by its kind and its process. What was asked for by `asTheyAre` before is not touched. */
  leaveOut(leaves: (kind: FactKind, process: string | undefined, time: Instant) => boolean): void {
    const { blocks, count } = this.asTheyAre();
    this.#blocks = [];
    this.#count = 0;
    blocks.forEach((block, number) => {
      const rows = Math.min(BLOCK_FACTS, count - number * BLOCK_FACTS);
      const ends = endsOf(block, rows);
      for (let at = 0; at < rows; at += 1) {
        const process = block.processes[at] ?? -1;
        if (
          !leaves(
            this.#kindAt(block, at),
            process < 0 ? undefined : this.#processes.textOf(process),
            block.times[at] as Instant,
          )
        )
          this.#copy(block, at, ends[at] ?? 0);
      }
    });
  }

  #kindAt(block: FactBlock, at: number): FactKind {
    const kind = block.kinds[at] ?? AS_OBJECT;
    return kind === AS_OBJECT ? (block.values[block.starts[at] ?? 0] as Fact).kind : (COLUMN_KINDS[kind] as ColumnKind);
  }

  /** `end`: where its values end. */
  #copy(from: FactBlock, at: number, end: number): void {
    const to = this.#count & (BLOCK_FACTS - 1);
    const block = this.#blockOfNext();
    for (const column of ['kinds', 'processes', 'messages', 'times'] as const)
      block[column][to] = from[column][at] ?? 0;
    const { source, line } = from.placeAt(at);
    block.setPlace(to, source, line);
    const kind = from.kinds[at] ?? AS_OBJECT;
    block.hasKinds |= 1 << kind;
    if (kind === AS_OBJECT) block.objectKinds.add(this.#kindAt(from, at));
    const start = from.starts[at] ?? 0;
    // Values that lines have in common stand elsewhere.
    block.starts[to] = start < 0 ? start : block.values.length;
    for (let value = start; value >= 0 && value < end; value += 1) block.values.push(from.values[value]);
    if (from.errors !== undefined) block.setError(to, from.errors[at] ?? IN_VALUES);
    this.#count += 1;
  }

  /** The facts so far, for `passing` and `inOrderOfTime` at any later time. */
  asTheyAre(): FactsSoFar {
    return { blocks: this.#blocks, count: this.#count };
  }

  /** Those facts in order of time. */
  inOrderOfTime(soFar: FactsSoFar): readonly AttributedFact[] {
    const facts = [...this.passing(soFar)];
    let before = Number.NEGATIVE_INFINITY;
    for (const { fact } of facts) {
      if (fact.time < before) return facts.sort((a, b) => a.fact.time - b.fact.time);
      before = fact.time;
    }
    return facts;
  }

  /** Those facts of some kinds, lines that state the same together. */
  groups(soFar: FactsSoFar, wants: (kind: FactKind) => boolean): FactGroups {
    return groupRows(soFar, wants, (row) => this.#attributedAt(soFar, row));
  }

  #attributedAt({ blocks }: FactsSoFar, row: number): AttributedFact {
    const block = blocks[row >>> BLOCK_BITS] as FactBlock;
    const at = row & (BLOCK_FACTS - 1);
    const fact = this.#factAt(block, at);
    const process = block.processes[at] ?? -1;
    return process < 0 ? { fact } : { fact, process: this.#processes.textOf(process) };
  }

  #factAt(block: FactBlock, at: number): Fact {
    const kind = block.kinds[at] ?? AS_OBJECT;
    return kind === AS_OBJECT ? (block.values[block.starts[at] ?? 0] as Fact) : this.#made(block, at, kind);
  }

  /** Those facts, or of some kinds of them, one after the other as they came; `of`: those of a process. */
  *passing(
    { blocks, count }: FactsSoFar = this.asTheyAre(),
    wants: (kind: FactKind) => boolean = () => true,
    of?: string,
  ): Generator<AttributedFact, void, undefined> {
    const columns = wantedColumns(wants);
    const own = of === undefined ? undefined : this.#processes.of(of);
    for (const [number, block] of blocks.entries()) {
      const rows = Math.min(BLOCK_FACTS, count - number * BLOCK_FACTS);
      const wanted = wantedIn(block, columns, wants);
      if (wanted === 0) continue;
      for (let at = nextWanted(block, wanted, 0, rows); at < rows; at = nextWanted(block, wanted, at + 1, rows)) {
        const process = block.processes[at] ?? -1;
        if (own !== undefined && process !== own) continue;
        const fact = this.#factAt(block, at);
        if (block.kinds[at] === AS_OBJECT && !wants(fact.kind)) continue;
        yield process < 0 ? { fact } : { fact, process: this.#processes.textOf(process) };
      }
    }
  }

  /** `block`: where the place of an error is kept, if its text is kept elsewhere; without, it is kept among the values. */
  #keepValues(fact: ColumnFact, values: unknown[], block: FactBlock | undefined): void {
    pushValues(fact, values, this.#elsewhere.ids);
    if ('error' in fact) this.#keepError(fact.error, 'pod' in fact ? fact.pod : undefined, values, block);
  }

  /** Keeps the error of the fact in hand as its last value, unless its text is kept elsewhere. */
  #keepError(
    error: RuntimeError,
    pod: PodReference | undefined,
    values: unknown[],
    block: FactBlock | undefined,
  ): void {
    if (block === undefined) {
      values.push(error);
      return;
    }
    const place = this.#elsewhere.placeOf(error, pod);
    block.setError(this.#count & (BLOCK_FACTS - 1), place);
    if (place === IN_VALUES) values.push(error);
  }

  #made(block: FactBlock, at: number, kind: number): ColumnFact {
    const { source, line } = block.placeAt(at);
    const message = this.#messages.textOf(block.messages[at] ?? 0);
    const base = new FactDraft(source, line, block.times[at] as Instant, message);
    const first = block.starts[at] ?? 0;
    const start = first < 0 ? (this.#stated.starts[~first] ?? 0) : first;
    const values = first < 0 ? this.#stated.values : block.values;
    const place = first < 0 ? IN_VALUES : (block.errors?.[at] ?? IN_VALUES);
    return factOfValues(COLUMN_KINDS[kind] as ColumnKind, base, values, start, place, this.#elsewhere);
  }
}
