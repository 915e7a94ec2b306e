import { countPlaces } from '../../kubelet/ordered.ts';
import type { Instant } from '../../kubelet/time.ts';
import { PLEG_EVENT_TYPES } from '../../kubelet/plegEvent.ts';
import type { PlegEventType, PodReference } from '../../messages/fact.ts';
import { EXITED, NO_STATE, REMOVED, RUNNING } from './changeTable.ts';
import { BLOCK, BLOCK_BITS, type ColumnSpace, IN_BLOCK } from './columns.ts';
import type { PlegEvent } from '../history.ts';
import { IdTexts } from './idTexts.ts';
import { ID_LENGTH, textOfWords, WORDS, writeText } from './idWords.ts';
import { unpackLine } from './lines.ts';
import { NO_POD } from './podTable.ts';

const TYPES: readonly PlegEventType[] = [...PLEG_EVENT_TYPES, 'unknown'];
/** The state that an event of a type tells, as a number of the table of changes. */
const STATES = [RUNNING, EXITED, REMOVED, NO_STATE, NO_STATE, NO_STATE, NO_STATE, NO_STATE];
const STARTED = 0;
const DIED = 1;
const TYPE = 7;
/** The id of the container stands in its column. */
const HAS_ID = 8;
const PROCESS_SHIFT = 4;

/** What an event says where its pod is not known, or where the id of its container cannot stand as words. */
interface EventWords {
  readonly pod?: PodReference;
  readonly containerId?: string;
}

/** The columns of so many events. */
class EventBlock {
  readonly time: Float64Array;
  /** Packed. */
  readonly line: Float64Array;
  readonly pod: Int32Array;
  /** The process, and below it the type and whether there is an id. */
  readonly what: Int32Array;
  /** `WORDS` of each. */
  readonly ids: Int32Array;

  constructor(space: ColumnSpace, room: number) {
    this.time = space.floats(room);
    this.line = space.floats(room);
    this.pod = space.ints(room);
    this.what = space.ints(room);
    this.ids = space.ints(room * WORDS);
  }

  /** The state that the event of this row tells; `NO_STATE`: none. */
  stateAt(row: number): number {
    return STATES[(this.what[row] ?? 0) & TYPE] ?? NO_STATE;
  }

  hasIdAt(row: number): boolean {
    return ((this.what[row] ?? 0) & HAS_ID) !== 0;
  }
}

/** The number of the state that an event tells; most tell none. */
export function stateAfter(type: PlegEventType): number {
  return STATES[TYPES.indexOf(type)] ?? NO_STATE;
}

/** Divides a block. */
const IDS_AT_ONCE = 64;

/** The PLEG events that the sync loop logged, in columns: a log can hold millions. Objects are made when somebody asks for them. */
export class EventTable {
  readonly #space: ColumnSpace;
  #count = 0;
  readonly #blocks: EventBlock[] = [];
  /** The block of the next event. */
  #last: EventBlock;
  readonly #processes: string[] = [];
  readonly #processNumbers = new Map<string, number>();
  #lastTime = Number.NEGATIVE_INFINITY;
  #inOrder = true;
  #sorted: Int32Array | undefined;
  readonly #said = new Map<number, EventWords>();
  #ids: IdTexts | undefined;

  constructor(space: ColumnSpace) {
    this.#space = space;
    this.#last = new EventBlock(space, 0);
  }

  get length(): number {
    return this.#count;
  }

