/** Words about times in which no kubelet ran. */
import type { Absence } from '../../inference/episodes/absences.ts';
import type { Duration } from '../../kubelet/time.ts';
import { aboutTime, listText } from '../answer/paragraph.ts';
import type { DiagnosisView } from '../view.ts';
import { shortEstimateText } from './durationText.ts';
import { likelyEnd } from './endingText.ts';

/** So many absences are told one by one. */
const MOST_TOLD = 3;

/** `No kubelet ran for about 19m30s`, and of several their sum. */
export function absenceTitle(absences: readonly Absence[]): string {
  const sum = (lengthOf: (absence: Absence) => number): Duration =>
    absences.reduce((total, absence) => total + lengthOf(absence), 0) as Duration;
  const length = shortEstimateText(
    sum(({ ending, to }) => to - likelyEnd(ending)),
    sum(({ from, to }) => to - from.max),
    sum(({ from, to }) => to - from.min),
  );
  return `No kubelet ran for ${length}${absences.length === 1 ? '' : ` in all, ${absences.length} times`}`;
}

/** From when to when, and what the cluster makes of it; nothing without an absence. With a blank behind it. */
export function absenceText({ formatTime }: DiagnosisView, absences: readonly Absence[]): string {
  if (absences.length === 0) return '';
  const told = absences
    .slice(0, MOST_TOLD)
    .map(({ from, to }) => `from ${aboutTime(from, formatTime)} until ${formatTime(to)}`);
  const more = absences.length - told.length;
  const list = more > 0 ? `${told.join(', ')}, and ${more} more times` : listText(told);
  return `No kubelet ran ${list}. A node whose kubelet sends no lease for 40s (50s from Kubernetes 1.32 on) is marked Unknown by the control plane, which shows as NotReady, and after five more minutes its pods are moved; no line of this log would say so. `;
}
