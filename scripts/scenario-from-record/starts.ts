/**
 * How long starts took in the record: on a busy host, and where many pods start at once, very different times. A pod's first sandbox counts from the moment that the pod was added. A container counts from
 * whatever came last before it was made of what lets a worker begin or go on: the sandbox, the container before it in its pod, an event of the pod that the loop took, the tick of the loop that hands out
 * pods, and the end of a relist, for which a worker may have waited.
 */
import { grouped } from '../../src/kubelet/groups.ts';
import type { PodScenario } from '../../src/simulator/scenario/scenario.ts';
import { firstFrom } from './numbers.ts';
import { SECOND } from './ownWork.ts';
import type { Record } from './record.ts';

export interface Starts {
  /** Of the first sandbox, if the pod was added while a kubelet ran. */
  readonly sandbox?: number;
  /** By container, one after another; all of them in pods of which a container ends, else the first. */
  readonly containers: ReadonlyMap<string, readonly number[]>;
}

/** A start that takes longer waited for something else: it and those behind it are left out. */
const LONGEST = 5 * SECOND;

/** Looks up the starts of pods in a record; `ends` says in which pods somebody makes containers end. */
export function startsOf(record: Record, ends: (pod: string) => boolean): (pod: PodScenario) => Starts {
  const loopBegan = record.relists[0]?.start ?? 0;
  const ended = record.relists.flatMap(({ ended: end }) => end ?? []);
  const turnEnds = record.turns.map(({ end }) => end).sort((a, b) => a - b);
  const byPod = grouped(record.life, ({ pod }) => pod);
  const events = grouped(record.consumed, ({ podUid }) => record.podNames.get(podUid) ?? '');
  const sent = grouped(record.sent, ({ podUid }) => record.podNames.get(podUid) ?? '');
  /** The last tick of the loop, or the first turn behind it that ended if the loop was blocked then. */
  const handed = (at: number): number => {
    const tick = at - ((at - loopBegan) % SECOND);
    return Math.min(turnEnds[firstFrom(turnEnds, tick)] ?? tick, at);
  };
  return ({ namespace, name, added, containers }) => {
    const pod = `${namespace}/${name}`;
    const life = byPod.get(pod) ?? [];
    const ready = life.find(({ state, at }) => state === 'READY' && at > added)?.at;
    const all = ends(pod) || containers.some(({ exits }) => exits !== undefined);
    const found = containers.map((container): [string, number[]] => {
      const times: number[] = [];
      for (const start of life.filter((one) => one.name === container.name && one.state === 'RUNNING')) {
        if (!all && times.length === 1) break;
        const made = life.find(({ id }) => id === start.id)?.at ?? start.at;
        const marks = [
          lastBefore(
            life
              .filter(({ state, id }) => (state === 'READY' || state === 'RUNNING') && id !== start.id)
              .map(({ at }) => at),
            made,
          ),
          lastBefore(
            (events.get(pod) ?? []).map(({ at }) => at),
            made,
          ),
          lastBefore(
            (sent.get(pod) ?? []).map(({ at }) => at),
            made,
          ),
          lastBefore(ended, made),
          handed(made),
        ];
        const took = start.at - (times.length === 0 ? (marks[0] ?? 0) : Math.max(...marks));
        if (took > LONGEST) break;
        times.push(took);
      }
      return [container.name, times];
    });
    return {
      ...(added > loopBegan && ready !== undefined && ready - added < LONGEST ? { sandbox: ready - added } : {}),
      containers: new Map(found.filter(([, times]) => times.length > 0)),
    };
  };
}

function lastBefore(times: readonly number[], at: number): number {
  return times.findLast((time) => time <= at) ?? 0;
}
