import type { Instant } from '../kubelet/time.ts';
import { ChangeTable, NO_CHANGE } from './changeTable.ts';
import type { ContainerHistory, ContainerHistoryState, ContainerStateInterval } from './history.ts';
import { IdTable } from './idTable.ts';
import type { KeptRunning } from './queries.ts';

const KINDS: readonly ContainerHistory['kind'][] = ['unknown', 'container', 'sandbox'];
const SANDBOX = 2;

/** Each container is a row of numbers. */
const ROW = 6;
const POD = 0;
const KIND = 1;
/** The container before it with the same id, in another pod. */
const SAME_ID = 2;
const NEXT_OF_POD = 3;
const FIRST_CHANGE = 4;
const LAST_CHANGE = 5;

const CACHED = 1 << 12;
const NONE = -1;

/** How many containers and changes there were at a moment: what comes later is not shown. */
export interface TableMark {
  readonly containers: number;
  readonly changes: number;
}

/** Containers of pods (told by their number) and the changes of their states, in columns. A restart gives a new container: there may be very many. */
export class ContainerTable {
  readonly #ids = new IdTable();
  readonly #changes = new ChangeTable();
  readonly #names = new Map<number, string>();
  readonly #firstOfPod: number[] = [];
  readonly #lastOfPod: number[] = [];
  #count = 0;
  #rows = new Int32Array(256 * ROW);

  /** Containers that were seen not long ago: a text is found faster than its number in a large table. */
  readonly #cachedIds = new Array<string | undefined>(CACHED).fill(undefined);
  readonly #cachedNumbers = new Int32Array(CACHED);

