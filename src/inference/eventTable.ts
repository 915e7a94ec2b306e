import type { Instant } from '../kubelet/time.ts';
import type { PlegEventType, PodReference } from '../messages/fact.ts';
import { byteColumn, float64Column, int32Column } from './columns.ts';
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
  readonly #time = float64Column();
  readonly #line = float64Column();
  readonly #type = byteColumn();
  readonly #process = int32Column();
  readonly #pod = int32Column();
  readonly #container = int32Column();
  readonly #processes: string[] = [];
  readonly #processNumbers = new Map<string, number>();
  #lastTime = Number.NEGATIVE_INFINITY;
  #inOrder = true;
  #sorted: Int32Array | undefined;
  readonly #said = new Map<number, EventWords>();

  get length(): number {
    return this.#time.length;
  }

  /** Adds an event of a pod and a container, told by their numbers; `line` is packed. */
  add(time: Instant, line: number, type: PlegEventType, process: string, pod: number, container: number, said?: EventWords): void {
    if (said !== undefined) this.#said.set(this.length, said);
    if (time < this.#lastTime) this.#inOrder = false;
    this.#lastTime = time;
    this.#time.push(time);
    this.#line.push(line);
    this.#type.push(TYPES.indexOf(type));
    this.#process.push(this.#processNumber(process));
    this.#pod.push(pod);
    this.#container.push(container);
  }

  /** The first `count` events, in the order in which they came. */
  events(count: number, podOf: (pod: number) => PodReference, idOf: (container: number) => string): readonly PlegEvent[] {
    const events: PlegEvent[] = [];
    for (let at = 0; at < count; at += 1) events.push(this.#event(at, podOf, idOf));
    return events;
  }

  /** Those of the first `count` events that a process logged with `from` ≤ time ≤ `to`, in order of time. */
  eventsBetween(count: number, process: string, from: Instant, to: Instant, podOf: (pod: number) => PodReference, idOf: (container: number) => string): readonly PlegEvent[] {
    const number = this.#processNumbers.get(process);
    const order = this.#order();
    const events: PlegEvent[] = [];
    for (let place = this.#firstFrom(order, from); place < this.length; place += 1) {
      const at = order === undefined ? place : (order[place] ?? 0);
      if (this.#time.at(at) > to) break;
      if (at < count && this.#process.at(at) === number) events.push(this.#event(at, podOf, idOf));
    }
    return events;
  }

  #event(at: number, podOf: (pod: number) => PodReference, idOf: (container: number) => string): PlegEvent {
    const { source, line } = unpackLine(this.#line.at(at));
    const time = this.#time.at(at) as Instant;
    const process = this.#processes[this.#process.at(at)] ?? '';
    const type = TYPES[this.#type.at(at)] ?? 'unknown';
    const said = this.#said.get(at);
    const pod = said?.pod ?? podOf(this.#pod.at(at));
    const id = this.#container.at(at) === NO_CONTAINER ? said?.containerId : idOf(this.#container.at(at));
    return id === undefined ? { source, line, time, process, type, pod } : { source, line, time, process, type, pod, containerId: id };
  }

  /** Numbers of all events in order of time; `undefined` while they came so. */
  #order(): Int32Array | undefined {
    if (this.#inOrder) return undefined;
    if (this.#sorted?.length === this.length) return this.#sorted;
    const order = new Int32Array(this.length);
    for (let at = 0; at < order.length; at += 1) order[at] = at;
    order.sort((a, b) => this.#time.at(a) - this.#time.at(b) || a - b);
    this.#sorted = order;
    return order;
  }

  #firstFrom(order: Int32Array | undefined, time: Instant): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#time.at(order === undefined ? middle : (order[middle] ?? 0)) < time) low = middle + 1;
      else high = middle;
    }
    return low;
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
