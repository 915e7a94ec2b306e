import { type Instant, seconds, type TimeBounds } from '../kubelet/time.ts';
import type { Fact, PlegEventFact, PlegEventIgnoredFact, PlegEventType, PodReference } from '../messages/fact.ts';
import type { ContainerHistory, ContainerHistoryState, ContainerStateInterval, LineReference, PlegEvent, PodHistory } from './history.ts';
import { InternedTexts } from './intern.ts';
import { lineOf, packLine, unpackLine } from './lines.ts';
import { TimeColumn } from './timeColumn.ts';

/** A change of state as a line tells it. */
interface Change {
  readonly state: ContainerHistoryState;
  /** The state held at this time at the latest. */
  known: Instant;
  /** It cannot have held before (end of the state before), if known. */
  after?: Instant;
  exitCode?: number;
  /** From an event that the loop handled, not only from PLEG's own line. */
  handled: boolean;
  readonly lines: number[];
}

interface Container {
  readonly id: string;
  kind: ContainerHistory['kind'];
  name?: string;
  readonly changes: Change[];
}

interface Pod {
  readonly uid: string;
  namespace?: string;
  name?: string;
  readonly containers: Map<string, Container>;
  reference?: PodReference;
  readonly first: LineReference;
}

/** The state that an event tells; the other types tell none. */
const STATE_AFTER: Readonly<Partial<Record<PlegEventType, ContainerHistoryState>>> = { ContainerStarted: 'running', ContainerDied: 'exited', ContainerRemoved: 'removed' };

/** An event that PLEG could not send comes within this time of the full channel's line. */
const LOST_WITHIN = seconds(2);

/**
 * Collects pods and their containers from events, finished lines, V(4) state lines and pod lists. Pods are told by uid (of the API, or the hash of a
 * static pod); a pod that only ever appears as namespace and name has an entry of its own until a uid for this name is known.
 */
export class PodCollector {
  readonly #pods = new Map<string, Pod>();
  readonly #byName = new Map<string, string>();
  readonly #containerPod = new Map<string, Pod>();
  readonly #texts = new InternedTexts();
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
        const container = pod === undefined ? this.#containerPod.get(id)?.containers.get(id) : this.#container(pod, id);
        if (container === undefined || fact.container === undefined) return;
        container.name = this.#texts.of(fact.container);
        container.kind = 'container';
        return;
      }
      case 'inspect-failed':
      case 'runtime-call-failed': {
        const pod = this.#pod(fact.pod, fact);
        if (fact.sandboxId !== undefined) {
          const known = this.#containerPod.get(fact.sandboxId)?.containers.get(fact.sandboxId) ?? (pod === undefined ? undefined : this.#container(pod, fact.sandboxId));
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
        containers: [...pod.containers.values()].map((container) => this.#history(container, from)),
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
    const known = reference.uid === undefined ? undefined : this.#pods.get(reference.uid);
    // The common case: a pod that is known with its name.
    if (known?.name !== undefined && known.name === reference.name && known.namespace === reference.namespace) return known;
    const key = nameKey(reference.namespace, reference.name);
    const uid = reference.uid ?? (key === undefined ? undefined : (this.#byName.get(key) ?? key));
    if (uid === undefined || uid === '') return undefined;
    let pod = this.#pods.get(uid);
    if (pod === undefined) {
      pod = { uid: this.#texts.of(uid), containers: new Map(), first: lineOf(at) };
      this.#pods.set(pod.uid, pod);
    }
    if (pod.name === undefined && reference.name !== undefined) {
      pod.name = this.#texts.of(reference.name);
      delete pod.reference;
      if (reference.namespace !== undefined) pod.namespace = this.#texts.of(reference.namespace);
    }
    if (key !== undefined && (reference.uid !== undefined || !this.#byName.has(key))) this.#byName.set(this.#texts.of(key), pod.uid);
    return pod;
  }

  #container(pod: Pod, id: string): Container {
    const known = pod.containers.get(id);
    if (known !== undefined) return known;
    const container: Container = { id: this.#texts.of(id), kind: 'unknown', changes: [] };
    pod.containers.set(container.id, container);
    this.#containerPod.set(container.id, pod);
    return container;
  }

  #change(container: Container, state: ContainerHistoryState, fact: Fact, handled: boolean): Change {
    const last = container.changes.at(-1);
    if (last !== undefined && last.state === state) {
      // The same state told again: PLEG's line and the event of one change, or an event repeated.
      if (fact.time < last.known) last.known = fact.time;
      last.handled ||= handled;
      if (last.lines.length < 4) last.lines.push(packLine(fact));
      return last;
    }
    const change: Change = { state, known: fact.time, handled, lines: [packLine(fact)], ...(last === undefined ? {} : { after: last.known }) };
    container.changes.push(change);
    return change;
  }

  #history(container: Container, from: Instant): ContainerHistory {
    const states: ContainerStateInterval[] = [];
    container.changes.forEach((change, index) => {
      const next = container.changes[index + 1];
      const interval: ContainerStateInterval = {
        state: change.state,
        from: startOf(change, from),
        evidence: change.lines.map(unpackLine),
        ...(next === undefined ? {} : { to: startOf(next, from) }),
        ...(change.exitCode === undefined ? {} : { exitCode: change.exitCode }),
      };
      const before = states.at(-1);
      if (before?.state === 'running' && this.#exitEventLost(change, next)) {
        // PLEG saw the exit but its event was dropped: the running state is over, and no event tells what it is since (exited, or removed by now).
        states[states.length - 1] = { ...before, ...(change.exitCode === undefined ? {} : { exitCode: change.exitCode }), evidence: [...before.evidence, ...interval.evidence] };
        return;
      }
      states.push(interval);
    });
    return { id: container.id, kind: container.kind, ...(container.name === undefined ? {} : { name: container.name }), states };
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
  const min = change.after ?? from;
  return { min: Math.min(min, change.known) as Instant, max: change.known };
}

function nameKey(namespace: string | undefined, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${name}_${namespace ?? ''}`;
}

function bareContainerId(id: string): string {
  const scheme = id.indexOf('://');
  return scheme < 0 ? id : id.slice(scheme + 3);
}
