/**
 * What etcd and the API server say of themselves in the same capture: why a kubelet did not reach its API server. Only lines near its failed calls count, and where a
 * log has several nodes, only those of the same node.
 */
import { seconds } from '../../kubelet/time.ts';
import type { Fact, NeighbourFact } from '../../messages/fact.ts';
import { KINE } from '../../messages/facts/controlPlane.ts';
import { isOfControlPlane } from '../../messages/factTraits.ts';
import { type ApiStretch, WAITED } from './apiTrouble.ts';
import { plural } from '../cause.ts';
import { distributionOf } from '../tools/distribution.ts';
import { shorten } from '../words/factText.ts';
import { otherMachineOf } from './otherMachine.ts';
import { ownNeighbours } from './ownNeighbours.ts';
import type { PodTroubleKind } from './podErrorParts.ts';
import { type TroubledPod, troubledPods } from './podTroubles.ts';
import { reasonOf } from './reasons.ts';
import { SANDBOX_IMAGE, sandboxImageSteps } from './sandboxImage.ts';
import type { DiagnosisView } from '../view.ts';

/** A cause stands before what it leads to, by a time-out or two. */
const BEFORE = seconds(120);
const AFTER = seconds(30);

/** What an answer and a line of it differ by, where stamps are cut to the second. */
const AT_ONCE = seconds(1);

export interface ControlPlaneTrouble {
  /** One or two sentences. */
  readonly text: string;
  /** Words for a title, after "could not be reached". */
  readonly title: string;
  readonly nextSteps: readonly string[];
  readonly facts: readonly Fact[];
}

/** Static pods by whose end the API server of the node is gone. */
const STATIC_PODS = /^(?:kube-apiserver|etcd)-/;

/** What stands beside these failed calls, the weightiest first; `undefined`: nothing. */
export function controlPlaneTrouble(
  view: DiagnosisView,
  stretches: readonly ApiStretch[],
): ControlPlaneTrouble | undefined {
  const facts = saidNear(view, stretches);
  const of = (what: NeighbourFact['what']): readonly NeighbourFact[] => facts.filter((fact) => fact.what === what);
  return (
    failingTrouble(view, stretches, of('etcd-failing')) ??
    endedTrouble(of('api-server-failing')) ??
    crashTrouble(view, stretches) ??
    unstartedTrouble(view, stretches) ??
    slowTrouble(stretches, of('etcd-slow'))
  );
}

/** What the control plane of the same node says near these failed calls. */
function saidNear(view: DiagnosisView, stretches: readonly ApiStretch[]): readonly NeighbourFact[] {
  const isOwn = ownNeighbours(view.history);
  return view.facts
    .of(undefined, 'neighbour')
    .filter(
      (fact) =>
        isOfControlPlane(fact) &&
        otherMachineOf(view, fact) === undefined &&
        stretches.some(
          ({ first, last, process }) =>
            (process === undefined || isOwn(fact, process.node)) &&
            fact.time >= first.time - BEFORE &&
            fact.time <= last.time + AFTER,
        ),
    );
}

/** What it says of clients whose certificate it does not take, while it refused these calls. */
export function clientsRefused(view: DiagnosisView, stretches: readonly ApiStretch[]): readonly NeighbourFact[] {
  return saidNear(view, stretches).filter(
    ({ what, time }) =>
      what === 'client-refused' &&
      stretches.some(({ first, last }) => time >= first.time - AT_ONCE && time <= last.time + AT_ONCE),
  );
}

function failingTrouble(
  view: DiagnosisView,
  stretches: readonly ApiStretch[],
  failing: readonly NeighbourFact[],
): ControlPlaneTrouble | undefined {
  if (failing.length === 0) return undefined;
  const byServer = failing.some(({ unit }) => unit === 'kube-apiserver');
  const ofKine = failing.some(({ unit }) => unit === KINE);
  return {
    text: `${byServer ? 'The API server of this node could not use its etcd' : ofKine ? 'The database of the API server took no writes' : 'etcd on this node could not do its work'}, as ${plural(failing.length, 'line')} of ${byServer || ofKine ? 'its own' : "etcd's own"} ${failing.length === 1 ? 'says' : 'say'}: "${shorten(wordsOf(failing), 160)}". So the kubelet's failed calls are a consequence. `,
    title: byServer
      ? ', because it did not reach its etcd'
      : ofKine
        ? ', because its database took no writes'
        : ', because its etcd failed',
    nextSteps: [
      !byServer && ofKine && isUnknownPlace(view, stretches)
        ? LOOK_AT_DATABASE
        : 'Look at etcd first: `crictl ps -a --name etcd`, `crictl logs <id>`; is its disk full or slow (`df -h /var/lib/etcd`, `iostat -x 1 5`), are the other members there (`etcdctl endpoint status --cluster -w table`)?',
    ],
    facts: failing,
  };
}

