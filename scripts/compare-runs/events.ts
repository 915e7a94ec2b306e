/** The events that PLEG sent: for each container and sandbox the sequence of their types, beside those of another truth. */
import type { TruthEntry } from './truth.ts';

export interface EventsApart {
  /** Containers and sandboxes with events, on either side. */
  readonly containers: number;
  /** Those whose sequences differ, with both. */
  readonly differing: readonly string[];
}

const LETTERS: Readonly<Record<string, string>> = {
  ContainerStarted: 'S',
  ContainerDied: 'D',
  ContainerRemoved: 'R',
  PodSync: 'Y',
};

/**
 * The sequences of events: by the container's name in its pod one text for each of its lives, in the order of their starts (`SDR SD S`: started, died and removed; started and died; started).
 * Events of a whole pod (PodSync) stand under the pod.
 */
export function eventSequences(truth: readonly TruthEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  const pods = new Map<string, string>();
  /** By name, then by id in the order in which the runtime made them. */
  const lives = new Map<string, Map<string, string>>();
  for (const { ev, id, pod, name, podUID } of truth) {
    if (id === undefined || pod === undefined || (ev !== 'container_state' && ev !== 'sandbox_state')) continue;
    const key = ev === 'container_state' ? `${pod}/${name}` : `${pod}/(sandbox)`;
    names.set(id, key);
    if (podUID !== undefined) pods.set(podUID, pod);
    const ofName = lives.get(key) ?? new Map<string, string>();
    if (!ofName.has(id)) ofName.set(id, '');
    lives.set(key, ofName);
  }
  for (const { ev, type, data, podUID } of truth) {
    if (ev !== 'pleg_event_sent' || type === undefined) continue;
    const id = data ?? podUID ?? '';
    const key = names.get(id) ?? `${pods.get(podUID ?? '') ?? 'unknown'}/(pod)`;
    const ofName = lives.get(key) ?? new Map<string, string>();
    ofName.set(id, (ofName.get(id) ?? '') + (LETTERS[type] ?? type));
    lives.set(key, ofName);
  }
  const texts = [...lives].map(
    ([key, ofName]) => [key, [...ofName.values()].filter((text) => text !== '').join(' ')] as const,
  );
  return new Map(texts.filter(([, text]) => text !== ''));
}

export function compareEvents(recorded: readonly TruthEntry[], simulated: readonly TruthEntry[]): EventsApart {
  const [real, ours] = [eventSequences(recorded), eventSequences(simulated)];
  const keys = [...new Set([...real.keys(), ...ours.keys()])];
  const differing = keys
    .filter((key) => real.get(key) !== ours.get(key))
    .map((key) => `${key}: ${real.get(key) ?? '-'} recorded, ${ours.get(key) ?? '-'} simulated`);
  return { containers: keys.length, differing };
}
