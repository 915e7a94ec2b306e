import { NO_CHANGE, NO_STATE } from '../store/changeTable.ts';
import { ColumnSpace, IN_BLOCK } from '../store/columns.ts';
import { type ContainerLines, FINISHED, NAMED, SANDBOX } from './containerLines.ts';
import { ContainerTable, type TableMark } from './containerTable.ts';
import { type EventTable } from '../store/eventTable.ts';
import { NO_POD } from '../store/podTable.ts';
import { hashOfWords, WORDS } from '../store/idWords.ts';
import type { Instant } from '../../kubelet/time.ts';

/** Few enough to stay near to the processor, enough to be looked up side by side. */
const SIDE_BY_SIDE = 256;

/** How far a log had come at a moment: events, and other lines that say something of containers. */
export interface ContainerMark {
  readonly events: number;
  readonly lines: number;
}

interface Passed extends ContainerMark {
  table: TableMark | undefined;
}

/** Containers of all or of some pods. */
export type LookedUp = Pick<ContainerLookup, 'table' | 'upTo'>;

/**
 * Finds out which line is of which container, when somebody asks: among very many containers that takes longer than all the rest, and few questions
 * need it. Events and lines stand in their tables until then.
 */
export class ContainerLookup {
  readonly table: ContainerTable;
  readonly #events: EventTable;
  readonly #lines: ContainerLines;
  readonly #wants: ((pod: number) => boolean) | undefined;
  /** How far all is looked up. */
  #event = 0;
  #line = 0;
  /** Moments that somebody may ask for, in order. */
  readonly #marks: Passed[] = [];
  /** Those that wait to be looked up: numbers of events, `~` numbers of lines. */
  readonly #waiting = new Int32Array(SIDE_BY_SIDE);
  #pending = 0;
  readonly #hashes = new Int32Array(SIDE_BY_SIDE);
  readonly #guesses = new Int32Array(SIDE_BY_SIDE);

  /** `wants`: only containers of these pods are looked up; of all where it is not given. */
  constructor(space: ColumnSpace, events: EventTable, lines: ContainerLines, wants?: (pod: number) => boolean) {
    this.table = new ContainerTable(space);
    this.#events = events;
    this.#lines = lines;
    this.#wants = wants;
  }

  /** One for the containers of some pods, up to a mark that `mark` gave: of a million pods most are of no interest to somebody who shows some. */
  ofPods(wants: (pod: number) => boolean, mark: ContainerMark): LookedUp {
    if (this.has(mark)) return this;
    const some = new ContainerLookup(new ColumnSpace(), this.#events, this.#lines, wants);
    some.#marks.push({ ...mark, table: undefined });
    return some;
  }

  /** The moment that the tables have come to. */
  mark(): ContainerMark {
    const last = this.#marks.at(-1);
    if (last !== undefined && last.events === this.#events.length && last.lines === this.#lines.length) return last;
    const mark = { events: this.#events.length, lines: this.#lines.length, table: undefined };
    this.#marks.push(mark);
    return mark;
  }

  /** Whether all up to a mark is looked up already. */
  has(mark: ContainerMark): boolean {
    return this.#event >= mark.events && this.#line >= mark.lines;
  }

  /** Looks up all up to a mark that `mark` gave; what the table knew then. */
  upTo(mark: ContainerMark): TableMark {
    for (const passed of this.#marks) {
      if (passed.table === undefined) {
        this.#lookUp(passed);
        passed.table = this.table.mark;
      }
      if (passed === mark) return passed.table;
    }
    return this.table.mark;
  }

  #lookUp(mark: ContainerMark): void {
    while (this.#event < mark.events || this.#line < mark.lines) {
      if (this.#line < mark.lines && (this.#event >= mark.events || this.#lines.afterOf(this.#line) <= this.#event))
        this.#waitForLine(this.#line++);
      else this.#waitForEvent(this.#event++);
      if (this.#pending === SIDE_BY_SIDE) this.#settle();
    }
    this.#settle();
  }

  #waitForEvent(event: number): void {
    const block = this.#events.blockOf(event);
    const row = event & IN_BLOCK;
    const pod = block.pod[row] ?? NO_POD;
    if (pod === NO_POD || this.#wants?.(pod) === false) return;
    if (block.hasIdAt(row)) this.#wait(event, hashOfWords(block.ids, row * WORDS));
    else if (this.#events.idText(event) !== undefined) this.#wait(event, 0);
  }

  #waitForLine(line: number): void {
    const pod = this.#lines.podOf(line);
    // The line of a sandbox is of the pod that has this id, whichever the line names.
    if (pod !== NO_POD && this.#wants?.(pod) === false && this.#lines.says(line) !== SANDBOX) return;
    this.#wait(
      ~line,
      this.#lines.idText(line) === undefined ? hashOfWords(this.#lines.idsOf(line), (line & IN_BLOCK) * WORDS) : 0,
    );
  }

  #wait(number: number, hash: number): void {
    this.#waiting[this.#pending] = number;
    this.#hashes[this.#pending] = hash;
    this.#pending += 1;
  }

  /** Looks up those that wait, in their order. */
  #settle(): void {
    const count = this.#pending;
    this.#pending = 0;
    this.table.fetch(this.#hashes, count, this.#guesses);
    for (let index = 0; index < count; index += 1) {
      const number = this.#waiting[index] ?? 0;
      if (number >= 0) this.#takeEvent(number, this.#hashes[index] ?? 0);
      else this.#takeLine(~number, this.#hashes[index] ?? 0);
    }
  }

  #takeEvent(event: number, hash: number): void {
    const block = this.#events.blockOf(event);
    const row = event & IN_BLOCK;
    const pod = block.pod[row] ?? NO_POD;
    const container = block.hasIdAt(row)
      ? this.table.containerOfWords(pod, block.ids, row * WORDS, hash)
      : this.table.container(pod, this.#events.idText(event) ?? '');
    const state = block.stateAt(row);
    if (state !== NO_STATE) this.table.note(container, state, block.time[row] as Instant, block.line[row] ?? 0, true);
  }

  #takeLine(line: number, hash: number): void {
    const lines = this.#lines;
    const says = lines.says(line);
    const container = this.#containerOf(line, hash, says);
    if (container === NO_CHANGE) return;
    const name = lines.nameOf(line);
    if (name !== undefined) this.table.setName(container, name);
    if (says === SANDBOX) this.table.setKind(container, 'sandbox');
    else if (says === FINISHED || says === NAMED) this.table.setKind(container, 'container');
    const state = lines.stateOf(line);
    if (state !== NO_STATE)
      this.table.note(
        container,
        state,
        lines.timeOf(line),
        lines.lineOf(line),
        lines.isHandled(line),
        lines.exitCodeOf(line),
      );
  }

  /** The container that a line is of; −1 if it can only be one of before and there is none. */
  #containerOf(line: number, hash: number, says: number): number {
    const lines = this.#lines;
    const pod = lines.podOf(line);
    const text = lines.idText(line);
    const ids = lines.idsOf(line);
    const at = (line & IN_BLOCK) * WORDS;
    if (says === SANDBOX || pod === NO_POD) {
      const known = text === undefined ? this.table.findWords(ids, at, hash) : this.table.find(text);
      if (known !== undefined || pod === NO_POD) return known ?? NO_CHANGE;
    }
    return text === undefined ? this.table.containerOfWords(pod, ids, at, hash) : this.table.container(pod, text);
  }
}
