/**
 * image-gc-failing: unused images or dead containers cannot be removed, so the disk fills. Sign: `Image garbage collection failed`, `Container garbage collection failed`; not what the
 * first collection of a kubelet says while nothing is measured yet, and not a call that timed out (runtime-calls-time-out). Medium from two lines on, or where the line says that it failed
 * several times in a row, high from five, else low.
 */
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import { runtimeErrorOrEmpty } from '../../../messages/texts/runtimeError.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import { isBusy, whoHolds } from '../../words/busyText.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';

/** Said from the second failure on (pkg/kubelet/kubelet.go, StartGarbageCollection); the kubelet tries every five minutes. */
const IN_A_ROW = 'Image garbage collection failed multiple times in a row';

const CONTAINER_ID = /\b([\da-f]{64})\b/;

/** What it did remove before the errors of others (pkg/kubelet/images/image_gc_manager.go, freeSpace), or that these are in use (docker). */
const SOME_GONE = /freed [1-9]\d{0,20}(?: bytes)? space|is being used by running container/;

export const imageGcFailing: Cause = {
  id: 'image-gc-failing',
  find(view) {
    const facts = view.facts.fitting(
      'node-trouble',
      (fact): fact is NodeTroubleFact =>
        (fact.what === 'image-gc' || fact.what === 'container-gc') && !isOfRuntime(fact),
    );
    const last = facts.at(-1);
    if (last === undefined) return [];
    const images = facts.filter(({ what }) => what === 'image-gc').length;
    const what = images === 0 ? 'dead containers' : images === facts.length ? 'images' : 'images and dead containers';
    const inARow = facts.some(({ text }) => text.startsWith(IN_A_ROW));
    // Images that it found and could not delete are another trouble.
    const full = facts.some(
      ({ text }) =>
        !text.includes('errors in image deletion') &&
        /freed|eligible to free|over the high threshold|required amount/i.test(text),
    );
    return [
      makeFinding('image-gc-failing', {
        weight: 'circumstance',
        confidence: facts.length >= 5 ? 'high' : facts.length >= 2 || inARow ? 'medium' : 'low',
        title:
          images === 0
            ? 'Dead containers cannot be removed'
            : full
              ? 'Removing unused images wins back too little room'
              : SOME_GONE.test(last.text)
                ? 'Some images cannot be removed'
                : `Unused ${what} cannot be removed`,
        explanation:
          `${amountOf(view, facts, 'say')} that the garbage collection of ${what} failed: "${shorten(last.text, 220)}". ` +
          `${full ? 'It found too little to remove: what fills the disk is in use, or is something else than images. ' : ''}${images > 0 ? 'When the disk gets fuller, the kubelet reports disk pressure and ends pods.' : 'Dead containers pile up and make each listing slower.'}`,
        nextSteps: [
          ...(isBusy(last.text) ? [whoHolds(CONTAINER_ID.exec(last.text)?.[1]?.slice(0, 12) ?? '<id>')] : []),
          'See how full the disks are, and what fills them: `df -h; df -i; crictl imagefsinfo; du -xsh /var/lib/* /var/log | sort -h | tail`.',
          'See what could go: `crictl images`, `crictl ps -a --state Exited`; remove unused images by hand: `crictl rmi --prune`.',
        ],
        timedBy: facts,
        evidence: [...facts.slice(0, 3), ...facts.slice(-2)],
      }),
    ];
  },
};

/** A collection that failed because the runtime did not answer, or was not there. */
function isOfRuntime({ text }: NodeTroubleFact): boolean {
  const error = classifyRuntimeError(runtimeErrorOrEmpty(text));
  return error === 'timed-out' || error === 'unreachable' || error === 'too-large';
}
