/**
 * The known beginnings of reasons. Lists of up to 1.13 are joined by one blank, so they can only be split at phrases that are known;
 * newer lists are split in the same way, because messages hold commas, brackets and full stops of their own.
 * Sources: pkg/kubelet/runtime.go, kubelet.go, nodestatus/setters.go, 1.8–1.36.
 */
import type { SkipReasonKind } from './skipReason.ts';

export interface ReasonPhrase {
  readonly kind: SkipReasonKind;
  /** The phrase as written. */
  readonly text: string;
  /** `whole`: the phrase is the complete reason; `health`: a health check's detail follows; `open`: a message of any form follows. */
  readonly extent: 'whole' | 'health' | 'open';
  readonly healthCheck?: string;
}

/** Parts whose failed start a kubelet up to 1.7 keeps as a reason until it is started again (pkg/kubelet/kubelet.go, `setInternalError`); later ones end over it. */
const NOT_STARTED = /^failed to start (?:cAdvisor|eviction manager) /i;

/** Whether a reason says that a part of the kubelet did not start, and that kubelet goes on without it. */
export function isPartNotStarted(reason: string): boolean {
  return NOT_STARTED.test(reason);
}

/** Longer phrases stand before their own tails. */
export const REASON_PHRASES: readonly ReasonPhrase[] = [
  {
    kind: 'runtime-status-unknown',
    text: 'container runtime status check may not have completed yet',
    extent: 'whole',
  },
  { kind: 'runtime-down', text: 'container runtime is down', extent: 'whole' },
  { kind: 'other', text: 'EventedPLEG is not healthy:', extent: 'open', healthCheck: 'EventedPLEG' },
  { kind: 'pleg-stale', text: 'PLEG is not healthy:', extent: 'health', healthCheck: 'PLEG' },
  { kind: 'network', text: 'container runtime network not ready:', extent: 'open' },
  { kind: 'network', text: 'runtime network not ready:', extent: 'open' },
  { kind: 'network', text: 'network state unknown', extent: 'whole' },
  { kind: 'network', text: 'ConfigureCBR0 requested, but PodCIDR not set.', extent: 'open' },
  { kind: 'network', text: 'Kubenet does not have netConfig.', extent: 'open' },
  { kind: 'runtime-not-ready', text: 'container runtime not ready:', extent: 'open' },
  { kind: 'container-manager', text: 'Failed to start ContainerManager', extent: 'open' },
  { kind: 'other', text: 'Kubelet failed to get node info:', extent: 'open' },
  { kind: 'other', text: 'missing node capacity for resources:', extent: 'open' },
  { kind: 'other', text: 'CSINode is not yet initialized', extent: 'whole' },
  { kind: 'other', text: 'node is shutting down', extent: 'whole' },
  { kind: 'other', text: 'container runtime is not up', extent: 'whole' },
];
