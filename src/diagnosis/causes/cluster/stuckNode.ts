/**
 * Calls to the API server that got no answer while list calls to the runtime, over a socket of the node itself, got none either. No API server keeps a runtime from answering:
 * what both have in common is the node (its load, its disks, its memory), so the failed calls went along with it.
 */
import { requestTimeout } from '../../../inference/requestTimeout.ts';
import type { ApiStretch } from '../../signs/apiTrouble.ts';
import { classifyRuntimeError, isListMethod } from '../../signs/runtimeErrors.ts';
import type { DiagnosisView } from '../../view.ts';

/** Whether that holds of all stretches: each call timed out, no earlier than the first of these list calls was made and no later than another could have been given up after the last. */
export function isOfStuckNode(view: DiagnosisView, stretches: readonly ApiStretch[]): boolean {
  return stretches.every(({ process, first, last, samples }) => {
    if (process === undefined || samples.some(({ failure }) => failure !== 'timed-out')) return false;
    const timeout = requestTimeout(process);
    const given = [
      ...view.facts.of(process.id, 'runtime-call-failed').filter(({ method }) => isListMethod(method)),
      ...view.facts.of(process.id, 'relist-failed'),
    ].filter(({ error }) => classifyRuntimeError(error) === 'timed-out');
    return (
      given.some(({ time }) => time - timeout <= first.time) && given.some(({ time }) => last.time <= time + timeout)
    );
  });
}
