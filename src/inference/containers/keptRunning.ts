import type { Instant } from '../../kubelet/time.ts';
import { NO_STATE, RUNNING } from '../store/changeTable.ts';
import { BLOCK, IN_BLOCK } from '../store/columns.ts';
import type { ContainerLines } from './containerLines.ts';
import type { ContainerMark } from './containerLookup.ts';
import { type EventBlock, type EventTable } from '../store/eventTable.ts';
import { NO_POD } from '../store/podTable.ts';
import { areSameWords, WORDS } from '../store/idWords.ts';
import type { KeptRunning } from '../queries.ts';

/** A pod seldom runs as many containers at once; of more the table of all containers tells. */
const MOST_OF_POD = 32;

/** Follows which containers run, by pod: few at a time, where a log names very many. */
class Follower {
  readonly #since: Instant;
  readonly #events: EventTable;
  readonly #lines: ContainerLines;
  /** By place: where its id stands, the number of an event, or `~` that of a line. Places of a pod are next to each other, the first so many are in use. */
  readonly #statedBy: Int32Array;
  /** A word of the id, which tells most apart. */
  readonly #word: Int32Array;
  /** A later line said something else of it. */
  readonly #changed: Uint8Array;
  readonly #counts: Uint8Array;
  /** How many run of which nothing else was logged. */
  #unchanged = 0;
  #passed = false;
  /** A pod runs too many, or an id is of another form. */
  isLost = false;

  constructor(events: EventTable, lines: ContainerLines, pods: number, since: Instant) {
    this.#events = events;
    this.#lines = lines;
    this.#since = since;
    this.#statedBy = new Int32Array(pods * MOST_OF_POD);
    this.#word = new Int32Array(pods * MOST_OF_POD);
    this.#changed = new Uint8Array(pods * MOST_OF_POD);
    this.#counts = new Uint8Array(pods);
  }

