/** What `state` prints: the page's "State at this moment", for one moment in full or for many in short. */
import type { Analysis } from '../analysis/analysis.ts';
import { jsonText, type TextPiece } from '../analysis/outputs/jsonBytes.ts';
import { formatClock, formatDay, formatRfc3339 } from '../analysis/outputs/instantText.ts';
import { resolveMoment, resolveMoments } from '../analysis/sources/momentTime.ts';
import { asWritten, joinPrintable, type Printable, printable, printing } from '../kubelet/printable.ts';
import { type Instant, instant } from '../kubelet/time.ts';
import { createMoments } from '../timeline/moment/buildMoment.ts';
import { formatSeconds } from '../timeline/format.ts';
import type { MomentDocument, MomentSummary } from '../timeline/moment/moment.ts';
import { processesAt, stateRow, summariesEvery } from '../timeline/moment/stateRows.ts';
import type { StateCommand } from './arguments.ts';

/** Pieces of about so many characters are written at once, */
const PIECE = 1 << 16;
/** or what there is after so long (milliseconds): a signal is heard only between pieces, and a line can take as long as a run of the model. */
const LONGEST_PIECE = 100;

/** The output in pieces, or what is wrong with the times asked for, or why there is none. */
export function stateOutput(
  analysis: Analysis,
  command: StateCommand,
): Iterable<TextPiece> | { readonly why: string } | { readonly cannot: string } {
  const { history } = analysis.reconstruction;
  if (history.processes.length === 0 && history.metrics !== undefined)
    return {
      cannot:
        "metrics alone do not tell what a kubelet held inside: give its log with them (kubelet-timeline analyze tells how long relists took, and the JSON's metrics how old the last one was at each scrape)",
    };
  const { span } = history;
  if (command.at !== undefined) {
    const time = resolveMoment(command.at, span, command.timeZone);
    return typeof time === 'object' ? { why: `--at: ${time.why}` } : at(analysis, command, time);
  }
  const window = resolveMoments(command, span, command.timeZone);
  return 'why' in window ? window : inPieces(every(analysis, command, window));
}

function at({ reconstruction }: Analysis, { format }: StateCommand, time: Instant): readonly Printable[] {
  const moments = createMoments(reconstruction);
  const documents = processesAt(reconstruction.history, time).flatMap((process) => moments.at(time, process) ?? []);
  return documents.map((document, index) =>
    format === 'text'
      ? joinPrintable([asWritten(index === 0 ? '' : '\n'), documentText(document)], '')
      : printing`${jsonText({ time: formatRfc3339(instant(document.time)), ...stateRow(reconstruction.history, document) })}\n`,
  );
}

function documentText({ time, processLabel, headline, fields, caveats }: MomentDocument): Printable {
  const widest = Math.max(...fields.map(({ label }) => label.length));
  const lines = [
    `${formatDay(instant(time))} ${formatClock(instant(time))}  ${processLabel}`,
    headline,
    '',
    ...fields.map(
      ({ label, value, known, line }) =>
        `  ${label.padEnd(widest)}  ${known === 'unknown' ? 'not known' : `${value}  (${known}${line === undefined ? '' : `, line ${line}`})`}`,
    ),
    ...(caveats.length === 0 ? [] : ['', ...caveats]),
    '',
  ];
  return joinPrintable(lines.map(printable), '\n');
}

function* every(
  { reconstruction }: Analysis,
  { format, every: step }: StateCommand,
  window: { readonly from?: Instant; readonly to?: Instant },
): Generator<Printable, void, undefined> {
  if (step === undefined) return;
  const { history } = reconstruction;
  for (const summary of summariesEvery(history, createMoments(reconstruction), step, window)) {
    const row = stateRow(history, summary);
    yield format === 'ndjson'
      ? printing`${jsonText({ time: formatRfc3339(instant(summary.time)), ...row })}\n`
      : printing`${rowText(summary, row.pid)}\n`;
  }
}

function rowText({ time, staleness, relist, health, loop }: MomentSummary, pid: number | undefined): string {
  const age =
    staleness.never === true
      ? 'no relist listed yet'
      : `staleness ${staleness.seconds === undefined ? 'not known' : formatSeconds(staleness.seconds)}${boundsText(staleness)}`;
  const parts = [
    age,
    relist.running === undefined ? 'relist not known' : relist.running ? 'a relist runs' : 'no relist runs',
    health.healthy === undefined
      ? 'health not known'
      : `${health.healthy ? 'healthy' : 'unhealthy'}${health.known === 'proven' ? ' (proven)' : ''}`,
    `loop ${loop.state}${loop.known === 'proven' ? ' (proven)' : ''}`,
  ];
  return `${formatDay(instant(time))} ${formatClock(instant(time))}${pid === undefined ? '' : `  kubelet ${pid}`}  ${parts.join(', ')}`;
}

function boundsText({ known, min, max }: MomentSummary['staleness']): string {
  if (known === 'proven') return ' (proven)';
  if (min === undefined) return '';
  return max === undefined ? ` (at least ${formatSeconds(min)})` : ` (${formatSeconds(min)} to ${formatSeconds(max)})`;
}

function* inPieces(lines: Iterable<Printable>): Generator<Printable, void, undefined> {
  let parts: Printable[] = [];
  let length = 0;
  let since = performance.now();
  for (const line of lines) {
    parts.push(line);
    length += line.length;
    if (length < PIECE && performance.now() - since < LONGEST_PIECE) continue;
    yield joinPrintable(parts, '');
    parts = [];
    length = 0;
    since = performance.now();
  }
  if (parts.length > 0) yield joinPrintable(parts, '');
}
