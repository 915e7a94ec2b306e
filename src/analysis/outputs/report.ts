/** What the text and Markdown outputs both say, before either writes it: paragraphs and lists, no layout. All of it is printable: names of files and nodes come from outside too. */
import { stampedBeyond } from '../../diagnosis/signs/clockJumps.ts';
import { durationText } from '../../diagnosis/words/durationText.ts';
import { onNode } from '../../diagnosis/words/endingText.ts';
import type { Confidence, FindingId } from '../../diagnosis/finding.ts';
import { isOpenStart } from '../../inference/episodes/openStart.ts';
import { overAt } from '../../inference/episodes/episodeOver.ts';
import type { Episode, LineReference, ProvenHistory } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import type { SourceSummary } from '../../journal/record.ts';
import { baseName } from '../../kubelet/baseName.ts';
import { formatGoDuration, roundGoDuration } from '../../kubelet/goDuration.ts';
import { joinPrintable, type Printable, printable, printing } from '../../kubelet/printable.ts';
import { ENGLISH, type Language } from '../../language/language.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import { formatVersion } from '../../kubelet/version.ts';
import type { Analysis } from '../analysis.ts';
import { YEAR_ASSUMED } from '../sources/sourceWarnings.ts';
import { type Duration, duration, instant, isYearKnown, seconds, type TimeBounds } from '../../kubelet/time.ts';
import { formatClock, formatClockBounds, formatDay, formatLengthBetween, formatRfc3339 } from './instantText.ts';
import { plural } from '../../diagnosis/cause.ts';

export { plural };

/** A line that is named, as `LineNaming` says. */
interface ReportLine {
  readonly at: Printable;
  readonly text: Printable;
}

interface ReportEpisode {
  readonly id: Printable;
  readonly title: Printable;
  readonly detail: readonly Printable[];
}

interface ReportFinding {
  readonly id: FindingId;
  readonly confidence: Confidence;
  readonly title: Printable;
  readonly explanation: Printable;
  readonly episode?: Printable;
  readonly nextSteps: readonly Printable[];
  readonly evidence: readonly ReportLine[];
}

export interface Report {
  /** File, node, version, span, lines. */
  readonly about: readonly Printable[];
  readonly headline: Printable;
  readonly answer: readonly { readonly text: Printable; readonly lines: readonly Printable[] }[];
  readonly episodes: readonly ReportEpisode[];
  readonly findings: readonly ReportFinding[];
  readonly replay: readonly Printable[];
  readonly warnings: readonly Printable[];
}

const UNSEEN_START = seconds(10);
/** Of a smaller jump of the clock nothing is said. */
const JUMP_WORTH_SAYING = seconds(1);

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

/** The reasons of an episode in plain words: `PLEG not healthy, container runtime down`; `other reason` where they are cut away. */
export function reasonWords(kinds: readonly SkipReasonKind[]): string {
  return (kinds.length === 0 ? (['other'] as const) : kinds).map((kind) => REASON_WORDS[kind]).join(', ');
}

/** `number`: a log of one source names its lines by number alone, under a heading that names the file. `file`: always with the file, for text that travels. */
export type LineNaming = 'number' | 'file';

/**
 * Builds the report. Lines are named `FILE:LINE`, or by number; the folder is given only where two files have the same name. In another language names, ids and lines stay as they are, and
 * answer and findings are translated with the analysis.
 */
export function buildReport(analysis: Analysis, naming: LineNaming, { say }: Language = ENGLISH): Report {
  const { history, check } = analysis.reconstruction;
  const place = placeWriter(history.sources, naming);
  return {
    about: aboutLines(analysis).map(printable).map(say),
    headline: analysis.answer.headline,
    answer: analysis.answer.paragraphs.map((paragraph) => ({
      text: joinPrintable(
        paragraph.map((part) => part.text),
        '',
      ),
      lines: [...new Set(paragraph.flatMap((part) => (part.at === undefined ? [] : [place(part.at)])))],
    })),
    episodes: history.episodes.map((episode) => episodeReport(episode, history, place, say)),
    findings: analysis.findings.map((finding) => ({
      id: finding.id,
      confidence: finding.confidence,
      title: finding.title,
      explanation: finding.explanation,
      ...(finding.episode === undefined ? {} : { episode: printable(finding.episode) }),
      nextSteps: finding.nextSteps,
      evidence: finding.evidence.map((line) => ({ at: place(line), text: line.text })),
    })),
    replay: replayLines(check, place, history).map(printable).map(say),
    warnings: history.warnings.map((warning) =>
      say(
        warning.at === undefined
          ? printable(warning.text)
          : printing`${history.sources.length === 1 ? `line ${warning.at.line}` : place(warning.at)}: ${warning.text}`,
      ),
    ),
  };
}

