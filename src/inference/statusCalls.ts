import type { RuntimeNotReadyFact, StatusFailedFact } from '../messages/fact.ts';

/**
 * A Status call that did not renew the runtime's last good one: it failed, or was answered with RuntimeReady=false (pkg/kubelet/kubelet.go, updateRuntimeUp:
 * both return before the time is stored, 1.8–1.36).
 */
export type FruitlessStatus = StatusFailedFact | RuntimeNotReadyFact;

/** True if the call ran into its time-out. */
export function timedOut(fact: FruitlessStatus): boolean {
  return fact.kind === 'status-failed' && fact.error.code === 'DeadlineExceeded';
}
