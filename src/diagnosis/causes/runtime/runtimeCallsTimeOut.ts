/**
 * runtime-calls-time-out: calls to the container runtime did not answer in time, though no health check failed for it. Sign: RunPodSandbox, StopPodSandbox, StopContainer,
 * RemoveContainer, garbage collection and errors of pods that say DeadlineExceeded, outside of unhealthy times; ExecSync is the probe's or the user's command and counts not.
 * High from ten lines over two minutes, medium from three lines, two different calls, where list calls timed out beside them, or where later tries are told that the name is still taken; else low.
 */
import { countLeading } from '../../../kubelet/ordered.ts';
import { callTimeout } from '../../../kubelet/callTimeout.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../../kubelet/settings.ts';
import { type Duration, type Instant, seconds } from '../../../kubelet/time.ts';
import { isCniError } from '../../../messages/texts/cniWords.ts';
import type { Fact, NodeTroubleFact, RuntimeCallFailedFact, RuntimeError } from '../../../messages/fact.ts';
import { type Cause, firstAndLast, makeFinding, plural } from '../../cause.ts';
import type { Confidence } from '../../finding.ts';
import {
  HUNG_PLUGINS,
  inspectByHand,
  KERNEL_LOG,
  PROCESSES_IN_D_STATE,
  runtimeJournal,
  tryListing,
} from '../../tools/commands.ts';
import { type RuntimeName, runtimeOf } from '../../tools/runtimeName.ts';
import { amountText, linesOf, mostText, namesText, together } from '../../words/amountText.ts';
import { countsOf } from '../../words/namedCounts.ts';
import { durationText } from '../../words/durationText.ts';
import { type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import { NAME_TAKEN } from '../../signs/startReasons.ts';
import { reasonOf } from '../../signs/reasons.ts';
import { classifyRuntimeError, isInspectMethod, isListMethod } from '../../signs/runtimeErrors.ts';
import type { DiagnosisView } from '../../view.ts';

const NOT_THE_RUNTIME: ReadonlySet<string> = new Set([
  'ExecSync',
  'Exec',
  'Attach',
  'PortForward',
  'PullImage',
  'Status',
  'Version',
]);

/** In these the runtime waits for the network plug-in, as long as that takes. */
const WITH_NETWORK: ReadonlySet<string> = new Set(['RunPodSandbox', 'StopPodSandbox', 'RemovePodSandbox']);

/** containerd, internal/cri/server/container_stop.go: it has killed the container, and waits for its end before it looks at the network. */
const WAITS_FOR_END = /waiting for container .{0,200}to be killed/;

/** cri-o, server/resource_store: what a try that is made again is told of the first one, which is still at work. */
const STAGE = /Currently at stage ([a-z ]{3,60}): /;
const MANY_FILES =
  'See whether the volumes of the pod have very many files, which CRI-O labels for SELinux one by one: `df -i <mount point>`; the annotation io.kubernetes.cri-o.TrySkipVolumeSELinuxLabel of the pod lets it skip that.';

function stageIn(texts: readonly string[]): string | undefined {
  return texts.map((text) => STAGE.exec(text)?.[1]).find((stage) => stage !== undefined);
}

/** A call that is given up in an unhealthy time can have begun before it, and one of its end be logged after it. */
const NEAR: Duration = seconds(130);

export const runtimeCallsTimeOut: Cause = {
  id: 'runtime-calls-time-out',
  find(view) {
    const signs = signsOf(view);
    const { lines } = signs;
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      makeFinding('runtime-calls-time-out', {
        weight: 'pods',
        confidence: confidenceOf(view, signs, first, last),
        title: `Calls to the container runtime timed out${signs.methods.length > 0 ? ` (${namesText(signs.methods)})` : ''}`,
        explanation: explanationOf(view, signs, first, last),
        nextSteps: stepsOf(runtimeOf(view, view.history.processes.at(-1)), signs),
        timedBy: lines,
        evidence: [...lines.slice(0, 5), ...lines.slice(-2)],
      }),
    ];
  },
};

interface Signs {
  readonly calls: readonly RuntimeCallFailedFact[];
  /** List calls timed out, too: they have a finding of their own, and make both surer. */
  readonly hasLists: boolean;
  readonly pods: readonly TroubledPod[];
  /** All of them in order of time, of each pod the first and the last; `count`: of how many lines. */
  readonly lines: readonly Fact[];
  readonly count: number;
  readonly methods: readonly { readonly name: string; readonly count: number }[];
  /** At which stage CRI-O says that such a call still is. */
  readonly stage: string | undefined;
}

function signsOf(view: DiagnosisView): Signs {
  const isInEpisode = episodeTimes(view);
  const late = view.facts
    .all('runtime-call-failed')
    .filter(
      (fact) =>
        !NOT_THE_RUNTIME.has(fact.method) &&
        classifyRuntimeError(fact.error) === 'timed-out' &&
        !isInEpisode(fact.time),
    );
  const calls = late.filter(
    ({ method, error }) =>
      // The runtime answered: it was the network plug-in that waited for somebody else.
      !isListMethod(method) && (error.code === 'DeadlineExceeded' || !isCniError(error.text)),
  );
  const collections = view.facts.fitting(
    'node-trouble',
    (fact): fact is NodeTroubleFact =>
      (fact.what === 'container-gc' || fact.what === 'image-gc' || fact.what === 'docker') &&
      classifyRuntimeError({ text: fact.text }) === 'timed-out' &&
      !isInEpisode(fact.time),
  );
  const pods = troubledPods(view, 'time-out').filter(
    ({ first, last }) => !isInEpisode(first.time) || !isInEpisode(last.time),
  );
  const measured = collections.filter(({ what }) => what === 'docker').length;
  const others = [
    ['garbage collection', collections.length - measured],
    ['measuring', measured],
  ] as const;
  return {
    calls,
    hasLists: late.some(({ method }) => isListMethod(method)),
    pods,
    lines: [...calls, ...collections, ...firstAndLast(pods)].sort((a, b) => a.time - b.time),
    count: calls.length + collections.length + linesOf(pods),
    methods: together([
      new Map(countsOf(calls, ({ method }) => method)),
      new Map(others.filter(([, lines]) => lines > 0)),
    ]),
    stage: stageIn([...calls.map(({ error }) => error.text), ...pods.map(({ text }) => text)]),
  };
}