/** Names lines so that a reader finds them and a list of them stays short. */
export function placeWriter(
  sources: readonly Pick<SourceSummary, 'name'>[],
  naming: LineNaming,
): (at: LineReference) => Printable {
  const names = sources.map(({ name }) => name);
  if (names.length === 1 && naming === 'number') return (at) => printing`${at.line}`;
  const base = names.map(baseName);
  const short = new Set(base).size === names.length ? base : names;
  return (at) => printing`${short[at.source] ?? 'log'}:${at.line}`;
}

function aboutLines({ reconstruction: { history } }: Analysis): readonly string[] {
  const { span } = history;
  const lines = history.sources.map((source, index) =>
    source.metrics === true
      ? `${source.name}: ${plural(history.metrics?.scrapes.filter((scrape) => scrape.source === index).length ?? 0, 'scrape')} of the kubelet's metrics, ${plural(source.lines, 'line')}`
      : `${source.name}: ${plural(source.lines, 'line')}, ${plural(source.records, 'record')}${source.unparsedLines > 0 ? `, ${plural(source.unparsedLines, 'line')} without a header` : ''}`,
  );
  for (const node of history.nodes) {
    const processes = lookupsOf(history).processesOf(node.id);
    const versions = [
      ...new Set(
        processes.flatMap((process) => (process.version === undefined ? [] : [formatVersion(process.version)])),
      ),
    ];
    lines.push(
      `${node.names.length > 0 ? `node ${node.names.join(', ')}` : history.nodes.length > 1 ? node.id : 'a node whose name is not in the log'}: kubelet ${versions.join(', ') || 'of unknown version'}, ${plural(processes.length, 'process', 'processes')}`,
    );
  }
  if (span !== undefined) {
    const sameDay = formatDay(span.from) === formatDay(span.to);
    const yearKnown = isYearKnown(formatRfc3339(span.from));
    const assumed = yearKnown ? yearAssumed(history.sources) : undefined;
    const year = assumed === undefined ? '' : `, ${assumed}`;
    const zone = history.sources.every((source) => source.timeZone === 'known')
      ? `UTC${yearKnown ? year : ', year unknown'}`
      : `as logged${year}, ${yearKnown ? '' : 'year and '}time zone unknown`;
    lines.push(
      `${formatDay(span.from)} ${formatClock(span.from)} – ${sameDay ? '' : `${formatDay(span.to)} `}${formatClock(span.to)} (${zone})`,
    );
  }
  return lines;
}

/** What the year is taken from where the log does not say it. */
function yearAssumed(sources: readonly SourceSummary[]): string | undefined {
  for (const { year, yearFrom } of sources) {
    const from = YEAR_ASSUMED[yearFrom];
    if (year !== undefined && from !== undefined)
      return `the year ${year} is assumed${yearFrom === 'now' ? ':' : ''} ${from}`;
  }
  return undefined;
}

function episodeReport(
  episode: Episode,
  history: ProvenHistory,
  place: (at: LineReference) => string,
  say: Language['say'],
): ReportEpisode {
  const { span } = history;
  const process = lookupsOf(history).process(episode.process);
  const clock = (bounds: TimeBounds): string =>
    // No line of its kubelet carries one.
    span === undefined || (process !== undefined && process.to < span.from)
      ? 'an unknown time'
      : `${formatDay(bounds.min) === formatDay(span.from) ? '' : `${formatDay(bounds.min)} `}${formatClockBounds(bounds)}`;
  const { least: jumped, most } = stampedBeyond(history, episode);
  const over = overAt(history, episode);
  const passed = over === undefined ? undefined : { min: instant(over.min - most), max: instant(over.max - jumped) };
  const length =
    passed === undefined
      ? ''
      : `, ${lengthWords(episode, passed)}${Math.abs(jumped) < JUMP_WORTH_SAYING ? '' : ' (the clock jumped meanwhile)'}`;
  const what = episode.startup
    ? `${isOpenStart(episode) ? '' : 'normal '}start of a kubelet (${reasonWords(episode.reasons)})`
    : reasonWords(episode.reasons);
  const detail = [
    `${beginWords(episode, clock)}${over === undefined ? OPEN_END[episode.endedBy] : ` until ${clock(over)}${length}, ended by: ${ENDED_BY[episode.endedBy]}`}`,
    `${plural(episode.skips.observed, 'skip')}${skipPlaces(episode, place)}${episode.skips.missing > 0 ? `, ${episode.skips.missing} more expected but not in the log` : ''}`,
  ];
  if (episode.lastRelist !== undefined) detail.push(`last listed relist began at ${clock(episode.lastRelist)}`);
  if (episode.longestElapsed !== undefined)
    detail.push(
      `longest "last seen active": ${durationText(episode.longestElapsed)}${asLogged(episode.longestElapsed)}`,
    );
  if (episode.resumed !== undefined) detail.push(`sync loop resumed at ${clock(episode.resumed)}`);
  return {
    id: printable(episode.id),
    title: say(
      printable(`${what}${process?.pid === undefined ? '' : ` (kubelet ${process.pid}${onNode(history, process)})`}`),
    ),
    detail: detail.map(printable).map(say),
  };
}

