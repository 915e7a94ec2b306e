/** Pods that are to go and whose control group the kubelet cannot remove, so that they stay in Terminating. */
import { NO_POD } from '../../messages/texts/pod.ts';
import { makeFinding, plural, type RankedFinding } from '../cause.ts';
import { amountText, mostText } from '../words/amountText.ts';
import { bothEnds, podText } from '../words/factText.ts';
import { stretchOf, type TroubledPod, troubledPods } from './podTroubles.ts';
import type { DiagnosisView } from '../view.ts';

/** Once or twice is a process that was about to end. */
const AGAIN = 3;
/** `[kubepods burstable podc5659845-8967-408a-aa34-1223384f0ade]`. */
const GROUP = /\bpod([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32})\b/;

export function keptControlGroups(view: DiagnosisView): readonly RankedFinding[] {
  const pods = troubledPods(view, 'control-group');
  const stretch = stretchOf(pods);
  const worst = pods[0];
  if (stretch === undefined || worst === undefined) return [];
  const lines = pods.reduce((sum, { count }) => sum + count, 0);
  const uid = worst.uid ?? GROUP.exec(worst.text)?.[1];
  return [
    makeFinding('cgroup-trouble', {
      weight: 'pods',
      confidence: worst.count >= AGAIN ? 'medium' : 'low',
      title: `The control group of ${pods.length === 1 ? nameOf(worst) : plural(pods.length, 'pod')} could not be removed`,
      explanation: `${amountText(view, lines, stretch.first, stretch.last)} ${lines === 1 ? 'says' : 'say'} that the kubelet could not remove control groups of pods that are to go: ${mostText(pods.map((pod) => ({ name: nameOf(pod), count: pod.count })))}. The text: "${bothEnds(worst.text, 240)}". The kernel removes none in which a process or another group is left. Such a pod stays in Terminating; other pods are not hurt.`,
      nextSteps: [
        ...(uid === undefined
          ? []
          : [
              `See which processes are left in it: \`find /sys/fs/cgroup -path "*pod${uid.replaceAll('-', '?')}*" -name cgroup.procs -exec grep -H . {} +\`; those in state D cannot be killed, a shim that is left over can: \`ps -o pid,ppid,stat,args -p <pid>\`.`,
            ]),
        'Look for what holds it: `systemctl list-units --type=slice | grep kubepods`, `systemd-cgls /kubepods.slice`; an agent on the node that puts itself into groups of pods keeps them.',
      ],
      timedBy: [stretch.first, stretch.last],
      evidence: pods.slice(0, 4).flatMap(({ first, last }) => [first, last]),
    }),
  ];
}

function nameOf({ pod }: TroubledPod): string {
  return pod === podText(NO_POD) ? 'a pod' : pod;
}
