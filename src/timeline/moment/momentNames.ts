import type { ProvenHistory } from '../../inference/history.ts';
import { podLabel } from '../lanes/podNames.ts';

/** How pods and containers are called, by uid and id. */
export interface Names {
  readonly pods: ReadonlyMap<string, string>;
  readonly containers: ReadonlyMap<
    string,
    { readonly name?: string; readonly kind: 'container' | 'sandbox' | 'unknown' }
  >;
}

/** The names that a history has. */
export function namesOf(history: ProvenHistory): Names {
  const pods = new Map<string, string>();
  const containers = new Map<string, { name?: string; kind: 'container' | 'sandbox' | 'unknown' }>();
  for (const pod of history.pods) {
    pods.set(pod.uid, podLabel(pod) ?? pod.uid);
    for (const container of pod.containers)
      containers.set(container.id, {
        kind: container.kind,
        ...(container.name === undefined ? {} : { name: container.name }),
      });
  }
  return { pods, containers };
}
