/** The analysis as the JSON contract (`analysisJson.ts`): a projection, nothing is computed here. */
import type { ProvenHistory } from '../../inference/history.ts';
import { overAt } from '../../inference/episodes/episodeOver.ts';
import { impactsOf } from '../../inference/containers/impact.ts';
import { queriesOf } from '../../inference/queries.ts';
import { encodeText } from '../../journal/bytes/bytes.ts';
import { asWritten, joinPrintable, type Printable } from '../../kubelet/printable.ts';
import type { Analysis } from '../analysis.ts';
import type { AnalysisJson } from './analysisJson.ts';
import { formatRfc3339 } from './instantText.ts';
import { JsonBytes, jsonText, type PrintableBytes, type TextPiece } from './jsonBytes.ts';
import { metricsJson } from './metricsJson.ts';
import { BulkWriter } from './bulkWriter.ts';
import {
  contextOf,
  episodeJson,
  foldedJson,
  type LineText,
  nodeReadyJson,
  plegEventJson,
  podJson,
  processJson,
  relistJson,
  replayJson,
  skipJson,
} from './jsonParts.ts';
import { optional } from './optional.ts';

export type { LineText } from './jsonParts.ts';

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
 * The same as text, in pieces, with a newline behind it. What there may be very much of (skips and relists of an outage of days, events and pods) is written one by
 * one, so that neither its plain data nor the text ever stands in memory as a whole; these are the last fields.
 */
export function* analysisJsonPieces(analysis: Analysis, lineText: LineText): Generator<TextPiece, void, undefined> {
  const { history } = analysis.reconstruction;
  const small: Analysis = {
    ...analysis,
    reconstruction: { ...analysis.reconstruction, history: withoutBulk(history) },
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
  const queries = queriesOf(history);
  const out = new JsonBytes();
  const writer = new BulkWriter(history.sources.length > 1, out);
  yield* bytesOf(out, queries.passingEvents(), (event) => writer.event(event));
  yield asWritten('],"pods":[');
  yield* bytesOf(out, queries.passingPods(), (pod) => writer.pod(pod));
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

/** The history without what is written one by one or not at all. Fields are copied by name: events, pods and facts are made when somebody reads them. */
function withoutBulk(history: ProvenHistory): ProvenHistory {
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
