/** Pods that are to go and whose control group the kubelet cannot remove, so that they stay in Terminating. */
import { leastBy, mostBy } from '../../kubelet/most.ts';
import { grouped } from '../../kubelet/groups.ts';
import type { Fact, NodeTroubleFact } from '../../messages/fact.ts';
import { NO_POD } from '../../messages/texts/pod.ts';
import { firstAndLast, makeFinding, plural, type RankedFinding } from '../cause.ts';
import { amountText, linesOf, mostText } from '../words/amountText.ts';
import { bothEnds, podText } from '../words/factText.ts';
import { type TroubledPod, troubledPods } from './podTroubles.ts';
import type { DiagnosisView } from '../view.ts';

/** Once or twice is a process that was about to end. */
const AGAIN = 3;
/** `[kubepods burstable podc5659845-8967-408a-aa34-1223384f0ade]`. */
const GROUP = /\bpod([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32})\b/;

/** A pod, and the lines that say of it that its group stays. */
interface KeptGroup {
  readonly name: string;
  readonly uid: string | undefined;
  readonly count: number;
  readonly first: Fact;
  readonly last: Fact;
  readonly text: string;
}

/** `plain`: lines of the manager of the groups itself. A pod's worker says the same once more; where the pod is gone, nobody else does. */
export function keptControlGroups(view: DiagnosisView, plain: readonly NodeTroubleFact[]): readonly RankedFinding[] {
  const ofWorkers = troubledPods(view, 'control-group').map(ofWorker);
  const told = new Set(ofWorkers.map(({ uid }) => uid));
  const pods = [...ofWorkers, ...ofManager(view, plain).filter(({ uid }) => !told.has(uid))].sort(
    (a, b) => b.count - a.count || a.first.time - b.first.time,
  );
  const worst = pods[0];
  if (worst === undefined) return [];
  const stretch = {
    first: (leastBy(pods, ({ first }) => first.time) ?? worst).first,
    last: (mostBy(pods, ({ last }) => last.time) ?? worst).last,
  };
  const lines = linesOf(pods);
  const { uid } = worst;
  return [
    makeFinding('cgroup-trouble', {
      weight: 'pods',
      confidence: worst.count >= AGAIN ? 'medium' : 'low',
      title: `The control group of ${pods.length === 1 ? worst.name : plural(pods.length, 'pod')} could not be removed`,
      explanation: `${amountText(view, lines, stretch.first, stretch.last, 'say')} that the kubelet could not remove control groups of pods that are to go: ${mostText(pods)}. The text: "${bothEnds(worst.text, 240)}". The kernel removes none in which a process or another group is left. ${ofWorkers.length > 0 ? 'Such a pod stays in Terminating' : 'Such a group stays behind'}; other pods are not hurt.`,
      nextSteps: [
        ...(uid === undefined
          ? []
          : [
              `See which processes are left in it: \`find /sys/fs/cgroup -path "*pod${uid.replaceAll('-', '?')}*" -name cgroup.procs -exec grep -H . {} +\`; those in state D cannot be killed, a shim that is left over can: \`ps -o pid,ppid,stat,args -p <pid>\`.`,
            ]),
        'Look for what holds it: `systemctl list-units --type=slice | grep kubepods`, `systemd-cgls /kubepods.slice`; an agent on the node that puts itself into groups of pods keeps them.',
      ],
      timedBy: [stretch.first, stretch.last],
      evidence: firstAndLast(pods.slice(0, 4)),
    }),
  ];
}

function ofWorker({ pod, uid, count, first, last, text }: TroubledPod): KeptGroup {
  const name = pod === podText(NO_POD) ? 'a pod' : pod;
  return { name, uid: uid ?? GROUP.exec(text)?.[1], count, first, last, text };
}

/** The pods of the groups that the manager names by their uids, with the names that other lines give them. */
function ofManager(view: DiagnosisView, plain: readonly NodeTroubleFact[]): readonly KeptGroup[] {
  const byUid = grouped(plain, ({ text }) => GROUP.exec(text)?.[1] ?? '');
  const { pods } = view.queries.somePods(new Set(byUid.keys()), byUid.size);
  const names = new Map(pods.map((pod) => [pod.uid, podText(pod)]));
  return [...byUid].flatMap(([uid, facts]) => {
    const first = facts[0];
    const last = facts.at(-1);
    if (first === undefined || last === undefined) return [];
    const name = names.get(uid) ?? (uid === '' ? 'a pod' : uid);
    return [{ name, uid: uid === '' ? undefined : uid, count: facts.length, first, last, text: last.text }];
  });
}
