/** What the other telling lines prove at their place in the log, one function a kind of fact. */
import { durationText } from '../../diagnosis/words/durationText.ts';
import { requestTimeout } from '../../inference/requestTimeout.ts';
import type { AttributedFact, KubeletProcess, LineReference, PlegEvent } from '../../inference/history.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { gotNoAnswer, ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { after, before, between, type Instant, seconds } from '../../kubelet/time.ts';
import { formatVersion } from '../../kubelet/version.ts';
import type {
  Fact,
  InspectFailedFact,
  NodeConditionFact,
  RelistFailedFact,
  RuntimeCallFailedFact,
  RuntimeError,
} from '../../messages/fact.ts';
import type { InsightIndex } from './insightIndex.ts';
import { formatBegin, formatClock, formatLengthBetween } from '../outputs/instantText.ts';
import type { InsightSentence } from './lineInsight.ts';

/** An event handled within this time of the change it tells of was not held back. */
const NO_DELAY = seconds(2);

/** Wider bounds say no more than the later one does. */
const NARROW = seconds(900);

const sentence = (text: string, at?: LineReference): InsightSentence => [at === undefined ? { text } : { text, at }];

/** A PLEG event: when the change happened, and whether the event had to wait. */
export function plegEventSentences(event: PlegEvent, index: InsightIndex): InsightSentence[] {
  const sentences: InsightSentence[] = [];
  const { history } = index.analysis.reconstruction;
  const proven = index.states(event)[0];
  if (proven !== undefined) {
    const { container, state } = proven;
    const what =
      container.kind === 'sandbox' ? 'The sandbox' : `Container ${container.name ?? container.id.slice(0, 12)}`;
    const code = state.exitCode === undefined ? '' : ` with code ${state.exitCode}`;
    const least = between(state.from.max, event.time);
    if (state.fromOpen === undefined && between(state.from.min, state.from.max) <= NARROW) {
      const verb =
        state.state === 'running' ? 'started' : state.state === 'exited' ? `exited${code}` : `became ${state.state}`;
      sentences.push(sentence(`${what} ${verb} ${boundsWords(state.from)}.`));
      if (least > NO_DELAY)
        sentences.push(
          sentence(
            `The sync loop handled it ${formatLengthBetween(state.from, { min: event.time, max: event.time })} later.`,
          ),
        );
    } else {
      // Nothing told of it before: a kubelet that starts reports all that it finds.
      const verb =
        state.state === 'running'
          ? 'was running'
          : state.state === 'exited'
            ? `had exited${code}`
            : `was ${state.state}`;
      sentences.push(
        sentence(
          `${what} ${verb} by ${formatClock(state.from.max)}${state.fromOpen === undefined ? '' : container.states[0] === state ? '; nothing before tells of it' : ', perhaps before the log begins'}.`,
        ),
      );
      if (least > NO_DELAY) sentences.push(sentence(`The sync loop handled it ${durationText(least)} later or more.`));
    }
  }
  const held = history.episodes.find(
    (episode) =>
      !episode.startup &&
      episode.process === event.process &&
      episode.resumed !== undefined &&
      event.time >= episode.resumed.min &&
      event.time <= after(episode.resumed.max, NO_DELAY),
  );
  if (held !== undefined) {
    sentences.push(
      sentence(
        `The event comes with the first turn after ${held.id.replace('-', ' ')}: while the loop skips, events wait in PLEG's channel, so it may be up to ${durationText(between(held.begin.min, event.time))} old.`,
        held.lastSkip,
      ),
    );
  }
  return sentences;
}

