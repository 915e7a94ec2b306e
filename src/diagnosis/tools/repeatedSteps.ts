/** Next steps over all findings of an answer: what one of them has said the next ones need not say again. */
import type { Finding } from '../finding.ts';
import { isPreparation } from './distributionTools.ts';

/**
 * The findings, most important first, without the steps that stand in one before in the same words. The first step that is more than a preparation stays, for a finding is also shown alone with it.
 */
export function withoutRepeatedSteps<Of extends { readonly finding: Finding }>(ranked: readonly Of[]): readonly Of[] {
  const said = new Set<string>();
  return ranked.map((one) => {
    const { nextSteps } = one.finding;
    const first = nextSteps.find((step, at) => !isPreparation(step, nextSteps.slice(at + 1)));
    const kept = nextSteps.filter((step) => step === first || !said.has(step));
    for (const step of nextSteps) said.add(step);
    return kept.length === nextSteps.length ? one : { ...one, finding: { ...one.finding, nextSteps: kept } };
  });
}
