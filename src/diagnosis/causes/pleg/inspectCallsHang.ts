/**
 * inspect-calls-hang: listing works, but looking at one pod (PodSandboxStatus, ContainerStatus; docker: inspect) never answers. Sign: time-outs of
 * inspection calls that name the same pods again and again, while listing has none. Up to 1.31 each failing pod costs two time-outs a relist, so one pod makes
 * the node unhealthy for 61 s every 4 minutes; from 1.32 one pod alone only delays the events of all others. High when a line names the pod.
 */
import { onceFor } from '../../../kubelet/oncePer.ts';
import { type Instant, seconds } from '../../../kubelet/time.ts';
import type { PodReference } from '../../../messages/fact.ts';
import { hasBetween } from '../../../kubelet/ordered.ts';
import { profileFor } from '../../../kubelet/profile.ts';
import { type Cause, highest, makeFinding, overEpisodes, plural, times } from '../../cause.ts';
import { inspectByHand, lookAtShim, PROCESSES_IN_D_STATE, runtimeJournal } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { type FailedCall, ofClass } from '../../signs/episodeSigns.ts';
import { listText } from '../../answer/paragraph.ts';
import { podText } from '../../words/factText.ts';
import { requestTimeoutText } from '../../words/requestTimeout.ts';
import { classifyRuntimeError, isListMethod } from '../../signs/runtimeErrors.ts';
import { canBeOfInspection } from '../../signs/whoInspected.ts';
import type { DiagnosisView } from '../../view.ts';

interface Culprit {
  readonly name: string;
  readonly calls: FailedCall[];
  sandboxId?: string;
  containerId?: string;
}

/** So many pods are named, the most frequent first. */
const MOST_NAMED = 3;
/** So many errors of their workers are evidence. */
const MOST_SYNC_ERRORS = 2;

export const inspectCallsHang: Cause = {
  id: 'inspect-calls-hang',
  find(view) {
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'inspect-calls-hang');
    const late =
      episodes.length > 0
        ? episodes.flatMap((episode) => ofClass(episode.signs.inspect, 'timed-out'))
        : outsideEpisodes(view);
    if (late.length === 0) return [];
    const culprits = byPod(late, ownerIn(view));
    const process = episodes[0]?.process ?? view.history.processes.at(-1);
    const runtime = runtimeOf(view, process);
    const first = culprits[0];
    const names = culprits.slice(0, MOST_NAMED).map((culprit) => culprit.name);
    // Most lines share the object that tells their pod.
    const named = new Map<PodReference, boolean>();
    const isNamed = (pod: PodReference): boolean => {
      return onceFor(named, pod, () => names.includes(podText(pod)));
    };
    const timeout = process === undefined ? 'the time-out of such calls' : requestTimeoutText(process);
    const twice = process?.version !== undefined && profileFor(process.version).reinspection === 'second-pass';
    const syncErrors =
      names.length === 0
        ? []
        : view.facts.fitting(
            'pod-sync-error',
            ({ pod, error }) => isNamed(pod) && classifyRuntimeError(error) === 'timed-out',
            MOST_SYNC_ERRORS,
          );
    const isNobodys = episodes.length === 0 && !late.some(isOfPleg);
    return [
      makeFinding('inspect-calls-hang', {
        weight: 'cause',
        confidence:
          episodes.length > 0
            ? highest(episodes.map(({ verdict }) => verdict.confidence))
            : attempts(late) > 1 && !isNobodys
              ? 'high'
              : 'medium',
        title:
          names.length > 0
            ? `The runtime could not inspect ${listText(names)}`
            : 'The runtime could not inspect some pod',
        explanation:
          `Listing worked, but the call that looks at ${names.length > 0 ? `${plural(culprits.length, 'pod')} (${listText(names)})` : 'one pod'} got no answer and was given up after ${timeout}, ${times(attempts(late))} in this log. PLEG inspects changed pods one after another, so this holds up every other pod. ` +
          (episodes.length > 0
            ? `${twice ? 'This version inspects a failing pod twice in each pass, so with a time-out of two minutes one such pod makes passes of four: healthy for three minutes, unhealthy for one, again and again.' : 'Two or more such pods make passes longer than three minutes, and PLEG becomes unhealthy in each.'} The line is written when the call is given up, so the hung call began that long before it.${overEpisodes(episodes)}`
            : twice || process?.version === undefined
              ? 'No line shows PLEG unhealthy meanwhile, but up to 1.31 such a pod makes it so: three minutes healthy, one not, again and again.'
              : 'It did not last long enough to make PLEG unhealthy, but events of all pods came late and in bursts.') +
          (isNobodys ? NOBODY_SAID : ''),
        nextSteps: [
          inspectByHand(
            runtime,
            culprits.slice(0, MOST_NAMED).map(({ name, sandboxId, containerId }) => ({
              what: containerId !== undefined && sandboxId === undefined ? 'container' : 'sandbox',
              id: sandboxId ?? containerId,
              podName: name,
            })),
          ),
          lookAtShim(runtime, first?.containerId ?? first?.sandboxId),
          PROCESSES_IN_D_STATE,
          `Look for what this pod has that others have not: network storage (\`mount | grep -E "nfs|fuse|cifs"\`), many \`kubectl exec\` probes, a network plug-in process that hangs (\`ps -ef | grep /opt/cni\`).`,
          'If the pod can go: delete it, then kill its hung shim, runc or network plug-in process by its pid. A kubelet restart alone does not help.',
          runtimeJournal(runtime),
        ],
        evidence: [...culprits.flatMap((culprit) => culprit.calls.slice(0, 3).map((call) => call.fact)), ...syncErrors],
        episodes,
        timedBy: episodes.length > 0 ? [] : late.map(({ fact }) => fact),
      }),
    ];
  },
};

