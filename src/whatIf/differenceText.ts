/** The difference that a change makes, in one sentence. */
import { profileFor } from '../kubelet/profile.ts';
import type { Scenario } from '../simulator/scenario/scenario.ts';
import { formatSeconds, formatSecondsRange } from '../timeline/format.ts';
import { hungPodNames } from './changed.ts';
import type { Changes } from './changes.ts';
import type { ChangeText } from './changeTexts.ts';
import { totalOf } from '../kubelet/stretches.ts';
import type { ObservedCourse } from './observedCourse.ts';
import type { PredictedCourse } from './predictedCourse.ts';

export interface Difference {
  readonly scenario: Scenario;
  readonly changed: Scenario;
  readonly changes: Changes;
  readonly texts: readonly ChangeText[];
  readonly observed: ObservedCourse;
  readonly unchanged: PredictedCourse;
  readonly predicted: PredictedCourse;
  readonly resembles: boolean;
}

/** Less of a difference is not one (microseconds, or a part of the longer). */
const SAME = 5e6;
const SAME_PART = 0.05;

export function differenceText(difference: Difference): string {
  const { texts, resembles } = difference;
  if (texts.length === 0)
    return resembles
      ? 'Nothing is changed: the embedded kubelet does what the log shows.'
      : 'Nothing is changed, and yet the embedded kubelet does something else than the log shows: what is inferred does not explain it all.';
  const outcome = outcomeOf(difference);
  const why = outcome.change === 0 ? undefined : reasonOf(difference, outcome.change);
  const phrase = texts
    .map((text) => text.phrase)
    .reduce((a, b, index, all) => `${a}${index === all.length - 1 ? ' and ' : ', '}${b}`);
  return `${capital(phrase)} ${outcome.text}${why === undefined ? '' : `: ${why}`}.`;
}

interface Outcome {
  readonly text: string;
  /** Below zero: it was shorter; 0: little would have changed. */
  readonly change: number;
}

function outcomeOf(difference: Difference): Outcome {
  const { observed, unchanged, predicted } = difference;
  // Where the unchanged run is not just as the log is, only the two runs tell what the change does.
  const isAsLogged = difference.resembles && isSame(longestOf(observed), longestOf(unchanged));
  const notReadyBefore = totalOf((isAsLogged ? observed : unchanged).notReady);
  const before = longestOf(isAsLogged ? observed : unchanged);
  const [notReady, unhealthy] = [totalOf(predicted.notReady), totalOf(predicted.unhealthy)];
  const now = Math.max(notReady, unhealthy);
  const than = isAsLogged ? '' : ' in the simulated run';
  if (notReady === 0 && unhealthy === 0)
    return before === 0
      ? { text: 'the node would have stayed Ready as well', change: 0 }
      : { text: `the node would have stayed Ready${difference.resembles ? '' : than}`, change: -1 };
  if (notReady === 0)
    return {
      text: `the kubelet would have been unhealthy for ${time(unhealthy)}, too short to be reported as NotReady`,
      change: isSame(before, now) ? 0 : now - before,
    };
  const instead =
    before === 0
      ? ' instead of staying Ready'
      : isAsLogged
        ? ` instead of ${notReadyBefore > 0 ? time(notReadyBefore) : formatSecondsRange(observed.unhealthyTime.min / 1e6, observed.unhealthyTime.max / 1e6)}`
        : ` instead of ${time(notReadyBefore)}`;
  if (isSame(before, now))
    return {
      text: `little would have changed: the node NotReady for ${time(notReady)}${instead}${than}`,
      change: 0,
    };
  return { text: `the node would have been NotReady for ${time(notReady)}${instead}${than}`, change: now - before };
}

/** The longer of what is counted, in microseconds: a node may be NotReady without its kubelet being unhealthy, and the other way round. */
function longestOf(course: ObservedCourse | PredictedCourse): number {
  const unhealthy =
    'unhealthyTime' in course ? (course.unhealthyTime.min + course.unhealthyTime.max) / 2 : totalOf(course.unhealthy);
  return Math.max(totalOf(course.notReady), unhealthy);
}

function isSame(before: number, now: number): boolean {
  return Math.abs(before - now) <= Math.max(SAME, SAME_PART * Math.max(before, now));
}

/** Why it differs: what the kubelet's code does otherwise, else what the relists show. */
function reasonOf(
  { scenario, changed, changes, unchanged, predicted }: Difference,
  change: number,
): string | undefined {
  const hung = hungPodNames(scenario).length > 0 || hungPodNames(changed).length > 0;
  const isOnce = ({ version }: Scenario): boolean => profileFor(version).reinspection === 'single-pass';
  const [was, is] = [isOnce(scenario), isOnce(changed)];
  if (changes.kubeletVersion !== undefined && hung && !was && is)
    return 'from 1.32 on a pod whose inspection failed is inspected once a relist, no longer twice';
  if (changes.kubeletVersion !== undefined && hung && was && !is)
    return 'up to 1.31 a pod whose inspection failed is inspected twice a relist';
  if (changes.eventedPleg === true) return 'while Evented PLEG is in use the threshold is 10 minutes, not 3';
  if (changes.eventedPleg === false) return 'without Evented PLEG the threshold is 3 minutes, not 10';
  const [longest, before] = [predicted.relists.longest, unchanged.relists.longest];
  // A longer relist makes nothing shorter.
  if (!isSame(longest, before) && longest < before === change < 0)
    return `the longest relist takes ${time(longest)} instead of ${time(before)}`;
  return undefined;
}

function time(microseconds: number): string {
  return formatSeconds(microseconds / 1e6);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
