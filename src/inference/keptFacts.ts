import type { Instant } from '../kubelet/time.ts';
import type { ContainerNamedFact, EvictionFact, Fact, FactBase, FactKind, PodSyncErrorFact } from '../messages/fact.ts';
import { longerBytes, longerFloats, longerInts, roomFor } from './columns.ts';
import type { AttributedFact } from './history.ts';
import { InternedNumbers } from './intern.ts';
import { packPlace, unpackLine } from './lines.ts';

type ColumnFact = PodSyncErrorFact | ContainerNamedFact | EvictionFact;
/** Kinds of which a long log has one on every twentieth line, and which few ask for: they are made anew each time. */
export const COLUMN_KINDS = ['pod-sync-error', 'container-named', 'eviction'] as const satisfies readonly ColumnFact['kind'][];
/** For a fact that is kept as it is. */
const AS_OBJECT = COLUMN_KINDS.length;
/** Facts of one block have their values in one array. */
const BLOCK_BITS = 12;

/**
 * Facts in the order in which they came, each with its process. Those of the mass are kept as columns, a quarter of the size of their objects, which
 * are made again when somebody asks for them.
 */
export class KeptFacts {
  #count = 0;
  #kinds = new Uint8Array(0);
  #processes = new Int32Array(0);
  #messages = new Int32Array(0);
  #times = new Float64Array(0);
  #places = new Float64Array(0);
  /** Where a fact's values begin in the array of its block. */
  #starts = new Int32Array(0);
  readonly #values: unknown[][] = [];
  readonly #names = new InternedNumbers();

  get length(): number {
    return this.#count;
  }

  add(fact: Fact, process: string | undefined): void {
    const index = this.#count;
    if (index === this.#kinds.length) this.#makeRoom();
    let block = this.#values[index >>> BLOCK_BITS];
    if (block === undefined) this.#values.push((block = []));
    this.#processes[index] = process === undefined ? -1 : this.#names.of(process);
    this.#starts[index] = block.length;
    const kind = fact.timeUnknown === true ? AS_OBJECT : COLUMN_KINDS.indexOf(fact.kind as ColumnFact['kind']);
    this.#kinds[index] = kind < 0 ? AS_OBJECT : kind;
    this.#times[index] = fact.time;
    if (kind < 0 || kind === AS_OBJECT) block.push(fact);
    else {
      this.#messages[index] = this.#names.of(fact.message);
      this.#places[index] = packPlace(fact.source, fact.line);
      pushValues(fact as ColumnFact, block);
    }
    this.#count = index + 1;
  }

  /** The first `count` facts in order of time. */
  inOrderOfTime(count: number): readonly AttributedFact[] {
    const facts = [...this.passing(count)];
    let before = Number.NEGATIVE_INFINITY;
    for (const { fact } of facts) {
      if (fact.time < before) return facts.sort((a, b) => a.fact.time - b.fact.time);
      before = fact.time;
    }
    return facts;
  }

  /** The first `count` facts, or those of some kinds, one after the other as they came. */
  *passing(count: number, wants: (kind: FactKind) => boolean = () => true): Generator<AttributedFact, void, undefined> {
    const wanted = COLUMN_KINDS.map(wants);
    for (let index = 0; index < count; index += 1) {
      const kind = this.#kinds[index] ?? AS_OBJECT;
      if (wanted[kind] === false) continue;
      const block = this.#values[index >>> BLOCK_BITS] ?? [];
      const start = this.#starts[index] ?? 0;
      const fact = kind === AS_OBJECT ? (block[start] as Fact) : this.#made(index, kind, block, start);
      if (kind === AS_OBJECT && !wants(fact.kind)) continue;
      const process = this.#processes[index] ?? -1;
      yield process < 0 ? { fact } : { fact, process: this.#names.textOf(process) };
    }
  }

  #made(index: number, kind: number, block: readonly unknown[], start: number): ColumnFact {
    const { source, line } = unpackLine(this.#places[index] ?? 0);
    const base: FactBase = { source, line, time: this.#times[index] as Instant, message: this.#names.textOf(this.#messages[index] ?? 0) };
    switch (COLUMN_KINDS[kind]) {
      case 'pod-sync-error':
        return { ...base, kind: 'pod-sync-error', pod: block[start] as PodSyncErrorFact['pod'], error: block[start + 1] as PodSyncErrorFact['error'] };
      case 'container-named': {
        const containerId = block[start + 2] as string | undefined;
        const container = block[start + 3] as string | undefined;
        return {
          ...base, kind: 'container-named', pod: block[start] as ContainerNamedFact['pod'], what: block[start + 1] as ContainerNamedFact['what'],
          ...(containerId === undefined ? {} : { containerId }), ...(container === undefined ? {} : { container }),
        };
      }
      default:
        return { ...base, kind: 'eviction', text: block[start] as string };
    }
  }

  #makeRoom(): void {
    const room = roomFor(this.#kinds.length, this.#count);
    this.#kinds = longerBytes(this.#kinds, room);
    this.#processes = longerInts(this.#processes, room);
    this.#messages = longerInts(this.#messages, room);
    this.#starts = longerInts(this.#starts, room);
    this.#times = longerFloats(this.#times, room);
    this.#places = longerFloats(this.#places, room);
  }
}

function pushValues(fact: ColumnFact, block: unknown[]): void {
  switch (fact.kind) {
    case 'pod-sync-error':
      block.push(fact.pod, fact.error);
      return;
    case 'container-named':
      block.push(fact.pod, fact.what, fact.containerId, fact.container);
      return;
    case 'eviction':
      block.push(fact.text);
  }
}
