import type { PlainLine } from '../../journal/batch/plainLine.ts';
import type { Fact, PlegEventFact, PlegEventType, PodReference } from '../../messages/fact.ts';
import { traitsOf } from '../../messages/factTraits.ts';
import { EXITED, NO_STATE, REMOVED, RUNNING, UNKNOWN } from '../store/changeTable.ts';
import { ColumnSpace } from '../store/columns.ts';
import { ContainerLines, FINISHED, NAMED, SANDBOX, STATE } from './containerLines.ts';
import { ContainerLookup } from './containerLookup.ts';
import type { StatesContext } from '../rules/containerStates.ts';
import { EventTable, stateAfter } from '../store/eventTable.ts';
import { nameKey, NO_POD, PodTable } from '../store/podTable.ts';
import type { LineReference } from '../history.ts';
import { InternedTexts } from '../store/intern.ts';
import { packLine, packPlace } from '../store/lines.ts';
import { Repeats } from '../store/repeats.ts';
import { TimeColumn } from '../store/timeColumn.ts';
import { type CollectedPods, PodsSoFar } from './collectedPods.ts';

/** References to pods that are known by themselves. */
const MOST_SEEN = 4096;

/** Adds events of one pod and type. */
class RepeatedEvent extends Repeats {
  readonly #events: EventTable;
  readonly #type: PlegEventType;
  readonly #pod: number;

  constructor(events: EventTable, type: PlegEventType, pod: number) {
    super('pleg-event');
    this.#events = events;
    this.#type = type;
    this.#pod = pod;
  }

  override add({ time, source, line, digits, digitsAt }: PlainLine, process: string): void {
    this.#events.addWithWords(time, packPlace(source, line), this.#type, process, this.#pod, digits, digitsAt);
  }
}

/**
 * Collects pods and their containers from events, finished lines, V(4) state lines and pod lists. Pods are distinguished by uid (of the API, or the hash of a
 * static pod); a pod that only ever appears as namespace and name has an entry of its own until a uid for this name is known.
 */
export class PodCollector {
  readonly #pods: PodTable;
  /** Pods by the objects that name them: a reader gives the same one for the same pod, as long as it remembers it. */
  readonly #seen = new Map<PodReference, number>();
  /** The same of lines that say nothing else of a pod; many of them name it without its uid, and then its number can change. */
  readonly #met = new Set<PodReference>();
  readonly #texts = new InternedTexts();
  readonly #events: EventTable;
  readonly #lines: ContainerLines;
  readonly #containers: ContainerLookup;
  readonly #channelFull = new TimeColumn(100_000);

  constructor() {
    const space = new ColumnSpace();
    this.#pods = new PodTable();
    this.#events = new EventTable(space);
    this.#lines = new ContainerLines(space);
    this.#containers = new ContainerLookup(space, this.#events, this.#lines);
  }

  /** Takes an event of PLEG that the loop of a process logged. */
  event(fact: PlegEventFact, process: string): void {
    const pod = this.#pod(fact.pod, fact);
    this.#events.add(fact.time, packPlace(fact.source, fact.line), fact.type, process, pod, fact.pod, fact.containerId);
  }

  /** Takes the lines of events like one that was taken, of any containers; `undefined`: it has no pod's uid or no container. */
  repeatsOf({ pod: { uid }, type, containerId }: PlegEventFact): Repeats | undefined {
    return uid === undefined || containerId === undefined
      ? undefined
      : new RepeatedEvent(this.#events, type, this.#pods.ofUid(uid));
  }

  /** Takes what a fact says of pods and containers. */
  add(fact: Fact): void {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what is left reads a trait
    switch (fact.kind) {
      case 'pleg-event':
      case 'pleg-event-ignored': {
        const pod = this.#pod(fact.pod, fact);
        if (pod !== NO_POD && fact.containerId !== undefined)
          this.#note(STATE, pod, fact.containerId, stateAfter(fact.type), fact, true);
        return;
      }
      case 'container-finished': {
        const pod = this.#pod(fact.pod, fact);
        if (pod !== NO_POD) this.#note(FINISHED, pod, fact.containerId, EXITED, fact, false, fact.exitCode);
        return;
      }
      case 'state-change': {
        const pod = this.#pod(fact.pod, fact);
        if (pod === NO_POD) return;
        const state =
          fact.newState === 'running'
            ? RUNNING
            : fact.newState === 'exited'
              ? EXITED
              : fact.newState === 'non-existent'
                ? REMOVED
                : UNKNOWN;
        // The line about the state before can be missing.
        if (state === UNKNOWN && fact.oldState === 'running')
          this.#note(STATE, pod, fact.containerId, RUNNING, fact, false);
        this.#note(STATE, pod, fact.containerId, state, fact, false);
        return;
      }
      case 'container-named': {
        const pod = this.#pod(fact.pod, fact);
        const name = fact.container;
        // An id alone tells neither whose container it is nor anything of it.
        if (fact.containerId === undefined || (pod === NO_POD && name === undefined)) return;
        const line = this.#note(
          name === undefined ? STATE : NAMED,
          pod,
          bareContainerId(fact.containerId),
          NO_STATE,
          fact,
          false,
        );
        if (name !== undefined) this.#lines.setName(line, this.#texts.of(name));
        return;
      }
      case 'inspect-failed':
      case 'runtime-call-failed': {
        const pod = this.#pod(fact.pod, fact);
        if (fact.sandboxId !== undefined) this.#note(SANDBOX, pod, fact.sandboxId, NO_STATE, fact, false);
        return;
      }
      case 'pod-config':
      case 'pods-sync':
        for (const pod of fact.pods) this.#meet(pod, fact);
        return;
      case 'event-channel-full': {
        this.#channelFull.push(fact.time, fact);
        return;
      }
      default:
        if (traitsOf(fact.kind).tellsPod && 'pod' in fact) this.#meet(fact.pod, fact);
    }
  }

