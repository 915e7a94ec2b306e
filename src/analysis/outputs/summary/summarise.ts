/** The summaries of the nodes of an analysis. */
import { type Analysis } from '../../analysis.ts';
import { isWorthALook, type PrintableFinding } from '../../../diagnosis/finding.ts';
import { ownNeighbours } from '../../../diagnosis/signs/ownNeighbours.ts';
import { overAt } from '../../../inference/episodes/episodeOver.ts';
import type { Episode, LineReference, NodeHistory, ProvenHistory } from '../../../inference/history.ts';
import { lookupsOf } from '../../../inference/lookups.ts';
import { queriesOf } from '../../../inference/queries.ts';
import { asWritten, joinPrintable, type Printable } from '../../../kubelet/printable.ts';
import { inSeconds, type Instant, type TimeBounds } from '../../../kubelet/time.ts';
import { formatVersion } from '../../../kubelet/version.ts';
import { formatRfc3339 } from '../instantText.ts';
import { fitSummary, kept } from './fitSummary.ts';
import { lineTimes } from './lineTimes.ts';
import { nodeVerdict } from './nodeVerdict.ts';
import { relistMinutes } from './relistMinutes.ts';
import {
  LINES_OF_FINDING,
  MOST_EPISODES,
  MOST_FINDINGS,
  MOST_NAMES,
  MOST_READY,
  MOST_VERSIONS,
  MOST_WARNINGS,
  type NodeSummary,
  SUMMARY_SCHEMA,
  type SummaryEpisode,
  type SummaryFinding,
  type SummaryLabel,
  type SummaryVersion,
} from './summaryJson.ts';
import { boundsJson } from '../jsonParts.ts';

/** What a summary says beside the analysis. */
export interface SummaryContext {
  /** Version of the program. */
  readonly program: string;
  readonly labels?: readonly SummaryLabel[];
  /** The log was read with pseudonyms instead of names. */
  readonly redacted?: boolean;
}

/** A line for each node, with its end. */
export function* summaryLines(analysis: Analysis, context: SummaryContext): Generator<Printable, void, undefined> {
  for (const summary of summariesOf(analysis, context)) yield joinPrintable([fitSummary(summary), asWritten('\n')], '');
}

/** The summaries before they are made to fit. */
function summariesOf(analysis: Analysis, context: SummaryContext): readonly NodeSummary[] {
  const { history } = analysis.reconstruction;
  const findings = analysis.findings.slice(0, MOST_FINDINGS);
  const times = lineTimes(
    history,
    findings.flatMap(({ evidence }) => evidence.slice(0, LINES_OF_FINDING)),
  );
  const isOf = ownNeighbours(history);
  // A log without a kubelet's own lines has no node; what it says is reported all the same.
  const nodes = history.nodes.length === 0 ? [{ id: 'node-1', names: [], evidence: [] }] : history.nodes;
  return nodes.map((node) => nodeSummary(node, { analysis, context, times, isOf }));
}

interface Given {
  readonly analysis: Analysis;
  readonly context: SummaryContext;
  readonly times: (at: LineReference) => Instant | undefined;
  readonly isOf: (at: LineReference, node: string) => boolean;
}

function nodeSummary(node: NodeHistory, { analysis, context, times, isOf }: Given): NodeSummary {
  const { history } = analysis.reconstruction;
  const lookups = lookupsOf(history);
  const processes = lookups.processesOf(node.id);
  const isOwn = (process: string): boolean => lookups.process(process)?.node === node.id;
  const all = history.episodes.filter(({ process }) => isOwn(process)).sort((a, b) => a.begin.max - b.begin.max);
  const unhealthy = all.filter(({ startup }) => !startup);
  const own = analysis.findings.filter((finding) => isFindingOf(finding, node, history, isOf));
  const findings = own.slice(0, MOST_FINDINGS);
  // Starts are the least interesting.
  const episodes = kept(unhealthy.length > 0 ? unhealthy : all, MOST_EPISODES);
  const changes = history.nodeReady.filter((change) => change.node === node.id);
  const skips =
    history.nodes.length < 2 ? history.counts.skips : unhealthy.reduce((sum, one) => sum + one.skips.observed, 0);
  const [firstProcess] = processes;
  const from = Math.min(...processes.map((process) => process.from)) as Instant;
  const to = Math.max(...processes.map((process) => process.to)) as Instant;
  const span = history.nodes.length < 2 ? history.span : firstProcess === undefined ? undefined : { from, to };
  const isTrouble = own.some(isWorthALook);
  const { counts } = history;
  return {
    schema: SUMMARY_SCHEMA,
    program: context.program,
    node: { names: node.names.slice(0, MOST_NAMES), ...(context.redacted === true ? { redacted: true } : {}) },
    labels: context.labels ?? [],
    timeZone: history.sources.every(({ timeZone }) => timeZone === 'known') ? 'known' : 'unknown',
    yearFrom: yearFrom(history),
    ...(span === undefined ? {} : { span: { from: formatRfc3339(span.from), to: formatRfc3339(span.to) } }),
    log: {
      sources: history.sources.length,
      bytes: history.sources.reduce((sum, { bytes }) => sum + bytes, 0),
      lines: counts.lines,
      records: counts.records,
    },
    kubelet: {
      versions: changesOf(
        processes.flatMap(({ from: since, version }) =>
          version === undefined ? [] : [{ time: since, text: formatVersion(version) }],
        ),
      ).map(versionOf),
      processes: processes.length,
    },
    runtimes: runtimesOf(history, isOwn),
    kernels: kernelsOf(history, node, isOf),
    ...nodeVerdict(analysis, unhealthy, isTrouble),
    counts: {
      skips,
      relistErrors: counts.relistErrors,
      statusErrors: counts.statusErrors,
      runtimeCallErrors: counts.runtimeCallErrors,
    },
    episodes: episodes.map((episode) => episodeOf(episode, overAt(history, episode))),
    ready: kept(changes, MOST_READY).map(({ time, ready, reason }) => ({
      time: formatRfc3339(time),
      ready,
      ...(reason === undefined ? {} : { reason }),
    })),
    findings: findings.map((finding) => findingOf(finding, times, history)),
    relists: relistMinutes(
      history.relists.filter(({ process }) => isOwn(process)),
      span?.to,
    ),
    warnings: history.warnings.slice(0, MOST_WARNINGS).map(({ text }) => text),
    leftOut: {
      episodes: (unhealthy.length > 0 ? unhealthy : all).length - episodes.length,
      findings: own.length - findings.length,
      ready: Math.max(0, changes.length - MOST_READY),
      warnings: Math.max(0, history.warnings.length - MOST_WARNINGS),
    },
  };
}

