/** How PLEG turns two listings of a pod into events: pleg/generic.go, `generateEvents`, `computeEvents`, `getContainersFromPods`, 1.8–1.36. */
import { type PlegContainerState, toPlegState } from '../kubelet/containerState.ts';
import type { PlegEvent } from './observation.ts';
import { KubeletPanic, type ListedContainer, type PlegPod } from './plegPod.ts';

/** Told of every change of state, before its events. */
export type StateChange = (podUid: string, id: string, from: PlegContainerState, to: PlegContainerState) => void;

/** The events of one container's change of state. A vanished container has died first, unless it was known to be exited. */
export function eventsOfChange(
  podUid: string,
  id: string,
  from: PlegContainerState,
  to: PlegContainerState,
): PlegEvent[] {
  if (from === to) return [];
  switch (to) {
    case 'running':
      return [{ podUid, type: 'ContainerStarted', data: id }];
    case 'exited':
      return [{ podUid, type: 'ContainerDied', data: id }];
    case 'unknown':
      return [{ podUid, type: 'ContainerChanged', data: id }];
    case 'non-existent': {
      const removed: PlegEvent = { podUid, type: 'ContainerRemoved', data: id };
      return from === 'exited' ? [removed] : [{ podUid, type: 'ContainerDied', data: id }, removed];
    }
    default:
      throw new KubeletPanic(`unrecognized container state: ${String(to)}`);
  }
}

/** All events between the reported listing of a pod and the newest one: containers of the old pod, its sandboxes, then those of the new pod. */
export function eventsOfPod(
  old: PlegPod | undefined,
  current: PlegPod | undefined,
  onChange?: StateChange,
): PlegEvent[] {
  if (old === current) return [];
  const podUid = (old ?? current)?.uid ?? '';
  const events: PlegEvent[] = [];
  const [before, now] = [statesOf(old), statesOf(current)];
  for (const container of containersOf(old, current)) {
    const from = before(container);
    const to = now(container);
    if (from === to) continue;
    onChange?.(podUid, container.id, from, to);
    events.push(...eventsOfChange(podUid, container.id, from, to));
  }
  return events;
}

/** Ids are told apart by their text alone, so an id that changes its runtime type is taken from the old pod. */
function containersOf(...pods: readonly (PlegPod | undefined)[]): ListedContainer[] {
  const seen = new Set<string>();
  const found: ListedContainer[] = [];
  for (const pod of pods) {
    if (pod === undefined) continue;
    for (const container of [...pod.containers, ...pod.sandboxes]) {
      if (seen.has(container.id)) continue;
      seen.add(container.id);
      found.push(container);
    }
  }
  return found;
}

/** More containers than this are looked up by a table. */
const FEW = 16;

/** The states of a pod's containers, looked up by type and id, first among containers, then among sandboxes. */
function statesOf(pod: PlegPod | undefined): (wanted: ListedContainer) => PlegContainerState {
  if (pod === undefined) return () => 'non-existent';
  const { containers, sandboxes } = pod;
  if (containers.length + sandboxes.length <= FEW) {
    return ({ id, type }) => {
      const isIt = (candidate: ListedContainer): boolean => candidate.id === id && candidate.type === type;
      return stateOf(containers.find(isIt) ?? sandboxes.find(isIt));
    };
  }
  const byKey = new Map<string, ListedContainer>();
  for (const container of [...sandboxes.toReversed(), ...containers.toReversed()])
    byKey.set(keyOf(container), container);
  return (wanted) => stateOf(byKey.get(keyOf(wanted)));
}

function keyOf({ id, type }: ListedContainer): string {
  return `${type ?? ''}\0${id}`;
}

function stateOf(found: ListedContainer | undefined): PlegContainerState {
  if (found === undefined) return 'non-existent';
  const state = toPlegState(found.state);
  if (state === undefined) throw new KubeletPanic(`unrecognized container state: ${found.state}`);
  return state;
}
