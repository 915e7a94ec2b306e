import type { Instant } from '../kubelet/time.ts';
import { NO_STATE, RUNNING } from './changeTable.ts';
import { BLOCK, IN_BLOCK } from './columns.ts';
import type { ContainerLines } from './containerLines.ts';
import type { ContainerMark } from './containerLookup.ts';
import { type EventBlock, type EventTable, NO_POD } from './eventTable.ts';
import { areSameWords, WORDS } from './idWords.ts';
import type { KeptRunning } from './queries.ts';

/** A pod seldom runs as many containers at once; of more the table of all containers tells. */
const MOST_OF_POD = 32;

/** Follows which containers run, by pod: few at a time, where a log names very many. */
class Follower {
  readonly #since: Instant;
  /** By place: where the words of the id stand. Places of a pod are next to each other, the first so many are in use. */
  readonly #ids: Int32Array[] = [];
  readonly #at: Int32Array;
  /** A word of the id, which tells most apart. */
  readonly #word: Int32Array;
  readonly #began: Float64Array;
  /** Something else was told of it later. */
  readonly #changed: Uint8Array;
  readonly #counts: Uint8Array;
  /** How many run of which nothing else was told. */
  #unchanged = 0;
  #passed = false;
  /** A pod runs too many, or an id is of another form. */
  isLost = false;

  constructor(pods: number, since: Instant) {
    this.#since = since;
    this.#at = new Int32Array(pods * MOST_OF_POD);
    this.#word = new Int32Array(pods * MOST_OF_POD);
    this.#began = new Float64Array(pods * MOST_OF_POD);
    this.#changed = new Uint8Array(pods * MOST_OF_POD);
    this.#counts = new Uint8Array(pods);
  }

  /** Nothing that comes later, in order of time, changes the answer. */
  get isDone(): boolean {
    return this.isLost || (this.#passed && this.#unchanged === 0);
  }

  /** Takes events `[start, end)` of a block. */
  takeEvents(block: EventBlock, start: number, end: number): void {
    const { pod, time, ids } = block;
    for (let row = start; row < end; row += 1) {
      const state = block.stateAt(row);
      const own = pod[row] ?? NO_POD;
      if (state === NO_STATE || own === NO_POD) continue;
      if (block.hasIdAt(row)) this.take(own, state, time[row] ?? 0, ids, row * WORDS);
      else this.isLost = true;
    }
  }

  /** Takes what is told of a pod's container at a time. */
  take(pod: number, state: number, time: number, ids: Int32Array, at: number): void {
    const place = this.#find(pod, ids, at);
    if (time > this.#since) {
      this.#passed = true;
      if (place >= 0 && state !== RUNNING && this.#changed[place] === 0) {
        this.#changed[place] = 1;
        this.#unchanged -= 1;
      }
    } else if (state !== RUNNING) {
      if (place >= 0) this.#remove(pod, place);
    } else if (place < 0) this.#add(pod, ids, at, time);
  }

  /** The place of a pod's container; −1 if it does not run. */
  #find(pod: number, ids: Int32Array, at: number): number {
    const first = pod * MOST_OF_POD;
    const end = first + (this.#counts[pod] ?? 0);
    const word = ids[at];
    for (let place = first; place < end; place += 1) {
      if (this.#word[place] === word && areSameWords(this.#ids[place] as Int32Array, this.#at[place] ?? 0, ids, at)) return place;
    }
    return -1;
  }

  #add(pod: number, ids: Int32Array, at: number, time: number): void {
    const count = this.#counts[pod] ?? 0;
    if (count === MOST_OF_POD) {
      this.isLost = true;
      return;
    }
    const place = pod * MOST_OF_POD + count;
    this.#ids[place] = ids;
    this.#at[place] = at;
    this.#word[place] = ids[at] ?? 0;
    this.#began[place] = time;
    this.#counts[pod] = count + 1;
    this.#unchanged += 1;
  }

  /** The last one of the pod takes its place. */
  #remove(pod: number, place: number): void {
    const last = pod * MOST_OF_POD + (this.#counts[pod] ?? 0) - 1;
    this.#ids[place] = this.#ids[last] as Int32Array;
    this.#at[place] = this.#at[last] ?? 0;
    this.#word[place] = this.#word[last] ?? 0;
    this.#began[place] = this.#began[last] ?? 0;
    this.#counts[pod] = (this.#counts[pod] ?? 0) - 1;
    this.#unchanged -= 1;
  }

  /** How many run, without those of pods that `leftOut` tells, and how many of these nothing else was told of, or which ran from `until` on. */
  count(leftOut: ReadonlySet<number>, until: Instant): KeptRunning {
    let before = 0;
    let kept = 0;
    for (let pod = 0; pod < this.#counts.length; pod += 1) {
      if (leftOut.has(pod)) continue;
      const first = pod * MOST_OF_POD;
      const end = first + (this.#counts[pod] ?? 0);
      before += end - first;
      for (let place = first; place < end; place += 1) if (this.#changed[place] === 0 || (this.#began[place] ?? 0) >= until) kept += 1;
    }
    return { before, kept };
  }
}

/**
 * How many containers were seen running up to `since`, and how many of them certainly did not change until `until`: from lines in their order, with no table of
 * all containers. `undefined` where it takes that table: lines that are not in order of time, sandboxes, ids of other forms, very many containers in one pod.
 */
export function keptRunningByLines(events: EventTable, lines: ContainerLines, mark: ContainerMark, pods: number, since: Instant, until: Instant, leftOut: ReadonlySet<number>): KeptRunning | undefined {
  if (lines.sandboxes > 0 || !areInOrder(events, lines, mark)) return undefined;
  const follower = new Follower(pods, since);
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
    follower.takeEvents(events.blockOf(event), row, end);
    event += end - row;
  }
  return to;
}

function takeLine(follower: Follower, lines: ContainerLines, line: number): void {
  const state = lines.stateOf(line);
  const pod = lines.podOf(line);
  if (state === NO_STATE || pod === NO_POD) return;
  if (lines.idText(line) === undefined) follower.take(pod, state, lines.timeOf(line), lines.idsOf(line), (line & IN_BLOCK) * WORDS);
  else follower.isLost = true;
}

/** Whether each line was told no earlier than the one before. */
function areInOrder(events: EventTable, lines: ContainerLines, mark: ContainerMark): boolean {
  if (!events.inOrder) return false;
  let latest = Number.NEGATIVE_INFINITY;
  for (let line = 0; line < mark.lines; line += 1) {
    const time = lines.timeOf(line);
    const after = lines.afterOf(line);
    if (time < latest || (after > 0 && time < events.timeOf(after - 1)) || (after < events.length && events.timeOf(after) < time)) return false;
    latest = time;
  }
  return true;
}
