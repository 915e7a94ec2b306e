import type { Instant } from '../kubelet/time.ts';
import { NO_STATE, RUNNING } from './changeTable.ts';
import { IN_BLOCK } from './columns.ts';
import type { ContainerLines } from './containerLines.ts';
import type { ContainerMark } from './containerLookup.ts';
import { type EventTable, NO_POD } from './eventTable.ts';
import { areSameWords, WORDS } from './idWords.ts';
import type { KeptRunning } from './queries.ts';

/** A pod seldom runs as many containers at once; of more the table of all containers tells. */
const MOST_OF_POD = 32;

/** The containers that run, by pod: few, where a log names very many. */
class Running {
  /** By place: where the words of the id stand. Places of a pod are next to each other, the first so many are in use. */
  readonly #ids: Int32Array[] = [];
  readonly #at: Int32Array;
  /** A word of the id, which tells most apart. */
  readonly #word: Int32Array;
  readonly #since: Float64Array;
  /** Something else was told of it later. */
  readonly #changed: Uint8Array;
  readonly #counts: Uint8Array;
  /** How many run of which nothing else was told. */
  unchanged = 0;

  constructor(pods: number) {
    this.#at = new Int32Array(pods * MOST_OF_POD);
    this.#word = new Int32Array(pods * MOST_OF_POD);
    this.#since = new Float64Array(pods * MOST_OF_POD);
    this.#changed = new Uint8Array(pods * MOST_OF_POD);
    this.#counts = new Uint8Array(pods);
  }

  /** The place of a pod's container; −1 if it does not run. */
  find(pod: number, ids: Int32Array, at: number): number {
    const first = pod * MOST_OF_POD;
    const end = first + (this.#counts[pod] ?? 0);
    const word = ids[at];
    for (let place = first; place < end; place += 1) {
      if (this.#word[place] === word && areSameWords(this.#ids[place] as Int32Array, this.#at[place] ?? 0, ids, at)) return place;
    }
    return -1;
  }

  /** `false`: there is no room. */
  add(pod: number, ids: Int32Array, at: number, since: number): boolean {
    const count = this.#counts[pod] ?? 0;
    if (count === MOST_OF_POD) return false;
    const place = pod * MOST_OF_POD + count;
    this.#ids[place] = ids;
    this.#at[place] = at;
    this.#word[place] = ids[at] ?? 0;
    this.#since[place] = since;
    this.#counts[pod] = count + 1;
    this.unchanged += 1;
    return true;
  }

  remove(pod: number, place: number): void {
    const last = pod * MOST_OF_POD + (this.#counts[pod] ?? 0) - 1;
    this.#ids[place] = this.#ids[last] as Int32Array;
    this.#at[place] = this.#at[last] ?? 0;
    this.#word[place] = this.#word[last] ?? 0;
    this.#since[place] = this.#since[last] ?? 0;
    this.#counts[pod] = (this.#counts[pod] ?? 0) - 1;
    this.unchanged -= 1;
  }

  markChanged(place: number): void {
    if (this.#changed[place] === 0) this.unchanged -= 1;
    this.#changed[place] = 1;
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
      for (let place = first; place < end; place += 1) if (this.#changed[place] === 0 || (this.#since[place] ?? 0) >= until) kept += 1;
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
  const running = new Running(pods);
  let passed = false;
  const take = (pod: number, state: number, time: number, ids: Int32Array, at: number): boolean => {
    const place = running.find(pod, ids, at);
    if (time > since) {
      passed = true;
      if (place >= 0 && state !== RUNNING) running.markChanged(place);
      return true;
    }
    if (state === RUNNING) return place >= 0 || running.add(pod, ids, at, time);
    if (place >= 0) running.remove(pod, place);
    return true;
  };
  let line = 0;
  for (let event = 0; event <= mark.events; event += 1) {
    for (; line < mark.lines && (lines.afterOf(line) <= event || event === mark.events); line += 1) {
      const state = lines.stateOf(line);
      const pod = lines.podOf(line);
      if (state === NO_STATE || pod === NO_POD) continue;
      if (lines.idText(line) !== undefined || !take(pod, state, lines.timeOf(line), lines.idsOf(line), (line & IN_BLOCK) * WORDS)) return undefined;
    }
    if (event === mark.events) break;
    // Lines are in order: nothing that comes later changes the answer.
    if (passed && running.unchanged === 0) break;
    const block = events.blockOf(event);
    const row = event & IN_BLOCK;
    const state = block.stateAt(row);
    const pod = block.pod[row] ?? NO_POD;
    if (state === NO_STATE || pod === NO_POD) continue;
    if (!block.hasIdAt(row)) {
      if (events.idText(event) === undefined) continue;
      return undefined;
    }
    if (!take(pod, state, block.time[row] ?? 0, block.ids, row * WORDS)) return undefined;
  }
  return running.count(leftOut, until);
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
