/** The analysis as the JSON contract (`analysisJson.ts`): a projection, nothing is computed here. */
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
  ProvenHistory,
  Relist,
  Skip,
} from '../../inference/history.ts';
import { overAt } from '../../inference/episodes/episodeOver.ts';
import { type EpisodeImpact, impactsOf } from '../../inference/containers/impact.ts';
import { queriesOf } from '../../inference/queries.ts';
import { encodeText } from '../../journal/bytes/bytes.ts';
import { asWritten, joinPrintable, type Printable } from '../../kubelet/printable.ts';
import type { SkipReason } from '../../kubelet/skipReason.ts';
import { inSeconds, type TimeBounds } from '../../kubelet/time.ts';
import { formatVersion } from '../../kubelet/version.ts';
import type { Analysis } from '../analysis.ts';
import type {
  AnalysisJson,
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
import { JsonBytes, jsonText, type PrintableBytes, type TextPiece } from './jsonBytes.ts';
import { metricsJson } from './metricsJson.ts';
import { MassWriter } from './massWriter.ts';
import { optional } from './optional.ts';
import { podName } from './podName.ts';

/** What the projection needs beside the analysis: the text of a line, where it is still known. */
export type LineText = (at: LineReference) => string | undefined;

/** The whole contract as plain data, ready for `JSON.stringify`. */
export function analysisJson(analysis: Analysis, lineText: LineText): AnalysisJson {
  const { history, check } = analysis.reconstruction;
  const context = contextOf(analysis, lineText);
  const { evidence, place } = context;
  const impacts = impactsOf(history);
  return {
    schema: 'kubelet-timeline/analysis@1',
    timeZone: history.sources.every((source) => source.timeZone === 'known') ? 'known' : 'unknown',
    headline: analysis.answer.headline,
    state: analysis.answer.state,
    answer: analysis.answer.paragraphs.map((paragraph) => paragraph.map((part) => part.text).join('')),
    sources: history.sources.map(
      ({ name, bytes, lines, records, unparsedLines, journal, klog, timeZone, year, yearFrom, metrics }) => ({
        name,
        bytes,
        lines,
        records,
        unparsedLines,
        journal,
        klog,
        timeZone,
        ...(year === undefined ? {} : { year }),
        yearFrom,
        ...optional('metrics', metrics),
      }),
    ),
    ...(history.span === undefined
      ? {}
      : { span: { from: formatRfc3339(history.span.from), to: formatRfc3339(history.span.to) } }),
    nodes: history.nodes.map((node) => ({ id: node.id, names: node.names, evidence: node.evidence.map(evidence) })),
    processes: history.processes.map((process) => processJson(process, context)),
    counts: { ...history.counts },
    skips: history.skips.map((skip) => skipJson(skip, context)),
    plegEvents: history.plegEvents.map((event) => plegEventJson(event, context)),
    relists: history.relists.map((relist) => relistJson(relist, context)),
    episodes: history.episodes.map((episode) =>
      episodeJson(episode, overAt(history, episode), impacts.get(episode.id), context),
    ),
    pods: history.pods.map(podJson),
    nodeReady: history.nodeReady.map((change) => nodeReadyJson(change, context)),
    replay: replayJson(check),
    findings: analysis.findings.map((finding) => ({
      id: finding.id,
      ...optional('episode', finding.episode),
      confidence: finding.confidence,
      title: finding.title,
      explanation: finding.explanation,
      nextSteps: finding.nextSteps,
      evidence: finding.evidence.map((line) => ({ ...place(line), text: line.text })),
    })),
    warnings: history.warnings.map((warning) => ({
      text: warning.text,
      ...(warning.at === undefined ? {} : place(warning.at)),
    })),
    ...optional('metrics', history.metrics === undefined ? undefined : metricsJson(history.metrics)),
    ...optional('folded', analysis.folded.length === 0 ? undefined : analysis.folded.map(foldedJson)),
  };
}

/**
 * The same as text, in pieces, with a newline behind it. What may come in masses (skips and relists of an outage of days, events and pods) is written one by
 * one, so that neither its plain data nor the text ever stands in memory as a whole; these are the last fields.
 */
export function* analysisJsonPieces(analysis: Analysis, lineText: LineText): Generator<TextPiece, void, undefined> {
  const { history } = analysis.reconstruction;
  const small: Analysis = {
    ...analysis,
    reconstruction: { ...analysis.reconstruction, history: withoutMasses(history) },
  };
  const {
    processes: _processes,
    episodes: _episodes,
    nodeReady: _nodeReady,
    skips: _skips,
    relists: _relists,
    plegEvents: _events,
    pods: _pods,
    ...rest
  } = analysisJson(small, lineText);
  const context = contextOf(analysis, lineText);
  const impacts = impactsOf(history);
  yield asWritten(`${jsonText(rest).slice(0, -1)},"processes":[`);
  yield* piecesOf(history.processes, (process) => jsonText(processJson(process, context)));
  yield asWritten('],"episodes":[');
  yield* piecesOf(history.episodes, (episode) =>
    jsonText(episodeJson(episode, overAt(history, episode), impacts.get(episode.id), context)),
  );
  yield asWritten('],"nodeReady":[');
  yield* piecesOf(history.nodeReady, (change) => jsonText(nodeReadyJson(change, context)));
  yield asWritten('],"skips":[');
  yield* piecesOf(history.skips, (skip) => jsonText(skipJson(skip, context)));
  yield asWritten('],"relists":[');
  yield* piecesOf(history.relists, (relist) => jsonText(relistJson(relist, context)));
  yield asWritten('],"plegEvents":[');
  const masses = queriesOf(history);
  const out = new JsonBytes();
  const writer = new MassWriter(history.sources.length > 1, out);
  yield* bytesOf(out, masses.passingEvents(), (event) => writer.event(event));
  yield asWritten('],"pods":[');
  yield* bytesOf(out, masses.passingPods(), (pod) => writer.pod(pod));
  yield asWritten(']}\n');
}

/** Small pieces die young: larger ones outlive the collector's first rounds, and memory grows by all of them. */
const MOST_PARTS = 1000;

function* piecesOf<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => Printable,
): Generator<Printable, void, undefined> {
  let parts: Printable[] = [];
  let glue = asWritten('');
  for (const item of items) {
    parts.push(glue, textOf(item));
    glue = asWritten(',');
    if (parts.length < MOST_PARTS) continue;
    yield joinPrintable(parts, '');
    parts = [];
  }
  if (parts.length > 0) yield joinPrintable(parts, '');
}

