/** What a kubelet leaves to chance, where a scenario says how it fell (from a record); everything else is drawn by the seed. Times are the scenario's. */
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import type { LoopWork } from '../../model/observation.ts';

/** By which part of itself a wait of a pod's worker is longer. */
export interface KnownJitter {
  readonly from: Nanoseconds;
  /** `namespace/name` */
  readonly pod: string;
  readonly jitter: number;
}

/** The order in which relists work through pods (`namespace/name`); others come behind. */
export interface KnownOrder {
  readonly from: Nanoseconds;
  readonly pods: readonly string[];
}

/** What the loop takes when several channels are ready, the dearest first. Empty: the seed decides from here on. */
export interface KnownChoice {
  readonly from: Nanoseconds;
  readonly prefers: readonly LoopWork[];
}

export interface Chance {
  /** Each in the order of time. */
  /** After failed syncs. */
  readonly retries: readonly KnownJitter[];
  /** After good syncs. */
  readonly resyncs: readonly KnownJitter[];
  readonly relistOrder: readonly KnownOrder[];
  readonly loop: readonly KnownChoice[];
}

export const UNKNOWN_CHANCE: Chance = { retries: [], resyncs: [], relistOrder: [], loop: [] };

/** The jitter of a pod's wait that begins at this time, if it is known. */
export function knownJitter(
  known: readonly KnownJitter[],
  pod: { readonly namespace: string; readonly name: string },
  at: Nanoseconds,
): number | undefined {
  const name = `${pod.namespace}/${pod.name}`;
  return known.findLast((one) => one.from <= at && one.pod === name)?.jitter;
}

/** Puts the pods that the known order of this time names in that order, before the others, which keep theirs. */
export function knownOrder(
  chance: Chance,
  uids: readonly string[],
  nameOf: (uid: string) => string | undefined,
  at: Nanoseconds,
): readonly string[] {
  const known = chance.relistOrder.findLast((one) => one.from <= at);
  if (known === undefined) return uids;
  const places = new Map(known.pods.map((pod, index) => [pod, index]));
  const placeOf = (uid: string): number => places.get(nameOf(uid) ?? '') ?? known.pods.length;
  return uids.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Which of these ready works the loop takes at this time, if it is known. */
export function knownChoice(chance: Chance, ready: readonly LoopWork[], at: Nanoseconds): LoopWork | undefined {
  return chance.loop.findLast((one) => one.from <= at)?.prefers.find((work) => ready.includes(work));
}
