/** The parts of the JSON contract (`analysisJson.ts`), each a projection of one thing of the history. */
import type {
  ContainerStateInterval,
  Episode,
  Folded,
  KubeletProcess,
  LineReference,
  NodeReadyChange,
  PlegEvent,
  PodHistory,
  ProcessEnding,
  Relist,
  Skip,
} from '../../inference/history.ts';
import type { EpisodeImpact } from '../../inference/containers/impact.ts';
import type { SkipReason } from '../../kubelet/skipReason.ts';
import { inSeconds, type TimeBounds } from '../../kubelet/time.ts';
import { formatVersion } from '../../kubelet/version.ts';
import type { Analysis } from '../analysis.ts';
import type {
  JsonBounds,
  JsonEnding,
  JsonEpisode,
  JsonEvidence,
  JsonFolded,
  JsonImpact,
  JsonNodeReady,
  JsonPlegEvent,
  JsonPod,
  JsonProcess,
  JsonReason,
  JsonRelist,
  JsonReplay,
  JsonSetting,
  JsonSkip,
  JsonState,
} from './analysisJson.ts';
import { formatRfc3339 } from './instantText.ts';
import { optional } from './optional.ts';
import { podName } from './podName.ts';

/** What the projection needs beside the analysis: the text of a line, where it is still known. */
export type LineText = (at: LineReference) => string | undefined;

/** How the lines of this analysis are named. */
export function contextOf(analysis: Analysis, lineText: LineText): Context {
  const { history } = analysis.reconstruction;
  const several = history.sources.length > 1;
  const place = (at: LineReference): { line: number; source?: number } =>
    several ? { line: at.line, source: at.source } : { line: at.line };
  const evidence = (at: LineReference): JsonEvidence => {
    const text = lineText(at);
    return text === undefined ? place(at) : { ...place(at), text };
  };
  return { place, evidence };
}

/** How a place in a log is written: with its source where there are several, and with its text where it is still known. */
export interface Context {
  readonly place: (at: LineReference) => { line: number; source?: number };
  readonly evidence: (at: LineReference) => JsonEvidence;
}

export function foldedJson({ what, count, from, to }: Folded): JsonFolded {
  return { what, count, from: formatRfc3339(from), to: formatRfc3339(to) };
}

export function boundsJson(bounds: TimeBounds): JsonBounds {
  const min = formatRfc3339(bounds.min);
  return { min, max: bounds.max === bounds.min ? min : formatRfc3339(bounds.max) };
}

function optionalBounds<Name extends string>(
  name: Name,
  bounds: TimeBounds | undefined,
): { readonly [N in Name]?: JsonBounds } {
  return optional(name, bounds === undefined ? undefined : boundsJson(bounds));
}

export function processJson(process: KubeletProcess, { evidence, place }: Context): JsonProcess {
  const settings: { [name: string]: JsonSetting } = {};
  for (const [name, setting] of process.settings) {
    settings[name] = {
      value: setting.value,
      evidence: setting.evidence === undefined ? 'assumed' : evidence(setting.evidence),
      ...(setting.known === 'shown' ? { shownByWait: true as const } : {}),
    };
  }
  const { min, max } = process.versionRange ?? {};
  return {
    id: process.id,
    node: process.node,
    ...optional('pid', process.pid),
    from: formatRfc3339(process.from),
    to: formatRfc3339(process.to),
    firstLine: process.first.line,
    lastLine: process.last.line,
    ...optional('source', place(process.first).source),
    ...optional('version', process.version === undefined ? undefined : formatVersion(process.version)),
    versionKnown: process.versionKnown,
    ...optional('versionText', process.versionText),
    ...(min === undefined && max === undefined
      ? {}
      : {
          versionRange: {
            ...optional('min', min === undefined ? undefined : formatVersion(min)),
            ...optional('max', max === undefined ? undefined : formatVersion(max)),
          },
        }),
    ...optional(
      'versionEvidence',
      process.versionEvidence === undefined ? undefined : evidence(process.versionEvidence),
    ),
    ...optional('verbosity', process.verbosity),
    settings,
    ...(process.evented === undefined
      ? {}
      : {
          evented: optional(
            'until',
            process.evented.until === undefined ? undefined : formatRfc3339(process.evented.until),
          ),
        }),
    startedInLog: process.startedInLog,
    ...optional('loopStarted', process.loopStarted === undefined ? undefined : formatRfc3339(process.loopStarted)),
    endedBy: process.endedBy,
    ...optional('ending', process.ending === undefined ? undefined : endingJson(process.ending, evidence)),
  };
}

function endingJson({ how, code, signal, at, evidence }: ProcessEnding, write: Context['evidence']): JsonEnding {
  return {
    how,
    ...optional('code', code),
    ...optional('signal', signal),
    at: boundsJson(at),
    evidence: evidence.map(write),
  };
}

export function skipJson(skip: Skip, { place }: Context): JsonSkip {
  return {
    ...place(skip),
    time: formatRfc3339(skip.time),
    process: skip.process,
    reasons: skip.reasons.map((reason) => reasonJson(reason, skip)),
    ...optional('episode', skip.episode),
    ...optional('foldedBefore', skip.foldedBefore),
  };
}

