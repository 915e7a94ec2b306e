/** What *Copy* puts on the clipboard: what one pastes into a chat or a ticket. Plain words with code spans, which read well where nothing renders them, too. */
import { APART } from '../../diagnosis/causeOf.ts';
import { isWorthALook, type PrintableFinding } from '../../diagnosis/finding.ts';
import { endingText } from '../../diagnosis/words/endingText.ts';
import { overAt } from '../../inference/episodes/episodeOver.ts';
import type { Episode, ProvenHistory } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { asWritten, type Printable, printing } from '../../kubelet/printable.ts';
import { ENGLISH, type Language } from '../../language/language.ts';
import type { Analysis } from '../analysis.ts';
import { calmMarkdown as calm, codeBlock, codeSpan } from './markdownText.ts';
import { formatClock, formatClockBounds } from './instantText.ts';
import { buildReport, placeWriter } from './report.ts';

/** So many unhealthy times, and reports of the node, are listed one by one. */
const MOST_TIMES = 6;
const MOST_REPORTS = 6;
/** So many lines prove it to a reader of a chat. */
const MOST_LINES = 3;

/** Node, version and span, the first line of the answer, the times, the chart in letters (`sketch`), the cause, three lines of evidence, the next steps. Ends with a newline. */
export function formatForChat(
  analysis: Analysis,
  sketch: readonly Printable[] = [],
  language: Language = ENGLISH,
): Printable {
  const { say } = language;
  const report = buildReport(analysis, 'file', language);
  const place = placeWriter(analysis.reconstruction.history.sources, 'file');
  const cause = causeOf(analysis);
  const out: string[] = [...report.about.map(calm), '', calm(report.answer[0]?.text ?? report.headline)];
  const times = timesOf(analysis);
  if (times.length > 0) out.push('', ...times.map((line) => `- ${calm(say(line))}`));
  if (sketch.length > 0) out.push('', ...codeBlock(sketch));
  if (cause !== undefined) {
    out.push('', calm(say(printing`Cause (${cause.confidence} confidence): ${cause.title}`)));
    for (const line of differentLines(cause.evidence)) out.push(`- ${codeSpan(place(line))} ${codeSpan(line.text)}`);
    if (cause.nextSteps.length > 0)
      out.push('', say('Next:'), ...cause.nextSteps.map((step, at) => `${at + 1}. ${calm(step)}`));
  }
  return asWritten(`${out.join('\n')}\n`);
}

/** The finding that explains the unhealthy time of the answer, else the first one that says more than that all is normal. */
function causeOf({ answer, findings }: Analysis): PrintableFinding | undefined {
  return (
    findings.find(
      ({ episode, confidence }) => episode !== undefined && episode === answer.episode && confidence !== 'low',
    ) ?? findings.find((finding) => isWorthALook(finding) && !(answer.episode !== undefined && APART.has(finding.id)))
  );
}

function timesOf({ answer, reconstruction: { history } }: Analysis): readonly string[] {
  const episode = history.episodes.find(({ id }) => id === answer.episode);
  if (episode === undefined || history.span === undefined) return [];
  const place = placeWriter(history.sources, 'file');
  // What restarts cut is one trouble to a reader.
  const nodeOf = ({ process }: Episode): string | undefined => lookupsOf(history).process(process)?.node;
  const all = history.episodes
    .filter((one) => !one.startup && nodeOf(one) === nodeOf(episode))
    .sort((a, b) => a.begin.min - b.begin.min);
  const lines = (all.length > MOST_TIMES ? [episode] : all).map((one) => unhealthyTime(history, one));
  if (all.length > MOST_TIMES) lines.push(`${all.length - 1} more unhealthy times`);
  const over = overAt(history, episode);
  if (all.length === 1 && episode.lastRelist !== undefined)
    lines.push(`last relist that listed the containers began at ${formatClockBounds(episode.lastRelist)}`);
  const to = all.length === 1 ? over : undefined;
  const reports = history.nodeReady.filter(
    ({ process, time }) =>
      (all.length > 1 || process === episode.process) &&
      time >= (all[0] ?? episode).begin.min &&
      (to === undefined || time <= to.max + 60e6),
  );
  for (const { ready, time, line, source } of reports.slice(0, MOST_REPORTS))
    lines.push(`node ${ready ? 'Ready' : 'NotReady'} at ${formatClock(time)} (${place({ line, source })})`);
  return lines;
}

function unhealthyTime(history: ProvenHistory, episode: Episode): string {
  const over = overAt(history, episode);
  const ending = episode.endedBy === 'restart' ? lookupsOf(history).process(episode.process)?.ending : undefined;
  return `unhealthy from ${episode.beginOpen === true ? `${formatClock(episode.begin.max)} or earlier` : formatClockBounds(episode.begin)}${over === undefined ? ', no end in the log' : ` until ${formatClockBounds(over)}`}${ending === undefined ? '' : `, when the kubelet ${endingText(ending)}`}`;
}

/** Lines of different places in the source say more than the same one thrice. */
function differentLines(evidence: PrintableFinding['evidence']): PrintableFinding['evidence'] {
  const firsts = new Map(evidence.toReversed().map((line) => [sourceIn(line.text), line]));
  const chosen = [...firsts.values()].toReversed().slice(0, MOST_LINES);
  return [...chosen, ...evidence.filter((line) => !chosen.includes(line))]
    .slice(0, MOST_LINES)
    .sort((a, b) => evidence.indexOf(a) - evidence.indexOf(b));
}

/** `generic.go:312` in a line; the line itself where no file of Go is named. */
function sourceIn(text: string): string {
  const at = text.indexOf('.go:');
  if (at < 0) return text;
  let end = at + '.go:'.length;
  while (end < text.length && text.charAt(end) >= '0' && text.charAt(end) <= '9') end += 1;
  return text.slice(Math.max(...[' ', '"', '/'].map((before) => text.lastIndexOf(before, at))) + 1, end);
}
