/**
 * Calls to the API server that got no answer while list calls to the runtime, over a socket of the node itself, got none either. No API server keeps a runtime from answering:
 * what both have in common is the node (its load, its disks, its memory), so the failed calls went along with it.
 */
import type { KubeletProcess } from '../../../inference/history.ts';
import { requestTimeout } from '../../../inference/requestTimeout.ts';
import type { ApiStretch } from '../../signs/apiTrouble.ts';
import { classifyRuntimeError, isListMethod } from '../../signs/runtimeErrors.ts';
import type { DiagnosisView } from '../../view.ts';

/** Whether that holds of all stretches: each call timed out, no earlier than the first of these list calls was made and no later than another could have been given up after the last. */
export function isOfStuckNode(view: DiagnosisView, stretches: readonly ApiStretch[]): boolean {
  const known = new Map<KubeletProcess, Stretch | undefined>();
  return stretches.every(({ process, first, last, samples }) => {
    if (process === undefined || samples.some(({ failure }) => failure !== 'timed-out')) return false;
    if (!known.has(process)) known.set(process, hangingLists(view, process));
    const lists = known.get(process);
    return lists !== undefined && lists.from <= first.time && last.time <= lists.to;
  });
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** From when the first list call that timed out was made until when one could have been given up that was made after the last. */
function hangingLists({ facts }: DiagnosisView, process: KubeletProcess): Stretch | undefined {
  const times = [
    ...facts.of(process.id, 'runtime-call-failed').filter(({ method }) => isListMethod(method)),
    ...facts.of(process.id, 'relist-failed'),
  ].flatMap(({ error, time }) => (classifyRuntimeError(error) === 'timed-out' ? [time] : []));
  if (times.length === 0) return undefined;
  const timeout = requestTimeout(process);
  const from = times.reduce((least, time) => (time < least ? time : least));
  return { from: from - timeout, to: times.reduce((most, time) => (time > most ? time : most)) + timeout };
}