  /** The number of a pod's container, made if it is new. */
  container(pod: number, id: string): number {
    const place = cachePlace(id);
    const cached = this.#cachedNumbers[place] ?? 0;
    if (this.#cachedIds[place] === id && this.#rows[cached * ROW + POD] === pod) return cached;
    const newest = this.#ids.find(id);
    let container = newest;
    while (container !== NONE && this.podOf(container) !== pod) container = this.#rows[container * ROW + SAME_ID] ?? NONE;
    if (container === NONE) container = this.#add(pod, id, newest);
    this.#cachedIds[place] = id;
    this.#cachedNumbers[place] = container;
    return container;
  }

  #add(pod: number, id: string, newest: number): number {
    const container = this.#ids.add(id);
    if (container * ROW === this.#rows.length) {
      const rows = new Int32Array(this.#rows.length * 2);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    this.#count = container + 1;
    const row = container * ROW;
    this.#rows[row + POD] = pod;
    this.#rows[row + SAME_ID] = newest;
    this.#rows[row + NEXT_OF_POD] = NONE;
    this.#rows[row + FIRST_CHANGE] = NO_CHANGE;
    this.#rows[row + LAST_CHANGE] = NO_CHANGE;
    const before = this.#lastOfPod[pod];
    if (before === undefined) this.#firstOfPod[pod] = container;
    else this.#rows[before * ROW + NEXT_OF_POD] = container;
    this.#lastOfPod[pod] = container;
    return container;
  }

  /** The container that was last seen with this id, in whatever pod. */
  find(id: string): number | undefined {
    const newest = this.#ids.find(id);
    return newest === NONE ? undefined : newest;
  }

  podOf(container: number): number {
    return this.#rows[container * ROW + POD] ?? NONE;
  }

  nameOf(container: number): string | undefined {
    return this.#names.get(container);
  }

  idOf(container: number): string {
    return this.#ids.idOf(container);
  }

  setKind(container: number, kind: ContainerHistory['kind']): void {
    this.#rows[container * ROW + KIND] = KINDS.indexOf(kind);
  }

  setName(container: number, name: string): void {
    this.#names.set(container, name);
  }

  /** Notes a state that a line (packed) tells. `handled`: it is an event that the loop handled. */
  note(container: number, state: ContainerHistoryState, time: Instant, line: number, handled: boolean, exitCode?: number): void {
    const row = container * ROW;
    const change = this.#changes.note(this.#rows[row + LAST_CHANGE] ?? NO_CHANGE, state, time, line, handled);
    this.#rows[row + LAST_CHANGE] = change;
    if (this.#rows[row + FIRST_CHANGE] === NO_CHANGE) this.#rows[row + FIRST_CHANGE] = change;
    if (exitCode !== undefined) this.#changes.setExitCode(change, exitCode);
  }

  get mark(): TableMark {
    return { containers: this.#count, changes: this.#changes.count };
  }

  /**
   * The containers of a pod with their states as intervals, in order of appearance. `from` is the begin of the log: what ran before has no other bound.
   * `eventLost` says whether the event of an exit that was known at a time was dropped.
   */
  historiesOf(pod: number, from: Instant, mark: TableMark, eventLost: (known: Instant) => boolean): readonly ContainerHistory[] {
    const histories: ContainerHistory[] = [];
    for (let container = this.#firstOfPod[pod] ?? NONE; container !== NONE && container < mark.containers; container = this.#rows[container * ROW + NEXT_OF_POD] ?? NONE) {
      const name = this.nameOf(container);
      histories.push({
        id: this.idOf(container), kind: KINDS[this.#rows[container * ROW + KIND] ?? 0] ?? 'unknown', ...(name === undefined ? {} : { name }),
        states: this.#states(container, from, mark.changes, eventLost),
      });
    }
    return histories;
  }

  /** How many containers (not sandboxes) were seen running up to `since`, and how many of them certainly did not change until `until`; without those of pods that `leftOut` tells. */
  keptRunning(from: Instant, mark: TableMark, since: Instant, until: Instant, leftOut: ReadonlySet<number>): KeptRunning {
    const changes = this.#changes;
    let before = 0;
    let kept = 0;
    for (let container = 0; container < mark.containers; container += 1) {
      const running = changes.lastRunning(this.#rows[container * ROW + FIRST_CHANGE] ?? NO_CHANGE, mark.changes, since);
      if (running === NO_CHANGE || this.#rows[container * ROW + KIND] === SANDBOX || (leftOut.size > 0 && leftOut.has(this.podOf(container)))) continue;
      const next = changes.next(running, mark.changes);
      if (next !== NO_CHANGE && changes.known(next) <= since) continue;
      before += 1;
      if (next === NO_CHANGE || changes.startOf(next, from).min >= until) kept += 1;
    }
    return { before, kept };
  }

  #states(container: number, from: Instant, count: number, eventLost: (known: Instant) => boolean): readonly ContainerStateInterval[] {
    const changes = this.#changes;
    const states: ContainerStateInterval[] = [];
    const first = this.#rows[container * ROW + FIRST_CHANGE] ?? NO_CHANGE;
    for (let change = first < count ? first : NO_CHANGE, next = NO_CHANGE; change !== NO_CHANGE; change = next) {
      next = changes.next(change, count);
      const exitCode = changes.exitCode(change);
      const exit = exitCode === undefined ? {} : { exitCode };
      const evidence = changes.evidence(change);
      const before = states.at(-1);
      if (before?.state === 'running' && next === NO_CHANGE && changes.isUnhandledExit(change) && eventLost(changes.known(change))) {
        // PLEG saw the exit but its event was dropped: the running state is over, and no event tells what it is since (exited, or removed by now).
        states[states.length - 1] = { ...before, ...exit, evidence: [...before.evidence, ...evidence] };
        break;
      }
      states.push({ state: changes.state(change), from: changes.startOf(change, from), evidence, ...(next === NO_CHANGE ? {} : { to: changes.startOf(next, from) }), ...exit });
    }
    return states;
  }
}

/** Ids are random digits; any other text finds a place too. */
function cachePlace(id: string): number {
  const last = id.length - 1;
  return (Math.imul(id.charCodeAt(0), 0x3d1) + Math.imul(id.charCodeAt(1), 0x6a7) + Math.imul(id.charCodeAt(2), 0x1cf1) + Math.imul(id.charCodeAt(last), 0x59)) & (CACHED - 1);
}
