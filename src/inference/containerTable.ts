import type { Instant, TimeBounds } from '../kubelet/time.ts';
import { byteColumn, float64Column, int32Column } from './columns.ts';
import type { ContainerHistory, ContainerHistoryState, ContainerStateInterval } from './history.ts';
import { IdTable } from './idTable.ts';
import { unpackLine } from './lines.ts';
import type { KeptRunning } from './queries.ts';

const STATES: readonly ContainerHistoryState[] = ['running', 'exited', 'removed', 'unknown'];
const RUNNING = 0;
const EXITED = 1;
const KINDS: readonly ContainerHistory['kind'][] = ['unknown', 'container', 'sandbox'];
const SANDBOX = 2;
const NONE = -1;
const MOST_LINES = 4;

/** How many containers and changes there were at a moment: what comes later is not shown. */
export interface TableMark {
  readonly containers: number;
  readonly changes: number;
}

/** Containers of pods (told by their number) and the changes of their states, in columns. A restart gives a new container: there may be very many. */
export class ContainerTable {
  readonly #ids = new IdTable();
  readonly #names = new Map<number, string>();
  readonly #pod = int32Column();
  readonly #kind = byteColumn();
  /** The container before it with the same id, in another pod. */
  readonly #sameId = int32Column();
  /** The next container of the same pod. */
  readonly #nextOfPod = int32Column();
  readonly #firstChange = int32Column();
  readonly #lastChange = int32Column();
  readonly #firstOfPod: number[] = [];
  readonly #lastOfPod: number[] = [];

  readonly #state = byteColumn();
  /** The state held at this time at the latest. */
  readonly #known = float64Column();
  /** It cannot have held before (end of the state before); not a number when that is unknown. */
  readonly #after = float64Column();
  /** 1: from an event that the loop handled, not only from PLEG's own line. */
  readonly #handled = byteColumn();
  readonly #line = float64Column();
  readonly #nextChange = int32Column();
  readonly #moreLines = new Map<number, number[]>();
  readonly #exitCodes = new Map<number, number>();

