import type { Instant } from '../../kubelet/time.ts';
import type { PodReference } from '../../messages/fact.ts';
import type { ProcessEvidence } from '../evidence.ts';
import type { LineReference } from '../history.ts';
import { TIMEOUT_LEAD } from '../rules/margins.ts';

/** One inspection that timed out, with all lines that tell it. */
export interface HungCall {
  readonly time: Instant;
  readonly pod: PodReference;
  readonly call: string | undefined;
  readonly lines: LineReference[];
}

/** Hung calls that are of one relist for sure, in order. */
export interface Group {
  readonly calls: HungCall[];
  /** When the first of the calls began, at the latest. */
  readonly callStart: Instant;
  readonly end: Instant;
}

/** Which of the groups before can be of the same relist. Relists follow one another, so these stand together. */
export class RelistWindow {
  /** How often a relist inspects one pod: twice if it failed in the relist before, once from 1.32 on. */
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #from = 0;

  constructor({ traits }: ProcessEvidence) {
    this.#most = traits.inspectsOnce ? 1 : 2;
  }

  /** Index of the last group that is of an earlier relist than the group at `index`, whose relist did not begin before `notBefore`; −1 if none is for sure. */
  lastOfAnother(groups: readonly Group[], index: number, notBefore: number): number {
    for (const { pod } of groups[index]?.calls ?? []) this.#count(pod, 1);
    for (let first = groups[this.#from]; this.#from < index && first !== undefined; first = groups[this.#from]) {
      const earlier = first.callStart + TIMEOUT_LEAD < notBefore;
      if (!earlier && !this.#isTooOften(groups, index)) break;
      for (const { pod } of first.calls) this.#count(pod, -1);
      this.#from += 1;
    }
    return this.#from - 1;
  }

  #isTooOften(groups: readonly Group[], index: number): boolean {
    return (groups[index]?.calls ?? []).some(({ pod }) => (this.#counts.get(keyOf(pod)) ?? 0) > this.#most);
  }

  #count(pod: PodReference, by: number): void {
    const key = keyOf(pod);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }
}

function keyOf(pod: PodReference): string {
  return pod.name === undefined ? (pod.uid ?? '') : `${pod.namespace ?? ''}/${pod.name}`;
}
