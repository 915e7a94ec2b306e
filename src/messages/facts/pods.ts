/** Facts about pods and containers from the lines of the pod workers, the runtime manager, probes, volumes and evictions. */
import type { ContainerNamedFact, NeighbourKind } from '../fact.ts';
import { plainContainerId } from '../pod.ts';
import type { FactBuilder } from '../row.ts';
import { errorOrEmpty } from '../runtimeError.ts';
import { made, withKnown } from './made.ts';
import { podOf } from './pleg.ts';

export const podSyncError: FactBuilder = (found) => made(found.base, { kind: 'pod-sync-error', pod: podOf(found), error: errorOrEmpty(found) });

export function containerNamed(what: ContainerNamedFact['what']): FactBuilder {
  return (found) => {
    const containerId = plainContainerId(found.field('containerID') ?? found.field('containerStatusID'));
    const container = found.field('containerName');
    if (containerId === undefined && container === undefined) return undefined;
    return withKnown(withKnown(made(found.base, { kind: 'container-named', pod: podOf(found), what }), 'containerId', containerId), 'container', container);
  };
}

/** Probe lines of the prober; `byLoop` lines are in `loop.ts`. */
export function probe(result?: string): FactBuilder {
  return (found) => {
    // To 1.20 one value names both: `pod_namespace(uid):container`.
    const both = found.field('ctrName');
    const fact = made(found.base, {
      kind: 'probe', probe: (found.field('probeType') ?? '').toLowerCase(), result: result ?? found.field('probeResult') ?? '', pod: both === undefined ? podOf(found) : found.pod('ctrName'), byLoop: false,
    });
    const named = both?.indexOf('):') ?? -1;
    return withKnown(fact, 'container', named < 0 ? found.field('containerName') : both?.slice(named + 2));
  };
}

export const volumeFailed: FactBuilder = (found) => made(found.base, { kind: 'volume-failed', pod: podOf(found), error: errorOrEmpty(found) });

export const cniFailed: FactBuilder = (found) => made(found.base, { kind: 'cni-failed', pod: podOf(found), error: errorOrEmpty(found) });

/** The words by which runtimes say that the network of a sandbox, not the sandbox itself, could not be made or taken down. */
const CNI_WORDS = ['failed to setup network', 'failed to set up pod', 'failed to set up sandbox', 'setup network for sandbox', 'networkPlugin cni', 'NetworkPlugin cni', 'CNI failed', 'cni plugin', 'failed to destroy network', 'error adding pod'];

/** A sandbox that failed; a network fault where its error says so. */
export const sandboxFailed: FactBuilder = (found) => {
  const error = found.field('err') ?? '';
  return CNI_WORDS.some((word) => error.includes(word)) ? cniFailed(found) : undefined;
};

/** An eviction line: its message with the resource, signal or pods it names. */
export const eviction: FactBuilder = ({ base, message, row, field }) => {
  let text = message;
  if (row.form !== 'unstructured') {
    let glue = ': ';
    for (const key of DETAILS_OF_EVICTIONS) {
      const detail = field(key);
      if (detail === undefined) continue;
      text += glue + detail;
      glue = ', ';
    }
  }
  return made(base, { kind: 'eviction', text });
};

const DETAILS_OF_EVICTIONS = ['resourceName', 'signal', 'pods', 'pod', 'nodeCondition'] as const;

/** A line of the kubelet that says something about its surroundings, as a neighbour's line would. */
export function surroundings(what: NeighbourKind): FactBuilder {
  return ({ base, message, row, field }) => {
    const detail = row.form === 'unstructured' ? undefined : (field('event') ?? field('err'));
    return made(base, { kind: 'neighbour', what, unit: 'kubelet', text: detail === undefined ? message : `${message}: ${detail}` });
  };
}
