/** Troubles that ended kubelets at their start, of which a later one got over: a whole journal of a node begins with those of the time before it joined its cluster. */
import { seconds } from '../../kubelet/time.ts';
import type { RankedFinding } from '../cause.ts';
import type { FindingId } from '../finding.ts';
import type { DiagnosisView } from '../view.ts';
import { crashedProcesses, isSettled, ranFor, SHORT_RUN } from './crashedProcesses.ts';
import { atWorkText } from './laterKubelet.ts';
import { isAtEnd } from './endOfKubelets.ts';

/** What systemd writes of an end comes a moment after it. */
const SOON = seconds(10);
/** What they tell of is told of those ends. */
const OF_ENDS: ReadonlySet<FindingId> = new Set(['kubelet-restart', 'kubelet-crash-loop']);

/** The same findings; where the log ends with another trouble, those that the node got over say so. Where it ends with none, they are its story. */
export function withTroublesBehind(view: DiagnosisView, found: readonly RankedFinding[]): readonly RankedFinding[] {
  const last = view.history.processes.at(-1);
  if (last === undefined || view.history.nodes.length > 1 || !isSettled(last)) return found;
  const isOfNow = ({ weight, finding: { confidence, shows } }: RankedFinding): boolean =>
    weight !== 'note' && confidence !== 'low' && isAtEnd(view, shows) && (shows?.to ?? 0) >= last.from;
  if (!found.some(isOfNow)) return found;
  const short = crashedProcesses(view, last.node).filter((process) => ranFor(process) <= SHORT_RUN);
  const isOver = ({ finding: { shows }, episodes }: RankedFinding): boolean =>
    shows !== undefined &&
    episodes.length === 0 &&
    shows.to < last.from &&
    short.some(({ from, to }) => from <= shows.to && shows.to <= to + SOON);
  if (!found.some((one) => one.weight === 'cause' && isOver(one))) return found;
  const mended = atWorkText(view, last);
  return found.map((one) => {
    const { finding } = one;
    const { explanation } = finding;
    if (isOver(one))
      return explanation.endsWith(mended)
        ? { ...one, isBehind: true }
        : { ...one, isBehind: true, finding: { ...finding, explanation: explanation + mended } };
    return OF_ENDS.has(finding.id) && !isAtEnd(view, finding.shows) ? { ...one, isBehind: true } : one;
  });
}
