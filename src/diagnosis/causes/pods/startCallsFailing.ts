import { makeFinding, type RankedFinding } from '../../cause.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { reasonOf } from '../../signs/reasons.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import { isOfTheNode, START_REASONS } from '../../signs/startReasons.ts';
import { ownerOfName, reasonStep, withoutAdvice } from '../../signs/takenName.ts';
import { amountOf } from '../../words/amountText.ts';
import { bothEnds } from '../../words/factText.ts';
import { FAULT_OF_CONTAINERS, OTHERS_TOO } from '../../words/crashText.ts';
import type { DiagnosisView } from '../../view.ts';
import { isFull, MAKE_ROOM, NO_ROOM } from './noRoom.ts';

/** Where only the calls to the runtime are in the log: a name that is taken tells the pod. */
export function startCallsFailing(view: DiagnosisView): readonly RankedFinding[] {
  const calls = view.facts.fitting(
    'runtime-call-failed',
    ({ method, error }) =>
      (method === 'CreateContainer' || method === 'StartContainer') && classifyRuntimeError(error) === 'refused',
  );
  const last = calls.at(-1);
  if (last === undefined) return [];
  const text = withoutAdvice(last.error.text.replaceAll(/\\{1,16}"/g, '"'));
  const owner = ownerOfName(text);
  const reason = reasonOf(START_REASONS, text);
  return [
    makeFinding('pods-crashing', {
      weight: 'pods',
      confidence: calls.length >= 3 ? 'high' : 'medium',
      title: owner === undefined ? 'A container cannot be started' : `Containers of ${owner.pod} cannot be started`,
      explanation: `${amountOf(view, calls, 'say')} that a container could not be started (${[...new Set(calls.map(({ method }) => method))].join(', ')}): ${owner?.pod ?? 'a pod whose name is not in the line'}. ${reason === undefined ? 'The text' : `As the text says, ${reason[1]}`}: "${bothEnds(text, 260)}". ${isFull(text) ? NO_ROOM : isOfTheNode(reason) ? OTHERS_TOO : FAULT_OF_CONTAINERS}`,
      nextSteps: namedSteps(
        [
          ...(isFull(text) ? [MAKE_ROOM] : []),
          ...(reason === undefined ? [] : [reasonStep(reason, [text])]),
          'See what the start needs and does not have: `kubectl -n <namespace> describe pod <pod>`.',
        ],
        { pod: owner?.pod, container: owner?.container },
      ),
      timedBy: calls,
      evidence: [...calls.slice(0, 2), ...calls.slice(-1)],
    }),
  ];
}