const NOBODY_SAID =
  " No line says who asked: the kubelet also asks for a container's state to rotate its log, and for `kubectl logs`.";

/** PLEG says so itself, or asked for what nobody else asks for on a node that goes on. */
function isOfPleg({ fact }: FailedCall): boolean {
  return fact.kind !== 'runtime-call-failed' || fact.method !== 'ContainerStatus';
}

/** A call of two minutes and what follows it. */
const NEAR = seconds(150);
/** A call and the line of who made it. */
const AT_ONCE = seconds(1);
/** From the line of a call to that of its caller, who does nothing in between. */
const HANDED_ON = seconds(0.01);

/** One failed inspection leaves two or three lines at once. */
function attempts(late: readonly FailedCall[]): number {
  const inOrder = late.map((call) => call.fact.time).sort((a, b) => a - b);
  return inOrder.filter((time, at) => at === 0 || time - (inOrder[at - 1] ?? 0) > 1_000_000).length;
}

/** Inspections that timed out while nothing else did: no episode is needed (from 1.32 one pod makes none). */
function outsideEpisodes(view: DiagnosisView): readonly FailedCall[] {
  const troubled = view.episodes.filter(
    (episode) =>
      episode.verdict.kind === 'runtime-unresponsive' ||
      episode.verdict.kind === 'list-calls-hang' ||
      episode.verdict.kind === 'runtime-unreachable',
  );
  const inTrouble = (call: FailedCall): boolean =>
    troubled.some((episode) => call.fact.time >= episode.from && call.fact.time <= episode.to);
  const calls: FailedCall[] = [
    ...view.facts.all('runtime-call-failed').filter((fact) => canBeOfInspection(view.facts, fact)),
    ...view.facts.all('inspect-failed'),
  ].map((fact) => ({ fact, error: classifyRuntimeError(fact.error) }));
  const late = calls.filter((call) => call.error === 'timed-out' && !inTrouble(call));
  if (late.length === 0) return [];
  const lists = timesOfCollections(view);
  return late
    .filter(({ fact: { time } }) => !hasBetween(lists, time - NEAR, time + NEAR))
    .sort((a, b) => a.fact.time - b.fact.time);
}