/** So many bytes are handed on at once; what is written of one item more comes along. */
const PIECE_BYTES = 48 * 1024;
const COMMA = encodeText(',');

function* bytesOf<Item>(
  out: JsonBytes,
  items: Iterable<Item>,
  write: (item: Item) => void,
): Generator<PrintableBytes, void, undefined> {
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) out.raw(COMMA);
    isFirst = false;
    write(item);
    if (out.length >= PIECE_BYTES) yield out.take();
  }
  yield out.take();
}

function contextOf(analysis: Analysis, lineText: LineText): Context {
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

interface Context {
  readonly place: (at: LineReference) => { line: number; source?: number };
  readonly evidence: (at: LineReference) => JsonEvidence;
}

/** The history without what is written one by one or not at all. Fields are copied by name: events, pods and facts are made when somebody reads them. */
function withoutMasses(history: ProvenHistory): ProvenHistory {
  const { sources, nodes, counts, stalls, gaps, constraints, warnings, span, rate, metrics } = history;
  return {
    sources,
    nodes,
    processes: [],
    counts,
    skips: [],
    relists: [],
    episodes: [],
    nodeReady: [],
    stalls,
    gaps,
    constraints,
    warnings,
    facts: [],
    plegEvents: [],
    pods: [],
    ...(span === undefined ? {} : { span }),
    ...(rate === undefined ? {} : { rate }),
    ...(metrics === undefined ? {} : { metrics }),
  };
}

function foldedJson({ what, count, from, to }: Folded): JsonFolded {
  return { what, count, from: formatRfc3339(from), to: formatRfc3339(to) };
}

function boundsJson(bounds: TimeBounds): JsonBounds {
  const min = formatRfc3339(bounds.min);
  return { min, max: bounds.max === bounds.min ? min : formatRfc3339(bounds.max) };
}

function optionalBounds<Name extends string>(
  name: Name,
  bounds: TimeBounds | undefined,
): { readonly [N in Name]?: JsonBounds } {
  return optional(name, bounds === undefined ? undefined : boundsJson(bounds));
}

function processJson(process: KubeletProcess, { evidence, place }: Context): JsonProcess {
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

function skipJson(skip: Skip, { place }: Context): JsonSkip {
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

/** An object that is filled field by field: events and states come in masses, and spreads of objects cost several times as much. */
type Draft<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

function plegEventJson(event: PlegEvent, { place }: Context): JsonPlegEvent {
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

function relistJson(relist: Relist, { evidence }: Context): JsonRelist {
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

function episodeJson(
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

function podJson(pod: PodHistory): JsonPod {
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

function nodeReadyJson(change: NodeReadyChange, { place }: Context): JsonNodeReady {
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

function replayJson(check: Analysis['reconstruction']['check']): JsonReplay {
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
