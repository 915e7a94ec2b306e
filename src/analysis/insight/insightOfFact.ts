/** What the other lines that state something prove at their place in the log: one entry a kind of fact. */
import { durationText } from '../../diagnosis/words/durationText.ts';
import { requestTimeout } from '../../inference/requestTimeout.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { answeredTimeout, commandTimeout, gotNoAnswer, ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { callTimeout } from '../../kubelet/callTimeout.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { after, before, between, type Instant, seconds } from '../../kubelet/time.ts';
import { formatVersion } from '../../kubelet/version.ts';
import type {
  Fact,
  FactKind,
  NodeConditionFact,
  RelistFailedFact,
  RuntimeCallFailedFact,
  RuntimeError,
} from '../../messages/fact.ts';
import type { FactOf } from '../../messages/factTraits.ts';
import type { InsightIndex } from './insightIndex.ts';
import { formatLengthBetween } from '../outputs/instantText.ts';
import type { LineClock } from './lineClock.ts';
import type { InsightSentence } from './lineInsight.ts';
import { NO_DELAY, sentence, strong } from './sentence.ts';
import { isOfShutdown } from '../../messages/shutdownLines.ts';

/** Whose fact it is, and what else is known of the log. */
interface Place {
  readonly processId: string | undefined;
  readonly process: KubeletProcess | undefined;
  readonly index: InsightIndex;
  readonly clock: LineClock;
}

/** What a fact proves where it stands. Kinds that say no more than their message give nothing. */
export function factSentences(
  fact: Fact,
  processId: string | undefined,
  index: InsightIndex,
  clock: LineClock,
): InsightSentence[] {
  const process = processId === undefined ? undefined : index.process(processId);
  const says = SENTENCES[fact.kind] as (fact: Fact, place: Place) => InsightSentence[];
  return says(fact, { processId, process, index, clock });
}

/** What a process wrote in less time tells nothing of its life. */
const A_SECOND = seconds(1);

/** Between wider bounds a begin says nothing of how long a relist took. */
const WIDE = seconds(60);

const nothing = (): InsightSentence[] => [];

const ofProcess = (_: Fact, { process, clock }: Place): InsightSentence[] =>
  process === undefined ? [] : [processSentence(process, clock)];

