/** The containers of the node over the whole scenario, whether a kubelet runs or not: who runs, who ended, who was removed. Times are the scenario's. */
import type { RuntimeContainerState } from '../../kubelet/containerState.ts';
import type { PodScript } from '../../model/inputs.ts';
import { minus, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import type { EventedKind } from '../../model/observation.ts';
import { Agenda } from './agenda.ts';
import { drawSpan } from './draws.ts';
import { hexText } from './hash.ts';
import type { PodScenario, Scenario } from '../scenario/scenario.ts';

export interface LiveContainer {
  readonly id: string;
  readonly kind: 'container' | 'sandbox';
  /** Empty for a sandbox. */
  readonly name: string;
  readonly pod: PodScenario;
  /** How often a container of this name was started in this pod before. */
  readonly attempt: number;
  state: RuntimeContainerState | 'removed';
  exitCode: number;
  finished: Nanoseconds | undefined;
}

/** Told of every change. */
export type ContainerObserver = (at: Nanoseconds, container: LiveContainer, event: EventedKind | undefined) => void;

export class RuntimeContainers {
  readonly agenda = new Agenda();
  readonly #scenario: Scenario;
  readonly #observe: ContainerObserver;
  readonly #containers = new Map<string, LiveContainer[]>();
  readonly #byId = new Map<string, LiveContainer>();
  /** The kubelet process that sees the changes now, and when its model began. */
  #seenBy: { readonly change: (pod: PodScript) => void; readonly origin: Nanoseconds } | undefined;

  constructor(scenario: Scenario, observe: ContainerObserver) {
    this.#scenario = scenario;
    this.#observe = observe;
  }

  attach(origin: Nanoseconds, change: (pod: PodScript) => void): void {
    this.#seenBy = { change, origin };
  }

  detach(): void {
    this.#seenBy = undefined;
    this.agenda.onEarlier = undefined;
  }

  /** What the runtime holds now, for a kubelet that starts. */
  scripts(): PodScript[] {
    const scripts: PodScript[] = [];
    for (const containers of this.#containers.values()) {
      const here = containers.filter(({ state }) => state !== 'removed');
      const pod = here[0]?.pod;
      if (pod === undefined) continue;
      scripts.push({
        ...identity(pod),
        containers: here.map(({ id, kind, state, exitCode }) => ({
          id,
          kind,
          states: [{ at: -1 as Nanoseconds, state, exitCode }],
        })),
      });
    }
    return scripts;
  }

  containers(podUid: string): readonly LiveContainer[] {
    return this.#containers.get(podUid) ?? [];
  }

  byId(id: string): LiveContainer | undefined {
    return this.#byId.get(id);
  }

  /** Pods of which the runtime holds anything. */
  podUids(): string[] {
    return [...this.#containers.keys()];
  }

  runSandbox(pod: PodScenario, at: Nanoseconds): LiveContainer {
    return this.#begin(pod, 'sandbox', '', at);
  }

  /** Starts a container, which ends by itself if the scenario says so. */
  start(pod: PodScenario, name: string, at: Nanoseconds): LiveContainer {
    const container = this.#begin(pod, 'container', name, at);
    const exits = pod.containers.find((one) => one.name === name)?.exits;
    if (exits !== undefined) {
      const ends = plus(at, drawSpan(exits.after, this.#scenario.seed, `exit ${container.id}`));
      this.agenda.add(ends, (now) => this.exit(container, now, exits.code));
    }
    return container;
  }

  /** How often a container of this name was started in this pod. */
  starts(pod: PodScenario, name: string): number {
    return (this.#attempts.get(attemptKey(pod, 'container', name)) ?? -1) + 1;
  }

  exit(container: LiveContainer, at: Nanoseconds, code: number): void {
    if (container.state !== 'running' && container.state !== 'unknown') return;
    container.exitCode = code;
    container.finished = at;
    this.#change(container, at, 'exited', 'stopped');
  }

  /** A sandbox stops: its containers end with it. */
  stopSandbox(pod: PodScenario, at: Nanoseconds, code: number): void {
    const containers = this.containers(pod.uid);
    for (const container of containers) if (container.kind === 'container') this.exit(container, at, code);
    for (const container of containers) if (container.kind === 'sandbox') this.exit(container, at, 0);
  }

  remove(container: LiveContainer, at: Nanoseconds): void {
    if (container.state === 'removed') return;
    this.#change(container, at, 'removed', 'deleted');
    const left = this.containers(container.pod.uid).filter((one) => one !== container);
    if (left.length === 0) this.#containers.delete(container.pod.uid);
    else this.#containers.set(container.pod.uid, left);
  }

  /** The runtime no longer knows in which state the container is, or knows again. */
  setKnown(container: LiveContainer, at: Nanoseconds, known: boolean): void {
    if (known && container.state === 'unknown') this.#change(container, at, 'running', undefined);
    if (!known && container.state === 'running') this.#change(container, at, 'unknown', undefined);
  }

  #begin(pod: PodScenario, kind: LiveContainer['kind'], name: string, at: Nanoseconds): LiveContainer {
    const key = attemptKey(pod, kind, name);
    const attempt = (this.#attempts.get(key) ?? -1) + 1;
    this.#attempts.set(key, attempt);
    const id = hexText(this.#scenario.seed, `${key}/${attempt}`, 64);
    const container: LiveContainer = {
      id,
      kind,
      name,
      pod,
      attempt,
      state: 'running',
      exitCode: 0,
      finished: undefined,
    };
    this.#containers.set(pod.uid, [...this.containers(pod.uid), container]);
    this.#byId.set(id, container);
    this.#change(container, at, 'running', 'started');
    return container;
  }

  readonly #attempts = new Map<string, number>();

  #change(
    container: LiveContainer,
    at: Nanoseconds,
    state: LiveContainer['state'],
    event: EventedKind | undefined,
  ): void {
    container.state = state;
    const { id, kind, exitCode, pod } = container;
    if (this.#seenBy !== undefined)
      this.#seenBy.change({
        ...identity(pod),
        containers: [{ id, kind, states: [{ at: minus(at, this.#seenBy.origin), state, exitCode }] }],
      });
    this.#observe(at, container, event);
  }
}

function attemptKey(pod: PodScenario, kind: LiveContainer['kind'], name: string): string {
  return `${pod.namespace}/${pod.name}/${kind}/${name}/${pod.uid}`;
}

function identity({ uid, name, namespace }: PodScenario): { uid: string; name: string; namespace: string } {
  return { uid, name, namespace };
}
