/**
 * Which containers of a node run, event by event, with sandboxes distinguished from them. Events name both by an id alone, but not in any order: a relist goes through the containers of a pod
 * first and through its sandboxes then (generic.go, getContainersFromPods; 1.8–1.36), and a sandbox is made before its containers. So of the first ones that a relist finds
 * of a pod the last is its sandbox; Evented PLEG hears of it first.
 */
import { onceFor } from '../../kubelet/oncePer.ts';
import type { Instant } from '../../kubelet/time.ts';
import { ONE_RELIST } from './exitBounds.ts';
import type { Finished } from './exitLines.ts';

/** A container or a sandbox, while events pass. One object for each: its id is a long text, and looking that up for each question took longer than the answers. */
export interface SeenContainer {
  readonly id: string;
  /** Lines show that it is no sandbox. */
  readonly isContainer: boolean;
  /** Lines show that it is one. */
  readonly isSandbox: boolean;
  /** PLEG's own line of its end. */
  readonly finished: Finished | undefined;
  /** The pod in which it runs, as far as events tell. */
  pod: PodState | undefined;
  /** Which process last reported that it began. */
  by: string | undefined;
  /** A line has reported that it ended: a later one repeats it, of a new process or of Evented PLEG. */
  isDead: boolean;
}

interface PodState {
  readonly key: string;
  /** Those of its node. */
  readonly of: RunningContainers;
  readonly running: Set<SeenContainer>;
  sandbox?: SeenContainer;
  /** The log begins after its sandbox was made: it is there, without a line. */
  hasUnseenSandbox: boolean;
  /** Until when what begins, or ends, belongs to the relist that found the last one. */
  lastStarted: number;
  lastDied: number;
}

/** Follows the containers of one node. */
export class RunningContainers {
  readonly #pods = new Map<string, PodState>();
  /** Those of them of which something runs: most pods of a long log are gone. */
  readonly #running = new Map<string, PodState>();

  started(pod: string, container: SeenContainer, time: Instant, evented: boolean): void {
    const state = this.#stateOf(pod);
    if (state.running.has(container)) return;
    const sameRelist = time - state.lastStarted < ONE_RELIST;
    if (state.running.size === 0) this.#running.set(state.key, state);
    state.running.add(container);
    container.pod = state;
    const hasOne = state.hasUnseenSandbox || state.sandbox !== undefined;
    if (container.isSandbox) state.sandbox = container;
    else if (!container.isContainer && (!hasOne || (sameRelist && !evented && !state.hasUnseenSandbox)))
      state.sandbox = container;
    if (!hasOne || sameRelist) state.lastStarted = time;
  }

  /** Gives what it was; a sandbox is no container. */
  died(pod: string, container: SeenContainer, time: Instant): 'container' | 'sandbox' {
    // The same id may be told of two nodes.
    const state = container.pod?.of === this ? container.pod : this.#stateOf(pod);
    const wasSeen = state.running.delete(container);
    if (state.running.size === 0) this.#running.delete(state.key);
    if (container.pod === state) container.pod = undefined;
    const sameRelist = time - state.lastDied < ONE_RELIST;
    state.lastDied = time;
    if (wasSeen) {
      if (state.sandbox !== container) return 'container';
      delete state.sandbox;
      return 'sandbox';
    }
    if (state.sandbox !== undefined && !container.isSandbox) return 'container';
    // Of several that end in one relist the last is the sandbox.
    const last = !container.isContainer && (container.isSandbox || sameRelist);
    if (state.sandbox === undefined) state.hasUnseenSandbox = !last;
    return last ? 'sandbox' : 'container';
  }

  /** Calls `take` with each container that runs now, as far as events tell, and the key of its pod; no sandbox among them. */
  forEach(take: (container: SeenContainer, pod: string) => void): void {
    for (const [pod, { running, sandbox }] of this.#running)
      for (const container of running) if (container !== sandbox) take(container, pod);
  }

  #stateOf(pod: string): PodState {
    return onceFor(this.#pods, pod, () => ({
      key: pod,
      of: this,
      running: new Set(),
      hasUnseenSandbox: false,
      lastStarted: Number.NEGATIVE_INFINITY,
      lastDied: Number.NEGATIVE_INFINITY,
    }));
  }
}
