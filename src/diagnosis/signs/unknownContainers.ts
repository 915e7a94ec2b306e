/**
 * Control groups for which cAdvisor finds no container at the runtime. cAdvisor looks at every group below that of the pods, when it begins and when one is made
 * (google/cadvisor, manager/manager.go), and asks the runtime whose it is.
 */
import type { NodeTroubleFact } from '../../messages/fact.ts';
import { makeFinding, plural, type RankedFinding } from '../cause.ts';
import { amountOf } from '../words/amountText.ts';
import { bothEnds } from '../words/factText.ts';
import type { DiagnosisView } from '../view.ts';

/** containerd's client and docker's (`task … not found`, `no such container`), cAdvisor of CRI-O (`Status 404`), and of docker, which looks for the layers of the container first. */
const NOT_THERE = /not found|no such|status 404|can't find|failed to identify the read-write layer/i;
const GROUP = /^Failed to create existing container: (\S{1,300}): /;

/** The id of a container at the end of its group. */
const OF_CONTAINER = /[0-9a-f]{64}(?:\.scope)?$/;

export function isOfUnknownContainer({ message }: NodeTroubleFact): boolean {
  return message.startsWith('cgroup.existing');
}

/** One finding for all of them: nothing follows from it but that they are not measured. */
export function unknownContainers(view: DiagnosisView, lines: readonly NodeTroubleFact[]): readonly RankedFinding[] {
  const last = lines.at(-1);
  if (last === undefined) return [];
  const groups = new Set(lines.map(({ text }) => GROUP.exec(text)?.[1] ?? ''));
  const isGone = lines.every(({ text }) => OF_CONTAINER.test(GROUP.exec(text)?.[1] ?? '') && NOT_THERE.test(text));
  return [
    makeFinding('cgroup-trouble', {
      weight: 'note',
      confidence: 'low',
      title: isGone
        ? 'Control groups of containers that the runtime does not have any more'
        : 'Control groups of containers cannot be measured',
      explanation: `${amountOf(view, lines, 'name')} ${plural(groups.size, 'control group')} whose container cAdvisor cannot ask the runtime about: "${bothEnds(last.text.replace(GROUP, ''), 200)}". ${
        isGone
          ? 'Such a container ended just then, or its group stayed behind when the runtime or the machine was stopped hard.'
          : 'The runtime did not answer as cAdvisor expects, or had just been started.'
      } It is missing in metrics; neither the node nor other pods are hurt by it.`,
      nextSteps: [
        'Nothing to do, where the same ids do not come again for hours.',
        'See whether anything runs in the group that the line names: `find /sys/fs/cgroup -path "*<id>*" -name cgroup.procs -exec grep -H . {} +`; an empty one is a leftover, and goes with the next reboot of the node.',
      ],
      timedBy: lines,
      evidence: [...lines.slice(0, 3), ...lines.slice(-1)],
    }),
  ];
}
