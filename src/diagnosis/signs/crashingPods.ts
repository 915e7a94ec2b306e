/** Containers that did not stay up: those whose restart the kubelet put off, and those that were found dead again and again. */
import { oncePer } from '../../kubelet/oncePer.ts';
import { appendTo } from '../../kubelet/groups.ts';
import { podText } from '../words/factText.ts';
import type { BackOffs } from './backOffs.ts';
import { type Death, type EndedOfPod, keyOfPod } from './crashBook.ts';
import { podKey } from './podBook.ts';
import { endedContainers, nodeOfProcess } from './podTroubles.ts';
import type { DiagnosisView } from '../view.ts';

/** So many deaths of one container are no accident. */
const DEATHS = 3;

/** A container of a pod that did not stay up; at least three deaths or one back-off line prove it. */
export interface CrashingPod {
  readonly pod: string;
  /** The container, where lines name just one. */
  readonly container?: string;
  /** In order of time. Where `areOfContainer` is false some may be of other containers of the pod: their lines do not name them. */
  readonly deaths: readonly Death[];
  readonly areOfContainer: boolean;
  readonly backOffs: BackOffs;
}

/**
 * The pods of which a container did not stay up, the worst first: most deaths, then most back-off lines. Takes one pass over the facts, and one over the
 * events where kubelets (up to 1.18) do not log exits.
 */
export const crashingPods = oncePer(collect);

function collect(view: DiagnosisView): readonly CrashingPod[] {
  const nodeOf = (process: string | undefined): string => nodeOfProcess(view, process);
  const suspects = new Map(
    [...endedContainers(view).entries()].filter(
      ([, { exits, backOffs }]) => backOffs.count > 0 || exits.size >= DEATHS,
    ),
  );
  for (const gathered of suspects.values()) gathered.deaths = [...gathered.exits.values()];
  takeDeathsOfEvents(view, suspects, nodeOf);
  const names = namesOf(view, suspects);
  return [...suspects.values()]
    .flatMap((gathered) => judged(gathered, names) ?? [])
    .sort(
      (a, b) => b.deaths.length - a.deaths.length || b.backOffs.count - a.backOffs.count || (a.pod < b.pod ? -1 : 1),
    );
}

/** Deaths of pods of which no line tells an exit: events say them, without a code. */
function takeDeathsOfEvents(
  view: DiagnosisView,
  suspects: ReadonlyMap<string, EndedOfPod>,
  nodeOf: (process: string) => string,
): void {
  const wanted = new Map(
    [...suspects].filter(([, { deaths }]) => deaths.length === 0).map(([key]) => [key, new Map<string, Death>()]),
  );
  if (wanted.size === 0) return;
  for (const { process, pod, containerId, time, source, line } of view.queries.passingEvents('ContainerDied')) {
    if (containerId === undefined) continue;
    const deaths = wanted.get(podKey(nodeOf(process), keyOfPod(pod)));
    if (deaths !== undefined && !deaths.has(containerId)) deaths.set(containerId, { time, source, line });
  }
  for (const [key, deaths] of wanted) {
    const gathered = suspects.get(key);
    if (gathered !== undefined) gathered.deaths = [...deaths.values()];
  }
}

/** The names of the containers that ended, by id, and of their pods, as far as lines tell them. */
function namesOf(view: DiagnosisView, suspects: ReadonlyMap<string, EndedOfPod>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const wanted = new Map<string, EndedOfPod>();
  for (const gathered of suspects.values()) for (const id of gathered.exits.keys()) wanted.set(id, gathered);
  if (wanted.size === 0) return names;
  for (const { fact } of view.queries.passingFacts((kind) => kind === 'container-named')) {
    if (fact.kind !== 'container-named' || fact.containerId === undefined) continue;
    const { container, pod, containerId } = fact;
    // That a container is removed names it by its id alone: there are as many such lines as containers.
    if (container === undefined && pod.name === undefined) continue;
    const gathered = wanted.get(containerId);
    if (gathered === undefined) continue;
    if (container !== undefined) names.set(containerId, container);
    if (gathered.pod.name === undefined && pod.name !== undefined) gathered.pod = pod;
  }
  return names;
}

/** A pod whose container did not stay up; `undefined` where neither the kubelet says so nor three deaths of one container do. */
function judged(
  { pod, exits, backOffs, deaths }: EndedOfPod,
  names: ReadonlyMap<string, string>,
): CrashingPod | undefined {
  const named = new Map<string, Death[]>();
  for (const [id, exit] of exits) {
    const name = names.get(id);
    if (name === undefined) continue;
    appendTo(named, name, exit);
  }
  const waiting = backOffs.containers;
  const [most, own] = [...named].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (backOffs.count === 0 && (own === undefined || own.length < DEATHS)) return undefined;
  const container = backOffs.count === 0 ? most : waiting.size === 1 ? [...waiting][0] : undefined;
  const ofContainer = container === undefined ? undefined : named.get(container);
  const unnamed = exits.size - [...named.values()].reduce((sum, list) => sum + list.length, 0);
  // Of a container that the kubelet waits for, what has no name may be a death as well.
  const areOfContainer = ofContainer !== undefined && (backOffs.count === 0 || unnamed === 0);
  const others = new Set(
    container === undefined || areOfContainer
      ? []
      : [...named].flatMap(([name, list]) => (name === container ? [] : list)),
  );
  return {
    pod: podText(pod),
    ...(container === undefined ? {} : { container }),
    deaths: (areOfContainer ? ofContainer : deaths.filter((death) => !others.has(death))).toSorted(
      (a, b) => a.time - b.time,
    ),
    areOfContainer,
    backOffs,
  };
}
