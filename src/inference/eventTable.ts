import type { Instant } from '../kubelet/time.ts';
import type { PlegEventType, PodReference } from '../messages/fact.ts';
import { longerBytes, longerFloats, longerInts, roomFor } from './columns.ts';
import type { PlegEvent } from './history.ts';
import { unpackLine } from './lines.ts';

const TYPES: readonly PlegEventType[] = ['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged', 'PodSync', 'ConditionMet', 'unknown'];
/** No pod can be told. */
export const NO_POD = -1;
export const NO_CONTAINER = -1;

/** What an event says where its pod cannot be told. */
export interface EventWords {
  readonly pod: PodReference;
  readonly containerId?: string;
}

/** The PLEG events that the sync loop logged, in columns: a log can hold millions. Objects are made when somebody asks for them. */
export class EventTable {
  #room = 0;
  #count = 0;
  #time = new Float64Array(0);
  /** Packed. */
  #line = new Float64Array(0);
  #type = new Uint8Array(0);
  #process = new Int32Array(0);
  #pod = new Int32Array(0);
  #container = new Int32Array(0);
  readonly #processes: string[] = [];
  readonly #processNumbers = new Map<string, number>();
  #lastTime = Number.NEGATIVE_INFINITY;
  #inOrder = true;
  #sorted: Int32Array | undefined;
  readonly #said = new Map<number, EventWords>();

  get length(): number {
    return this.#count;
  }

  /** Adds an event of a pod and a container, told by their numbers; `line` is packed. */
  add(time: Instant, line: number, type: PlegEventType, process: string, pod: number, container: number, said?: EventWords): void {
    const at = this.#count;
    if (at === this.#room) this.#grow();
    if (said !== undefined) this.#said.set(at, said);
    if (time < this.#lastTime) this.#inOrder = false;
    this.#lastTime = time;
    this.#time[at] = time;
    this.#line[at] = line;
    this.#type[at] = TYPES.indexOf(type);
    this.#process[at] = this.#processNumber(process);
    this.#pod[at] = pod;
    this.#container[at] = container;
    this.#count = at + 1;
  }

  /** The first `count` events, in the order in which they came. */
  events(count: number, podOf: (pod: number) => PodReference, idOf: (container: number) => string): readonly PlegEvent[] {
    return [...this.passingEvents(count, podOf, idOf)];
  }

  /** The same one by one. */
  *passingEvents(count: number, podOf: (pod: number) => PodReference, idOf: (container: number) => string): Generator<PlegEvent, void, undefined> {
    for (let at = 0; at < count; at += 1) yield this.#event(at, podOf, idOf);
  }

  /** Those of the first `count` events that a process logged with `from` ≤ time ≤ `to`, in order of time. */
  eventsBetween(count: number, process: string, from: Instant, to: Instant, podOf: (pod: number) => PodReference, idOf: (container: number) => string): readonly PlegEvent[] {
    const events: PlegEvent[] = [];
    this.#forEachBetween(count, process, from, to, (at) => events.push(this.#event(at, podOf, idOf)));
    return events;
  }

  /** How many pods those events are of. */
  podsBetween(count: number, process: string, from: Instant, to: Instant): number {
    const pods = new Set<number>();
    this.#forEachBetween(count, process, from, to, (at) => pods.add(this.#pod[at] ?? NO_POD));
    pods.delete(NO_POD);
    return pods.size;
  }

  #forEachBetween(count: number, process: string, from: Instant, to: Instant, take: (at: number) => void): void {
    const number = this.#processNumbers.get(process);
    const order = this.#order();
    for (let place = this.#firstFrom(order, from); place < this.#count; place += 1) {
      const at = order === undefined ? place : (order[place] ?? 0);
      if ((this.#time[at] ?? 0) > to) break;
      if (at < count && this.#process[at] === number) take(at);
    }
  }

  #event(at: number, podOf: (pod: number) => PodReference, idOf: (container: number) => string): PlegEvent {
    const { source, line } = unpackLine(this.#line[at] ?? 0);
    const time = this.#time[at] as Instant;
    const process = this.#processes[this.#process[at] ?? 0] ?? '';
    const type = TYPES[this.#type[at] ?? 0] ?? 'unknown';
    const said = this.#said.get(at);
    const pod = said?.pod ?? podOf(this.#pod[at] ?? NO_POD);
    const container = this.#container[at] ?? NO_CONTAINER;
    const id = container === NO_CONTAINER ? said?.containerId : idOf(container);
    return id === undefined ? { source, line, time, process, type, pod } : { source, line, time, process, type, pod, containerId: id };
  }

  /** Numbers of all events in order of time; `undefined` while they came so. */
  #order(): Int32Array | undefined {
    if (this.#inOrder) return undefined;
    if (this.#sorted?.length === this.length) return this.#sorted;
    const order = new Int32Array(this.length);
    for (let at = 0; at < order.length; at += 1) order[at] = at;
    order.sort((a, b) => (this.#time[a] ?? 0) - (this.#time[b] ?? 0) || a - b);
    this.#sorted = order;
    return order;
  }

  #firstFrom(order: Int32Array | undefined, time: Instant): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#time[order === undefined ? middle : (order[middle] ?? 0)] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const room = (this.#room = roomFor(this.#room, this.#count));
    this.#time = longerFloats(this.#time, room);
    this.#line = longerFloats(this.#line, room);
    this.#type = longerBytes(this.#type, room);
    this.#process = longerInts(this.#process, room);
    this.#pod = longerInts(this.#pod, room);
    this.#container = longerInts(this.#container, room);
  }

  #processNumber(process: string): number {
    const last = this.#processes.length - 1;
    if (this.#processes[last] === process) return last;
    const known = this.#processNumbers.get(process);
    if (known !== undefined) return known;
    this.#processNumbers.set(process, last + 1);
    this.#processes.push(process);
    return last + 1;
  }
}