function confidenceOf(view: DiagnosisView, { count, methods, hasLists }: Signs, first: Fact, last: Fact): Confidence {
  if (count >= 10 && last.time - first.time >= seconds(120)) return 'high';
  return count >= 3 || methods.length >= 2 || hasLists || isStillAtWork(view, first.time) ? 'medium' : 'low';
}

function explanationOf(view: DiagnosisView, signs: Signs, first: Fact, last: Fact): string {
  const { calls, hasLists, pods, count, methods, stage } = signs;
  // Each relist tells pods again of an inspection that timed out (pkg/kubelet/container/cache.go).
  const isNamed = methods.length > 0;
  return (
    `${amountText(view, count, first, last, 'tell')} of calls to the runtime that were given up because no answer came in time${isNamed ? `: ${mostText(methods)}` : ''}${pods.length > 0 ? `; this held up ${plural(pods.length, 'pod')} (${namesText(pods.map(({ pod }) => ({ name: pod })))})` : ''}. ` +
    `No health check of the kubelet failed for it ${!isNamed || hasLists || calls.some(({ method }) => isInspectMethod(method)) ? 'in this log' : 'here, because PLEG only lists and inspects'}; but pods are not started, stopped or cleaned up while such calls hang.${isNamed ? ` The line is written when the call is given up (${givenUpAfter(methods.map(({ name }) => name))}), so the hang began that long before.` : ''}${stage === undefined ? '' : ` CRI-O says at which stage such a call still is: "${stage}".`}`
  );
}

function stepsOf(runtime: RuntimeName, { calls, hasLists, stage }: Signs): readonly string[] {
  const kills = calls.some(({ error }) => WAITS_FOR_END.test(error.text));
  const ofNetwork =
    stage === undefined
      ? calls.some(({ method, error }) => WITH_NETWORK.has(method) && !WAITS_FOR_END.test(error.text))
      : /network/.test(stage);
  return [
    // Where listing works, what the calls that hang are about tells more.
    ...(hasLists ? [tryListing(runtime)] : []),
    ...inspections(runtime, calls),
    ...(ofNetwork ? [HUNG_PLUGINS] : []),
    ...(kills ? [PROCESSES_IN_D_STATE] : []),
    ...(stage !== undefined && /volume/.test(stage) ? [MANY_FILES] : []),
    ...(hasLists ? [] : [tryListing(runtime)]),
    ...(kills ? [] : [PROCESSES_IN_D_STATE]),
    'Look at load, memory and disks: `uptime`, `vmstat 1 5`, `iostat -x 1 5`.',
    runtimeJournal(runtime),
    KERNEL_LOG,
  ];
}

/** The default of these calls, and that of those among them that may take longer. */
function givenUpAfter(methods: readonly string[]): string {
  const usual = DEFAULT_RUNTIME_REQUEST_TIMEOUT;
  const [longer] = methods.filter((method) => (callTimeout(method, usual)?.least ?? usual) > usual);
  const its = durationText((longer === undefined ? undefined : callTimeout(longer, usual)?.least) ?? usual);
  const after =
    longer === undefined || methods.length === 1
      ? `after ${its} by default`
      : `after ${durationText(usual)} by default, ${longer} after ${its}`;
  const graceful = methods.find((method) => callTimeout(method, usual)?.added === 'grace-period');
  return graceful === undefined
    ? after
    : `${after}, ${methods.length === 1 ? '' : `for ${graceful} `}plus the grace period of its container`;
}

/** Whether a time is in an unhealthy one, or near: what happened there is reported with it. */
function episodeTimes(view: DiagnosisView): (time: Instant) => boolean {
  const stretches: { readonly from: number; to: number }[] = [];
  for (const { from, to } of [...view.episodes].sort((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    if (last !== undefined && from - NEAR <= last.to) last.to = Math.max(last.to, to + NEAR);
    else stretches.push({ from: from - NEAR, to: to + NEAR });
  }
  return (time) => {
    const before = stretches[countLeading(stretches, ({ from }) => from <= time) - 1];
    return before !== undefined && time <= before.to;
  };
}

/** Whether the runtime says of a later try that the one before, which was given up, still holds the name: it is at work, or hangs. */
function isStillAtWork(view: DiagnosisView, since: Instant): boolean {
  const tells = ({ time, error }: { readonly time: Instant; readonly error: RuntimeError }): boolean =>
    time >= since && reasonOf([NAME_TAKEN], error.text) !== undefined;
  return (
    view.facts.fitting('runtime-call-failed', tells, 1).length + view.facts.fitting('pod-sync-error', tells, 1).length >
    0
  );
}

/** Of containers whose state could not be had: the first few of them. */
function inspections(runtime: RuntimeName, calls: readonly RuntimeCallFailedFact[]): readonly string[] {
  const ids = new Set(
    calls.flatMap(({ method, containerId }) =>
      method === 'ContainerStatus' && containerId !== undefined ? [containerId] : [],
    ),
  );
  return ids.size === 0
    ? []
    : [
        inspectByHand(
          runtime,
          [...ids].slice(0, 3).map((id) => ({ what: 'container', id, podName: 'the pod' })),
        ),
      ];
}
