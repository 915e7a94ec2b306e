/**
 * clock-step: the wall clock of the node jumped, so times of lines are shifted against each other; the kubelet's own elapsed times are not, they are monotonic.
 * Sign: the replay found stamps and elapsed of skips shifted by the same amount (high), or stamps alone go back by a minute (medium); less can be the order of a paste (low).
 */
import { type Duration, seconds } from '../../kubelet/time.ts';
import { type Cause, makeFinding, plural } from '../cause.ts';
import { durationText } from '../words/durationText.ts';
import { lineEvidence } from '../view.ts';

export const clockStep: Cause = {
  id: 'clock-step',
  find(view) {
    const gaps = view.history.gaps.filter((gap) => gap.why === 'clock-step');
    const { clockSteps } = view.reconstruction.check;
    const known = clockSteps.filter(
      (step) =>
        !gaps.some((gap) => Math.abs(gap.from - step.time) < seconds(10) || Math.abs(gap.to - step.time) < seconds(10)),
    );
    const count = gaps.length + known.length;
    if (count === 0) return [];
    // Of a jump between skips the length is known; else it is at most the stretch that it makes appear.
    const exact = view.episodes.flatMap((episode) => episode.jumps.map(({ by }) => Math.abs(by)));
    const largest = (
      exact.length >= count
        ? Math.max(...exact)
        : Math.max(...gaps.map((gap) => Math.abs(gap.to - gap.from)), ...known.map((step) => Math.abs(step.by)))
    ) as Duration;
    return [
      makeFinding('clock-step', {
        weight: 'circumstance',
        confidence: known.length > 0 && largest >= seconds(1) ? 'high' : largest >= seconds(60) ? 'medium' : 'low',
        title: `The clock of the node jumped by ${count === 1 && exact.length === 1 ? '' : 'up to '}${durationText(largest)}`,
        explanation: `${plural(count, 'jump')} of the wall clock. Times before and after do not compare directly; the "last seen active … ago" in skip lines is measured by another clock and stays right.`,
        nextSteps: [
          'Look at the time service: `chronyc tracking`, `timedatectl`, `journalctl -u chronyd -u systemd-timesyncd`.',
          'On virtual machines: look for a pause, a snapshot or a live migration at that time.',
        ],
        evidence: [...gaps.flatMap((gap) => gap.evidence.slice(0, 2)), ...known.map((step) => step.at)].map((at) =>
          lineEvidence(at, 'The clock jumped here'),
        ),
        episodes: [],
      }),
    ];
  },
};
