/**
 * runtime-unreachable: nobody answers on the runtime's socket. Sign: list calls that fail at once with a connection error, every second; or a kubelet
 * that exits at its start because it cannot connect. High: the lines say it.
 */
import { isAtLeast } from '../../../kubelet/version.ts';
import { type BriefFailure, briefFailure, briefFinding } from '../../words/briefFailure.ts';
import { type Cause, firstAndLast, makeFinding, overEpisodes, plural, type RankedFinding, times } from '../../cause.ts';
import { WHOLE_LINES, runtimeJournal, runtimeUnit, seeWhoMayRead } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { type FailedCall, lackFiles, ofClass } from '../../signs/episodeSigns.ts';
import { exitsOf, nodeTroubles } from '../../signs/exits.ts';
import { bothEnds, shorten } from '../../words/factText.ts';
import { type RuntimeStop, runtimeStopped } from '../../signs/runtimeStop.ts';
import { classifyRuntimeError, hasNoFileLeft, isListMethod, isOfItsConnection } from '../../signs/runtimeErrors.ts';
import { troubledPods } from '../../signs/podTroubles.ts';
import { CRI_PLUGIN, LACKS_INTERFACE } from '../../words/runtimeWords.ts';
import { amountOf, amountText, linesOf, namesText } from '../../words/amountText.ts';
import type { Fact, NeighbourFact } from '../../../messages/fact.ts';
import type { KubeletProcess } from '../../../inference/history.ts';
import type { DiagnosisView, EpisodeView } from '../../view.ts';

const TITLE = "The container runtime's socket was not reachable";
const TITLE_DENIED = 'The kubelet may not use the socket of the container runtime';

export const runtimeUnreachable: Cause = {
  id: 'runtime-unreachable',
  find(view) {
    const signs = signsOf(view);
    const { brief, episodes, exits, lines } = signs;
    if (brief !== undefined && !lackFiles(brief.calls)) return [ofBrief(view, signs, brief)];
    if (episodes.length + exits.length + lines.length === 0) return byPods(view, stepsOf(signs));
    const stop =
      episodes
        .map((episode) =>
          stopOf(
            episode.signs.neighbours,
            ofClass(episode.signs.list, 'unreachable').map(({ fact }) => fact),
          ),
        )
        .find((found) => found !== undefined) ?? stopInLog(view, exits);
    return [
      makeFinding('runtime-unreachable', {
        weight: 'cause',
        confidence: 'high',
        title: signs.lacksInterface
          ? 'The container runtime does not have the interface that this kubelet wants, so the kubelet exits'
          : signs.isCut
            ? 'The kubelet cannot use the container runtime, so it exits, and why is cut off'
            : signs.isOther
              ? 'The kubelet cannot use the container runtime, so it exits'
              : signs.isDenied
                ? TITLE_DENIED
                : titleOf(stop),
        explanation: explanationOf(view, signs, stop),
        nextSteps: stepsOf(signs),
        timedBy: exits,
        evidence: [
          ...exits.slice(0, 3),
          ...lines.slice(0, 3),
          ...(stop === undefined ? [] : linesOfStop(stop)),
          ...episodes
            .flatMap((episode) => [
              ...ofClass(episode.signs.list, 'unreachable').slice(0, 4),
              ...ofClass(episode.signs.status, 'unreachable').slice(0, 2),
            ])
            .map((call) => call.fact),
        ],
        episodes,
      }),
    ];
  },
};

interface Signs {
  readonly episodes: readonly EpisodeView[];
  /** Where there are no such times, and no kubelet that exited. */
  readonly brief: BriefFailure | undefined;
  /** The calls of either. */
  readonly calls: readonly FailedCall[];
  /** Of kubelets that could not use the runtime at their start. */
  readonly exits: ReturnType<typeof exitsOf>;
  /** What the last of them said that is whole, else the last of all. */
  readonly said: string;
  /** The last of them, or each call where none exited, was kept from the socket by its rights. */
  readonly isDenied: boolean;
  /** Why is cut away of each of them. */
  readonly isCut: boolean;
  /** None of them says that the connection could not be made. */
  readonly isOther: boolean;
  /** The runtime answered them, but with an error; by that it lacks what the kubelet asks for. */
  readonly answered: boolean;
  readonly lacksInterface: boolean;
  /** What kubelets with docker say of it, where none exited. */
  readonly lines: ReturnType<typeof nodeTroubles>;
  readonly process: KubeletProcess | undefined;
  readonly runtime: ReturnType<typeof runtimeOf>;
}

