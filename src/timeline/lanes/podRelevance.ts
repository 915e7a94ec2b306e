import { type Stretch, joinedStretches } from '../../kubelet/stretches.ts';
import { countLeading } from '../../kubelet/ordered.ts';
import type { Episode } from '../../inference/history.ts';
import type { TimelineContext } from '../context.ts';
import { factText } from './factText.ts';
import { BEFORE_EPISODE } from '../../inference/containers/shownPods.ts';

/** A pod as far as its rank needs it. */
export interface PodInterest {
  readonly key: string;
  readonly label: string;
  readonly history:
    | {
        readonly uid: string;
        readonly containers: readonly {
          readonly states: readonly {
            readonly from: { readonly min: number; readonly max: number };
            readonly exitCode?: number;
          }[];
        }[];
      }
    | undefined;
}

/** The relist that ends an episode tells pod by pod what happened in it. */
const AFTER_EPISODE = 1_000_000;

const CULPRIT = 1000;
const ERROR = 10;
const CHANGE = 1;
/** Without an episode a single error is everyday: pods are replaced and jobs fail. */
const REPEATED = 3 * ERROR;

/** Numbers in names by their value: web-3 before web-11. One collator, because making one for each comparison takes long. */
const NAMES = new Intl.Collator('en', { numeric: true });

function byName(a: string, b: string): number {
  return NAMES.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The unhealthy times with what belongs to them, in order and apart. */
function windowsOf(episodes: readonly Episode[]): readonly Stretch<number>[] {
  return joinedStretches(
    episodes
      .filter(({ startup }) => !startup)
      .map(({ begin, end }) => ({
        from: begin.min - BEFORE_EPISODE,
        to: (end?.max ?? Number.POSITIVE_INFINITY) + AFTER_EPISODE,
      })),
  );
}

/**
 * Pods in the order in which they matter: those that a relist hung on or whose calls failed, then by errors and changes of state in and just before the episodes,
 * then by name. Where nothing was unhealthy, errors count wherever they are: a container that does not stay up comes first. `relevant` is false for pods that
 * nothing of this happened to, or without an episode less than three errors.
 */
export function sortByInterest<T extends PodInterest>(
  context: TimelineContext,
  pods: readonly T[],
): { pod: T; relevant: boolean }[] {
  const { history } = context;
  const windows = windowsOf(history.episodes);
  const isQuiet = windows.length === 0;
  const inEpisode = (time: number): boolean =>
    isQuiet || time <= (windows[countLeading(windows, ({ from }) => from <= time) - 1]?.to ?? Number.NEGATIVE_INFINITY);
  const scores = new Map<string, number>();
  const keys = new Set(pods.map((pod) => pod.key));
  const labels = new Map(pods.map((pod) => [pod.label, pod.key]));
  const give = (key: string | undefined, points: number): void => {
    if (key !== undefined) scores.set(key, (scores.get(key) ?? 0) + points);
  };
  const keyOf = (
    reference: { readonly uid?: string; readonly namespace?: string; readonly name?: string } | undefined,
  ): string | undefined => {
    if (reference === undefined) return undefined;
    if (reference.uid !== undefined && keys.has(reference.uid)) return reference.uid;
    return reference.name === undefined
      ? undefined
      : labels.get(reference.namespace === undefined ? reference.name : `${reference.namespace}/${reference.name}`);
  };
  for (const relist of history.relists) {
    if (relist.outcome === 'ok' && relist.pod === undefined) continue;
    give(keyOf(relist.pod) ?? keyOf(relist.podUid === undefined ? undefined : { uid: relist.podUid }), CULPRIT);
  }
  for (const { fact } of history.facts) {
    const text = factText(fact);
    if (text.level === 0) continue;
    const key = keyOf(text.pod) ?? context.ownerOf(text.container)?.uid;
    // A call about this pod that got no answer holds up every relist, with or without an episode.
    if ((fact.kind === 'inspect-failed' || fact.kind === 'runtime-call-failed') && fact.error.code !== 'NotFound')
      give(key, CULPRIT);
    else if (inEpisode(fact.time)) give(key, text.level === 2 ? ERROR : CHANGE);
  }
  for (const pod of pods) {
    for (const container of pod.history?.containers ?? []) {
      for (const state of container.states) {
        const points = state.exitCode !== undefined && state.exitCode !== 0 ? ERROR : isQuiet ? 0 : CHANGE;
        if (points > 0 && inEpisode(state.from.max)) give(pod.key, points);
      }
    }
  }
  const score = (pod: T): number => scores.get(pod.key) ?? 0;
  return pods
    .toSorted((a, b) => score(b) - score(a) || byName(a.label, b.label))
    .map((pod) => ({ pod, relevant: score(pod) >= (isQuiet ? REPEATED : CHANGE) }));
}