const SENTENCES: { readonly [Kind in FactKind]: (fact: FactOf<Kind>, place: Place) => InsightSentence[] } = {
  'relist-failed': relistFailed,
  'relist-started': () => [
    sentence(
      'A relist starts here. The value that PLEG compares with its threshold is this time, stored once the lists have come back.',
    ),
  ],
  'node-condition': nodeCondition,
  'node-event': ({ event, time }, place) => nodeEvent(event, time, place),
  'housekeeping-slow': ({ time, took }, { clock }) => [
    strong(
      `The sync loop was blocked by housekeeping from ${clock.at(before(time, took))} to ${clock.at(time)} (${durationText(took)}): no pod was synchronised and no skip could be logged in this time.`,
    ),
  ],
  'runtime-call-failed': (fact, place) => (!gotNoAnswer(fact.error) ? [] : [strong(timedOutText(fact, place))]),
  'status-failed': (fact, place) => [
    sentence(
      gotNoAnswer(fact.error) && !answeredTimeout(fact.error)
        ? `The Status call of the runtime check timed out${beganText(fact, 'Status', place, '; it ')}.`
        : 'The runtime check failed. After 30s without a good Status the loop skips with "container runtime is down".',
    ),
  ],
  'inspect-failed': (fact, place) => [
    gotNoAnswer(fact.error) && !answeredTimeout(fact.error)
      ? strong(
          `PLEG could not inspect this pod: the call got no answer${beganText(fact, 'PodSandboxStatus', place, '; it ')}. A relist inspects its pods one after the other, so all others waited.`,
        )
      : sentence('PLEG could not inspect this pod and tries again in the next relist.'),
  ],
  'events-held-back': () => [
    sentence(
      'PLEG keeps the events of this pod and inspects it again in the next relist; until then the loop knows nothing of its changes.',
    ),
  ],
  'event-channel-full': () => [
    sentence(
      'The channel holds 1000 events and the loop takes none: events are lost. PLEG itself works, the loop does not read.',
    ),
  ],
  'container-finished': ({ containerId, time }, { index }) => containerFinished(containerId, time, index),
  'sync-loop-started': ofProcess,
  'kubelet-version': ofProcess,
  'kubelet-exit': (fact, { process }) =>
    process === undefined || isOfShutdown(fact)
      ? []
      : [
          sentence(
            `This kubelet${process.pid === undefined ? '' : ` (pid ${process.pid})`} ends here${between(process.from, fact.time) >= A_SECOND ? ` after ${durationText(between(process.from, fact.time))} in the log` : ''}.`,
          ),
        ],
  'journal-loss': ({ lost, isBetween }) => [
    sentence(
      isBetween === true
        ? 'Where one output of a paste ends and another begins, nothing is concluded from the absence of lines.'
        : `Lines are missing here${lost === undefined ? '' : ` (dropped: ${lost})`}. Nothing is concluded from the absence of lines around it.`,
    ),
  ],
  boot: () => [sentence('The machine was started anew here: a new kubelet follows.')],
  flag: nothing,
  skip: nothing,
  'pleg-event': nothing,
  'pleg-event-ignored': nothing,
  'state-change': nothing,
  'runtime-not-ready': nothing,
  'network-not-ready': nothing,
  housekeeping: nothing,
  'housekeeping-failed': nothing,
  'loop-late': nothing,
  'pod-config': nothing,
  'pods-sync': nothing,
  probe: nothing,
  'pod-sync-error': nothing,
  'container-named': nothing,
  'runtime-version': nothing,
  evented: nothing,
  'cni-failed': nothing,
  'volume-failed': nothing,
  eviction: nothing,
  'startup-failed': nothing,
  'api-error': nothing,
  'node-trouble': nothing,
  'pod-trouble': nothing,
  'other-error': nothing,
  neighbour: nothing,
};

function relistFailed(fact: RelistFailedFact, { index, clock }: Place): InsightSentence[] {
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
        text: `This is the end of a relist that ${relist.startOpen === true || between(relist.start.min, relist.start.max) > WIDE ? 'failed; no line tells when it began' : `began ${clock.words(relist.start)} and took ${formatLengthBetween(relist.start, { min: fact.time, max: fact.time })}`}.`,
        strong: true,
      },
    ],
    sentence(
      `${where.trim()} It does not count as active: the age of the last successful relist goes on growing.`.trim(),
    ),
  ];
}

function nodeCondition(fact: NodeConditionFact, place: Place): InsightSentence[] {
  const sentences: InsightSentence[] = [];
  for (const reason of fact.reasons) {
    if (reason.kind !== 'pleg-stale' || reason.elapsed === undefined) continue;
    const relist = before(fact.time, reason.elapsed);
    const threshold = reason.threshold ?? RELIST_THRESHOLD;
    sentences.push(
      strong(
        `PLEG's last successful relist began at ${place.clock.at(relist)}; the threshold of ${durationText(threshold)} was passed at ${place.clock.at(after(relist, threshold))}, ${durationText(between(after(relist, threshold), fact.time))} before the node was reported NotReady.`,
      ),
    );
  }
  if (!fact.ready) sentences.push(...readyAgain(fact.time, place));
  return sentences;
}

function readyAgain(time: Instant, { processId, index, clock }: Place): InsightSentence[] {
  // The event and the line of the condition are of one change.
  const next = index.analysis.reconstruction.history.nodeReady.find(
    (change) =>
      between(time, change.time) > (change.ready ? 0 : A_SECOND) &&
      (processId === undefined || change.process === processId),
  );
  if (next?.ready === false) return []; // when it was Ready in between, no line says
  return next === undefined
    ? [sentence('Nothing in the rest of the log reports the node Ready again.')]
    : [
        sentence(
          `The node was reported Ready again at ${clock.at(next.time)}, ${durationText(between(time, next.time))} later.`,
          next,
        ),
      ];
}

