import type { PlainLine, PlainLines } from '../journal/plainLine.ts';
import { type Instant, seconds } from '../kubelet/time.ts';
import type { EventLine } from '../messages/eventLine.ts';
import type { Fact, PlegEventFact, PodReference } from '../messages/fact.ts';
import { traitsOf } from '../messages/factTraits.ts';
import type { KnownPod } from '../messages/knownPods.ts';
import { EXITED, NO_STATE, REMOVED, RUNNING, UNKNOWN } from './changeTable.ts';
import { ColumnSpace } from './columns.ts';
import { ContainerLines, FINISHED, NAMED, SANDBOX, STATE } from './containerLines.ts';
import { ContainerLookup, type ContainerMark } from './containerLookup.ts';
import type { StatesContext } from './containerStates.ts';
import { EventTable, NO_POD, stateAfter } from './eventTable.ts';
import type { ContainerHistory, LineReference, PlegEvent, PodHistory } from './history.ts';
import { InternedTexts } from './intern.ts';
import { lineOf, packLine, packPlace } from './lines.ts';
import { keptRunningByLines } from './keptRunning.ts';
import { type HistoryQueries, keptRunningByStates } from './queries.ts';
import { TimeColumn } from './timeColumn.ts';

interface Pod {
  /** Its place among the pods. */
  readonly number: number;
  readonly uid: string;
  namespace?: string;
  name?: string;
  reference?: PodReference;
  readonly first: LineReference;
  /** The process that named it first; empty where none is known. */
  readonly process: string;
}

/** Pods and events as they were at a moment. They are made when somebody asks: a log can hold millions of events and containers. */
export interface CollectedPods {
  readonly eventCount: number;
  events(): readonly PlegEvent[];
  pods(): readonly PodHistory[];
  readonly queries: Omit<HistoryQueries, 'passingFacts' | 'hostOf'>;
}

/** References to pods that are known by themselves. */
const MOST_SEEN = 4096;

/** An event that PLEG could not send comes within this time of the full channel's line. */
const LOST_WITHIN = seconds(2);

/**
 * A pod whose containers are made when somebody asks. A class: a getter in a literal gives each object a hidden class of its own, which keeps
 * what the getter made until the collector looks through the whole heap.
 */
class CollectedPod implements PodHistory {
  readonly uid: string;
  readonly first: LineReference;
  declare readonly namespace?: string;
  declare readonly name?: string;
  readonly #make: () => readonly ContainerHistory[];
  #containers: readonly ContainerHistory[] | undefined;

  constructor({ uid, first, namespace, name }: Pod, make: () => readonly ContainerHistory[]) {
    this.uid = uid;
    this.first = first;
    if (namespace !== undefined) this.namespace = namespace;
    if (name !== undefined) this.name = name;
    this.#make = make;
  }

  get containers(): readonly ContainerHistory[] {
    this.#containers ??= this.#make();
    return this.#containers;
  }

  /** As plain data. */
  toJSON(): PodHistory {
    return { ...this, containers: this.containers };
  }
}

/**
 * Collects pods and their containers from events, finished lines, V(4) state lines and pod lists. Pods are told by uid (of the API, or the hash of a
 * static pod); a pod that only ever appears as namespace and name has an entry of its own until a uid for this name is known.
 */
export class PodCollector {
  readonly #pods: Pod[] = [];
  readonly #byUid = new Map<string, Pod>();
  readonly #byName = new Map<string, string>();
  /** Pods by the objects that name them: a reader gives the same one for the same pod, as long as it remembers it. */
  readonly #seen = new Map<PodReference, Pod>();
  readonly #texts = new InternedTexts();
  readonly #events: EventTable;
  readonly #lines: ContainerLines;
  readonly #containers: ContainerLookup;
  readonly #channelFull = new TimeColumn(100_000);

  constructor() {
    const space = new ColumnSpace();
    this.#events = new EventTable(space);
    this.#lines = new ContainerLines(space);
    this.#containers = new ContainerLookup(space, this.#events, this.#lines);
  }

  /** Takes an event of PLEG that the loop of a process logged. */
  event(fact: PlegEventFact, process: string): void {
    const pod = this.#pod(fact.pod, fact, process);
    this.#events.add(fact.time, packPlace(fact.source, fact.line), fact.type, process, pod?.number ?? NO_POD, fact.pod, fact.containerId);
  }

  /** The same of an event that was left in its line. Gives the number of its pod; −1: nothing was done, it takes a fact. */
  eventLine({ type, pod: reference, idAt }: EventLine, at: PlainLine, process: string): number {
    const { source, line, time, view } = at;
    const pod = this.#pod(reference, at, process);
    return pod !== undefined && this.#events.addFromLine(time, packPlace(source, line), type, process, pod.number, view, idAt) ? pod.number : NO_POD;
  }

