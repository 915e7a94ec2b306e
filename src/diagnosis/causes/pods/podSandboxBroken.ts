/**
 * pod-sandbox-broken: the runtime cannot make or take down the sandbox of a pod, or does not know a sandbox or container any more that the kubelet asks for. Not for the network
 * (cni-failing), a time-out (runtime-calls-time-out) or a runtime that is gone (runtime-unreachable). Sign: CreatePodSandboxError and its kin; the same id not found again and
 * again; a sandbox that is gone again and again. High from three lines of one pod on, medium for two or a minute of the same id, low for one: the runtime forgets what was just removed.
 */
import { appendTo } from '../../../kubelet/groups.ts';
import { seconds } from '../../../kubelet/time.ts';
import { isCniError, isOfGoneSandbox } from '../../../messages/texts/cniWords.ts';
import type { NeighbourFact, RuntimeCallFailedFact } from '../../../messages/fact.ts';
import { isOfSandboxImage } from '../../../messages/texts/sandboxImage.ts';
import { NO_POD } from '../../../messages/texts/pod.ts';
import { type Cause, firstAndLast, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { lookAtShim, runtimeJournal, WHOLE_LINES } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { bothEnds, podText, shorten } from '../../words/factText.ts';
import { amountOf, amountText, linesOf, podsText } from '../../words/amountText.ts';
import { endedSandboxes } from '../../signs/endedSandboxes.ts';
import { goneSandboxes } from '../../signs/goneSandboxes.ts';
import { stretchOf, type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import { mostNamed, type Reason, reasonOf } from '../../signs/reasons.ts';
import { SANDBOX_IMAGE, sandboxImageSteps } from '../../signs/sandboxImage.ts';
import { othersText, SANDBOX_REASONS } from '../../signs/sandboxReasons.ts';
import { ownerOfName, reasonStep, withoutAdvice } from '../../signs/takenName.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import type { DiagnosisView } from '../../view.ts';

/** So often and for so long is no leftover of a pod that has just gone. */
const AGAIN = 5;
const LASTING = seconds(60);

export const podSandboxBroken: Cause = {
  id: 'pod-sandbox-broken',
  find(view) {
    // An error that was cut away is that of the other lines of its pod.
    const elsewhere = new Set(
      [...troubledPods(view, 'time-out'), ...troubledPods(view, 'network'), ...troubledPods(view, 'unreachable')].map(
        ({ pod }) => pod,
      ),
    );
    const pods = [...troubledPods(view, 'sandbox'), ...troubledPods(view, 'kill')].filter(
      ({ pod, text }) => text !== '' || !elsewhere.has(pod),
    );
    const lost = lostIds(view);
    if (pods.length === 0 && lost.length === 0) {
      const ofCalls = [...ofCallsAlone(view), ...ofStatistics(view)];
      const ended = ofCalls.length > 0 ? ofCalls : endedSandboxes(view);
      return ended.length > 0 ? ended : goneSandboxes(view);
    }
    const signs = signsOf(view, pods, lost);
    const { calls, texts, reason, isCut } = signs;
    const stretch = stretchOf(pods);
    return [
      makeFinding('pod-sandbox-broken', {
        weight: 'pods',
        confidence: (pods[0]?.count ?? 0) >= 3 ? 'high' : linesOf(pods) >= 2 || lost.length > 0 ? 'medium' : 'low',
        title: titleOf(signs),
        explanation: explanationOf(view, signs),
        nextSteps: [
          ...stepOf(reason, texts),
          ...(isCut
            ? [WHOLE_LINES]
            : reason === SANDBOX_IMAGE ||
                (reason === undefined && lost.length === 0 && areAll(pods, 'CreatePodSandboxError'))
              ? []
              : [lookAtShim(runtimeOf(view, view.history.processes.at(-1)), lost[0]?.id)]),
          runtimeJournal(runtimeOf(view, view.history.processes.at(-1))),
        ],
        timedBy: [stretch?.first ?? [], stretch?.last ?? [], ...lost.map(({ facts }) => facts)].flat(),
        evidence: [
          ...(calls[0] === undefined ? [] : [calls[0]]),
          ...firstAndLast(pods.slice(0, 3)),
          ...lost.slice(0, 2).flatMap(({ facts }) => [...facts.slice(0, 1), ...facts.slice(-1)]),
        ],
      }),
    ];
  },
};

interface Signs {
  /** Whose sandbox could not be made or taken down, the worst first, and the calls that tell the whole of an error that was cut. */
  readonly pods: readonly TroubledPod[];
  readonly calls: readonly (RuntimeCallFailedFact | undefined)[];
  /** What the runtime does not find. */
  readonly lost: ReturnType<typeof lostIds>;
  readonly texts: readonly string[];
  readonly reason: Reason | undefined;
  /** No line says why, for all are cut. */
  readonly isCut: boolean;
}

function signsOf(view: DiagnosisView, pods: Signs['pods'], lost: Signs['lost']): Signs {
  const calls = pods.slice(0, MOST_COMPLETED).map(({ text }) => wholeOf(view, text));
  const words = pods.map(({ text }, at) => calls[at]?.error.text ?? text);
  const texts = [...words, ...lost.flatMap(({ facts }) => facts[0]?.error.text ?? [])];
  const reason = mostNamed(SANDBOX_REASONS, [
    ...pods.map(({ count }, at) => ({ text: words[at] ?? '', count })),
    ...lost.map(({ facts }) => ({ text: facts[0]?.error.text ?? '', count: facts.length })),
  ]);
  const isCut = reason === undefined && lost.length === 0 && texts.every(isCutAway);
  return { pods, calls, lost, texts, reason, isCut };
}

function titleOf({ pods, lost, reason }: Signs): string {
  if (pods.length === 0)
    return `The runtime does not know ${lost.length === 1 ? 'a container' : plural(lost.length, 'container')} that the kubelet asks for`;
  const who = pods.length === 1 ? podName(pods[0]) : plural(pods.length, 'pod');
  if (areAll(pods, 'KillContainerError')) return `A container of ${who} could not be stopped`;
  if (reason === SANDBOX_IMAGE) return 'The sandbox image (pause) could not be had, so pods cannot be started';
  return `The sandbox of ${who} ${failedOf(pods).title}`;
}

function explanationOf(view: DiagnosisView, { pods, lost, texts, reason, isCut }: Signs): string {
  const quoted = withoutAdvice(
    texts.find((text) => (reason === undefined ? !isCutAway(text) : reasonOf(SANDBOX_REASONS, text) === reason)) ??
      texts[0] ??
      '',
  )
    .replaceAll(/\\{1,16}"/g, '"')
    .replace(/^"|"$/g, '');
  return [
    failedText(view, pods),
    lostText(view, lost),
    reason !== undefined
      ? `As the text says, ${reason[1]}: "${bothEnds(quoted, 240)}". `
      : pods.length > 0 && !isCutAway(quoted)
        ? `The text: "${bothEnds(quoted, 240)}". `
        : '',
    isCut ? 'Why is cut off in these lines. ' : '',
    `${failedOf(pods).leads}${othersText(reason)}`,
  ].join('');
}

function failedText(view: DiagnosisView, pods: readonly TroubledPod[]): string {
  const stretch = stretchOf(pods);
  if (stretch === undefined) return '';
  const count = linesOf(pods);
  return `${amountText(view, count, stretch.first, stretch.last, 'say')} that the runtime could not ${failedOf(pods).verb} of ${whoText(pods)}. `;
}

function lostText(view: DiagnosisView, lost: Signs['lost']): string {
  const [worst] = lost;
  const [first, last] = [worst?.facts[0], worst?.facts.at(-1)];
  if (worst === undefined || first === undefined || last === undefined) return '';
  const count = lost.reduce((sum, { facts }) => sum + facts.length, 0);
  return `${amountText(view, count, first, last, 'say')} that the runtime does not find what it is asked for (${first.method}, ${shorten(worst.id, 16)}${lost.length > 1 ? ` and ${lost.length - 1} more` : ''}), again and again. `;
}

/** What gRPC writes before the words of the runtime; a line that was cut there, or before it, does not say why. */
const BEFORE_THE_WORDS = /^"?(?:rpc error: code = \w{1,20} desc = )?/;
const CUT_BEFORE_THE_WORDS = /^"?rpc error: (?!code = \w{1,20} desc = )[^:]{0,40}$/;
const SHORTEST_REASON = 12;

function isCutAway(text: string): boolean {
  return text.replace(BEFORE_THE_WORDS, '').length < SHORTEST_REASON || CUT_BEFORE_THE_WORDS.test(text);
}

/** Each is looked for among all calls. */
const MOST_COMPLETED = 3;

/** The call of which a line about a pod tells only the begin: the line was cut, and that of the call was not. */
function wholeOf(view: DiagnosisView, text: string): RuntimeCallFailedFact | undefined {
  if (isCutAway(text)) return undefined;
  return view.facts.fitting(
    'runtime-call-failed',
    ({ method, error }) => method === 'RunPodSandbox' && error.text.length > text.length && error.text.startsWith(text),
  )[0];
}

function isKnown(pod: string | undefined): pod is string {
  return pod !== undefined && pod !== podText(NO_POD);
}

function podName(pod: TroubledPod | undefined): string {
  return isKnown(pod?.pod) ? pod.pod : 'a pod';
}

function whoText(pods: readonly TroubledPod[]): string {
  return pods.every(({ pod }) => !isKnown(pod))
    ? 'a pod whose name is not in the line'
    : `${plural(pods.length, 'pod')}: ${podsText(pods)}`;
}

/** Whether every line about the pods is of one error: `KillContainerError` is not about the sandbox. */
function areAll(pods: readonly TroubledPod[], error: string): boolean {
  return (
    pods.length > 0 &&
    pods.every(({ reasons }) => reasons.size > 0 && [...reasons.keys()].every((reason) => reason === error))
  );
}

/** What was to be done with a sandbox, and what does not come about. */
interface Failed {
  readonly title: string;
  readonly leads: string;
}

const MAKING: Failed = {
  title: 'could not be made',
  leads: 'The kubelet tries again and again; such a pod does not start.',
};
const TAKING_DOWN: Failed = {
  title: 'could not be taken down',
  leads: 'The kubelet tries again and again; such a pod does not go.',
};

/** The same, of what is said about pods. */
function failedOf(pods: readonly TroubledPod[]): Failed & { readonly verb: string } {
  if (areAll(pods, 'CreatePodSandboxError')) return { ...MAKING, verb: 'make the sandbox' };
  if (areAll(pods, 'KillPodSandboxError')) return { ...TAKING_DOWN, verb: 'take down the sandbox' };
  return {
    title: 'could not be made or taken down',
    verb: 'make or take down sandboxes or containers',
    leads: 'The kubelet tries again and again; such a pod does not start, or does not go.',
  };
}

/** What calls about a sandbox are for. */
const CALLS_ALONE: readonly (Failed & { readonly methods: readonly string[]; readonly what: string })[] = [
  { ...MAKING, methods: ['RunPodSandbox'], what: 'could not make a sandbox' },
  { ...TAKING_DOWN, methods: ['StopPodSandbox', 'RemovePodSandbox'], what: 'could not take down a sandbox' },
  {
    methods: ['PodSandboxStatus'],
    title: 'could not be looked at',
    what: 'could not tell how a sandbox is',
    leads: 'Until it can, the kubelet neither starts such a pod nor ends it.',
  },
];

/** How klog begins an error of several lines (k8s.io/klog/v2, internal/serialize); a search leaves nothing of it but this. */
const LINES_MISSING = '<';

const NOTHING_RUNS = 'The kubelet tries again and again, though nothing of it runs.';

/** The same in the line of the runtime itself, and whose sandbox it is in containerd's (pkg/cri, RunPodSandbox). */
const OF_RUNTIME = /^.{0,2000} error="/s;
const NAME_IN_METADATA = /\bPodSandboxMetadata\{Name:([\w.-]{1,253}),/;

/** The runtime's own lines on the image of sandboxes, where no kubelet repeats them. */
function ofRuntimeAlone(view: DiagnosisView): readonly CallAlone[] {
  return view.facts
    .fitting('neighbour', ({ what, text }) => what === 'runtime-error' && isOfSandboxImage(text))
    .map((fact) => ({
      fact,
      text: fact.text.replace(OF_RUNTIME, '').replace(/"$/, ''),
      pod: NAME_IN_METADATA.exec(fact.text)?.[1],
    }));
}

interface CallAlone {
  readonly fact: RuntimeCallFailedFact | NeighbourFact;
  readonly text: string;
  readonly pod: string | undefined;
}

/** Where only the call itself is in the log: its error names the pod, if anything does. */
function ofCallsAlone(view: DiagnosisView): readonly RankedFinding[] {
  for (const kind of CALLS_ALONE) {
    const calls = view.facts
      .all('runtime-call-failed')
      .filter(
        ({ method, error }) =>
          kind.methods.includes(method) &&
          (classifyRuntimeError(error) === 'refused' || isOfGoneSandbox(error.text)) &&
          !isCniError(error.text),
      )
      .map((fact): CallAlone => {
        const pod = podText(fact.pod);
        return { fact, text: fact.error.text, pod: isKnown(pod) ? pod : undefined };
      });
    const found = calls.length > 0 || kind !== CALLS_ALONE[0] ? calls : ofRuntimeAlone(view);
    const last = found.at(-1);
    if (last === undefined) continue;
    const facts = found.map(({ fact }) => fact);
    const text = withoutAdvice(last.text.replaceAll(/\\{1,16}"/g, '"'));
    const pod = /\bfor pod "([^"]{1,253})"/.exec(text)?.[1] ?? ownerOfName(text)?.pod ?? last.pod;
    const reason = reasonOf(SANDBOX_REASONS, text);
    const runtime = runtimeOf(view, view.history.processes.at(-1));
    const isCut = text === LINES_MISSING;
    const why = `${reason === undefined ? '' : `; as the text says, ${reason[1]}`}: "${bothEnds(text, 240)}".`;
    return [
      makeFinding('pod-sandbox-broken', {
        weight: 'pods',
        confidence: facts.length >= 3 ? 'medium' : 'low',
        title: `The sandbox of ${pod ?? 'a pod'} ${kind.title}`,
        explanation: `${amountOf(view, facts, 'say')} that the runtime ${kind.what}${isCut ? '. Why is cut off in these lines.' : why} ${isOfGoneSandbox(text) ? NOTHING_RUNS : kind.leads}${othersText(reason)}`,
        nextSteps: [...stepOf(reason, [text]), ...(isCut ? [WHOLE_LINES] : []), runtimeJournal(runtime)],
        timedBy: facts,
        evidence: facts,
      }),
    ];
  }
  return [];
}

/** What is to be done about a reason, with the image of the sandbox where a text names it. */
function stepOf(reason: Reason | undefined, texts: readonly string[]): readonly string[] {
  if (reason === SANDBOX_IMAGE) return sandboxImageSteps(texts);
  return reason === undefined ? [] : [reasonStep(reason, texts)];
}

/** Windows' words for a container that docker still lists and the host compute service does not have any more; all statistics of the node fail for it. */
const GONE_ON_WINDOWS = /hcsshim::OpenComputeSystem ([0-9a-f]{12,64}): [^"]{0,80}does not exist/;

function ofStatistics(view: DiagnosisView): readonly RankedFinding[] {
  const calls = view.facts.fitting(
    'runtime-call-failed',
    ({ method, error }) => method.endsWith('ContainerStats') && GONE_ON_WINDOWS.test(error.text),
  );
  const [first] = calls;
  if (first === undefined) return [];
  const id = GONE_ON_WINDOWS.exec(first.error.text)?.[1] ?? '';
  return [
    makeFinding('pod-sandbox-broken', {
      weight: 'pods',
      confidence: calls.length >= 2 ? 'medium' : 'low',
      title: 'A container that Windows does not have any more keeps all statistics from being read',
      explanation: `${amountOf(view, calls, 'say')} that the runtime lists container ${shorten(id, 16)}, and the host compute service of Windows has none of that id. The call fails as a whole for it, so metrics (\`kubectl top\`, /stats/summary) and evictions of this node work without any figures. Running pods go on.`,
      nextSteps: [
        `Remove what is left of it: \`docker rm -f ${shorten(id, 16).replace('…', '')}\`, or restart the runtime: \`Restart-Service docker\`.`,
      ],
      timedBy: calls,
      evidence: calls,
    }),
  ];
}

/** The ids that the runtime did not find again and again. */
function lostIds(
  view: DiagnosisView,
): readonly { readonly id: string; readonly facts: readonly RuntimeCallFailedFact[] }[] {
  const byId = new Map<string, RuntimeCallFailedFact[]>();
  for (const fact of view.facts.all('runtime-call-failed')) {
    const id = fact.containerId ?? fact.sandboxId;
    if (id === undefined || classifyRuntimeError(fact.error) !== 'not-found') continue;
    appendTo(byId, id, fact);
  }
  return [...byId]
    .filter(([, facts]) => facts.length >= AGAIN && (facts.at(-1)?.time ?? 0) - (facts[0]?.time ?? 0) >= LASTING)
    .map(([id, facts]) => ({ id, facts }))
    .sort((a, b) => b.facts.length - a.facts.length);
}
