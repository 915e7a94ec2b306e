/** Facts about calls to the container runtime and about what it says of itself. */
import type { FactBase, PodReference, RuntimeCallFailedFact } from '../fact.ts';
import { isUid, podWithUid } from '../texts/pod.ts';
import type { FactBuilder, Recognised } from '../recognise/row.ts';
import { errorOrEmpty, runtimeErrorOrEmpty } from '../texts/runtimeError.ts';
import { made } from './made.ts';
import { inspectFailed, podOf, withIds } from './pleg.ts';

/** A list call with a filter for one pod is a relist of that pod (1.36). */
function podOfFilter(found: Recognised): PodReference {
  const pod = podOf(found);
  const filter = found.field('filter');
  if (filter === undefined) return pod;
  const label = filter.indexOf('io.kubernetes.pod.uid');
  if (label < 0) return pod;
  const uid = /[0-9a-f][0-9a-f-]{31,35}/.exec(filter.slice(label + 21, label + 80))?.[0];
  return podWithUid(pod, uid !== undefined && isUid(uid) ? uid : undefined);
}

function failedCall(found: Recognised, base: FactBase, method: string): RuntimeCallFailedFact {
  const fact = made(base, { kind: 'runtime-call-failed', method, error: errorOrEmpty(found), pod: podOfFilter(found) });
  return withIds(fact, found);
}

/** A failed call; `method` is the name in the CRI. */
export function callFailed(method: string): FactBuilder {
  return (found) => failedCall(found, found.base, method);
}

/** PodSandboxStatus has no failure line of its own in the client: this line is the failed call and the failed inspection at once. */
export const sandboxStatusFailed: FactBuilder = (found) => {
  const facts = [failedCall(found, { ...found.base }, 'PodSandboxStatus'), inspectFailed(found)];
  return facts.flatMap((fact) => fact ?? []);
};

export const statusFailed: FactBuilder = ({ base, message, field }) =>
  made(base, { kind: 'status-failed', error: runtimeErrorOrEmpty(field('err') ?? message) });

export const runtimeNotReady: FactBuilder = ({ base, field }) =>
  made(base, { kind: 'runtime-not-ready', text: field('runtimeReady') ?? '' });

export const networkNotReady: FactBuilder = ({ base, field }) =>
  made(base, { kind: 'network-not-ready', text: field('networkReady') ?? '' });

/** pkg/kubelet/container/runtime.go, RuntimeStatus.String: `Runtime Conditions: RuntimeReady=true reason: message:, NetworkReady=false reason:… message:…`; from 1.30 on handlers stand behind them. */
const NETWORK_OF_STATUS =
  /\bNetworkReady=false reason:.{0,1000}?(?=, [A-Z][A-Za-z]{1,60}=(?:true|false) reason:|; Handlers: |$)/;

/** The network's condition in the whole answer to the Status call; nothing where it is ready. */
export const networkOfStatus: FactBuilder = ({ base, field }) => {
  const text = NETWORK_OF_STATUS.exec(field('status') ?? field('s') ?? '')?.[0];
  return text === undefined ? undefined : made(base, { kind: 'network-not-ready', text, ofStatus: true });
};
