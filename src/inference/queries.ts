import { onceFor } from '../kubelet/oncePer.ts';
import type { Instant } from '../kubelet/time.ts';
import type { SeenWriters } from './streams/runtimeWriters.ts';
import type { FactKind } from '../messages/fact.ts';
import { eachByItself, type FactGroups } from './store/factGroups.ts';
import type { AttributedFact, KubeletProcess, LineReference, PlegEvent, PodHistory, ProvenHistory } from './history.ts';

/** A container and what is known of its pod. */
export interface ContainerOfPod {
  readonly pod: Pick<PodHistory, 'uid' | 'namespace' | 'name'>;
  readonly name?: string;
}

/** Some of the pods of a log, in order of appearance, and their events in the order of the log. */
export interface SomePods {
  readonly pods: readonly PodHistory[];
  readonly events: readonly PlegEvent[];
}

/** Questions about events and pods whose answers are few: a history makes the objects of all of them only for those who need all. */
export interface HistoryQueries {
  /** The events of a process with `from` ≤ time ≤ `to`, in order of time. */
  eventsBetween(process: string, from: Instant, to: Instant): readonly PlegEvent[];
  /** How many pods those events are of. */
  podsBetween(process: string, from: Instant, to: Instant): number;
  /** The container that was last seen with an id. */
  containerOf(id: string): ContainerOfPod | undefined;
  /** All events, or those of a type, in the order of the log, for one who goes through them once: each is made when its turn comes and kept by nobody. */
  passingEvents(type?: PlegEvent['type']): Iterable<PlegEvent>;
  /** The same for pods. */
  passingPods(): Iterable<PodHistory>;
  /** How many pods the log names. */
  readonly podCount: number;
  /** The pods with these uids, and of the others so many, evenly over the log, that there are `most` of them all; with the events of the chosen ones. The others are not made. */
  somePods(uids: ReadonlySet<string>, most: number): SomePods;
  /** The host that the journal gives a neighbour's line (of the kernel, the runtime, systemd); `undefined` where it gives none. */
  hostOf(at: LineReference): string | undefined;
  /** Which container runtimes wrote among the lines of the log, whatever they said. */
  readonly runtimeWriters: SeenWriters;
  /** The last time of any line, of whichever program, that the host of a process is known to have written: behind it the log tells nothing of that node. */
  seenUntil(process: KubeletProcess): Instant;
  /** The facts of the history of some kinds, in order of time or of the log, made and dropped in the same way; `of`: those of a process. */
  passingFacts(wants: (kind: FactKind) => boolean, of?: string): Iterable<AttributedFact>;
  /** The same facts, lines that state the same together. */
  factGroups(wants: (kind: FactKind) => boolean): FactGroups;
}

const known = new WeakMap<ProvenHistory, HistoryQueries>();

/** Tells how questions about a history are answered without making its events and pods. */
export function answerWith(history: ProvenHistory, queries: HistoryQueries): void {
  known.set(history, queries);
}

/** The questions that can be asked of a history, of whatever origin. */
export function queriesOf(history: ProvenHistory): HistoryQueries {
  return onceFor(known, history, () => fromObjects(history));
}

/** Events that are all at hand, or those of a type. */
export function eventsOfType(events: readonly PlegEvent[], type: PlegEvent['type'] | undefined): readonly PlegEvent[] {
  return type === undefined ? events : events.filter((event) => event.type === type);
}

/** So many pods that came one after another are chosen together: what happened to them at one time stays together. */
const MOST_TOGETHER = 50;

/** Which of `count` pods to choose, so that there are at most `most`: those that are wanted first, then others evenly over all. */
export function chosenEvenly(count: number, isWanted: (pod: number) => boolean, most: number): Uint8Array {
  const chosen = new Uint8Array(count);
  let left = Math.min(most, count);
  for (let pod = 0; pod < count && left > 0; pod += 1) {
    if (!isWanted(pod)) continue;
    chosen[pod] = 1;
    left -= 1;
  }
  const others = count - Math.min(most, count) + left;
  if (left >= others) return chosen.fill(1);
  const together = Math.max(1, Math.min(MOST_TOGETHER, Math.floor(left / 10)));
  const groups = Math.ceil(others / together);
  const groupsToKeep = Math.floor(left / together);
  const keptUpTo = (group: number): number => Math.floor((group * groupsToKeep) / groups);
  let passed = 0;
  for (let pod = 0; pod < count; pod += 1) {
    if (chosen[pod] === 1) continue;
    const group = Math.floor(passed / together);
    passed += 1;
    if (keptUpTo(group + 1) > keptUpTo(group)) chosen[pod] = 1;
  }
  return chosen;
}

function fromObjects(history: ProvenHistory): HistoryQueries {
  let inOrder: readonly PlegEvent[] | undefined;
  const eventsBetween = (process: string, from: Instant, to: Instant): readonly PlegEvent[] => {
    inOrder ??= [...history.plegEvents].sort((a, b) => a.time - b.time);
    return inOrder.filter((event) => event.process === process && event.time >= from && event.time <= to);
  };
  return {
    passingEvents: (type) => eventsOfType(history.plegEvents, type),
    passingPods: () => history.pods,
    podCount: history.pods.length,
    somePods(uids, most) {
      const chosen = chosenEvenly(history.pods.length, (pod) => uids.has(history.pods[pod]?.uid ?? ''), most);
      const pods = history.pods.filter((_, pod) => chosen[pod] === 1);
      const kept = new Set(pods.map(({ uid }) => uid));
      return { pods, events: history.plegEvents.filter(({ pod }) => pod.uid === undefined || kept.has(pod.uid)) };
    },
    hostOf: () => undefined,
    runtimeWriters: new Map(),
    seenUntil: ({ to }) => history.span?.to ?? to,
    passingFacts: (wants, of) =>
      history.facts.filter(({ fact, process }) => wants(fact.kind) && (of === undefined || process === of)),
    factGroups: (wants) => eachByItself(history.facts, wants),
    eventsBetween,
    podsBetween: (process, from, to) =>
      new Set(eventsBetween(process, from, to).flatMap(({ pod }) => pod.uid ?? pod.name ?? [])).size,
    containerOf(id) {
      for (const pod of history.pods) {
        const container = pod.containers.find((candidate) => candidate.id === id);
        if (container !== undefined) return { pod, ...(container.name === undefined ? {} : { name: container.name }) };
      }
      return undefined;
    },
  };
}
