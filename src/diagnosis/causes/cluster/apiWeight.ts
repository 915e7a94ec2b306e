/** How much it mattered that calls to the API server failed, whichever way: one measure for those that did not reach it and those that it refused. */
import type { Weight } from '../../cause.ts';
import type { Confidence } from '../../finding.ts';
import { type ApiStretch, isBrief } from '../../signs/apiTrouble.ts';
import type { DiagnosisView } from '../../view.ts';

/**
 * The weight of a finding about such calls. What was over before the control plane could miss a lease, and ended no kubelet, hurt the node less than what its pods suffer from.
 * @param exits how many kubelets ended over it
 */
export function weightOfFailedCalls(
  view: DiagnosisView,
  stretches: readonly ApiStretch[],
  exits: number,
  confidence: Confidence,
): Weight {
  if (confidence === 'low') return 'note';
  return exits === 0 && stretches.every((stretch) => isBrief(view, stretch)) ? 'circumstance' : 'cause';
}
