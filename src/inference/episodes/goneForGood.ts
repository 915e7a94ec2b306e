/** The kubelet of a log that ended, and no other began after it. */
import type { KubeletProcess, ProcessEnding, ProvenHistory } from '../history.ts';
import type { Instant } from '../../kubelet/time.ts';
import { queriesOf } from '../queries.ts';
import { isKubeletUnit } from '../streams/processes.ts';

interface GoneForGood {
  readonly process: KubeletProcess;
  readonly ending: ProcessEnding;
  /** The last time of any line of its node. */
  readonly seenUntil: Instant;
}

/** The last process of the only node of the log, where a line says how it ended and none shows a start of a kubelet or its unit after it. */
export function goneForGood(history: ProvenHistory): GoneForGood | undefined {
  const process = history.nodes.length === 1 ? history.processes.at(-1) : undefined;
  // Under headings the times of others are of captures of their own.
  if (history.sources.some(({ sections }) => sections === true)) return undefined;
  const ending = process?.ending;
  if (process === undefined || ending === undefined) return undefined;
  const queries = queriesOf(history);
  for (const { fact, process: of } of queries.passingFacts((kind) => kind === 'neighbour'))
    if (
      of === undefined &&
      fact.kind === 'neighbour' &&
      fact.what === 'unit-started' &&
      fact.time >= ending.at.min &&
      isKubeletUnit(fact.unit, fact.text)
    )
      return undefined;
  return { process, ending, seenUntil: queries.seenUntil(process) };
}
