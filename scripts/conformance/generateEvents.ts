/** Set `generate-events`: the events of every pair of states, and how states are converted. */
import { type PlegContainerState, type RuntimeContainerState, toPlegState } from '../../src/kubelet/containerState.ts';
import type { PlegEvent } from '../../src/model/observation.ts';
import { eventsOfChange, eventsOfPod } from '../../src/model/plegEvents.ts';
import { KubeletPanic, type ListedContainer, type PlegPod } from '../../src/model/plegPod.ts';
import { difference, type Judge } from './vectors.ts';

interface StateVector {
  readonly kind: 'generateEvents' | 'computeEvents';
  readonly old: string;
  readonly new: string;
  readonly events?: readonly (readonly string[])[];
  readonly panic?: string;
}

interface ConvertVector {
  readonly kind: 'convertState';
  readonly state: string;
  readonly pleg?: string;
  readonly panic?: string;
}

export const judgeGenerateEvents: Judge = (vector) => {
  const given = vector as StateVector | ConvertVector;
  if (given.kind === 'convertState') {
    const state = toPlegState(given.state);
    return difference(
      { pleg: given.pleg, panics: given.panic !== undefined },
      { pleg: state, panics: state === undefined },
    );
  }
  try {
    const events =
      given.kind === 'generateEvents'
        ? eventsOfChange('p1', 'c1', given.old as PlegContainerState, given.new as PlegContainerState)
        : eventsOfPod(placed(given.old), placed(given.new));
    return difference({ events: given.events, panic: given.panic }, { events: events.map(eventTriple) });
  } catch (problem) {
    if (problem instanceof KubeletPanic) return difference(given.panic, problem.message);
    throw problem;
  }
};

/** An event as the vectors write it: pod, type, data. */
export function eventTriple(event: PlegEvent): [string, string, string] {
  return [event.podUid, event.type, event.data ?? ''];
}

/** `nopod`, `absent`, or `c:STATE`, `s:STATE`, joined by `+`: where id x1 stands in pod p1. */
function placed(placement: string): PlegPod | undefined {
  if (placement === 'nopod') return undefined;
  const containers: ListedContainer[] = [];
  const sandboxes: ListedContainer[] = [];
  for (const part of placement === 'absent' ? [] : placement.split('+')) {
    const one: ListedContainer = { id: 'x1', state: part.slice(2) as RuntimeContainerState };
    (part.startsWith('c:') ? containers : sandboxes).push(one);
  }
  return { uid: 'p1', name: 'pod', namespace: 'ns', containers, sandboxes };
}
