/**
 * Which containers of a node run, event by event, with sandboxes distinguished from them. Events name both by an id alone, but not in any order: a relist goes through the containers of a pod
 * first and through its sandboxes then (generic.go, getContainersFromPods; 1.8–1.36), and a sandbox is made before its containers. So of the first ones that a relist finds
 * of a pod the last is its sandbox; Evented PLEG hears of it first.
 */
import type { Instant } from '../../kubelet/time.ts';
import { ONE_RELIST } from './exitBounds.ts';

interface PodState {
  readonly key: string;
  readonly running: Set<string>;
  sandbox?: string;
  /** The log begins after its sandbox was made: it is there, without a line. */
  hasUnseenSandbox: boolean;
  /** Until when what begins, or ends, belongs to the relist that found the last one. */
  lastStarted: number;
  lastUnseenDied: number;
}

/** Follows the containers of one node. Ids of `containers` are known not to be sandboxes, those of `sandboxes` to be some. */
export class RunningContainers {
  readonly #pods = new Map<string, PodState>();
  /** Those of them of which something runs: most pods of a long log are gone. */
  readonly #running = new Map<string, PodState>();
  readonly #podOf = new Map<string, PodState>();
  readonly #containers: ReadonlySet<string>;
  readonly #sandboxes: ReadonlySet<string>;

  constructor(containers: ReadonlySet<string>, sandboxes: ReadonlySet<string>) {
    this.#containers = containers;
    this.#sandboxes = sandboxes;
  }

  started(pod: string, id: string, time: Instant, evented: boolean): void {
    const state = this.#stateOf(pod);
    if (state.running.has(id)) return;
    const sameRelist = time - state.lastStarted < ONE_RELIST;
    state.running.add(id);
    this.#running.set(state.key, state);
    this.#podOf.set(id, state);
    const hasOne = state.hasUnseenSandbox || state.sandbox !== undefined;
    if (this.#sandboxes.has(id)) state.sandbox = id;
    else if (!this.#containers.has(id) && (!hasOne || (sameRelist && !evented && !state.hasUnseenSandbox)))
      state.sandbox = id;
    if (!hasOne || sameRelist) state.lastStarted = time;
  }

  /** Gives what it was; a sandbox is no container. */
  died(pod: string, id: string, time: Instant): 'container' | 'sandbox' {
    const state = this.#podOf.get(id) ?? this.#stateOf(pod);
    const wasSeen = state.running.delete(id);
    if (state.running.size === 0) this.#running.delete(state.key);
    this.#podOf.delete(id);
    if (wasSeen) {
      if (state.sandbox !== id) return 'container';
      delete state.sandbox;
      return 'sandbox';
    }
    const isContainer = this.#containers.has(id);
    // Of several that end in one relist the last is the sandbox.
    const last = !isContainer && (this.#sandboxes.has(id) || time - state.lastUnseenDied < ONE_RELIST);
    if (state.sandbox === undefined) state.hasUnseenSandbox = !last;
    state.lastUnseenDied = time;
    return last ? 'sandbox' : 'container';
  }

  /** The containers that run now, as far as events tell, by pod and id; no sandbox among them. */
  *now(): Generator<readonly [string, string], void, undefined> {
    for (const [pod, { running, sandbox }] of this.#running)
      for (const id of running) if (id !== sandbox) yield [pod, id];
  }

  #stateOf(pod: string): PodState {
    let state = this.#pods.get(pod);
    if (state === undefined)
      this.#pods.set(
        pod,
        (state = {
          key: pod,
          running: new Set(),
          hasUnseenSandbox: false,
          lastStarted: Number.NEGATIVE_INFINITY,
          lastUnseenDied: Number.NEGATIVE_INFINITY,
        }),
      );
    return state;
  }
}
