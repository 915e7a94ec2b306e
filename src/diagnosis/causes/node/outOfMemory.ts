/**
 * out-of-memory: the kernel killed processes because memory ran out. Sign: its line near an episode. High when it killed runtime or shim
 * before the begin; medium near an episode, also where it killed a kubelet, which the next one is not unhealthy for. Elsewhere the text tells what was full: the node (high where the kubelet or the runtime was killed for it, else
 * medium; so, too, where the limit of a service was passed), or a container that passed its own limit (low, an everyday event); low, too, where no line says which.
 */
import { goneForGood } from '../../../inference/episodes/goneForGood.ts';
import { LEASE_GRACE } from '../../../kubelet/constants.ts';
import { type Instant, seconds } from '../../../kubelet/time.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { AT_THAT_TIME } from '../../tools/atThatTime.ts';
import { listText } from '../../answer/paragraph.ts';
import { type Cause, makeFinding, plural } from '../../cause.ts';
import { KERNEL_LOG } from '../../tools/commands.ts';
import { isOfGroup, namesRuntime, namesRuntimeOrKubelet, type NearLines, nearLines } from '../../signs/neighbours.ts';
import type { DiagnosisView } from '../../view.ts';

export const outOfMemory: Cause = {
  id: 'out-of-memory',
  find(view) {
    const near = nearLines(view, ['out-of-memory']);
    if (near === undefined) return [];
    const ofNode = near.facts.some(isOfNode);
    const ofGroup = !ofNode && near.facts.some(isOfGroup);
    const service = ofGroup ? serviceOf(near.facts) : undefined;
    const isVital = (ofNode || service !== undefined) && killsOf(near.facts).some(namesRuntimeOrKubelet);
    const isNear = near.episodes.length > 0;
    // A kubelet that was killed and did not come back for long is reported as absent first, with what killed it.
    const gone = goneForGood(view.history);
    const leads = isNear || (isVital && (gone === undefined || gone.seenUntil - gone.ending.at.max < LEASE_GRACE));
    return [
      makeFinding('out-of-memory', {
        weight: leads ? 'cause' : ofNode ? 'circumstance' : 'note',
        confidence: isNear
          ? near.early && killsOf(near.facts).some(namesRuntime)
            ? 'high'
            : 'medium'
          : isVital
            ? 'high'
            : ofNode
              ? 'medium'
              : near.confidence,
        title: titleOf(near.facts, ofNode, ofGroup, service),
        explanation: isNear
          ? `The kernel killed processes for lack of memory near this time${ofGroup ? `, because ${service ?? 'a control group, mostly a container,'} had passed its own limit` : ''}. ${ofGroup ? 'That alone does not starve the runtime; but' : 'A node in that state starves the runtime too;'} a runc or shim killed in the middle of its work leaves locks that nobody releases.`
          : elsewhereText(view, near, ofNode, ofGroup, service),
        nextSteps:
          service !== undefined
            ? [
                'See who set that limit: `enforceNodeAllocatable` with `kubeReserved` and `systemReserved` in the kubelet configuration, or `MemoryMax` of the unit.',
                KERNEL_LOG,
              ]
            : [
                KERNEL_LOG,
                ofGroup
                  ? `See whose limit it was: the pod's uid stands in the path, \`journalctl -k ${AT_THAT_TIME} | grep -E "oom_memcg|Memory cgroup"\`.`
                  : `See whether a container hit its own limit ("Memory cgroup out of memory") or the whole node did: \`journalctl -k ${AT_THAT_TIME} | grep -i -A3 "out of memory"\`.`,
                ofGroup
                  ? 'Give that container a higher limit, or find what it keeps: `kubectl top pod -A --containers --sort-by=memory`.'
                  : 'Reserve memory for the system: `systemReserved` and `kubeReserved` in the kubelet configuration; set limits on pods that have none.',
              ],
        timedBy: near.facts,
        evidence: near.facts,
        episodes: near.episodes,
      }),
    ];
  },
};

/** `Out of memory: Killed process …`, `oom-kill:constraint=CONSTRAINT_NONE,…`; with CONSTRAINT_CPUSET and CONSTRAINT_MEMORY_POLICY a part of the node's memory. */
function isOfNode(fact: NeighbourFact): boolean {
  return fact.message.startsWith('kernel.oom-kill') || (fact.text.includes('constraint=') && !isOfGroup(fact));
}

/** A pid is not given to another process so soon. */
const SAME_KILL = seconds(2);

/** The lines that name whom the kernel killed, one of each: where a control group is killed as a whole (memory.oom.group), it names the first victim twice. */
function killsOf(facts: readonly NeighbourFact[]): readonly NeighbourFact[] {
  const last = new Map<number, Instant>();
  return facts.filter(({ victim, time }) => {
    if (victim === undefined) return false;
    const before = last.get(victim.pid);
    last.set(victim.pid, time);
    return before === undefined || time - before > SAME_KILL;
  });
}

const MOST_NAMED = 3;

/** `java and kubelet`: the programs that were killed, each once; nothing where no line names one. */
function victimsOf(facts: readonly NeighbourFact[]): string {
  const names = [...new Set(killsOf(facts).flatMap(({ victim }) => victim?.name ?? []))];
  return listText(names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), 'others'] : names);
}

/** The control group whose limit it was, where the kernel names it (`oom_memcg=`, since 4.20; mm/oom_kill.c) and it is one of services, or of all pods together. */
function serviceOf(facts: readonly NeighbourFact[]): string | undefined {
  const paths = new Set(facts.flatMap(({ text }) => /\boom_memcg=(\/[^\s,]{1,200})/.exec(text)?.[1] ?? []));
  const [path] = paths;
  return paths.size === 1 && path !== undefined && OF_SERVICE.test(path) && !OF_POD.test(path) ? path : undefined;
}

const OF_SERVICE = /(?:\.(?:slice|service)|\/(?:kubepods|burstable|besteffort))$/;
const OF_POD = /[-/]pod[0-9a-f]{8}/;

function titleOf(
  facts: readonly NeighbourFact[],
  ofNode: boolean,
  ofGroup: boolean,
  service: string | undefined,
): string {
  const victims = victimsOf(facts);
  if (victims === '') return 'The kernel ran out of memory';
  if (ofGroup)
    return `The kernel killed ${victims} over the ${service === undefined ? 'memory limit of a container' : `limit of ${service}`}`;
  return ofNode ? `The node ran out of memory, and the kernel killed ${victims}` : 'The kernel ran out of memory';
}

/** Where no unhealthy time is near. */
function elsewhereText(
  view: DiagnosisView,
  { facts }: NearLines,
  ofNode: boolean,
  ofGroup: boolean,
  service: string | undefined,
): string {
  const kills = killsOf(facts);
  const [first] = kills;
  const last = kills.at(-1);
  if ((!ofNode && !ofGroup) || first === undefined || last === undefined)
    return 'The kernel killed a process for lack of memory, but no unhealthy time of that node is near.';
  const when =
    view.history.span === undefined
      ? ''
      : kills.length === 1
        ? ` at ${view.formatTime(first.time)}`
        : ` from ${view.formatTime(first.time)} to ${view.formatTime(last.time)}`;
  const killed = `The kernel killed ${plural(kills.length, 'process', 'processes')}${when}`;
  return ofGroup
    ? `${killed} because ${service ?? 'a control group, mostly a container,'} had passed its own memory limit. That says nothing of the memory of the node.`
    : `${killed} because the memory of the node was full, not that of one container. What else waits for memory then, the runtime and the kubelet too, is slow.`;
}