/** What a fact proves where it stands. Kinds that say no more than their message give nothing. */
export function factSentences(fact: Fact, processId: string | undefined, index: InsightIndex): InsightSentence[] {
  const process = processId === undefined ? undefined : index.process(processId);
  switch (fact.kind) {
    case 'relist-failed':
      return relistFailed(fact, index);
    case 'relist-started':
      return [
        sentence(
          'A relist starts here. The value that PLEG compares with its threshold is this time, stored once the lists have come back.',
        ),
      ];
    case 'node-condition':
      return nodeCondition(fact, processId, index);
    case 'node-event':
      return nodeEvent(fact.event, fact.time, processId, index);
    case 'housekeeping-slow':
      return [
        [
          {
            text: `The sync loop was blocked by housekeeping from ${formatClock(before(fact.time, fact.took))} to ${formatClock(fact.time)} (${durationText(fact.took)}): no pod was synchronised and no skip could be logged in this time.`,
            strong: true,
          },
        ],
      ];
    case 'runtime-call-failed':
      return runtimeCall(fact, process);
    case 'status-failed':
      return [
        sentence(
          gotNoAnswer(fact.error)
            ? `The Status call of the runtime check timed out${beganText(fact, process, '; it ')}.`
            : 'The runtime check failed. After 30s without a good Status the loop skips with "container runtime is down".',
        ),
      ];
    case 'inspect-failed':
      return inspectFailed(fact, process);
    case 'events-held-back':
      return [
        sentence(
          'PLEG keeps the events of this pod and inspects it again in the next relist; until then the loop knows nothing of its changes.',
        ),
      ];
    case 'event-channel-full':
      return [
        sentence(
          'The channel holds 1000 events and the loop takes none: events are lost. PLEG itself works, the loop does not read.',
        ),
      ];
    case 'container-finished':
      return containerFinished(fact.containerId, fact.time, index);
    case 'sync-loop-started':
    case 'kubelet-version':
      return process === undefined ? [] : [processSentence(process)];
    case 'kubelet-exit':
      return process === undefined
        ? []
        : [
            sentence(
              `This kubelet${process.pid === undefined ? '' : ` (pid ${process.pid})`} ends here${fact.time > process.from ? ` after ${durationText(between(process.from, fact.time))} in the log` : ''}.`,
            ),
          ];
    case 'journal-loss':
      return [
        sentence(
          `Lines are missing here${fact.lost === undefined ? '' : `: journald dropped ${fact.lost}`}. Nothing is concluded from the absence of lines around it.`,
        ),
      ];
    case 'boot':
      return [sentence('The machine was started anew here: a new kubelet follows.')];
    case 'flag':
    case 'skip':
    case 'pleg-event':
    case 'pleg-event-ignored':
    case 'state-change':
    case 'runtime-not-ready':
    case 'network-not-ready':
    case 'housekeeping':
    case 'housekeeping-failed':
    case 'pod-config':
    case 'pods-sync':
    case 'probe':
    case 'pod-sync-error':
    case 'container-named':
    case 'runtime-version':
    case 'evented':
    case 'cni-failed':
    case 'volume-failed':
    case 'eviction':
    case 'startup-failed':
    case 'api-error':
    case 'node-trouble':
    case 'pod-trouble':
    case 'neighbour':
      return [];
  }
}

/** Where the line stands among the episodes, and which findings rest on it. */
export function generalSentences(
  at: LineReference,
  time: Instant | undefined,
  facts: readonly AttributedFact[] | undefined,
  index: InsightIndex,
): InsightSentence[] {
  const { analysis } = index;
  const sentences: InsightSentence[] = [];
  const process =
    facts === undefined
      ? undefined
      : (facts.find((fact) => fact.process !== undefined)?.process ?? processAt(at, time, index));
  if (process !== undefined && time !== undefined) {
    const episode = index.episodeAt(process, time);
    if (episode !== undefined && !episode.startup)
      sentences.push(
        sentence(
          `At this time the kubelet was unhealthy (${episode.id.replace('-', ' ')}, since ${formatBegin(episode)}).`,
          episode.firstSkip,
        ),
      );
  }
  const findings = analysis.findings.filter((finding) =>
    finding.evidence.some((line) => line.source === at.source && line.line === at.line),
  );
  if (findings.length > 0)
    sentences.push(sentence(`Evidence for: ${findings.map((finding) => finding.title).join('; ')}.`));
  return sentences;
}

function processAt(at: LineReference, time: Instant | undefined, index: InsightIndex): string | undefined {
  const { processes } = index.analysis.reconstruction.history;
  return processes.find(
    (process) =>
      process.first.source === at.source &&
      process.first.line <= at.line &&
      process.last.line >= at.line &&
      (time === undefined || (time >= process.from && time <= process.to)),
  )?.id;
}

function relistFailed(fact: RelistFailedFact, index: InsightIndex): InsightSentence[] {
  const relist = index.relists(fact).find((one) => one.scope === fact.scope && one.outcome !== 'ok');
  if (relist === undefined)
    return [
      sentence(
        'A relist ended here without a list: the last successful relist stays where it was, and its age goes on growing.',
      ),
    ];
  const where =
    relist.phase === undefined || relist.phase === 'unknown'
      ? ''
      : ` It failed while ${relist.phase}${relist.call === undefined ? '' : ` (${relist.call})`}.`;
  return [
    [
      {
        text: `This is the end of a relist that ${relist.startOpen === true ? 'failed; no line tells when it began' : `began ${boundsWords(relist.start)} and took ${formatLengthBetween(relist.start, { min: fact.time, max: fact.time })}`}.`,
        strong: true,
      },
    ],
    sentence(
      `${where.trim()} It does not count as active: the age of the last successful relist goes on growing.`.trim(),
    ),
  ];
}

function nodeCondition(fact: NodeConditionFact, process: string | undefined, index: InsightIndex): InsightSentence[] {
  const sentences: InsightSentence[] = [];
  for (const reason of fact.reasons) {
    if (reason.kind !== 'pleg-stale' || reason.elapsed === undefined) continue;
    const relist = before(fact.time, reason.elapsed);
    const threshold = reason.threshold ?? RELIST_THRESHOLD;
    sentences.push([
      {
        text: `PLEG's last successful relist began at ${formatClock(relist)}; the threshold of ${durationText(threshold)} was passed at ${formatClock(after(relist, threshold))}, ${durationText(between(after(relist, threshold), fact.time))} before the node was reported NotReady.`,
        strong: true,
      },
    ]);
  }
  const episode = process === undefined ? undefined : index.episodeAt(process, fact.time);
  if (!fact.ready && episode !== undefined && sentences.length === 0)
    sentences.push(
      sentence(
        `The kubelet is unhealthy since ${formatBegin(episode)} (${episode.id.replace('-', ' ')}).`,
        episode.firstSkip,
      ),
    );
  if (!fact.ready) sentences.push(...readyAgain(fact.time, process, index));
  return sentences;
}

