/**
 * memory-errors: the memory of the machine fails: the kernel reports errors of its modules (EDAC), or ends processes whose memory is corrupt. Sign: such lines anywhere, for a failing
 * module is a trouble of its own. High where an error could not be corrected; corrected ones are medium from twenty errors on, else low, and a note.
 */
import type { NeighbourFact } from '../../../messages/fact.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import { nearLines } from '../../signs/neighbours.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';

/** So many corrected errors are no stray ones. */
const MANY = 20;

const COUNT = /\bEDAC MC\d{1,3}: (\d{1,9}) [CU]E /;

/** How many errors a line tells of; EDAC puts those of one place together. */
function errorsOf({ text }: NeighbourFact): number {
  return Number(COUNT.exec(text)?.[1] ?? 1);
}

export const memoryErrors: Cause = {
  id: 'memory-errors',
  find(view) {
    const near = nearLines(view, ['memory-error']);
    const facts = view.facts.fitting('neighbour', ({ what }) => what === 'memory-error');
    const lost = facts.filter(({ message }) => message !== 'kernel.edac-corrected');
    const worst = lost.find(({ text }) => text.includes('hardware memory corruption')) ?? lost[0] ?? facts[0];
    if (near === undefined || worst === undefined) return [];
    const errors = facts.reduce((sum, fact) => sum + errorsOf(fact), 0);
    return [
      makeFinding('memory-errors', {
        weight: lost.length > 0 ? 'circumstance' : 'note',
        confidence: lost.length > 0 ? 'high' : errors >= MANY ? 'medium' : 'low',
        title: 'The memory of the machine has errors',
        explanation: `${amountOf(view, facts, 'say')} so: "${shorten(worst.text, 160)}". What cannot be corrected ends the processes that use that memory, or the machine; corrected errors (CE) do no harm, but a module with more and more of them will fail.`,
        nextSteps: [
          'See which module it is: `grep -r . /sys/devices/system/edac/mc`, `ipmitool sel list`.',
          'Drain the node, and have the module replaced.',
        ],
        timedBy: facts,
        evidence: [...lost.slice(0, 4), ...facts.slice(0, 2), ...facts.slice(-2)],
        episodes: near.episodes,
      }),
    ];
  },
};
