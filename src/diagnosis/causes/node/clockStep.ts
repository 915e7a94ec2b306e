/**
 * clock-step: the wall clock of the node jumped, so times of lines are shifted against each other; the kubelet's own elapsed times are not, they are monotonic.
 * Sign: the time service says so, or that it noticed a jump, or the replay found stamps and elapsed of skips shifted by the same amount (high), or stamps alone go back by a minute (medium); less can be the order of a paste (low).
 * An hour on a Sunday night is most likely the end of daylight saving in a log without a zone (low).
 */
import { type Duration, seconds } from '../../../kubelet/time.ts';
import type { LineReference } from '../../../inference/history.ts';
import { type Cause, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import {
  type ClockSet,
  clockSetsOf,
  isForward,
  isNoticed,
  looksLikeDaylightSaving,
  SAME_JUMP,
} from '../../signs/clockSets.ts';
import { LOOK_AT_TIME_SERVICE } from '../../tools/commands.ts';
import { UNHEARD } from '../../words/absenceText.ts';
import { durationText } from '../../words/durationText.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';

/** chrony notices a jump of at least this (sched.c). */
const LEAST_NOTICED = seconds(10);
/** Between two lines of a quiet node. */
const HOUR_SLACK = seconds(600);

export const clockStep: Cause = {
  id: 'clock-step',
  find(view) {
    const steps = view.history.gaps.filter((gap) => gap.why === 'clock-step');
    const changes = steps.filter((gap) => looksLikeDaylightSaving(gap.from, gap.to, HOUR_SLACK));
    const gaps = steps.filter((gap) => !changes.includes(gap));
    const { clockSteps } = view.reconstruction.check;
    const known = clockSteps.filter(
      (step) =>
        !steps.some(
          (gap) => Math.abs(gap.from - step.time) < seconds(10) || Math.abs(gap.to - step.time) < seconds(10),
        ),
    );
    const sets = clockSetsOf(view);
    // The line of the time service stands where the clock jumped, so within what the stamps show of it.
    const own = sets.filter(
      ({ fact: { time } }) =>
        !gaps.some((gap) => time > gap.from - SAME_JUMP && time < gap.to + SAME_JUMP) &&
        !known.some((step) => Math.abs(step.time - time) < SAME_JUMP),
    );
    const count = gaps.length + known.length + own.length;
    if (count === 0) return changes.length === 0 ? [] : [daylightSaving(changes.flatMap(({ evidence }) => evidence))];
    // Of a jump between skips the length is known, and of one that the time service tells; else it is at most the stretch that it makes appear.
    const exact = [
      ...view.episodes.flatMap((episode) => episode.jumps.map(({ by }) => by)),
      ...sets.flatMap(({ by }) => by ?? []),
    ];
    const isExact = exact.length >= count;
    const lengths = isExact
      ? exact
      : [
          ...gaps.map((gap) => gap.to - gap.from),
          ...known.map((step) => step.by),
          ...own.map((set) => set.by ?? (isNoticed(set) ? LEAST_NOTICED : 0)),
        ];
    const largest = Math.max(...lengths.map(Math.abs)) as Duration;
    const isStatedOrReplayed = known.length > 0 || sets.length > 0;
    const forward = exact[0] !== undefined && exact[0] > 0;
    // Stamps that go back are all there is: lines that were picked out and put together do so, too.
    const isOfStampsAlone = !isStatedOrReplayed && !isExact;
    return [
      makeFinding('clock-step', {
        weight: 'circumstance',
        confidence:
          isStatedOrReplayed && largest >= (known.length > 0 ? seconds(1) : seconds(10))
            ? 'high'
            : largest >= seconds(60)
              ? 'medium'
              : 'low',
        title: isOfStampsAlone
          ? `The times of the log go back by up to ${durationText(largest)}`
          : own.some(isNoticed)
            ? 'The clock of the node jumped'
            : `The clock of the node jumped ${count === 1 && isExact ? `${durationText(largest)} ${forward ? 'forward' : 'back'}` : `by up to ${durationText(largest)}`}`,
        explanation: `${setText(view, sets)}${isOfStampsAlone ? `At ${plural(count, 'line')} the time is earlier than before: the clock was set back, or lines stand in another order than they were written, as where parts were put together.` : `${plural(count, 'jump')} of the wall clock.`} Times before and after do not compare directly; the "last seen active … ago" in skip lines stays right.`,
        nextSteps: [
          LOOK_AT_TIME_SERVICE,
          'On virtual machines: look for a pause, a snapshot or a live migration at that time.',
        ],
        evidence: [
          ...sets.map(({ fact }) => fact),
          ...[...gaps.flatMap((gap) => gap.evidence.slice(0, 2)), ...known.map((step) => step.at)].map((at) =>
            lineEvidence(at, 'The clock jumped here'),
          ),
        ],
      }),
    ];
  },
};

/** When the time service set it, or noticed it; with a blank behind it. */
function setText(view: DiagnosisView, sets: readonly ClockSet[]): string {
  if (view.history.span === undefined) return '';
  const made = sets.filter((set) => !isNoticed(set));
  const [first] = made;
  const [noticed] = sets;
  if (first !== undefined)
    return `The time service says that it set the clock${made.length > 1 ? ` ${made.length} times, first` : ''} at ${view.formatTime(first.fact.time)}. `;
  return noticed === undefined
    ? ''
    : `The time service noticed it at ${view.formatTime(noticed.fact.time)}: another program set the clock, or the machine slept or was paused. ${isForward(noticed) ? `${UNHEARD} ` : ''}`;
}

function daylightSaving(evidence: readonly LineReference[]): RankedFinding {
  return makeFinding('clock-step', {
    weight: 'note',
    confidence: 'low',
    title: 'The times of the log jump by an hour, as where daylight saving begins or ends',
    explanation:
      'The stamps jump by about an hour on a Sunday night: in a log in local time without its zone that is daylight saving. The clock of the node itself most likely ran on; times before and after do not compare directly.',
    nextSteps: ['Save the journal with its zone: `journalctl -u kubelet -o short-iso`.'],
    evidence: evidence.map((at) => lineEvidence(at, 'The times jump here')),
  });
}
