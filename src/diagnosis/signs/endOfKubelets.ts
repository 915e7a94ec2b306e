import { type Instant, seconds } from '../../kubelet/time.ts';
import { ofLastPeriod } from '../../inference/clockPeriods.ts';
import type { Finding } from '../finding.ts';
import type { DiagnosisView } from '../view.ts';

/** A trouble whose last line is no further from the end goes on, for all that the log tells. */
export const STILL = seconds(60);

/** Until when kubelets say something: a capture may go on with lines of others. Where the last kubelet ended, those count, too. */
export function endOfKubelets({ span, processes }: DiagnosisView['history']): Instant | undefined {
  let last: Instant | undefined;
  let works = false;
  for (const { to, endedBy } of ofLastPeriod(processes)) {
    if (last === undefined || to > last) last = to;
    works ||= endedBy === 'end-of-log';
  }
  return works ? last : span?.to;
}

/** What kubelets end with goes on; so does what others show, if the log ends with that. */
export function isAtEnd({ history }: DiagnosisView, shows: Finding['shows']): boolean {
  const end = endOfKubelets(history);
  if (shows === undefined || end === undefined || isOfOtherClock(history, shows)) return false;
  return (shows.to > end ? (history.span?.to ?? end) : end) - shows.to < STILL;
}

/** Whether it has times that come after all of the kubelets that ran since the clock was set back between two: it was before that. */
export function isOfOtherClock(
  { processes }: DiagnosisView['history'],
  { from }: NonNullable<Finding['shows']>,
): boolean {
  const last = ofLastPeriod(processes);
  return last.length < processes.length && last.every(({ to }) => to < from);
}
