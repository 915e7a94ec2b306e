import type { LineReference } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import type { DiagnosisView } from '../view.ts';

/**
 * The machine whose kernel, runtime or systemd wrote a line, where no kubelet of this log is known to run on it; `undefined` where one does, or where it cannot be told: kubelets
 * whose lines name no program (a file of klog) have no name that could be compared.
 */
export function otherMachineOf({ history, queries }: DiagnosisView, at: LineReference): string | undefined {
  const host = queries.hostOf(at);
  if (host === undefined || lookupsOf(history).nodeOfHost(host) !== undefined) return undefined;
  return history.processes.every(({ identifier }) => identifier !== undefined) ? host : undefined;
}
