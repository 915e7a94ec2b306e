import type { CrashingPod } from '../signs/crashingPods.ts';
import { type Reason, reasonOf } from '../signs/reasons.ts';
import { START_REASONS } from '../signs/startReasons.ts';
import { withoutAdvice } from '../signs/takenName.ts';
import { stretchOf, type TroubledPod } from '../signs/podTroubles.ts';
import { plural, times } from '../cause.ts';
import { seconds } from '../../kubelet/time.ts';
import type { DiagnosisView } from '../view.ts';
import { type Timed, amountText, linesOf, mostText, namesText, podsText, together } from './amountText.ts';
import { durationText } from './durationText.ts';
import { bothEnds, ofPod } from './factText.ts';

/** So many are named. */
const MOST_NAMED = 3;

/** What it means where nothing else of the node is hurt by it. */
export const FAULT_OF_CONTAINERS =
  'That is a fault of the containers or of what they need, not of the kubelet or of PLEG; other pods are not hurt by it.';
export const OTHERS_TOO =
  'That is no fault of the container or of PLEG: other pods of this node can fail in the same way.';

/** What does not run, for a title: of `crashing` containers, and of pods whose containers cannot be started; `pods` of both. */
export function crashTitle(
  crashing: readonly CrashingPod[],
  unstartable: readonly TroubledPod[],
  pods: number,
): string {
  const [only] = crashing;
  if (unstartable.length === 0 && only !== undefined) {
    const who =
      only.container === undefined
        ? `Containers${ofPod(only.pod)}`
        : `The container ${only.container}${ofPod(only.pod)}`;
    return crashing.length === 1
      ? `${who} ${only.container === undefined ? 'do' : 'does'} not stay up`
      : `Containers${pods === 1 ? ofPod(only.pod) : ` of ${pods} pods`} do not stay up`;
  }
  const what = crashing.length === 0 ? 'cannot be started' : 'do not start or do not stay up';
  const one = unstartable[0]?.pod;
  return pods === 1 && one !== undefined ? `Containers${ofPod(one)} ${what}` : `Containers of ${pods} pods ${what}`;
}

/** How often the kubelet waited before it started a container again, how long, and whose it was. */
export function crashText(view: DiagnosisView, crashing: readonly CrashingPod[]): string {
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
      ? `${amountText(view, backOffs, first, last, 'say')} that the kubelet waits${wait > 0 ? ` up to ${durationText(wait)}` : ''} before it starts a container again (CrashLoopBackOff)`
      : `Containers were found dead ${times(deaths)}`;
  const counted = crashing.map(({ pod, container, deaths: own, backOffs: put }) => ({
    name: container === undefined ? pod : `${container}${ofPod(pod)}`,
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

/** What the kubelet says of containers that it could not start, and why. */
export function unstartableText(view: DiagnosisView, pods: readonly TroubledPod[], reason: Reason | undefined): string {
  const stretch = stretchOf(pods);
  if (stretch === undefined) return '';
  const count = linesOf(pods);
  const fitting = pods.find(({ text }) => reason !== undefined && reasonOf(START_REASONS, text) === reason) ?? pods[0];
  const text = withoutAdvice(fitting?.text.replaceAll(/\\{1,16}"/g, '"').replace(/^"|"$/g, '') ?? '');
  return `${amountText(view, count, stretch.first, stretch.last, 'say')} that a container could not be started (${namesText(together(pods.map(({ reasons }) => reasons)))}): ${podsText(pods)}.${text === '' ? '' : ` ${reason === undefined ? 'The text' : `As the text says, ${reason[1]}`}: "${bothEnds(text, 260)}".`}`;
}
