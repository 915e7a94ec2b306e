/** What *Copy* puts on the clipboard: what one pastes into a chat or a ticket. Plain words with code spans, which read well where nothing renders them, too. */
import type { PrintableFinding } from '../diagnosis/finding.ts';
import { overAt } from '../inference/episodeOver.ts';
import { asWritten, type Printable, printable, printing } from '../kubelet/printable.ts';
import type { Analysis } from './analysis.ts';
import { calmMarkdown as calm, codeSpan } from './markdownText.ts';
import { formatClock, formatClockBounds } from './instantText.ts';
import { buildReport, placeWriter } from './report.ts';

/** So many lines prove it to a reader of a chat. */
const MOST_LINES = 3;

/** Node, version and span, the first line of the answer, the times, the cause, three lines of evidence, the next steps. Ends with a newline. */
export function formatForChat(analysis: Analysis): Printable {
  const report = buildReport(analysis, 'file');
  const place = placeWriter(analysis.reconstruction.history.sources.map((source) => source.name), 'file');
  const cause = causeOf(analysis);
  const out: string[] = [...report.about.map(calm), '', calm(report.answer[0]?.text ?? report.headline)];
  const times = timesOf(analysis);
  if (times.length > 0) out.push('', ...times.map((line) => `- ${calm(printable(line))}`));
  if (cause !== undefined) {
    out.push('', calm(printing`Cause (${cause.confidence} confidence): ${cause.title}`));
    for (const line of cause.evidence.slice(0, MOST_LINES)) out.push(`- ${codeSpan(place(line))} ${codeSpan(line.text)}`);
    if (cause.nextSteps.length > 0) out.push('', 'Next:', ...cause.nextSteps.map((step, at) => `${at + 1}. ${calm(step)}`));
  }
  return asWritten(`${out.join('\n')}\n`);
}

/** The finding that explains the unhealthy time of the answer, else the first one that says more than that all is normal. */
function causeOf({ answer, findings }: Analysis): PrintableFinding | undefined {
  return findings.find(({ episode, confidence }) => episode !== undefined && episode === answer.episode && confidence !== 'low') ?? findings.find(({ id, confidence }) => id !== 'startup-normal' && confidence !== 'low');
}

function timesOf({ answer, reconstruction: { history } }: Analysis): readonly string[] {
  const episode = history.episodes.find(({ id }) => id === answer.episode);
  if (episode === undefined || history.span === undefined) return [];
  const place = placeWriter(history.sources.map((source) => source.name), 'file');
  const over = overAt(history, episode);
  const lines = [`unhealthy from ${episode.beginOpen === true ? `${formatClock(episode.begin.max)} or earlier` : formatClockBounds(episode.begin)}${over === undefined ? ', no end in the log' : ` until ${formatClockBounds(over)}`}`];
  if (episode.lastRelist !== undefined) lines.push(`last relist that listed the containers began at ${formatClockBounds(episode.lastRelist)}`);
  const reports = history.nodeReady.filter(({ process, time }) => process === episode.process && time >= episode.begin.min && (over === undefined || time <= over.max + 60e6));
  for (const { ready, time, line, source } of reports.slice(0, 4)) lines.push(`node ${ready ? 'Ready' : 'NotReady'} at ${formatClock(time)} (${place({ line, source })})`);
  return lines;
}
