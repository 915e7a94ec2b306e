/** A history with fewer pods, for those who show pods one by one: a log can name millions, of which a node holds some hundreds at a time and nobody looks at more. */
import { onceFor } from '../../kubelet/oncePer.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { Fact, FactKind, PodReference } from '../../messages/fact.ts';
import { traitsOf } from '../../messages/factTraits.ts';
import type { AttributedFact, ProvenHistory } from '../history.ts';
import { nameKey } from '../store/podTable.ts';
import { answerWith, eventsOfType, type HistoryQueries, queriesOf } from '../queries.ts';

/** So many pods are shown of a log. */
export const MOST_SHOWN_PODS = 20_000;
/** Of them at most so many for what went wrong with them; the others stand for the rest of the log. */
const OF_INTEREST = 0.75;

/** What hung or failed in a relist tells more of an unhealthy time than any number of failed starts. */
const CULPRIT = 1_000_000;
/** An unhealthy time concerns pods that changed so soon before it (microseconds): the failing call is logged only when it times out. */
export const BEFORE_EPISODE = 240_000_000;

const known = new WeakMap<ProvenHistory, ProvenHistory>();

/**
 * The history with at most `most` pods, those in trouble first and then others evenly over the log, and with the events and facts of these alone; the history itself where it has
 * no more. The pods and events that are left out are never made. Asked again it gives the same one.
 */
export function withShownPods(history: ProvenHistory, most = MOST_SHOWN_PODS): ProvenHistory {
  const queries = queriesOf(history);
  if (queries.podCount <= most) return history;
  return onceFor(known, history, () => shownOf(history, queries, most));
}

/** How many pods of the log a history that `withShownPods` gave does not have. */
export function podsLeftOut(history: ProvenHistory): number {
  return leftOut.get(history) ?? 0;
}

const leftOut = new WeakMap<ProvenHistory, number>();

function shownOf(history: ProvenHistory, queries: HistoryQueries, most: number): ProvenHistory {
  const { pods, events } = queries.somePods(podsOfInterest(history, queries, Math.floor(most * OF_INTEREST)), most);
  const uids = new Set(pods.map(({ uid }) => uid));
  const names = new Set(pods.flatMap(({ namespace, name }) => (name === undefined ? [] : [nameKey(namespace, name)])));
  const isShown = ({ uid, namespace, name }: PodReference): boolean =>
    uid === undefined ? name === undefined || names.has(nameKey(namespace, name)) : uids.has(uid);
  const passingFacts = function* (wants: (kind: FactKind) => boolean): Generator<AttributedFact, void, undefined> {
    for (const one of queries.passingFacts(wants)) {
      const pod = podOf(one.fact);
      if (pod === undefined || isShown(pod)) yield one;
    }
  };
  let facts: readonly AttributedFact[] | undefined;
  // The fields that are made when somebody asks for them stay so: to copy them would make all of them.
  const shown = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(history),
      pods: { value: pods, enumerable: true },
      plegEvents: { value: events, enumerable: true },
      facts: {
        get: () => (facts ??= [...passingFacts(() => true)].sort((a, b) => a.fact.time - b.fact.time)),
        enumerable: true,
      },
    },
  ) as ProvenHistory;
  answerWith(shown, {
    ...queries,
    passingFacts,
    passingEvents: (type) => eventsOfType(events, type),
    passingPods: () => pods,
  });
  leftOut.set(shown, queries.podCount - pods.length);
  return shown;
}

/** The pods of most interest: those that a relist hung on or whose calls failed, then by errors, and changes in unhealthy times. */
function podsOfInterest(history: ProvenHistory, queries: HistoryQueries, most: number): ReadonlySet<string> {
  const byUid = new Map<string, number>();
  const byName = new Map<string, number>();
  const count = (pod: PodReference | undefined, points: number): void => {
    if (pod?.uid !== undefined) byUid.set(pod.uid, (byUid.get(pod.uid) ?? 0) + points);
    else if (pod?.name !== undefined) {
      const key = nameKey(pod.namespace, pod.name);
      byName.set(key, (byName.get(key) ?? 0) + points);
    }
  };
  for (const { pod, podUid, outcome } of history.relists)
    if (outcome !== 'ok' || pod !== undefined)
      count(pod?.uid === undefined && podUid !== undefined ? { uid: podUid } : pod, CULPRIT);
  const isOfInterest = (kind: FactKind): boolean =>
    kind === 'inspect-failed' || kind === 'runtime-call-failed' || traitsOf(kind).tellsPod;
  for (const { fact } of queries.passingFacts(isOfInterest))
    count(podOf(fact), fact.kind === 'inspect-failed' || fact.kind === 'runtime-call-failed' ? CULPRIT : 1);
  for (const { process, from, to } of unhealthyTimes(history))
    for (const { pod } of queries.eventsBetween(process, from, to)) count(pod, 1);
  // Lines that name a pod by its name alone tell of the one with that name.
  if (byName.size > 0)
    for (const { uid, namespace, name } of queries.passingPods()) {
      const points = name === undefined ? undefined : byName.get(nameKey(namespace, name));
      if (points !== undefined) count({ uid }, points);
    }
  return new Set(
    [...byUid]
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([uid]) => uid),
  );
}

/** The unhealthy times of each process with what was shortly before them; what overlaps is one. */
function unhealthyTimes(history: ProvenHistory): readonly { process: string; from: Instant; to: Instant }[] {
  const times = new Map<string, { process: string; from: Instant; to: Instant }[]>();
  const end = history.span?.to ?? (Number.POSITIVE_INFINITY as Instant);
  for (const episode of history.episodes) {
    if (episode.startup) continue;
    const { process } = episode;
    const from = (episode.begin.min - BEFORE_EPISODE) as Instant;
    const to = episode.end?.max ?? end;
    const own = times.get(process);
    const last = own?.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to) as Instant;
    else if (own === undefined) times.set(process, [{ process, from, to }]);
    else own.push({ process, from, to });
  }
  return [...times.values()].flat();
}

function podOf(fact: Fact): PodReference | undefined {
  return 'pod' in fact ? fact.pod : undefined;
}
