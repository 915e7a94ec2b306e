/** The pods that the runtime really has, over time: it answers listings and inspections. Asked with times that never go back. */
import { onceFor } from '../kubelet/oncePer.ts';
import type { RuntimeContainerState } from '../kubelet/containerState.ts';
import type { PodScript } from './inputs.ts';
import type { Nanoseconds } from './nanoseconds.ts';
import type { ContainerStatus, ListedContainer, PlegPod, PodStatus, SandboxStatus } from './plegPod.ts';

interface ContainerNow {
  readonly id: string;
  readonly kind: 'container' | 'sandbox';
  state: RuntimeContainerState | 'absent';
  exitCode: number;
}

interface PodNow {
  readonly script: PodScript;
  readonly containers: ContainerNow[];
  listed: PlegPod | undefined;
  stale: boolean;
}

interface Change {
  readonly at: Nanoseconds;
  readonly pod: PodNow;
  readonly container: ContainerNow;
  readonly state: RuntimeContainerState | 'removed';
  readonly exitCode: number;
}

export class RuntimeWorld {
  readonly #pods = new Map<string, PodNow>();
  readonly #changes: Change[] = [];
  #next = 0;
  #listing: readonly PlegPod[] = [];

  constructor(scripts: readonly PodScript[]) {
    for (const script of scripts) {
      const containers = script.containers.map((one): ContainerNow => ({
        id: one.id,
        kind: one.kind,
        state: 'absent',
        exitCode: 0,
      }));
      const pod: PodNow = { script, containers, listed: undefined, stale: false };
      this.#pods.set(script.uid, pod);
      script.containers.forEach((one, index) => {
        const container = containers[index];
        if (container === undefined) return;
        for (const { at, state, exitCode } of one.states)
          this.#changes.push({ at, pod, container, state, exitCode: exitCode ?? 0 });
      });
    }
    this.#changes.sort((a, b) => a.at - b.at);
  }

  /** Adds states to a pod, its containers or new ones. Changes at one time happen in the order in which they were added. */
  add(script: PodScript): void {
    const pod = onceFor(this.#pods, script.uid, () => ({ script, containers: [], listed: undefined, stale: false }));
    for (const { id, kind, states } of script.containers) {
      let container = pod.containers.find((one) => one.id === id);
      if (container === undefined) {
        container = { id, kind, state: 'absent', exitCode: 0 };
        pod.containers.push(container);
      }
      for (const { at, state, exitCode } of states)
        this.#insert({ at, pod, container, state, exitCode: exitCode ?? 0 });
    }
  }

  #insert(change: Change): void {
    let index = this.#changes.length;
    while (index > this.#next && (this.#changes[index - 1]?.at ?? 0) > change.at) index -= 1;
    this.#changes.splice(index, 0, change);
  }

  /** All pods with a container or sandbox; the very same array as long as nothing changed. */
  list(now: Nanoseconds): readonly PlegPod[] {
    if (!this.#advance(now)) return this.#listing;
    const listing: PlegPod[] = [];
    for (const pod of this.#pods.values()) {
      if (pod.stale) {
        pod.listed = listed(pod);
        pod.stale = false;
      }
      if (pod.listed !== undefined) listing.push(pod.listed);
    }
    this.#listing = listing;
    return listing;
  }

  /** One pod; without containers if the runtime has none of it. */
  pod(uid: string, now: Nanoseconds): PlegPod {
    this.list(now);
    const pod = this.#pods.get(uid);
    return (
      pod?.listed ?? {
        uid,
        name: pod?.script.name ?? '',
        namespace: pod?.script.namespace ?? '',
        containers: [],
        sandboxes: [],
      }
    );
  }

  /** The status that an inspection gives. */
  status(uid: string, now: Nanoseconds): PodStatus {
    this.list(now);
    const pod = this.#pods.get(uid);
    const containers: ContainerStatus[] = [];
    const sandboxes: SandboxStatus[] = [];
    for (const { id, kind, state, exitCode } of pod?.containers ?? []) {
      if (state === 'absent') continue;
      if (kind === 'sandbox') sandboxes.push({ id, ready: state === 'running' });
      else containers.push({ id, state, exitCode });
    }
    const ready = sandboxes.some((sandbox) => sandbox.ready);
    return { uid, ips: ready ? (pod?.script.ips ?? []) : [], containers, sandboxes, timestamp: now };
  }

  #advance(now: Nanoseconds): boolean {
    let changed = false;
    for (
      let change = this.#changes[this.#next];
      change !== undefined && change.at <= now;
      change = this.#changes[this.#next]
    ) {
      this.#next += 1;
      const state = change.state === 'removed' ? 'absent' : change.state;
      if (change.container.state === state && change.container.exitCode === change.exitCode) continue;
      change.container.state = state;
      change.container.exitCode = change.exitCode;
      change.pod.stale = true;
      changed = true;
    }
    return changed;
  }
}

function listed(pod: PodNow): PlegPod | undefined {
  const containers: ListedContainer[] = [];
  const sandboxes: ListedContainer[] = [];
  for (const { id, kind, state } of pod.containers) {
    if (state !== 'absent') (kind === 'sandbox' ? sandboxes : containers).push({ id, state });
  }
  if (containers.length + sandboxes.length === 0) return undefined;
  const { uid, name, namespace } = pod.script;
  return { uid, name, namespace, containers, sandboxes };
}
