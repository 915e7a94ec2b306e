/** How many pods and containers the model follows in a stretch: each relist asks for each of them. A node holds some hundreds of pods, and the largest pods some dozens of containers. */

/** Pods that the model follows in a stretch. */
export const MOST_FOLLOWED_PODS = 1000;
/** Containers of one pod that it follows, spread evenly over their changes. */
export const MOST_OF_POD = 100;

/** What of a stretch the model does not follow. */
export interface NotFollowed {
  readonly pods: number;
  /** Of pods that it does follow. */
  readonly containers: number;
}

type Containers = Map<string, { readonly states: readonly { readonly at: number }[] }>;

/**
 * Leaves out pods and containers above the bounds. Of the pods those of `failing` are kept, then those that change after `begin`, evenly over their changes, then those that
 * changed last before it. Gives how many were left out.
 */
export function leaveOutMost(pods: Map<string, Containers>, begin: number, failing: ReadonlySet<string>): NotFollowed {
  const before = pods.size;
  if (before > MOST_FOLLOWED_PODS) {
    const kept = podsToFollow(pods, begin, failing);
    for (const uid of [...pods.keys()]) if (!kept.has(uid)) pods.delete(uid);
  }
  let containers = 0;
  for (const own of pods.values()) containers += leaveOutContainers(own);
  return { pods: before - pods.size, containers };
}

function podsToFollow(
  pods: ReadonlyMap<string, Containers>,
  begin: number,
  failing: ReadonlySet<string>,
): ReadonlySet<string> {
  const kept = new Set([...pods.keys()].filter((uid) => failing.has(uid)).slice(0, MOST_FOLLOWED_PODS));
  const others = [...pods]
    .filter(([uid]) => !kept.has(uid))
    .map(([uid, containers]) => ({ uid, at: lastChange(containers) }))
    .sort((a, b) => a.at - b.at);
  const changing = others.filter(({ at }) => at > begin);
  for (const { uid } of evenly(changing, MOST_FOLLOWED_PODS - kept.size)) kept.add(uid);
  const quiet = others.slice(0, others.length - changing.length).reverse();
  for (const { uid } of quiet.slice(0, MOST_FOLLOWED_PODS - kept.size)) kept.add(uid);
  return kept;
}

/** At any moment the model knows of as many containers as the pod's share. */
function leaveOutContainers(containers: Containers): number {
  const before = containers.size;
  if (before <= MOST_OF_POD) return 0;
  const byChange = [...containers]
    .map(([id, { states }]) => ({ id, at: latestOf(states) }))
    .sort((a, b) => a.at - b.at);
  const kept = new Set(evenly(byChange, MOST_OF_POD).map(({ id }) => id));
  for (const { id } of byChange) if (!kept.has(id)) containers.delete(id);
  return before - containers.size;
}

function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const share = (index: number): number => Math.floor((index * most) / items.length);
  return items.filter((_, index) => share(index) !== share(index + 1));
}

function lastChange(containers: Containers): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (const { states } of containers.values()) latest = Math.max(latest, latestOf(states));
  return latest;
}

function latestOf(states: readonly { readonly at: number }[]): number {
  return states.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
}
