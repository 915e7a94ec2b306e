/** What lines that are no events say of the exits of containers: PLEG's own lines, pods that it could not inspect, and calls that failed. */
import { appendTo } from '../../kubelet/groups.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { ContainerFinishedFact, InspectFailedFact, PodReference } from '../../messages/fact.ts';
import type { Episode, LineReference } from '../history.ts';
import type { HistoryQueries } from '../queries.ts';
import { lineOf } from '../store/lines.ts';

/** PLEG's own line of an exit. */
export interface Finished {
  readonly id: string;
  readonly process: string;
  readonly pod: PodReference;
  readonly time: Instant;
  readonly at: LineReference;
  readonly exitCode?: number;
}

export class ExitLines {
  /** The first of these lines of each container. */
  readonly finished = new Map<string, Finished>();
  /** Ids that lines show to be no sandboxes, and those of sandboxes. */
  readonly containers: ReadonlySet<string>;
  readonly sandboxes = new Set<string>();
  /** When calls to the runtime failed, by process. */
  readonly failedCalls = new Map<string, Instant[]>();
  /** When the machine booted. */
  readonly boots: Instant[] = [];
  /** Pods that PLEG could not inspect: what it had found of them is not reported. */
  readonly #failing = new Map<string, { readonly from: Instant; to: Instant }>();

  constructor(queries: HistoryQueries) {
    for (const { fact, process } of queries.passingFacts(
      (kind) => kind === 'container-finished' || kind === 'inspect-failed' || kind === 'runtime-call-failed',
    )) {
      if (fact.kind === 'inspect-failed') this.#inspectFailed(fact);
      if (fact.kind === 'runtime-call-failed' && process !== undefined) appendTo(this.failedCalls, process, fact.time);
      if (fact.kind === 'container-finished' && process !== undefined) this.#containerFinished(fact, process);
    }
    for (const { fact } of queries.passingFacts((kind) => kind === 'boot' || kind === 'neighbour'))
      if (fact.kind === 'boot' || (fact.kind === 'neighbour' && fact.what === 'boot')) this.boots.push(fact.time);
    this.containers = new Set(this.finished.size > 0 ? this.finished.keys() : removedOf(queries));
  }

  /** Whether PLEG could not inspect one of the pods (by uid or `namespace/name`) since the last listing before an episode. */
  isFailing(pods: readonly (string | undefined)[], episode: Episode): boolean {
    if (this.#failing.size === 0) return false;
    return pods.some((pod) => {
      const failing = pod === undefined ? undefined : this.#failing.get(pod);
      return (
        failing !== undefined &&
        failing.from <= lastOf(episode) &&
        failing.to >= (episode.lastRelist?.min ?? episode.begin.min - RELIST_THRESHOLD)
      );
    });
  }

  #containerFinished(fact: ContainerFinishedFact, process: string): void {
    const { containerId: id, pod, time, exitCode } = fact;
    if (this.finished.has(id)) return;
    this.finished.set(id, {
      id,
      process,
      pod,
      time,
      at: lineOf(fact),
      ...(exitCode === undefined ? {} : { exitCode }),
    });
  }

  #inspectFailed({ pod, sandboxId, time }: InspectFailedFact): void {
    if (sandboxId !== undefined) this.sandboxes.add(sandboxId);
    for (const key of [pod.uid, nameOf(pod)]) {
      if (key === undefined) continue;
      const known = this.#failing.get(key);
      if (known === undefined) this.#failing.set(key, { from: time, to: time });
      else known.to = time;
    }
  }
}

/** The kubelet takes containers out of its resource managers one by one, never sandboxes (kuberuntime_gc.go, removeContainer; 1.17 and later): where PLEG itself writes nothing, that tells them apart. */
function* removedOf(queries: HistoryQueries): Generator<string, void, undefined> {
  for (const { fact } of queries.passingFacts((kind) => kind === 'container-named')) {
    if (fact.kind === 'container-named' && fact.what === 'removing' && fact.containerId !== undefined)
      yield fact.containerId;
  }
}

/** `namespace/name` of a pod, where a line names it. */
export function nameOf({ namespace, name }: Pick<PodReference, 'namespace' | 'name'>): string | undefined {
  return name === undefined ? undefined : `${namespace ?? ''}/${name}`;
}

/** When the loop worked again, at the latest; the end of what is known of an episode. */
export function lastOf({ resumed, end, begin }: Pick<Episode, 'resumed' | 'end' | 'begin'>): Instant {
  return resumed?.max ?? end?.max ?? begin.max;
}