function reasonJson(reason: SkipReason, skip: Skip): JsonReason {
  const names = reason.kind === 'pleg-stale' && skip.lastRelist !== undefined;
  return {
    kind: reason.kind,
    text: reason.text,
    ...optional('elapsedSeconds', reason.elapsed === undefined ? undefined : inSeconds(reason.elapsed)),
    ...optional('thresholdSeconds', reason.threshold === undefined ? undefined : inSeconds(reason.threshold)),
    ...optional('lastRelist', names && skip.lastRelist !== undefined ? formatRfc3339(skip.lastRelist) : undefined),
  };
}

/** An object that is filled field by field: there are millions of events and states, and spreads of objects cost several times as much. */
type Draft<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

export function plegEventJson(event: PlegEvent, { place }: Context): JsonPlegEvent {
  const { pod, containerId } = event;
  const json: Draft<JsonPlegEvent> = Object.assign(place(event), {
    time: formatRfc3339(event.time),
    process: event.process,
    type: event.type,
  });
  const name = podName(pod);
  if (pod.uid !== undefined) json.podUid = pod.uid;
  if (name !== undefined) json.pod = name;
  if (containerId !== undefined) json.containerId = containerId;
  return json;
}

export function relistJson(relist: Relist, { evidence }: Context): JsonRelist {
  return {
    process: relist.process,
    scope: relist.scope,
    ...optional('podUid', relist.podUid),
    start: boundsJson(relist.start),
    ...optional('startOpen', relist.startOpen),
    ...optionalBounds('listed', relist.listed),
    ...optionalBounds('end', relist.end),
    ...optional('phase', relist.phase),
    ...optional('call', relist.call),
    ...optional('pod', podName(relist.pod)),
    outcome: relist.outcome,
    evidence: relist.evidence.map(evidence),
  };
}

export function episodeJson(
  episode: Episode,
  over: TimeBounds | undefined,
  impact: EpisodeImpact | undefined,
  { evidence }: Context,
): JsonEpisode {
  return {
    id: episode.id,
    process: episode.process,
    startup: episode.startup,
    reasons: episode.reasons,
    begin: boundsJson(episode.begin),
    ...optional('beginOpen', episode.beginOpen),
    ...optionalBounds('end', over),
    ...optionalBounds('resumed', episode.resumed),
    endedBy: episode.endedBy,
    beginsBeforeLog: episode.beginsBeforeLog,
    ...optional('firstSkip', episode.firstSkip?.line),
    ...optional('lastSkip', episode.lastSkip?.line),
    skips: episode.skips,
    ...optionalBounds('lastRelist', episode.lastRelist),
    ...optional(
      'longestElapsedSeconds',
      episode.longestElapsed === undefined ? undefined : inSeconds(episode.longestElapsed),
    ),
    ...(impact === undefined ? {} : { impact: impactJson(impact) }),
    evidence: episode.evidence.map(evidence),
  };
}

function impactJson({ containersSeen, containersRunning, containersKept, exited }: EpisodeImpact): JsonImpact {
  return {
    containersSeen,
    containersRunning,
    containersKept,
    exited: exited.map(({ id, pod, container, exitCode, exited: at, noticed, handled }) => ({
      id,
      pod,
      container,
      ...optional('exitCode', exitCode),
      at: boundsJson(at),
      ...optional('noticed', noticed === undefined ? undefined : formatRfc3339(noticed)),
      ...optional('handled', handled === undefined ? undefined : formatRfc3339(handled)),
    })),
  };
}

export function podJson(pod: PodHistory): JsonPod {
  return {
    uid: pod.uid,
    ...optional('namespace', pod.namespace),
    ...optional('name', pod.name),
    containers: pod.containers.map((container) => ({
      id: container.id,
      ...optional('name', container.name),
      kind: container.kind,
      states: container.states.map(stateJson),
    })),
  };
}

function stateJson({ state, from, fromOpen, to, exitCode }: ContainerStateInterval): JsonState {
  const json: Draft<JsonState> = { state, from: boundsJson(from) };
  if (fromOpen !== undefined) json.fromOpen = fromOpen;
  if (to !== undefined) json.to = boundsJson(to);
  if (exitCode !== undefined) json.exitCode = exitCode;
  return json;
}

export function nodeReadyJson(change: NodeReadyChange, { place }: Context): JsonNodeReady {
  return {
    ...place(change),
    time: formatRfc3339(change.time),
    node: change.node,
    process: change.process,
    ready: change.ready,
    ...optional('reason', change.reason),
    ...optional('message', change.text),
  };
}

export function replayJson(check: Analysis['reconstruction']['check']): JsonReplay {
  return {
    explainedSkips: check.explainedSkips,
    unexplainedSkips: check.unexplainedSkips.map((at) => at.line),
    missingSkips: check.missingSkips.length,
    missing: check.missingSkips.map((skip) => ({
      time: formatRfc3339(skip.time),
      process: skip.process,
      ...optional('episode', skip.episode),
    })),
    episodes: check.episodes.map((episode) => ({
      episode: episode.episode,
      explained: episode.explained,
      unexplained: episode.unexplained.map((at) => at.line),
      missing: episode.missing,
    })),
  };
}
