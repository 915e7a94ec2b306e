import { type Instant, seconds, type TimeBounds } from '../kubelet/time.ts';
import type { Fact, PlegEventFact, PlegEventIgnoredFact, PlegEventType, PodReference } from '../messages/fact.ts';
import type { ContainerHistory, ContainerHistoryState, ContainerStateInterval, LineReference, PlegEvent, PodHistory } from './history.ts';
import { detached } from './intern.ts';
import { lineOf, packLine, unpackLine } from './lines.ts';
import { TimeColumn } from './timeColumn.ts';

/** A change of state as a line tells it. Fields that are always numbers are written in place; `NaN` stands for none. */
class Change {
  readonly state: ContainerHistoryState;
  /** The state held at this time at the latest. */
  known: Instant;
  /** It cannot have held before (end of the state before), if known. */
  readonly after: number;
  exitCode = Number.NaN;
  /** From an event that the loop handled, not only from PLEG's own line. */
  handled: boolean;
  /** The first line that tells it, and those that tell it again. */
  readonly line: number;
  moreLines: number[] | undefined = undefined;
  next: Change | undefined = undefined;

  constructor(state: ContainerHistoryState, known: Instant, after: number, handled: boolean, line: number) {
    this.state = state;
    this.known = known;
    this.after = after;
    this.handled = handled;
    this.line = line;
  }

  get evidence(): LineReference[] {
    const lines = [unpackLine(this.line)];
    if (this.moreLines !== undefined) for (const line of this.moreLines) lines.push(unpackLine(line));
    return lines;
  }
}

const MOST_MORE_LINES = 3;

class Container {
  readonly id: string;
  readonly pod: Pod;
  kind: ContainerHistory['kind'] = 'unknown';
  name: string | undefined = undefined;
  first: Change | undefined = undefined;
  last: Change | undefined = undefined;
  changes = 0;
  /** A container with this id that another pod has, too. */
  readonly same: Container | undefined;

  constructor(id: string, pod: Pod, same: Container | undefined) {
    this.id = id;
    this.pod = pod;
    this.same = same;
  }
}

class Pod {
  readonly uid: string;
  namespace: string | undefined = undefined;
  name: string | undefined = undefined;
  readonly containers: Container[] = [];
  reference: PodReference | undefined = undefined;
  readonly first: LineReference;

  constructor(uid: string, first: LineReference) {
    this.uid = uid;
    this.first = first;
  }
}

/** The state that an event tells; the other types tell none. */
const STATE_AFTER: Readonly<Partial<Record<PlegEventType, ContainerHistoryState>>> = { ContainerStarted: 'running', ContainerDied: 'exited', ContainerRemoved: 'removed' };

const MOST_REFERENCES = 4096;

/** An event that PLEG could not send comes within this time of the full channel's line. */
const LOST_WITHIN = seconds(2);

/**
 * Collects pods and their containers from events, finished lines, V(4) state lines and pod lists. Pods are told by uid (of the API, or the hash of a
 * static pod); a pod that only ever appears as namespace and name has an entry of its own until a uid for this name is known.
 */
export class PodCollector {
  readonly #pods = new Map<string, Pod>();
  readonly #byName = new Map<string, string>();
  /** By id; of those with one id the one that was made last, which leads to the others. */
  readonly #containers = new Map<string, Container>();
  /** Pods by the references that led to them, as long as no name leads to another pod. */
  readonly #byReference = new Map<PodReference, Pod>();
  readonly #channelFull = new TimeColumn(100_000);

  /** Takes an event of PLEG, and gives it as the history keeps it: with the one copy of its pod and container id. */
  event(fact: PlegEventFact, process: string): PlegEvent {
    const pod = this.#pod(fact.pod, fact);
    const container = pod === undefined ? undefined : this.#handled(pod, fact);
    const reference = pod === undefined ? fact.pod : referenceOf(pod);
    const { source, line, time, type } = fact;
    const id = container?.id ?? fact.containerId;
    return id === undefined ? { source, line, time, process, type, pod: reference } : { source, line, time, process, type, pod: reference, containerId: id };
  }