function nodeEvent(event: string, time: Instant, place: Place): InsightSentence[] {
  if (event !== 'NodeReady') return event === 'NodeNotReady' ? readyAgain(time, place) : [];
  const { episodes, nodeReady } = place.index.analysis.reconstruction.history;
  const ended = episodes
    .filter(
      (episode) =>
        !episode.startup && episode.process === place.processId && episode.end !== undefined && episode.end.min <= time,
    )
    .at(-1);
  const end = ended?.end;
  // A report in between was of that recovery, or of another trouble.
  const isOther = nodeReady.some(
    (report) =>
      report.process === place.processId &&
      end !== undefined &&
      report.time > end.max &&
      report.time < before(time, A_SECOND),
  );
  if (ended === undefined || end === undefined || isOther) return [];
  return [sentence(`The kubelet had recovered ${place.clock.words(end)}.`, ended.lastSkip)];
}

function containerFinished(containerId: string, time: Instant, index: InsightIndex): InsightSentence[] {
  const sentences: InsightSentence[] = [sentence('A listing of the runtime had come back before this line.')];
  const event = index.deathOfContainer(containerId, before(time, NO_DELAY)); // loop and PLEG log side by side: the event's line can come first
  if (event === undefined)
    sentences.push(
      sentence(
        'No ContainerDied line of this container follows: its pod was gone by then, the event was lost, or the log leaves it out.',
      ),
    );
  else if (between(time, event.time) > NO_DELAY)
    sentences.push(
      sentence(`The sync loop handled the event only ${durationText(between(time, event.time))} later.`, event),
    );
  return sentences;
}

function processSentence(process: KubeletProcess, clock: LineClock): InsightSentence {
  const version = process.version === undefined ? '' : ` ${formatVersion(process.version)}`;
  const end =
    process.endedBy === 'end-of-log'
      ? 'runs until the log ends'
      : process.endedBy === 'replaced'
        ? `is replaced by another after ${clock.at(process.to)}`
        : `ends after ${clock.at(process.to)}`;
  return sentence(
    `A kubelet${version}${process.pid === undefined ? '' : ` with pid ${process.pid}`} (${process.id.replace('-', ' ')}); it ${end}.`,
  );
}

function timedOutText(fact: RuntimeCallFailedFact, place: Place): string {
  const { method, error } = fact;
  if (answeredTimeout(error))
    return `The call ${method} failed because of a time-out: the runtime answered that something it waited for itself did not come in time.`;
  const allowed = method === 'ExecSync' ? commandTimeout(error.text) : undefined;
  return allowed === undefined
    ? `The call ${method} timed out: it got no answer${beganText(fact, method, place, ', and ')}.`
    : `The command ran longer than the ${durationText(allowed)} that its probe allows, and the runtime ended it.`;
}

const ADDED = { 'grace-period': ' and the grace period', probe: " and the probe's own" } as const;

/**
 * When a call that got no answer began, as far as its time-out is known, behind `joint`; nothing where its words do not say that the kubelet gave it up itself. The
 * runtime can have given up sooner, with the same words.
 */
function beganText(
  { time, error }: { readonly time: Instant; readonly error: RuntimeError },
  method: string,
  { process, clock }: Place,
  joint: string,
): string {
  const ofAll = process === undefined ? DEFAULT_RUNTIME_REQUEST_TIMEOUT : requestTimeout(process);
  const timeout = ranIntoTimeout(error) ? callTimeout(method, ofAll) : undefined;
  if (timeout === undefined) return '';
  const known = process?.settings.get('runtimeRequestTimeout')?.known ?? 'assumed';
  const began = clock.at(before(time, timeout.least));
  const how = { logged: '', shown: ', as waits in this log show', assumed: ' by default' }[known];
  return (
    `${joint}began at ${timeout.added === undefined ? `about ${began}` : `${began} or earlier`} if it ran for its whole time-out ` +
    `(${durationText(timeout.least)}${how}${timeout.added === undefined ? '' : ADDED[timeout.added]})`
  );
}
