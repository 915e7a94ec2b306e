/** What a log has too much of to be kept one by one: above a bound for each kind those that prove least are folded into a count. */
import type { Instant } from '../../kubelet/time.ts';

/**
 * `processes`: process runs of a kubelet; `skips`; `episodes`: unhealthy times, with their skips and relists; `neighbours`: lines of the kernel, the runtime and systemd; `pids`: programs that had
 * not proved yet whether they are kubelets; `gaps`: steps of the clock, late lines and losses; `relists`: starts that lines at a high verbosity tell; `constraints`: bounds of relists;
 * `endSigns`: lines of others about the end of a process run; `texts`: those of lines that may be evidence; `troubles`: lines about trouble of pods that are counted together; `subjects`: the same of
 * images, volumes and containers of one pod.
 */
export type BoundedKind =
  | 'processes'
  | 'skips'
  | 'episodes'
  | 'neighbours'
  | 'pids'
  | 'gaps'
  | 'relists'
  | 'constraints'
  | 'endSigns'
  | 'texts'
  | 'troubles'
  | 'subjects';

/** `facts`: what lines of folded process runs say of errors, pods and the like. */
export type FoldedKind = BoundedKind | 'facts';

/** What was counted only. */
export interface Folded {
  readonly what: FoldedKind;
  readonly count: number;
  /** From the first to the last of them. */
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * How many of each kind are kept, all sources together; of relists, constraints and signs of the end, of each process run. `troubles`: so many pods are counted apart for each kind of trouble;
 * `subjects`: so many of a pod.
 */
export type HistoryBounds = Readonly<Record<BoundedKind, number>>;

/** The bounds as docs/limits.md states them. A process run of a kubelet takes 45 KB until its answer is written, an unhealthy time 25 KB, a skip 1.7 KB, a neighbour's line 0.6 KB. */
export const HISTORY_BOUNDS: HistoryBounds = {
  processes: 5000,
  skips: 200_000,
  episodes: 5000,
  neighbours: 100_000,
  pids: 1000,
  gaps: 200,
  relists: 200_000,
  constraints: 30_000,
  endSigns: 16,
  texts: 50_000,
  troubles: 20_000,
  subjects: 50,
};

/** Counts what is folded. */
export class FoldedCount {
  #count = 0;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  get count(): number {
    return this.#count;
  }

  /** Takes one, or as many as one stands for. */
  add(from: Instant, to: Instant = from, count = 1): void {
    this.#count += count;
    if (from < this.#from) this.#from = from;
    if (to > this.#to) this.#to = to;
  }

  /** Takes what another has counted. */
  addAll(other: FoldedCount): void {
    if (other.#count > 0) this.add(other.#from as Instant, other.#to as Instant, other.#count);
  }

  /** `undefined` when none was folded. */
  folded(what: FoldedKind): Folded | undefined {
    return this.#count === 0
      ? undefined
      : { what, count: this.#count, from: this.#from as Instant, to: this.#to as Instant };
  }
}

/** What of a kind a history has counted only. */
export function foldedOf({ folded }: { readonly folded?: readonly Folded[] }, what: FoldedKind): Folded | undefined {
  return folded?.find((one) => one.what === what);
}
