import type { Instant } from '../../kubelet/time.ts';
import { BLOCK, BLOCK_BITS, type ColumnSpace, IN_BLOCK } from './columns.ts';
import type { ContainerHistoryState, LineReference } from '../history.ts';
import { unpackLine } from './lines.ts';
import type { ListedSince } from '../containers/listedSince.ts';
import type { SentProofs } from '../containers/sentProofs.ts';

/** No change: the end of a chain. */
export const NO_CHANGE = -1;
const STATES: readonly ContainerHistoryState[] = ['running', 'exited', 'removed', 'unknown'];
export const RUNNING = 0;
export const EXITED = 1;
export const REMOVED = 2;
export const UNKNOWN = 3;
/** No state: of an event that tells none. */
export const NO_STATE = 255;
const STATE = 3;
/** From an event that the loop handled, not only from PLEG's own line. */
const HANDLED = 4;
/** Unknown since PLEG's own line, which called it running before: an event of that can still come. */
const EVENT_WAITS = 8;
const MOST_LINES = 4;

/** Each change is 32 bytes in a row: three numbers of 64 bits and two of 32. */
const WIDE = 4;
/** The state held at this time at the latest. */
const KNOWN = 0;
/** When an earlier relist had reported the same pod, by an event; not a number when none is known. */
const REPORTED_BEFORE = 1;
/** Packed. */
const LINE = 2;
const NARROW = 8;
const NEXT = 6;
const WHAT = 7;

/** Rows of changes; both arrays are of the same memory. */
class Block {
  readonly wide: Float64Array;
  readonly narrow: Int32Array;

  constructor(space: ColumnSpace) {
    const wide = space.floats(BLOCK * WIDE);
    this.wide = wide;
    this.narrow = new Int32Array(wide.buffer, wide.byteOffset, BLOCK * NARROW);
  }
}

/** Changes of state as lines tell them, as rows of numbers; those of one container are a chain. */
export class ChangeTable {
  readonly #space: ColumnSpace;
  #count = 0;
  readonly #blocks: Block[] = [];
  readonly #moreLines = new Map<number, number[]>();
  readonly #exitCodes = new Map<number, number>();
  /** What `fetch` saw, good for nothing: an engine leaves out what nobody asks for. */
  fetched = 0;

  constructor(space: ColumnSpace) {
    this.#space = space;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Notes a state (by its number) after `last`, the last change of its container so far (or none). The same state again is no change.
   * `reportedBefore`: when an earlier relist had reported its pod; not a number when none is known. Gives the change.
   * PLEG sends no event of the state “unknown”, and its own line comes before the event: one without such a line between is of the running state before, handled late.
   */
  note(last: number, state: number, time: Instant, line: number, handled: boolean, reportedBefore: number): number {
    const change = this.#count;
    const before = last === NO_CHANGE ? undefined : this.#what(last);
    if (handled && state === RUNNING && before === (UNKNOWN | EVENT_WAITS)) return last;
    const what =
      state |
      (handled ? HANDLED : 0) |
      (state === UNKNOWN && before !== undefined && (before & STATE) === RUNNING ? EVENT_WAITS : 0);
    if (last !== NO_CHANGE) {
      const { narrow } = this.#block(last);
      const row = (last & IN_BLOCK) * NARROW;
      if ((((narrow[row + WHAT] ?? 0) ^ what) & STATE) === 0) {
        this.#repeat(last, time, line, what);
        return last;
      }
      narrow[row + NEXT] = change;
    }
    if ((change & IN_BLOCK) === 0) this.#addBlock();
    const { wide, narrow } = this.#block(change);
    const place = change & IN_BLOCK;
    wide[place * WIDE + KNOWN] = time;
    wide[place * WIDE + REPORTED_BEFORE] = reportedBefore;
    wide[place * WIDE + LINE] = line;
    narrow[place * NARROW + NEXT] = NO_CHANGE;
    narrow[place * NARROW + WHAT] = what;
    this.#count = change + 1;
    return change;
  }

  #addBlock(): void {
    this.#blocks.push(new Block(this.#space));
  }

  /** Brings these changes near to the processor. */
  fetch(changes: Int32Array, count: number): void {
    let all = 0;
    for (let index = 0; index < count; index += 1) {
      const change = changes[index] ?? NO_CHANGE;
      if (change !== NO_CHANGE) all ^= this.#block(change).narrow[(change & IN_BLOCK) * NARROW + WHAT] ?? 0;
    }
    this.fetched = all;
  }

  /** The loop has not handled an event that tells it, though PLEG's line about the exit is there; a change that there is not does not wait. */
  isPending(change: number): boolean {
    return change !== NO_CHANGE && this.isUnhandledExit(change) && this.#exitCodes.has(change);
  }

  setExitCode(change: number, code: number): void {
    this.#exitCodes.set(change, code);
  }

  exitCode(change: number): number | undefined {
    return this.#exitCodes.get(change);
  }

  state(change: number): ContainerHistoryState {
    return STATES[this.#what(change) & STATE] ?? 'unknown';
  }

  known(change: number): Instant {
    return this.#block(change).wide[(change & IN_BLOCK) * WIDE + KNOWN] as Instant;
  }

  /** The next change of the same container among the first `count`. */
  next(change: number, count: number): number {
    const next = this.#block(change).narrow[(change & IN_BLOCK) * NARROW + NEXT] ?? NO_CHANGE;
    return next < count ? next : NO_CHANGE;
  }

  /** The state of `one` comes after that of `other` for a container. */
  isLaterState(one: number, other: number): boolean {
    const state = this.#what(one) & STATE;
    return state !== UNKNOWN && state > (this.#what(other) & STATE);
  }

  /** The loop handled an event that tells it. */
  isHandled(change: number): boolean {
    return (this.#what(change) & HANDLED) !== 0;
  }

  /** An exit that only PLEG's own line tells. */
  isUnhandledExit(change: number): boolean {
    return this.#what(change) === EXITED;
  }

  evidence(change: number): readonly LineReference[] {
    const line = unpackLine(this.#block(change).wide[(change & IN_BLOCK) * WIDE + LINE] ?? 0);
    const more = this.#moreLines.get(change);
    return more === undefined ? [line] : [line, ...more.map(unpackLine)];
  }

  /** From when on PLEG can have listed the state, which is known to have begun by `known`: it held at some moment from then on, so what came after it began later. */
  listedSince(change: number, known: Instant, since: ListedSince, proofs: SentProofs): Instant {
    const before = this.#block(change).wide[(change & IN_BLOCK) * WIDE + REPORTED_BEFORE] ?? Number.NaN;
    return since(known, Number.isNaN(before) ? undefined : (before as Instant), proofs);
  }

  /** PLEG's line and the event of one change, or an event that came again. */
  #repeat(change: number, time: Instant, line: number, what: number): void {
    const { wide, narrow } = this.#block(change);
    const place = change & IN_BLOCK;
    if (time < (wide[place * WIDE + KNOWN] ?? 0)) wide[place * WIDE + KNOWN] = time;
    narrow[place * NARROW + WHAT] = (narrow[place * NARROW + WHAT] ?? 0) | (what & HANDLED);
    const more = this.#moreLines.get(change);
    if (more === undefined) this.#moreLines.set(change, [line]);
    else if (more.length < MOST_LINES - 1) more.push(line);
  }

  #what(change: number): number {
    return this.#block(change).narrow[(change & IN_BLOCK) * NARROW + WHAT] ?? 0;
  }

  #block(change: number): Block {
    return this.#blocks[change >>> BLOCK_BITS] as Block;
  }
}