function readyAgain(time: Instant, process: string | undefined, index: InsightIndex): InsightSentence[] {
  const next = index.analysis.reconstruction.history.nodeReady.find(
    (change) => change.ready && change.time > time && (process === undefined || change.process === process),
  );
  return next === undefined
    ? [sentence('Nothing in the rest of the log reports the node Ready again.')]
    : [
        sentence(
          `The node was reported Ready again at ${formatClock(next.time)}, ${durationText(between(time, next.time))} later.`,
          next,
        ),
      ];
}

function nodeEvent(event: string, time: Instant, process: string | undefined, index: InsightIndex): InsightSentence[] {
  if (event !== 'NodeReady') return event === 'NodeNotReady' ? readyAgain(time, process, index) : [];
  const { episodes } = index.analysis.reconstruction.history;
  const ended = episodes
    .filter(
      (episode) =>
        !episode.startup && episode.process === process && episode.end !== undefined && episode.end.min <= time,
    )
    .at(-1);
  return ended?.end === undefined
    ? []
    : [
        sentence(
          `The kubelet had recovered by itself ${boundsWords(ended.end)}; the node's status follows within its report period.`,
          ended.lastSkip,
        ),
      ];
}

function runtimeCall(fact: RuntimeCallFailedFact, process: KubeletProcess | undefined): InsightSentence[] {
  if (!gotNoAnswer(fact.error)) return [];
  return [
    [
      {
        text: `The call ${fact.method} timed out: it got no answer${beganText(fact, process, ', and ')}.`,
        strong: true,
      },
    ],
  ];
}

function inspectFailed(fact: InspectFailedFact, process: KubeletProcess | undefined): InsightSentence[] {
  return gotNoAnswer(fact.error)
    ? [
        [
          {
            text: `PLEG could not inspect this pod: the call got no answer${beganText(fact, process, '; it ')}. A relist inspects its pods one after the other, so all others waited.`,
            strong: true,
          },
        ],
      ]
    : [sentence('PLEG could not inspect this pod and tries again in the next relist.')];
}

function containerFinished(containerId: string, time: Instant, index: InsightIndex): InsightSentence[] {
  const sentences: InsightSentence[] = [sentence('A listing of the runtime had come back before this line.')];
  const event = index.deathOfContainer(containerId, before(time, NO_DELAY)); // loop and PLEG log side by side: the event's line can come first
  if (event === undefined)
    sentences.push(
      sentence('No ContainerDied line of this container follows: its event was lost, or the log ends first.'),
    );
  else if (between(time, event.time) > NO_DELAY)
    sentences.push(
      sentence(`The sync loop handled the event only ${durationText(between(time, event.time))} later.`, event),
    );
  return sentences;
}

function processSentence(process: KubeletProcess): InsightSentence {
  const version = process.version === undefined ? '' : ` ${formatVersion(process.version)}`;
  const end =
    process.endedBy === 'end-of-log'
      ? 'runs until the log ends'
      : process.endedBy === 'replaced'
        ? `is replaced by another after ${formatClock(process.to)}`
        : `ends at ${formatClock(process.to)}`;
  return sentence(
    `A kubelet${version}${process.pid === undefined ? '' : ` with pid ${process.pid}`} (${process.id.replace('-', ' ')}); it ${end}.`,
  );
}

/**
 * When a call that got no answer began, as far as its time-out is known, behind `joint`; nothing where its words do not say that the kubelet gave it up itself. The
 * runtime can have given up sooner, with the same words.
 */
function beganText(
  { time, error }: { readonly time: Instant; readonly error: RuntimeError },
  process: KubeletProcess | undefined,
  joint: string,
): string {
  if (!ranIntoTimeout(error)) return '';
  const timeout = process === undefined ? DEFAULT_RUNTIME_REQUEST_TIMEOUT : requestTimeout(process);
  const known = process?.settings.get('runtimeRequestTimeout')?.known ?? 'assumed';
  return `${joint}began at about ${formatClock(before(time, timeout))} if it ran for its whole time-out (${durationText(timeout)}${{ logged: '', shown: ', as waits in this log show', assumed: ' by default' }[known]})`;
}

function boundsWords(bounds: { readonly min: Instant; readonly max: Instant }): string {
  return bounds.max - bounds.min < 1000
    ? `at ${formatClock(bounds.min)}`
    : `between ${formatClock(bounds.min)} and ${formatClock(bounds.max)}`;
}
