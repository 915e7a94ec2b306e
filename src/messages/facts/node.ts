/** Facts about the node's conditions and about the kubelet process. */
import { CUT_MARK } from '../../kubelet/pagerMark.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import { parseSkipReasons } from '../../kubelet/skipReason.ts';
import type { StartupFailedFact } from '../fact.ts';
import { parseNodeCondition } from '../texts/nodeCondition.ts';
import type { FactBuilder } from '../recognise/row.ts';
import { made, withKnown } from './made.ts';

export const nodeCondition: FactBuilder = ({ base, field }) => {
  const condition = parseNodeCondition(field('condition') ?? '');
  const { reason, message, uptime } = condition;
  const fact = made(base, {
    kind: 'node-condition',
    ready: condition.status === 'True',
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { text: message }),
    ...(uptime === undefined ? {} : { uptime }),
    reasons: message === undefined ? [] : parseSkipReasons(message),
  });
  return withKnown(fact, 'node', nodeName(field('node')));
};

/** klog JSON prints the node as an object. Up to 1.20 it ends its line, and lines of others without a header may have been joined to that. One that was cut names nobody. */
function nodeName(text: string | undefined): string | undefined {
  if (text === undefined || CUT_MARK.test(text)) return undefined;
  if (!text.startsWith('{')) return text.split(/\s/, 1)[0];
  return /"name":"([^"]{1,253})"/.exec(text)?.[1];
}

/** The events that a node has a condition of these (pkg/kubelet/nodestatus/setters.go). */
const PRESSURES: ReadonlyMap<string, string> = new Map([
  ['NodeHasDiskPressure', 'DiskPressure'],
  ['NodeHasInsufficientMemory', 'MemoryPressure'],
  ['NodeHasInsufficientPID', 'PIDPressure'],
]);

export const nodeEvent: FactBuilder = ({ base, field }) => {
  const event = field('event') ?? '';
  const fact = made(base, { kind: 'node-event', event });
  // The event stands behind the name: a line that ends before it may end within the name.
  const name = event === '' ? undefined : nodeName(field('node'));
  return withKnown(withKnown(fact, 'node', name), 'pressure', PRESSURES.get(event));
};

/** The kubelet found the node ready, at its start, where it looks more often (pkg/kubelet/kubelet_node_status.go, fastNodeStatusUpdate). */
export const becameReady: FactBuilder = ({ base }) => made(base, { kind: 'node-event', event: 'NodeReady' });

/** The API server took the Node object, or has it: the kubelet reached it. */
export const nodeRegistered: FactBuilder = ({ base, field }) =>
  withKnown(made(base, { kind: 'node-event', event: 'RegisteredNode' }), 'node', nodeName(field('node')));

/** A version that a screen cut: it may go on within the minor version, or within the patch. */
const CUT_VERSION = /^(?:v|v?\d{1,4}(?:\.\d{0,4})?|(v?\d{1,4}\.\d{1,4})\.(?:\d{0,6}(?:[>…$]|\.{3}))?)[>…$.]{0,3}$/;

export const kubeletVersion: FactBuilder = ({ base, field }) => {
  const said = field('kubeletVersion') ?? '';
  const cut = CUT_VERSION.exec(said);
  const version = cut === null ? said : (cut[1] ?? '');
  return version === '' ? undefined : made(base, { kind: 'kubelet-version', version });
};

export const runtimeVersion: FactBuilder = ({ base, field }) => {
  const runtime = field('containerRuntime');
  const version = field('version');
  return runtime === undefined || runtime === '' || version === undefined || version === ''
    ? undefined
    : made(base, { kind: 'runtime-version', runtime, version });
};

export const flag: FactBuilder = ({ base, field }) => {
  const name = field('name');
  return name === undefined ? undefined : made(base, { kind: 'flag', name, value: field('value') ?? '' });
};

/** The gates that a kubelet has set (component-base/featuregate, SetFromMap): a setting as its flag would give it, of the configuration file as well. */
export const featureGates: FactBuilder = ({ base, field }) => {
  const value = field('featureGates');
  return value === undefined ? undefined : made(base, { kind: 'flag', name: 'feature-gates', value });
};

/** What kept a kubelet from starting, from the words of its last error. */
export function startupCause(text: string): StartupFailedFact['cause'] {
  if (text.includes('cgroup driver:')) return 'cgroup-driver';
  if (
    text.includes('ContainerManager') ||
    text.includes('container manager') ||
    text.includes('QOS containers') ||
    text.includes('QoS cgroup')
  )
    return 'container-manager';
  return 'other';
}

/** The kubelet could not start and ends. */
export const startFailed: FactBuilder = ({ base, message, row, field }) => {
  const detail = field('err') ?? field('command');
  const text =
    detail === undefined || detail === '' ? message : row.form === 'unstructured' ? message : `${message}: ${detail}`;
  return [
    made({ ...base }, { kind: 'startup-failed', cause: startupCause(text), text }),
    made(base, { kind: 'kubelet-exit', text, fatal: true, by: row.severity === 'F' ? 'fatal' : 'error' }),
  ];
};

/** What was noted of processors or memory does not fit, so the container manager will not start: the exit itself has a line of its own; up to 1.9 there is none, and the kubelet skips its pods. */
export const stateRefused: FactBuilder = ({ base, message, row, field }) => {
  const detail = field('err') ?? '';
  return made(base, {
    kind: 'startup-failed',
    cause: 'container-manager',
    text: detail === '' || row.form === 'unstructured' ? message : `${message}: ${detail}`,
  });
};

export function exits(fatal: boolean): FactBuilder {
  return ({ base, message, row, field }) => {
    const detail = field('err');
    const text =
      detail === undefined || detail === '' || row.form === 'unstructured' ? message : `${message}: ${detail}`;
    return made(base, {
      kind: 'kubelet-exit',
      text,
      fatal,
      by: !fatal ? 'shutdown' : row.severity === 'F' ? 'fatal' : 'error',
    });
  };
}

/** systemd says whether the machine goes down: no end where it tells that it does not after all (`false`, `cancelled`). */
export const shutdownBegins: FactBuilder = (found) => {
  const event = found.field('event') ?? found.field('isShuttingDown');
  return event === 'false' || event === 'cancelled' ? undefined : exits(false)(found);
};

/** Words with which every program of Kubernetes ends over its flags: a kubelet's only where the envelope says that it wrote them. */
export const ownPrint: FactBuilder = (found) =>
  found.identifier !== undefined && isKubeletName(found.identifier) ? exits(true)(found) : undefined;