function signsOf(view: DiagnosisView): Signs {
  const episodes = view.episodes.filter(
    ({ verdict, signs: { list, status } }) =>
      verdict.kind === 'runtime-unreachable' && !lackFiles([...list, ...status]),
  );
  const exits = exitsOf(view, 'runtime');
  const whole = exits.filter(({ text }) => !isCutWithin(text));
  const classes = whole.map(({ text }) => classifyRuntimeError({ text }));
  const answered = whole.length > 0 && classes.every((one) => one === 'refused');
  const process = episodes[0]?.process ?? view.history.processes[0];
  const said = (whole.at(-1) ?? exits.at(-1))?.text ?? '';
  const brief = exits.length === 0 ? briefFailure(view, 'unreachable') : undefined;
  const calls =
    brief?.calls ?? episodes.flatMap(({ signs: { list, status } }) => ofClass([...list, ...status], 'unreachable'));
  return {
    episodes,
    brief,
    calls,
    exits,
    said,
    isDenied:
      exits.length > 0
        ? DENIED.test(said)
        : calls.length > 0 && calls.every(({ fact }) => DENIED.test(fact.error.text)),
    isCut: exits.length > 0 && whole.length === 0,
    isOther: exits.length > 0 && !classes.includes('unreachable'),
    answered,
    lacksInterface: answered && whole.some(({ text }) => OTHER_INTERFACE.test(text)),
    lines:
      exits.length > 0
        ? []
        : nodeTroubles(view, 'docker').filter(({ text }) => classifyRuntimeError({ text }) === 'unreachable'),
    process,
    runtime: runtimeOf(view, process),
  };
}

/** The socket is there, and most likely who listens on it. */
const DENIED = /\bdial unix .{1,200}: permission denied/;

function stepsOf({ calls, exits, isDenied, isCut, lacksInterface, said, runtime }: Signs): readonly string[] {
  const unit = runtimeUnit(runtime);
  const socket = socketIn([...exits, ...calls.map(({ fact }) => fact.error)].map(({ text }) => text));
  if (isDenied) return [seeWhoMayRead(socket ?? '<file>'), runtimeJournal(runtime)];
  return [
    ...(lacksInterface
      ? [CRI_PLUGIN, ...versionStep(said)]
      : [
          ...(isCut ? [WHOLE_LINES] : []),
          `See if the runtime runs and since when: \`systemctl status ${unit}\`.`,
          `Start it if it is stopped: \`systemctl start ${unit}\`.`,
        ]),
    runtimeJournal(runtime),
    runtime === 'docker'
      ? 'See if the socket exists: `ls -l /var/run/docker.sock`.'
      : `See if the socket exists and is the one the kubelet uses: \`ls -l ${socket ?? '/run/containerd/containerd.sock /run/crio/crio.sock'}\`, \`grep -i containerRuntimeEndpoint /var/lib/kubelet/config.yaml\`.`,
  ];
}

/** Too short for an unhealthy time. */
function ofBrief(view: DiagnosisView, signs: Signs, brief: BriefFailure): RankedFinding {
  const calls = brief.calls.map(({ fact }) => fact);
  const stop = stopInLog(view, calls);
  const why = brokeOff(calls.map(({ error }) => error.text))
    ? 'broke while a call waited: the runtime was stopped, killed or crashed at that moment.'
    : 'could not be made: the runtime was stopped, restarting, or its socket was gone.';
  return briefFinding(
    view,
    'runtime-unreachable',
    brief,
    signs.isDenied ? TITLE_DENIED : titleOf(stop),
    `${signs.isDenied ? DENIED_TEXT : stop === undefined ? `The connection ${why} ` : saidText(view, stop)}${whatRuns(signs)}`,
    stepsOf(signs),
    stop === undefined ? [] : [stop.end],
  );
}

