import type { Instant } from '../kubelet/time.ts';
import type { PlegEventType, PodReference } from '../messages/fact.ts';
import { BLOCK, BLOCK_BITS, type ColumnSpace, IN_BLOCK } from './columns.ts';
import type { PlegEvent } from './history.ts';
import { unpackLine } from './lines.ts';

const TYPES: readonly PlegEventType[] = ['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged', 'PodSync', 'ConditionMet', 'unknown'];
const STARTED = 0;
const DIED = 1;
const TYPE_BITS = 3;
const TYPE = 7;
/** No pod can be told. */
export const NO_POD = -1;
const NO_CONTAINER = -1;

/** What an event says where its pod cannot be told. */
export interface EventWords {
  readonly pod: PodReference;
  readonly containerId?: string;
}

/** The columns of so many events. */
class Block {
  readonly time: Float64Array;
  /** Packed. */
  readonly line: Float64Array;
  readonly pod: Int32Array;
  readonly container: Int32Array;
  /** The process, and below it the type. */
  readonly what: Int32Array;

  constructor(space: ColumnSpace, room: number) {
    this.time = space.floats(room);
    this.line = space.floats(room);
    this.pod = space.ints(room);
    this.container = space.ints(room);
    this.what = space.ints(room);
  }
}

/** The PLEG events that the sync loop logged, in columns: a log can hold millions. Objects are made when somebody asks for them. */
export class EventTable {
  readonly #space: ColumnSpace;
  #count = 0;
  readonly #blocks: Block[] = [];
  /** The block of the next event. */
  #last: Block;
  readonly #processes: string[] = [];
  readonly #processNumbers = new Map<string, number>();
  #lastTime = Number.NEGATIVE_INFINITY;
  #inOrder = true;
  #sorted: Int32Array | undefined;
  readonly #said = new Map<number, EventWords>();

  constructor(space: ColumnSpace) {
    this.#space = space;
    this.#last = new Block(space, 0);
  }

  get length(): number {
    return this.#count;
  }

  /** Adds an event of a pod (told by its number) and gives the event's number; `line` is packed. It has no container yet. */
  add(time: Instant, line: number, type: PlegEventType, process: string, pod: number, said?: EventWords): number {
    const event = this.#count;
    const at = event & IN_BLOCK;
    if (at === 0) this.#addBlock();
    const { time: times, line: lines, pod: pods, container, what } = this.#last;
    if (said !== undefined) this.#said.set(event, said);
    if (time < this.#lastTime) this.#inOrder = false;
    this.#lastTime = time;
    times[at] = time;
    lines[at] = line;
    pods[at] = pod;
    container[at] = NO_CONTAINER;
    what[at] = (this.#processNumber(process) << TYPE_BITS) | (type === 'ContainerStarted' ? STARTED : type === 'ContainerDied' ? DIED : TYPES.indexOf(type));
    this.#count = event + 1;
    return event;
  }

  /** By itself, as in the other tables: an engine that has compiled what is done for each event begins anew when a new table's first block is of a kind that it did not expect. */
  #addBlock(): void {
    this.#last = new Block(this.#space, BLOCK);
    this.#blocks.push(this.#last);
  }

  /** Says which container an event is of. */
  setContainer(event: number, container: number): void {
    this.#block(event).container[event & IN_BLOCK] = container;
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
    this.#forEachBetween(count, process, from, to, (event) => events.push(this.#event(event, podOf, idOf)));
    return events;
  }

  /** How many pods those events are of. */
  podsBetween(count: number, process: string, from: Instant, to: Instant): number {
    const pods = new Set<number>();
    this.#forEachBetween(count, process, from, to, (event) => pods.add(this.#block(event).pod[event & IN_BLOCK] ?? NO_POD));
    pods.delete(NO_POD);
    return pods.size;
  }

  #forEachBetween(count: number, process: string, from: Instant, to: Instant, take: (event: number) => void): void {
    const number = this.#processNumbers.get(process);
    const order = this.#order();
    for (let place = this.#firstFrom(order, from); place < this.#count; place += 1) {
      const event = order === undefined ? place : (order[place] ?? 0);
      if (this.#timeOf(event) > to) break;
      if (event < count && (this.#block(event).what[event & IN_BLOCK] ?? 0) >> TYPE_BITS === number) take(event);
    }
  }

  #event(event: number, podOf: (pod: number) => PodReference, idOf: (container: number) => string): PlegEvent {
    const block = this.#block(event);
    const at = event & IN_BLOCK;
    const what = block.what[at] ?? 0;
    const { source, line } = unpackLine(block.line[at] ?? 0);
    const time = block.time[at] as Instant;
    const process = this.#processes[what >> TYPE_BITS] ?? '';
    const type = TYPES[what & TYPE] ?? 'unknown';
    const said = this.#said.get(event);
    const pod = said?.pod ?? podOf(block.pod[at] ?? NO_POD);
    const container = block.container[at] ?? NO_CONTAINER;
    const id = container === NO_CONTAINER ? said?.containerId : idOf(container);
    return id === undefined ? { source, line, time, process, type, pod } : { source, line, time, process, type, pod, containerId: id };
  }

  #block(event: number): Block {
    return this.#blocks[event >>> BLOCK_BITS] ?? this.#last;
  }

  #timeOf(event: number): number {
    return this.#block(event).time[event & IN_BLOCK] ?? 0;
  }

  /** Numbers of all events in order of time; `undefined` while they came so. */
  #order(): Int32Array | undefined {
    if (this.#inOrder) return undefined;
    if (this.#sorted?.length === this.length) return this.#sorted;
    const order = new Int32Array(this.length);
    for (let at = 0; at < order.length; at += 1) order[at] = at;
    order.sort((a, b) => this.#timeOf(a) - this.#timeOf(b) || a - b);
    this.#sorted = order;
    return order;
  }

  #firstFrom(order: Int32Array | undefined, time: Instant): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#timeOf(order === undefined ? middle : (order[middle] ?? 0)) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #processNumber(process: string): number {
    const last = this.#processes.length - 1;
    if (this.#processes[last] === process) return last;
    return this.#processNumbers.get(process) ?? this.#addProcess(process);
  }

  #addProcess(process: string): number {
    const number = this.#processes.length;
    this.#processNumbers.set(process, number);
    this.#processes.push(process);
    return number;
  }
}