function endedTrouble(ended: readonly NeighbourFact[]): ControlPlaneTrouble | undefined {
  const [first] = ended;
  if (first === undefined) return undefined;
  return {
    text: `The API server of this node ended by itself: "${shorten(first.text, 160)}". `,
    title: ', because it ended',
    nextSteps: ["Read the API server's own log: `crictl ps -a --name kube-apiserver`, `crictl logs <id>`."],
    facts: ended,
  };
}

/** The kubelet says that a part of the control plane does not stay up. */
function crashTrouble(view: DiagnosisView, stretches: readonly ApiStretch[]): ControlPlaneTrouble | undefined {
  const pods = staticPods(view, stretches, 'crash');
  const names = pods.map(({ pod }) => nameOf(pod));
  const [name] = names;
  if (name === undefined) return undefined;
  return {
    text: `This node runs the API server itself, and the kubelet says that ${names.slice(0, 2).join(' and ')} ${names.length === 1 ? 'does' : 'do'} not stay up (CrashLoopBackOff). So the kubelet's failed calls are a consequence. `,
    title: `, because ${name} does not stay up`,
    nextSteps: [
      `Read why it ends: \`crictl ps -a --name ${name.startsWith('etcd') ? 'etcd' : 'kube-apiserver'}\`, \`crictl logs <id>\`.`,
      ...(allEnd(view, stretches) ? [CGROUP_DRIVERS] : []),
    ],
    facts: pods.map(({ last }) => last),
  };
}

function slowTrouble(
  stretches: readonly ApiStretch[],
  slow: readonly NeighbourFact[],
): ControlPlaneTrouble | undefined {
  const [first] = slow;
  if (first === undefined) return undefined;
  const store = storeOf(slow);
  const isWhy = stretches.some(({ samples }) => samples.some(({ failure }) => WAITED.has(failure)));
  return {
    text: `${store.long} was slow meanwhile, as ${plural(slow.length, 'line')} of its own ${slow.length === 1 ? 'says' : 'say'}: "${shorten(first.text, 140)}".${isWhy ? ' What waits for it is not answered in time.' : ''} `,
    title: isWhy ? `, while its ${store.short} was slow` : '',
    nextSteps: [
      `See whether the disk of ${store.short === 'etcd' ? 'etcd' : `the ${store.short}`} is slow: \`iostat -x 1 5\`; its fsync should take less than 10 ms.`,
    ],
    facts: slow,
  };
}

/** Elsewhere the words of the distribution take the place of etcd's. */
function isUnknownPlace(view: DiagnosisView, stretches: readonly ApiStretch[]): boolean {
  return stretches.every(({ process }) => process === undefined || distributionOf(view, process) === 'unknown');
}

const LOOK_AT_DATABASE =
  'Look at the database of the API server first: is its disk full or slow (`df -h`, `iostat -x 1 5`)? Memory cards and USB sticks are too slow for it.';

/** What was slow: etcd by its own words, the database of kine by its, or what the API server keeps all in. */
function storeOf(slow: readonly NeighbourFact[]): { readonly long: string; readonly short: string } {
  const units = new Set(slow.map(({ unit }) => unit));
  if (units.has(KINE)) return { long: 'The database of the API server', short: 'database' };
  return units.has('etcd')
    ? { long: 'On this node etcd', short: 'etcd' }
    : { long: 'The storage of the API server', short: 'storage' };
}

/** kubernetes.io/docs, "Container Runtimes" (cgroup drivers): where kubelet and runtime have different ones, systemd ends what the kubelet starts, one pod after another. */
const CGROUP_DRIVERS =
  'All of its control plane ends again and again: where etcd says no more than `received signal; shutting down`, compare the cgroup drivers: `containerd config dump | grep SystemdCgroup` (true for systemd), `grep cgroupDriver /var/lib/kubelet/config.yaml`.';
const ANY = /^/;
const CONTROL_PLANE = /^(?:kube-apiserver|etcd|kube-scheduler|kube-controller-manager)-/;

/** Whether it is not one pod of the control plane that crashes: three of the four at least do. */
function allEnd(view: DiagnosisView, stretches: readonly ApiStretch[]): boolean {
  const names = podsNear(view, stretches, 'crash', CONTROL_PLANE).map(
    ({ pod }) => CONTROL_PLANE.exec(nameOf(pod))?.[0],
  );
  return new Set(names).size >= 3;
}

