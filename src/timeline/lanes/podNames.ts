import type { PodReference } from '../../messages/fact.ts';

/** `namespace/name`, or what is known of it; `undefined` when nothing is. */
export function podLabel(pod: PodReference): string | undefined {
  if (pod.name !== undefined && pod.name !== '')
    return pod.namespace === undefined || pod.namespace === '' ? pod.name : `${pod.namespace}/${pod.name}`;
  return pod.uid === undefined || pod.uid === '' ? undefined : `pod ${shortId(pod.uid)}`;
}

/** The first twelve digits of a container id, as `crictl ps` shows it; names and API uids stay whole. */
export function shortId(text: string): string {
  const bare = text.includes('://') ? text.slice(text.indexOf('://') + 3) : text;
  return /^[0-9a-f]{32,64}$/.test(bare) ? bare.slice(0, 12) : bare;
}
