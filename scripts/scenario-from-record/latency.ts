/** How long the recorded runtime and the workers took, by call: the middle half of what they took where nothing held them up. */
import type { PodScenario } from '../../src/simulator/scenario/scenario.ts';
import { median, quantile } from './numbers.ts';
import { SECOND } from './ownWork.ts';
import type { LifeChange, Record } from './record.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Answers above this are a fault's. */
const UNHINDERED = 0.1 * SECOND;
/** Work of a worker above this waited for something. */
const LONGEST = SECOND;
const LISTED = ['ListPodSandbox', 'ListContainers', 'PodSandboxStatus', 'ContainerStatus'];

/** The ranges by method; `default` is that of the calls that are not named, and a method of which the record has nothing is left out. */
export function latenciesOf(record: Record, pods: readonly PodScenario[]): Map<string, Range> {
  const latencies = new Map<string, Range>();
  const answers = record.calls.filter(({ ok, start, end }) => ok && end - start < UNHINDERED);
  const took = (wanted: (method: string) => boolean): number[] =>
    answers.filter(({ method }) => wanted(method)).map(({ start, end }) => end - start);
  const set = (method: string, times: readonly number[]): void =>
    void (times.length > 0 && latencies.set(method, middle(times)));
  set(
    'default',
    took((method) => method === 'Status' || method === 'Version'),
  );
  for (const method of LISTED)
    set(
      method,
      took((name) => name === method),
    );
  const again = restarts(record);
  set('RunPodSandbox', sandboxes(record, pods, median(again)));
  set('StartContainer', again);
  set('RemoveContainer', removals(record));
  return latencies;
}

function middle(times: readonly number[]): Range {
  return { from: quantile(times, 0.25), to: quantile(times, 0.75) };
}

/** From the moment that a pod was added to the first of its containers that runs, less what its start takes. */
function sandboxes({ life }: Record, pods: readonly PodScenario[], start: number): number[] {
  return pods.flatMap(({ namespace, name, added }) => {
    const first = life.find(
      ({ pod, state, at }) => pod === `${namespace}/${name}` && state === 'RUNNING' && at > added,
    );
    const took = first === undefined ? LONGEST : first.at - added;
    return took < LONGEST ? [Math.max(0, took - start)] : [];
  });
}

/** From the end of the turn in which the loop handed the pod over to its container that runs again. */
function restarts({ life, turns }: Record): number[] {
  const ends = turns.map(({ end }) => end).sort((a, b) => a - b);
  const seen = new Set<string>();
  const times: number[] = [];
  for (const { pod, name, state, id, at } of life) {
    if (state !== 'RUNNING' || name === '') continue;
    const again = seen.has(`${pod} ${name}`);
    seen.add(`${pod} ${name}`);
    const created = life.find((one) => one.id === id)?.at ?? at;
    const handed = ends.findLast((end) => end < created);
    if (again && handed !== undefined && at - handed < LONGEST) times.push(at - handed);
  }
  return times;
}

/** From a death that the loop heard of to the removal of another container of the pod. */
function removals({ life, consumed, podNames }: Record): number[] {
  const removed = life.filter(({ state, name }) => state === 'REMOVED' && name !== '');
  return consumed.flatMap(({ at, podUid, type, data }) => {
    const first =
      type === 'ContainerDied'
        ? removed.find((one: LifeChange) => one.pod === podNames.get(podUid) && one.id !== data && one.at > at)
        : undefined;
    return first !== undefined && first.at - at < LONGEST ? [first.at - at] : [];
  });
}