/** A start whose process writes no sooner line is bounded from below by a minute at most: that minute is no news. */
function startsUnseen(episode: Episode): boolean {
  return episode.startup && episode.begin.max - episode.begin.min > UNSEEN_START;
}

function lengthWords(episode: Episode, end: TimeBounds): string {
  const { begin, beginOpen } = episode;
  if (startsUnseen(episode)) return formatLengthBetween({ min: begin.max, max: begin.max }, end);
  return beginOpen === true
    ? `at least ${durationText(duration(Math.max(0, end.min - begin.max)))}`
    : formatLengthBetween(begin, end);
}

function beginWords(episode: Episode, clock: (bounds: TimeBounds) => string): string {
  if (episode.beginsBeforeLog) return 'before the lines of this kubelet begin';
  return startsUnseen(episode)
    ? `from the start of the process (first line at ${formatClock(episode.begin.max)})`
    : episode.beginOpen === true
      ? `${clock({ min: episode.begin.max, max: episode.begin.max })} or earlier`
      : clock(episode.begin);
}

function skipPlaces({ firstSkip, lastSkip }: Episode, place: (at: LineReference) => string): string {
  if (firstSkip === undefined) return '';
  const [first, last] = [place(firstSkip), place(lastSkip ?? firstSkip)];
  return first === last ? `: line ${first}` : `: lines ${first} to ${last}`;
}

const ENDED_BY: Readonly<Record<Episode['endedBy'], string>> = {
  recovered: 'recovery',
  restart: 'end of the kubelet process',
  gap: 'gap in the log',
  'end-of-log': 'end of the log',
};

/** Where no line tells when it was over. */
const OPEN_END: Readonly<Record<Episode['endedBy'], string>> = {
  recovered: ', until an unknown time',
  restart: ', until the kubelet process ended, at an unknown time',
  gap: '; its end is not known, for lines are missing',
  'end-of-log': ', not over when the log ends',
};

function replayLines(
  check: Analysis['reconstruction']['check'],
  place: (at: LineReference) => string,
  { counts, span }: Analysis['reconstruction']['history'],
): readonly string[] {
  if (span === undefined && counts.skips > 0) return ['no skip carries a time'];
  const all = check.explainedSkips + check.unexplainedSkips.length;
  if (all === 0 && check.missingSkips.length === 0) return ['no skips to explain'];
  const lines = [`${check.explainedSkips} of ${plural(all, 'skip')} explained by the replay`];
  if (check.unexplainedSkips.length > 0)
    lines.push(
      `not explained: ${check.unexplainedSkips.length === 1 ? 'line' : 'lines'} ${listed(check.unexplainedSkips.map(place))}`,
    );
  if (check.missingSkips.length > 0)
    lines.push(
      `expected but not in the log: ${plural(check.missingSkips.length, 'skip')}, near ${listed(check.missingSkips.map((skip) => formatClock(skip.time)))}`,
    );
  return lines;
}

function listed(items: readonly string[]): string {
  const most = 8;
  return items.length <= most ? items.join(', ') : `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
}

/** From here on people count in days, and the kubelet goes on in hours. */
const DAYS = seconds(48 * 3600);

/** A long duration as it stands in the log, to find it there. */
function asLogged(value: Duration): string {
  return value < DAYS
    ? ''
    : ` (in the log: ${formatGoDuration(roundGoDuration(BigInt(Math.round(value)) * 1000n, 1_000_000_000n))})`;
}
