import type { Instant, TimeBounds } from '../kubelet/time.ts';
import type { ContainerHistoryState, LineReference } from './history.ts';
import { unpackLine } from './lines.ts';

/** No change: the end of a chain. */
export const NO_CHANGE = -1;
const STATES: readonly ContainerHistoryState[] = ['running', 'exited', 'removed', 'unknown'];
const RUNNING = 0;
const EXITED = 1;
const STATE = 3;
/** From an event that the loop handled, not only from PLEG's own line. */
const HANDLED = 4;
const MOST_LINES = 4;

/** Each change is 32 bytes in a row: three numbers of 64 bits and two of 32. */
const WIDE = 4;
/** The state held at this time at the latest. */
const KNOWN = 0;
/** It cannot have held before (end of the state before); not a number when that is unknown. */
const AFTER = 1;
/** Packed. */
const LINE = 2;
const NARROW = 8;
const NEXT = 6;
const WHAT = 7;

/** Changes of state as lines tell them, as rows of numbers; those of one container are a chain. */
export class ChangeTable {
  #room = 256;
  #count = 0;
  #wide = new Float64Array(this.#room * WIDE);
  #narrow = new Int32Array(this.#wide.buffer);
  readonly #moreLines = new Map<number, number[]>();
  readonly #exitCodes = new Map<number, number>();

  get count(): number {
    return this.#count;
  }

  /** Notes a state after `last`, the last change of its container so far (or none). The same state told again is no change. Gives the change. */
  note(last: number, state: ContainerHistoryState, time: Instant, line: number, handled: boolean): number {
    const what = (state === 'running' ? RUNNING : state === 'exited' ? EXITED : STATES.indexOf(state)) | (handled ? HANDLED : 0);
    if (last !== NO_CHANGE && (((this.#narrow[last * NARROW + WHAT] ?? 0) ^ what) & STATE) === 0) {
      this.#repeat(last, time, line, what);
      return last;
    }
    const change = this.#count;
    if (change === this.#room) this.#grow();
    const wide = this.#wide;
    const narrow = this.#narrow;
    const at = change * WIDE;
    wide[at + KNOWN] = time;
    wide[at + AFTER] = last === NO_CHANGE ? Number.NaN : (wide[last * WIDE + KNOWN] ?? Number.NaN);
    wide[at + LINE] = line;
    narrow[change * NARROW + NEXT] = NO_CHANGE;
    narrow[change * NARROW + WHAT] = what;
    if (last !== NO_CHANGE) narrow[last * NARROW + NEXT] = change;
    this.#count = change + 1;
    return change;
  }

  setExitCode(change: number, code: number): void {
    this.#exitCodes.set(change, code);
  }

  exitCode(change: number): number | undefined {
    return this.#exitCodes.get(change);
  }

  state(change: number): ContainerHistoryState {
    return STATES[(this.#narrow[change * NARROW + WHAT] ?? 0) & STATE] ?? 'unknown';
  }

  known(change: number): Instant {
    return this.#wide[change * WIDE + KNOWN] as Instant;
  }

  /** The next change of the same container among the first `count`. */
  next(change: number, count: number): number {
    const next = this.#narrow[change * NARROW + NEXT] ?? NO_CHANGE;
    return next < count ? next : NO_CHANGE;
  }

  /** An exit that only PLEG's own line tells. */
  isUnhandledExit(change: number): boolean {
    return this.#narrow[change * NARROW + WHAT] === EXITED;
  }

  evidence(change: number): readonly LineReference[] {
    return [this.#wide[change * WIDE + LINE] ?? 0, ...(this.#moreLines.get(change) ?? [])].map(unpackLine);
  }

  /** When the state began; `from` is the begin of the log, before which nothing is known. */
  startOf(change: number, from: Instant): TimeBounds {
    const known = this.known(change);
    const after = this.#wide[change * WIDE + AFTER] ?? Number.NaN;
    return { min: Math.min(Number.isNaN(after) ? from : after, known) as Instant, max: known };
  }

  /** The last change to running that was known by `since`, among the first `count`, of the chain from `first` on; none if there is no such change. */
  lastRunning(first: number, count: number, since: Instant): number {
    let running = NO_CHANGE;
    for (let change = first; change !== NO_CHANGE && change < count; change = this.#narrow[change * NARROW + NEXT] ?? NO_CHANGE) {
      if (((this.#narrow[change * NARROW + WHAT] ?? 0) & STATE) === RUNNING && this.known(change) <= since) running = change;
    }
    return running;
  }

  /** PLEG's line and the event of one change, or an event that came again. */
  #repeat(change: number, time: Instant, line: number, what: number): void {
    if (time < this.known(change)) this.#wide[change * WIDE + KNOWN] = time;
    this.#narrow[change * NARROW + WHAT] = (this.#narrow[change * NARROW + WHAT] ?? 0) | (what & HANDLED);
    const more = this.#moreLines.get(change);
    if (more === undefined) this.#moreLines.set(change, [line]);
    else if (more.length < MOST_LINES - 1) more.push(line);
  }

  #grow(): void {
    this.#room *= 2;
    const wide = new Float64Array(this.#room * WIDE);
    wide.set(this.#wide);
    this.#wide = wide;
    this.#narrow = new Int32Array(wide.buffer);
  }
}