  /** The number of a pod's container, made if it is new. */
  container(pod: number, id: string): number {
    const newest = this.#ids.find(id);
    for (let other = newest; other !== NONE; other = this.#sameId.at(other)) if (this.#pod.at(other) === pod) return other;
    const container = this.#ids.add(id);
    this.#pod.push(pod);
    this.#kind.push(0);
    this.#sameId.push(newest);
    this.#nextOfPod.push(NONE);
    this.#firstChange.push(NONE);
    this.#lastChange.push(NONE);
    const before = this.#lastOfPod[pod];
    if (before === undefined) this.#firstOfPod[pod] = container;
    else this.#nextOfPod.set(before, container);
    this.#lastOfPod[pod] = container;
    return container;
  }

  /** The container that was last seen with this id, in whatever pod. */
  find(id: string): number | undefined {
    const newest = this.#ids.find(id);
    return newest === NONE ? undefined : newest;
  }

  podOf(container: number): number {
    return this.#pod.at(container);
  }

  nameOf(container: number): string | undefined {
    return this.#names.get(container);
  }

  idOf(container: number): string {
    return this.#ids.idOf(container);
  }

  setKind(container: number, kind: ContainerHistory['kind']): void {
    this.#kind.set(container, KINDS.indexOf(kind));
  }

  setName(container: number, name: string): void {
    this.#names.set(container, name);
  }

  /** Notes a state that a line (packed) tells; the number of the change, for `setExitCode`. The same state told again is no change. */
  change(container: number, state: ContainerHistoryState, time: Instant, line: number, handled: boolean): number {
    const last = this.#lastChange.at(container);
    const code = STATES.indexOf(state);
    if (last !== NONE && this.#state.at(last) === code) {
      // PLEG's line and the event of one change, or an event repeated.
      if (time < this.#known.at(last)) this.#known.set(last, time);
      if (handled) this.#handled.set(last, 1);
      const more = this.#moreLines.get(last);
      if (more === undefined) this.#moreLines.set(last, [line]);
      else if (more.length < MOST_LINES - 1) more.push(line);
      return last;
    }
    const change = this.#state.length;
    this.#state.push(code);
    this.#known.push(time);
    this.#after.push(last === NONE ? Number.NaN : this.#known.at(last));
    this.#handled.push(handled ? 1 : 0);
    this.#line.push(line);
    this.#nextChange.push(NONE);
    if (last === NONE) this.#firstChange.set(container, change);
    else this.#nextChange.set(last, change);
    this.#lastChange.set(container, change);
    return change;
  }

  setExitCode(change: number, code: number): void {
    this.#exitCodes.set(change, code);
  }

  get mark(): TableMark {
    return { containers: this.#pod.length, changes: this.#state.length };
  }

  /**
   * The containers of a pod with their states as intervals, in order of appearance. `from` is the begin of the log: what ran before has no other bound.
   * `eventLost` says whether the event of an exit that was known at a time was dropped.
   */
  historiesOf(pod: number, from: Instant, mark: TableMark, eventLost: (known: Instant) => boolean): readonly ContainerHistory[] {
    const histories: ContainerHistory[] = [];
    for (let container = this.#firstOfPod[pod] ?? NONE; container !== NONE && container < mark.containers; container = this.#nextOfPod.at(container)) {
      const name = this.nameOf(container);
      histories.push({
        id: this.idOf(container), kind: KINDS[this.#kind.at(container)] ?? 'unknown', ...(name === undefined ? {} : { name }),
        states: this.#states(container, from, mark, eventLost),
      });
    }
    return histories;
  }

  /** How many containers (not sandboxes) were seen running up to `since`, and how many of them certainly did not change until `until`; without those of pods that `leftOut` tells. */
  keptRunning(from: Instant, mark: TableMark, since: Instant, until: Instant, leftOut: ReadonlySet<number>): KeptRunning {
    let before = 0;
    let kept = 0;
    for (let container = 0; container < mark.containers; container += 1) {
      let running = NONE;
      for (let change = this.#firstChange.at(container); change !== NONE && change < mark.changes; change = this.#nextChange.at(change)) {
        if (this.#state.at(change) === RUNNING && this.#known.at(change) <= since) running = change;
      }
      if (running === NONE || this.#kind.at(container) === SANDBOX || (leftOut.size > 0 && leftOut.has(this.#pod.at(container)))) continue;
      const next = this.#within(this.#nextChange.at(running), mark);
      if (next !== NONE && this.#known.at(next) <= since) continue;
      before += 1;
      if (next === NONE || this.#startOf(next, from).min >= until) kept += 1;
    }
    return { before, kept };
  }

  #states(container: number, from: Instant, mark: TableMark, eventLost: (known: Instant) => boolean): readonly ContainerStateInterval[] {
    const states: ContainerStateInterval[] = [];
    for (let change = this.#firstChange.at(container), next = NONE; change !== NONE && change < mark.changes; change = next) {
      next = this.#within(this.#nextChange.at(change), mark);
      const exitCode = this.#exitCodes.get(change);
      const evidence = [this.#line.at(change), ...(this.#moreLines.get(change) ?? [])].map(unpackLine);
      const before = states.at(-1);
      if (before?.state === 'running' && this.#state.at(change) === EXITED && this.#handled.at(change) === 0 && next === NONE && eventLost(this.#known.at(change) as Instant)) {
        // PLEG saw the exit but its event was dropped: the running state is over, and no event tells what it is since (exited, or removed by now).
        states[states.length - 1] = { ...before, ...(exitCode === undefined ? {} : { exitCode }), evidence: [...before.evidence, ...evidence] };
        break;
      }
      states.push({
        state: STATES[this.#state.at(change)] ?? 'unknown',
        from: this.#startOf(change, from),
        evidence,
        ...(next === NONE ? {} : { to: this.#startOf(next, from) }),
        ...(exitCode === undefined ? {} : { exitCode }),
      });
    }
    return states;
  }

  #within(change: number, mark: TableMark): number {
    return change < mark.changes ? change : NONE;
  }

  #startOf(change: number, from: Instant): TimeBounds {
    const known = this.#known.at(change);
    const after = this.#after.at(change);
    return { min: Math.min(Number.isNaN(after) ? from : after, known) as Instant, max: known as Instant };
  }
}
