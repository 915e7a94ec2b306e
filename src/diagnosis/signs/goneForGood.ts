/** The kubelet of a log that ended, and no other began after it. */
import type { KubeletProcess, ProcessEnding } from '../../inference/history.ts';
import { isKubeletUnit } from '../../inference/streams/processes.ts';
import type { DiagnosisView } from '../view.ts';

/** The last process of the only node of the log, where a line tells how it ended and none of a kubelet or its unit tells of a start after it. */
export function goneForGood({
  history,
  facts,
}: DiagnosisView): { readonly process: KubeletProcess; readonly ending: ProcessEnding } | undefined {
  const process = history.nodes.length === 1 ? history.processes.at(-1) : undefined;
  // Under headings the times of others are of captures of their own.
  if (history.sources.some(({ sections }) => sections === true)) return undefined;
  const ending = process?.ending;
  if (process === undefined || ending === undefined) return undefined;
  const again = facts
    .of(undefined, 'neighbour')
    .some(
      ({ what, unit, text, time }) => what === 'unit-started' && time >= ending.at.min && isKubeletUnit(unit, text),
    );
  return again ? undefined : { process, ending };
}
