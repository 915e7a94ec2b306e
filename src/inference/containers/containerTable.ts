import { type Instant, seconds } from '../../kubelet/time.ts';
import { BLOCK, BLOCK_BITS, type ColumnSpace, IN_BLOCK } from '../store/columns.ts';
import { ChangeTable, EXITED, NO_CHANGE } from '../store/changeTable.ts';
import { type StatesContext, statesOf } from '../rules/containerStates.ts';
import type { ContainerHistory } from '../history.ts';
import { IdTable } from '../store/idTable.ts';
import { SentProofs } from './sentProofs.ts';

const KINDS: readonly ContainerHistory['kind'][] = ['unknown', 'container', 'sandbox'];

/** Each container is a row of numbers. */
const ROW = 6;
const POD = 0;
const KIND = 1;
/** The container before it with the same id, in another pod. */
const SAME_ID = 2;
const NEXT_OF_POD = 3;
const FIRST_CHANGE = 4;
const LAST_CHANGE = 5;

const NONE = -1;
/** Events of one pod that one relist sent are handled so near to each other, if the loop takes them at once. */
const NEAR = seconds(1);

/** How many containers and changes there were at a moment: what comes later is not shown. */
export interface TableMark {
  readonly containers: number;
  readonly changes: number;
}

/** When PLEG last reported each pod, and before that: lines near to each other can be of one relist. */
class PodReports {
  readonly #last: number[] = [];
  readonly #before: number[] = [];

  /** When an earlier line reported it; not a number where none did. */
  before(pod: number, time: Instant): number {
    const last = this.#last[pod] ?? Number.NaN;
    return last < time - NEAR ? last : (this.#before[pod] ?? Number.NaN);
  }

  note(pod: number, time: Instant): void {
    const last = this.#last[pod];
    if (last !== undefined && last < time - NEAR) this.#before[pod] = last;
    this.#last[pod] = time;
  }
}

/** Containers of pods (known by their number) and the changes of their states, in columns. A restart gives a new container: there may be very many. */
export class ContainerTable {
  readonly #space: ColumnSpace;
  readonly #ids: IdTable;
  readonly #changes: ChangeTable;
  readonly #names = new Map<number, string>();
  readonly #firstOfPod: number[] = [];
  readonly #lastOfPod: number[] = [];
  readonly #reports = new PodReports();
  readonly #proofs = new SentProofs();
  #count = 0;
  readonly #blocks: Int32Array[] = [];

  constructor(space: ColumnSpace) {
    this.#space = space;
    this.#ids = new IdTable(space);
    this.#changes = new ChangeTable(space);
  }

  /** The number of a pod's container, made if it is new. */
  container(pod: number, id: string): number {
    const newest = this.#ids.find(id);
    const container = this.#ofPod(newest, pod);
    return container === NONE ? this.#enter(this.#ids.add(id), pod, newest) : container;
  }

  /** The same for an id whose words begin at `at`, with their hash. */
  containerOfWords(pod: number, words: Int32Array, at: number, hash: number): number {
    const newest = this.#ids.findWords(words, at, hash);
    const container = this.#ofPod(newest, pod);
    return container === NONE ? this.#enter(this.#ids.addWords(words, at, hash), pod, newest) : container;
  }

  /** Brings what is needed for ids with these hashes near to the processor, all at once; `room` has as many places. */
  fetch(hashes: Int32Array, count: number, room: Int32Array): void {
    this.#ids.fetch(hashes, count, room);
    for (let index = 0; index < count; index += 1) {
      const guess = room[index] ?? NONE;
      room[index] = guess < 0 ? NO_CHANGE : this.#get(guess, LAST_CHANGE);
    }
    this.#changes.fetch(room, count);
  }

  /** The container of a pod among those with one id, of which `newest` is the last. */
  #ofPod(newest: number, pod: number): number {
    let container = newest;
    while (container !== NONE && this.#get(container, POD) !== pod) container = this.#get(container, SAME_ID);
    return container;
  }

