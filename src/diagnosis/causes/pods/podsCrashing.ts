/**
 * pods-crashing: containers end soon after each start, or cannot be started at all. Sign: the kubelet's own CrashLoopBackOff, three deaths of one container, RunContainerError
 * and its kin. High for three pods with a wait of 2m40s, three lines with the longest wait of five minutes, or a container that could not be started three times; medium for one such line; low while
 * the waits of one or two pods still grow: a crash or two is an everyday event; but medium where the kernel says that it killed them for their own memory limit,
 * and where etcd or the API server has failed three times.
 */
import { seconds } from '../../../kubelet/time.ts';
import { type Cause, firstAndLast, makeFinding, plural, type Weight } from '../../cause.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { type CrashingPod, crashingPods } from '../../signs/crashingPods.ts';
import type { Confidence } from '../../finding.ts';
import { crashText, crashTitle, FAULT_OF_CONTAINERS, OTHERS_TOO, unstartableText } from '../../words/crashText.ts';
import { durationText } from '../../words/durationText.ts';
import { isOfNetwork } from '../../signs/networkPods.ts';
import { limitKills } from '../../signs/limitKills.ts';
import { mostNamed, type Reason } from '../../signs/reasons.ts';
import { isOfTheNode, START_REASONS } from '../../signs/startReasons.ts';
import { reasonStep } from '../../signs/takenName.ts';
import { type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import { isFull, MAKE_ROOM, NO_ROOM } from './noRoom.ts';
import { startCallsFailing } from './startCallsFailing.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';
import { namedSteps } from '../../tools/namedSteps.ts';

/** The longest that a kubelet waits by default (pkg/kubelet/kubelet.go, MaxCrashLoopBackOff): six crashes in a row and more. */
const LONGEST = seconds(300);

/** The wait after three crashes in a row. */
const NO_ACCIDENT = seconds(40);

/** Five crashes in a row. */
const LONG = seconds(160);

export const podsCrashing: Cause = {
  id: 'pods-crashing',
  find(view) {
    const crashing = crashingPods(view);
    const unstartable = troubledPods(view, 'container');
    if (crashing.length === 0 && unstartable.length === 0) return startCallsFailing(view);
    const signs = signsOf(view, crashing, unstartable);
    return [
      makeFinding('pods-crashing', {
        weight: weightOf(signs),
        confidence: confidenceOf(signs),
        title: titleOf(signs),
        explanation: [
          crashText(view, crashing),
          killsText(signs.kills),
          unstartableText(view, unstartable, signs.reason),
          meaningOf(signs),
        ]
          .filter((part) => part !== '')
          .join(' '),
        nextSteps: namedSteps(stepsOf(signs), crashing[0] ?? { pod: unstartable[0]?.pod }),
        timedBy: [
          ...crashing.flatMap(({ deaths, backOffs: { first, last } }) => [...deaths, first ?? [], last ?? []].flat()),
          ...firstAndLast(unstartable),
        ],
        evidence: [
          ...signs.kills.slice(0, 2),
          ...crashing.slice(0, 3).flatMap(evidenceOfCrash),
          ...firstAndLast(unstartable.slice(0, 3)),
        ],
      }),
    ];
  },
};

interface Signs {
  readonly crashing: readonly CrashingPod[];
  readonly unstartable: readonly TroubledPod[];
  readonly pods: ReadonlySet<string>;
  /** The most lines that say of one pod that its containers could not be started. */
  readonly failed: number;
  /** Three pods and more have crashed five times in a row. */
  readonly several: boolean;
  /** Those of the control plane among them, and whether one has failed so often that it is no accident. */
  readonly controlPlane: readonly string[];
  readonly isDown: boolean;
  /** Containers for which a disk had no room. */
  readonly noRoom: readonly TroubledPod[];
  readonly reason: Reason | undefined;
  /** Kills by the kernel for a memory limit of the container's own. */
  readonly kills: readonly NeighbourFact[];
}

function signsOf(view: DiagnosisView, crashing: Signs['crashing'], unstartable: Signs['unstartable']): Signs {
  return {
    crashing,
    unstartable,
    pods: new Set([...crashing, ...unstartable].map(({ pod }) => pod)),
    failed: unstartable.reduce((most, pod) => Math.max(most, pod.count), 0),
    several: crashing.filter((pod) => pod.backOffs.longest >= LONG).length >= 3,
    controlPlane: CONTROL_PLANE.filter((name) => crashing.some((pod) => isOf(pod, name))),
    // Without them no kubelet can report: three failures in a row are no everyday event.
    isDown: crashing.some(
      ({ backOffs }) => backOffs.longest >= NO_ACCIDENT && CONTROL_PLANE.some((name) => backOffs.containers.has(name)),
    ),
    noRoom: unstartable.filter(({ text }) => isFull(text)),
    reason: mostNamed(START_REASONS, unstartable),
    kills: unstartable.length > 0 ? [] : limitKills(view, crashing),
  };
}

function weightOf({ isDown, several, failed, kills }: Signs): Weight {
  if (isDown) return 'cause';
  return several || failed > 0 || kills.length > 0 ? 'pods' : 'circumstance';
}

function confidenceOf({ crashing, failed, several, kills, isDown }: Signs): Confidence {
  const longest = crashing.map(({ backOffs }) => ({ lines: backOffs.linesFrom(LONGEST), all: backOffs.count }));
  if (longest.some(({ lines }) => lines >= 3) || failed >= 3 || several) return 'high';
  // A log that does not show how the wait grew begins in the middle of it.
  const lasting = longest.some(({ lines, all }) => lines >= 2 || (lines === 1 && all === 1));
  return lasting || failed >= 1 || kills.length > 0 || isDown ? 'medium' : 'low';
}

function titleOf({ crashing, unstartable, pods, controlPlane, kills, noRoom }: Signs): string {
  const among = controlPlane.length > 0 && pods.size > 1 ? `, ${controlPlane.join(' and ')} among them` : '';
  const title = `${crashTitle(crashing, unstartable, pods.size)}${among}`;
  if (kills.length > 0) return `${title}: killed over a memory limit`;
  return noRoom.length === unstartable.length && crashing.length === 0
    ? `${title}: there is no room on a disk of the node`
    : title;
}

function meaningOf({ crashing, pods, controlPlane, noRoom, reason }: Signs): string {
  if (crashing.length === 0 && noRoom.length > 0) return NO_ROOM;
  if (crashing.length === 0 && isOfTheNode(reason)) return OTHERS_TOO;
  if (controlPlane.length > 0)
    return `That is the control plane itself: while ${controlPlane.join(' and ')} ${controlPlane.length === 1 ? 'is' : 'are'} down, no kubelet that depends on it can report, so nodes become Unknown; running pods keep running.`;
  const parts = CONTROLLERS.filter(({ name }) => crashing.some((pod) => isOf(pod, name)));
  if (parts.length > 0)
    return `That is a part of the control plane: ${parts.map(({ name, meanwhile }) => `while ${name} is down, ${meanwhile}`).join('; ')}. It also ends where the API server or etcd does not answer it in time, because it loses its lease then.`;
  return [...pods].some(isOfNetwork)
    ? 'That is a fault of the containers or of what they need, not of the kubelet or of PLEG; but other pods of this node have their network from it, and new ones wait.'
    : FAULT_OF_CONTAINERS;
}

function stepsOf({ crashing, unstartable, controlPlane, kills, noRoom, reason }: Signs): readonly string[] {
  const texts = unstartable.map(({ text }) => text);
  return [
    ...(controlPlane.length > 0
      ? [
          `Read what it said before it ended on this node itself, for without the API server kubectl has no answer: \`crictl ps -a --name ${controlPlane[0] ?? ''}\`, then \`crictl logs <id>\`.`,
        ]
      : []),
    ...(kills.length > 0 ? [LIMIT] : []),
    ...(noRoom.length > 0 ? [MAKE_ROOM] : []),
    ...(reason === undefined ? [] : [reasonStep(reason, texts)]),
    ...(crashing.every((pod) => CONTROL_PLANE.some((name) => isOf(pod, name))) ? [] : OF_CONTAINER),
    ...(unstartable.length > 0
      ? [
          `See what the start needs and does not have: \`kubectl -n <namespace> describe pod <pod>\`${unstartable.some(({ reasons }) => reasons.has('CreateContainerConfigError')) ? '; CreateContainerConfigError is a config map, a secret or a key that is missing' : ''}.`,
        ]
      : []),
  ];
}

const LIMIT =
  'Compare what it uses with its limit, and raise the limit or find what it keeps: `kubectl -n <namespace> describe pod <pod> | grep -A4 Limits`, `kubectl -n <namespace> top pod <pod> --containers`.';

const OF_CONTAINER = [
  'Read what the container said before it ended: `kubectl -n <namespace> logs <pod> -c <container> --previous`.',
  'See exit code and reason: `kubectl -n <namespace> describe pod <pod>` (137 with OOMKilled: its memory limit; 1 or 2: the application itself).',
];

function killsText(kills: readonly NeighbourFact[]): string {
  const name = kills[0]?.victim?.name;
  return kills.length === 0
    ? ''
    : `Just before ${plural(kills.length, 'death')} the kernel killed ${name ?? 'a process'} because a control group, mostly a container, had passed its own memory limit.`;
}

/** The containers of a control plane without which the API server does not answer, what the other needs first. */
const CONTROL_PLANE = ['etcd', 'kube-apiserver'] as const;

/** The other two, which depend on them; neither keeps a kubelet from reporting. */
const CONTROLLERS = [
  { name: 'kube-controller-manager', meanwhile: 'pods that are gone are not replaced' },
  { name: 'kube-scheduler', meanwhile: 'new pods stay Pending' },
] as const;

function isOf({ container, backOffs }: CrashingPod, name: string): boolean {
  return container === name || backOffs.containers.has(name);
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