/** By its episode, else by the lines that prove it. */
function isFindingOf(
  { episode, evidence }: PrintableFinding,
  node: NodeHistory,
  history: ProvenHistory,
  isOf: Given['isOf'],
): boolean {
  if (history.nodes.length < 2) return true;
  const process = history.episodes.find(({ id }) => id === episode)?.process;
  if (process !== undefined) return lookupsOf(history).process(process)?.node === node.id;
  return evidence.length === 0 || evidence.some((at) => isOf(at, node.id));
}

function yearFrom({ sources }: ProvenHistory): NodeSummary['yearFrom'] {
  const all = new Set(sources.map((source) => source.yearFrom));
  // The weakest of them is what a comparison of several nodes rests on.
  return (
    (['unknown', 'now', 'file-date', 'other-log', 'option', 'log'] as const).find((one) => all.has(one)) ?? 'unknown'
  );
}

interface Said {
  readonly time: Instant;
  readonly text: string;
}

/** What was said, each time that it was another than before; of more the first and the last. */
function changesOf<One extends Said>(said: readonly One[]): readonly One[] {
  const inOrder = [...said].sort((a, b) => a.time - b.time);
  return kept(
    inOrder.filter(({ text }, at) => text !== inOrder[at - 1]?.text),
    MOST_VERSIONS,
  );
}

function versionOf({ time, text }: Said): SummaryVersion {
  return { from: formatRfc3339(time), version: text };
}

function runtimesOf(history: ProvenHistory, isOwn: (process: string) => boolean): NodeSummary['runtimes'] {
  const said: (Said & { readonly name: string; readonly version: string })[] = [];
  for (const { fact, process } of queriesOf(history).passingFacts((kind) => kind === 'runtime-version'))
    if (fact.kind === 'runtime-version' && process !== undefined && isOwn(process))
      said.push({
        time: fact.time,
        text: `${fact.runtime} ${fact.version}`,
        name: fact.runtime,
        version: fact.version,
      });
  return changesOf(said).map(({ time, name, version }) => ({ from: formatRfc3339(time), name, version }));
}

/** How the kernel's first line begins (init/main.c, `linux_banner`). */
const BANNER = 'Linux version ';

function kernelsOf(history: ProvenHistory, node: NodeHistory, isOf: Given['isOf']): NodeSummary['kernels'] {
  const said: Said[] = [];
  for (const { fact } of queriesOf(history).passingFacts((kind) => kind === 'neighbour')) {
    if (fact.kind !== 'neighbour' || fact.what !== 'boot' || !isOf(fact, node.id)) continue;
    const at = fact.text.indexOf(BANNER);
    const version = at < 0 ? '' : (fact.text.slice(at + BANNER.length).split(' ', 1)[0] ?? '');
    if (version !== '') said.push({ time: fact.time, text: version });
  }
  return changesOf(said).map(versionOf);
}

function episodeOf(episode: Episode, over: TimeBounds | undefined): SummaryEpisode {
  const { id, begin, beginOpen, beginsBeforeLog, endedBy, reasons, startup, skips, longestElapsed } = episode;
  return {
    id,
    begin: boundsJson(begin),
    ...(beginOpen === undefined ? {} : { beginOpen }),
    ...(beginsBeforeLog ? { beginsBeforeLog: true } : {}),
    ...(over === undefined ? {} : { end: boundsJson(over) }),
    endedBy,
    reasons,
    startup,
    skips,
    ...(longestElapsed === undefined ? {} : { longestElapsedSeconds: inSeconds(longestElapsed) }),
  };
}

function findingOf(finding: PrintableFinding, times: Given['times'], history: ProvenHistory): SummaryFinding {
  const lines = finding.evidence.slice(0, LINES_OF_FINDING).map((at) => ({ at, time: times(at) }));
  const known = lines.flatMap(({ time }) => time ?? []);
  const several = history.sources.length > 1;
  return {
    id: finding.id,
    ...(finding.episode === undefined ? {} : { episode: finding.episode }),
    confidence: finding.confidence,
    title: finding.title,
    ...(known.length === 0 ? {} : { from: formatRfc3339(Math.min(...known) as Instant) }),
    lines: lines.map(({ at, time }) => ({
      line: at.line,
      ...(several ? { source: history.sources[at.source]?.name ?? '' } : {}),
      ...(time === undefined ? {} : { time: formatRfc3339(time) }),
      text: at.text,
    })),
  };
}