/** When garbage collections got no answer, in order. They list containers first: then it is not one pod. They also take sandboxes and containers down: those with which such a call failed can be of the one pod. */
function timesOfCollections({ facts }: DiagnosisView): readonly Instant[] {
  const others = facts
    .fitting('runtime-call-failed', ({ method }) => !isListMethod(method))
    .map(({ time }) => time)
    .sort((a, b) => a - b);
  return facts
    .fitting(
      'node-trouble',
      ({ what, text, time }) =>
        what === 'container-gc' &&
        classifyRuntimeError({ text }) === 'timed-out' &&
        !hasBetween(others, time - AT_ONCE + 1, time),
    )
    .map(({ time }) => time)
    .sort((a, b) => a - b);
}

/** Groups time-outs by pod (uid, else name, else container), most frequent first; ids are gathered from whichever line has them. */
function byPod(calls: readonly FailedCall[], ownerOf: (id: string) => string | undefined): readonly Culprit[] {
  const names = new Map<string, string>();
  for (const { fact } of calls) {
    if (!('pod' in fact)) continue;
    const pod: PodReference = fact.pod;
    if (pod.uid !== undefined && pod.name !== undefined) names.set(pod.uid, podText(pod));
  }
  const culprits = new Map<string, Culprit>();
  for (const [at, call] of calls.entries()) {
    const { fact } = call;
    const pod = podOf(call) ?? podOf(handedOn(call, calls[at + 1])) ?? {};
    const known = pod.name !== undefined || pod.uid !== undefined;
    const ids = [
      ...('containerId' in fact && fact.containerId !== undefined ? [fact.containerId] : []),
      ...('sandboxId' in fact && fact.sandboxId !== undefined ? [fact.sandboxId] : []),
    ];
    // Some versions name only the container: its pod is known from its events, else the container has to do.
    const owner = known ? undefined : ids.map(ownerOf).find((name) => name !== undefined);
    const [id] = ids;
    if (!known && owner === undefined && id === undefined) continue;
    const name =
      (pod.uid === undefined ? undefined : names.get(pod.uid)) ??
      (known ? podText(pod) : (owner ?? `container ${id?.slice(0, 13) ?? ''}`));
    const culprit = onceFor(culprits, name, () => ({ name, calls: [] }));
    culprit.calls.push(call);
    if ('sandboxId' in fact && fact.sandboxId !== undefined) culprit.sandboxId ??= fact.sandboxId;
    if ('containerId' in fact && fact.containerId !== undefined) culprit.containerId ??= fact.containerId;
  }
  return [...culprits.values()].sort((a, b) => b.calls.length - a.calls.length);
}

/** The pod that a line names, by whatever it says. */
function podOf(call: FailedCall | undefined): PodReference | undefined {
  if (call === undefined || !('pod' in call.fact)) return undefined;
  const { pod } = call.fact;
  return pod.name === undefined && pod.uid === undefined ? undefined : pod;
}

/** The same error a moment later, from who made the call: that line names the pod (kuberuntime_manager.go, generic.go). */
function handedOn({ fact }: FailedCall, next: FailedCall | undefined): FailedCall | undefined {
  const isSame =
    next !== undefined &&
    next.fact.error.text === fact.error.text &&
    next.fact.time - fact.time < HANDED_ON &&
    next.fact.time >= fact.time;
  return isSame ? next : undefined;
}

/** Which pod a container or sandbox belongs to, as far as the log tells. */
function ownerIn(view: DiagnosisView): (id: string) => string | undefined {
  return (id) => {
    const pod = view.queries.containerOf(id)?.pod;
    return pod?.name === undefined
      ? undefined
      : podText({ name: pod.name, ...(pod.namespace === undefined ? {} : { namespace: pod.namespace }) });
  };
}
