import type { PodReference } from '../../messages/fact.ts';

/** A pod as the outputs name it: `namespace/name`, as far as both are known. */
export function podName(pod: PodReference | undefined): string | undefined {
  if (pod?.name === undefined) return undefined;
  return pod.namespace === undefined ? pod.name : `${pod.namespace}/${pod.name}`;
}
