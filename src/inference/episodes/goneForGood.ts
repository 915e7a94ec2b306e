/** The kubelet of a log that ended, and no other began after it. */
import type { KubeletProcess, LineReference, ProcessEnding, ProvenHistory } from '../history.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { NeighbourFact } from '../../messages/fact.ts';
import { ofLastPeriod } from '../clockPeriods.ts';
import { queriesOf } from '../queries.ts';
import { isKubeletUnit } from '../streams/processes.ts';

interface GoneForGood {
  readonly process: KubeletProcess;
  readonly ending: ProcessEnding;
  /** The last time of any line of its node; that of its end, where the latest times are of before it, as the clock was set back, or of other captures. */
  readonly seenUntil: Instant;
}

/** A log that goes on for longer after a boot, and has no kubelet, is put together of pieces: kubelets of its node are in none of them. */
const ONE_LOG = seconds(30 * 86_400);

/** The last process of the only node of the log, where a line says how it ended and none shows a start of a kubelet or its unit after it. */
export function goneForGood(history: ProvenHistory): GoneForGood | undefined {
  const process = history.nodes.length === 1 ? history.processes.at(-1) : undefined;
  const ending = process?.ending;
  if (process === undefined || ending === undefined) return undefined;
  // Pieces that were put together in another order end with an earlier kubelet.
  if (ofLastPeriod(history.processes).some(({ to }) => to > ending.at.max && !isSetBack(history, ending.at.max, to)))
    return undefined;
  const latest = queriesOf(history).seenUntil(process);
  // Under headings the times of others are of captures of their own.
  const isApart = history.sources.some(({ sections }) => sections === true);
  const seenUntil = isApart || isSetBack(history, ending.at.max, latest) ? ending.at.max : latest;
  if (ending.how === 'reboot' && seenUntil - process.to > ONE_LOG) return undefined;
  return startedAgain(history, process, ending) === undefined ? { process, ending, seenUntil } : undefined;
}

/** The first line by which the unit of a kubelet was started after that kubelet ended, where no kubelet wrote a line after it. */
export function startedAgain(
  history: ProvenHistory,
  { first: begin, last }: KubeletProcess,
  { at }: ProcessEnding,
): NeighbourFact | undefined {
  let first: NeighbourFact | undefined;
  // Output that is reversed ends at its lowest line.
  const isBehind = ({ line }: LineReference): boolean =>
    begin.source === last.source && begin.line > last.line ? line < last.line : line > last.line;
  for (const { fact, process: of } of queriesOf(history).passingFacts((kind) => kind === 'neighbour'))
    if (
      of === undefined &&
      fact.kind === 'neighbour' &&
      fact.what === 'unit-started' &&
      fact.time >= at.min &&
      // A stamp may be cut to the second: of what is within it, what stands before the last line was before it.
      (fact.source !== last.source ||
        isBehind(fact) ||
        (fact.time - at.max >= seconds(1) && !isSetBack(history, at.max, fact.time))) &&
      fact.time < (first?.time ?? Number.POSITIVE_INFINITY) &&
      isKubeletUnit(fact.unit, fact.text)
    )
      first = fact;
  return first;
}

/** Whether the clock was set back from a time after the second to one before the first: what has the later one may have been written earlier. */
function isSetBack({ gaps }: ProvenHistory, before: Instant, after: Instant): boolean {
  return gaps.some(({ why, from, to }) => why === 'clock-step' && from <= before && to >= after);
}