  /** All events and pods so far, in order of appearance; `log` is what else is known of it. */
  collected(log: Omit<StatesContext, 'eventLost'>): CollectedPods {
    return new PodsSoFar(
      {
        pods: this.#pods,
        events: this.#events,
        containers: this.#containers,
        channelFull: this.#channelFull,
      },
      log,
    );
  }

  /** Keeps what a line says of a container until somebody asks; gives its number among the lines. */
  #note(says: number, pod: number, id: string, state: number, fact: Fact, handled: boolean, exitCode?: number): number {
    return this.#lines.add(says, this.#events.length, pod, id, state, fact.time, packLine(fact), handled, exitCode);
  }

  /** Takes a line that only names a pod. One that names it so again changes nothing, whatever came in between. */
  #meet(reference: PodReference, at: LineReference): void {
    if (this.#met.has(reference)) return;
    this.#pod(reference, at);
    if (this.#met.size >= MOST_SEEN) this.#met.clear();
    this.#met.add(reference);
  }

  /** The number of the pod that a line names, made if it is new; `NO_POD`: it names none. A line that names it so again changes nothing, whatever came in between. */
  #pod(reference: PodReference, at: LineReference): number {
    const { uid: given, name } = reference;
    // Most lines that name a container name no pod.
    if (given === undefined && name === undefined) return NO_POD;
    const seen = this.#seen.get(reference);
    if (seen !== undefined) return seen;
    const known = given === undefined ? NO_POD : this.#pods.ofUid(given);
    // A line with a uid alone says no more of a pod that is known.
    if (known !== NO_POD && name === undefined) return known;
    // The common case: a pod that is known with its name.
    if (known !== NO_POD && this.#isNamedAs(known, reference)) {
      if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
      this.#seen.set(reference, known);
      return known;
    }
    return this.#learn(known, reference, at);
  }

  /** Learns what a line says of a pod (`known`: of the one with the uid) beyond what is known. */
  #learn(known: number, { uid: given, name, namespace }: PodReference, at: LineReference): number {
    const key = name === undefined ? undefined : nameKey(namespace, name);
    const byName = given !== undefined || key === undefined ? NO_POD : this.#pods.ofName(key);
    const uid = given ?? key;
    if (uid === undefined || uid === '') return NO_POD;
    let pod = given === undefined ? (byName === NO_POD ? this.#pods.ofUid(uid) : byName) : known;
    if (pod === NO_POD) pod = this.#pods.add(uid, uid === key, at);
    const isNamedNow =
      name !== undefined &&
      (!this.#pods.hasName(pod) || (namespace !== undefined && this.#pods.isNamed(pod, name, undefined)));
    if (isNamedNow) this.#pods.name(pod, name, namespace);
    // A line that says again what an earlier one did changes nothing: most of these are not looked at.
    if (key !== undefined && (isNamedNow || this.#pods.ofName(key) === NO_POD)) this.#pods.setName(key, pod);
    return pod;
  }

  #isNamedAs(pod: number, { name, namespace }: PodReference): boolean {
    return name === undefined
      ? namespace === undefined && !this.#pods.hasName(pod)
      : this.#pods.isNamed(pod, name, namespace);
  }
}

function bareContainerId(id: string): string {
  const scheme = id.indexOf('://');
  return scheme < 0 ? id : id.slice(scheme + 3);
}
