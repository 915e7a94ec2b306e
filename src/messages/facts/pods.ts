/** Facts about pods and containers from the lines of the pod workers, the runtime manager, probes, volumes and evictions. */
import { isCniError } from '../texts/cniWords.ts';
import type { ContainerNamedFact, NeighbourKind, PodReference } from '../fact.ts';
import { plainContainerId, podsAsText } from '../texts/pod.ts';
import type { FactBuilder, Recognised } from '../recognise/row.ts';
import { errorOrEmpty } from '../texts/runtimeError.ts';
import { made, withKnown } from './made.ts';
import { podOf } from './pleg.ts';

export const podSyncError: FactBuilder = (found) =>
  made(found.base, { kind: 'pod-sync-error', pod: podOf(found), error: errorOrEmpty(found) });

export function containerNamed(what: ContainerNamedFact['what']): FactBuilder {
  return (found) => {
    const containerId = plainContainerId(found.field('containerID') ?? found.field('containerStatusID'));
    const container = found.field('containerName');
    if (containerId === undefined && container === undefined) return undefined;
    return withKnown(
      withKnown(made(found.base, { kind: 'container-named', pod: podOf(found), what }), 'containerId', containerId),
      'container',
      container,
    );
  };
}

export const cniFailed: FactBuilder = (found) =>
  made(found.base, { kind: 'cni-failed', pod: podOfNetwork(found), error: errorOrEmpty(found) });

