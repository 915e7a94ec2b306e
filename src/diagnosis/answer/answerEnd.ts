/** How the answer ends an unhealthy time that no recovery of its own process ended: when and how that process ended, and what came after it. */
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { LineReference } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { crashedProcesses } from '../signs/crashedProcesses.ts';
import { endingText } from '../words/endingText.ts';
import { boundLine, lostAfter } from '../words/episodeText.ts';
import { boundsText, type Paragraph, whenText } from './paragraph.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** A kubelet that lived so long without an unhealthy time was well; a quiet one shows no more than that its start is over. */
const SETTLED: Duration = seconds(30);

/** When and how a process ended that was unhealthy: as lines tell it, or as the next one comes at once; else only its last line is known. */
export function endOfProcess(view: DiagnosisView, { process }: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  paragraph.clause('process-ended');
  const { ending } = process;
  const next = lookupsOf(view.history).processAfter(process);
  if (ending !== undefined) {
    paragraph.strong(
      `; then the kubelet ${endingText(ending)} ${whenText(ending.at, formatTime)}${next === undefined ? ', and none followed in this log' : ''}.`,
      ending.evidence[0] ?? process.last,
    );
    return;
  }
  if (next === undefined) {
    paragraph.strong(`; the last line of this kubelet process is of ${formatTime(process.to)}.`, process.last);
    return;
  }
  paragraph
    .strong(`; the last line of this kubelet process is of ${formatTime(process.to)}`, process.last)
    .strong(`, and a new one began at ${formatTime(next.from)}.`, next.first);
}

/** Of an unhealthy time that ends with a gap: why nobody can tell when it ended, and when it was over at the latest, where that is known. */
export function endUnknown(view: DiagnosisView, of: EpisodeView, paragraph: Paragraph): void {
  paragraph.clause('end-unknown').strong(`; ${lostAfter(view, of)}, so its end is not known.`, of.episode.lastSkip);
  const by = recoveredBy(view, of);
  if (by !== undefined)
    paragraph.sentence('recovered').strong(`It had recovered by ${view.formatTime(by.time)}.`, by.line);
}

/** When an unhealthy time that ends with a gap was over at the latest, and the line that shows it; `undefined` where none does. */
export function recoveredBy(
  view: DiagnosisView,
  of: EpisodeView,
): { readonly time: Instant; readonly line: LineReference } | undefined {
  const { end, lastSkip, seenUntil } = of.episode;
  const line = boundLine(view, of, 'end');
  if (end === undefined || seenUntil !== undefined || line === undefined || lastSkip === undefined) return undefined;
  // Where a clock was set back, what stands before the skip in the log may have been written before it, whatever its time.
  const isTimeTrue = view.history.gaps.every(({ why }) => why !== 'clock-step');
  return isTimeTrue || line.source !== lastSkip.source || line.line > lastSkip.line
    ? { time: end.max, line }
    : undefined;
}

/** After kubelets that ended: the last one, which stayed until somebody stopped it or the log ends. */
export function sayWhoStayed(view: DiagnosisView, paragraph: Paragraph): void {
  const last = view.history.processes.at(-1);
  if (last === undefined || crashedProcesses(view, last.node).length === 0) return;
  const { formatTime } = view;
  paragraph
    .sentence('later-process')
    .say(last.startedInLog ? 'The kubelet that started at ' : 'The kubelet seen from ')
    .cite(formatTime(last.from), last.first);
  if (last.ending === undefined)
    paragraph.say(' was still at work when the log ends at ').cite(formatTime(last.to), last.last).say('.');
  else
    paragraph
      .say(' stayed until it ')
      .cite(endingText(last.ending), last.ending.evidence[0])
      .say(` ${whenText(last.ending.at, formatTime)}.`);
  if (last.clockPeriod !== undefined)
    paragraph.sentence('later-process').say('Its times are earlier because the clock was set back before it began.');
}

/** What the log shows of the node after a kubelet process that ended while it was unhealthy: a later one that was well, or none. */
export function afterTheEnd(view: DiagnosisView, { process, verdict }: EpisodeView, paragraph: Paragraph): void {
  const lookups = lookupsOf(view.history);
  const later = [...lookups.processesAfter(process)];
  if (later.length === 0) {
    paragraph.sentence('later-process').say('No later kubelet process is in this log.');
    return;
  }
  // A machine that starts anew has a new runtime, too.
  if (process.ending?.how !== 'reboot')
    paragraph
      .sentence('later-process')
      .say(
        verdict.kind === 'relist-deadlock'
          ? 'Only a new kubelet process ends this.'
          : 'A new kubelet process does not mend the runtime.',
      );
  const unhealthy = new Set(view.episodes.map((other) => other.process.id));
  const troubled = (id: string): boolean => unhealthy.has(id);
  const starts = new Map(
    view.startups
      .filter((other) => other.episode.endedBy === 'recovered')
      .toReversed()
      .map((start) => [start.process.id, start]),
  );
  const stillStarting = new Set(
    view.startups.filter((other) => other.episode.endedBy !== 'recovered').map((other) => other.process.id),
  );
  const startOf = (id: string): EpisodeView | undefined => starts.get(id);
  // What was so while its lines are missing nobody knows.
  const well = later.find(
    (other) =>
      !troubled(other.id) &&
      !stillStarting.has(other.id) &&
      lookups.holesBetween(other.from, other.to).length === 0 &&
      (startOf(other.id) !== undefined || other.to - (other.loopStarted ?? other.from) >= SETTLED),
  );
  // Another unhealthy time in between has sentences of its own.
  if (well === undefined || later.some((other) => other.from < well.from && troubled(other.id))) return;
  const start = startOf(well.id);
  paragraph
    .sentence('later-process')
    .say('The kubelet that started at ')
    .cite(view.formatTime(well.from), well.first)
    .say(' was healthy');
  if (start?.episode.end !== undefined)
    paragraph.say(', from ').cite(boundsText(start.episode.end, view.formatTime), start.episode.lastSkip).say(' on');
  paragraph.say('.');
}
