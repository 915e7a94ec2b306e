import type { FactGroup, FactGroups } from '../../inference/store/factGroups.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { LineReference } from '../../inference/history.ts';
import type { ContainerFinishedFact, PodReference, PodSyncErrorFact } from '../../messages/fact.ts';
import { podText } from '../words/factText.ts';
import { BackOffs } from './backOffs.ts';
import { PodBook } from './podBook.ts';
import { type CrashLoop, podOfWorkerError } from './podErrorParts.ts';

export interface TimedLine extends LineReference {
  readonly time: Instant;
}

/** A death as its line tells it. */
export interface Death extends TimedLine {
  readonly exitCode?: number;
}

/** What lines tell of the containers of a pod that ended. */
export interface EndedOfPod {
  pod: PodReference;
  readonly exits: Map<string, ContainerFinishedFact>;
  readonly backOffs: BackOffs;
  deaths: readonly Death[];
}

/** What tells the pods of a node apart. */
export function keyOfPod(pod: PodReference): string {
  return pod.uid ?? podText(pod);
}

/** The ends of containers, and what the kubelet says when it waits before it starts them again, by pod. Lines are counted as they come: a long log has a hundred thousand of them. */
export class CrashBook {
  readonly #pods = new PodBook<EndedOfPod>(keyOfPod);
  readonly #facts: FactGroups;

  constructor(facts: FactGroups) {
    this.#facts = facts;
  }

  /** By node and key. */
  entries(): Iterable<readonly [string, EndedOfPod]> {
    return this.#pods.entries();
  }

  finished(node: string, fact: ContainerFinishedFact): void {
    const { exits } = this.#of(node, fact.pod);
    if (!exits.has(fact.containerId)) exits.set(fact.containerId, fact);
  }

  putOff(node: string, fact: PodSyncErrorFact, says: CrashLoop, group: FactGroup): void {
    this.#of(node, podOfWorkerError(fact)).backOffs.add(says, group);
  }

  #of(node: string, pod: PodReference): EndedOfPod {
    const ended = this.#pods.known(node, pod) ?? this.#begun(node, pod);
    if (ended.pod.name === undefined && pod.name !== undefined) ended.pod = pod;
    return ended;
  }

  #begun(node: string, pod: PodReference): EndedOfPod {
    return this.#pods.of(node, pod, () => ({
      pod,
      exits: new Map(),
      backOffs: new BackOffs(this.#facts),
      deaths: [],
    }));
  }
}