  /** Nothing that comes later, in order of time, changes the answer. */
  get isDone(): boolean {
    return this.isLost || (this.#passed && this.#unchanged === 0);
  }

  /** Takes events from one on, those of rows `[start, end)` of its block. */
  takeEvents(first: number, block: EventBlock, start: number, end: number): void {
    const { pod, time, ids } = block;
    // In order of time: what holds for the last one holds for all.
    const before = (time[end - 1] ?? 0) <= this.#since;
    const words = this.#word;
    const counts = this.#counts;
    for (let row = start; row < end; row += 1) {
      const state = block.stateAt(row);
      const own = pod[row] ?? NO_POD;
      if (state === NO_STATE || own === NO_POD) continue;
      if (!block.hasIdAt(row)) {
        this.isLost = true;
        continue;
      }
      const event = first + row - start;
      if (!before) {
        this.take(own, state, time[row] ?? 0, ids, row * WORDS, event);
        continue;
      }
      const from = own * MOST_OF_POD;
      const to = from + (counts[own] ?? 0);
      const word = ids[row * WORDS];
      let place = from;
      while (place < to && (words[place] !== word || !this.#isOf(place, ids, row * WORDS))) place += 1;
      if (state === RUNNING) {
        if (place === to) this.#add(own, to, event, word ?? 0);
      } else if (place < to) this.#remove(own, place, to - 1);
    }
  }

  /** Takes what a line says of a pod's container at a time: by an event, or `~` by a line. */
  take(pod: number, state: number, time: number, ids: Int32Array, at: number, statedBy: number): void {
    const from = pod * MOST_OF_POD;
    const to = from + (this.#counts[pod] ?? 0);
    const word = ids[at];
    let place = from;
    while (place < to && (this.#word[place] !== word || !this.#isOf(place, ids, at))) place += 1;
    if (time > this.#since) {
      this.#passed = true;
      if (place < to && state !== RUNNING && this.#changed[place] === 0) {
        this.#changed[place] = 1;
        this.#unchanged -= 1;
      }
    } else if (state !== RUNNING) {
      if (place < to) this.#remove(pod, place, to - 1);
    } else if (place === to) this.#add(pod, to, statedBy, word ?? 0);
  }

  /** Whether the container of a place has this id. */
  #isOf(place: number, ids: Int32Array, at: number): boolean {
    const statedBy = this.#statedBy[place] ?? 0;
    const own = statedBy < 0 ? this.#lines.idsOf(~statedBy) : this.#events.blockOf(statedBy).ids;
    return areSameWords(own, ((statedBy < 0 ? ~statedBy : statedBy) & IN_BLOCK) * WORDS, ids, at);
  }

  #add(pod: number, place: number, statedBy: number, word: number): void {
    if (place === (pod + 1) * MOST_OF_POD) {
      this.isLost = true;
      return;
    }
    this.#statedBy[place] = statedBy;
    this.#word[place] = word;
    this.#counts[pod] = (this.#counts[pod] ?? 0) + 1;
    this.#unchanged += 1;
  }

  /** The last one of the pod takes its place. */
  #remove(pod: number, place: number, last: number): void {
    this.#statedBy[place] = this.#statedBy[last] ?? 0;
    this.#word[place] = this.#word[last] ?? 0;
    this.#counts[pod] = (this.#counts[pod] ?? 0) - 1;
    this.#unchanged -= 1;
  }

  /** How many run, without those of pods that `leftOut` names, and how many of these nothing else was logged of, or which ran from `until` on. */
  count(leftOut: ReadonlySet<number>, until: Instant): KeptRunning {
    let before = 0;
    let kept = 0;
    for (let pod = 0; pod < this.#counts.length; pod += 1) {
      if (leftOut.has(pod)) continue;
      const first = pod * MOST_OF_POD;
      const end = first + (this.#counts[pod] ?? 0);
      before += end - first;
      for (let place = first; place < end; place += 1)
        if (this.#changed[place] === 0 || this.#beganAt(place) >= until) kept += 1;
    }
    return { before, kept };
  }

  #beganAt(place: number): number {
    const statedBy = this.#statedBy[place] ?? 0;
    return statedBy < 0 ? this.#lines.timeOf(~statedBy) : this.#events.timeOf(statedBy);
  }
}

/**
 * How many containers were seen running up to `since`, and how many of them certainly did not change until `until`: from lines in their order, with no table of
 * all containers. `undefined` where it takes that table: lines that are not in order of time, sandboxes, ids of other forms, very many containers in one pod.
 */
export function keptRunningByLines(
  events: EventTable,
  lines: ContainerLines,
  mark: ContainerMark,
  pods: number,
  since: Instant,
  until: Instant,
  leftOut: ReadonlySet<number>,
): KeptRunning | undefined {
  if (lines.sandboxes > 0 || !areInOrder(events, lines, mark)) return undefined;
  const follower = new Follower(events, lines, pods, since);
  let event = 0;
  for (let line = 0; line < mark.lines && !follower.isDone; line += 1) {
    event = takeEvents(follower, events, event, Math.min(lines.afterOf(line), mark.events));
    takeLine(follower, lines, line);
  }
  takeEvents(follower, events, event, mark.events);
  return follower.isLost ? undefined : follower.count(leftOut, until);
}

/** Events that are taken at once: few, for a loop that is long when it runs for the first time is compiled twice. */
const PIECE = 128;

/** Gives events `[from, to)` to a follower, piece by piece; gives back the next one. */
function takeEvents(follower: Follower, events: EventTable, from: number, to: number): number {
  let event = from;
  while (event < to && !follower.isDone) {
    const row = event & IN_BLOCK;
    const end = Math.min(BLOCK, row + PIECE, row + to - event);
    follower.takeEvents(event, events.blockOf(event), row, end);
    event += end - row;
  }
  return to;
}

function takeLine(follower: Follower, lines: ContainerLines, line: number): void {
  const state = lines.stateOf(line);
  const pod = lines.podOf(line);
  if (state === NO_STATE || pod === NO_POD) return;
  if (lines.idText(line) === undefined)
    follower.take(pod, state, lines.timeOf(line), lines.idsOf(line), (line & IN_BLOCK) * WORDS, ~line);
  else follower.isLost = true;
}

/** Whether no line is earlier than the one before. */
function areInOrder(events: EventTable, lines: ContainerLines, mark: ContainerMark): boolean {
  if (!events.inOrder) return false;
  let latest = Number.NEGATIVE_INFINITY;
  for (let line = 0; line < mark.lines; line += 1) {
    const time = lines.timeOf(line);
    const after = lines.afterOf(line);
    if (
      time < latest ||
      (after > 0 && time < events.timeOf(after - 1)) ||
      (after < events.length && events.timeOf(after) < time)
    )
      return false;
    latest = time;
  }
  return true;
}