  /** Takes what a fact says of pods and containers. */
  add(fact: Fact): void {
    switch (fact.kind) {
      case 'pleg-event':
      case 'pleg-event-ignored': {
        const pod = this.#pod(fact.pod, fact);
        if (pod !== undefined) this.#handled(pod, fact);
        return;
      }
      case 'container-finished': {
        const pod = this.#pod(fact.pod, fact);
        if (pod === undefined) return;
        const container = this.#container(pod, fact.containerId);
        container.kind = 'container';
        const change = this.#change(container, 'exited', fact, false);
        if (fact.exitCode !== undefined) change.exitCode = fact.exitCode;
        return;
      }
      case 'state-change': {
        const pod = this.#pod(fact.pod, fact);
        if (pod === undefined) return;
        const state: ContainerHistoryState = fact.newState === 'running' ? 'running' : fact.newState === 'exited' ? 'exited' : fact.newState === 'non-existent' ? 'removed' : 'unknown';
        this.#change(this.#container(pod, fact.containerId), state, fact, false);
        return;
      }
      case 'container-named': {
        const pod = this.#pod(fact.pod, fact);
        if (fact.containerId === undefined) return;
        const id = bareContainerId(fact.containerId);
        const container = pod === undefined ? this.#containers.get(id) : this.#container(pod, id);
        if (container === undefined || fact.container === undefined) return;
        if (container.name !== fact.container) container.name = detached(fact.container);
        container.kind = 'container';
        return;
      }
      case 'inspect-failed':
      case 'runtime-call-failed': {
        const pod = this.#pod(fact.pod, fact);
        if (fact.sandboxId !== undefined) {
          const known = this.#containers.get(fact.sandboxId) ?? (pod === undefined ? undefined : this.#container(pod, fact.sandboxId));
          if (known !== undefined) known.kind = 'sandbox';
        }
        return;
      }
      case 'pod-config':
      case 'pods-sync':
        for (const pod of fact.pods) this.#pod(pod, fact);
        return;
      case 'pod-sync-error':
      case 'probe':
      case 'cni-failed':
      case 'volume-failed':
        this.#pod(fact.pod, fact);
        return;
      case 'event-channel-full': {
        this.#channelFull.push(fact.time, fact);
        return;
      }
      default:
        return;
    }
  }