/** What keeps a static pod from being started, by the kind of its trouble, the one that comes first in a start first. */
const HINDRANCES = [
  ['sandbox', 'its sandbox could not be made'],
  ['image', 'its image could not be pulled'],
  ['container', 'its container could not be started'],
] as const;

/** The kubelet cannot start the API server of the node, or its etcd: what hinders it has a finding of its own. */
function unstartedTrouble(view: DiagnosisView, stretches: readonly ApiStretch[]): ControlPlaneTrouble | undefined {
  for (const [kind, what] of HINDRANCES) {
    const pods = staticPods(view, stretches, kind);
    const [worst] = pods;
    if (worst === undefined) continue;
    const names = pods.map(({ pod }) => nameOf(pod));
    const isOfPause = kind === 'sandbox' && pods.some(({ text }) => reasonOf([SANDBOX_IMAGE], text) !== undefined);
    return {
      text: `This node runs the API server itself, and the kubelet cannot start ${names.slice(0, 2).join(' and ')}: ${isOfPause ? SANDBOX_IMAGE[1] : what}. So the kubelet's failed calls are a consequence. `,
      title: isOfPause
        ? ', because the sandbox image (pause) for its pod could not be had'
        : `, because ${names[0] ?? ''} cannot be started`,
      nextSteps: isOfPause
        ? sandboxImageSteps(pods.map(({ text }) => text))
        : [
            'See why it is not started: `journalctl -u kubelet | grep -E "kube-apiserver|etcd" | grep "Error syncing pod" | tail -3`.',
          ],
      facts: pods.map(({ last }) => last),
    };
  }
  return besideUnstarted(view, stretches);
}

/** The kubelet can make no sandbox for the other pods of its control plane: its API server, of which no line may tell, is made in the same way. */
function besideUnstarted(view: DiagnosisView, stretches: readonly ApiStretch[]): ControlPlaneTrouble | undefined {
  const [pod] = stretches.some(({ first }) => first.failure === 'refused')
    ? podsNear(view, stretches, 'sandbox', CONTROL_PLANE)
    : [];
  if (pod === undefined) return undefined;
  const name = nameOf(pod.pod);
  return {
    text: `This node is of the control plane, and the sandbox of ${name} could not be made. Where the API server is a pod of this node, it is kept from its start in the same way. `,
    title: `, while the sandbox of ${name} could not be made`,
    nextSteps: [
      'See whether the API server runs here, and why not: `crictl ps -a --name kube-apiserver`, `journalctl -u kubelet | grep -E "sandbox" | tail -3`.',
    ],
    facts: [pod.last],
  };
}

/** Pods that the kubelet cannot start, near a time in which it has no Node object: it reads no pods from the API server then, so they are those of its manifests. */
export function hasUnstartedPods(view: DiagnosisView, stretches: readonly ApiStretch[]): boolean {
  return HINDRANCES.some(([kind]) => podsNear(view, stretches, kind, ANY).length > 0);
}

/** The pods of API server and etcd with such a trouble near these failed calls. */
function staticPods(
  view: DiagnosisView,
  stretches: readonly ApiStretch[],
  kind: PodTroubleKind,
): readonly TroubledPod[] {
  return podsNear(view, stretches, kind, STATIC_PODS);
}

function podsNear(
  view: DiagnosisView,
  stretches: readonly ApiStretch[],
  kind: PodTroubleKind,
  names: RegExp,
): readonly TroubledPod[] {
  return troubledPods(view, kind).filter(
    ({ pod, firstTime, lastTime }) =>
      names.test(nameOf(pod)) &&
      stretches.some(({ first, last }) => firstTime <= last.time + AFTER && lastTime >= first.time - BEFORE),
  );
}

/** What says most: the last words of a program before errors of a connection, of which only the error counts. */
function wordsOf(facts: readonly NeighbourFact[]): string {
  const ownWords = facts.find(({ text }) => !text.includes(CONNECTION));
  const text = ownWords?.text ?? facts[0]?.text ?? '';
  const error = text.lastIndexOf('Err: ');
  return text.includes(CONNECTION) && error >= 0 ? text.slice(error + 'Err: '.length) : text;
}

/** How gRPC begins the line of a connection that could not be made. */
const CONNECTION = 'addrConn.createTransport';

function nameOf(pod: string): string {
  return pod.slice(pod.indexOf('/') + 1);
}
