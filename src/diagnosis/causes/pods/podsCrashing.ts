/**
 * pods-crashing: containers end soon after each start, or cannot be started at all. Sign: the kubelet's own CrashLoopBackOff, three deaths of one container, RunContainerError
 * and its kin. High for three pods with a wait of 2m40s, three lines with the longest wait of five minutes, or a container that could not be started three times; medium for one such line; low while
 * the waits of one or two pods still grow: a crash or two is an everyday event; but medium where the kernel says that it killed them for their own memory limit,
 * and where etcd or the API server has failed three times.
 */
import { NO_MORE_CONTROL_GROUPS } from '../../signs/controlGroups.ts';
import { seconds } from '../../../kubelet/time.ts';
import { type Cause, makeFinding, plural, type RankedFinding, times } from '../../cause.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { isOfGroup } from '../../signs/neighbours.ts';
import type { CrashingPod } from '../../signs/crashingPods.ts';
import { crashingPods } from '../../signs/crashingPods.ts';
import { durationText } from '../../words/durationText.ts';
import { bothEnds } from '../../words/factText.ts';
import { isOfNetwork } from '../../signs/networkPods.ts';
import { mostNamed, type Reason, reasonOf } from '../../signs/reasons.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import { isOfTheNode, START_REASONS } from '../../signs/startReasons.ts';
import { ownerOfName, reasonStep, withoutAdvice } from '../../signs/takenName.ts';
import {
  type Timed,
  amountOf,
  amountText,
  linesOf,
  mostText,
  namesText,
  podsText,
  together,
} from '../../words/amountText.ts';
import { stretchOf, type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import type { DiagnosisView } from '../../view.ts';
import { lineEvidence } from '../../view.ts';
import { namedSteps } from '../../tools/namedSteps.ts';

/** The longest that a kubelet waits by default (pkg/kubelet/kubelet.go, MaxCrashLoopBackOff): six crashes in a row and more. */
const LONGEST = seconds(300);

/** So many are named. */
const MOST_NAMED = 3;

/** The wait after three crashes in a row. */
const NO_ACCIDENT = seconds(40);

/** Five crashes in a row. */
const LONG = seconds(160);

export const podsCrashing: Cause = {
  id: 'pods-crashing',
  find(view) {
    const crashing = crashingPods(view);
    const unstartable = troubledPods(view, 'container');
    if (crashing.length === 0 && unstartable.length === 0) return ofCallsAlone(view);
    const failed = unstartable.reduce((most, pod) => Math.max(most, pod.count), 0);
    const several = crashing.filter((pod) => pod.backOffs.longest >= LONG).length >= 3;
    const longest = crashing.map((pod) => pod.backOffs.linesFrom(LONGEST));
    const high = longest.some((lines) => lines >= 3) || failed >= 3 || several;
    // A log that does not show how the wait grew begins in the middle of it.
    const lasting = crashing.some(
      (pod, index) => (longest[index] ?? 0) >= 2 || ((longest[index] ?? 0) === 1 && pod.backOffs.count === 1),
    );
    const controlPlane = CONTROL_PLANE.filter((name) =>
      crashing.some(({ container, backOffs }) => container === name || backOffs.containers.has(name)),
    );
    // Without them no kubelet can report: three failures in a row are no everyday event.
    const isDown = crashing.some(
      ({ backOffs }) => backOffs.longest >= NO_ACCIDENT && CONTROL_PLANE.some((name) => backOffs.containers.has(name)),
    );
    const pods = new Set([...crashing, ...unstartable].map(({ pod }) => pod));
    const noRoom = unstartable.filter(
      ({ text }) => text.includes('no space left on device') && !NO_MORE_CONTROL_GROUPS.test(text),
    );
    const reason = mostNamed(
      START_REASONS,
      unstartable.map(({ text, count }) => ({ text, lines: count })),
    );
    const kills = unstartable.length > 0 ? [] : killsBefore(view, crashing);
    return [
      makeFinding('pods-crashing', {
        weight: isDown ? 'cause' : several || failed > 0 || kills.length > 0 ? 'pods' : 'circumstance',
        confidence: high ? 'high' : lasting || failed >= 1 || kills.length > 0 || isDown ? 'medium' : 'low',
        title: `${titleOf(crashing, unstartable, pods.size)}${kills.length > 0 ? ': killed over a memory limit' : noRoom.length === unstartable.length && crashing.length === 0 ? ': there is no room on a disk of the node' : ''}`,
        explanation: [
          crashText(view, crashing),
          killsText(kills),
          unstartableText(view, unstartable, reason),
          noRoom.length > 0 && crashing.length === 0
            ? NO_ROOM
            : isOfTheNode(reason) && crashing.length === 0
              ? OTHERS_TOO
              : meaningOf(controlPlane, [...pods].some(isOfNetwork)),
        ]
          .filter((part) => part !== '')
          .join(' '),
        nextSteps: namedSteps(
          [
            ...(controlPlane.length > 0
              ? [
                  `Read what it said before it ended on this node itself, for without the API server kubectl has no answer: \`crictl ps -a --name ${controlPlane[0] ?? ''}\`, then \`crictl logs <id>\`.`,
                ]
              : []),
            ...(kills.length > 0 ? [LIMIT] : []),
            ...(noRoom.length > 0 ? [MAKE_ROOM] : []),
            ...(reason === undefined
              ? []
              : [
                  reasonStep(
                    reason,
                    unstartable.map(({ text }) => text),
                  ),
                ]),
            ...(crashing.length > 0
              ? [
                  'Read what the container said before it ended: `kubectl -n <namespace> logs <pod> -c <container> --previous`.',
                  'See exit code and reason: `kubectl -n <namespace> describe pod <pod>` (137 with OOMKilled: its memory limit; 1 or 2: the application itself).',
                ]
              : []),
            ...(unstartable.length > 0
              ? [
                  `See what the start needs and does not have: \`kubectl -n <namespace> describe pod <pod>\`${hasReason(unstartable, 'CreateContainerConfigError') ? '; CreateContainerConfigError is a config map, a secret or a key that is missing' : ''}.`,
                ]
              : []),
          ],
          crashing[0] ?? { pod: unstartable[0]?.pod },
        ),
        timedBy: [
          ...crashing.flatMap(({ deaths, backOffs: { first, last } }) => [...deaths, first ?? [], last ?? []].flat()),
          ...unstartable.flatMap(({ first, last }) => [first, last]),
        ],
        evidence: [
          ...kills.slice(0, 2),
          ...crashing.slice(0, 3).flatMap(evidenceOfCrash),
          ...unstartable.slice(0, 3).flatMap(({ first, last }) => [first, last]),
        ],
      }),
    ];
  },
};

/** Where only the calls to the runtime are in the log: a name that is taken tells the pod. */
function ofCallsAlone(view: DiagnosisView): readonly RankedFinding[] {
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
      explanation: `${amountOf(view, calls)} ${calls.length === 1 ? 'says' : 'say'} that a container could not be started (${[...new Set(calls.map(({ method }) => method))].join(', ')}): ${owner?.pod ?? 'a pod whose name is not in the line'}. ${reason === undefined ? 'The text' : `As the text says, ${reason[1]}`}: "${bothEnds(text, 260)}". ${isOfTheNode(reason) ? OTHERS_TOO : meaningOf([], false)}`,
      nextSteps: namedSteps(
        [
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

const NO_ROOM =
  'That is no fault of the containers: a disk of the node has no room left, or no inodes, so any pod that is to be started there can fail.';
const OTHERS_TOO = 'That is no fault of the container or of PLEG: other pods of this node can fail in the same way.';
const MAKE_ROOM =
  'Make room on the file system that the text names: `df -h; df -i`, `du -xsh /var/lib/* /var/log/* | sort -h | tail`.';

const LIMIT =
  'Compare what it uses with its limit, and raise the limit or find what it keeps: `kubectl -n <namespace> describe pod <pod> | grep -A4 Limits`, `kubectl -n <namespace> top pod <pod> --containers`.';

/** A container is found dead so soon after the kernel killed it; PLEG lists each second, and journal and klog are not one clock. */
const FOUND_DEAD = seconds(10);
/** So many kills that fit are no accident. */
const KILLS = 2;

/** The kills for a control group's own limit that the deaths of one crashing container followed; none where most of its deaths had no such reason. */
function killsBefore(view: DiagnosisView, crashing: readonly CrashingPod[]): readonly NeighbourFact[] {
  const [only] = crashing;
  if (only === undefined || crashing.length > 1) return [];
  const kills = view.facts.fitting(
    'neighbour',
    (fact): fact is NeighbourFact => isOfGroup(fact) && fact.victim !== undefined,
  );
  const died = only.deaths.filter(({ exitCode }) => exitCode === KILLED || exitCode === undefined);
  const fitting = kills.filter((kill) =>
    died.some(({ time }) => time >= kill.time - seconds(1) && time <= kill.time + FOUND_DEAD),
  );
  return fitting.length >= KILLS && fitting.length * 2 > only.deaths.length ? fitting : [];
}

/** 128 and SIGKILL. */
const KILLED = 137;

function killsText(kills: readonly NeighbourFact[]): string {
  const name = kills[0]?.victim?.name;
  return kills.length === 0
    ? ''
    : `Just before ${plural(kills.length, 'death')} the kernel killed ${name ?? 'a process'} because a control group, mostly a container, had passed its own memory limit.`;
}

/** The containers of a control plane without which the API server does not answer, what the other needs first. */
const CONTROL_PLANE = ['etcd', 'kube-apiserver'] as const;

function meaningOf(controlPlane: readonly string[], ofNetwork: boolean): string {
  if (controlPlane.length === 0 && ofNetwork)
    return 'That is a fault of the containers or of what they need, not of the kubelet or of PLEG; but other pods of this node have their network from it, and new ones wait.';
  if (controlPlane.length === 0)
    return 'That is a fault of the containers or of what they need, not of the kubelet or of PLEG; other pods are not hurt by it.';
  return `That is the control plane itself: while ${controlPlane.join(' and ')} ${controlPlane.length === 1 ? 'is' : 'are'} down, no kubelet that depends on it can report, so nodes become Unknown; running pods keep running. It is no fault of the kubelet or of PLEG.`;
}

function hasReason(pods: readonly TroubledPod[], reason: string): boolean {
  return pods.some(({ reasons }) => reasons.has(reason));
}

function titleOf(crashing: readonly CrashingPod[], unstartable: readonly TroubledPod[], pods: number): string {
  const [only] = crashing;
  if (unstartable.length === 0 && only !== undefined) {
    const who =
      only.container === undefined ? `Containers of ${only.pod}` : `The container ${only.container} of ${only.pod}`;
    return crashing.length === 1
      ? `${who} ${only.container === undefined ? 'do' : 'does'} not stay up`
      : `Containers of ${pods} pods do not stay up`;
  }
  const what = crashing.length === 0 ? 'cannot be started' : 'do not start or do not stay up';
  const one = unstartable[0]?.pod;
  return pods === 1 && one !== undefined ? `Containers of ${one} ${what}` : `Containers of ${pods} pods ${what}`;
}

function crashText(view: DiagnosisView, crashing: readonly CrashingPod[]): string {
  if (crashing.length === 0) return '';
  const backOffs = crashing.reduce((sum, pod) => sum + pod.backOffs.count, 0);
  const deaths = crashing.reduce((sum, pod) => sum + pod.deaths.length, 0);
  let first: Timed | undefined;
  let last: Timed | undefined;
  for (const { backOffs: put } of crashing) {
    if (put.first !== undefined && (first === undefined || put.first.time < first.time)) first = put.first;
    if (put.last !== undefined && (last === undefined || put.last.time >= last.time)) last = put.last;
  }
  const wait = crashing.reduce(
    (longest, { backOffs: { longest: own } }) => (own > longest ? own : longest),
    crashing[0]?.backOffs.longest ?? seconds(0),
  );
  const said =
    first !== undefined && last !== undefined
      ? `${amountText(view, backOffs, first, last)} ${backOffs === 1 ? 'says' : 'say'} that the kubelet waits${wait > 0 ? ` up to ${durationText(wait)}` : ''} before it starts a container again (CrashLoopBackOff)`
      : `Containers were found dead ${times(deaths)}`;
  const counted = crashing.map(({ pod, container, deaths: own, backOffs: put }) => ({
    name: container === undefined ? pod : `${container} of ${pod}`,
    count: backOffs > 0 ? put.count : own.length,
  }));
  const who = mostText(
    counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
    MOST_NAMED,
  );
  const others = counted.filter(({ count }) => count === 0);
  return `${said}: ${who}.${backOffs > 0 && deaths > 0 ? ` The log shows ${plural(deaths, 'death')}${others.length > 0 ? `, also of ${namesText(others)}` : ''}.` : ''}${grownText(crashing)}`;
}

/** How the wait of one container grew, which shows that it ended again and again. */
function grownText(crashing: readonly CrashingPod[]): string {
  const [worst] = crashing.toSorted((a, b) => b.backOffs.longest - a.backOffs.longest);
  const [from, to] = [worst?.backOffs.first?.wait ?? seconds(0), worst?.backOffs.last?.wait ?? seconds(0)];
  const steps = worst?.backOffs.waits.filter((wait) => wait >= from && wait <= to).length ?? 0;
  if (worst?.container === undefined || from === 0 || steps < 3) return '';
  return ` The wait of ${worst.container} grew from ${durationText(from)} to ${durationText(to)}: it doubles with each end, so it had ended at least ${steps} times.`;
}

function unstartableText(view: DiagnosisView, pods: readonly TroubledPod[], reason: Reason | undefined): string {
  const stretch = stretchOf(pods);
  if (stretch === undefined) return '';
  const count = linesOf(pods);
  const fitting = pods.find(({ text }) => reason !== undefined && reasonOf(START_REASONS, text) === reason) ?? pods[0];
  const text = withoutAdvice(fitting?.text.replaceAll(/\\{1,16}"/g, '"').replace(/^"|"$/g, '') ?? '');
  return `${amountText(view, count, stretch.first, stretch.last)} ${count === 1 ? 'says' : 'say'} that a container could not be started (${namesText(together(pods.map(({ reasons }) => reasons)))}): ${podsText(pods)}.${text === '' ? '' : ` ${reason === undefined ? 'The text' : `As the text says, ${reason[1]}`}: "${bothEnds(text, 260)}".`}`;
}

function evidenceOfCrash(pod: CrashingPod): ReturnType<typeof lineEvidence>[] {
  const { deaths, backOffs } = pod;
  const wait = backOffs.last;
  const death = deaths.at(-1);
  return [
    ...(wait === undefined
      ? []
      : [
          lineEvidence(
            backOffs.lineOf(wait),
            `Error syncing ${pod.pod}: CrashLoopBackOff, back-off ${durationText(wait.wait)}`,
          ),
        ]),
    ...(death === undefined
      ? []
      : [
          lineEvidence(
            death,
            `A container of ${pod.pod} was found dead${death.exitCode === undefined ? '' : `, exit code ${death.exitCode}`}`,
          ),
        ]),
  ];
}
