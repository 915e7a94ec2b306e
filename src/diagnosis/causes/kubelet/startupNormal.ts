/**
 * startup-normal: one to three skips in the first seconds of a process, because Status and the first relist have not answered yet. Not a fault.
 * Sign: an episode that inference marks as start-up. High; medium for a single skip with nothing around it that shows a start, and for a start that the log shows no end of.
 */
import { type Cause, makeFinding, plural } from '../../cause.ts';
import { isOpenStart } from '../../../inference/episodes/openStart.ts';
import { isLoneStart, skipEvidence } from '../../view.ts';

export const startupNormal: Cause = {
  id: 'startup-normal',
  find(view) {
    const skips = view.startups.flatMap((episode) => episode.skips);
    if (skips.length === 0) return [];
    const isOpen = view.startups.some(({ episode }) => isOpenStart(episode));
    return [
      makeFinding('startup-normal', {
        weight: 'note',
        confidence: isOpen || view.startups.some(isLoneStart) ? 'medium' : 'high',
        title: isOpen
          ? 'The kubelet was still starting when the log ended'
          : 'The skips at the start of the kubelet are normal',
        explanation: `${plural(skips.length, 'skip line')} within seconds of ${view.startups.length === 1 ? 'a start' : `${view.startups.length} starts`} of the kubelet: the runtime had not yet answered its first questions. Every healthy kubelet begins like this.`,
        nextSteps: [isOpen ? 'Nothing to do, unless it goes on for minutes.' : 'Nothing to do.'],
        evidence: skips.map(skipEvidence),
      }),
    ];
  },
};
