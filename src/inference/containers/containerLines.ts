import type { Instant } from '../../kubelet/time.ts';
import { BLOCK, BLOCK_BITS, type ColumnSpace, IN_BLOCK } from '../store/columns.ts';
import { WORDS, writeText } from '../store/idWords.ts';

/** What a line says of a container. */
export const STATE = 0;
/** Its state and that it is no sandbox. */
export const FINISHED = 1;
export const NAMED = 2;
export const SANDBOX = 3;
const SAYS = 3;
const HANDLED = 4;
const HAS_ID = 8;
const STATE_SHIFT = 4;

/** The columns of so many lines. */
class Block {
  readonly time: Float64Array;
  /** Packed. */
  readonly line: Float64Array;
  /** The exit code; not a number where no line names one. */
  readonly exitCode: Float64Array;
  readonly pod: Int32Array;
  /** How many events came before. */
  readonly after: Int32Array;
  /** The number of the state, and below it what is said, whether it is of an event that the loop handled, and whether there is an id. */
  readonly what: Int32Array;
  /** `WORDS` of each. */
  readonly ids: Int32Array;

  constructor(space: ColumnSpace) {
    this.time = space.floats(BLOCK);
    this.line = space.floats(BLOCK);
    this.exitCode = space.floats(BLOCK);
    this.pod = space.ints(BLOCK);
    this.after = space.ints(BLOCK);
    this.what = space.ints(BLOCK);
    this.ids = space.ints(BLOCK * WORDS);
  }
}

/** What lines say of containers that are no events of the table of events, in columns, in the order in which they came. */
export class ContainerLines {
  readonly #space: ColumnSpace;
  #count = 0;
  readonly #blocks: Block[] = [];
  /** Ids that cannot stand as words, and names. */
  readonly #texts = new Map<number, string>();
  readonly #names = new Map<number, string>();

  constructor(space: ColumnSpace) {
    this.#space = space;
  }

  get length(): number {
    return this.#count;
  }

  /** Adds what a line (packed) says of the container with an id, in the pod of a number, after so many events. `state`: a number of the table of changes. */
  add(
    says: number,
    after: number,
    pod: number,
    id: string,
    state: number,
    time: Instant,
    line: number,
    handled: boolean,
    exitCode?: number,
  ): number {
    const number = this.#count;
    const at = number & IN_BLOCK;
    if (at === 0) this.#blocks.push(new Block(this.#space));
    const block = this.#blockOf(number);
    const hasId = writeText(block.ids, at * WORDS, id);
    if (!hasId) this.#texts.set(number, id);
    block.time[at] = time;
    block.line[at] = line;
    block.exitCode[at] = exitCode ?? Number.NaN;
    block.pod[at] = pod;
    block.after[at] = after;
    block.what[at] = (state << STATE_SHIFT) | (hasId ? HAS_ID : 0) | (handled ? HANDLED : 0) | says;
    this.#count = number + 1;
    return number;
  }

  /** Gives the name that the line of a number says. */
  setName(number: number, name: string): void {
    this.#names.set(number, name);
  }

  nameOf(number: number): string | undefined {
    return this.#names.get(number);
  }

  timeOf(number: number): Instant {
    return this.#blockOf(number).time[number & IN_BLOCK] as Instant;
  }

  lineOf(number: number): number {
    return this.#blockOf(number).line[number & IN_BLOCK] ?? 0;
  }

  podOf(number: number): number {
    return this.#blockOf(number).pod[number & IN_BLOCK] ?? 0;
  }

  afterOf(number: number): number {
    return this.#blockOf(number).after[number & IN_BLOCK] ?? 0;
  }

  exitCodeOf(number: number): number | undefined {
    const code = this.#blockOf(number).exitCode[number & IN_BLOCK] ?? Number.NaN;
    return Number.isNaN(code) ? undefined : code;
  }

  /** `STATE`, `FINISHED`, `NAMED` or `SANDBOX`. */
  says(number: number): number {
    return this.#what(number) & SAYS;
  }

  stateOf(number: number): number {
    return this.#what(number) >> STATE_SHIFT;
  }

  isHandled(number: number): boolean {
    return (this.#what(number) & HANDLED) !== 0;
  }

  /** The id where it cannot stand as words, else `undefined`: then its words begin in `idsOf` at `(number & IN_BLOCK) * WORDS`. */
  idText(number: number): string | undefined {
    return (this.#what(number) & HAS_ID) === 0 ? (this.#texts.get(number) ?? '') : undefined;
  }

  idsOf(number: number): Int32Array {
    return this.#blockOf(number).ids;
  }

  #what(number: number): number {
    return this.#blockOf(number).what[number & IN_BLOCK] ?? 0;
  }

  #blockOf(number: number): Block {
    return this.#blocks[number >>> BLOCK_BITS] as Block;
  }
}
