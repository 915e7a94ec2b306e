/** Stretches in which a kubelet wrote no line: after a skip such a stretch can be lines that are missing. */
import { duration, type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { KubeletProcess, LineReference } from '../history.ts';

/** No line of a process stands between two of its lines. */
export interface Silence {
  readonly from: Instant;
  readonly to: Instant;
  readonly before: LineReference;
  readonly after: LineReference;
}

/** Shorter ones are nothing that a quiet kubelet has not. */
export const SHORTEST_SILENCE: Duration = seconds(120);
/** A loop that skips writes every five seconds: of its start, where all of its lines stand together, shorter ones tell something. */
export const SHORTEST_AT_START: Duration = seconds(20);
/** So many of those are kept, the first ones. */
const MOST_AT_START = 4;
/** A hole is at least so long, and longer than any other silence of the process by this factor. */
export const LEAST_HOLE: Duration = seconds(600);
export const LONGER_BY = 5;
/** Of fewer lines of a process the usual silence is not known. */
export const TALKATIVE = 100;
/** A turn of the sync loop that was cut by a pause is over after it within so long. */
const WAKING: Duration = seconds(5);

/** The longest silence of one process and how long the next one is, as its lines come. */
export class Silences {
  #longest: Silence | undefined;
  #second = SHORTEST_SILENCE;
  readonly #first: Silence[] = [];

  /** `silence`: of at least `SHORTEST_AT_START`. */
  add(silence: Silence): void {
    if (this.#first.length < MOST_AT_START) this.#first.push(silence);
    const longest = this.#longest === undefined ? 0 : lengthOf(this.#longest);
    const length = lengthOf(silence);
    if (length <= SHORTEST_SILENCE) return;
    if (length <= longest) this.#second = Math.max(this.#second, length) as Duration;
    else {
      this.#second = Math.max(this.#second, longest) as Duration;
      this.#longest = silence;
    }
  }

  /**
   * The silence that begins between two times, if it is unlike all others of the process. A kubelet that is quiet by itself (`-v=0`, few pods) is quiet more than
   * once; where the lines of one stretch are missing, as with a rotated file that was left out, it is one.
   */
  holeBeginning(from: Instant, to: Instant): Silence | undefined {
    const longest = this.unlikeOthers();
    return longest === undefined || longest.from < from || longest.from > to || longest.to <= to ? undefined : longest;
  }

  /** Whether the longest ended just before a time: who stood still goes on with what was under way. */
  endsBy(time: Instant): boolean {
    const longest = this.#longest;
    return longest !== undefined && longest.to <= time && time - longest.to < WAKING;
  }

  /** How long the longest is. */
  longest(): Duration | undefined {
    return this.#longest === undefined ? undefined : duration(lengthOf(this.#longest));
  }

  /** How much of what the stamps show between two lines is the silence that is unlike all others: nobody knows how much of that passed, for the clock can have been set, or the machine paused. */
  lengthBetween(from: Instant, to: Instant): Duration {
    const silence = this.unlikeOthers();
    return duration(silence !== undefined && silence.from >= from && silence.to <= to ? lengthOf(silence) : 0);
  }

  /** The first one between two lines of the start. */
  firstBetween(from: Instant, to: Instant): Silence | undefined {
    return this.#first.find((silence) => silence.from >= from && silence.to <= to);
  }

  /** The one that is unlike all others of the process, wherever it begins. */
  unlikeOthers(): Silence | undefined {
    const longest = this.#longest;
    if (longest === undefined) return undefined;
    const length = lengthOf(longest);
    return length < LEAST_HOLE || length <= this.#second * LONGER_BY ? undefined : longest;
  }
}

/** The silence of a process that is unlike its others, where it writes enough for that to tell something: whether it was at work then nobody knows. */
export function oddSilence({ silence, records }: Pick<KubeletProcess, 'silence' | 'records'>): Silence | undefined {
  return records < TALKATIVE ? undefined : silence;
}

function lengthOf({ from, to }: Silence): number {
  return to - from;
}
