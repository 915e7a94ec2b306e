/**
 * kubelet-gone: the kubelet ended, none was started after it, and the log goes on for longer than a lease may be late. Signs: a line that tells how the last process of the only node ended, and lines of others on its host
 * 40 s and more after it; those of another machine or of no known one do not count. High. Why it ended is for other findings to say; where it ended by itself they come first.
 */
import { goneForGood } from '../../../inference/episodes/goneForGood.ts';
import { LEASE_GRACE } from '../../../kubelet/constants.ts';
import { duration } from '../../../kubelet/time.ts';
import { whenText } from '../../answer/paragraph.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import { stepsAfterEnds } from '../../tools/endingSteps.ts';
import { lineEvidence } from '../../view.ts';
import { UNHEARD } from '../../words/absenceText.ts';
import { durationText } from '../../words/durationText.ts';
import { endingText } from '../../words/endingText.ts';

export const kubeletGone: Cause = {
  id: 'kubelet-gone',
  find(view) {
    const gone = goneForGood(view.history);
    if (gone === undefined) return [];
    const { process, ending, seenUntil } = gone;
    const least = duration(seenUntil - ending.at.max);
    if (least < LEASE_GRACE) return [];
    const byItself = ending.how === 'fatal' || ending.how === 'panic' || ending.how === 'exited';
    return [
      makeFinding('kubelet-gone', {
        weight: byItself || view.episodes.length > 0 ? 'circumstance' : 'cause',
        confidence: 'high',
        title: `No kubelet ran in the last ${durationText(least)} of the log`,
        explanation: `The kubelet ${endingText(ending)} ${whenText(ending.at, view.formatTime)}, and no line tells of another start in the ${durationText(least)} until the log ends at ${view.formatTime(seenUntil)}. ${UNHEARD}`,
        nextSteps: [
          ...stepsAfterEnds([ending]),
          'See whether the kubelet runs now: `systemctl status kubelet`.',
          'Start it where it does not run, and have it started at each boot: `systemctl enable --now kubelet`.',
        ],
        evidence: [
          lineEvidence(process.last, 'The last line of the kubelet'),
          ...ending.evidence.map((at) => lineEvidence(at, `It ${endingText(ending)}`)),
        ],
      }),
    ];
  },
};
