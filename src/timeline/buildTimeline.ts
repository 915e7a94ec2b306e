import type { Analysis } from '../analysis/analysis.ts';
import { WITH_COMMANDS } from '../diagnosis/answer/sentenceKind.ts';
import { isWorthALook } from '../diagnosis/finding.ts';
import { podsLeftOut } from '../inference/containers/shownPods.ts';
import type { LineReference, Skip } from '../inference/history.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import { formatVersion } from '../kubelet/version.ts';
import { apiLanes } from './lanes/apiLanes.ts';
import { TimelineContext } from './context.ts';
import { episodeChip } from './episodes.ts';
import { findingLanes } from './lanes/findingLanes.ts';
import { factLanes } from './lanes/factLanes.ts';
import { loopLanes, processLanes, relistLanes } from './lanes/kubeletLanes.ts';
import { readyLanes } from './lanes/readyLanes.ts';
import { metricsLanes } from './lanes/metricsLanes.ts';
import type { LaneDraft } from './marks.ts';
import { lanesOfNodes } from './lanes/nodeLanes.ts';
import { partsOfNodes } from '../replay/nodeParts.ts';
import { podLanes } from './lanes/podLanes.ts';
import { skipColumns, skipMarks, stalenessSeries } from './series/staleness.ts';
import type { FindingCard, RateSeries, TimelineDocument } from './timelineDocument.ts';

/**
 * What the page draws of an analysis. Lanes come in the order of the panel: sync loop, relists (those of metrics beside them), node Ready, lease, kubelet processes, API errors, runtime errors,
 * housekeeping, probes, neighbours, others, findings, then namespaces with their pods and containers; all of it under its node where there are several, those with trouble first. `title` is the name of the log for the tab and the toolbar.
 */
export function buildTimeline(analysis: Analysis, title: string, stopCheck: StopCheck = goesOn): TimelineDocument {
  const context = new TimelineContext(analysis);
  const { history, check } = analysis.reconstruction;
  const skipNumbers = new Map<Skip, number>();
  const drafts =
    history.nodes.length < 2
      ? nodeLanes(context, analysis, skipNumbers, stopCheck)
      : lanesOfEachNode(context, analysis, skipNumbers, stopCheck);
  // Beside the relists of the log, and of several nodes before the first of them: below the pods nobody finds them.
  const relists = drafts.findLastIndex(({ kind }) => kind === 'relists');
  drafts.splice(history.nodes.length < 2 ? relists + 1 : 0, 0, ...metricsLanes(context, history.metrics));
  stopCheck();
  const { marks, strings, lanes, final } = context.marks.finish(drafts);
  stopCheck();
  return {
    title,
    sources: history.sources.map((source) => source.name),
    origin: context.origin,
    length: context.length,
    timeZoneKnown: history.sources.length > 0 && history.sources.every((source) => source.timeZone === 'known'),
    summary: {
      // Of a single node without a name the page shows the name of the log.
      node: history.nodes.map((node) => node.names[0] ?? (history.nodes.length < 2 ? '' : node.id)).join(', '),
      version: versionsOf(context),
      lines: history.counts.lines,
      skips: history.counts.skips,
      explained: check.explainedSkips,
      missing: check.missingSkips.length,
    },
    state: analysis.answer.state,
    worthALook: analysis.findings.some(isWorthALook),
    headline: analysis.answer.headline,
    answer: analysis.answer.paragraphs.map((paragraph) =>
      paragraph.map((part) => ({
        text: part.text,
        ...(part.strong === true ? { strong: true } : {}),
        ...(WITH_COMMANDS.has(part.kind) ? { commands: true } : {}),
        ...placeOf(part.at),
      })),
    ),
    ...(analysis.answer.episode === undefined ? {} : { answered: analysis.answer.episode }),
    findings: analysis.findings.map((finding): FindingCard => ({
      id: finding.id,
      confidence: finding.confidence,
      title: finding.title,
      explanation: finding.explanation,
      nextSteps: finding.nextSteps,
      evidence: finding.evidence.map(({ source, line, text }) => ({ source, line, text })),
    })),
    episodes: history.episodes.map((episode) => episodeChip(context, analysis.reconstruction, episode)),
    staleness: stalenessSeries(context, analysis),
    skips: skipColumns(skipMarks(context, skipNumbers), final),
    lanes,
    marks,
    strings,
    ...rateOf(context),
    warnings: [
      ...history.warnings.map((warning) => ({ text: warning.text, ...placeOf(warning.at) })),
      ...tooManyPods(podsLeftOut(history), history.pods.length),
    ],
  };
}

function lanesOfEachNode(
  context: TimelineContext,
  analysis: Analysis,
  skipNumbers: Map<Skip, number>,
  stopCheck: StopCheck,
): LaneDraft[] {
  const { history } = analysis.reconstruction;
  const partOf = partsOfNodes(analysis.reconstruction);
  return lanesOfNodes(
    history.nodes.map(({ id }) => {
      const part = { ...analysis, reconstruction: partOf(new Set([id])) };
      context.history = part.reconstruction.history;
      const lanes = nodeLanes(context, part, skipNumbers, stopCheck);
      context.history = history;
      return { id, name: context.nodeName(id), lanes, episodes: part.reconstruction.history.episodes };
    }),
  );
}

function nodeLanes(
  context: TimelineContext,
  analysis: Analysis,
  skipNumbers: Map<Skip, number>,
  stopCheck: StopCheck,
): LaneDraft[] {
  const loop = loopLanes(context, analysis, skipNumbers);
  stopCheck();
  const relists = relistLanes(context, analysis);
  stopCheck();
  const ready = readyLanes(context);
  const processes = processLanes(context, analysis.reconstruction.check.clockSteps);
  stopCheck();
  const facts = factLanes(context, ready[0]);
  stopCheck();
  const api = apiLanes(context);
  stopCheck();
  return [
    ...loop,
    ...relists,
    ...ready,
    ...api.lease,
    ...processes,
    ...api.errors,
    ...facts.runtimeErrors,
    ...facts.housekeeping,
    ...facts.probes,
    ...facts.neighbours,
    ...facts.other,
    ...findingLanes(context, analysis.findings),
    ...podLanes(context),
  ];
}

function tooManyPods(leftOut: number, shown: number): TimelineDocument['warnings'] {
  if (leftOut === 0) return [];
  return [
    {
      text: `The log names ${(shown + leftOut).toLocaleString('en')} pods. ${shown.toLocaleString('en')} of them have lanes: those in trouble, and others from all of the log.`,
    },
  ];
}

function placeOf(at: LineReference | undefined): { source?: number; line?: number } {
  return at === undefined ? {} : { source: at.source, line: at.line };
}

function versionsOf(context: TimelineContext): string {
  const versions = context.history.processes.flatMap((process) =>
    process.version === undefined ? [] : [formatVersion(process.version)],
  );
  return [...new Set(versions)].join(', ');
}

function rateOf(context: TimelineContext): { rate?: RateSeries } {
  const rate = context.history.rate;
  if (rate === undefined || rate.bucket <= 0) return {};
  return {
    rate: {
      start: context.at(rate.from),
      bucket: rate.bucket,
      info: Float64Array.from(rate.info),
      warning: Float64Array.from(rate.warning),
      error: Float64Array.from(rate.error),
    },
  };
}
