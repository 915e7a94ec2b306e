/** The one step that the first line names: what to do now, in one sentence. */
import { WHAT_THE_RUNTIME_SAID } from '../tools/atThatTime.ts';
import { isPreparation } from '../tools/distributionTools.ts';
import type { Finding } from '../finding.ts';
import { lowerFirst, type Paragraph } from './paragraph.ts';

/**
 * Says the next step of a finding. Trying a call by hand tells something only while the trouble goes on; when it is over, the runtime's own words of that time do.
 */
export function sayNextStep(
  paragraph: Paragraph,
  finding: Pick<Finding, 'nextSteps'> | undefined,
  isOver: boolean,
): void {
  const steps = finding?.nextSteps ?? [];
  const step =
    (isOver ? steps.find((text) => text.startsWith(WHAT_THE_RUNTIME_SAID)) : undefined) ??
    steps.find((text, at) => !isPreparation(text, steps.slice(at + 1))) ??
    steps[0];
  if (step === undefined || !step.includes('`')) return;
  paragraph.sentence('next-step').say(`Next: ${lowerFirst(firstSentence(step))}`);
}

/** Up to the first full stop outside of a command. */
function firstSentence(step: string): string {
  let end = 0;
  for (const [index, part] of step.split('`').entries()) {
    const stop = index % 2 === 0 ? part.indexOf('. ') : -1;
    if (stop >= 0) return step.slice(0, end + stop + 1);
    end += part.length + 1;
  }
  return step;
}
