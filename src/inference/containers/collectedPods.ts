/** The pods and events that lines have stated up to a moment, made when somebody asks. */
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { PodReference } from '../../messages/fact.ts';
import type { ContainerHistory, LineReference, PlegEvent, PodHistory } from '../history.ts';
import { chosenEvenly, type ContainerOfPod, eventsOfType, type HistoryQueries, type SomePods } from '../queries.ts';
import type { StatesContext } from '../rules/containerStates.ts';
import type { EventTable } from '../store/eventTable.ts';
import { NO_POD, type PodTable } from '../store/podTable.ts';
import type { TimeColumn } from '../store/timeColumn.ts';
import type { ContainerLookup, ContainerMark, LookedUp } from './containerLookup.ts';

/** Pods and events as they were at a moment. They are made when somebody asks: a log can hold millions of events and containers. */
export interface CollectedPods {
  readonly eventCount: number;
  events(): readonly PlegEvent[];
  pods(): readonly PodHistory[];
  readonly queries: Omit<HistoryQueries, 'passingFacts' | 'factGroups' | 'hostOf' | 'seenUntil' | 'runtimeWriters'>;
}

/** Of so many pods the containers are looked up at once for somebody who goes through all pods: those of a million take 150 MB. */
const PODS_AT_ONCE = 1 << 17;

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

  constructor(
    { uid, namespace, name }: PodReference & { readonly uid: string },
    first: LineReference,
    make: () => readonly ContainerHistory[],
  ) {
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

/** What is kept of the lines of a log, which goes on. */
interface PodSources {
  readonly pods: PodTable;
  readonly events: EventTable;
  readonly containers: ContainerLookup;
  readonly channelFull: TimeColumn;
}

/** Pods and events up to the moment at which it is made. */
export class PodsSoFar implements CollectedPods {
  readonly eventCount: number;
  readonly queries: CollectedPods['queries'];
  readonly #of: PodSources;
  readonly #context: StatesContext;
  readonly #mark: ContainerMark;
  readonly #length: number;
  /** Pods that had only a name, and have their uid by now. */
  readonly #leftOut: ReadonlySet<number>;
  #events: readonly PlegEvent[] | undefined;
  #pods: readonly PodHistory[] | undefined;

  constructor(of: PodSources, log: Omit<StatesContext, 'eventLost'>) {
    this.#of = of;
    this.#context = { ...log, eventLost: (known) => this.#eventLost(known) };
    this.#mark = of.containers.mark();
    this.eventCount = this.#mark.events;
    this.#length = of.pods.length;
    this.#leftOut = new Set(this.#numbersWhere((pod) => of.pods.isLeft(pod)));
    this.queries = {
      passingEvents: (type) =>
        this.#events === undefined
          ? of.events.passingEvents(this.eventCount, this.#podOf, type)
          : eventsOfType(this.#events, type),
      passingPods: () => this.#pods ?? this.#passingPods(),
      podCount: this.#length - this.#leftOut.size,
      somePods: (uids, most) => this.#somePods(uids, most),
      eventsBetween: (process, since, until) =>
        of.events.eventsBetween(this.eventCount, process, since, until, this.#podOf),
      podsBetween: (process, since, until) => of.events.podsBetween(this.eventCount, process, since, until),
      containerOf: (id) => this.#containerOf(id),
    };
  }

  events(): readonly PlegEvent[] {
    return (this.#events ??= this.#of.events.events(this.eventCount, this.#podOf));
  }

  pods(): readonly PodHistory[] {
    return (this.#pods ??= [...this.#allPods(() => this.#of.containers)]);
  }

  readonly #podOf = (pod: number): PodReference => (pod === NO_POD ? {} : this.#of.pods.referenceOf(pod));

  #numbersWhere(fits: (pod: number) => boolean): number[] {
    const found: number[] = [];
    for (let pod = 0; pod < this.#length; pod += 1) if (fits(pod)) found.push(pod);
    return found;
  }

  *#allPods(containersFrom: (pod: number) => LookedUp): Generator<PodHistory, void, undefined> {
    let containers = containersFrom(0);
    for (let pod = 0; pod < this.#length; pod += 1) {
      if (pod > 0 && pod % PODS_AT_ONCE === 0) containers = containersFrom(pod);
      if (!this.#leftOut.has(pod)) yield this.#historyOf(pod, containers);
    }
  }

  #passingPods(): Iterable<PodHistory> {
    const { containers } = this.#of;
    return this.#allPods((from) =>
      this.#length <= PODS_AT_ONCE
        ? containers
        : containers.ofPods((pod) => pod >= from && pod < from + PODS_AT_ONCE, this.#mark),
    );
  }

  #somePods(uids: ReadonlySet<string>, most: number): SomePods {
    const { pods, events } = this.#of;
    const wanted = new Set<number>();
    for (const uid of uids) wanted.add(pods.ofUid(uid));
    const chosen = chosenEvenly(this.#length, (pod) => wanted.has(pod), most);
    const isChosen = (pod: number): boolean => pod === NO_POD || chosen[pod] === 1;
    const containers = this.#of.containers.ofPods(isChosen, this.#mark);
    return {
      pods: this.#numbersWhere((pod) => isChosen(pod) && !this.#leftOut.has(pod)).map((pod) =>
        this.#historyOf(pod, containers),
      ),
      events: events.eventsOf(this.eventCount, isChosen, this.#podOf),
    };
  }

  #containerOf(id: string): ContainerOfPod | undefined {
    this.#of.containers.upTo(this.#mark);
    const containers = this.#of.containers.table;
    const container = containers.find(id);
    if (container === undefined) return undefined;
    const pod = this.#of.pods.referenceOf(containers.podOf(container));
    const name = containers.nameOf(container);
    return name === undefined ? { pod } : { pod, name };
  }

  #historyOf(pod: number, containers: LookedUp): PodHistory {
    const { pods } = this.#of;
    return new CollectedPod(pods.referenceOf(pod), pods.firstOf(pod), () =>
      containers.table.historiesOf(pod, containers.upTo(this.#mark), this.#context),
    );
  }

  /** The event of an exit was discarded: PLEG's own line is there, and the channel was full at that time. */
  #eventLost(known: Instant): boolean {
    const full = this.#of.channelFull.firstAfter((known - LOST_WITHIN) as Instant);
    return full !== undefined && full.time < known + LOST_WITHIN;
  }
}