function explanationOf(view: DiagnosisView, signs: Signs, stop: RuntimeStop | undefined): string {
  const { episodes, lines, isOther, process } = signs;
  const noticesSoon =
    isOther || (process?.version !== undefined && isAtLeast(process.version, { major: 1, minor: 22 }));
  return [
    callsText(signs),
    stop === undefined ? '' : saidText(view, stop),
    exitText(signs),
    lines.length > 0 ? `${amountOf(view, lines)}: "${bothEnds(lines[0]?.text ?? '', 220)}". ` : '',
    `${whatRuns(signs)}${noticesSoon ? '' : ' Kubelets before 1.22 can take a minute longer to notice that the runtime is back.'}${overEpisodes(episodes)}`,
  ].join('');
}

/** Of a socket that the kubelet may not use. */
const DENIED_TEXT = 'The socket is there, but the kubelet has no right to use it. ';

function callsText({ episodes, isDenied }: Signs): string {
  if (!episodes.some(({ signs }) => [...signs.list, ...signs.status].length > 0)) return '';
  if (isDenied) return DENIED_TEXT;
  const relists = episodes
    .flatMap((episode) => ofClass(episode.signs.list, 'unreachable'))
    .filter((call) => call.fact.kind === 'relist-failed').length;
  return `Every call to the runtime failed at once because the connection could not be made${relists > 0 ? ` (${plural(relists, 'failed relist')}, one a second)` : ''}: the runtime was stopped, restarting, or its socket was gone. `;
}

function exitText({ exits, said, isOther, answered, lacksInterface }: Signs): string {
  if (exits.length === 0) return '';
  const meaning = lacksInterface
    ? `${LACKS_INTERFACE} `
    : answered
      ? 'The runtime answers, but with this error: it may not have finished its own start. '
      : '';
  return `The kubelet ended ${times(exits.length)} at its start because it could not ${isOther ? 'use' : 'connect to'} the runtime: "${bothEnds(said, 220)}". ${meaning}`;
}

/** What becomes of containers: docker ends them when it stops, and clears them away when it starts after a crash, but for its setting `live-restore` (docs.docker.com/engine/daemon/live-restore). */
function whatRuns({ runtime }: Signs): string {
  return runtime === 'docker'
    ? 'With docker, containers keep running only where live-restore is on.'
    : 'Containers that already run usually keep running.';
}

/** The runtime had taken each of these calls when the connection ended: it was there until then. */
function brokeOff(texts: readonly string[]): boolean {
  return texts.every((text) =>
    /connection reset|broken pipe|error reading from server|transport is closing|\bEOF\b/.test(text),
  );
}

/** The socket that the kubelet dialled, as its errors name it; only a plain path becomes part of a command. */
function socketIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const socket = /\bdial unix (\/[\w./-]{1,120}\.sock)\b/.exec(text)?.[1];
    if (socket !== undefined) return socket;
  }
  return undefined;
}

/** What was said of the runtime's service about the time of these calls. */
function stopOf(neighbours: readonly NeighbourFact[], lines: readonly Fact[]): RuntimeStop | undefined {
  const times = lines.map(({ time }) => time).sort((a, b) => a - b);
  const [first] = times;
  const last = times.at(-1);
  return first === undefined || last === undefined ? undefined : runtimeStopped(neighbours, first, last);
}

function titleOf(stop: RuntimeStop | undefined): string {
  if (stop === undefined) return TITLE;
  return `The container runtime ${OF_STOP[stop.how]}${stop.said === undefined ? ', and its socket was not reachable' : `: "${shorten(stop.said.text, 120)}"`}`;
}

const OF_STOP: Readonly<Record<RuntimeStop['how'], string>> = {
  crashed: 'crashed',
  'crash-loop': 'crashed again and again',
  stopped: 'was stopped',
  restarted: 'was restarted',
  'not-started': 'ended and does not start again',
};

function linesOfStop({ end, back, said }: RuntimeStop): readonly NeighbourFact[] {
  return [end, ...(said === undefined ? [] : [said]), ...(back === undefined ? [] : [back])];
}

/** The same for a log without an unhealthy time; a journal of several nodes does not say whose runtime it was. */
function stopInLog(view: DiagnosisView, lines: readonly Fact[]): RuntimeStop | undefined {
  return view.history.nodes.length > 1 ? undefined : stopOf(view.facts.of(undefined, 'neighbour'), lines);
}

