/**
 * evicting: the kubelet ends pods, or turns them away, because the node is short of memory, process ids or disk. Sign: `must evict pod(s)`, `pods evicted`, pods that were turned
 * away. High when a pod was ended, medium when it had to and could not. Attempts to win back disk without a pod are disk-pressure's.
 * Where the free memory that it acts on is below nothing by more than any machine has, it does not claim that memory is short.
 */
import { REASON_OF_POD } from '../../tools/commonSteps.ts';
import type { EvictionFact } from '../../../messages/fact.ts';
import { type Cause, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { seconds } from '../../../kubelet/time.ts';
import { podText, shorten } from '../../words/factText.ts';
import {
  type Evictions,
  evictionsOf,
  isEvent,
  isOfDisk,
  isOfImpossible,
  isWithoutShortage,
  overText,
  ownApiEvicted,
  podsNamed,
  resourcesText,
} from '../../signs/evictions.ts';
import { namedSteps } from '../../tools/namedSteps.ts';
import { amountOf, amountText } from '../../words/amountText.ts';
import type { DiagnosisView } from '../../view.ts';

export const evicting: Cause = {
  id: 'evicting',
  find(view) {
    const evictions = evictionsOf(view);
    const wanted = wantedOf(evictions);
    const [first] = wanted;
    if (first === undefined) return [];
    if (isWithoutShortage(evictions)) return [ofOwnLimits(view, evictions)];
    const [figure] = evictions.impossible;
    if (figure !== undefined && isOfImpossible(evictions, wanted))
      return [ofImpossible(view, evictions, figure, wanted)];
    return [ofShortage(view, evictions, first, wanted)];
  },
};

/** The lines that tell most: of pods that were ended; of pods that were turned away, where nothing else is told; else of what is short. */
function wantedOf(evictions: Evictions): readonly EvictionFact[] {
  const { evicted, refused, mustEvict, reclaim, impossible, resources } = evictions;
  if (evicted.length > 0) return evicted;
  const short = reclaim.length > 0 ? reclaim : impossible;
  const others = mustEvict.length > 0 || isOfDisk(resources) ? mustEvict : short;
  return others.length === 0 ? refused : others;
}

/** Pods were ended, and nothing says that the node was short of anything. */
function ofOwnLimits(view: DiagnosisView, { evicted }: Evictions): RankedFinding {
  return makeFinding('evicting', {
    weight: 'pods',
    confidence: 'medium',
    title: `The kubelet evicted ${podsText(evicted)}`,
    explanation: `${amountOf(view, evicted, 'tell')} of pods that the kubelet evicted${namesOf(evicted)}. No line says that the node was short of anything: then such a pod had used more disk than it may (its limit of ephemeral-storage, or sizeLimit of an emptyDir), or the lines before are missing.`,
    nextSteps: namedSteps(
      [
        REASON_OF_POD,
        "Compare what it writes with its limits: `kubectl -n <namespace> get pod <pod> -o jsonpath='{.spec.containers[*].resources}{.spec.volumes}'`.",
      ],
      { pod: podsNamed(evicted, 1)[0] },
    ),
    timedBy: evicted,
    evidence: [...evicted.slice(0, 4), ...evicted.slice(-2)],
  });
}

function ofImpossible(
  view: DiagnosisView,
  { evicted, impossible }: Evictions,
  figure: EvictionFact,
  wanted: readonly EvictionFact[],
): RankedFinding {
  return makeFinding('evicting', {
    weight: 'pods',
    confidence: evicted.length > 0 ? 'high' : 'medium',
    title: `${evicted.length === 0 ? 'The kubelet takes the node to be short of memory' : `The kubelet evicted ${podsText(evicted)} for lack of memory`}, by a figure that cannot be true`,
    explanation: `${amountText(view, impossible.length, figure, impossible.at(-1) ?? figure)} ${impossible.length === 1 ? 'has' : 'have'} an amount of free memory that no machine can have: "${shorten(figure.text, 120)}". So nothing shows that memory is short: the statistics from which the kubelet reckons it are wrong.${evicted.length > 0 ? ` Pods were ended for it all the same${namesOf(evicted)}.` : ' Nothing shows that a pod was ended for it.'}`,
    nextSteps: [
      'Compare with what the kernel has free: `free -m`, `grep -E "MemTotal|MemAvailable" /proc/meminfo`.',
      'See what the kubelet measures: `kubectl get --raw /api/v1/nodes/<node>/proxy/stats/summary | grep -A8 -m1 \'"memory"\'`, and the kernel: `grep -H . /sys/fs/cgroup/memory/memory.usage_in_bytes /sys/fs/cgroup/memory.stat`.',
      'Note the versions, for a bug of the kernel or of cAdvisor in this kubelet is the likely reason: `uname -r`, `kubelet --version`.',
    ],
    timedBy: [...impossible, ...wanted],
    evidence: [...impossible.slice(0, 3), ...wanted.slice(0, 3)],
  });
}

function ofShortage(
  view: DiagnosisView,
  evictions: Evictions,
  first: EvictionFact,
  wanted: readonly EvictionFact[],
): RankedFinding {
  const { all, evicted, none, kept, refused, mustEvict } = evictions;
  const what = resourcesText(evictions.resources);
  const killed = evicted.length === 0 && killsAtOnce(view, mustEvict);
  return makeFinding('evicting', {
    weight: ownApiEvicted(view) === undefined ? 'pods' : 'cause',
    confidence: evicted.length > 0 ? 'high' : 'medium',
    title: shortageTitle(evictions, wanted, what),
    explanation: `${
      evicted.length > 0
        ? `The node ran short of ${what}. ${amountOf(view, evicted, 'tell')} of pods that the kubelet ended for it${namesOf(evicted)}${refused.length > 0 ? `, and ${plural(refused.length, 'pod')} ${refused.length === 1 ? 'was' : 'were'} turned away` : ''}. They do not come back here while the node reports the shortage.`
        : `${shortText(evictions, what)}. The kubelet says so in ${amountText(view, all.length, all[0] ?? first, all.at(-1) ?? first)}${none.length === 0 ? '' : none.every(isOfNoPod) && kept.length === 0 ? '; each time there was no active pod that it could end, so something outside of pods uses it up' : '; it found no pod that it could end'}.${rankedText(mustEvict, kept)}${keptText(kept)} ${killed ? 'Right after that it killed a container.' : 'Nothing shows that a pod was ended for it.'}`
    }${overText(view, evictions)}`,
    nextSteps: [
      'See the node conditions: `kubectl describe node <node> | grep -A8 Conditions`.',
      'Find what uses it up: `df -h; df -i; free -m; ps -eo pid,rss,args --sort -rss | head`, `crictl imagefsinfo`, `du -xsh /var/lib/* /var/log | sort -h | tail`.',
      'Set requests and limits (memory, ephemeral-storage) on the pods, and reserve for the system: `systemReserved`, `kubeReserved`.',
    ],
    timedBy: all,
    evidence: [...wanted.slice(0, 4), ...none.slice(0, 2), ...kept.slice(0, 1), ...wanted.slice(-2)],
  });
}

/** There was no pod at all: of those that it may not end it says that it was `unable to evict` them. */
function isOfNoPod({ message }: EvictionFact): boolean {
  return message.startsWith('eviction.no-active');
}

function shortageTitle(evictions: Evictions, wanted: readonly EvictionFact[], what: string): string {
  const { evicted, refused, none, mustEvict } = evictions;
  if (evicted.length > 0) return `The kubelet evicted ${podsText(evicted)} for lack of ${what}`;
  if (wanted === refused) return `The node turns pods away for lack of ${what}`;
  if (none.length > 0) return `The kubelet wants to evict pods for lack of ${what} but finds none that it could`;
  return mustEvict.length > 0 ? `The kubelet has to evict pods for lack of ${what}` : shortText(evictions, what);
}

/** Of events the last may be long ago; the eviction manager repeats its lines. */
function shortText({ all }: Evictions, what: string): string {
  return `The node ${all.every(isEvent) ? 'was' : 'is'} short of ${what}`;
}

/** It ends the first of the ranked pods without a word before (pkg/kubelet/eviction/eviction_manager.go, evictPod); up to 1.20 the line of a container that is killed names no pod. */
function killsAtOnce({ facts }: DiagnosisView, lines: readonly EvictionFact[]): boolean {
  const ranked = lines.filter(isRanked);
  return facts
    .all('container-named')
    .some(
      ({ what, pod, time }) =>
        what === 'killing' &&
        ranked.some(
          (line) =>
            time >= line.time &&
            time - line.time < AT_ONCE &&
            (pod.name === undefined || podText(pod) === firstRanked(line)),
        ),
    );
}

const AT_ONCE = seconds(1);

function isRanked({ message }: EvictionFact): boolean {
  return message.startsWith('eviction.ranked');
}

/** Who comes first in the order in which the kubelet would end pods; up to 1.20 as `name_namespace(uid)`. */
function firstRanked({ text }: EvictionFact): string | undefined {
  const [, name, namespace] = /ranked for eviction: ([^_,(]{1,253})_([a-z0-9-]{1,63})\(/.exec(text) ?? [];
  const [, first] = /ranked for eviction: \[?"?([a-z0-9-]{1,63}\/[a-z0-9.-]{1,253})/.exec(text) ?? [];
  return name === undefined || namespace === undefined ? first : `${namespace}/${name}`;
}

function rankedText(lines: readonly EvictionFact[], kept: readonly EvictionFact[]): string {
  const last = lines.findLast(isRanked);
  const pod = last && firstRanked(last);
  return pod === undefined || podsNamed(kept, MOST_NAMED).includes(pod)
    ? ''
    : ` It ranked the pods; the first to go is ${pod}.`;
}

/** Whom it passes over: static pods and those of a high priority (pkg/kubelet/types, IsCriticalPod). */
function keptText(lines: readonly EvictionFact[]): string {
  const pods = podsNamed(lines, MOST_NAMED);
  return pods.length === 0
    ? ''
    : ` It passed over ${pods.join(', ')}, which ${pods.length === 1 ? 'is' : 'are'} critical for the node.`;
}

/** How many pods were ended, where every line names its pod; two lines can name the same. */
function podsText(evicted: readonly EvictionFact[]): string {
  return evicted.every((fact) => podsNamed([fact], 1).length > 0)
    ? plural(podsNamed(evicted, Number.POSITIVE_INFINITY).length, 'pod')
    : 'pods';
}

const MOST_NAMED = 5;

/** ` (default/web-1, default/web-2)`. */
function namesOf(evicted: readonly EvictionFact[]): string {
  const pods = podsNamed(evicted, MOST_NAMED + 1);
  if (pods.length === 0) return '';
  return ` (${pods.slice(0, MOST_NAMED).join(', ')}${pods.length > MOST_NAMED ? ' and others' : ''})`;
}