/** Behind the configuration, which may be of many lines or a list of bytes: all errors in brackets (libcni, ValidateNetworkList). */
const BEHIND_CONFIG = /(?:^|[}\n]): (?=\[)/g;

/** A configuration of the network plug-in that dockershim cannot use, where the line says why. */
export const networkConfigRefused: FactBuilder = ({ base, field, message }) => {
  const text = field('err') ?? message.split(BEHIND_CONFIG).slice(1).at(-1);
  return text === undefined ? undefined : made(base, { kind: 'node-trouble', what: 'network-config', text });
};

/** Up to 1.23 the plug-in's driver names a pod by `namespace_name/id of its sandbox` (pkg/kubelet/dockershim/network/cni/cni.go, podDesc). */
const POD_DESCRIPTION = /^([a-z0-9-]{1,63})_([a-z0-9.-]{1,253})\/[0-9a-f]{12,64}$/;

function podOfNetwork(found: Recognised): PodReference {
  const pod = podOf(found);
  const [, namespace, name] = POD_DESCRIPTION.exec(found.field('pdesc') ?? '') ?? [];
  return pod.name !== undefined || namespace === undefined || name === undefined ? pod : { namespace, name };
}

/** A pod that could not be stopped; up to 1.20 such a line of a pod that is gone names it without its namespace. */
export const podNotKilled: FactBuilder = (found) => {
  const name = found.field('podName');
  return made(found.base, {
    kind: 'pod-trouble',
    what: 'kill',
    pod: name === undefined ? {} : { name },
    error: errorOrEmpty(found),
  });
};

/** pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions: `Container web failed liveness probe, will be restarted`. */
const OF_A_PROBE = /\bfailed (liveness|startup) probe\b/;

/** Why a container is stopped or started again: it names the container, and tells of the probe that it failed. */
export const containerRestarted: FactBuilder = (found) => {
  const probe = OF_A_PROBE.exec(found.field('containerMessage') ?? '')?.[1];
  const named = containerNamed('other')(found);
  if (probe === undefined) return named;
  const trouble = withKnown(
    made({ ...found.base }, { kind: 'pod-trouble', what: 'probe', pod: podOf(found), subject: probe, error: NO_TEXT }),
    'container',
    found.field('containerName'),
  );
  return [named, trouble].flatMap((facts) => facts ?? []);
};
const NO_TEXT = { text: '' };

/** Said of a container that waits before it is started again: no new failure. */
const WAITS = 'CrashLoopBackOff';
const NAME_IN_SPEC = /^&?Container\{Name:([a-z0-9-]{1,63}),/;

/** A container that could not be started. The error of the pod's worker says it again a little later. */
export const containerNotStarted: FactBuilder = (found) => {
  const reason = found.field('err') ?? '';
  const text = found.field('containerMessage') ?? '';
  if (!/^\w{1,60}$/.test(reason) || reason === WAITS) return undefined;
  return withKnown(
    made(found.base, { kind: 'pod-trouble', what: 'container', pod: podOf(found), subject: reason, error: { text } }),
    'container',
    NAME_IN_SPEC.exec(found.field('container') ?? '')?.[1],
  );
};

/** What a pod claims (dynamic resource allocation) could not be made ready: nothing of it starts, and the pod's worker tells of no error. */
export const claimsNotPrepared: FactBuilder = (found) =>
  made(found.base, {
    kind: 'pod-trouble',
    what: 'container',
    pod: podOf(found),
    subject: 'resource claims',
    error: errorOrEmpty(found),
  });

/** A container that could not be stopped: it names the container, and says why. */
export const containerNotStopped: FactBuilder = (found) => {
  const trouble = made(
    { ...found.base },
    {
      kind: 'pod-trouble',
      what: 'kill',
      pod: podOf(found),
      error: errorOrEmpty(found),
    },
  );
  return [containerNamed('other')(found), trouble].flatMap((facts) => facts ?? []);
};

/** A sandbox that could not be made: a network fault where its error says so. */
export const sandboxFailed: FactBuilder = (found) =>
  isCniError(found.field('err') ?? '')
    ? cniFailed(found)
    : made(found.base, { kind: 'pod-trouble', what: 'sandbox', pod: podOf(found), error: errorOrEmpty(found) });

/** A pod whose sandbox is not ready gets a new one. */
export const sandboxEnded: FactBuilder = (found) =>
  made(found.base, { kind: 'pod-trouble', what: 'no-sandbox', pod: podOf(found), error: { text: found.message } });

/** An eviction line: its message with the resource, signal or pods it names. */
export const eviction: FactBuilder = ({ base, message, row, field }) => {
  let text = message;
  if (row.form !== 'unstructured') {
    let glue = ': ';
    for (const key of DETAILS_OF_EVICTIONS) {
      const detail = field(key);
      if (detail === undefined) continue;
      text += glue + podsAsText(detail);
      glue = ', ';
    }
  }
  return made(base, { kind: 'eviction', text });
};

/** The eviction manager's look at the node, at -v=3 every ten seconds: a fact only where it sees a shortage. */
export const pressureSeen: FactBuilder = (found) =>
  (found.field('nodeCondition') ?? found.message).includes('Pressure') ? eviction(found) : undefined;

/** A figure that the eviction manager acts on, at -v=3 every ten seconds: a fact only where it cannot be true. */
export const impossibleFigure: FactBuilder = ({ base, field }) => {
  const signal = field('signal') ?? '';
  const available = field('available') ?? '';
  return signal.includes('emory') && isImpossible(available)
    ? made(base, { kind: 'eviction', text: `${signal} observed ${available}` })
    : undefined;
};

const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
/** 1 Pi: more memory than any machine has. */
const LARGER_THAN_ANY = 2 ** 50;

/** So far below nothing as no machine can be: two counters of the statistics do not fit, and their difference went past zero. */
function isImpossible(quantity: string): boolean {
  const [, amount, unit] = /^-(\d{1,19})([KMGTPE]i|)$/.exec(quantity) ?? [];
  return amount !== undefined && Number(amount) * 1024 ** UNITS.indexOf(unit ?? '') >= LARGER_THAN_ANY;
}

const DETAILS_OF_EVICTIONS = ['resourceName', 'signal', 'pods', 'pod', 'nodeCondition'] as const;

/** A line of the kubelet that says something about its surroundings, as a neighbour's line would. */
export function surroundings(what: NeighbourKind): FactBuilder {
  return ({ base, message, row, field }) => {
    const detail = row.form === 'unstructured' ? undefined : (field('event') ?? field('err'));
    return made(base, {
      kind: 'neighbour',
      what,
      unit: 'kubelet',
      text: detail === undefined ? message : `${message}: ${detail}`,
    });
  };
}
