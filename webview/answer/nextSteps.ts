/** What to do about a finding: its steps in their order, each command with its button. */
import type { FindingCard } from '../../src/timeline/timelineDocument.ts';
import { type CopyCommand, withCommands } from './commandCopy.ts';
import { element } from '../page/dom.ts';
import { t } from '../page/words.ts';

/** Nothing where the finding names no step. */
export function nextStepsNode({ nextSteps }: FindingCard, copy: CopyCommand): HTMLElement | undefined {
  if (nextSteps.length === 0) return undefined;
  return element('div', {
    className: 'next-steps',
    children: [
      element('h2', { text: t('What to do') }),
      element('ol', { children: nextSteps.map((step) => element('li', { children: withCommands(step, copy) })) }),
    ],
  });
}