  /** The same of events `[start, end)` of a run of lines, whose pods have the numbers that `eventLine` gave. */
  eventLines({ source, firstLine, times, events }: PlainLines, start: number, end: number, process: string): void {
    this.#events.addRun(times, packPlace(source, firstLine), events, start, end, process);
  }

  /** Whether a line that names this pod may tell something new by that. */
  tellsNew(known: KnownPod): boolean {
    return known.seenBy !== this;
  }

  /** Whether a further line that names a pod so tells nothing new by that, whatever else came. */
  knows({ uid, name, namespace }: PodReference): boolean {
    if (uid === undefined) return name === undefined;
    const pod = this.#byUid.get(uid);
    return pod !== undefined && (name === undefined || (pod.name === name && pod.namespace === namespace));
  }

  /** Takes a pod that a line of a process names. */
  podLine(known: KnownPod, at: PlainLine, process: string): void {
    if (!this.tellsNew(known)) return;
    const { reference } = known;
    const pod = this.#pod(reference, at, process);
    // From now on it would be found as it is, whatever else came.
    if (pod !== undefined && pod.uid === reference.uid && pod.name === reference.name && pod.namespace === reference.namespace) known.seenBy = this;
  }

  /** Takes what a fact of a process says of pods and containers. */
  add(fact: Fact, process = ''): void {
    switch (fact.kind) {
      case 'pleg-event':
      case 'pleg-event-ignored': {
        const pod = this.#pod(fact.pod, fact, process);
        if (pod !== undefined && fact.containerId !== undefined) this.#note(STATE, pod, fact.containerId, stateAfter(fact.type), fact, true);
        return;
      }
      case 'container-finished': {
        const pod = this.#pod(fact.pod, fact, process);
        if (pod !== undefined) this.#note(FINISHED, pod, fact.containerId, EXITED, fact, false, fact.exitCode);
        return;
      }
      case 'state-change': {
        const pod = this.#pod(fact.pod, fact, process);
        if (pod === undefined) return;
        const state = fact.newState === 'running' ? RUNNING : fact.newState === 'exited' ? EXITED : fact.newState === 'non-existent' ? REMOVED : UNKNOWN;
        // The line about the state before can be missing.
        if (state === UNKNOWN && fact.oldState === 'running') this.#note(STATE, pod, fact.containerId, RUNNING, fact, false);
        this.#note(STATE, pod, fact.containerId, state, fact, false);
        return;
      }
      case 'container-named': {
        const pod = this.#pod(fact.pod, fact, process);
        const name = fact.container;
        // An id alone tells neither whose container it is nor anything of it.
        if (fact.containerId === undefined || (pod === undefined && name === undefined)) return;
        const line = this.#note(name === undefined ? STATE : NAMED, pod, bareContainerId(fact.containerId), NO_STATE, fact, false);
        if (name !== undefined) this.#lines.setName(line, this.#texts.of(name));
        return;
      }
      case 'inspect-failed':
      case 'runtime-call-failed': {
        const pod = this.#pod(fact.pod, fact, process);
        if (fact.sandboxId !== undefined) this.#note(SANDBOX, pod, fact.sandboxId, NO_STATE, fact, false);
        return;
      }
      case 'pod-config':
      case 'pods-sync':
        for (const pod of fact.pods) this.#pod(pod, fact, process);
        return;
      case 'event-channel-full': {
        this.#channelFull.push(fact.time, fact);
        return;
      }
      default:
        if (traitsOf(fact.kind).tellsPod && 'pod' in fact) this.#pod(fact.pod, fact, process);
    }
  }

