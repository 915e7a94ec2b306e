/** Stretches in which a kubelet wrote no line: after a skip such a stretch can be lines that are missing. */
import { type Duration, type Instant, seconds } from '../kubelet/time.ts';
import type { LineReference } from './history.ts';

/** No line of a process stands between two of its lines. */
export interface Silence {
  readonly from: Instant;
  readonly to: Instant;
  readonly before: LineReference;
  readonly after: LineReference;
}

/** Shorter ones are not kept. */
export const SHORTEST_SILENCE: Duration = seconds(120);
/** A log of months is kept small; the longest are those that matter. */
const MOST = 200;
/** A hole is at least so long, and longer than any other silence of the process by this factor. */
const LEAST_HOLE: Duration = seconds(600);
const LONGER_BY = 5;

/** The silences of one process, as its lines come. */
export class Silences {
  #kept: Silence[] = [];

  add(silence: Silence): void {
    this.#kept.push(silence);
    if (this.#kept.length > 2 * MOST) this.#kept = this.#kept.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MOST);
  }

  /**
   * The silence that begins between two times, if it is unlike all others of the process. A kubelet that is quiet by itself (`-v=0`, few pods) is quiet more than
   * once; where the lines of one stretch are missing, as with a rotated file that was left out, it is one.
   */
  holeBeginning(from: Instant, to: Instant): Silence | undefined {
    const silence = this.#kept.find((one) => one.from >= from && one.from <= to && one.to > to);
    if (silence === undefined || lengthOf(silence) < LEAST_HOLE) return undefined;
    return this.#kept.every((other) => other === silence || lengthOf(other) * LONGER_BY < lengthOf(silence)) ? silence : undefined;
  }
}

function lengthOf({ from, to }: Silence): number {
  return to - from;
}
