/** Words about times in which no kubelet ran. */
import { nodeNameOf } from '../../inference/nodeName.ts';
import { type Absence, likelyEnd } from '../../inference/episodes/absences.ts';
import type { Duration } from '../../kubelet/time.ts';
import { aboutTime, listText } from '../answer/paragraph.ts';
import type { DiagnosisView } from '../view.ts';
import { shortEstimateText } from './durationText.ts';
import { LEASE_GRACE_TEXT } from './leaseText.ts';

/** So many absences are listed one by one. */
const MOST_LISTED = 3;

/** The title of what a log ends with where its kubelet ended, and none was started after it. */
export const ENDED_FOR_GOOD = 'The kubelet ended and did not run again';

/** What the cluster makes of a node whose kubelet does not run. */
export const UNHEARD = `A node whose kubelet sends no lease for ${LEASE_GRACE_TEXT} is marked Unknown by the control plane, which shows as NotReady, and after five more minutes its pods are moved; no line of this log would say so.`;

/** `No kubelet ran for about 19m30s`, and of several their sum. */
export function absenceTitle(view: DiagnosisView, absences: readonly Absence[]): string {
  const sum = (lengthOf: (absence: Absence) => number): Duration =>
    absences.reduce((total, absence) => total + lengthOf(absence), 0) as Duration;
  const length = shortEstimateText(
    sum(({ ending, to }) => to - likelyEnd(ending)),
    sum(({ from, to }) => to - from.max),
    sum(({ from, to }) => to - from.min),
  );
  const nodes = new Set(absences.map(({ node }) => node));
  const where = nodes.size === 1 ? onNode(view, absences[0]?.node) : ` on ${nodes.size} nodes`;
  return `No kubelet ran${where} for ${length}${absences.length === 1 ? '' : ` in all, ${absences.length} times`}`;
}

/** From when to when, and what the cluster makes of it; nothing without an absence. With a blank behind it. */
export function absenceText(view: DiagnosisView, absences: readonly Absence[]): string {
  if (absences.length === 0) return '';
  const listed = absences
    .slice(0, MOST_LISTED)
    .map(({ node, from, to }) =>
      `${onNode(view, node).trimStart()} from ${aboutTime(from, view.formatTime)} until ${view.formatTime(to)}`.trimStart(),
    );
  const more = absences.length - listed.length;
  const list = more > 0 ? `${listed.join(', ')}, and ${more} more times` : listText(listed);
  return `No kubelet ran ${list}. ${UNHEARD} `;
}

/** ` on worker-1` in a log of several nodes, with a blank before it; nothing in one of a single node, which the answer begins with. */
export function onNode({ history }: DiagnosisView, id: string | undefined): string {
  const name = history.nodes.length > 1 ? nodeNameOf(history, id) : undefined;
  return name === undefined ? '' : ` on ${name}`;
}
