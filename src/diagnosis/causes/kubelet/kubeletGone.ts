/**
 * kubelet-gone: the kubelet ended, none was started after it, and the log goes on for longer than a lease may be late. Signs: a line that tells how the last process of the only node ended, and lines of others on its host
 * 40 s and more after it (after a reboot two minutes more, for the boot); those of another machine or of no known one do not count. Or systemd says that it starts the unit no more. High. Why it ended is for other findings to say; where it ended by itself they come first.
 */
import { goneForGood } from '../../../inference/episodes/goneForGood.ts';
import { LEASE_GRACE } from '../../../kubelet/constants.ts';
import { duration, seconds } from '../../../kubelet/time.ts';
import { whenText } from '../../answer/paragraph.ts';
import { type Cause, makeFinding, type RankedFinding } from '../../cause.ts';
import { stepsAfterEnds } from '../../tools/endingSteps.ts';
import { unitFailure, type UnitFailure } from '../../signs/unitFailure.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';
import { ENDED_FOR_GOOD, UNHEARD } from '../../words/absenceText.ts';
import { durationText } from '../../words/durationText.ts';
import { shorten } from '../../words/factText.ts';
import { fatalExits } from '../../signs/exits.ts';
import { askedText, stopAskedBy } from '../../signs/stopAsked.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { endingText } from '../../words/endingText.ts';

/** A machine that boots starts its kubelet as one of the last. */
const UNTIL_STARTED = seconds(120);

export const kubeletGone: Cause = {
  id: 'kubelet-gone',
  ofOneNode: ENDED_FOR_GOOD,
  find(view) {
    const failure = unitFailure(view);
    if (failure.gaveUp !== undefined) return [givenUp(view, failure.gaveUp, failure)];
    const gone = goneForGood(view.history);
    if (gone === undefined) return [];
    const { process, ending, seenUntil } = gone;
    const least = duration(seenUntil - ending.at.max);
    if (least < LEASE_GRACE + (ending.how === 'reboot' ? UNTIL_STARTED : 0)) return [];
    const asked = stopAskedBy(view, process);
    const byItself = ending.how === 'fatal' || ending.how === 'panic' || ending.how === 'exited';
    return [
      makeFinding('kubelet-gone', {
        weight: byItself || view.episodes.length > 0 ? 'circumstance' : 'cause',
        confidence: 'high',
        title: `No kubelet ran in the last ${durationText(least)} of the log`,
        explanation: `The kubelet ${endingText(ending)} ${whenText(ending.at, view.formatTime)}, and no line tells of another start in the ${durationText(least)} until the log ends at ${view.formatTime(seenUntil)}.${askedText(asked)} ${UNHEARD}`,
        nextSteps: [
          ...stepsAfterEnds([ending], asked !== undefined),
          'See whether the kubelet runs now: `systemctl status kubelet`.',
          'Start it where it does not run, and have it started at each boot: `systemctl enable --now kubelet`.',
        ],
        evidence: [
          lineEvidence(process.last, 'The last line of the kubelet'),
          ...(asked === undefined ? [] : [asked]),
          ...ending.evidence.map((at) => lineEvidence(at, `It ${endingText(ending)}`)),
        ],
      }),
    ];
  },
};

/** What ended it so often is for other findings to say, where lines tell it. */
function givenUp(view: DiagnosisView, gaveUp: NeighbourFact, { failed, result }: UnitFailure): RankedFinding {
  const ended = view.history.processes.some(({ ending }) => ending !== undefined);
  const why =
    result === undefined || result.startsWith('start-limit') ? '' : ` The unit failed with the result ${result}.`;
  return makeFinding('kubelet-gone', {
    weight: ended || fatalExits(view).length > 0 || view.episodes.length > 0 ? 'circumstance' : 'cause',
    confidence: 'high',
    title: 'systemd has given up starting the kubelet',
    explanation: `It says so at ${view.formatTime(gaveUp.time)}: "${shorten(gaveUp.text, 140)}".${why} The kubelet had ended too often in a short time; systemd does not start it again by itself, and no line tells of another start. ${UNHEARD}`,
    nextSteps: [
      'Correct first what ends it; its last lines say that: `journalctl -u kubelet -n 100 --no-pager`.',
      'Then start it: `systemctl reset-failed kubelet && systemctl start kubelet`.',
    ],
    evidence: [gaveUp, ...failed.slice(-3)],
  });
}
