/**
 * process-limit: no more processes or threads can be started: on the node, or in the control group of one of its services. Sign: `fork/exec …: resource temporarily unavailable` in lines of
 * the kubelet and in errors of volumes and sandboxes; `fork rejected by pids controller` of the kernel, which says it once for a control group. High from three lines on, else medium.
 * A control group of a pod alone is not meant: that is the limit of the pod.
 */
import { seconds } from '../../../kubelet/time.ts';
import type { Fact } from '../../../messages/fact.ts';
import { saysNoProcess } from '../../../messages/texts/noProcess.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { troubledPods } from '../../signs/podTroubles.ts';
import { TOO_MANY_PROCESSES } from '../../signs/startReasons.ts';
import { amountText } from '../../words/amountText.ts';
import { shorten } from '../../words/factText.ts';
import type { DiagnosisView } from '../../view.ts';

/** From so many lines on it is no moment in which many start at once. */
const SEVERAL = 3;
/** What cannot be started is asked for again and again; PLEG calls itself unhealthy three minutes after its last good relist. */
const BEFORE = seconds(300);

interface Said {
  readonly line: Fact;
  readonly text: string;
  readonly count: number;
  readonly last: Fact;
}

export const processLimit: Cause = {
  id: 'process-limit',
  find(view) {
    const said = [...ofKubelet(view), ...ofPods(view), ...ofServices(view)].sort((a, b) => a.line.time - b.line.time);
    const [first] = said;
    if (first === undefined) return [];
    const count = said.reduce((sum, { count: lines }) => sum + lines, 0);
    const last = said.map((one) => one.last).reduce((latest, one) => (one.time > latest.time ? one : latest));
    const service = said.every(({ line }) => line.kind === 'neighbour') ? serviceOf(first.text) : undefined;
    const episodes = view.episodes.filter(({ from, to }) =>
      said.some(({ line, last: end }) => line.time <= to && end.time >= from - BEFORE),
    );
    return [
      makeFinding('process-limit', {
        weight: 'cause',
        confidence: count >= SEVERAL ? 'high' : 'medium',
        title:
          service === undefined
            ? 'No more processes can be started on the node'
            : `The control group of ${service} has as many processes as it may`,
        explanation: `${amountText(view, count, first.line, last, 'say')} so: "${shorten(first.text, 160)}". There are as many processes and threads as the kernel, or the unit of the service, allows. Whoever starts a program fails then: the runtime cannot start containers or run probes in them, the kubelet cannot mount volumes or measure disks, and calls that wait for such a program hang.`,
        nextSteps: [
          TOO_MANY_PROCESSES[2],
          "Look for processes that ended and that nobody collects (state Z): `ps -eo pid,ppid,stat,args | awk '$3 ~ /Z/' | head`; their parent has to end.",
          'Give the service more, or the node: `TasksMax=infinity` in the unit, `sysctl -w kernel.pid_max=4194304`; keep pods from taking all: `podPidsLimit` in the configuration of the kubelet.',
        ],
        timedBy: [first.line, last],
        evidence: said.flatMap(({ line, last: end }) => [line, end]),
        episodes,
      }),
    ];
  },
};

function ofKubelet(view: DiagnosisView): readonly Said[] {
  return nodeTroubles(view, 'process-limit').map((line) => ({ line, text: line.text, count: 1, last: line }));
}

/** Volumes that the kubelet cannot mount for it, and sandboxes for which the runtime cannot start its programs. */
function ofPods(view: DiagnosisView): readonly Said[] {
  return [...troubledPods(view, 'volume'), ...troubledPods(view, 'sandbox')]
    .filter(({ text }) => saysNoProcess(text))
    .map(({ first, last, text, count }) => ({ line: first, last, text, count }));
}

const OF_POD = /kubepods|\/docker[-/]|cri-containerd-|crio-[0-9a-f]|libpod/;
const OF_USER = '/user.slice/';

/** What the kernel says of the services of the node. */
function ofServices(view: DiagnosisView): readonly Said[] {
  return view.facts
    .fitting('neighbour', ({ what, text }) => what === 'fork-rejected' && !OF_POD.test(text) && !text.includes(OF_USER))
    .map((line) => ({ line, text: line.text, count: 1, last: line }));
}

/** `containerd.service` of `cgroup: fork rejected by pids controller in /system.slice/containerd.service`. */
function serviceOf(text: string): string | undefined {
  return /\/([\w@.-]{1,100}\.service)\b/.exec(text)?.[1];
}
