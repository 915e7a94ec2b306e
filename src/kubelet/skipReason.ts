/** Reasons for which the sync loop skips (and for which the node is not Ready), as values. Reading is in `skipReasonReader.ts`, writing in `skipReasonWriter.ts`. */
import type { Duration } from './time.ts';

export { canBegin, parseSkipReasons } from './skipReasonReader.ts';
export { formatConditionReasons, formatReasonTexts, formatSkipReason, formatSkipReasons } from './skipReasonWriter.ts';

/**
 * What kind of reason it is. `pleg-stale`: the last listed relist is too old; `pleg-never`: no relist was listed yet; `runtime-status-unknown`: no good Status yet;
 * `runtime-down`: no good Status for 30 s; `runtime-not-ready`: RuntimeReady=false; `network`, `container-manager`: from the versions that had them in the list.
 */
export type SkipReasonKind =
  | 'pleg-stale'
  | 'pleg-never'
  | 'runtime-status-unknown'
  | 'runtime-down'
  | 'runtime-not-ready'
  | 'network'
  | 'container-manager'
  | 'other';

/** Whether one of these reasons is PLEG's: its last listed relist is too old, or it has listed none. */
export function isOfPleg(reasons: readonly SkipReasonKind[]): boolean {
  return reasons.includes('pleg-stale') || reasons.includes('pleg-never');
}

/** One reason. Times are microseconds with nanoseconds as the fraction. */
export interface SkipReason {
  readonly kind: SkipReasonKind;
  /** As the kubelet wrote it, without the list's punctuation; wrapped text of a known kind is put right. */
  readonly text: string;
  /** `last seen active … ago`; only for `pleg-stale`, and only if it was complete. */
  readonly elapsed?: Duration;
  /** `threshold is …`; only for `pleg-stale`. */
  readonly threshold?: Duration;
  /** Name of the health check that failed: `PLEG` or `EventedPLEG`. */
  readonly healthCheck?: string;
  /** Only for `runtime-down`: the line ends with it, and others may have followed. */
  readonly isCut?: true;
}