  /** Adds an event of a pod (by its number; `NO_POD`: `reference` is what the line says). `line` is packed. */
  add(
    time: Instant,
    line: number,
    type: PlegEventType,
    process: string,
    pod: number,
    reference: PodReference,
    containerId: string | undefined,
  ): void {
    this.#makeRoom();
    const event = this.#count;
    const hasId = containerId !== undefined && writeText(this.#last.ids, (event & IN_BLOCK) * WORDS, containerId);
    if (pod === NO_POD || (containerId !== undefined && !hasId)) {
      this.#said.set(event, {
        ...(pod === NO_POD ? { pod: reference } : {}),
        ...(containerId === undefined || hasId ? {} : { containerId }),
      });
    }
    this.#add(time, line, type, process, pod, hasId ? HAS_ID : 0);
  }

  /** Adds an event of a pod whose container's id stands as words at `words[at]`. */
  addWithWords(
    time: Instant,
    line: number,
    type: PlegEventType,
    process: string,
    pod: number,
    words: Int32Array,
    at: number,
  ): void {
    this.#makeRoom();
    const { ids } = this.#last;
    const own = (this.#count & IN_BLOCK) * WORDS;
    for (let word = 0; word < WORDS; word += 1) ids[own + word] = words[at + word] ?? 0;
    this.#add(time, line, type, process, pod, HAS_ID);
  }

  #add(time: Instant, line: number, type: PlegEventType, process: string, pod: number, hasId: number): void {
    const at = this.#count & IN_BLOCK;
    const { time: times, line: lines, pod: pods, what } = this.#last;
    if (time < this.#lastTime) this.#inOrder = false;
    this.#lastTime = time;
    times[at] = time;
    lines[at] = line;
    pods[at] = pod;
    what[at] =
      (this.#processNumber(process) << PROCESS_SHIFT) |
      hasId |
      (type === 'ContainerStarted' ? STARTED : type === 'ContainerDied' ? DIED : TYPES.indexOf(type));
    this.#count += 1;
  }

  /** Makes the block of the next event, if it begins one. */
  #makeRoom(): void {
    if ((this.#count & IN_BLOCK) === 0 && this.#count === this.#blocks.length * BLOCK) this.#addBlock();
  }

  /** By itself, as in the other tables: an engine that has compiled what is done for each event begins anew when a new table's first block is of a kind that it did not expect. */
  #addBlock(): void {
    this.#last = new EventBlock(this.#space, BLOCK);
    this.#blocks.push(this.#last);
  }

  /** The block in which an event stands, at `event & IN_BLOCK`. */
  blockOf(event: number): EventBlock {
    return this.#blocks[event >>> BLOCK_BITS] ?? this.#last;
  }

  /** The id of an event's container where it cannot stand as words. */
  idText(event: number): string | undefined {
    return this.#said.get(event)?.containerId;
  }

  /** The first `count` events, in the order in which they came. */
  events(count: number, podOf: (pod: number) => PodReference): readonly PlegEvent[] {
    return Array.from({ length: count }, (_, event) => this.#event(event, podOf, this.#idOf(event)));
  }

  /** Those of them that are of some pods. */
  eventsOf(count: number, wants: (pod: number) => boolean, podOf: (pod: number) => PodReference): readonly PlegEvent[] {
    const events: PlegEvent[] = [];
    for (let event = 0; event < count; event += 1) {
      const pod = this.blockOf(event).pod[event & IN_BLOCK] ?? NO_POD;
      if (wants(pod)) events.push(this.#event(event, podOf, this.#idOf(event)));
    }
    return events;
  }

  /** The same one by one, or those of a type. */
  *passingEvents(
    count: number,
    podOf: (pod: number) => PodReference,
    type?: PlegEvent['type'],
  ): Generator<PlegEvent, void, undefined> {
    const wanted = type === undefined ? undefined : TYPES.indexOf(type);
    for (let first = 0; first < count; first += IDS_AT_ONCE) {
      const end = Math.min(count, first + IDS_AT_ONCE);
      // Texts are made in one piece, nobody keeps them. A large piece would outlive the collector's first rounds.
      const block = this.blockOf(first);
      const ids = textOfWords(block.ids, (first & IN_BLOCK) * WORDS, end - first);
      for (let event = first, at = 0; event < end; event += 1, at += ID_LENGTH) {
        if (wanted !== undefined && ((block.what[event & IN_BLOCK] ?? 0) & TYPE) !== wanted) continue;
        yield this.#event(
          event,
          podOf,
          block.hasIdAt(event & IN_BLOCK) ? ids.slice(at, at + ID_LENGTH) : this.idText(event),
        );
      }
    }
  }

  /** Those of the first `count` events that a process logged with `from` ≤ time ≤ `to`, in order of time. */
  eventsBetween(
    count: number,
    process: string,
    from: Instant,
    to: Instant,
    podOf: (pod: number) => PodReference,
  ): readonly PlegEvent[] {
    const events: PlegEvent[] = [];
    this.#forEachBetween(count, process, from, to, (event) =>
      events.push(this.#event(event, podOf, this.#idOf(event))),
    );
    return events;
  }

  /** How many pods those events are of. */
  podsBetween(count: number, process: string, from: Instant, to: Instant): number {
    const pods = new Set<number>();
    this.#forEachBetween(count, process, from, to, (event) =>
      pods.add(this.blockOf(event).pod[event & IN_BLOCK] ?? NO_POD),
    );
    pods.delete(NO_POD);
    return pods.size;
  }

  #forEachBetween(count: number, process: string, from: Instant, to: Instant, take: (event: number) => void): void {
    const number = this.#processNumbers.get(process);
    const order = this.#order();
    for (let place = this.#firstFrom(order, from); place < this.#count; place += 1) {
      const event = order === undefined ? place : (order[place] ?? 0);
      if (this.timeOf(event) > to) break;
      if (event < count && (this.blockOf(event).what[event & IN_BLOCK] ?? 0) >> PROCESS_SHIFT === number) take(event);
    }
  }

  #idOf(event: number): string | undefined {
    const block = this.blockOf(event);
    const at = event & IN_BLOCK;
    return block.hasIdAt(at) ? (this.#ids ??= new IdTexts()).of(block.ids, at * WORDS) : this.idText(event);
  }

  #event(event: number, podOf: (pod: number) => PodReference, id: string | undefined): PlegEvent {
    const block = this.blockOf(event);
    const at = event & IN_BLOCK;
    const what = block.what[at] ?? 0;
    const { source, line } = unpackLine(block.line[at] ?? 0);
    const time = block.time[at] as Instant;
    const process = this.#processes[what >> PROCESS_SHIFT] ?? '';
    const type = TYPES[what & TYPE] ?? 'unknown';
    const number = block.pod[at] ?? NO_POD;
    const pod = (number === NO_POD ? this.#said.get(event)?.pod : undefined) ?? podOf(number);
    return id === undefined
      ? { source, line, time, process, type, pod }
      : { source, line, time, process, type, pod, containerId: id };
  }

  timeOf(event: number): number {
    return this.blockOf(event).time[event & IN_BLOCK] ?? 0;
  }

  /** Numbers of all events in order of time; `undefined` while they came so. */
  #order(): Int32Array | undefined {
    if (this.#inOrder) return undefined;
    if (this.#sorted?.length === this.length) return this.#sorted;
    const order = new Int32Array(this.length);
    for (let at = 0; at < order.length; at += 1) order[at] = at;
    order.sort((a, b) => this.timeOf(a) - this.timeOf(b) || a - b);
    this.#sorted = order;
    return order;
  }

  #firstFrom(order: Int32Array | undefined, time: Instant): number {
    return countPlaces(this.length, (at) => this.timeOf(order === undefined ? at : (order[at] ?? 0)) < time);
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