  /** Makes the row of a container; `newest` is the one before with the same id. */
  #enter(container: number, pod: number, newest: number): number {
    if ((container & IN_BLOCK) === 0) this.#blocks.push(this.#space.ints(BLOCK * ROW));
    this.#count = container + 1;
    const rows = this.#blocks[container >>> BLOCK_BITS] as Int32Array;
    const row = (container & IN_BLOCK) * ROW;
    rows[row + POD] = pod;
    rows[row + SAME_ID] = newest;
    rows[row + NEXT_OF_POD] = NONE;
    rows[row + FIRST_CHANGE] = NO_CHANGE;
    rows[row + LAST_CHANGE] = NO_CHANGE;
    const before = this.#lastOfPod[pod];
    if (before === undefined) this.#firstOfPod[pod] = container;
    else this.#set(before, NEXT_OF_POD, container);
    this.#lastOfPod[pod] = container;
    return container;
  }

  #get(container: number, field: number): number {
    return (this.#blocks[container >>> BLOCK_BITS] as Int32Array)[(container & IN_BLOCK) * ROW + field] ?? NONE;
  }

  #set(container: number, field: number, value: number): void {
    (this.#blocks[container >>> BLOCK_BITS] as Int32Array)[(container & IN_BLOCK) * ROW + field] = value;
  }

  /** The container that was last seen with this id, in whatever pod. */
  find(id: string): number | undefined {
    const newest = this.#ids.find(id);
    return newest === NONE ? undefined : newest;
  }

  /** The same for an id whose words begin at `at`, with their hash. */
  findWords(words: Int32Array, at: number, hash: number): number | undefined {
    const newest = this.#ids.findWords(words, at, hash);
    return newest === NONE ? undefined : newest;
  }

  podOf(container: number): number {
    return this.#get(container, POD);
  }

  nameOf(container: number): string | undefined {
    return this.#names.get(container);
  }

  setKind(container: number, kind: ContainerHistory['kind']): void {
    this.#set(container, KIND, KINDS.indexOf(kind));
  }

  setName(container: number, name: string): void {
    this.#names.set(container, name);
  }

  /** Notes a state (by its number in the table of changes) that a line (packed) tells. `handled`: it is an event that the loop handled. */
  note(container: number, state: number, time: Instant, line: number, handled: boolean, exitCode?: number): void {
    const rows = this.#blocks[container >>> BLOCK_BITS] as Int32Array;
    const row = (container & IN_BLOCK) * ROW;
    const pod = rows[row + POD] ?? NONE;
    const last = rows[row + LAST_CHANGE] ?? NO_CHANGE;
    if (handled && state === EXITED && this.#changes.isPending(last)) this.#proofs.add(this.#changes.known(last), time);
    const change = this.#changes.note(last, state, time, line, handled, this.#reports.before(pod, time));
    // PLEG's own line about an exit comes with the event.
    if (handled || exitCode !== undefined) this.#reports.note(pod, time);
    rows[row + LAST_CHANGE] = change;
    if (rows[row + FIRST_CHANGE] === NO_CHANGE) rows[row + FIRST_CHANGE] = change;
    if (exitCode !== undefined) this.#changes.setExitCode(change, exitCode);
  }

  get mark(): TableMark {
    return { containers: this.#count, changes: this.#changes.count };
  }

  /** The containers of a pod with their states as intervals, in order of appearance. */
  historiesOf(pod: number, mark: TableMark, context: StatesContext): readonly ContainerHistory[] {
    const containers: number[] = [];
    for (
      let container = this.#firstOfPod[pod] ?? NONE;
      container !== NONE && container < mark.containers;
      container = this.#get(container, NEXT_OF_POD)
    )
      containers.push(container);
    const ids = this.#ids.idsOf(containers);
    return containers.map((container, index): ContainerHistory => {
      const id = ids[index] ?? '';
      const kind = KINDS[this.#get(container, KIND)] ?? 'unknown';
      const name = this.nameOf(container);
      const states = statesOf(this.#changes, this.#get(container, FIRST_CHANGE), mark.changes, this.#proofs, context);
      return name === undefined ? { id, kind, states } : { id, kind, name, states };
    });
  }
}