/** `The journal says when: "…" at 09:20:00; it was started again at 09:21:35. ` */
function saidText(view: DiagnosisView, { end, back }: RuntimeStop): string {
  return `The journal says when: "${shorten(end.text, 100)}" at ${view.formatTime(end.time)}${back === undefined ? '' : `; it was started again at ${view.formatTime(back.time)}`}. `;
}

/** gRPC of a service or method that is not there (status 12), and what kubelets say of an interface that is too old. */
const OTHER_INTERFACE = /code = (?:Unimplemented|12)\b|unknown service|unknown method|too old|not supported/i;

/** The kubelet's first call of the runtime, of which gRPC's code is cut away (`rpc error: code = Unavailable desc = …`): only that tells whether the runtime answered. */
function isCutWithin(text: string): boolean {
  return text.includes('validate service connection: ') && !/\bcode = \w{1,20} /.test(text);
}

/** Which versions have what the kubelet asked for. Kubernetes' blog of 2022-11-18 (1.26), release notes of cri-dockerd 0.3.0, containerd 2.0 and CRI-O 1.26. */
function versionStep(text: string): readonly string[] {
  if (text.includes('runtime.v1alpha2.'))
    return [
      'This kubelet asks for CRI v1alpha2, which containerd 2.0 and CRI-O 1.26 do not have any more: take a kubelet of 1.23 or later, or a runtime of its time.',
    ];
  return /CRI v1 |runtime\.v1\./.test(text)
    ? [
        'Kubernetes 1.26 and later want CRI v1: upgrade containerd to 1.6 or later, cri-dockerd to 0.3.0 or later, CRI-O to the minor version of the kubelet.',
      ]
    : [];
}

/** Nobody listens on the socket, or there is none: that tells of no moment at which it ended. */
const NOT_MADE = /dial unix .{1,200}(?:no such file or directory|connection refused)/;

/** So many lines are no single connection that broke. */
const SEVERAL = 3;

/** No listing failed for it: only what the runtime was asked for pods, in a few pasted lines or while it was restarted. */
function byPods(view: DiagnosisView, nextSteps: readonly string[]): readonly RankedFinding[] {
  // Where there was an unhealthy time, its verdict says what it was; a restart of the runtime is a part of it.
  if (view.episodes.length > 0) return [];
  const calls = view.facts.fitting(
    'runtime-call-failed',
    (fact) =>
      !isListMethod(fact.method) &&
      classifyRuntimeError(fact.error) === 'unreachable' &&
      !hasNoFileLeft(fact.error.text) &&
      isOfItsConnection(fact.error.text),
  );
  const pods = troubledPods(view, 'unreachable');
  const lines: readonly Fact[] = [...calls, ...firstAndLast(pods)].sort((a, b) => a.time - b.time);
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const count = calls.length + linesOf(pods);
  const text = calls[0]?.error.text ?? pods[0]?.text ?? '';
  const stop = stopInLog(view, lines);
  const wasMade = [...calls.map(({ error }) => error.text), ...pods.map(({ text }) => text)].some(
    (said) => !NOT_MADE.test(said),
  );
  return [
    makeFinding('runtime-unreachable', {
      weight: 'cause',
      confidence: stop !== undefined || count >= SEVERAL ? 'medium' : 'low',
      title: stop === undefined && wasMade ? 'The connection to the container runtime broke' : titleOf(stop),
      explanation: `${amountText(view, count, first, last, 'show')} calls to the runtime${pods.length > 0 ? ` for ${plural(pods.length, 'pod')} (${namesText(pods.map(({ pod }) => ({ name: pod })))})` : ''} that failed because the connection could not be made, or broke: "${bothEnds(text, 220)}". ${stop !== undefined ? saidText(view, stop) : wasMade ? 'The runtime was stopped, restarted, or crashed at that moment. ' : 'The runtime did not run, or its socket is another. '}Containers that already run usually keep running; the kubelet asks again.`,
      nextSteps,
      evidence: [
        ...(stop === undefined ? [] : linesOfStop(stop)),
        ...new Set([...lines.slice(0, 4), ...lines.slice(-1)]),
      ],
    }),
  ];
}