  /** All pods so far, in order of appearance. `from` is the begin of the log: what ran before has no other bound. */
  pods(from: Instant): readonly PodHistory[] {
    const pods: PodHistory[] = [];
    for (const pod of this.#pods.values()) {
      const onlyName = pod.uid === nameKey(pod.namespace, pod.name);
      if (onlyName && this.#byName.get(pod.uid) !== pod.uid) continue;
      pods.push({
        uid: pod.uid, first: pod.first,
        ...(pod.namespace === undefined ? {} : { namespace: pod.namespace }), ...(pod.name === undefined ? {} : { name: pod.name }),
        containers: pod.containers.map((container) => new CollectedContainer(container, from, this.#channelFull)),
      });
    }
    return pods;
  }

  #handled(pod: Pod, fact: PlegEventFact | PlegEventIgnoredFact): Container | undefined {
    if (fact.containerId === undefined) return undefined;
    const container = this.#container(pod, fact.containerId);
    const state = STATE_AFTER[fact.type];
    if (state !== undefined) this.#change(container, state, fact, true);
    return container;
  }

  #pod(reference: PodReference, at: LineReference): Pod | undefined {
    const met = this.#byReference.get(reference);
    if (met !== undefined) return met;
    const pod = this.#podOf(reference, at);
    if (pod !== undefined) {
      if (this.#byReference.size >= MOST_REFERENCES) this.#byReference.clear();
      this.#byReference.set(reference, pod);
    }
    return pod;
  }

  #podOf(reference: PodReference, at: LineReference): Pod | undefined {
    const known = reference.uid === undefined ? undefined : this.#pods.get(reference.uid);
    // The common case: a pod that is known with its name.
    if (known?.name !== undefined && known.name === reference.name && known.namespace === reference.namespace) return known;
    const key = nameKey(reference.namespace, reference.name);
    const uid = reference.uid ?? (key === undefined ? undefined : (this.#byName.get(key) ?? key));
    if (uid === undefined || uid === '') return undefined;
    let pod = this.#pods.get(uid);
    if (pod === undefined) {
      pod = new Pod(detached(uid), lineOf(at));
      this.#pods.set(pod.uid, pod);
      this.#byReference.clear();
    }
    if (pod.name === undefined && reference.name !== undefined) {
      pod.name = detached(reference.name);
      pod.reference = undefined;
      if (reference.namespace !== undefined) pod.namespace = detached(reference.namespace);
    }
    if (key !== undefined && (reference.uid !== undefined || !this.#byName.has(key)) && this.#byName.get(key) !== pod.uid) {
      this.#byName.set(detached(key), pod.uid);
      this.#byReference.clear();
    }
    return pod;
  }

  #container(pod: Pod, id: string): Container {
    const newest = this.#containers.get(id);
    for (let container = newest; container !== undefined; container = container.same) if (container.pod === pod) return container;
    const container = new Container(newest?.id ?? detached(id), pod, newest);
    pod.containers.push(container);
    this.#containers.set(container.id, container);
    return container;
  }

  #change(container: Container, state: ContainerHistoryState, fact: Fact, handled: boolean): Change {
    const { last } = container;
    if (last !== undefined && last.state === state) {
      // The same state told again: PLEG's line and the event of one change, or an event repeated.
      if (fact.time < last.known) last.known = fact.time;
      if (handled) last.handled = true;
      if (last.moreLines === undefined) last.moreLines = [packLine(fact)];
      else if (last.moreLines.length < MOST_MORE_LINES) last.moreLines.push(packLine(fact));
      return last;
    }
    const change = new Change(state, fact.time, last === undefined ? Number.NaN : last.known, handled, packLine(fact));
    if (last === undefined) container.first = change;
    else last.next = change;
    container.last = change;
    container.changes += 1;
    return change;
  }
}

/** A state that is being put together. */
interface State extends ContainerStateInterval {
  to?: TimeBounds;
  exitCode?: number;
  readonly evidence: LineReference[];
}

/** A container as it was when the history was asked for. Its states are put together when somebody asks: a long log has very many. */
class CollectedContainer implements ContainerHistory {
  readonly id: string;
  readonly kind: ContainerHistory['kind'];
  declare readonly name?: string;
  readonly #first: Change | undefined;
  readonly #count: number;
  readonly #from: Instant;
  readonly #channelFull: TimeColumn;

  constructor({ id, kind, name, first, changes }: Container, from: Instant, channelFull: TimeColumn) {
    this.id = id;
    this.kind = kind;
    if (name !== undefined) this.name = name;
    this.#first = first;
    this.#count = changes;
    this.#from = from;
    this.#channelFull = channelFull;
  }

  get states(): readonly ContainerStateInterval[] {
    const states: State[] = [];
    let change = this.#first;
    let from = change === undefined ? undefined : startOf(change, this.#from);
    for (let index = 0; index < this.#count && change !== undefined && from !== undefined; index += 1) {
      const next: Change | undefined = index + 1 < this.#count ? change.next : undefined;
      const to = next === undefined ? undefined : startOf(next, this.#from);
      const before = states.at(-1);
      if (before?.state === 'running' && this.#exitEventLost(change, next)) {
        // PLEG saw the exit but its event was dropped: the running state is over, and no event tells what it is since (exited, or removed by now).
        if (!Number.isNaN(change.exitCode)) before.exitCode = change.exitCode;
        before.evidence.push(...change.evidence);
      } else {
        const state: State = { state: change.state, from, evidence: change.evidence };
        if (to !== undefined) state.to = to;
        if (!Number.isNaN(change.exitCode)) state.exitCode = change.exitCode;
        states.push(state);
      }
      change = next;
      from = to;
    }
    return states;
  }

  /** As plain data. */
  toJSON(): ContainerHistory {
    const { id, kind, name, states } = this;
    return name === undefined ? { id, kind, states } : { id, name, kind, states };
  }

  /** The event of an exit was discarded: PLEG's own line is there, the channel was full at that time, and the loop never handled the event. */
  #exitEventLost(change: Change, next: Change | undefined): boolean {
    if (change.state !== 'exited' || change.handled || next !== undefined) return false;
    const full = this.#channelFull.firstAfter((change.known - LOST_WITHIN) as Instant);
    return full !== undefined && full.time < change.known + LOST_WITHIN;
  }
}

function referenceOf(pod: Pod): PodReference {
  pod.reference ??= { uid: pod.uid, ...(pod.namespace === undefined ? {} : { namespace: pod.namespace }), ...(pod.name === undefined ? {} : { name: pod.name }) };
  return pod.reference;
}

function startOf(change: Change, from: Instant): TimeBounds {
  const min = Number.isNaN(change.after) ? from : change.after;
  return { min: Math.min(min, change.known) as Instant, max: change.known };
}

function nameKey(namespace: string | undefined, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${name}_${namespace ?? ''}`;
}

function bareContainerId(id: string): string {
  const scheme = id.indexOf('://');
  return scheme < 0 ? id : id.slice(scheme + 3);
}
