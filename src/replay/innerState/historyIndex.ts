/** What of a history is whose: put together by process once, so that the facts of one process cost what its own part is, however many processes there are. */
import { onceFor } from '../../kubelet/oncePer.ts';
import { appendTo, grouped } from '../../kubelet/groups.ts';
import type { Episode, LoopStall, PlegEvent, PodHistory, ProvenHistory, Relist } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';
import type { ContainerFinishedFact } from '../../messages/fact.ts';
import { neverStartedOf } from '../neverStarted.ts';
import { type InnerStateFact, isInnerStateFact, traitsOf } from '../../messages/factTraits.ts';

const ofProcess = ({ process }: { readonly process: string }): string => process;

/** Made once per history, linear in it. All lists are in the order in which the history has them. */
export class HistoryIndex {
  readonly #relists: ReadonlyMap<string, readonly Relist[]>;
  readonly #episodes: ReadonlyMap<string, readonly Episode[]>;
  readonly #stalls: ReadonlyMap<string, readonly LoopStall[]>;
  readonly #facts: ReadonlyMap<string, readonly InnerStateFact[]>;
  readonly #handled: ReadonlyMap<string, readonly PlegEvent[]>;
  /** Numbers of the pods that a process speaks of. */
  readonly #podsOf = new Map<string, Set<number>>();
  readonly #pods: readonly PodHistory[];
  readonly neverStarted: ReadonlySet<string>;
  readonly #uidOf = new Map<string, string>();
  /** PLEG's own lines about exits, the first of each container. */
  readonly #finished = new Map<string, ContainerFinishedFact>();

  constructor(history: ProvenHistory) {
    this.#relists = grouped(history.relists, ofProcess);
    this.#episodes = grouped(history.episodes, ofProcess);
    this.#stalls = grouped(history.stalls, ofProcess);
    this.#handled = grouped(history.plegEvents, ofProcess);
    this.#facts = factsByProcess(history);
    this.neverStarted = neverStartedOf(history);
    this.#pods = history.pods;
    const numberOf = new Map<string, number>();
    this.#pods.forEach(({ uid, namespace, name }, number) => {
      numberOf.set(uid, number);
      if (name !== undefined) this.#uidOf.set(nameOf(namespace, name), uid);
    });
    const speaks = (pods: Set<number>, uid: string | undefined): void => {
      const number = uid === undefined ? undefined : numberOf.get(uid);
      if (number !== undefined) pods.add(number);
    };
    for (const [process, events] of this.#handled) {
      const pods = this.#speaksOf(process);
      for (const { pod } of events) speaks(pods, pod.uid);
    }
    for (const [process, facts] of this.#facts) {
      const pods = this.#speaksOf(process);
      for (const fact of facts) {
        if (fact.kind !== 'container-finished') continue;
        speaks(pods, this.uidOf(fact.pod));
        const first = this.#finished.get(fact.containerId);
        if (first === undefined || fact.time < first.time) this.#finished.set(fact.containerId, fact);
      }
    }
  }

  relists(process: string): readonly Relist[] {
    return this.#relists.get(process) ?? [];
  }

  episodes(process: string): readonly Episode[] {
    return this.#episodes.get(process) ?? [];
  }

  stalls(process: string): readonly LoopStall[] {
    return this.#stalls.get(process) ?? [];
  }

  /** What its lines say of calls that failed and of containers that ended or were removed, in order of time. */
  facts(process: string): readonly InnerStateFact[] {
    return this.#facts.get(process) ?? [];
  }

  /** Events that its loop took. */
  handled(process: string): readonly PlegEvent[] {
    return this.#handled.get(process) ?? [];
  }

  /** The pods that it speaks of. */
  pods(process: string): readonly PodHistory[] {
    const numbers = this.#podsOf.get(process);
    if (numbers === undefined) return [];
    if (numbers.size === this.#pods.length) return this.#pods;
    return [...numbers].sort((a, b) => a - b).flatMap((number) => this.#pods[number] ?? []);
  }

  /** The uid of a pod that a line names, where the log tells it. */
  uidOf({ uid, namespace, name }: PodName): string | undefined {
    return uid ?? this.#uidOf.get(nameOf(namespace, name ?? ''));
  }

  /** PLEG's own line about the exit of a container, of whichever process. */
  finished(containerId: string): ContainerFinishedFact | undefined {
    return this.#finished.get(containerId);
  }

  #speaksOf(process: string): Set<number> {
    return onceFor(this.#podsOf, process, () => new Set());
  }
}

interface PodName {
  readonly uid?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

function nameOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

function factsByProcess(history: ProvenHistory): ReadonlyMap<string, readonly InnerStateFact[]> {
  const facts = new Map<string, InnerStateFact[]>();
  for (const { fact, process } of queriesOf(history).passingFacts((kind) => traitsOf(kind).innerState)) {
    if (process === undefined || !isInnerStateFact(fact)) continue;
    appendTo(facts, process, fact);
  }
  for (const list of facts.values()) list.sort((a, b) => a.time - b.time);
  return facts;
}
