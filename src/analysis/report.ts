/** What the text and Markdown outputs both say, before either writes it: paragraphs and lists, no layout. */
import { durationText } from '../diagnosis/durationText.ts';
import type { Confidence } from '../diagnosis/finding.ts';
import type { Episode, KubeletProcess, LineReference } from '../inference/history.ts';
import type { SkipReasonKind } from '../kubelet/skipReason.ts';
import { formatVersion } from '../kubelet/version.ts';
import type { Analysis } from './analysis.ts';
import { formatClock, formatClockBounds, formatDay, formatLengthBetween } from './instantText.ts';

/** A line that is named, as `FILE:LINE`. */
export interface ReportLine {
  readonly at: string;
  readonly text: string;
}

export interface ReportEpisode {
  readonly id: string;
  readonly title: string;
  readonly detail: readonly string[];
}

export interface ReportFinding {
  readonly id: string;
  readonly confidence: Confidence;
  readonly title: string;
  readonly explanation: string;
  readonly episode?: string;
  readonly nextSteps: readonly string[];
  readonly evidence: readonly ReportLine[];
}

export interface Report {
  /** File, node, version, span, lines. */
  readonly about: readonly string[];
  readonly headline: string;
  readonly answer: readonly { readonly text: string; readonly lines: readonly string[] }[];
  readonly episodes: readonly ReportEpisode[];
  readonly findings: readonly ReportFinding[];
  readonly replay: readonly string[];
  readonly warnings: readonly string[];
}

const REASON_WORDS: { readonly [Kind in SkipReasonKind]: string } = {
  'pleg-stale': 'PLEG not healthy',
  'pleg-never': 'no relist was listed yet',
  'runtime-status-unknown': 'no good Status from the runtime yet',
  'runtime-down': 'container runtime down',
  'runtime-not-ready': 'container runtime says it is not ready',
  network: 'network not ready',
  'container-manager': 'container manager',
  other: 'other reason',
};

/** The reasons of an episode in plain words: `PLEG not healthy, container runtime down`. */
export function reasonWords(kinds: readonly SkipReasonKind[]): string {
  return kinds.map((kind) => REASON_WORDS[kind]).join(', ');
}

/** Builds the report. Line references are written `FILE:LINE`, with the name of the source as it was given. */
export function buildReport(analysis: Analysis): Report {
  const { history, check } = analysis.reconstruction;
  const place = (at: LineReference): string => `${history.sources[at.source]?.name ?? 'log'}:${at.line}`;
  return {
    about: aboutLines(analysis),
    headline: analysis.answer.headline,
    answer: analysis.answer.paragraphs.map((paragraph) => ({
      text: paragraph.map((part) => part.text).join(''),
      lines: [...new Set(paragraph.flatMap((part) => (part.at === undefined ? [] : [place(part.at)])))],
    })),
    episodes: history.episodes.map((episode) => episodeReport(episode, history.processes, place)),
    findings: analysis.findings.map((finding) => ({
      id: finding.id,
      confidence: finding.confidence,
      title: finding.title,
      explanation: finding.explanation,
      ...(finding.episode === undefined ? {} : { episode: finding.episode }),
      nextSteps: finding.nextSteps,
      evidence: finding.evidence.map((line) => ({ at: place(line), text: line.text })),
    })),
    replay: replayLines(check, place),
    warnings: history.warnings.map((warning) => (warning.at === undefined ? warning.text : `${place(warning.at)}: ${warning.text}`)),
  };
}

function aboutLines({ reconstruction: { history } }: Analysis): readonly string[] {
  const { span } = history;
  const lines = history.sources.map((source) => `${source.name}: ${counted(source.lines, 'line')}, ${counted(source.records, 'record')}${source.unparsedLines > 0 ? `, ${counted(source.unparsedLines, 'line')} not understood` : ''}`);
  for (const node of history.nodes) {
    const lives = history.processes.filter((process) => process.node === node.id);
    const versions = [...new Set(lives.flatMap((process) => (process.version === undefined ? [] : [formatVersion(process.version)])))];
    lines.push(`node ${node.names.join(', ') || node.id}: kubelet ${versions.join(', ') || 'of unknown version'}, ${counted(lives.length, 'process', 'processes')}`);
  }
  if (span !== undefined) {
    const sameDay = formatDay(span.from) === formatDay(span.to);
    const zone = history.sources.every((source) => source.timeZone === 'known') ? 'UTC' : 'as logged, zone unknown';
    lines.push(`${formatDay(span.from)} ${formatClock(span.from)} – ${sameDay ? '' : `${formatDay(span.to)} `}${formatClock(span.to)} (${zone})`);
  }
  return lines;
}

function episodeReport(episode: Episode, processes: readonly KubeletProcess[], place: (at: LineReference) => string): ReportEpisode {
  const pid = processes.find((process) => process.id === episode.process)?.pid;
  const length = episode.end === undefined ? '' : `, ${formatLengthBetween(episode.begin, episode.end)}`;
  const end = episode.end === undefined ? 'no end in the log' : formatClockBounds(episode.end);
  const what = episode.startup ? `normal start of a kubelet (${reasonWords(episode.reasons)})` : reasonWords(episode.reasons);
  const detail = [
    `${episode.beginsBeforeLog ? 'before the log begins' : formatClockBounds(episode.begin)} until ${end}${length}, ended by: ${endWords(episode)}`,
    `${counted(episode.skips.observed, 'skip')}${episode.firstSkip === undefined ? '' : ` from ${place(episode.firstSkip)}`}${episode.lastSkip === undefined ? '' : ` to ${place(episode.lastSkip)}`}${episode.skips.missing > 0 ? `, ${episode.skips.missing} more expected but not in the log` : ''}`,
  ];
  if (episode.lastRelist !== undefined) detail.push(`last listed relist began at ${formatClockBounds(episode.lastRelist)}`);
  if (episode.longestElapsed !== undefined) detail.push(`longest "last seen active": ${durationText(episode.longestElapsed)}`);
  if (episode.resumed !== undefined) detail.push(`sync loop resumed at ${formatClockBounds(episode.resumed)}`);
  return { id: episode.id, title: `${what}${pid === undefined ? '' : ` (kubelet ${pid})`}`, detail };
}

function endWords(episode: Episode): string {
  switch (episode.endedBy) {
    case 'recovered': return 'recovery';
    case 'restart': return 'restart of the kubelet';
    case 'gap': return 'gap in the log';
    case 'end-of-log': return 'end of the log';
  }
}

function replayLines(check: Analysis['reconstruction']['check'], place: (at: LineReference) => string): readonly string[] {
  const all = check.explainedSkips + check.unexplainedSkips.length;
  if (all === 0 && check.missingSkips.length === 0) return ['no skips to explain'];
  const lines = [`${check.explainedSkips} of ${counted(all, 'skip')} explained by the replay`];
  if (check.unexplainedSkips.length > 0) lines.push(`not explained: ${listed(check.unexplainedSkips.map(place))}`);
  if (check.missingSkips.length > 0) lines.push(`expected but not in the log: ${counted(check.missingSkips.length, 'skip')}, near ${listed(check.missingSkips.map((skip) => formatClock(skip.time)))}`);
  return lines;
}

function listed(items: readonly string[]): string {
  const most = 8;
  return items.length <= most ? items.join(', ') : `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
}

/** `1 skip`, `2 skips`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