  /** All events and pods so far, in order of appearance; `log` is what else is known of it. */
  collected(log: Omit<StatesContext, 'eventLost'>): CollectedPods {
    const mark = this.#containers.mark();
    const eventCount = mark.events;
    const known = [...this.#pods];
    // A pod that had only a name has its uid by now.
    const left = known.filter((pod) => pod.uid === nameKey(pod.namespace, pod.name) && this.#byName.get(pod.uid) !== pod.uid);
    const leftOut = new Set(left.map((pod) => pod.number));
    const podOf = (pod: number): PodReference => referenceOf(this.#pods[pod]);
    const historyOf = (pod: Pod): PodHistory => this.#historyOf(pod, mark, log);
    let events: readonly PlegEvent[] | undefined;
    let pods: readonly PodHistory[] | undefined;
    const passingPods = function* (): Generator<PodHistory, void, undefined> {
      for (const pod of known) if (!leftOut.has(pod.number)) yield historyOf(pod);
    };
    return {
      eventCount,
      events: () => (events ??= this.#events.events(eventCount, podOf)),
      pods: () => (pods ??= [...passingPods()]),
      queries: {
        passingEvents: () => events ?? this.#events.passingEvents(eventCount, podOf),
        passingPods: () => pods ?? passingPods(),
        eventsBetween: (process, since, until) => this.#events.eventsBetween(eventCount, process, since, until, podOf),
        podsBetween: (process, since, until) => this.#events.podsBetween(eventCount, process, since, until),
        keptRunning: (since, until, ofProcess) => {
          const without = ofProcess === undefined ? leftOut : new Set([...leftOut, ...known.filter((pod) => !ofProcess(pod.process)).map((pod) => pod.number)]);
          // Where events were lost or told twice, the last one of a container need not be of its last state.
          if (this.#channelFull.size > 0 || log.toldTwice) return keptRunningByStates(known.filter((pod) => !without.has(pod.number)).map(historyOf), since, until);
          return (this.#containers.has(mark) ? undefined : keptRunningByLines(this.#events, this.#lines, mark, this.#pods.length, since, until, without)) ??
            this.#containers.table.keptRunning(this.#containers.upTo(mark), since, until, without);
        },
        containerOf: (id) => {
          this.#containers.upTo(mark);
          const { table } = this.#containers;
          const container = table.find(id);
          const pod = container === undefined ? undefined : this.#pods[table.podOf(container)];
          if (container === undefined || pod === undefined) return undefined;
          const name = table.nameOf(container);
          return name === undefined ? { pod } : { pod, name };
        },
      },
    };
  }

  #historyOf(pod: Pod, mark: ContainerMark, log: Omit<StatesContext, 'eventLost'>): PodHistory {
    const context = { ...log, eventLost: (known: Instant) => this.#eventLost(known) };
    return new CollectedPod(pod, () => this.#containers.table.historiesOf(pod.number, this.#containers.upTo(mark), context));
  }

  /** Keeps what a line says of a container until somebody asks; gives its number among the lines. */
  #note(says: number, pod: Pod | undefined, id: string, state: number, fact: Fact, handled: boolean, exitCode?: number): number {
    return this.#lines.add(says, this.#events.length, pod?.number ?? NO_POD, id, state, fact.time, packLine(fact), handled, exitCode);
  }

  #pod(reference: PodReference, at: LineReference, process: string): Pod | undefined {
    // Most lines that name a container name no pod.
    if (reference.uid === undefined && reference.name === undefined) return undefined;
    const seen = this.#seen.get(reference);
    if (seen !== undefined) return seen;
    const known = reference.uid === undefined ? undefined : this.#byUid.get(reference.uid);
    // A line with a uid alone says no more of a pod that is known.
    if (known !== undefined && reference.name === undefined) return known;
    // The common case: a pod that is known with its name.
    if (known?.name !== undefined && known.name === reference.name && known.namespace === reference.namespace) {
      if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
      this.#seen.set(reference, known);
      return known;
    }
    const key = nameKey(reference.namespace, reference.name);
    const uid = reference.uid ?? (key === undefined ? undefined : (this.#byName.get(key) ?? key));
    if (uid === undefined || uid === '') return undefined;
    let pod = this.#byUid.get(uid);
    if (pod === undefined) {
      pod = { number: this.#pods.length, uid: this.#texts.of(uid), first: lineOf(at), process };
      this.#pods.push(pod);
      this.#byUid.set(pod.uid, pod);
    }
    if (pod.name === undefined && reference.name !== undefined) {
      pod.name = this.#texts.of(reference.name);
      delete pod.reference;
      if (reference.namespace !== undefined) pod.namespace = this.#texts.of(reference.namespace);
    }
    if (key !== undefined && (reference.uid !== undefined || !this.#byName.has(key))) this.#byName.set(this.#texts.of(key), pod.uid);
    return pod;
  }

  /** The event of an exit was discarded: PLEG's own line is there, and the channel was full at that time. */
  #eventLost(known: Instant): boolean {
    const full = this.#channelFull.firstAfter((known - LOST_WITHIN) as Instant);
    return full !== undefined && full.time < known + LOST_WITHIN;
  }
}

function referenceOf(pod: Pod | undefined): PodReference {
  if (pod === undefined) return {};
  pod.reference ??= { uid: pod.uid, ...(pod.namespace === undefined ? {} : { namespace: pod.namespace }), ...(pod.name === undefined ? {} : { name: pod.name }) };
  return pod.reference;
}

function nameKey(namespace: string | undefined, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${name}_${namespace ?? ''}`;
}

function bareContainerId(id: string): string {
  const scheme = id.indexOf('://');
  return scheme < 0 ? id : id.slice(scheme + 3);
}
