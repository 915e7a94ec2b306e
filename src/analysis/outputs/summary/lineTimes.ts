/** When the lines that findings name were written: the history keeps times by fact, not by line. */
import type { LineReference, ProvenHistory } from '../../../inference/history.ts';
import { queriesOf } from '../../../inference/queries.ts';
import type { Instant } from '../../../kubelet/time.ts';
import { packLine } from '../../../inference/store/lines.ts';

/** Finds the times of these lines; one that states nothing has none. */
export function lineTimes(
  history: ProvenHistory,
  wanted: readonly LineReference[],
): (at: LineReference) => Instant | undefined {
  const times = new Map<number, Instant | undefined>(wanted.map((at) => [packLine(at), undefined]));
  const take = (at: LineReference, time: Instant): void => {
    const key = packLine(at);
    if (times.has(key)) times.set(key, time);
  };
  if (times.size > 0) {
    for (const skip of history.skips) take(skip, skip.time);
    for (const change of history.nodeReady) take(change, change.time);
    for (const process of history.processes) take(process.first, process.from);
    for (const { fact } of queriesOf(history).passingFacts(() => true))
      if (fact.timeUnknown !== true) take(fact, fact.time);
  }
  return (at) => times.get(packLine(at));
}
